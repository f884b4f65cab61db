import Pictures
import RichText
import Terminal

extension ChatState {
    /// The rows for the picture: all but the last, which says what it is.
    private var viewerPane: Rect {
        Rect(x: 0, y: 0, width: size.width, height: max(size.height - 1, 1))
    }

    /// The request for the picture that fills the screen.
    func viewerRequest(_ viewer: PictureViewer) -> PictureRequest? {
        guard let (message, picture) = view.picture(at: viewer.place) else { return nil }
        let room = CellSize(width: viewerPane.width, height: viewerPane.height)
        var request = sight(of: message).request(for: picture, size: room)
        request?.fit = .magnified
        return request
    }

    /// Draws the picture in the middle of the screen, and below it whose it is.
    func draw(_ viewer: PictureViewer, into frame: inout Frame) {
        let pane = viewerPane
        guard let (message, picture) = view.picture(at: viewer.place) else { return }
        var words = PictureSight.host(of: picture).map { "on \($0)" } ?? ""
        if let request = viewerRequest(viewer) {
            switch album[request] {
            case nil, .awaited: words = "…"
            case .failed(let reason): words = reason
            case .ready(let shown):
                words = ""
                let number = clock.frame(of: .picture(request), at: drawnAt)
                if shown.frames.indices.contains(number) {
                    let size = shown.frames[number].size
                    let place = Point(x: (pane.width - size.width) / 2, y: (pane.height - size.height) / 2)
                    frame.draw(
                        shown.frames[number], x: place.x, y: place.y, clip: pane, depth: settings.drawing.depth)
                }
            }
        }
        let theme = settings.theme
        if !words.isEmpty {
            let text = [picture.alt, words].filter { !$0.isEmpty }.joined(separator: ": ")
            for (row, line) in text.brokenAtBlanks(width: max(pane.width - 2, 1)).enumerated() {
                frame.write(line, x: 1, y: min(pane.height / 2, pane.height - 1) + row, style: theme.text)
            }
        }
        guard size.height > 1 else { return }
        let places = view.picturePlaces
        let number = (places.firstIndex(of: viewer.place) ?? 0) + 1
        let facts = [
            message.author.name + " " + settings.calendar.clock(message.time), picture.alt,
            "\(number) of \(places.count)", "n p: next, previous · Esc: back",
        ]
        let bar = Rect(x: 0, y: size.height - 1, width: size.width, height: 1)
        frame.fill(bar, style: theme.bar)
        let text = question?.text ?? facts.filter { !$0.isEmpty }.joined(separator: " · ")
        frame.write(text.truncated(toCells: max(size.width - 2, 0)), x: 1, y: bar.y, style: theme.bar)
    }
}

extension PictureAlbum.Frame {
    var size: CellSize {
        switch self {
        case .cells(let picture): picture.size
        case .placed(let placement): placement.size
        }
    }
}
