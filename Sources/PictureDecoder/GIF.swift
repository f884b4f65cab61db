import CGIF

/// GIF, still and animated: read record by record, the frames composed here.
func decodeGIF(_ bytes: UnsafeBufferPointer<UInt8>, into stream: inout FrameStream) throws(Refusal) {
    let source = GIFSource(bytes)
    var error: Int32 = 0
    let opened = withExtendedLifetime(source) {
        DGifOpen(Unmanaged.passUnretained(source).toOpaque(), readGIF, &error)
    }
    guard let file = opened else { throw .isDamaged }
    defer {
        withExtendedLifetime(source) { _ = DGifCloseFile(file, &error) }
    }
    try Limits.check(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
    var canvas = GIFCanvas(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
    var isCut = false
    reading: while true {
        var record = UNDEFINED_RECORD_TYPE
        guard DGifGetRecordType(file, &record) == GIF_OK else {
            isCut = true
            break
        }
        switch record {
        case IMAGE_DESC_RECORD_TYPE:
            if stream.isFull || (stream.count + 1) * canvas.pixels.count / 4 > Limits.pixelsOfAllFrames {
                isCut = true
                break reading
            }
            // A frame that ends early is shown as far as it goes, and is the last.
            isCut = try !canvas.read(file)
            if isCut && stream.count > 0 { break reading }
            let milliseconds = canvas.control.DelayTime * 10
            try stream.add(canvas, milliseconds: Int(milliseconds))
            if isCut { break reading }
            canvas.dispose()
        case EXTENSION_RECORD_TYPE:
            guard canvas.readExtension(file) else {
                isCut = true
                break reading
            }
        case TERMINATE_RECORD_TYPE: break reading
        default: break
        }
    }
    try stream.end(isCut: isCut)
}

extension FrameStream {
    fileprivate mutating func add(_ canvas: GIFCanvas, milliseconds: Int) throws(Refusal) {
        let stream = canvas.pixels.withUnsafeBufferPointer { pixels -> Result<FrameStream, Refusal> in
            var stream = self
            do throws(Refusal) {
                try stream.add(pixels, width: canvas.width, height: canvas.height, milliseconds: milliseconds)
                return .success(stream)
            } catch {
                return .failure(error)
            }
        }
        self = try stream.get()
    }
}

/// The bytes that giflib reads from.
private final class GIFSource {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func read(into target: UnsafeMutablePointer<UInt8>, _ wanted: Int) -> Int {
        let count = max(min(wanted, bytes.count - place), 0)
        if count > 0, let start = bytes.baseAddress { target.update(from: start + place, count: count) }
        place += count
        return count
    }
}

private func readGIF(
    _ file: UnsafeMutablePointer<GifFileType>?, _ target: UnsafeMutablePointer<GifByteType>?, _ count: Int32
) -> Int32 {
    guard let data = file?.pointee.UserData, let target else { return 0 }
    return Int32(Unmanaged<GIFSource>.fromOpaque(data).takeUnretainedValue().read(into: target, Int(count)))
}
