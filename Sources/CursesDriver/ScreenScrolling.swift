import CNcurses
import Terminal

/// The sequences that make a terminal move rows by itself.
///
/// ncurses may not use them, since it does not know of the overlay's glyphs. The driver does, and then tells ncurses,
/// the frame that it remembers, and with it the overlay's record, what has moved.
struct ScreenScrolling {
    private let region: UnsafePointer<CChar>
    private let address: UnsafePointer<CChar>
    private let up: Motion
    private let down: Motion

    /// One row at a time, and several at once where that is possible.
    private struct Motion {
        let once: UnsafePointer<CChar>
        let times: UnsafePointer<CChar>?

        init?(_ once: String, _ times: String) {
            guard let text = mingle_capability(once) else { return nil }
            self.once = text
            self.times = mingle_capability(times)
        }
    }

    /// Nil for a terminal that cannot do it.
    init?() {
        guard let region = mingle_capability("csr"), let address = mingle_capability("cup"),
            let up = Motion("ind", "indn"), let down = Motion("ri", "rin")
        else { return nil }
        self.region = region
        self.address = address
        self.up = up
        self.down = down
    }

    /// Moves rows in ncurses' screens, and returns the bytes that move them on a terminal of `height` rows, whose cursor
    /// they leave where it is.
    func carryOut(_ plan: ScrollPlan, height: Int) -> [UInt8] {
        let (top, bottom) = (Int32(plan.rows.lowerBound), Int32(plan.rows.upperBound - 1))
        let (cursorX, cursorY) = (getcurx(mingle_curscr()), getcury(mingle_curscr()))
        for window in [mingle_stdscr(), mingle_curscr()] {
            scrollok(window, true)
            wsetscrreg(window, top, bottom)
            wscrl(window, Int32(plan.distance))
            wsetscrreg(window, 0, Int32(height - 1))
            scrollok(window, false)
        }
        // What ncurses is to show there is compared anew with what now stands there.
        wtouchln(mingle_newscr(), top, Int32(plan.rows.count), 1)
        return Capability.bytes {
            $0.put(mingle_address(region, top, bottom))
            $0.put(mingle_address(address, plan.distance > 0 ? bottom : top, 0))
            move(plan.distance > 0 ? up : down, abs(plan.distance), &$0)
            $0.put(mingle_address(region, 0, Int32(height - 1)))
            $0.put(mingle_address(address, cursorY, cursorX))
        }
    }

    private func move(_ motion: Motion, _ count: Int, _ bytes: inout Capability) {
        if count > 1, let times = motion.times { return bytes.put(mingle_times(times, Int32(count))) }
        for _ in 0..<count { bytes.put(motion.once) }
    }
}
