import HTTP
import PictureStore
import TestSupport
import Testing

@Suite struct RemotePictureTests {
    private let folder = TemporaryFolder()
    private let server: LoopbackServer

    init() throws { server = try #require(LoopbackServer()) }

    private func pictures(capacity: Int = 1 << 20) -> RemotePictures {
        RemotePictures(
            folder: folder("cache"), capacity: capacity,
            client: HTTPClient(largestAnswer: 1 << 20, milliseconds: 20_000, reach: .loopback))
    }

    @Test func aPictureIsFetchedOnceAndKeptForItsOwner() throws {
        defer { server.stop() }
        let pictures = pictures()
        #expect(pictures.file(of: server.url("gif")) == nil)
        let file = try pictures.fetch(server.url("gif"))
        #expect(Files.bytes(file) == Array("GIF89a and so on".utf8))
        #expect(Files.mode(file) == 0o600 && Files.mode(folder("cache")) == 0o700)
        #expect(try pictures.fetch(server.url("gif")) == file)
        #expect(server.requests.withLock { $0.count } == 1)
    }

    @Test func whatIsNoPictureIsNotKept() {
        defer { server.stop() }
        #expect(throws: FetchFailure.noPicture) { try pictures().fetch(server.url("good")) }
        #expect(throws: FetchFailure.network(.tooManyRedirects)) { try pictures().fetch(server.url("loop")) }
        #expect(throws: FetchFailure.network(.tooLarge)) { try pictures().fetch(server.url("endless")) }
        #expect(Files.names(folder("cache")).isEmpty)
        #expect(!FetchFailure.noPicture.sentence.isEmpty)
    }

    @Test func theCacheHasACap() throws {
        defer { server.stop() }
        let pictures = pictures(capacity: 40)
        var files: [String] = []
        for number in 0..<4 { files.append(try pictures.fetch(server.url("gif?\(number)"))) }
        #expect(Files.names(folder("cache")).count == 2, "sixteen bytes each")
        #expect(Files.bytes(files[3]) != nil, "the newest stays")
    }

    /// The names of files are digests: those of the empty text and of `abc` stand in the standard.
    @Test func filesAreNamedByTheDigestOfTheirAddress() throws {
        defer { server.stop() }
        let file = try pictures().fetch(server.url("gif"))
        #expect(file.split(separator: "/").last?.utf8.count == 64)
        #expect(RemotePictures.standardFolder(environment: ["XDG_CACHE_HOME": "/c"]) == "/c/mingle/pictures")
        #expect(RemotePictures.standardFolder(environment: ["HOME": "/h"]) == "/h/.cache/mingle/pictures")
        #expect(RemotePictures.standardFolder(environment: [:]) == nil)
    }

    @Test func digestsAreThoseOfTheStandard() {
        #expect(SHA256.text([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(SHA256.text(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let long = [UInt8](repeating: 0x61, count: 1_000)
        #expect(SHA256.text(long) == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
    }
}
