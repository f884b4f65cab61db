import RichText
import Terminal

/// A look as it is written in the settings: `bold cyan on black`, `underline #ff8800`, `reverse`.
enum StyleText {
    /// Reads a look; nil where a word is not known.
    static func style(_ text: String) -> Style? {
        var style = Style.plain
        var isBackground = false
        for word in text.lowercased().split(separator: " ") {
            if word == "on" {
                if isBackground { return nil }
                isBackground = true
            } else if let (_, attribute) = attributes.first(where: { $0.0 == word }) {
                style.attributes.insert(attribute)
            } else if let colour = colour(String(word)) {
                if isBackground { style.background = colour } else { style.foreground = colour }
            } else {
                return nil
            }
        }
        return text.allSatisfy { $0 == " " } ? nil : style
    }

    private static let attributes: [(String, Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
        ("plain", []),
    ]

    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// One of the eight names, `bright-` before it, a number of the palette, `default`, or `#rrggbb`.
    private static func colour(_ word: String) -> Colour? {
        if word == "default" { return .standard }
        if let number = UInt8(word) { return .indexed(number) }
        let isBright = word.hasPrefix("bright-")
        if let index = names.firstIndex(of: isBright ? String(word.dropFirst(7)) : word) {
            return .indexed(UInt8(index + (isBright ? 8 : 0)))
        }
        return Theme.colour(named: word)
    }
}

extension Theme {
    /// The parts of the screen that a look can be given to.
    static let parts: [(name: String, path: any WritableKeyPath<Theme, Style> & Sendable)] = [
        ("bar", \.bar), ("faint", \.faint), ("text", \.text), ("ownName", \.ownName), ("mention", \.mention),
        ("ownMention", \.ownMention), ("unread", \.unread), ("failure", \.failure), ("menu", \.menu),
        ("chosen", \.chosen), ("selection", \.selection), ("tag", \.tag), ("picture", \.picture), ("code", \.code),
    ]

    /// Gives looks to parts, or tells what of `entries` is wrong.
    static func changes(_ entries: [SettingEntry]) -> Result<[SettingEntry], SettingMistakes> {
        var mistakes: [SettingMistake] = []
        for entry in entries {
            var theme = Theme()
            if let sentence = theme.change(entry) {
                mistakes.append(SettingMistake(key: "colours", line: entry.line, sentence: sentence))
            }
        }
        return mistakes.isEmpty ? .success(entries) : .failure(SettingMistakes(all: mistakes))
    }

    /// Gives a part its look; returns what is wrong with it, if something is.
    mutating func change(_ entry: SettingEntry) -> String? {
        guard case .text(let text) = entry.value else { return "\(entry.key) in colours needs a text" }
        if entry.key == "names" {
            let looks = text.split(separator: ",").map { StyleText.style(String($0)) }
            let styles = looks.compactMap { $0 }
            guard !styles.isEmpty, styles.count == looks.count else {
                return "names in colours needs looks with commas between them, not \(text)"
            }
            names = styles
            return nil
        }
        guard let part = Theme.parts.first(where: { $0.name == entry.key }) else {
            return "colours knows \(Theme.partNames), not \(entry.key)"
        }
        guard let style = StyleText.style(text) else {
            return "\(entry.key) in colours needs a look such as bold cyan on black, not \(text)"
        }
        self[keyPath: part.path] = style
        return nil
    }

    static let partNames = parts.map(\.name).joined(separator: ", ") + " and names"
}

/// What is wrong with several places of a settings file.
struct SettingMistakes: Error {
    var all: [SettingMistake]
}
