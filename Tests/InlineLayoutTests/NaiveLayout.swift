import InlineLayout

/// The layout as its definition has it, cluster by cluster and without any haste: what the engine is compared with.
struct NaiveLayout {
    /// A cluster, a box with the marks on it, a mention, or a forced break.
    struct Unit {
        enum Kind: Equatable {
            case cluster, tab, box, token, forcedBreak
        }

        var kind: Kind
        var item: Int
        var utf8: Range<Int>
        var width: Int
        var paddingX = 0
        var height: Int
        var text = ""
        var scale = 1
        /// What it has in each text item, and the cells that each part adds.
        var parts: [(item: Int, utf8: Range<Int>, width: Int)] = []
    }

    /// A unit on a line.
    struct Placed {
        var unit: Unit
        var x: Int
        var width: Int
    }

    struct Line {
        var placed: [Placed]
        var y: Int
        var height: Int
        var width: Int
        var next: Int
    }

    private let content: InlineContent
    private let options: LayoutOptions
    private let chat: NaiveChat
    private(set) var units: [Unit] = []
    private(set) var lines: [Line] = []

    init(_ content: InlineContent, _ options: LayoutOptions) {
        self.content = content
        self.options = options
        chat = NaiveChat(content.utf8)
        units = Self.units(of: content)
        fill()
    }

    // MARK: Units

    private static func units(of content: InlineContent) -> [Unit] {
        var units: [Unit] = []
        var at = 0
        while at < content.items.count {
            switch content.items[at] {
            case .box(let box, let place):
                units.append(
                    Unit(
                        kind: .box, item: at, utf8: place..<place + 3, width: box.width, paddingX: box.paddingX,
                        height: box.paddingY + box.height))
                at += 1
            case .token(let range, _, _, let width):
                if !range.isEmpty { units.append(Unit(kind: .token, item: at, utf8: range, width: width, height: 1)) }
                at += 1
            case .lineBreak(let place):
                units.append(Unit(kind: .forcedBreak, item: at, utf8: place..<place + 1, width: 1, height: 0))
                at += 1
            case .text:
                let first = at
                while at < content.items.count, isText(content.items[at]) { at += 1 }
                addClusters(of: first..<at, content, to: &units)
            }
        }
        return units
    }

    /// Whether it is text, or nothing at all.
    private static func isText(_ item: InlineContent.Item) -> Bool {
        if case .text = item { true } else { item.range.isEmpty }
    }

    /// The clusters of neighbouring texts; a mark at their start belongs to the box or mention before them.
    private static func addClusters(of items: Range<Int>, _ content: InlineContent, to units: inout [Unit]) {
        let start = content.items[items.lowerBound].range.lowerBound
        let end = content.items[items.upperBound - 1].range.upperBound
        let isAfterBox = units.last.map { $0.kind == .box || $0.kind == .token } ?? false
        let text = String(decoding: content.utf8[start..<end], as: UTF8.self)
        var place = start
        for (index, cluster) in Clusters((isAfterBox ? "x" : "") + text).enumerated() {
            var piece = String(cluster.text)
            if isAfterBox && index == 0 {
                piece.unicodeScalars.removeFirst()
                // The marks on a box have their own height, but no cells.
                for part in parts(of: piece, at: place, items, content) {
                    units[units.count - 1].height = max(units[units.count - 1].height, scale(of: part.item, content))
                }
                units[units.count - 1].parts = parts(of: piece, at: place, items, content).map { ($0.item, $0.utf8, 0) }
                units[units.count - 1].utf8 = units[units.count - 1].utf8.lowerBound..<place + piece.utf8.count
                place += piece.utf8.count
                continue
            }
            let item = items.first { content.items[$0].range.contains(place) } ?? items.lowerBound
            let scale = scale(of: item, content)
            let end = place + piece.utf8.count
            let scales = items.filter { content.items[$0].range.overlaps(place..<end) }.map {
                Self.scale(of: $0, content)
            }
            let isBreak = piece == "\n" || piece == "\r\n"
            let kind: Unit.Kind = piece == "\t" ? .tab : isBreak ? .forcedBreak : .cluster
            let parts = parts(of: piece, at: place, items, content)
            units.append(
                Unit(
                    kind: kind, item: item, utf8: place..<end,
                    width: kind == .forcedBreak ? scale : parts.reduce(0) { $0 + $1.width },
                    height: kind == .forcedBreak ? 0 : scales.max() ?? 1, text: piece, scale: scale,
                    parts: kind == .forcedBreak ? [] : parts))
            place = end
        }
    }

    /// A cluster that reaches over several texts, in its parts.
    private static func parts(
        of cluster: String, at place: Int, _ items: Range<Int>, _ content: InlineContent
    ) -> [(item: Int, utf8: Range<Int>, width: Int)] {
        var before = 0
        return items.compactMap { item in
            let range = content.items[item].range.clamped(to: place..<place + cluster.utf8.count)
            if range.isEmpty { return nil }
            let cells = String(decoding: content.utf8[place..<range.upperBound], as: UTF8.self).cellWidth
            defer { before = cells }
            // A selector counts in the text of its base only: no text takes cells from another.
            let first = String(decoding: content.utf8[range], as: UTF8.self).unicodeScalars.first
            let isSelector = range.lowerBound > place && (first == "\u{FE0E}" || first == "\u{FE0F}")
            return (item, range, isSelector ? 0 : (cells - before) * scale(of: item, content))
        }
    }

    private static func scale(of item: Int, _ content: InlineContent) -> Int {
        if case .text(_, _, let scale) = content.items[item] { scale } else { 1 }
    }

    // MARK: Lines

    private mutating func fill() {
        if options.wrapping == .single {
            room = .max >> 1
            place(units.indices, next: units.count, indent: indent, room: room)
            return
        }
        var start = 0, isDone = false
        while !isDone {
            room = contentWidth - indent
            let (shown, next) = end(from: start)
            // A forced break at the end has one more line behind it, an empty one.
            isDone = next == units.count && (start == next || units[next - 1].kind != .forcedBreak)
            place(start..<shown, next: next, indent: indent, room: room)
            start = next
        }
    }

    private var room = 0
    private var contentWidth: Int { max(options.width - options.insets.left - options.insets.right, 0) }

    /// The indent of the line that comes.
    private var indent: Int { max(min(lines.isEmpty ? options.firstIndent : options.restIndent, contentWidth - 1), 0) }

    /// The first unit that has no room on the line that starts at the unit `start`; what is no cluster is clipped.
    private func full(from start: Int, room: Int) -> Int {
        var column = 0, spacing = 0, full = start
        while full < units.count && units[full].kind != .forcedBreak {
            let unit = units[full]
            let width = unit.paddingX + self.width(of: unit, at: column + spacing, room: room)
            let isTaken = full == start && (unit.kind != .cluster)
            // What cannot be seen stands before the spacing.
            if !isTaken && column + (hasNoCells(unit) ? 0 : spacing) + width > room { break }
            if !hasNoCells(unit) {
                column = min(column + spacing + width, room)
                spacing = unit.kind == .box ? options.itemSpacing : 0
            }
            full += 1
        }
        return full
    }

    /// The ends of what is shown and of what belongs to the line that starts at the unit `start`.
    private func end(from start: Int) -> (shown: Int, next: Int) {
        var full = full(from: start, room: room)
        // A line shows a cluster, however narrow it is; if it is a blank, that hangs like any other.
        if full == start && full < units.count && units[full].kind == .cluster && !isBlank(units[full]) {
            full = afterZeroWidth(start + 1)
        }
        var next = full
        while next < units.count && isBlank(units[next]) { next += 1 }
        if next < units.count && units[next].kind == .forcedBreak {
            return (trimmed(full, from: start), next + 1)
        }
        if next == units.count { return (trimmed(full, from: start), next) }
        let places = (start + 1...next).reversed()
        var place = places.first { allowsBreak(before: $0) } ?? start
        let fills = options.fillsBeforeLongWord && place > start && place < next && isTooLong(from: place)
        if place == start || fills {
            let cut = places.first { options.wrapping == .chat && chat.allowsCut(at: units[$0].utf8.lowerBound) }
            place = cut.map { $0 > place ? $0 : next } ?? next
        }
        return (trimmed(min(place, full), from: start), place)
    }

    /// Whether no line has room for what comes up to the next place at which one may end.
    private func isTooLong(from start: Int) -> Bool {
        let rest = contentWidth - max(min(options.restIndent, contentWidth - 1), 0)
        let full = full(from: start, room: rest)
        if full == units.count || units[full].kind == .forcedBreak || isBlank(units[full]) { return false }
        return full == start || !(start + 1...full).contains { allowsBreak(before: $0) }
    }

    private func afterZeroWidth(_ index: Int) -> Int {
        var index = index
        if units[index - 1].kind != .cluster { return index }
        while index < units.count && hasNoCells(units[index]) { index += 1 }
        return index
    }

    private func trimmed(_ end: Int, from start: Int) -> Int {
        if options.showsTrailingBlanks { return end }
        var end = end
        while end > start && isBlank(units[end - 1]) { end -= 1 }
        return end
    }

    /// Whether a unit hangs at the end of a line: a tab, or a space that is no glue; in `unicode` U+0020 only.
    private func isBlank(_ unit: Unit) -> Bool {
        let scalars = unit.text.unicodeScalars
        guard unit.kind == .cluster, scalars.count == 1, let scalar = scalars.first else { return unit.kind == .tab }
        if options.wrapping == .unicode { return scalar == " " }
        return scalar.properties.generalCategory == .spaceSeparator
            && !["\u{A0}", "\u{2007}", "\u{202F}"].contains(scalar)
    }

    private func hasNoCells(_ unit: Unit) -> Bool { unit.kind == .cluster && unit.width == 0 }

    private func width(of unit: Unit, at column: Int, room: Int) -> Int {
        if unit.kind != .tab { return unit.width }
        let distance = options.tabWidth * unit.scale
        return distance > 0 ? min(distance - column % distance, max(room - column, 0)) : 0
    }

    private func allowsBreak(before index: Int) -> Bool {
        if units[index].kind == .tab || hasNoCells(units[index]) { return false }
        switch options.wrapping {
        case .character: return true
        case .word: return !(isInWord(units[index], first: true) && isInWord(units[index - 1], first: false))
        case .chat: return chat.allowsBreak(at: units[index].utf8.lowerBound)
        default:
            return content.utf8.withUnsafeBufferPointer {
                isLineBreakOpportunity($0, at: units[index].utf8.lowerBound)
            }
        }
    }

    /// Whether the unit's first (last) character is a letter or digit of the kind that forms words.
    private func isInWord(_ unit: Unit, first: Bool) -> Bool {
        if unit.kind == .box { return false }
        let text = unit.kind == .token ? String(decoding: content.utf8[unit.utf8], as: UTF8.self) : unit.text
        let clusters = Array(Clusters(text))
        guard
            let scalar = (first ? clusters.first : clusters.last)?.text.unicodeScalars.first(where: { $0 != "\u{600}" })
        else {
            return false
        }
        return Self.isLetterOrDigit(scalar)
    }

    /// Whether a scalar belongs to a word that blanks set apart, of those in the tests.
    static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value >= 0x3000 && !(0xAC00...0xD7A3).contains(scalar.value) && scalar != "ﷺ" { return false }
        if (0xE00...0xEFF).contains(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: return true
        default: return false
        }
    }

    /// The height of a line without anything on it: the scale of the text in which it starts.
    private func emptyHeight(at unit: Int) -> Int {
        let place = unit < units.count ? units[unit].utf8.lowerBound : content.utf8.count
        let item = content.items.firstIndex { $0.range.upperBound > place } ?? content.items.count - 1
        if item >= 0, case .text(_, _, let scale) = content.items[item] { return scale }
        return 1
    }

    private mutating func place(_ range: Range<Int>, next: Int, indent: Int, room: Int) {
        var placed: [Placed] = []
        var column = 0, spacing = 0
        for unit in units[range] {
            let left = hasNoCells(unit) ? column : column + spacing
            var width = self.width(of: unit, at: left, room: room), x = left
            if unit.kind == .box {
                let padding = min(unit.paddingX, max(room - left - 1, 0))
                width = min(width, max(room - left - padding, 0))
                x += padding
            }
            if unit.kind == .token { width = min(width, max(room - left, 0)) }
            placed.append(Placed(unit: unit, x: options.insets.left + indent + x, width: width))
            column = x + width
            if !hasNoCells(unit) { spacing = unit.kind == .box ? options.itemSpacing : 0 }
        }
        let y = lines.last.map { $0.y + $0.height + options.lineSpacing } ?? options.startY + options.insets.top
        let isShown = placed.contains { $0.unit.kind != .forcedBreak }
        let height = isShown ? placed.map(\.unit.height).max() ?? 1 : emptyHeight(at: range.lowerBound)
        lines.append(Line(placed: placed, y: y, height: max(height, 1), width: indent + column, next: next))
    }
}
