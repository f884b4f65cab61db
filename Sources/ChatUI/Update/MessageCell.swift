import ChatCore
import Terminal

extension ChatState {
    /// What stands in a cell of the log: the message by its index, its block, and the cell counted from its text.
    struct MessageCell {
        var index: Int
        var block: MessageBlock
        var cell: Point
    }

    /// The message that is shown in a cell of the screen; nil when there is none or something lies over it.
    func messageCell(at point: Point) -> MessageCell? {
        let log = logLayout
        var pane = plan.log
        pane.height = log.height
        let isCovered = help != nil || results != nil || versions != nil || picker != nil || switcher != nil
        guard pane.contains(point), !isCovered else { return nil }
        for sighting in log.sightings {
            let row = pane.y + sighting.y
            guard point.y >= row, point.y < row + sighting.block.height else { continue }
            let cell = Point(x: point.x - pane.x - log.columns.bodyX, y: point.y - row - sighting.block.textRow)
            return MessageCell(index: sighting.index, block: sighting.block, cell: cell)
        }
        return nil
    }

    /// A click on a link asks as `o` does; a second one on the same link opens it.
    mutating func pressOnLink(at point: Point) -> [Effect] {
        let asked = selection
        selection = nil
        guard let place = messageCell(at: point), let address = place.block.link(at: place.cell) else { return [] }
        let message = view.room.timeline.messages[place.index]
        guard let number = links(in: place.index...place.index).firstIndex(of: address) else { return [] }
        let clicked = LogSelection(message: message.id, link: number)
        if asked == clicked { return [.open(address)] }
        selection = clicked
        return askAboutLink(number, in: place.index...place.index)
    }
}

extension MessageBlock {
    /// The address that is shown in a cell of the text.
    func link(at cell: Point) -> String? {
        let found = layout.fragments.first { fragment in
            fragment.kind == .text && fragment.y <= cell.y && cell.y < fragment.y + fragment.height
                && fragment.x <= cell.x && cell.x < fragment.x + fragment.width
        }
        return found.flatMap { body.pieces[$0.item].link }
    }
}
