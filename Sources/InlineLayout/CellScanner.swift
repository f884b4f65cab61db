/// A place in a text, with what of the line before it bears on what follows.
struct Pen {
    /// The offset of the place in the text.
    var at: Int
    /// The cells of the line before the place.
    var column = 0
    /// The state of the cluster machine.
    var state = ClusterMachine.start
    /// Where the cluster that ends at the place starts, and the column there.
    var clusterStart: Int
    var clusterColumn = 0

    init(at place: Int) {
        at = place
        clusterStart = place
    }
}

/// Walks text by clusters and counts cells: eight bytes at a time where the text is plain, else by the machine.
struct CellScanner {
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
    private let properties = PropertyTable.shared
    private let machine: ClusterMachine

    init(_ text: UnsafePointer<UInt8>, profile: WidthProfile) {
        self.text = text
        machine = profile.machine
    }

    /// Moves `pen` up to `end`, or to the first cluster that would end beyond column `room`.
    @inline(never)
    func advance(_ pen: inout Pen, to end: Int, room: Int, scale: Int = 1, stopsAtControls: Bool = true) -> Stop {
        var at = pen.at, column = pen.column, state = pen.state
        var clusterStart = pen.clusterStart, clusterColumn = pen.clusterColumn
        var stop = Stop.end
        // Once a block reaches beyond the room, the rest is walked character by character.
        var isNear = false
        while at < end {
            if isPlain(at) && !ClusterMachine.joinsLetters(state) {
                let first = at
                while !isNear {
                    let left = end &- at
                    if left < 10 && (left == 0 || end < 8) { break }
                    let block =
                        left >= 10 ? PlainBlock(at: text + at) : PlainBlock(endingAt: text + end, count: left)
                    if column &+ block.cells &* scale > room {
                        isNear = true
                        // Of ASCII it is known how much fits.
                        if block.isASCII && scale == 1 && column < room {
                            at &+= room &- column
                            column = room
                        }
                        break
                    }
                    at &+= block.bytes
                    column &+= block.cells &* scale
                    if block.bytes < 8 { break }
                }
                if at > first {
                    while at < end && text[at] & 0xC0 == 0x80 { at += 1 }
                    clusterStart = UTF8Text.before(at, in: text)
                    let isWide = text[clusterStart] >= 0x80
                    clusterColumn = column - (isWide ? 2 : 1) * scale
                    state = isWide ? ClusterMachine.afterWide : stateAfter(ascii: text[clusterStart])
                    continue
                }
                let width = text[at] < 0x80 ? 1 : 2
                clusterStart = at
                clusterColumn = column
                if column + width * scale > room {
                    stop = .full
                    break
                }
                column += width * scale
                state = width == 2 ? ClusterMachine.afterWide : stateAfter(ascii: text[at])
                at += width == 2 ? 3 : 1
                continue
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
        }
        pen.at = stop == .full ? clusterStart : at
        pen.column = stop == .full ? clusterColumn : column
        pen.state = stop == .full ? ClusterMachine.start : state
        pen.clusterStart = clusterStart
        pen.clusterColumn = clusterColumn
        return stop
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

    /// Whether the character at `place` is plain, as ``PlainBlock`` has it.
    @inline(__always)
    private func isPlain(_ place: Int) -> Bool {
        let byte = text[place]
        if byte < 0x80 { return byte &- 0x20 < 0x5F }
        if byte &- 0xE4 < 6 { return true }
        if byte != 0xE3 && byte != 0xEF { return false }
        let second = text[place + 1], third = text[place + 2]
        if byte == 0xEF { return second == 0xBC ? third > 0x80 : second == 0xBD && third <= 0xA0 }
        switch second {
        case 0x80: return third <= 0xA9
        case 0x81: return third > 0x80
        case 0x82: return third < 0x97 || third > 0x9A
        default: return second == 0x83
        }
    }

    @inline(__always)
    private func stateAfter(ascii byte: UInt8) -> UInt16 {
        machine.step(ClusterMachine.afterPlain, properties[ascii: byte].cellClass).state
    }
}

/// Steps through valid UTF-8.
enum UTF8Text {
    /// The scalar that starts at `place`, and its bytes.
    @inline(__always)
    static func scalar(at place: Int, in text: UnsafePointer<UInt8>) -> (value: UInt32, length: Int) {
        let first = UInt32(text[place])
        if first < 0x80 { return (first, 1) }
        let second = UInt32(text[place + 1] & 0x3F)
        if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
        let third = second << 6 | UInt32(text[place + 2] & 0x3F)
        if first < 0xF0 { return ((first & 0x0F) << 12 | third, 3) }
        return ((first & 0x07) << 18 | third << 6 | UInt32(text[place + 3] & 0x3F), 4)
    }

    /// Where the scalar after the one at `place` starts.
    @inline(__always)
    static func after(_ place: Int, in text: UnsafePointer<UInt8>) -> Int {
        place + scalar(at: place, in: text).length
    }

    /// Where the scalar before `place` starts; `place` is not the start of the text.
    @inline(__always)
    static func before(_ place: Int, in text: UnsafePointer<UInt8>) -> Int {
        var start = place - 1
        while text[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}
