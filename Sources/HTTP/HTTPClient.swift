import CCurl
import Glibc
import Synchronization

/// Why nothing came back.
public enum HTTPFailure: Error, Hashable, Sendable {
    /// libcurl is not installed.
    case noLibrary
    /// The address is malformed, not `https`, or leads into a private network.
    case forbiddenAddress
    /// It led elsewhere more often than is allowed.
    case tooManyRedirects
    /// It is larger than is allowed.
    case tooLarge
    /// It took longer than is allowed.
    case tooSlow
    /// It was given up.
    case cancelled
    /// The server cannot prove who it is.
    case notVerified
    /// The server refused, with this status.
    case status(Int)
    /// Something else went wrong, in libcurl's words.
    case failed(String)

    /// The reason as a sentence without a full stop.
    public var sentence: String {
        switch self {
        case .noLibrary: "libcurl is not installed"
        case .forbiddenAddress: "the address is not one of the public network by https"
        case .tooManyRedirects: "the address leads from one place to the next"
        case .tooLarge: "it is too large"
        case .tooSlow: "the server is too slow"
        case .cancelled: "it was given up"
        case .notVerified: "the server cannot prove who it is"
        case .status(let status): "the server answers \(status)"
        case .failed(let words): words
        }
    }
}

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
    /// The largest answer that is taken, in bytes.
    public var largestAnswer: Int
    /// The longest time that a transfer takes, in milliseconds.
    public var milliseconds: Int
    /// How often an address may lead to another.
    public var redirects = 3
    /// Whether this machine itself may be asked, by plain HTTP too. Only for tests: nothing else is reached then.
    public var isForLoopback: Bool

    /// A client of those limits.
    public init(largestAnswer: Int = 10 << 20, milliseconds: Int = 30_000, isForLoopback: Bool = false) {
        self.largestAnswer = largestAnswer
        self.milliseconds = milliseconds
        self.isForLoopback = isForLoopback
    }

    /// What lies at `url`.
    ///
    /// `progress` is told the bytes so far and the bytes expected (0 when unknown), on the calling thread.
    public func get(
        _ url: String, cancellation: Cancellation = Cancellation(), progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(HTTPFailure) -> [UInt8] {
        try perform(url, upload: nil, headers: [], Transfer(self, cancellation, progress))
    }

    /// Puts `bytes` to `url`, with `headers` of the form `Name: value`; `progress` is told the bytes sent, and all.
    public func put(
        _ bytes: [UInt8], to url: String, headers: [String] = [], cancellation: Cancellation = Cancellation(),
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(HTTPFailure) {
        // A line break in a header would start another one.
        guard !headers.contains(where: { $0.unicodeScalars.contains { $0.value < 0x20 } }) else {
            throw .failed("a header has a control character in it")
        }
        let transfer = Transfer(self, cancellation, progress)
        transfer.uploadSize = bytes.count
        _ = try perform(url, upload: bytes, headers: headers, transfer)
    }

    private func perform(
        _ url: String, upload: [UInt8]?, headers: [String], _ transfer: Transfer
    ) throws(HTTPFailure) -> [UInt8] {
        guard !url.utf8.contains(0) else { throw .forbiddenAddress }
        let words = headers.map { strdup($0) }
        defer { for word in words { free(word) } }
        let pointers = words.map { UnsafePointer($0) }
        let outcome = url.withCString { url in
            (upload ?? []).withUnsafeBufferPointer { bytes in
                pointers.withUnsafeBufferPointer { pointers in
                    var request = mingle_transfer()
                    request.url = url
                    request.headers = pointers.baseAddress
                    request.header_count = pointers.count
                    if upload != nil { request.upload = bytes.baseAddress ?? UnsafePointer(bitPattern: 1) }
                    request.upload_size = bytes.count
                    request.allows_plain = isForLoopback ? 1 : 0
                    request.milliseconds = milliseconds
                    request.redirects = redirects
                    request.context = Unmanaged.passUnretained(transfer).toOpaque()
                    request.received = receive
                    request.allowed = allow
                    request.progressed = showProgress
                    return withExtendedLifetime(transfer) { mingle_perform(&request) }
                }
            }
        }
        if transfer.isTooLarge { throw .tooLarge }
        if transfer.cancellation.isCancelled { throw .cancelled }
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
    var uploadSize: Int?
    var isTooLarge = false

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
    let isAllowed = transfer.client.isForLoopback ? AddressFilter.isLoopback(bytes) : AddressFilter.isPublic(bytes)
    return isAllowed ? 1 : 0
}

private func showProgress(
    _ context: UnsafeMutableRawPointer?, _ received: Int64, _ expected: Int64, _ sent: Int64
) -> Int32 {
    guard let transfer = Transfer.of(context) else { return 1 }
    if transfer.cancellation.isCancelled { return 1 }
    if transfer.uploadSize == nil, expected > transfer.client.largestAnswer {
        transfer.isTooLarge = true
        return 1
    }
    if let size = transfer.uploadSize {
        transfer.progress(Int(sent), size)
    } else {
        transfer.progress(Int(received), Int(expected))
    }
    return 0
}
