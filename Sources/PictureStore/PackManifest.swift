import Emoticons
import JSON
import RichText

/// Reads the manifest of one pack.
struct PackManifest {
    private let file: String
    private var reader: ManifestReader

    init(_ keys: [String: JSONValue], file: String) {
        self.file = file
        reader = ManifestReader(keys, file: file)
    }

    /// The pack and its mistakes; nil when its format or its id cannot be used.
    func read(exists: (String) -> Bool) -> (pack: Pack?, mistakes: [PackMistake]) {
        var reader = reader
        guard case .number(1)? = reader.value("format", isRequired: true) else {
            if reader.mistakes.isEmpty { reader.fail("format", "must be 1: this pack is of another format") }
            return (nil, reader.mistakes)
        }
        guard let id = reader.text("id", isRequired: true) else { return (nil, reader.mistakes) }
        guard CodeGrammar.isName(id) else {
            reader.fail("id", "must be a name without blanks, brackets, colons and slashes")
            return (nil, reader.mistakes)
        }
        var pack = Pack(id: id, name: reader.text("name") ?? id, emoticons: [])
        pack.version = reader.text("version") ?? ""
        pack.authors = reader.texts("authors")
        pack.license = reader.text("license", isRequired: true) ?? ""
        let size = readDefaultSize(&reader)
        let palette = readPalette(&reader)
        let mistakes = readEmoticons(into: &pack, &reader, size: size, palette: palette, exists: exists)
        return (pack, reader.mistakes + mistakes)
    }

    private func readDefaultSize(_ reader: inout ManifestReader) -> CellSize {
        var defaults = ManifestReader(reader.object("defaults"), file: file)
        let cells = defaults.pair("cells", within: 1...20)
        for mistake in defaults.mistakes { reader.fail("defaults." + (mistake.key ?? ""), mistake.reason) }
        return cells.map { CellSize(width: $0, height: $1) } ?? CellSize(width: 4, height: 2)
    }

    private func readPalette(_ reader: inout ManifestReader) -> ArtPalette {
        var palette = ArtPalette()
        for (letter, value) in reader.object("palette").sorted(by: { $0.key < $1.key }) {
            let key = "palette." + HarmlessText.line(letter)
            guard let scalar = letter.unicodeScalars.first, letter.unicodeScalars.count == 1, scalar != "." else {
                reader.fail(key, "must be one letter, and not the dot, which stands for no colour")
                continue
            }
            guard case .string(let text) = value, let colour = ArtColour(text) else {
                reader.fail(key, "must be a colour such as #FFD02E")
                continue
            }
            palette[scalar] = colour
        }
        return palette
    }

    private func readEmoticons(
        into pack: inout Pack, _ reader: inout ManifestReader, size: CellSize,
        palette: ArtPalette, exists: (String) -> Bool
    ) -> [PackMistake] {
        guard let value = reader.value("emoticons", isRequired: true) else { return [] }
        guard case .array(let values) = value else {
            reader.fail("emoticons", "must be a list, not \(value.kind)")
            return []
        }
        if values.count > PackLoader.mostEmoticons {
            reader.fail("emoticons", "must be at most \(PackLoader.mostEmoticons); the rest is left out")
        }
        var mistakes: [PackMistake] = []
        var owners: [String: String] = Dictionary(minimumCapacity: 8 * values.count)
        pack.emoticons.reserveCapacity(values.count)
        for (index, value) in values.prefix(PackLoader.mostEmoticons).enumerated() {
            guard case .object(let keys) = value else {
                let reason = "must be an object, not \(value.kind)"
                mistakes.append(PackMistake(file: file, emoticon: "\(index + 1)", reason: reason))
                continue
            }
            let manifest = EmoticonManifest(
                keys, number: index + 1, file: file, defaultSize: size, palette: palette)
            mistakes += manifest.mistakes
            guard let emoticon = manifest.emoticon else { continue }
            for (key, name) in manifest.files where !exists(name) {
                let reason = "is not in the pack's folder: \(name)"
                mistakes.append(PackMistake(file: file, emoticon: emoticon.name, key: key, reason: reason))
            }
            mistakes += Self.clashes(of: emoticon, with: &owners, file: file)
            pack.emoticons.append(emoticon)
        }
        return mistakes
    }

    /// The names and signs that an earlier emoticon of the pack has already.
    private static func clashes(
        of emoticon: Emoticon, with owners: inout [String: String], file: String
    ) -> [PackMistake] {
        var mistakes: [PackMistake] = []
        let names = emoticon.names.map { ("aliases", $0.lowercased()) }
        for (key, name) in names + emoticon.ascii.map({ ("ascii", $0) }) {
            let place = name == emoticon.name.lowercased() ? "name" : key
            if let owner = owners[name] {
                let reason = "\(name) belongs to \(owner) already"
                mistakes.append(PackMistake(file: file, emoticon: emoticon.name, key: place, reason: reason))
            } else {
                owners[name] = emoticon.name
            }
        }
        return mistakes
    }
}
