import CGIF

/// What a GIF shows so far, four bytes a pixel.
struct GIFCanvas {
    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]
    /// What was said of the next image.
    private(set) var control = GIFCanvas.noControl
    private var left = 0
    private var top = 0
    private var imageWidth = 0
    private var imageHeight = 0
    private var before: [UInt8]?
    private var work = 0

    private static let noControl = GraphicsControlBlock(
        DisposalMode: 0, UserInputFlag: false, DelayTime: 0, TransparentColor: -1)

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: 0, count: width * height * 4)
    }

    /// Reads an extension with its blocks; false when it is broken.
    mutating func readExtension(_ file: UnsafeMutablePointer<GifFileType>) -> Bool {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        guard DGifGetExtension(file, &code, &block) == GIF_OK else { return false }
        if code == GRAPHICS_EXT_FUNC_CODE, let block {
            var next = GIFCanvas.noControl
            if DGifExtensionToGCB(Int(block[0]), block + 1, &next) == GIF_OK { control = next }
        }
        while block != nil {
            guard DGifGetExtensionNext(file, &block) == GIF_OK else { return false }
        }
        return true
    }

    /// Reads an image onto the canvas; false when it ends before it is whole.
    mutating func read(_ file: UnsafeMutablePointer<GifFileType>) throws(Refusal) -> Bool {
        guard DGifGetImageDesc(file) == GIF_OK else { return false }
        let image = file.pointee.Image
        (left, top) = (Int(image.Left), Int(image.Top))
        (imageWidth, imageHeight) = (Int(image.Width), Int(image.Height))
        try Limits.check(width: imageWidth, height: imageHeight)
        // What lies outside the canvas is read all the same, and costs time.
        work += imageWidth * imageHeight
        guard work <= Limits.pixelsOfAllFrames, let map = image.ColorMap ?? file.pointee.SColorMap else { return false }
        before = control.DisposalMode == DISPOSE_PREVIOUS ? pixels : nil
        let colours = (0..<Int(map.pointee.ColorCount)).map { map.pointee.Colors[$0] }
        var line = [UInt8](repeating: 0, count: imageWidth)
        for row in GIFCanvas.rows(imageHeight, isInterlaced: image.Interlace) {
            guard DGifGetLine(file, &line, Int32(imageWidth)) == GIF_OK else { return false }
            draw(line, colours, row: top + row)
        }
        return true
    }

    private mutating func draw(_ line: [UInt8], _ colours: [GifColorType], row: Int) {
        guard (0..<height).contains(row) else { return }
        for x in 0..<min(line.count, max(width - left, 0)) {
            let index = Int(line[x])
            guard index < colours.count, Int32(index) != control.TransparentColor else { continue }
            let place = (row * width + left + x) * 4
            pixels[place] = colours[index].Red
            pixels[place + 1] = colours[index].Green
            pixels[place + 2] = colours[index].Blue
            pixels[place + 3] = 255
        }
    }

    /// Takes the image away again as it asked for, and forgets what was said of it.
    mutating func dispose() {
        if control.DisposalMode == DISPOSE_BACKGROUND {
            for row in max(top, 0)..<max(min(top + imageHeight, height), max(top, 0)) {
                let columns = min(left, width)..<min(left + imageWidth, width)
                for place in (row * width + columns.lowerBound) * 4..<(row * width + columns.upperBound) * 4 {
                    pixels[place] = 0
                }
            }
        } else if let before {
            pixels = before
        }
        control = GIFCanvas.noControl
    }

    /// The rows in the order in which they are stored (GIF89a, appendix E).
    private static func rows(_ count: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<count) }
        let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
        return passes.flatMap { pass in Array(stride(from: pass.0, to: count, by: pass.1)) }
    }
}
