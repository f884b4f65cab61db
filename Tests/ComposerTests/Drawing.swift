import Composer
import RichText

/// Drafts as one string: `|` is the caret, `^` where a selection began, `⏎` a line feed, `‹@Ann›` a mention of the
/// person `Ann` (`‹@Ann=id›` of another id), `‹[smile]›` an emoticon.
enum Drawing {
    static func composer(_ drawing: String) -> Composer {
        var rich = RichText()
        var run = ""
        var atom: String?
        var caret: Int?
        var anchor: Int?
        func position() -> Int {
            var whole = rich
            whole.append(text: run)
            return Composer(whole).elements.count
        }
        for scalar in drawing.unicodeScalars {
            switch scalar {
            case "‹":
                rich.append(text: run)
                run = ""
                atom = ""
            case "›":
                rich.append(element(atom ?? ""))
                atom = nil
            case _ where atom != nil: atom?.unicodeScalars.append(scalar)
            case "|": caret = position()
            case "^": anchor = position()
            case "⏎": run += "\n"
            default: run.unicodeScalars.append(scalar)
            }
        }
        rich.append(text: run)
        var composer = Composer(rich)
        composer.substitutions = substitutions
        composer.move(to: anchor ?? caret ?? composer.elements.count)
        if anchor != nil { composer.move(to: caret ?? composer.elements.count, selecting: true) }
        return composer
    }

    static func element(_ text: String) -> RichText.Element {
        guard text.hasPrefix("@") else { return .emoticon(EmoticonCode(String(text.dropFirst().dropLast()))) }
        let parts = text.dropFirst().split(separator: "=")
        let name = String(parts[0])
        return .mention(mention(name, id: parts.count > 1 ? String(parts[1]) : name))
    }

    static func mention(_ name: String, id: String? = nil) -> Mention {
        Mention(.person(PersonID(id ?? name)), name: name)
    }

    static func draw(_ composer: Composer) -> String {
        var result = ""
        let anchor = composer.selection.map { $0.lowerBound == composer.caret ? $0.upperBound : $0.lowerBound }
        for position in 0...composer.elements.count {
            if position == anchor { result += "^" }
            if position == composer.caret { result += "|" }
            guard position < composer.elements.count else { break }
            switch composer.elements[position] {
            case .cluster("\n"): result += "⏎"
            case .cluster(let text): result += text
            case .mention(let mention):
                let id = mention.ids.map(\.text).joined(separator: ",")
                result += id == mention.name ? "‹@\(mention.name)›" : "‹@\(mention.name)=\(id)›"
            case .emoticon(let code): result += "‹\(code.text)›"
            }
        }
        return result
    }

    static let substitutions = Substitutions(
        names: [
            "smile": EmoticonCode("smile"), "微笑": EmoticonCode("smile"), "heart": EmoticonCode("heart"),
            "classic/smile": EmoticonCode("smile", pack: "classic"),
        ],
        signs: [":)": EmoticonCode("smile"), ":'(": EmoticonCode("cry"), "<3": EmoticonCode("heart")])
}
