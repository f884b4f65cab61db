import InlineLayout

/// A layout as rows between bars: text as it is, boxes filled with the digit of their id, blanks where nothing is.
func drawing(_ layout: Layout, width: Int? = nil) -> [String] {
    let width = max(width ?? layout.options.width, 0)
    var cells = [[String]](repeating: [String](repeating: " ", count: width), count: layout.endY)
    for fragment in layout.fragments {
        switch fragment.kind {
        case .box:
            guard case .box(let box, _) = layout.content.items[fragment.item] else { continue }
            for y in fragment.y..<fragment.y + fragment.height {
                for x in fragment.x..<fragment.x + fragment.width { cells[y][x] = String(box.id) }
            }
        case .ellipsis: put(layout.options.ellipsis, fragment, scale: 1, in: &cells)
        case .text, .token:
            let item = layout.content.items[fragment.item]
            let start = item.range.lowerBound
            let bytes = layout.content.utf8[start + fragment.start..<start + fragment.end]
            put(String(decoding: bytes, as: UTF8.self), fragment, scale: fragment.height, in: &cells)
        }
    }
    return cells.map { "|" + $0.joined() + "|" }
}

/// Puts the clusters that fit; a large one fills its cells with itself, so that its size is seen.
private func put(_ text: String, _ fragment: Fragment, scale: Int, in cells: inout [[String]]) {
    var x = fragment.x
    for cluster in Clusters(text) {
        let width = cluster.width * scale
        if x + width > fragment.x + fragment.width { break }
        for row in 0..<scale {
            for column in 0..<width where x + column < cells[fragment.y + row].count {
                let isRest = cluster.width == 2 && column % 2 == 1
                cells[fragment.y + row][x + column] = isRest ? "" : String(cluster.text)
            }
        }
        x += width
    }
}

/// Content of texts and boxes, for short tests: `"ab"`, `box(1, 3, 2)`.
func content(_ parts: Part...) -> InlineContent {
    var content = InlineContent()
    for part in parts {
        switch part {
        case .text(let text, let scale): content.append(text: text, scale: scale)
        case .box(let box): content.append(box)
        case .mention(let name): content.append(token: name, id: 0)
        case .lineBreak: content.appendBreak()
        }
    }
    return content
}

/// One thing of a content.
enum Part: ExpressibleByStringLiteral {
    case text(String, scale: Int)
    case box(Box)
    case mention(String)
    case lineBreak

    init(stringLiteral text: String) {
        self = .text(text, scale: 1)
    }

    static func box(_ id: Int, _ width: Int, _ height: Int, padX: Int = 0, padY: Int = 0) -> Part {
        .box(Box(id: id, width: width, height: height, paddingX: padX, paddingY: padY))
    }
}

/// The rows of a content in `width` cells.
func rows(_ content: InlineContent, _ width: Int, _ change: (inout LayoutOptions) -> Void = { _ in }) -> [String] {
    var options = LayoutOptions(width: width)
    change(&options)
    return drawing(content.layout(options))
}
