import Glibc
import Pictures
import Synchronization

/// Pictures by file and size, decoded when they are first asked for; at most 32 MiB of them are kept.
///
/// Two threads decode, so that never more than two decoders run. What is asked for while it is being decoded is decoded
/// once, and a failure is remembered like a picture until it is forgotten with the oldest.
public final class PictureShelf: Sendable {
    /// What is asked for: a file, and the largest frames that are of use.
    public struct Request: Hashable, Sendable {
        /// The file's path.
        public var path: String
        /// The limits.
        public var limits: DecoderProcess.Limits

        /// A request for the picture at `path`.
        public init(path: String, limits: DecoderProcess.Limits) {
            self.path = path
            self.limits = limits
        }
    }

    /// A picture, or why there is none.
    public typealias Answer = Result<DecodedPicture, DecodeFailure>

    /// How many bytes of pictures are kept unless told otherwise.
    public static let usualCapacity = 32 << 20

    private struct State {
        var pictures: LeastRecentlyUsed<Request, Answer>
        var waiting: [Request] = []
        var pending: Set<Request> = []
        var workers = 0
        var isClosed = false
    }

    private let state: Mutex<State>
    private let decode: @Sendable (Request) -> Answer
    private let deliver: @Sendable (Request, Answer) -> Void

    /// A shelf that decodes with `decoder` and gives what was asked for to `deliver`, on a thread of its own.
    public convenience init(
        decoder: DecoderProcess, capacity: Int = usualCapacity,
        deliver: @escaping @Sendable (Request, Answer) -> Void
    ) {
        self.init(capacity: capacity, deliver: deliver) { request in
            Result { () throws(DecodeFailure) in try decoder.decode(file: request.path, request.limits) }
        }
    }

    /// A shelf whose pictures come from `decode`, which may take its time.
    package init(
        capacity: Int, deliver: @escaping @Sendable (Request, Answer) -> Void,
        decode: @escaping @Sendable (Request) -> Answer
    ) {
        state = Mutex(State(pictures: LeastRecentlyUsed(capacity: capacity)))
        self.deliver = deliver
        self.decode = decode
    }

    /// The answer that is kept for `request`; nil when there is none yet, and then it is decoded and delivered. A failure
    /// is kept only where it lies in the picture.
    public func picture(_ request: Request) -> Answer? {
        let (answer, needsWorker) = state.withLock { state -> (Answer?, Bool) in
            if let answer = state.pictures.value(request) { return (answer, false) }
            guard !state.isClosed, state.pending.insert(request).inserted else { return (nil, false) }
            state.waiting.append(request)
            guard state.workers < 2 else { return (nil, false) }
            state.workers += 1
            return (nil, true)
        }
        if needsWorker { startWorker() }
        return answer
    }

    /// The bytes that are kept.
    public var byteCount: Int { state.withLock { $0.pictures.cost } }

    /// Decodes nothing more; what is being decoded is still delivered.
    public func close() {
        state.withLock {
            $0.isClosed = true
            $0.waiting = []
        }
    }

    private func startWorker() {
        var thread = pthread_t()
        let shelf = Unmanaged.passRetained(self)
        let code = pthread_create(&thread, nil, workOnShelf, shelf.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            shelf.release()
            let lost = state.withLock { state -> [Request] in
                state.workers -= 1
                defer {
                    state.waiting = []
                    state.pending = []
                }
                return state.workers == 0 ? state.waiting : []
            }
            for request in lost { deliver(request, .failure(.noDecoder(code))) }
        }
    }

    /// Decodes what waits, and ends when nothing does.
    fileprivate func work() {
        while let request = next() {
            let answer = decode(request)
            let cost = (try? answer.get().byteCount) ?? 256
            state.withLock {
                if PictureShelf.lasts(answer) { $0.pictures.insert(answer, for: request, cost: cost) }
                $0.pending.remove(request)
            }
            deliver(request, answer)
        }
    }

    /// Whether the answer would be the same another time. Only what the decoder says of the picture is: it may have had no
    /// time, no memory or no descriptors, and the file may not have been there.
    private static func lasts(_ answer: Answer) -> Bool {
        switch answer {
        case .success, .failure(.refused): true
        case .failure: false
        }
    }

    private func next() -> Request? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.workers -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}

// A function and not a closure, as C calls it from another thread.
private func workOnShelf(_ shelf: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let shelf { Unmanaged<PictureShelf>.fromOpaque(shelf).takeRetainedValue().work() }
    return nil
}
