import Emoticons
import FoundationEssentials
import Glibc
import PictureStore
import RichText
import Testing

@Suite struct PackLoaderTests {
    private static let good = """
        { "format": 1, "id": "p", "name": "Pack", "version": "1", "authors": ["A"], "license": "CC0-1.0", "later": 3,
          "defaults": { "cells": [4, 2], "pad": [0, 0] }, "palette": { "Y": "#FFD02E", "K": "#3A2300" },
          "emoticons": [ { "name": "smile", "aliases": ["微笑"], "ascii": [":)"], "emoji": "🙂", "unknown": null,
            "art": { "4x2": { "glyphs": ["▐••▌", "▐╰╯▌"], "fg": ["YKKY", "YKKY"], "bg": [".YY.", ".YY."] } } } ] }
        """

    private func load(_ text: String, files: Set<String> = []) -> (pack: Pack?, mistakes: [String]) {
        let (pack, mistakes) = PackLoader.load(Data(text.utf8), file: "pack.json") { files.contains($0) }
        return (pack, mistakes.map(\.description))
    }

    /// The good pack with a part of it exchanged.
    private func load(_ part: String, as other: String) -> (pack: Pack?, mistakes: [String]) {
        #expect(Self.good.contains(part))
        let parts = Self.good.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
        return load(parts.joined(separator: other))
    }

    @Test func aGoodPackIsReadWithItsArt() throws {
        let (pack, mistakes) = load(Self.good)
        #expect(mistakes.isEmpty)
        let smile = try #require(pack?.emoticons.first)
        #expect(smile.name == "smile" && smile.aliases == ["微笑"] && smile.ascii == [":)"] && smile.emoji == "🙂")
        #expect(smile.size == CellSize(width: 4, height: 2))
        let art = try #require(smile.art)
        #expect(art.rows.map { $0.map(\.glyph).joined() } == ["▐••▌", "▐╰╯▌"])
        #expect(art.rows[0][1].foreground == ArtColour("#3A2300"))
        #expect(art.rows[0][0].background == nil)
        #expect(pack?.license == "CC0-1.0" && pack?.authors == ["A"])
    }

    /// The folder is called by whoever made the pack, and a mistake goes to the terminal.
    @Test func aMistakeIsHarmlessWhateverTheFolderIsCalled() {
        let folder = "x\u{1B}]0;pwned\u{07}\u{1B}[31m\ny\u{202E}"
        let (_, mistakes) = PackLoader.load(Data("{".utf8), file: folder + "/pack.json") { _ in false }
        let told = mistakes.map(\.description)
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("x␛]0;pwned␇␛[31m y\u{FFFD}/pack.json: ") == true, "\(told)")
    }

    @Test func aMotionIsReadWithItsTimes() throws {
        let first = "\"glyphs\": [\"▐••▌\", \"▐╰╯▌\"]"
        let next = "{ \"glyphs\": [\"▐──▌\", \"▐╰╯▌\"], \"fg\": [\"YKKY\", \"YKKY\"], \"bg\": [\"....\", \"....\"],"
        let (pack, mistakes) = load(
            first, as: "\"milliseconds\": 500, \"next\": [\(next) \"milliseconds\": 90 }], " + first)
        #expect(mistakes.isEmpty)
        let smile = try #require(pack?.emoticons.first)
        let motion = try #require(smile.motions[smile.size])
        #expect(motion.milliseconds == [500, 90] && motion.frames[0] == smile.art)
        #expect(motion.frames[1].rows[0].map(\.glyph).joined() == "▐──▌")
        let other = load(first, as: "\"milliseconds\": 5, \"next\": [\(next) \"milliseconds\": 90 }], " + first)
        #expect(other.pack?.emoticons.first?.art != nil, "the drawing at rest stays")
        #expect(other.pack?.emoticons.first?.motions.isEmpty == true && other.mistakes.count == 1)
    }

    @Test(arguments: [
        ("\"smile\"", "\"smi le\"", "pack.json: emoticon smi le: name: must be"),
        ("\"name\": \"smile\", ", "", "pack.json: emoticon 1: name: is missing"),
        ("\"微笑\"", "\"a:b\"", "emoticon smile: aliases: a:b: must be"),
        ("[\"微笑\"]", "\"微笑\"", "emoticon smile: aliases: must be a list, not a text"),
        ("[\":)\"]", "[\": )\"]", "emoticon smile: ascii: must be"),
        ("\"🙂\"", "\"❤️\"", "emoticon smile: emoji: must be one code point that is two cells wide"),
        ("\"🙂\"", "\"x\"", "emoticon smile: emoji: must be"),
        ("\"🙂\"", "7", "emoticon smile: emoji: must be a text, not a number"),
        ("\"4x2\"", "\"4x\"", "emoticon smile: art.4x: must be named by its size"),
        ("\"▐••▌\"", "\"▐•▌\"", "emoticon smile: art.4x2.glyphs: must be 2 rows of 4"),
        ("\"▐••▌\"", "\"▐好•▌\"", "emoticon smile: art.4x2.glyphs: must be glyphs of one cell each"),
        ("\"YKKY\"", "\"YKQY\"", "emoticon smile: art.4x2.fg: names a colour that is not in the palette: Q"),
        ("\"bg\"", "\"back\"", "emoticon smile: art.4x2.bg: is missing"),
        ("[\".YY.\", \".YY.\"]", "[\".YY.\", \".YY.\"], \"next\": 7", "art.4x2.next: must be a list, not a number"),
        ("[\".YY.\", \".YY.\"]", "[\".YY.\", \".YY.\"], \"next\": []", "art.4x2.next: must be 1 to 23 pictures"),
        ("[\".YY.\", \".YY.\"]", "[\".YY.\", \".YY.\"], \"next\": [7]", "art.4x2.next.1: must be an object"),
        (
            "[\".YY.\", \".YY.\"]", "[\".YY.\", \".YY.\"], \"next\": [{}]",
            "art.4x2.milliseconds: must be a whole number"
        ),
        (
            "[\".YY.\", \".YY.\"]", "[\".YY.\", \".YY.\"], \"milliseconds\": 90, \"next\": [{}]",
            "art.4x2.next.1.glyphs: is missing"
        ),
        ("\"unknown\": null", "\"image\": \"../x.png\"", "emoticon smile: image: must be the plain name of a file"),
        ("\"unknown\": null", "\"image\": \"x.png\"", "emoticon smile: image: is not in the pack's folder: x.png"),
        ("\"unknown\": null", "\"cells\": [0, 2]", "emoticon smile: cells: must be whole numbers from 1 to 40"),
        ("\"#3A2300\"", "\"brown\"", "pack.json: palette.K: must be a colour"),
        ("[4, 2]", "[4]", "pack.json: defaults.cells: must be two numbers"),
        ("\"format\": 1", "\"format\": 2", "pack.json: format: must be 1"),
        ("\"id\": \"p\"", "\"id\": \"a/b\"", "pack.json: id: must be a name"),
        ("\"license\": \"CC0-1.0\"", "\"licence\": 1", "pack.json: license: is missing"),
        ("[ { \"name\"", "[ 7, { \"name\"", "pack.json: emoticon 1: must be an object, not a number"),
        ("\"微笑\"", "\"Smile\"", "emoticon smile: name: smile belongs to smile already"),
        ("{ \"format\"", "[ \"format\"", "pack.json: is not JSON"),
    ])
    func aMistakeIsToldWithItsPlace(_ part: String, _ other: String, _ expected: String) {
        let mistakes = load(part, as: other).mistakes
        #expect(mistakes.contains { $0.contains(expected) }, "\(mistakes)")
    }

    @Test func whatIsRightIsKept() {
        let pack = load("\"YKKY\"", as: "\"YKQY\"").pack
        #expect(pack?.emoticons.map(\.name) == ["smile"])
        #expect(pack?.emoticons.first?.art == nil)
    }

    @Test func textIsMadeHarmless() {
        let pack = load("\"unknown\": null", as: "\"alt\": \"a\\u001b[31m\"").pack
        #expect(pack?.emoticons.first?.alt == "a␛[31m")
    }

    @Test func brokenBytesAreNoPack() {
        for text in ["", "{", "null", "7", "[]", "{}", "\u{FFFD}", String(repeating: "[", count: 10_000)] {
            let (pack, mistakes) = load(text)
            #expect(pack == nil && !mistakes.isEmpty)
        }
    }

    @Test func theClassicPackHasNoMistakes() throws {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let result = PackLoader.load(folders: [repository + "/nowhere", repository + "/emoticons"])
        #expect(result.mistakes.isEmpty)
        let pack = try #require(result.packs.first { $0.id == "classic" })
        #expect(pack.emoticons.count >= 10)
        for emoticon in pack.emoticons {
            #expect(emoticon.art?.size == CellSize(width: 4, height: 2), "\(emoticon.name)")
            let moves = emoticon.motions[emoticon.size] != nil
            #expect(moves == (emoticon.files.animation != nil), "\(emoticon.name)")
            #expect(emoticon.aliases.contains { $0.unicodeScalars.contains { $0.value >= 0x4E00 } }, "\(emoticon.name)")
            #expect(!emoticon.alt.isEmpty && !emoticon.text.isEmpty && !emoticon.category.isEmpty, "\(emoticon.name)")
        }
    }

    @Test func onlyRegularFilesAreRead() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/mingle-packs-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["a", "b", "c", "d"] {
            try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
        }
        try Data(Self.good.utf8).write(to: URL(filePath: folder + "/a/pack.json"))
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/b/pack.json", withDestinationPath: "../a/pack.json")
        #expect(mkfifo(folder + "/c/pack.json", 0o600) == 0)
        try FileManager.default.createDirectory(
            atPath: folder + "/d/pack.json", withIntermediateDirectories: true)
        let result = PackLoader.load(folders: [folder])
        #expect(result.packs.map(\.id) == ["p"], "of two packs with one id the first counts")
        #expect(
            result.mistakes.map(\.description).sorted() == [
                folder + "/b/pack.json: id: belongs to the pack in \(folder)/a already",
                folder + "/c/pack.json: is not a regular file", folder + "/d/pack.json: is not a regular file",
            ])
        #expect(PackLoader.load(folder: folder + "/e").mistakes.first?.reason.hasPrefix("cannot be read: ") == true)
    }

    @Test func packsAreLookedForInTheOrderOfTheStandard() {
        let environment = ["HOME": "/home/ann", "XDG_DATA_DIRS": "/opt/share:relative:/usr/share/"]
        #expect(
            PackFolders.standard(environment: environment, executable: "/opt/bin/mingle") == [
                "/home/ann/.local/share/mingle/emoticons", "/opt/share/mingle/emoticons",
                "/usr/share/mingle/emoticons",
            ])
        #expect(
            PackFolders.standard(environment: ["XDG_DATA_HOME": "/data"], executable: "/x/bin/mingle") == [
                "/data/mingle/emoticons", "/usr/local/share/mingle/emoticons", "/usr/share/mingle/emoticons",
                "/x/share/mingle/emoticons",
            ])
        #expect(PackFolders.standard(environment: [:], executable: "mingle").count == 2)
    }

    @Test func aBuiltProgramFindsThePacksOfItsRepository() {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let folders = PackFolders.standard(environment: [:], executable: repository + "/.build/release/mingle")
        #expect(folders.last == repository + "/emoticons")
    }
}
