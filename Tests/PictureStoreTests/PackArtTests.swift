import FoundationEssentials
import Glibc
import PictureStore
import Pictures
import TestSupport
import Testing

/// What lies in the repository is what the generator makes of the drawings.
@Suite struct PackArtTests {
    private static let generator = Programs.built("EmoticonArt")

    /// Runs the generator on a pack and returns the folder that it filled.
    private func made(_ pack: String) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let output = try ChildProcess.run(
            Self.generator, [Programs.repository + "/emoticons/" + pack, folder.path], input: [],
            largestOutput: 1 << 16, milliseconds: 600_000)
        try #require(output.end == .code(0), "\(output.words)")
        return folder
    }

    @Test(arguments: ["classic", "status"]) func packsAreWhatTheirDrawingsMake(pack: String) throws {
        let made = try made(pack)
        let committed = Programs.repository + "/emoticons/" + pack + "/"
        let names = Files.names(made.path)
        #expect(names == Files.names(committed).filter { $0 != "drawings" }, "make emoticons writes them")
        for name in names where !isSame(made(name), committed + name) {
            Issue.record("\(pack)/\(name) is not what its drawing makes: run make emoticons")
        }
    }

    @Test func thePictureOfTheDemoIsWhatItsDrawingMakes() throws {
        let folder = TemporaryFolder()
        let output = try ChildProcess.run(
            Self.generator, [Programs.repository + "/demo", folder.path, "160"], input: [], largestOutput: 1 << 16,
            milliseconds: 600_000)
        try #require(output.end == .code(0), "\(output.words)")
        #expect(Files.names(folder.path) == ["garden.png"])
        #expect(isSame(folder("garden.png"), Programs.repository + "/demo/garden.png"), "make emoticons writes it")
    }

    /// Manifests are compared by their bytes, pictures by their pixels, of which a few may differ by a shade: the sines
    /// of another machine's library may.
    private func isSame(_ made: String, _ committed: String) -> Bool {
        if Files.bytes(made) == Files.bytes(committed) { return true }
        let limits = DecoderProcess.Limits(width: 64, height: 64)
        let decoder = DecoderProcess(path: Programs.decoder)
        guard made.hasSuffix("g") || made.hasSuffix("f"), let new = try? decoder.decode(file: made, limits),
            let old = try? decoder.decode(file: committed, limits), new.frames.count == old.frames.count
        else { return false }
        for (left, right) in zip(new.frames, old.frames) {
            guard left.milliseconds == right.milliseconds, left.bitmap.pixels.count == right.bitmap.pixels.count else {
                return false
            }
            let differing = zip(left.bitmap.pixels, right.bitmap.pixels).filter { $0 != $1 }.count
            if differing * 50 > left.bitmap.pixels.count { return false }
        }
        return true
    }

    @Test func everyPictureOfThePacksIsDecoded() throws {
        let decoder = DecoderProcess(path: Programs.decoder)
        for pack in ["classic", "status"] {
            let folder = Programs.repository + "/emoticons/" + pack
            for name in Files.names(folder) where name.hasSuffix(".png") || name.hasSuffix(".gif") {
                let limits = DecoderProcess.Limits(width: 64, height: 64)
                let picture = try decoder.decode(file: folder + "/" + name, limits)
                #expect(picture.width == (name.hasSuffix("-small.png") ? 32 : 64), "\(name)")
                #expect(picture.isMoving == name.hasSuffix(".gif") && !picture.isCut, "\(name)")
            }
        }
    }

    @Test func aMistakeInADrawingIsTold() throws {
        let folder = TemporaryFolder()
        try #require(mkdir(folder("drawings"), 0o700) == 0)
        for (line, reason) in [
            ("disc red 1 2", "is no verb"), ("disc blue 1 2 3", "no ink blue"), ("disc red 1 2 x", "cannot be read: x"),
            ("use nothing", "names no part"), ("stroke red 1 2 3 4", "needs pairs"), ("turn 1 2", "wrong number"),
        ] {
            let text = "ink R red #FF0000\nemoticon a\nglyphs abcd RRRR ....\nglyphs abcd RRRR ....\npicture\n" + line
            Files.write(Array(text.utf8), to: folder("drawings/pack.txt"))
            let output = try ChildProcess.run(
                Self.generator, [folder.path], input: [], largestOutput: 1 << 16, milliseconds: 120_000)
            #expect(output.end == .code(1) && output.words.contains(reason), "\(output.words)")
        }
    }
}
