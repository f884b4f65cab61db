import ChatCore
import Pictures
import RichText
import Terminal

extension ChatState {
    /// `/view` and its key: the picture of the selected message, else the last one at hand, on the whole screen.
    mutating func viewPicture() -> [Effect] {
        let places = view.picturePlaces
        let wanted = selection?.range(in: view.room.timeline).map { range in
            Set(view.room.timeline.messages[range].map(\.id))
        }
        let last = logLayout.lastInSight.map { index in
            Set(view.room.timeline.messages[...index].map(\.id))
        }
        let place: PictureViewer.Place?
        if let wanted {
            place = places.last { wanted.contains($0.message) }
        } else {
            place = places.last { last?.contains($0.message) == true } ?? places.last
        }
        guard let place else {
            tell(wanted == nil ? "No picture is in the messages at hand" : "No picture is in what is selected")
            return []
        }
        show(place)
        return []
    }

    /// Shows a picture on the whole screen, and asks first when it would have to be fetched.
    mutating func show(_ place: PictureViewer.Place) {
        guard let (message, picture) = view.picture(at: place) else { return }
        viewer = PictureViewer(place: place)
        menu = nil
        guard settings.drawing.showsPictures, let host = PictureSight.host(of: picture),
            !sight(of: message).mayFetch(picture)
        else { return }
        question = Question(subject: .fetch(picture, host: host, author: message.author))
    }

    /// A key while a picture fills the screen.
    mutating func pressInViewer(_ key: KeyPress) -> [Effect] {
        switch Keymap.action(for: key) {
        case .up, .rowUp, .pageUp, .older: step(-1)
        case .down, .rowDown, .pageDown, .newer: step(1)
        case .redraw:
            album.refresh()
            return [.redraw]
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        default:
            switch key {
            case KeyPress(.character("n")), KeyPress(.character(" ")), KeyPress(.character("j")), KeyPress(.right):
                step(1)
            case KeyPress(.character("p")), KeyPress(.character("k")), KeyPress(.left): step(-1)
            default: viewer = nil
            }
        }
        return []
    }

    private mutating func step(_ count: Int) {
        let places = view.picturePlaces
        guard let place = viewer?.place, let index = places.firstIndex(of: place) else {
            viewer = nil
            return
        }
        let next = index + count
        if places.indices.contains(next) { show(places[next]) }
    }

    // MARK: Consent

    /// Whether pictures of the network are fetched for `message`, whichever they are.
    func mayFetchAll(of message: Message) -> Bool {
        message.author.id == view.room.me?.id
            || consent.decision(room: view.room.id.text, person: message.author.id.text) == .fetch
    }

    /// An answer to the question whether a picture is fetched.
    mutating func agreeToFetch(_ picture: Picture, of author: Person, _ answer: FetchAnswer) -> [Effect] {
        // What failed before is tried again.
        let errands = album.forget(where: { $0.origin == .remote(picture.source.location) }).map(Effect.picture)
        switch answer {
        case .once:
            fetched.insert(picture.source.location)
            return errands
        case .always: consent.people.insert(author.id.text)
        case .room: consent.rooms.insert(view.room.id.text)
        }
        return errands + [.picture(.keepConsent(consent))]
    }

    /// What is fetched from now on.
    enum FetchAnswer {
        case once
        case always
        case room
    }
}

extension ChatState {
    /// The picture that is shown in a cell of the screen.
    func picturePlace(at point: Point) -> PictureViewer.Place? {
        guard let place = messageCell(at: point), let number = place.block.picture(at: place.cell) else { return nil }
        return PictureViewer.Place(message: view.room.timeline.messages[place.index].id, number: number)
    }
}

extension MessageBlock {
    /// The number among the message's pictures of the one that is shown in a cell of the text.
    fileprivate func picture(at cell: Point) -> Int? {
        let found = layout.fragments.first { fragment in
            guard fragment.kind == .box, case .picture = body.pieces[fragment.item].kind else { return false }
            return fragment.contains(cell)
        }
        guard let found else { return nil }
        return body.pieces[..<found.item].count { if case .picture = $0.kind { true } else { false } }
    }
}
