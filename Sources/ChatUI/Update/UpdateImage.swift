import ChatCore
import Pictures
import RichText
import Terminal

// Pictures and files that one sends: `/image`, `/upload`, and a path that was dropped on the window.

extension ChatState {
    /// The cells that a picture is sent for at most: half the log of a usual terminal.
    private static let largestSent = CellSize(width: 48, height: 14)

    /// `/image PATH caption`, `/upload PATH caption`: has the file made ready, which is sent when that is done.
    mutating func sendFile(_ arguments: String, isPicture: Bool) -> Command.Outcome {
        guard settings.keepsPictures else {
            return .refused("Files cannot be sent here; an address in a message is a link")
        }
        guard view.room.me != nil, let word = PathWords.first(of: arguments), !word.path.isEmpty else {
            return .refused("Not in the room yet; nothing was sent")
        }
        let offer = PictureOffer(
            room: view.room.id, location: word.path, caption: caption(behind: word.count, of: arguments))
        takeDraft()
        return .done(stopTyping(in: current) + [.picture(isPicture ? .keep(offer) : .attach(offer))])
    }

    /// What stands behind the path; mentions in it stay who they are.
    private func caption(behind count: Int, of arguments: String) -> RichText {
        let draft = view.composer.richText
        let total = FlatText(draft).text.unicodeScalars.count
        let skipped = total - arguments.unicodeScalars.count + count
        var elements = draft.elements
        guard case .text(let text, let style)? = elements.first, text.unicodeScalars.count >= skipped else {
            return RichText(plain: String(arguments.unicodeScalars.dropFirst(count)))
        }
        let rest = String(text.unicodeScalars.dropFirst(skipped))
        elements[0] = .text(rest, style)
        if rest.isEmpty { elements.removeFirst() }
        return RichText(elements).withoutTrailingBlanks
    }

    /// A picture that was offered is ready, or cannot be sent.
    mutating func take(
        _ result: Result<KeptPicture, PictureFailure>, for offer: PictureOffer, at moment: Moment
    ) -> [Effect] {
        let kept: KeptPicture
        switch result {
        case .failure(let failure):
            tell("\(offer.location) was not sent: \(failure.reason)", isFailure: true)
            return []
        case .success(let picture): kept = picture
        }
        let size = PictureFit.size(
            width: kept.pixels.width, height: kept.pixels.height, within: ChatState.largestSent,
            cell: settings.drawing.cell)
        let picture = Picture(
            source: kept.source, size: size, alt: "\(kept.name), \(kept.pixels.width) × \(kept.pixels.height)")
        return send(.picture(picture), kept.attachment, of: offer, at: moment)
    }

    /// A file that was offered is ready, or cannot be sent.
    mutating func take(
        _ result: Result<FileAttachment, PictureFailure>, for offer: PictureOffer, at moment: Moment
    ) -> [Effect] {
        switch result {
        case .failure(let failure):
            tell("\(offer.location) was not sent: \(failure.reason)", isFailure: true)
            return []
        case .success(let attachment):
            return send(.text(attachment.line, .plain), attachment, of: offer, at: moment)
        }
    }

    /// Says a message whose first line is `first`.
    private mutating func send(
        _ first: RichText.Element, _ attachment: FileAttachment?, of offer: PictureOffer, at moment: Moment
    ) -> [Effect] {
        guard let index = views.firstIndex(where: { $0.room.id == offer.room }), let me = views[index].room.me else {
            tell("\(offer.location) was not sent: the room is not open any more", isFailure: true)
            return []
        }
        let caption = offer.caption.isEmpty ? [] : [RichText.Element.lineBreak] + offer.caption.elements
        var message = Message(
            id: MessageID(moment.uniqueID), room: offer.room, time: moment.time, author: me,
            body: RichText([first] + caption), delivery: .sending)
        message.attachment = attachment
        views[index].room.timeline.merge([message])
        if index == current {
            view.anchor = nil
            view.unreadAfter = nil
        }
        return [.transport(.send(message))]
    }

    // MARK: Dropped files

    /// What is to be found out about a text that was pasted: whether it is the path of a picture.
    func look(atPasted text: String) -> [Effect] {
        guard settings.keepsPictures, let path = PathWords.pasted(text) else { return [] }
        return [.picture(.look(at: path))]
    }

    /// There is a picture where a pasted path leads: asks whether it is to be sent, while the path still stands at the
    /// end of the draft. Who types on meanwhile is not asked any more.
    mutating func offer(_ path: String, at moment: Moment) {
        guard question == nil, let text = pastedPath, PathWords.pasted(text) == path, draftBefore(text) != nil else {
            return
        }
        question = Question(subject: .picture(path: path, text: text), cameAt: moment.milliseconds)
    }

    /// The draft without `text` at its end; nil when it does not end so.
    private func draftBefore(_ text: String) -> RichText? {
        var elements = view.composer.richText.elements
        guard case .text(let last, let style)? = elements.last, last.hasSuffix(text) else { return nil }
        let rest = String(last.dropLast(text.count))
        elements[elements.count - 1] = .text(rest, style)
        if rest.isEmpty { elements.removeLast() }
        return RichText(elements)
    }

    /// Sends the picture whose path was pasted as `text`; what else stands in the draft stays there. Undo brings the
    /// path back. With `captioned`, the draft becomes the command instead, for a caption to be written behind it.
    mutating func send(pasted path: String, text: String, captioned: Bool, at moment: Moment) -> [Effect] {
        guard let rest = draftBefore(text) else { return [] }
        if captioned {
            let command = RichText.Element.text("/image \(PathWords.quoted(path)) ", .plain)
            view.composer.replace(with: RichText([command] + rest.elements), at: moment.milliseconds)
            return afterEdit(at: moment)
        }
        view.composer.replace(with: rest, at: moment.milliseconds)
        let offer = PictureOffer(room: view.room.id, location: path, caption: RichText())
        return afterEdit(at: moment) + [.picture(.keep(offer))]
    }
}
