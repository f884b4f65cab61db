import CCurl
import Glibc
import Synchronization

/// A wish to give up a transfer, made on any thread.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Nothing is given up yet.
    public init() {}

    /// Gives it up.
    public func cancel() { flag.store(true, ordering: .relaxed) }

    /// Whether it was given up.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// Gets and puts files by HTTPS, within limits. Its calls wait for the end: not for the main thread.
public struct HTTPClient: Sendable {
    /// What is reached.
    public enum Reach: Hashable, Sendable {
        /// Only addresses of the public network.
        case publicNetwork
        /// Only this machine, by plain HTTP too: for tests.
        case loopback
        /// Every address: where the user's own server says whom to ask.
        case anywhere
    }

    /// The largest answer that is taken, in bytes.
    public var largestAnswer: Int
    /// The longest time that getting takes, in milliseconds; while something is put, the longest without a byte.
    public var milliseconds: Int
    /// How often an address may lead to another. What is put goes where it was sent, or nowhere.
    public var redirects = 3
    /// What is reached.
    public var reach: Reach
    /// The path of a PEM file of authorities that are believed instead of the system's.
    public var authorities: String?

    /// A client of those limits.
    public init(
        largestAnswer: Int = 10 << 20, milliseconds: Int = 30_000, reach: Reach = .publicNetwork,
        authorities: String? = nil
    ) {
        self.largestAnswer = largestAnswer
        self.milliseconds = milliseconds
        self.reach = reach
        self.authorities = authorities
    }

    /// What lies at `url`.
    ///
    /// `progress` is told the bytes so far and the bytes expected (0 when unknown), on the calling thread.
    public func get(
        _ url: String, cancellation: Cancellation = Cancellation(), progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(HTTPFailure) -> [UInt8] {
        try perform(url, headers: [], redirects: redirects, Transfer(self, cancellation, progress))
    }

    /// Puts `bytes` to `url`, with `headers` of the form `Name: value`; `progress` is told the bytes sent, and all.
    public func put(
        _ bytes: [UInt8], to url: String, headers: [String] = [], cancellation: Cancellation = Cancellation(),
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(HTTPFailure) {
        var place = 0
        try put(count: bytes.count, to: url, headers: headers, cancellation: cancellation, progress: progress) { room in
            let some = min(room.count, bytes.count - place)
            room.copyBytes(from: bytes[place..<place + some])
            place += some
            return some
        }
    }

    /// Puts the `count` bytes that can be read from `descriptor` to `url`; like ``put(_:to:headers:cancellation:progress:)``
    /// otherwise. The file is read as it goes; one that has fewer bytes by then is `unreadable`.
    public func put(
        descriptor: Int32, count: Int, to url: String, headers: [String] = [],
        cancellation: Cancellation = Cancellation(), progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(HTTPFailure) {
        var left = count
        try put(count: count, to: url, headers: headers, cancellation: cancellation, progress: progress) { room in
            let some = min(room.count, left)
            guard some > 0 else { return 0 }
            var got = read(descriptor, room.baseAddress, some)
            while got < 0, errno == EINTR { got = read(descriptor, room.baseAddress, some) }
            left -= got
            return got > 0 ? got : -1
        }
    }

    private func put(
        count: Int, to url: String, headers: [String], cancellation: Cancellation,
        progress: @escaping (Int, Int) -> Void, source: @escaping (UnsafeMutableRawBufferPointer) -> Int
    ) throws(HTTPFailure) {
        // A line break in a header would start another one.
        guard !headers.contains(where: { $0.unicodeScalars.contains { $0.value < 0x20 } }) else {
            throw .failed("a header has a control character in it")
        }
        let transfer = Transfer(self, cancellation, progress)
        transfer.upload = (count, source)
        _ = try perform(url, headers: headers, redirects: 0, transfer)
    }

    private func perform(
        _ url: String, headers: [String], redirects: Int, _ transfer: Transfer
    ) throws(HTTPFailure) -> [UInt8] {
        guard !url.utf8.contains(0) else { throw .forbiddenAddress }
        let words = headers.map { strdup($0) }
        let authorities = authorities.map { strdup($0) } ?? nil
        defer { for word in words + [authorities] { free(word) } }
        let pointers = words.map { UnsafePointer($0) }
        let outcome = url.withCString { url in
            pointers.withUnsafeBufferPointer { pointers in
                var request = mingle_transfer()
                request.url = url
                request.headers = pointers.baseAddress
                request.header_count = pointers.count
                if let upload = transfer.upload {
                    request.provided = provide
                    request.upload_size = Int64(upload.count)
                }
                request.authorities = UnsafePointer(authorities)
                request.allows_plain = reach == .loopback ? 1 : 0
                request.milliseconds = milliseconds
                request.redirects = redirects
                request.context = Unmanaged.passUnretained(transfer).toOpaque()
                request.received = receive
                request.allowed = allow
                request.progressed = showProgress
                return withExtendedLifetime(transfer) { mingle_perform(&request) }
            }
        }
        if transfer.isTooLarge { throw .tooLarge }
        if transfer.cancellation.isCancelled { throw .cancelled }
        if transfer.isUnreadable { throw .unreadable }
        switch outcome.end {
        case MINGLE_DONE:
            guard (200...299).contains(outcome.status) else { throw .status(outcome.status) }
            return transfer.bytes
        case MINGLE_NO_LIBRARY: throw .noLibrary
        case MINGLE_BAD_ADDRESS: throw .forbiddenAddress
        case MINGLE_TOO_MANY_REDIRECTS: throw .tooManyRedirects
        case MINGLE_TOO_SLOW: throw .tooSlow
        case MINGLE_NOT_VERIFIED: throw .notVerified
        default:
            throw .failed(
                withUnsafeBytes(of: outcome.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
    }
}

/// What the callbacks of one transfer share; they run on the thread that waits for it.
private final class Transfer {
    let client: HTTPClient
    let cancellation: Cancellation
    let progress: (Int, Int) -> Void
    var bytes: [UInt8] = []
    /// How much is put, and what fills a buffer with the next of it: how much that was, negative when it cannot.
    var upload: (count: Int, source: (UnsafeMutableRawBufferPointer) -> Int)?
    var isTooLarge = false
    var isUnreadable = false

    init(_ client: HTTPClient, _ cancellation: Cancellation, _ progress: @escaping (Int, Int) -> Void) {
        self.client = client
        self.cancellation = cancellation
        self.progress = progress
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}

private func receive(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let transfer = Transfer.of(context), let bytes else { return 1 }
    guard transfer.bytes.count + count <= transfer.client.largestAnswer else {
        transfer.isTooLarge = true
        return 1
    }
    transfer.bytes += UnsafeBufferPointer(start: bytes, count: count)
    return 0
}

private func allow(_ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let transfer = Transfer.of(context), let address else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: address, count: count))
    switch transfer.client.reach {
    case .publicNetwork: return AddressFilter.isPublic(bytes) ? 1 : 0
    case .loopback: return AddressFilter.isLoopback(bytes) ? 1 : 0
    case .anywhere: return 1
    }
}

private func provide(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
    guard let transfer = Transfer.of(context), let upload = transfer.upload, let bytes else { return -1 }
    let some = upload.source(UnsafeMutableRawBufferPointer(start: bytes, count: count))
    if some < 0 { transfer.isUnreadable = true }
    return some
}

private func showProgress(
    _ context: UnsafeMutableRawPointer?, _ received: Int64, _ expected: Int64, _ sent: Int64
) -> Int32 {
    guard let transfer = Transfer.of(context) else { return 1 }
    if transfer.cancellation.isCancelled { return 1 }
    if transfer.upload == nil, expected > transfer.client.largestAnswer {
        transfer.isTooLarge = true
        return 1
    }
    if let size = transfer.upload?.count {
        transfer.progress(Int(sent), size)
    } else {
        transfer.progress(Int(received), Int(expected))
    }
    return 0
}
