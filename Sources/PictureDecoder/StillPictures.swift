import CJPEG
import CPNG

/// PNG (the first picture of an animated one), by libpng's simplified interface.
func decodePNG(_ bytes: UnsafeBufferPointer<UInt8>, into stream: inout FrameStream) throws(Refusal) {
    var image = png_image()
    mingle_png_prepare(&image)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else { throw .isDamaged }
    let (width, height) = (Int(image.width), Int(image.height))
    try Limits.check(width: width, height: height)
    image.format = png_uint_32(MINGLE_PNG_RGBA)
    let pixels = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * height * 4)
    defer { pixels.deallocate() }
    guard png_image_finish_read(&image, nil, pixels.baseAddress, Int32(width * 4), nil) != 0 else { throw .isDamaged }
    try stream.add(UnsafeBufferPointer(pixels), width: width, height: height, milliseconds: 0)
    try stream.end(isCut: false)
}

/// JPEG, decoded at a half, a quarter or an eighth where that is enough, and turned as its camera was held.
func decodeJPEG(
    _ bytes: UnsafeBufferPointer<UInt8>, _ target: Target, into stream: inout FrameStream
) throws(Refusal) {
    guard let handle = tjInitDecompress() else { throw .isDamaged }
    defer { tjDestroy(handle) }
    var (fullWidth, fullHeight): (Int32, Int32) = (0, 0)
    var (sampling, colours): (Int32, Int32) = (0, 0)
    guard
        tjDecompressHeader3(
            handle, bytes.baseAddress, UInt(bytes.count), &fullWidth, &fullHeight, &sampling, &colours) == 0
    else { throw .isDamaged }
    try Limits.check(width: Int(fullWidth), height: Int(fullHeight))
    let turn = ExifTurn(of: bytes)
    let original = turn.size(Int(fullWidth), Int(fullHeight))
    let wanted = turn.size(target.size(for: original.width, original.height))
    var eighths: Int32 = 8
    for candidate: Int32 in [1, 2, 4]
    where (fullWidth * candidate + 7) / 8 >= wanted.width && (fullHeight * candidate + 7) / 8 >= wanted.height {
        eighths = candidate
        break
    }
    let (width, height) = (Int((fullWidth * eighths + 7) / 8), Int((fullHeight * eighths + 7) / 8))
    let pixels = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * height * 4)
    defer { pixels.deallocate() }
    let result = tjDecompress2(
        handle, bytes.baseAddress, UInt(bytes.count), pixels.baseAddress, Int32(width), 0, Int32(height),
        Int32(TJPF_RGBA.rawValue), 0)
    // A warning is told where something is missing at the end: what is there is shown.
    guard result == 0 || tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else { throw .isDamaged }
    if turn == .none {
        try stream.add(UnsafeBufferPointer(pixels), width: width, height: height, original: original, milliseconds: 0)
    } else {
        let reduced = Scaling.reduced(UnsafeBufferPointer(pixels), width: width, height: height, to: wanted)
        let turned = turn.applied(to: reduced, width: wanted.width, height: wanted.height)
        let size = turn.size(wanted)
        do {
            try turned.withUnsafeBufferPointer { pixels in
                try stream.add(pixels, width: size.width, height: size.height, original: original, milliseconds: 0)
            }
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw .isDamaged
        }
    }
    try stream.end(isCut: false)
}
