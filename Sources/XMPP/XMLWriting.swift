extension XMLElement {
    /// The element as XML 1.0, for a place where `namespace` is the default one.
    ///
    /// Characters that XML 1.0 cannot carry become U+FFFD: one of them would end the whole stream. Attributes with
    /// namespaces other than that of `xml:` get prefixes of their own.
    public func serialized(in namespace: String = Namespace.client) -> String {
        var writer = XMLWriter()
        writer.write(self, within: namespace)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// Writes elements as bytes.
struct XMLWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ element: XMLElement, within outer: String) {
        let name = XMLWriter.name(element.name)
        put("<")
        put(name)
        if element.namespace != outer {
            put(" xmlns='")
            putEscaped(element.namespace, isAttribute: true)
            put("'")
        }
        for (index, attribute) in element.attributes.enumerated() { write(attribute, prefix: "a\(index)") }
        if element.children.isEmpty {
            put("/>")
            return
        }
        put(">")
        for child in element.children {
            switch child {
            case .element(let child): write(child, within: element.namespace)
            case .text(let text): putEscaped(text, isAttribute: false)
            }
        }
        put("</")
        put(name)
        put(">")
    }

    private mutating func write(_ attribute: XMLElement.Attribute, prefix: String) {
        put(" ")
        if attribute.namespace == Namespace.xml {
            put("xml:")
        } else if !attribute.namespace.isEmpty {
            put("xmlns:\(prefix)='")
            putEscaped(attribute.namespace, isAttribute: true)
            put("' \(prefix):")
        }
        put(XMLWriter.name(attribute.name))
        put("='")
        putEscaped(attribute.value, isAttribute: true)
        put("'")
    }

    /// `text` as it stands in an attribute.
    static func escaped(_ text: String) -> String {
        var writer = XMLWriter()
        writer.putEscaped(text, isAttribute: true)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private mutating func put(_ text: String) { bytes += text.utf8 }

    private mutating func putEscaped(_ text: String, isAttribute: Bool) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": put("&amp;")
            case "<": put("&lt;")
            case ">": put("&gt;")
            case "'": put("&apos;")
            case "\"": put("&quot;")
            // A reader turns a bare carriage return into a line feed, and white space of attributes into blanks.
            case "\r": put("&#xD;")
            case "\n" where isAttribute: put("&#xA;")
            case "\t" where isAttribute: put("&#x9;")
            default: put(XMLWriter.isAllowed(scalar) ? String(scalar) : "\u{FFFD}")
            }
        }
    }

    /// Whether XML 1.0 can carry `scalar` (production 2, Char).
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// A name that cannot break out of its tag, whatever it was made from.
    private static func name(_ name: String) -> String {
        let isSafe = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x80...: true
            default: false
            }
        }
        let startsWell = name.utf8.first.map { !(0x30...0x39).contains($0) && $0 != 0x2D && $0 != 0x2E } ?? false
        return isSafe && startsWell ? name : "_"
    }
}
