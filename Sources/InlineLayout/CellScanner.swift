/// Walks text by clusters and counts cells: eight bytes at a time where the text is plain, else by the machine.
struct CellScanner: ~Copyable {
    /// Why a walk ended.
    enum Stop {
        /// All the text is walked.
        case end
        /// The next cluster does not fit; the pen stands before it.
        case full
        /// A tab or a forced break comes; the pen stands before it.
        case control
    }

    private let text: UnsafePointer<UInt8>
    private let properties: PropertyTable
    private let machine: ClusterMachine
    private let ideographs = IdeographMap.shared

    init(_ text: UnsafePointer<UInt8>, profile: WidthProfile = .modern) {
        self.text = text
        machine = profile.machine
        properties = profile.properties
    }

    /// Moves `pen` up to `end`, or to the first cluster that would end beyond column `room`.
    ///
    /// A walk starts where a text does, or a line. A selector that comes first counts for nothing: its base is drawn
    /// already, in another style perhaps or on the line above.
    func advance(_ pen: inout Pen, to end: Int, room: Int, scale: Int = 1, stopsAtControls: Bool = true) -> Stop {
        while true {
            let stop = walk(&pen, to: end, room: room, scale: scale, stopsAtControls: stopsAtControls)
            guard stop == .full, let narrowed = narrowedEnd(pen, to: end, room: room, scale: scale) else { return stop }
            _ = walk(&pen, to: narrowed, room: .max >> 1, scale: scale, stopsAtControls: stopsAtControls)
        }
    }

    /// The same by the cells that each cluster has at its widest.
    @inline(never)
    private func walk(_ pen: inout Pen, to end: Int, room: Int, scale: Int, stopsAtControls: Bool) -> Stop {
        var at = pen.at, column = pen.column, state = ClusterMachine.withoutBase(pen.state)
        var clusterStart = pen.clusterStart, clusterColumn = pen.clusterColumn
        var stop = Stop.end
        while at < end {
            if text[at] < 0x80 && column < room && !ClusterMachine.joinsLetters(state) {
                let run = printableRun(at, to: end, atMost: scale == 1 ? room &- column : (room &- column) / scale)
                if run > at {
                    column &+= (run &- at) &* scale
                    at = run
                    clusterStart = at &- 1
                    clusterColumn = column &- scale
                    state = stateAfter(ascii: text[clusterStart])
                    continue
                }
            }
            let (scalar, length) = UTF8Text.scalar(at: at, in: text)
            let record = properties[scalar]
            let step = machine.step(state, record.cellClass)
            if stopsAtControls && step.isControl && (record.endsLine || scalar == 0x09) {
                stop = .control
                break
            }
            if step.startsCluster {
                clusterStart = at
                clusterColumn = column
            }
            column &+= step.growth &* scale
            if column > room {
                stop = .full
                break
            }
            state = step.state
            at &+= length
            if state == ClusterMachine.afterWide {
                // Where one ideograph stands, others follow, and each of them makes the same step.
                let first = at, cells = 2 &* scale
                while at < end && column &+ cells <= room && ideographs.hold(text + at) {
                    at &+= 3
                    column &+= cells
                }
                if at > first {
                    clusterStart = at &- 3
                    clusterColumn = column &- cells
                }
            }
        }
        pen.at = stop == .full ? clusterStart : at
        pen.column = stop == .full ? clusterColumn : column
        pen.state = stop == .full ? ClusterMachine.start : state
        pen.clusterStart = clusterStart
        pen.clusterColumn = clusterColumn
        return stop
    }

    /// The end of the cluster at the pen, which seemed too wide for `room`, if it fits once all of it is read: U+FE0E makes
    /// it narrow.
    @inline(never)
    private func narrowedEnd(_ pen: Pen, to end: Int, room: Int, scale: Int) -> Int? {
        var at = pen.at, column = pen.column, state = ClusterMachine.start
        while at < end {
            let (scalar, length) = UTF8Text.scalar(at: at, in: text)
            let step = machine.step(state, properties[scalar].cellClass)
            if step.startsCluster && at > pen.at { break }
            column += step.growth * scale
            state = step.state
            at += length
        }
        return column <= room ? at : nil
    }

    /// The end of the printable ASCII at `start`, of which no more than `count` is taken.
    @inline(__always)
    private func printableRun(_ start: Int, to end: Int, atMost count: Int) -> Int {
        let limit = count < end &- start ? start &+ count : end
        var at = start
        while at < limit {
            if at &+ 8 > end {
                while at < limit && text[at] &- 0x20 < 0x5F { at &+= 1 }
                return at
            }
            let taken = PrintableASCII.count(in8: text + at)
            at &+= taken
            if taken < 8 { break }
        }
        return min(at, limit)
    }

    /// Takes the control at the pen (CR LF as one) as a cluster of `width` cells. The text ends at `end`.
    func step(_ pen: inout Pen, overControlOf width: Int, to end: Int) {
        pen.clusterStart = pen.at
        pen.clusterColumn = pen.column
        let (scalar, length) = UTF8Text.scalar(at: pen.at, in: text)
        pen.state = machine.step(pen.state, properties[scalar].cellClass).state
        pen.at += length
        if scalar == 0x0D && pen.at < end && text[pen.at] == 0x0A { pen.at += 1 }
        pen.column += width
    }

    /// Whether a cluster ends at the pen, of a text that may end there too.
    func startsCluster(at pen: Pen) -> Bool {
        machine.step(pen.state, properties[UTF8Text.scalar(at: pen.at, in: text).value].cellClass).startsCluster
    }

    @inline(__always)
    private func stateAfter(ascii byte: UInt8) -> UInt16 {
        machine.step(ClusterMachine.afterPlain, properties[ascii: byte].cellClass).state
    }
}
