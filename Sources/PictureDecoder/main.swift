import CSandbox
import Glibc

/// The whole of standard input, as far as it is not too large.
private func readInput() throws(Refusal) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(STDIN_FILENO, &chunk, chunk.count)
        if count == 0 { return bytes }
        if count < 0 {
            if errno == EINTR { continue }
            throw Refusal("cannot be read")
        }
        bytes += chunk[..<count]
        guard bytes.count <= Limits.input else { throw Refusal("is larger than \(Limits.input >> 20) MiB") }
    }
}

/// Decodes what the first bytes say that it is; names and types that others gave it mean nothing.
private func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ target: Target) throws(Refusal) {
    var stream = FrameStream(target: target)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
        try decodePNG(bytes, into: &stream)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
        try decodeJPEG(bytes, target, into: &stream)
    } else if bytes.starts(with: Array("GIF8".utf8)) {
        try decodeGIF(bytes, into: &stream)
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
        try decodeWebP(bytes, into: &stream)
    } else {
        throw Refusal("is no PNG, JPEG, GIF or WebP")
    }
}

private func end(_ sentence: String, code: Int32) -> Never {
    let bytes = Array((sentence + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(code)
}

private let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }.filter { (1...16_384).contains($0) }
guard numbers.count == 3, CommandLine.arguments.count == 4 else {
    end("usage: mingle-decode MAXWIDTH MAXHEIGHT MAXFRAMES < picture > frames", code: 64)
}
guard mingle_confine() == 0 else { end("cannot be decoded safely on this system", code: 71) }
do throws(Refusal) {
    let bytes = try readInput()
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Void, Refusal> in
        do throws(Refusal) {
            try decode(bytes, Target(width: numbers[0], height: numbers[1], frames: numbers[2]))
            return .success(())
        } catch {
            return .failure(error)
        }
    }
    try result.get()
} catch {
    end(error.reason, code: 3)
}
