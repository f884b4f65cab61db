import CNcurses
import Terminal

extension CursesDriver {
    /// Whether ncurses can have the terminal move rows up and down within a region.
    static func canScroll() -> Bool {
        func has(_ names: String...) -> Bool { names.contains { mingle_capability($0) != nil } }
        return has("csr") && has("ind", "indn") && has("ri", "rin")
    }

    /// Has ncurses show the screen as it is once the rows have moved, and returns its bytes.
    ///
    /// ncurses 6.4 looks by itself for lines that have moved, whatever `idlok` says, and moves them on the terminal with
    /// the overlay's glyphs on them; but only lines that are equal from edge to edge, which panes at the sides prevent. So
    /// it is shown the old rows in their new places first, and then the new frame.
    func move(_ plan: ScrollPlan, from shown: Frame) -> (bytes: [UInt8], shown: Frame?) {
        let window = mingle_stdscr()
        let bytes = output.gather {
            scrollok(window, true)
            wsetscrreg(window, Int32(plan.rows.lowerBound), Int32(plan.rows.upperBound - 1))
            wscrl(window, Int32(plan.distance))
            wsetscrreg(window, 0, Int32(size.height - 1))
            scrollok(window, false)
            wnoutrefresh(window)
            doupdate()
        }
        // Where it wrote stand-ins instead of moving them, the glyphs on them are lost.
        return (bytes, ScrollTrace.holdsStandIn(bytes) ? nil : shown.moved(plan))
    }
}

/// What can be seen of scrolling in the bytes that ncurses wrote.
enum ScrollTrace {
    /// Whether a no-break space was written.
    static func holdsStandIn(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 == 0xC2 && $1 == 0xA0 }
    }

    /// Whether rows were moved: a region was set (CSI … r), or lines were put in or taken out (CSI … L, CSI … M).
    static func moves(_ bytes: [UInt8]) -> Bool {
        var isInside = false
        for (index, byte) in bytes.enumerated() {
            if byte == 0x5B, index > 0, bytes[index - 1] == 0x1B {
                isInside = true
            } else if isInside, !(0x30...0x3B).contains(byte) {
                if byte == UInt8(ascii: "r") || byte == UInt8(ascii: "L") || byte == UInt8(ascii: "M") { return true }
                isInside = false
            }
        }
        return false
    }
}
