import Glibc
import HTTP
import TestSupport
import Testing

@Suite struct HTTPClientTests {
    private let server: LoopbackServer

    init() throws { server = try #require(LoopbackServer()) }

    private func get(_ path: String, largest: Int = 1 << 20, milliseconds: Int = 20_000) throws(HTTPFailure) -> [UInt8]
    {
        defer { server.stop() }
        let client = HTTPClient(largestAnswer: largest, milliseconds: milliseconds, reach: .loopback)
        return try client.get(server.url(path))
    }

    @Test func whatIsThereIsGot() throws {
        #expect(try get("good") == Array("hello".utf8))
    }

    @Test(arguments: [
        ("missing", HTTPFailure.status(404)), ("claims", .tooLarge), ("endless", .tooLarge),
        ("loop", .tooManyRedirects),
        ("private", .forbiddenAddress), ("file", .forbiddenAddress), ("hop4", .tooManyRedirects),
    ])
    func aHostileServerEndsInAReason(path: String, failure: HTTPFailure) {
        #expect(throws: failure) { try get(path) }
        #expect(!failure.sentence.isEmpty)
    }

    @Test func threeRedirectsAreFollowed() throws {
        #expect(try get("hop3") == Array("hello".utf8))
        #expect(server.requests.withLock { $0.count } == 4)
    }

    @Test(arguments: ["short", "garbage"]) func brokenAnswersFail(path: String) {
        #expect(throws: HTTPFailure.self) { try get(path) }
    }

    @Test func aServerThatDripsIsGivenUp() {
        #expect(throws: HTTPFailure.tooSlow) { try get("drip", milliseconds: 300) }
    }

    @Test func aTransferCanBeCancelled() {
        defer { server.stop() }
        let cancellation = Cancellation()
        let client = HTTPClient(largestAnswer: 1 << 30, reach: .loopback)
        #expect(throws: HTTPFailure.cancelled) {
            try client.get(server.url("endless"), cancellation: cancellation) { received, _ in
                if received > 1 << 16 { cancellation.cancel() }
            }
        }
    }

    @Test func filesArePutWithTheirHeaders() throws {
        defer { server.stop() }
        let client = HTTPClient(reach: .loopback)
        try client.put(Array("body END".utf8), to: server.url("put"), headers: ["Content-Type: image/png"])
        let request = server.requests.withLock { $0.first ?? "" }
        #expect(
            request.hasPrefix("PUT /put") && request.contains("Content-Type: image/png") && request.contains("body END")
        )
        #expect(throws: HTTPFailure.self) {
            try client.put([], to: server.url("put"), headers: ["A: b\r\nC: d"])
        }
    }

    @Test func aFileIsReadAsItGoes() throws {
        defer { server.stop() }
        let folder = TemporaryFolder()
        Files.write(Array("body END".utf8), to: folder("a"))
        let file = open(folder("a"), O_RDONLY)
        defer { close(file) }
        let client = HTTPClient(reach: .loopback)
        try client.put(descriptor: file, count: 8, to: server.url("put"))
        #expect(server.requests.withLock { $0.first ?? "" }.contains("Content-Length: 8"))
        // A file that became shorter is not passed off as a whole one.
        lseek(file, 0, SEEK_SET)
        #expect(throws: HTTPFailure.unreadable) { try client.put(descriptor: file, count: 9, to: server.url("put")) }
    }

    @Test(arguments: ["loop", "private"]) func whatIsPutGoesNowhereElse(path: String) {
        defer { server.stop() }
        let client = HTTPClient(reach: .loopback)
        #expect(throws: HTTPFailure.tooManyRedirects) { try client.put(Array("END".utf8), to: server.url(path)) }
        #expect(server.requests.withLock { $0.count } == 1)
    }

    @Test(arguments: [
        "https://127.0.0.1/x", "https://[::1]/x", "https://10.1.2.3/x", "https://169.254.1.1/", "http://example.org/",
        "file:///etc/passwd", "ftp://example.org/x", "", "not an address", "https://localhost/x",
        "https://[::ffff:127.0.0.1]/",
    ])
    func thePrivateNetworkIsNotReached(url: String) {
        defer { server.stop() }
        #expect(throws: HTTPFailure.forbiddenAddress) { try HTTPClient(milliseconds: 5_000).get(url) }
    }

    @Test func aClientForLoopbackReachesNothingElse() {
        defer { server.stop() }
        #expect(throws: HTTPFailure.forbiddenAddress) { try HTTPClient(reach: .loopback).get("http://192.0.2.1/") }
    }
}

@Suite struct AddressFilterTests {
    @Test(
        arguments: [
            [8, 8, 8, 8], [1, 1, 1, 1], [172, 15, 0, 1], [172, 32, 0, 1], [100, 63, 0, 1], [100, 128, 0, 1],
            [223, 255, 255, 255],
            [0x26, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 9, 9, 9, 9],
        ] as [[UInt8]])
    func publicAddressesAreAllowed(address: [UInt8]) { #expect(AddressFilter.isPublic(address)) }

    @Test(
        arguments: [
            [], [1, 2, 3], [0, 0, 0, 0], [10, 0, 0, 1], [127, 1, 2, 3], [169, 254, 169, 254], [172, 16, 0, 1],
            [172, 31, 255, 255],
            [192, 168, 1, 1], [100, 64, 0, 1], [198, 18, 0, 1], [224, 0, 0, 1], [255, 255, 255, 255],
            [UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 15) + [1],
            [0xFE, 0x80] + [UInt8](repeating: 0, count: 14), [0xFD, 0] + [UInt8](repeating: 1, count: 14),
            [0xFF, 2] + [UInt8](repeating: 0, count: 14), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 10, 0, 0, 1],
            [0x20, 0x02, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
            [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, 127, 0, 0, 1],
            [0x20, 1, 0, 0] + [UInt8](repeating: 5, count: 12),
            [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 5, count: 12),
        ] as [[UInt8]])
    func othersAreNot(address: [UInt8]) { #expect(!AddressFilter.isPublic(address)) }
}
