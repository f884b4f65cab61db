import ChatCore
import Composer
import RichText
import Terminal

extension ChatState {
    /// Has every motion of the mouse told while something is in sight that one can point at, and no longer: each is a
    /// report to be read.
    mutating func followPointer() -> [Effect] {
        let isWanted =
            settings.usesMouse && isFocused && showsLog && inSight?.messages.contains { $0.block.tellsMore } == true
        guard isWanted != pointer.isFollowed else { return [] }
        pointer.isFollowed = isWanted
        if !isWanted { pointer.place = nil }
        return [.followPointer(isWanted)]
    }

    private var showsLog: Bool { help == nil && results == nil && versions == nil && picker == nil }

    /// What is under the mouse: who is meant by a mention, or what a picture shows. Else who is meant by those of the selected message, or by the one that is selected in
    /// the draft.
    var mentionHint: String? {
        if let place = pointer.place {
            if let mention = mention(at: place) { return sentence(about: mention) }
            if let found = picturePlace(at: place).flatMap({ view.picture(at: $0) }) { return found.picture.alt }
        }
        if let selected = selection.flatMap({ view.room.timeline[$0.message] }) {
            let sentences = selected.body.mentions.map { sentence(about: $0) }
            return sentences.isEmpty ? nil : sentences.joined(separator: " · ")
        }
        guard view.composer.selectsMention, let place = view.composer.selection?.lowerBound,
            case .mention(let mention) = view.composer.elements[place]
        else { return nil }
        return sentence(about: mention)
    }

    func sentence(about mention: Mention) -> String {
        switch mention.target {
        case .person(let id):
            "\(mention.text) is \(id.text)" + (view.directory.here.contains(id) ? "" : ", who is not here now")
        case .everyone(let ids): "\(mention.text) means \(ids.count == 1 ? "1 person" : "\(ids.count) people")"
        }
    }

    /// The mention that is shown in a cell of the log.
    func mention(at point: Point) -> Mention? { messageCell(at: point).flatMap { $0.block.mention(at: $0.cell) } }
}

extension MessageBlock {
    /// The mention that is shown in a cell of the text.
    func mention(at cell: Point) -> Mention? {
        for fragment in layout.fragments where fragment.kind == .token && fragment.y == cell.y {
            guard fragment.x <= cell.x, cell.x < fragment.x + fragment.width,
                case .mention(let mention) = body.pieces[fragment.item].kind
            else { continue }
            return mention
        }
        return nil
    }
}
