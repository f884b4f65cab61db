import ChatCore
import Emoticons
import InlineLayout
import Pictures
import RichText
import Terminal

extension ChatState {
    /// Takes in what is told about pictures.
    mutating func handle(_ news: PictureNews, at moment: Moment) -> [Effect] {
        switch news {
        case .drawing(let drawing):
            guard drawing != settings.drawing else { return [] }
            // Emoticons follow pictures, unless they are chosen for themselves.
            if drawing.tier != settings.drawing.tier { layouts.removeAll() }
            settings.drawing = drawing
            return album.removeAll().map(Effect.picture)
        case .forgotten:
            album.refresh()
            return []
        case .prepared(let request, let result): return album.take(result, for: request).map(Effect.picture)
        case .kept(let offer, let result): return take(result, for: offer, at: moment)
        case .attached(let offer, let result): return take(result, for: offer, at: moment)
        case .recognized(let path):
            offer(path, at: moment)
            return []
        case .listed(let listing):
            take(listing)
            return []
        }
    }

    /// The screen is about to be drawn: what is in sight is asked for, and moves.
    mutating func prepareFrame(at moment: Moment) -> [Effect] {
        drawnAt = Int(moment.milliseconds)
        redraw.settle(plan, isMoving: nextMotion != nil)
        // What is in sight is what it was.
        if redraw.extent == .draft { return [] }
        inSight = help == nil && results == nil && picker == nil && viewer == nil ? LogSight(logLayout) : nil
        let sights = sightsInView
        let errands = album.show(sights.compactMap(\.request))
        clock.show(sights.compactMap(moving), at: drawnAt)
        return errands.map(Effect.picture) + followPointer()
    }

    /// When the screen is to be drawn again because something moves on it, in milliseconds by the steady clock; nil for
    /// never.
    public var nextMotion: Int64? { clock.nextTime(after: drawnAt).map(Int64.init) }

    /// How the pictures of `message` are seen.
    func sight(of message: Message) -> PictureSight {
        PictureSight(
            album: album, clock: clock, time: drawnAt, drawing: settings.drawing, catalogue: settings.catalogue,
            mayFetch: mayFetchAll(of: message), fetched: fetched, attached: message.attachment?.path,
            ownFiles: settings.ownPictures)
    }

    /// A picture or an emoticon in sight.
    private enum Sighting {
        case request(PictureRequest)
        case glyphs(MotionID, GlyphMotion)

        var id: MotionID {
            switch self {
            case .request(let request): .picture(request)
            case .glyphs(let id, _): id
            }
        }

        var request: PictureRequest? { if case .request(let request) = self { request } else { nil } }
    }

    /// The moving emoticon that is shown in a cell of the screen.
    func emoticonMotion(at point: Point) -> MotionID? {
        guard let place = messageCell(at: point),
            let fragment = place.block.layout.fragments.first(where: { $0.kind == .box && $0.contains(place.cell) }),
            case .emoticon(let code, .some) = place.block.body.pieces[fragment.item].kind
        else { return nil }
        let sight = sight(of: view.room.timeline.messages[place.index])
        if let (id, _) = sight.motion(of: code, size: fragment.cells) { return id }
        return sight.request(for: code, size: fragment.cells).map(MotionID.picture)
    }

    /// What moves of something in sight, and what that writes.
    private func moving(_ sighting: Sighting) -> AnimationClock<MotionID>.Moving? {
        switch sighting {
        case .glyphs(let id, let motion):
            return .init(id, AnimationTimes(motion.milliseconds), bytes: motion.mostChanges * Self.bytesOfGlyph)
        case .request(let request):
            guard case .ready(let shown)? = album[request], shown.frames.count > 1 else { return nil }
            // Pictures that somebody sent have their own pace.
            let cells = request.fit == .filling ? request.size.width * request.size.height : 0
            let each = request.drawing.tier == .kitty ? Self.bytesOfPlaceholder : Self.bytesOfBlock
            return .init(sighting.id, shown.times, bytes: cells * each)
        }
    }

    /// What the terminal is sent for a cell of a new frame, by `Bench/animation`: a glyph among others that stay comes with
    /// its colours and its place; of blocks, some stay.
    private static let (bytesOfGlyph, bytesOfPlaceholder, bytesOfBlock) = (28, 12, 10)

    /// What is in sight and may be a picture or move, each once, from the top.
    private var sightsInView: [Sighting] {
        guard settings.drawing.showsPictures else { return [] }
        if let viewer { return [viewerRequest(viewer)].compactMap { $0.map(Sighting.request) } }
        guard let inSight else { return [] }
        let height = inSight.log.height
        var seen: Set<MotionID> = []
        var result: [Sighting] = []
        for sighting in inSight.messages where sighting.block.hasPictures {
            let sight = sight(of: view.room.timeline.messages[sighting.index])
            let top = sighting.y + sighting.block.textRow
            for fragment in sighting.block.layout.fragments where fragment.kind == .box {
                guard top + fragment.y < height, top + fragment.y + fragment.height > 0 else { continue }
                let kind = sighting.block.body.pieces[fragment.item].kind
                if let request = sight.request(for: kind, fragment.cells) {
                    if seen.insert(.picture(request)).inserted { result.append(.request(request)) }
                } else if case .emoticon(let code, .some) = kind,
                    let (id, motion) = sight.motion(of: code, size: fragment.cells), seen.insert(id).inserted
                {
                    result.append(.glyphs(id, motion))
                }
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

extension Fragment {
    /// Whether `cell`, counted from the layout's origin, lies in it.
    func contains(_ cell: Point) -> Bool {
        y <= cell.y && cell.y < y + height && x <= cell.x && cell.x < x + width
    }
}
