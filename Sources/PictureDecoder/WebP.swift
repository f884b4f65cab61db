import CWebP

/// WebP, still and animated: libwebp composes the frames.
func decodeWebP(_ bytes: UnsafeBufferPointer<UInt8>, into stream: inout FrameStream) throws(Refusal) {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(bytes.baseAddress, bytes.count, &features) == VP8_STATUS_OK else { throw .isDamaged }
    let (width, height) = (Int(features.width), Int(features.height))
    try Limits.check(width: width, height: height)
    var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0, let decoder = WebPAnimDecoderNew(&data, &options) else {
        throw .isDamaged
    }
    defer { WebPAnimDecoderDelete(decoder) }
    var info = WebPAnimInfo()
    guard WebPAnimDecoderGetInfo(decoder, &info) != 0, Int(info.canvas_width) == width,
        Int(info.canvas_height) == height
    else { throw .isDamaged }
    var shownUntil: Int32 = 0
    var isCut = false
    while WebPAnimDecoderHasMoreFrames(decoder) != 0 {
        if stream.isFull || (stream.count + 1) * width * height > Limits.pixelsOfAllFrames {
            isCut = true
            break
        }
        var pixels: UnsafeMutablePointer<UInt8>?
        var end: Int32 = 0
        guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels else {
            isCut = true
            break
        }
        let milliseconds = info.frame_count > 1 ? Int(end &- shownUntil) : 0
        shownUntil = end
        try stream.add(
            UnsafeBufferPointer(start: pixels, count: width * height * 4), width: width, height: height,
            milliseconds: max(milliseconds, 0))
    }
    try stream.end(isCut: isCut)
}
