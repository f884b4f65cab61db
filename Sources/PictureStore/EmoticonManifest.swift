import Emoticons
import JSON
import RichText

/// Reads one emoticon of a manifest.
struct EmoticonManifest {
    /// The emoticon, or nil when a mistake leaves nothing that could be shown.
    private(set) var emoticon: Emoticon?
    /// The pictures that it names: key and file.
    private(set) var files: [(key: String, name: String)] = []
    private var reader: ManifestReader

    var mistakes: [PackMistake] { reader.mistakes }

    init(
        _ keys: [String: JSONValue], number: Int, file: String, defaultSize: CellSize,
        palette: ArtPalette
    ) {
        var label = "\(number)"
        if case .string(let name)? = keys["name"], !name.isEmpty { label = HarmlessText.line(name) }
        reader = ManifestReader(keys, file: file, emoticon: label)

        guard let name = reader.text("name", isRequired: true) else { return }
        guard CodeGrammar.isName(name) else {
            reader.fail("name", Self.badName)
            return
        }
        var result = Emoticon(name: name)
        result.aliases = reader.texts("aliases").filter { alias in
            if CodeGrammar.isName(alias) { return true }
            reader.fail("aliases", "\(alias): " + Self.badName)
            return false
        }
        result.ascii = reader.texts("ascii").filter { sign in
            let isSign = !sign.isEmpty && sign.unicodeScalars.count <= 8 && !sign.unicodeScalars.contains(" ")
            if !isSign { reader.fail("ascii", "must be 1 to 8 characters without blanks") }
            return isSign
        }
        result.alt = reader.text("alt") ?? name
        result.text = reader.text("text") ?? result.text
        result.category = reader.text("category") ?? ""
        if let emoji = reader.text("emoji", isRequired: true) {
            if Self.isWideEmoji(emoji) {
                result.emoji = emoji
            } else {
                reader.fail("emoji", "must be one code point that is two cells wide")
            }
        }
        result.size = defaultSize
        if let (width, height) = reader.pair("cells", within: 1...40) {
            result.size = CellSize(width: width, height: min(height, CodeGrammar.largestSize.height))
            if height > CodeGrammar.largestSize.height { reader.fail("cells", "must be at most 20 rows high") }
        }
        readArts(into: &result, palette: palette)
        result.files.image = readFile("image")
        result.files.small = readFile("small")
        result.files.animation = readFile("animation")
        emoticon = result
    }

    private static let badName =
        "must be 1 to 32 characters without blanks, brackets, colons, slashes and backslashes"

    private static func isWideEmoji(_ text: String) -> Bool {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return false }
        return scalar.properties.isEmojiPresentation
    }

    private mutating func readFile(_ key: String) -> String? {
        guard let name = reader.fileName(key) else { return nil }
        files.append((key, name))
        return name
    }

    /// The drawings in glyphs, by their sizes, and how they move.
    private mutating func readArts(into emoticon: inout Emoticon, palette: ArtPalette) {
        for (sizeName, value) in reader.object("art").sorted(by: { $0.key < $1.key }) {
            let key = "art." + HarmlessText.line(sizeName)
            guard case .object(let parts) = value else {
                reader.fail(key, "must be an object, not \(value.kind)")
                continue
            }
            guard let size = Self.size(sizeName) else {
                reader.fail(key, "must be named by its size, such as 4x2, up to 40x20")
                continue
            }
            let manifest = ArtManifest(parts, key: key, size: size, palette: palette)
            guard let art = manifest.read(&reader) else { continue }
            emoticon.arts[size] = art
            emoticon.motions[size] = manifest.readMotion(of: art, &reader)
        }
    }

    private static func size(_ text: String) -> CellSize? { CodeGrammar.readSize(text) }
}
