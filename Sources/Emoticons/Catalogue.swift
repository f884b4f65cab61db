import RichText

/// All emoticons at hand, found by their codes, names and signs.
///
/// Of several packs with a name, the first has it; `[pack/name]` reaches any. Within a pack a name goes before an
/// alias, and an earlier emoticon before a later one.
public struct Catalogue: Sendable {
    /// The packs, in the order in which names are looked for.
    public let packs: [Pack]

    /// Where an emoticon is: its pack and its place in it.
    private struct Place: Sendable {
        var pack: Int
        var index: Int
    }

    private var places: [String: Place] = [:]
    private var signs: [String: Place] = [:]

    /// A catalogue of `packs`; without any it finds nothing.
    public init(packs: [Pack] = []) {
        self.packs = packs
        // Each has a name and some aliases, with and without its pack.
        places.reserveCapacity(packs.reduce(0) { $0 + $1.emoticons.count } * 8)
        for (pack, content) in packs.enumerated() {
            for (index, emoticon) in content.emoticons.enumerated() {
                add(emoticon.name, in: content, at: Place(pack: pack, index: index))
            }
            for (index, emoticon) in content.emoticons.enumerated() {
                let place = Place(pack: pack, index: index)
                for alias in emoticon.aliases { add(alias, in: content, at: place) }
                for sign in emoticon.ascii where signs[sign] == nil { signs[sign] = place }
            }
        }
    }

    private mutating func add(_ name: String, in pack: Pack, at place: Place) {
        let key = CodeGrammar.fold(name)
        if places[key] == nil { places[key] = place }
        let whole = CodeGrammar.fold(pack.id) + "/" + key
        if places[whole] == nil { places[whole] = place }
    }

    /// The emoticon that `code` names, or nil when none does.
    public func emoticon(for code: EmoticonCode) -> Emoticon? {
        let name = code.pack.map { $0 + "/" + code.name } ?? code.name
        return places[CodeGrammar.fold(name)].map(emoticon(at:))
    }

    /// The path of the picture that shows what `code` names: the moving one where there is one and it `moves`; nil
    /// without a file.
    public func file(of code: EmoticonCode, moves: Bool) -> String? {
        let name = code.pack.map { $0 + "/" + code.name } ?? code.name
        guard let place = places[CodeGrammar.fold(name)], !packs[place.pack].folder.isEmpty else { return nil }
        let files = emoticon(at: place).files
        return ((moves ? files.animation : nil) ?? files.image).map { packs[place.pack].folder + "/" + $0 }
    }

    /// The cells that `code` takes: the size it asks for, or that of its emoticon; nil when there is none.
    public func size(of code: EmoticonCode) -> CellSize? {
        guard let emoticon = emoticon(for: code) else { return nil }
        return code.size ?? emoticon.size
    }

    /// Every name that can stand between brackets, with and without its pack, and the code that it makes; an alias
    /// makes the code of the emoticon's own name.
    public var codesByName: [String: EmoticonCode] {
        var result: [String: EmoticonCode] = Dictionary(minimumCapacity: places.count)
        for (name, place) in places { result[name] = code(at: place, withPack: name.utf8.contains(UInt8(ascii: "/"))) }
        return result
    }

    /// Every sign such as `:)` and the code that it makes.
    public var codesBySign: [String: EmoticonCode] { signs.mapValues { code(at: $0, withPack: false) } }

    /// The emoticons that `query` finds, each once: names and aliases that begin with it, then those that hold it.
    ///
    /// Within each group they stand in the order of the packs; an empty query finds all. One that hides behind an
    /// earlier pack's is left out.
    public func search(_ query: String) -> [Emoticon] {
        let query = CodeGrammar.fold(query)
        var beginning: [Emoticon] = []
        var holding: [Emoticon] = []
        for (pack, content) in packs.enumerated() {
            for (index, emoticon) in content.emoticons.enumerated()
            where isReached(emoticon, Place(pack: pack, index: index)) {
                let names = emoticon.names.map(CodeGrammar.fold)
                if names.contains(where: { $0.hasPrefix(query) }) {
                    beginning.append(emoticon)
                } else if names.contains(where: { Catalogue.holds($0, query) }) {
                    holding.append(emoticon)
                }
            }
        }
        return beginning + holding
    }

    private func isReached(_ emoticon: Emoticon, _ place: Place) -> Bool {
        guard let first = places[CodeGrammar.fold(emoticon.name)] else { return false }
        return first.pack == place.pack && first.index == place.index
    }

    private func emoticon(at place: Place) -> Emoticon { packs[place.pack].emoticons[place.index] }

    /// The shortest code that reaches the emoticon: its name, and its pack where an earlier one has the name.
    private func code(at place: Place, withPack: Bool) -> EmoticonCode {
        let name = emoticon(at: place).name
        let isHidden = !isReached(emoticon(at: place), place)
        return EmoticonCode(name, pack: withPack || isHidden ? packs[place.pack].id : nil)
    }

    private static func holds(_ whole: String, _ part: String) -> Bool {
        let whole = Array(whole.unicodeScalars)
        let part = Array(part.unicodeScalars)
        guard part.count <= whole.count else { return false }
        return (0...whole.count - part.count).contains { whole[$0...].starts(with: part) }
    }
}
