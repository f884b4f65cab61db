/// What goes over a stream, as it may be written down: without what proves who one is.
enum Masked {
    /// A text that is sent.
    static func written(_ text: String) -> String {
        // Proofs are of these names; what is inside, and how long it is, is nobody's business.
        for name in ["auth", "response"] where text.hasPrefix("<" + name) { return "<\(name) …/>" }
        return withoutPasswords(withoutForms(text))
    }

    /// Something that was read.
    static func read(_ item: StreamParser.Item) -> String {
        switch item {
        case .opened(let header): "<\(header.name) from='\(header["from"] ?? "")' id='\(header["id"] ?? "")'>"
        case .element(let element):
            element.namespace == Namespace.sasl
                ? "<\(element.name) …/>" : withoutPasswords(withoutForms(withoutSlots(element).serialized()))
        case .closed: "</stream>"
        case .failed(let fault): "(\(fault.sentence))"
        }
    }

    /// Forms for new accounts and new passwords (XEP-0077), which may hold a password in any of their fields.
    private static func withoutForms(_ text: String) -> String {
        text.firstRange(of: "jabber:iq:register").map { text[..<$0.upperBound] + "' …" } ?? text
    }

    /// Places to put a file (XEP-0363): who knows one may fill it.
    private static func withoutSlots(_ stanza: XMLElement) -> XMLElement {
        guard stanza.name == "iq" else { return stanza }
        var stanza = stanza
        for (index, node) in stanza.children.enumerated() {
            guard case .element(let element) = node, element.matches("slot", "urn:xmpp:http:upload:0") else { continue }
            stanza.children[index] = .element(XMLElement(element.name, element.namespace, text: "…"))
        }
        return stanza
    }

    /// Passwords of rooms and of new accounts, as elements and as attributes.
    private static func withoutPasswords(_ text: String) -> String {
        guard text.contains("password") else { return text }
        var result = ""
        var rest = text[...]
        while let found = rest.firstRange(of: "password") {
            result += rest[..<found.upperBound]
            rest = rest[found.upperBound...]
            let isElement = result.hasSuffix("<password")
            if isElement, let end = rest.firstIndex(of: ">"), let close = rest.firstRange(of: "</password") {
                if end < close.lowerBound {
                    result += rest[...end] + "…"
                    rest = rest[close.lowerBound...]
                    result += rest.prefix(10)
                    rest = rest.dropFirst(10)
                }
            } else if let quote = rest.dropFirst().first, rest.first == "=", quote == "'" || quote == "\"" {
                let value = rest.dropFirst(2)
                let end = value.firstIndex(of: quote) ?? value.endIndex
                result += "='…"
                rest = value[end...]
            }
        }
        return result + rest
    }
}
