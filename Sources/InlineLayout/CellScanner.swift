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

    init(_ text: UnsafePointer<UInt8>, profile: WidthProfile) {
        self.text = text
        machine = profile.machine
        properties = profile.properties
    }

    /// Moves `pen` up to `end`, or to the first cluster that would end beyond column `room`.
    @inline(never)
    func advance(_ pen: inout Pen, to end: Int, room: Int, scale: Int = 1, stopsAtControls: Bool = true) -> Stop {
        var at = pen.at, column = pen.column, state = pen.state
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

    /// Takes the control at the pen (CR LF as one) as a cluster of `width` cells.
    func step(_ pen: inout Pen, overControlOf width: Int) {
        pen.clusterStart = pen.at
        pen.clusterColumn = pen.column
        let (scalar, length) = UTF8Text.scalar(at: pen.at, in: text)
        pen.state = machine.step(pen.state, properties[scalar].cellClass).state
        pen.at += length
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
