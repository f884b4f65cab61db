import Emoticons
import JSON
import RichText

/// A pack of another program: names, signs and files.
///
/// Known are Pidgin themes (a file `theme` of `file sign sign …` lines), the exports of Misskey (`meta.json` with
/// `emojis`), and plain files whose names are the codes, as Mastodon keeps them.
struct ForeignPack {
    /// One emoticon of it.
    struct Entry: Equatable {
        var name: String
        var aliases: [String] = []
        var signs: [String] = []
        var category = ""
        var file: String
    }

    var title = ""
    var author = ""
    var license = ""
    var entries: [Entry] = []
    /// The files that it names and does not have.
    private(set) var missing: [String] = []

    /// Reads the pack from the names of its files, and the content of those that list the others.
    init(files: [String], read: (String) -> [UInt8]?) {
        if let theme = files.first(where: { Self.lastPart($0) == "theme" }), let bytes = read(theme) {
            readTheme(String(decoding: bytes, as: UTF8.self), folder: Self.folder(theme), files: Set(files))
        } else if let meta = files.first(where: { Self.lastPart($0) == "meta.json" }), let bytes = read(meta) {
            readMeta(bytes, folder: Self.folder(meta), files: Set(files))
        } else {
            for file in files where Self.isPicture(file) {
                entries.append(Entry(name: Self.stem(file), file: file))
            }
        }
    }

    private mutating func readTheme(_ text: String, folder: String, files: Set<String>) {
        var isListing = false
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            if first.hasPrefix("[") {
                isListing = true
            } else if !isListing {
                if line.hasPrefix("Name=") { title = HarmlessText.line(String(line.dropFirst(5))) }
                if line.hasPrefix("Author=") { author = HarmlessText.line(String(line.dropFirst(7))) }
            } else {
                // An exclamation mark hides an emoticon from the menu, and is no part of it.
                let rest = first == "!" ? Array(words.dropFirst()) : words
                guard let file = rest.first, rest.count > 1, has(file, folder, files) else { continue }
                let signs = rest.dropFirst().map { HarmlessText.line($0.replacingBackslashes) }
                let name = Self.stem(file)
                if !entries.contains(where: { $0.name == name }) {
                    entries.append(Entry(name: name, signs: signs, file: folder + file))
                }
            }
        }
    }

    private mutating func readMeta(_ bytes: [UInt8], folder: String, files: Set<String>) {
        guard case .object(let meta)? = try? JSONValue(bytes), case .array(let emojis)? = meta["emojis"] else { return }
        for case .object(let item) in emojis {
            guard case .string(let file)? = item["fileName"], case .object(let emoji)? = item["emoji"],
                case .string(let name)? = emoji["name"], has(file, folder, files)
            else { continue }
            var entry = Entry(name: Self.name(HarmlessText.line(name)), file: folder + file)
            if case .array(let aliases)? = emoji["aliases"] {
                for case .string(let alias) in aliases where CodeGrammar.isName(HarmlessText.line(alias)) {
                    entry.aliases.append(HarmlessText.line(alias))
                }
            }
            if case .string(let category)? = emoji["category"] { entry.category = HarmlessText.line(category) }
            if license.isEmpty, case .string(let text)? = emoji["license"] { license = HarmlessText.line(text) }
            entries.append(entry)
        }
    }

    private mutating func has(_ file: String, _ folder: String, _ files: Set<String>) -> Bool {
        if files.contains(folder + file) { return true }
        if missing.count < PackLoader.mostEmoticons, !missing.contains(file) { missing.append(file) }
        return false
    }

    private static func isPicture(_ file: String) -> Bool {
        let name = lastPart(file).lowercased()
        return !name.hasPrefix(".") && [".png", ".gif", ".jpg", ".jpeg", ".webp"].contains { name.hasSuffix($0) }
    }

    static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    private static func folder(_ path: String) -> String { String(path.dropLast(lastPart(path).count)) }

    private static func stem(_ path: String) -> String {
        let name = lastPart(path)
        return HarmlessText.line(Self.name(name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name))
    }

    /// The name as far as it can be written in a code.
    static func name(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { CodeGrammar.isName(String($0)) }
        return String(String.UnicodeScalarView(scalars.prefix(CodeGrammar.longestName)))
    }
}

extension String {
    /// Pidgin writes a backslash before a backslash.
    fileprivate var replacingBackslashes: String {
        var result = ""
        var isEscaped = false
        for scalar in unicodeScalars {
            if scalar == "\\" && !isEscaped {
                isEscaped = true
                continue
            }
            isEscaped = false
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
