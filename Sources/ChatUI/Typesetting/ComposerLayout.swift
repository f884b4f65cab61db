import Composer
import InlineLayout
import RichText
import Terminal

/// The draft set into lines of a given width, and the way between its positions and cells.
struct ComposerLayout {
    let message: TypesetMessage
    let layout: Layout
    /// Where each element begins, and after the last the end.
    private let positions: [Position]
    private let caret: Int

    init(_ composer: Composer, width: Int, settings: ChatState.Settings, me: PersonID?) {
        // One row for every element: a draft that jumps in height while one types is hard to read.
        let tier = settings.emoticonTier == .text ? EmoticonTier.text : .emoji
        var message = TypesetMessage(catalogue: settings.catalogue, tier: tier, theme: settings.theme, me: me)
        var positions: [Position] = []
        var run = ""
        var runIsSelected = false
        let selection = composer.selection ?? 0..<0
        let selected = settings.theme.selection

        func flush() {
            guard !run.isEmpty else { return }
            message.append(verbatim: run, style: runIsSelected ? selected : settings.theme.text)
            run = ""
        }
        for (index, element) in composer.elements.enumerated() {
            let isSelected = selection.contains(index)
            if isSelected != runIsSelected { flush() }
            runIsSelected = isSelected
            switch element {
            case .cluster("\n"):
                flush()
                positions.append(Position(item: message.pieces.count, offset: 0))
                message.appendLineBreak()
            case .cluster(let text):
                positions.append(Position(item: message.pieces.count, offset: run.utf8.count))
                run += text
            case .mention(let mention):
                flush()
                positions.append(Position(item: message.pieces.count, offset: 0))
                message.append(mention, over: isSelected ? selected : nil)
            case .emoticon(let code):
                flush()
                positions.append(Position(item: message.pieces.count, offset: 0))
                message.append(code, over: isSelected ? selected : nil)
            }
        }
        flush()
        positions.append(message.content.endPosition)
        var options = LayoutOptions(width: max(width, 1))
        options.wrapping = .chat
        options.showsTrailingBlanks = true
        self.message = message
        self.positions = positions
        layout = message.content.layout(options)
        caret = composer.caret
    }

    /// Rows that the draft takes; at least 1.
    var height: Int { max(layout.size.height, 1) }

    /// The cell of the caret.
    var caretCell: Point { cell(of: caret) }

    /// The cell where the element `index` begins.
    func cell(of index: Int) -> Point {
        let found = layout.caret(at: positions[min(index, positions.count - 1)])
        return Point(x: found.x, y: found.y)
    }

    /// The element boundary nearest to a cell.
    func element(nearestX x: Int, y: Int) -> Int {
        let found = layout.position(nearestX: x, y: y)
        // Positions ascend, so the first that does not lie before what was found is the one.
        var (low, high) = (0, positions.count - 1)
        while low < high {
            let middle = (low + high) / 2
            let place = positions[middle]
            if (place.item, place.offset) < (found.item, found.offset) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension InlineContent {
    /// The place behind everything.
    fileprivate var endPosition: Position {
        guard let last = items.last else { return Position(item: 0, offset: 0) }
        switch last {
        case .text(let range, _, _), .token(let range, _, _, _):
            return Position(item: items.count - 1, offset: range.count)
        case .box, .lineBreak: return Position(item: items.count - 1, offset: 1)
        }
    }
}
