import PictureStore
import Pictures
import Synchronization
import Testing

@Suite struct PictureShelfTests {
    /// Counts what is decoded, and how much of it at the same time.
    private final class Decoding: Sendable {
        struct State {
            var decoded: [String] = []
            var running = 0
            var most = 0
        }
        let state = Mutex(State())

        func decode(_ request: PictureShelf.Request) -> PictureShelf.Answer {
            state.withLock {
                $0.decoded.append(request.path)
                $0.running += 1
                $0.most = max($0.most, $0.running)
            }
            defer { state.withLock { $0.running -= 1 } }
            if request.path.hasPrefix("bad") { return .failure(.refused("is bad")) }
            if request.path == "busy" { return .failure(.tooMuchWork) }
            let side = request.limits.width
            let pixels = [SIMD4<UInt8>](repeating: .zero, count: side * side)
            guard let bitmap = Bitmap(width: side, height: side, pixels: pixels),
                let picture = DecodedPicture(width: side, height: side, frames: [.init(bitmap: bitmap)])
            else { return .failure(.broken) }
            return .success(picture)
        }
    }

    private func request(_ path: String, side: Int = 10) -> PictureShelf.Request {
        PictureShelf.Request(path: path, limits: DecoderProcess.Limits(width: side, height: side))
    }

    /// A shelf, what it decodes, and a stream of what it delivers.
    private func shelf(capacity: Int) -> (PictureShelf, Decoding, AsyncStream<PictureShelf.Request>) {
        let decoding = Decoding()
        let (stream, continuation) = AsyncStream.makeStream(of: PictureShelf.Request.self)
        let shelf = PictureShelf(capacity: capacity, deliver: { request, _ in continuation.yield(request) }) {
            decoding.decode($0)
        }
        return (shelf, decoding, stream)
    }

    @Test func picturesAreDecodedOnceAndKept() async {
        let (shelf, decoding, stream) = shelf(capacity: 1 << 20)
        for _ in 0..<5 {
            for name in ["a", "b", "c", "bad"] { _ = shelf.picture(request(name)) }
        }
        var delivered = stream.makeAsyncIterator()
        for _ in 0..<4 { _ = await delivered.next() }
        #expect(shelf.picture(request("bad")) == .failure(.refused("is bad")), "what lies in the picture is kept, too")
        #expect((try? shelf.picture(request("a"))?.get())?.width == 10)
        #expect(decoding.state.withLock { $0.decoded.sorted() } == ["a", "b", "bad", "c"])
        #expect(decoding.state.withLock { $0.most } <= 2)
        #expect(shelf.byteCount == 3 * 400 + 256)
    }

    /// What failed for want of time or memory may go well the next time.
    @Test func aFailureThatDoesNotLieInThePictureIsNotKept() async {
        let (shelf, decoding, stream) = shelf(capacity: 1_000)
        var delivered = stream.makeAsyncIterator()
        for count in 1...3 {
            #expect(shelf.picture(request("busy")) == nil)
            _ = await delivered.next()
            #expect(decoding.state.withLock { $0.decoded.count } == count)
        }
        #expect(shelf.byteCount == 0)
    }

    @Test func whatWasNotAskedForTheLongestIsForgotten() async {
        let (shelf, _, stream) = shelf(capacity: 1_000)
        var delivered = stream.makeAsyncIterator()
        for name in ["a", "b"] {
            _ = shelf.picture(request(name))
            _ = await delivered.next()
        }
        #expect(shelf.picture(request("a")) != nil)
        _ = shelf.picture(request("c"))
        _ = await delivered.next()
        #expect(shelf.byteCount == 800)
        #expect(shelf.picture(request("a")) != nil && shelf.picture(request("c")) != nil)
        _ = shelf.picture(request("large", side: 100))
        _ = await delivered.next()
        #expect(shelf.byteCount == 800, "what is larger than the shelf is not kept and drives nothing out")
    }

    @Test func aClosedShelfDecodesNothing() {
        let (shelf, decoding, _) = shelf(capacity: 1_000)
        shelf.close()
        #expect(shelf.picture(request("a")) == nil)
        #expect(decoding.state.withLock { $0.decoded.isEmpty })
    }

    @Test func theDecoderIsFoundBesideTheProgram() {
        let folder = Programs.decoder.dropLast("mingle-decode".count)
        #expect(DecoderProcess(besides: folder + "mingle").path == Programs.decoder)
        #expect(DecoderProcess(besides: "/opt/bin/mingle").path == "/opt/bin/../libexec/mingle/mingle-decode")
    }
}
