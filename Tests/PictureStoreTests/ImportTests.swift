import Emoticons
import Glibc
import PictureStore
import RichText
import TestSupport
import Testing

@Suite struct ImportTests {
    private let folder = TemporaryFolder()

    private func imported(_ path: String, id: String? = nil) throws -> (PackImporter.Result, Pack) {
        let importer = PackImporter(decoder: DecoderProcess(path: Programs.decoder), packs: folder("packs"))
        let result = try importer.read(path, id: id)
        let (pack, mistakes) = PackLoader.load(folder: result.folder)
        #expect(mistakes.isEmpty)
        return (result, try #require(pack))
    }

    private func copy(_ sample: String, to path: String) { Files.write(Programs.sample(sample), to: path) }

    @Test func aPidginThemeIsTaken() throws {
        mkdir(folder("theme"), 0o700)
        let theme = "Name=Old times\nAuthor=Ann\n\n[default]\nstill.png :) :-)\n! moving.gif \\\\o/\nmissing.png :x\n"
        Files.write(Array(theme.utf8), to: folder("theme/theme"))
        copy("still.png", to: folder("theme/still.png"))
        copy("moving.gif", to: folder("theme/moving.gif"))
        let (result, pack) = try imported(folder("theme"), id: "old")
        #expect(result.count == 2 && pack.id == "old" && pack.name == "Old times" && pack.authors == ["Ann"])
        #expect(pack.emoticons.map(\.name) == ["still", "moving"])
        #expect(pack.emoticons.map(\.ascii) == [[":)", ":-)"], ["\\o/"]])
        #expect(pack.emoticons.map { $0.files.animation != nil } == [false, true])
        #expect(result.skipped == ["missing.png is left out: there is no such file"])
        for emoticon in pack.emoticons {
            #expect(Set(emoticon.arts.keys.map(\.width)) == [4, 6, 8], "it is drawn in cells")
        }
        #expect(throws: ImportFailure.self, "it is there already") { try imported(folder("theme"), id: "old") }
    }

    /// What is told of it goes to the terminal.
    @Test func whatIsToldIsHarmlessWhateverTheFilesAreCalled() throws {
        mkdir(folder("theme"), 0o700)
        let name = "a\u{1B}]0;pwned\u{07}.png"
        Files.write(Array("no picture".utf8), to: folder("theme/" + name))
        copy("still.png", to: folder("theme/still.png"))
        let (result, _) = try imported(folder("theme"), id: "theme")
        #expect(result.skipped.count == 1 && result.skipped[0].hasPrefix("a␛]0;pwned␇.png is left out: "))

        let packs = folder("packs\u{1B}[31m\n")
        let importer = PackImporter(decoder: DecoderProcess(path: Programs.decoder), packs: packs)
        _ = try importer.read(folder("theme"), id: "theme")
        do throws(ImportFailure) {
            _ = try importer.read(folder("theme"), id: "theme")
            Issue.record("it is there already")
        } catch {
            #expect(
                error.reason.hasPrefix("there is a pack in ") && error.reason.hasSuffix("packs␛[31m /theme already"))
        }
    }

    @Test func aFolderOfPicturesIsTakenByTheirNames() throws {
        mkdir(folder("blobs"), 0o700)
        copy("still.webp", to: folder("blobs/blob_wave.webp"))
        copy("photo.jpg", to: folder("blobs/a b:c.jpg"))
        Files.write(Array("no picture".utf8), to: folder("blobs/bad.png"))
        Files.write([], to: folder("blobs/readme.txt"))
        let (result, pack) = try imported(folder("blobs"))
        #expect(pack.id == "blobs" && pack.emoticons.map(\.name) == ["abc", "blob_wave"])
        #expect(result.skipped == ["bad.png is left out: the picture is no PNG, JPEG, GIF or WebP"])
    }

    @Test(arguments: [false, true]) func anExportOfMisskeyIsTaken(isDeflated: Bool) throws {
        let meta = """
            {"metaVersion":2,"emojis":[{"downloaded":true,"fileName":"blob.png","emoji":{"name":"blob","category":"x",
            "aliases":["b1","b 2"],"license":"CC0"}},{"fileName":"../../evil.png","emoji":{"name":"evil"}},
            {"fileName":"gone.png","emoji":{"name":"gone"}}]}
            """
        let png = Programs.sample("still.png")
        let files = [("meta.json", Array(meta.utf8)), ("blob.png", png), ("../../evil.png", png)]
        Files.write(Zip.bytes(files, isDeflated: isDeflated), to: folder("misskey.zip"))
        let (result, pack) = try imported(folder("misskey.zip"))
        #expect(result.skipped == ["gone.png is left out: there is no such file"])
        #expect(result.id == "misskey" && pack.emoticons.map(\.name) == ["blob", "evil"])
        #expect(pack.emoticons[0].aliases == ["b1"] && pack.emoticons[0].category == "x")
        #expect(Files.names(folder("packs")) == ["misskey"], "nothing lies outside, and no draft is left")
        #expect(Files.names(folder("packs/misskey")) == ["1.png", "2.png", "pack.json"])
    }

    @Test func aThemeWithoutItsFilesIsNotTaken() throws {
        mkdir(folder("bare"), 0o700)
        Files.write(Array("[default]\na.png :)\nb.png :(\na.png :-)\n".utf8), to: folder("bare/theme"))
        let failure = #expect(throws: ImportFailure.self) { try imported(folder("bare")) }
        #expect(failure?.reason == "none of the files that it names is there")
    }

    @Test func whatIsNoPackIsToldInOneLine() throws {
        for (bytes, reason) in [
            ([UInt8](), "neither"), (Array("PK".utf8), "neither"), (Zip.bytes([], isDeflated: false), "no emoticons"),
        ] {
            Files.write(bytes, to: folder("x.zip"))
            #expect(throws: ImportFailure.self, "\(reason)") { try imported(folder("x.zip")) }
        }
        #expect(throws: ImportFailure.self) { try imported(folder("nowhere")) }
        #expect(throws: ImportFailure.self) { try imported(folder.path, id: "a/b") }
        #expect(Files.names(folder("packs")).isEmpty)
    }

    @Test func damagedArchivesEndWell() throws {
        let whole = Zip.bytes([("a.png", Programs.sample("still.png"))], isDeflated: true)
        var generator = SeededGenerator(seed: 20)
        for round in 0..<60 {
            Files.write(Bombs.mutated(whole, using: &generator), to: folder("y.zip"))
            // Whatever it is, it is a pack or a reason.
            do { _ = try imported(folder("y.zip"), id: "r\(round)") } catch is ImportFailure {}
        }
    }
}

/// Writes small zip archives.
enum Zip {
    static func bytes(_ files: [(name: String, content: [UInt8])], isDeflated: Bool) -> [UInt8] {
        var result: [UInt8] = []
        var directory: [UInt8] = []
        for (name, content) in files {
            let start = result.count
            let packed = isDeflated ? deflated(content) : content
            let facts =
                number(20, 2) + number(0, 2) + number(isDeflated ? 8 : 0, 2) + number(0, 4) + number(0, 4)
                + number(packed.count, 4) + number(content.count, 4) + number(name.utf8.count, 2) + number(0, 2)
            result += number(0x0403_4B50, 4) + facts + Array(name.utf8) + packed
            directory +=
                number(0x0201_4B50, 4) + number(20, 2) + facts + number(0, 2) + number(0, 2) + number(0, 2)
                + number(0, 4) + number(start, 4) + Array(name.utf8)
        }
        return result + directory + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2)
            + number(files.count, 2) + number(directory.count, 4) + number(result.count, 4) + number(0, 2)
    }

    /// DEFLATE by its fixed codes, each byte for itself, after one block that is stored.
    private static func deflated(_ content: [UInt8]) -> [UInt8] {
        let head = content.prefix(5)
        var result = [0] + number(head.count, 2) + number(head.count ^ 0xFFFF, 2) + head
        var bits: [Int] = [1, 1, 0]
        func code(_ value: Int, _ count: Int) { for bit in (0..<count).reversed() { bits.append(value >> bit & 1) } }
        for byte in content.dropFirst(5) {
            if byte < 144 { code(0x30 + Int(byte), 8) } else { code(0x190 + Int(byte) - 144, 9) }
        }
        code(0, 7)
        for start in stride(from: 0, to: bits.count, by: 8) {
            var byte: UInt8 = 0
            for (place, bit) in bits[start..<min(start + 8, bits.count)].enumerated() { byte |= UInt8(bit) << place }
            result.append(byte)
        }
        return result
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
}
