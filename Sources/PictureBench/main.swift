import Emoticons
import Glibc
import PictureStore
import Pictures
import RichText
import Terminal

// mingle-bench-pictures PACK DECODER: what it costs to decode the emoticons of a pack folder and to draw them in cells.

private let words = CommandLine.arguments
guard words.count == 3, let pack = PackLoader.load(folder: words[1]).pack else {
    print("usage: mingle-bench-pictures PACK DECODER")
    exit(64)
}

private let decoder = DecoderProcess(path: words[2])
private let limits = DecoderProcess.Limits(width: 64, height: 64, frames: 1)
private var bitmaps: [Bitmap] = []
private var decoding = Times()
for file in pack.emoticons.compactMap(\.files.image) {
    decoding.add(Clock.now) {
        bitmaps += (try? decoder.decode(file: words[1] + "/" + file, limits))?.frames.prefix(1).map(\.bitmap) ?? []
    }
}
guard bitmaps.count == pack.emoticons.count else {
    print("\(pack.emoticons.count - bitmaps.count) of \(pack.emoticons.count) pictures cannot be decoded")
    exit(1)
}
print("decoding a 64 px emoticon, the whole process, microseconds (wanted: under 10000): \(decoding.summary)")

private let size = CellSize(width: 8, height: 4)
private let palettes = bitmaps.map(SnapPalette.init(of:))
print("a 64 px emoticon drawn in 8 × 4 cells, microseconds of processor time (wanted: under 50):")
for blocks in [BlockGlyphs.halves, .quadrants, .sextants] {
    for depth in [ColourDepth.direct, .palette, .sixteen, .monochrome] {
        var times = Times()
        for _ in 0..<20 {
            for (bitmap, palette) in zip(bitmaps, palettes) {
                let renderer = CellRenderer(blocks: blocks, depth: depth, palette: palette)
                times.add(Clock.ofThread) { precondition(renderer.render(bitmap, size: size).cells.count == 32) }
            }
        }
        print("  \(blocks), \(depth): \(times.summary)")
    }
}
private var finding = Times()
for _ in 0..<20 {
    for bitmap in bitmaps { finding.add(Clock.ofThread) { precondition(SnapPalette(of: bitmap) != nil) } }
}
print("its own colours found, which is done once for each picture: \(finding.summary)")
