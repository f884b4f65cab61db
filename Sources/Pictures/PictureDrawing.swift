import RichText
import Terminal

/// How pictures are drawn on one terminal: all that bitmaps are turned into something to show by.
public struct PictureDrawing: Hashable, Sendable {
    /// By pixels, by cells, or not at all.
    public var tier: PictureTier
    /// The characters that cells are drawn with.
    public var blocks: BlockGlyphs
    /// How many colours there are.
    public var depth: ColourDepth
    /// A cell's width and height in pixels.
    public var cell: Size
    /// The most frames of a moving picture; 1 where nothing moves.
    public var mostFrames: Int

    /// The cell of a terminal that does not tell.
    public static let usualCell = Size(width: 8, height: 16)

    /// A way of drawing; cells of no size are taken as ``usualCell``.
    public init(
        tier: PictureTier = .cells, blocks: BlockGlyphs = .quadrants, depth: ColourDepth = .direct,
        cell: Size = usualCell, mostFrames: Int = 60
    ) {
        self.tier = tier
        self.blocks = blocks
        self.depth = depth
        self.cell = cell.isEmpty ? PictureDrawing.usualCell : cell
        self.mostFrames = max(mostFrames, 1)
    }

    /// Whether pictures are shown as such.
    public var showsPictures: Bool { tier == .kitty || tier == .cells }
}

extension Size {
    fileprivate var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// What is asked of those who read and decode pictures: which one, and for which cells.
public struct PictureRequest: Hashable, Sendable {
    /// Where it is.
    public enum Origin: Hashable, Sendable {
        /// The file of that name in the folder of pictures beside the archive.
        case kept(String)
        /// The file at that path.
        case file(String)
        /// That address of the network.
        case remote(String)
    }

    /// How a picture takes the cells that it may.
    public enum Fit: Hashable, Sendable {
        /// In its own proportions, and never magnified.
        case proportional
        /// In its own proportions, as large as it may be, and up to four times its size.
        case magnified
        /// All of them, as an emoticon does.
        case filling
    }

    /// Where it is.
    public var origin: Origin
    /// The cells that it may take.
    public var size: CellSize
    /// How it takes them.
    public var fit: Fit
    /// How it is drawn.
    public var drawing: PictureDrawing

    /// A request for `size` cells.
    public init(_ origin: Origin, size: CellSize, fit: Fit = .proportional, drawing: PictureDrawing) {
        self.origin = origin
        self.size = size
        self.fit = fit
        self.drawing = drawing
    }

    /// A request for a message's picture; nil for a source of no known kind. A name without a slash is one of the
    /// folder beside the archive.
    public init?(_ source: Picture.Source, size: CellSize, drawing: PictureDrawing) {
        switch source.kind {
        case nil: return nil
        case .remoteStatic, .remoteAnimated: self.init(.remote(source.location), size: size, drawing: drawing)
        case .localStatic, .localAnimated:
            let isName = !source.location.utf8.contains(UInt8(ascii: "/"))
            let origin = isName ? Origin.kept(source.location) : .file(source.location)
            self.init(origin, size: size, drawing: drawing)
        }
    }

    /// The most pixels that a frame needs, each way: somewhat more than is shown, so that sampling has a choice.
    public var pixels: Size {
        switch drawing.tier {
        case .kitty:
            return Size(
                width: max(size.width * drawing.cell.width, 1), height: max(size.height * drawing.cell.height, 1))
        case .cells, .emoji, .text:
            return Size(
                width: max(size.width * drawing.blocks.columns * 2, PictureRequest.fewest),
                height: max(size.height * drawing.blocks.rows * 2, PictureRequest.fewest))
        }
    }

    /// Pixels that are always asked for, so that a small drawing comes in its own colours.
    private static let fewest = 64
    /// The most bytes that all frames of one picture may take.
    private static let mostBytes = 12 << 20

    /// The most frames that are asked for: less of a large picture.
    public var frames: Int {
        let bytes = pixels.width * pixels.height * 4
        return min(max(PictureRequest.mostBytes / max(bytes, 1), 1), drawing.mostFrames)
    }
}

/// A picture made ready for the screen.
public struct PreparedPicture: Hashable, Sendable {
    /// What is shown, frame by frame.
    public enum Frames: Hashable, Sendable {
        /// Cells, which a frame of the screen takes as they are.
        case cells([CellPicture])
        /// Pixels, which the terminal is to be sent, and the cells that they fill there.
        case bitmaps([Bitmap], CellSize)
    }

    /// What is shown; never without a frame.
    public let frames: Frames
    /// How long each frame is shown, in milliseconds.
    public let times: AnimationTimes
    /// The file's own width and height, in pixels.
    public let pixels: Size

    /// Turns decoded `bitmaps` into what `request` asks for; nil without any.
    public init?(_ bitmaps: [Bitmap], milliseconds: [Int], pixels: Size, for request: PictureRequest) {
        guard !bitmaps.isEmpty else { return nil }
        let bitmaps = Array(bitmaps.prefix(max(request.frames, 1)))
        let size =
            request.fit == .filling
            ? request.size
            : PictureFit.size(
                width: pixels.width, height: pixels.height, within: request.size, cell: request.drawing.cell,
                magnification: request.fit == .magnified ? 4 : 1)
        times = AnimationTimes(Array(milliseconds.prefix(bitmaps.count)))
        self.pixels = pixels
        if request.drawing.tier == .kitty {
            frames = .bitmaps(bitmaps, size)
        } else {
            frames = .cells(
                bitmaps.map { bitmap in
                    let renderer = CellRenderer(
                        blocks: request.drawing.blocks, depth: request.drawing.depth, palette: SnapPalette(of: bitmap))
                    return renderer.render(bitmap, size: size)
                })
        }
    }

    /// How many frames there are.
    public var count: Int {
        switch frames {
        case .cells(let cells): cells.count
        case .bitmaps(let bitmaps, _): bitmaps.count
        }
    }
}
