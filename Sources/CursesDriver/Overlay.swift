import CNcurses
import Terminal

/// Writes what ncurses cannot: the bytes that follow its update of the screen.
///
/// Each glyph is written at an absolute place, over blanks of its width, and what a terminal with another opinion on
/// its width may have drawn over is written again, at an absolute place too: no row can be shifted. ncurses holds
/// stand-ins in these places and finds the terminal as it believes it to be: plain style, its cursor where it was.
struct Overlay {
    /// Capabilities of the terminal, as strings of terminfo.
    struct Capabilities {
        let address: UnsafePointer<CChar>
        let wrapOff: [UInt8]
        let wrapOn: [UInt8]
        let strikeOn: [UInt8]
        let strikeOff: [UInt8]
    }

    let capabilities: Capabilities
    private(set) var isEmpty = true
    /// Where the terminal's cursor is, if that is certain.
    private var pen: Point?
    private var openLink: String?

    init(_ capabilities: Capabilities) {
        self.capabilities = capabilities
        collected.removeAll(keepingCapacity: true)
    }

    /// Takes the row `y`: its cells, and for each what the grid made of it.
    mutating func write(_ cells: [ScreenGrid.Drawn], y: Int) {
        var repairedUntil = 0
        for (x, cell) in cells.enumerated() where cell.width > 0 {
            if let reach = cell.reach {
                begin()
                style(cell)
                link(cell.link)
                move(x, y)
                if cell.isLarge {
                    // The terminal replaces all that stands in the block. How many cells it is wide is said: else kitty
                    // counts a skin tone and the members of a family by themselves, and what then stands in such a
                    // block ends it.
                    collected.append(contentsOf: "\u{1B}]66;s=2:w=\(cell.width);\(cell.text)\u{1B}\\".utf8)
                    pen = nil
                    continue
                }
                if !cell.isSteady {
                    collected.append(contentsOf: repeatElement(0x20, count: cell.width))
                    pen = nil
                    move(x, y)
                }
                put(cell)
                pen = cell.isSteady ? Point(x: x + cell.width, y: y) : nil
                repairedUntil = max(repairedUntil, x + reach)
            } else if x < repairedUntil && !cell.isCovered {
                style(cell)
                link(nil)
                move(x, y)
                put(cell)
                pen = Point(x: x + cell.width, y: y)
            }
        }
    }

    /// The bytes, ending with the cursor at `cursor`.
    mutating func finish(cursor: Point) -> [UInt8] {
        guard !isEmpty else { return [] }
        mingle_style(attr_t(MINGLE_NORMAL), 0, collect)
        link(nil)
        pen = nil
        move(cursor.x, cursor.y)
        collected.append(contentsOf: capabilities.wrapOn)
        return collected
    }

    private mutating func begin() {
        guard isEmpty else { return }
        isEmpty = false
        // A glyph that is too wide for the last column must neither wrap nor scroll the screen.
        collected.append(contentsOf: capabilities.wrapOff)
    }

    private mutating func move(_ x: Int, _ y: Int) {
        if pen == Point(x: x, y: y) { return }
        if let text = mingle_address(capabilities.address, Int32(y), Int32(x)) { tputs(text, 1, collect) }
        pen = Point(x: x, y: y)
    }

    /// Begins, changes or ends a link (OSC 8). All pieces of an address have one id, which is made from it.
    private mutating func link(_ address: String?) {
        guard address != openLink else { return }
        openLink = address
        guard let address else { return collected.append(contentsOf: "\u{1B}]8;;\u{1B}\\".utf8) }
        // FNV-1a: the same address has the same id in every frame.
        let id = address.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        collected.append(contentsOf: "\u{1B}]8;id=\(String(id, radix: 36));\(address)\u{1B}\\".utf8)
    }

    private func style(_ cell: ScreenGrid.Drawn) {
        // ncurses finds the colours to undo in the attributes' own field of eight bits, not in the pair's number.
        mingle_style(cell.attributes | attr_t(min(cell.pair, 255)) << 8, cell.pair, collect)
    }

    private func put(_ cell: ScreenGrid.Drawn) {
        if cell.isStruck { collected.append(contentsOf: capabilities.strikeOn) }
        collected.append(contentsOf: cell.text.utf8)
        if cell.isStruck { collected.append(contentsOf: capabilities.strikeOff) }
    }
}

// ncurses hands its bytes to a function without context. It is called by the main thread only, which owns ncurses.
nonisolated(unsafe) private var collected: [UInt8] = []

private func collect(_ byte: Int32) -> Int32 {
    collected.append(UInt8(truncatingIfNeeded: byte))
    return byte
}
