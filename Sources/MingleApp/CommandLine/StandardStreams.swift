import Glibc
import RichText

/// Writes to standard output, or to another open file, in large pieces.
struct Output {
    private var pending: [UInt8] = []
    private let descriptor: Int32

    /// Nothing is written yet.
    init(to descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

    /// Adds `text` and a line feed.
    mutating func line(_ text: String) throws(Failure) {
        pending += text.utf8
        pending.append(0x0A)
        if pending.count > 1 << 16 { try flush() }
    }

    /// Writes what is pending. A reader that went away ends the program quietly, as `head` expects.
    mutating func flush() throws(Failure) {
        try Output.write(pending, to: descriptor)
        pending.removeAll(keepingCapacity: true)
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                start += count
            } else if errno == EPIPE {
                exit(0)
            } else if errno != EINTR {
                throw Failure("cannot write: \(String(cString: strerror(errno)))", .inputOutput)
            }
        }
    }

    /// Tells something that is not the result, such as a mistake in one of many lines: always one line, whatever paths
    /// and words of libraries are in it.
    static func tell(_ sentence: String) {
        try? write(Array(("mingle: " + HarmlessText.line(sentence) + "\n").utf8), to: STDERR_FILENO)
    }
}

/// Reads a file, or standard input, record by record.
struct Input {
    private let descriptor: Int32
    private let name: String
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// Opens `path`; nil and `-` mean standard input.
    init(_ path: String?) throws(Failure) {
        guard let path, path != "-" else {
            descriptor = STDIN_FILENO
            name = "standard input"
            return
        }
        name = HarmlessText.line(path)
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure("cannot open \(name): \(String(cString: strerror(errno)))", .inputOutput)
        }
    }

    /// The next record without the `terminator` that ends it, or nil at the end.
    mutating func record(endingWith terminator: UInt8) throws(Failure) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: terminator) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            if isAtEnd {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                return Array(buffer[start...])
            }
            if start > 0 {
                buffer.removeSubrange(..<start)
                start = 0
            }
            searched = buffer.count
            try fill()
        }
    }

    /// All that is left.
    mutating func rest() throws(Failure) -> [UInt8] {
        while !isAtEnd { try fill() }
        defer { start = buffer.count }
        return Array(buffer[start...])
    }

    private mutating func fill() throws(Failure) {
        let size = 1 << 16
        let (descriptor, old) = (descriptor, buffer.count)
        buffer.append(contentsOf: repeatElement(0, count: size))
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + old, size) }
        let code = errno
        buffer.removeSubrange((old + max(count, 0))...)
        if count == 0 { isAtEnd = true }
        if count < 0 && code != EINTR {
            throw Failure("cannot read \(name): \(String(cString: strerror(code)))", .inputOutput)
        }
    }
}
