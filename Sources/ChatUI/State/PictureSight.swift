import Emoticons
import Pictures
import RichText
import Terminal

/// What moves on the screen.
enum MotionID: Hashable, Sendable {
    /// A picture with several frames.
    case picture(PictureRequest)
    /// An emoticon in glyphs, by its code and size.
    case emoticon(EmoticonCode, CellSize)
}

/// How the pictures of one message are seen now.
struct PictureSight {
    /// What stands where a picture is.
    enum Look: Equatable {
        case frame(PictureAlbum.Frame)
        /// Why it cannot be seen, in a few words.
        case words(String)
    }

    let album: PictureAlbum
    let clock: AnimationClock<MotionID>
    /// When the frame is drawn: milliseconds.
    let time: Int
    let drawing: PictureDrawing
    let catalogue: Catalogue
    /// Whether all pictures of the network may be fetched for this message.
    let mayFetch: Bool
    /// The addresses of those that may be fetched wherever they stand.
    let fetched: Set<String>
    /// The file that goes along with this message, and those that the program shows by itself. No other file of this machine
    /// is opened: a message may hold any path, a private file's too, or one behind which an automounter asks a stranger.
    let attached: String?
    let ownFiles: Set<String>

    /// Whether a picture may be fetched if it is of the network.
    func mayFetch(_ picture: Picture) -> Bool { mayFetch || fetched.contains(picture.source.location) }

    /// Whether a picture may be read if it is a file of this machine.
    func mayRead(_ picture: Picture) -> Bool {
        picture.source.location == attached || ownFiles.contains(picture.source.location)
    }

    /// The request for a message's picture that takes `size` cells; nil where it is not shown.
    func request(for picture: Picture, size: CellSize) -> PictureRequest? {
        guard drawing.showsPictures, let request = PictureRequest(picture.source, size: size, drawing: drawing) else {
            return nil
        }
        switch request.origin {
        case .kept: return request
        case .remote: return mayFetch(picture) ? request : nil
        case .file: return mayRead(picture) ? request : nil
        }
    }

    /// The request for an emoticon of `size` cells; nil where its drawing in glyphs is all there is to see.
    func request(for code: EmoticonCode, size: CellSize) -> PictureRequest? {
        guard drawing.tier == .kitty || moves && drawing.tier == .cells,
            let file = catalogue.file(of: code, moves: moves)
        else { return nil }
        if drawing.tier == .cells {
            guard let emoticon = catalogue.emoticon(for: code), emoticon.files.animation != nil,
                emoticon.motions[size] == nil
            else { return nil }
        }
        return PictureRequest(.file(file), size: size, fit: .filling, drawing: drawing)
    }

    private var moves: Bool { drawing.mostFrames > 1 }

    /// How an emoticon of `size` cells moves in glyphs; nil where it stands still or is shown by pixels.
    func motion(of code: EmoticonCode, size: CellSize) -> (id: MotionID, motion: GlyphMotion)? {
        guard moves, drawing.tier == .cells, let motion = catalogue.emoticon(for: code)?.motions[size] else {
            return nil
        }
        return (.emoticon(EmoticonCode(code.name, pack: code.pack), size), motion)
    }

    /// The drawing in glyphs that an emoticon shows while it moves; nil where it stands still.
    func art(of code: EmoticonCode, size: CellSize) -> GlyphArt? {
        guard let (id, motion) = motion(of: code, size: size) else { return nil }
        let number = clock.frame(of: id, at: time)
        return motion.frames.indices.contains(number) ? motion.frames[number] : nil
    }

    func look(at picture: Picture, size: CellSize) -> Look {
        guard let request = request(for: picture, size: size) else {
            if let host = PictureSight.host(of: picture) { return .words("on \(host) · Alt-I shows it") }
            return .words(drawing.showsPictures ? "the picture did not come along" : "")
        }
        switch album[request] {
        case nil, .awaited: return .words("…")
        case .failed(let reason): return .words(reason)
        case .ready(let shown): return frame(of: shown, request).map(Look.frame) ?? .words("…")
        }
    }

    /// The frame of an emoticon; nil while its drawing in glyphs is shown.
    func frame(of code: EmoticonCode, size: CellSize) -> PictureAlbum.Frame? {
        guard let request = request(for: code, size: size), case .ready(let shown)? = album[request] else { return nil }
        // At rest, a drawing that was made for cells is clearer than one brought down to them.
        if drawing.tier == .cells, clock.frame(of: .picture(request), at: time) == 0 { return nil }
        return frame(of: shown, request)
    }

    private func frame(of shown: PictureAlbum.Shown, _ request: PictureRequest) -> PictureAlbum.Frame? {
        let number = clock.frame(of: .picture(request), at: time)
        return shown.frames.indices.contains(number) ? shown.frames[number] : shown.frames.first
    }

    /// The host of a picture of the network, as far as it can be read from the address.
    static func host(of picture: Picture) -> String? {
        guard picture.source.kind == .remoteStatic || picture.source.kind == .remoteAnimated else { return nil }
        let location = picture.source.location
        let parts = location.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].hasSuffix(":"), parts[1].isEmpty else { return "the network" }
        let host = parts[2].prefix { $0 != "?" && $0 != "#" }.split(separator: "@").last.map(String.init) ?? ""
        return host.isEmpty ? "the network" : host
    }
}

extension Frame {
    /// Draws a picture's frame with its top left cell at (`x`, `y`), as far as it lies inside `clip`.
    mutating func draw(_ frame: PictureAlbum.Frame, x: Int, y: Int, clip: Rect, depth: ColourDepth) {
        switch frame {
        case .cells(let picture): draw(picture, x: x, y: y, clip: clip)
        case .placed(let placement): draw(placement, x: x, y: y, clip: clip, depth: depth)
        }
    }
}
