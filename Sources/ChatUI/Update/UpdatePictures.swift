import ChatCore
import Pictures
import RichText
import Terminal

extension ChatState {
    /// Takes in what is told about pictures.
    mutating func handle(_ news: PictureNews, at moment: Moment) -> [Effect] {
        switch news {
        case .drawing(let drawing):
            guard drawing != settings.drawing else { return [] }
            if drawing.showsPictures != settings.drawing.showsPictures { layouts.removeAll() }
            settings.drawing = drawing
            return album.removeAll().map(Effect.picture)
        case .prepared(let request, let result): return album.take(result, for: request).map(Effect.picture)
        case .kept(let offer, let result): return take(result, for: offer, at: moment)
        case .attached(let offer, let result): return take(result, for: offer, at: moment)
        case .recognized(let path):
            offer(path)
            return []
        case .listed(let listing):
            take(listing)
            return []
        }
    }

    /// The screen is about to be drawn: what is in sight is asked for, and moves.
    mutating func prepareFrame(at moment: Moment) -> [Effect] {
        drawnAt = Int(moment.milliseconds)
        let requests = requestsInSight
        let errands = album.show(requests)
        var moving: [(id: MotionID, times: AnimationTimes)] = []
        for request in requests {
            guard case .ready(let shown)? = album[request], shown.frames.count > 1 else { continue }
            moving.append((.picture(request), shown.times))
        }
        clock.show(moving, at: drawnAt)
        return errands.map(Effect.picture)
    }

    /// When the screen is to be drawn again because something moves on it: milliseconds since 1970; nil for never.
    public var nextMotion: Int64? { clock.nextTime(after: drawnAt).map(Int64.init) }

    /// How the pictures of `message` are seen.
    func sight(of message: Message) -> PictureSight {
        PictureSight(
            album: album, clock: clock, time: drawnAt, drawing: settings.drawing, catalogue: settings.catalogue,
            mayFetch: { mayFetch($0, of: message) })
    }

    /// What is asked for to show what is in sight, each once, from the top.
    private var requestsInSight: [PictureRequest] {
        guard settings.drawing.showsPictures else { return [] }
        if let viewer { return [viewerRequest(viewer)].compactMap { $0 } }
        guard help == nil, results == nil, picker == nil else { return [] }
        let log = logLayout
        var seen: Set<PictureRequest> = []
        var result: [PictureRequest] = []
        for sighting in log.sightings where sighting.block.hasPictures {
            let sight = sight(of: view.room.timeline.messages[sighting.index])
            let top = sighting.y + sighting.block.textRow
            for fragment in sighting.block.layout.fragments where fragment.kind == .box {
                guard top + fragment.y < log.height, top + fragment.y + fragment.height > 0,
                    let request = sight.request(for: sighting.block.body.pieces[fragment.item].kind, fragment.cells),
                    seen.insert(request).inserted
                else { continue }
                result.append(request)
            }
        }
        return result
    }
}

extension PictureSight {
    /// The request for what an item stands for; nil for what is no picture.
    func request(for kind: TypesetMessage.Kind, _ size: CellSize) -> PictureRequest? {
        switch kind {
        case .picture(let picture): request(for: picture, size: size)
        case .emoticon(let code, .some): request(for: code, size: size)
        default: nil
        }
    }
}

extension MessageBlock {
    /// Whether something in it may be drawn by a picture.
    var hasPictures: Bool {
        body.pieces.contains { piece in
            switch piece.kind {
            case .picture, .emoticon: true
            default: false
            }
        }
    }
}
