import UnicodeTables

/// The places of the content where the wrapping asked for lets a line end.
struct BreakPlaces: ~Copyable {
    private let text: UnsafePointer<UInt8>
    private let items: UnsafeBufferPointer<InlineContent.Item>
    private let wrapping: Wrapping
    private let machine: ClusterMachine
    private let properties = PropertyTable.shared
    var breaks: LineBreaks
    private let count: Int
    /// Whether the text is printable ASCII: every place in it is the edge of a cluster that has a cell.
    private let isASCII: Bool
    /// The run of text that was last searched for a link, and that link: places of one run are asked in a row, and a
    /// run may be endless.
    private var run = 0..<0
    private var link = 0..<0

    init(
        _ text: UnsafePointer<UInt8>, count: Int, items: UnsafeBufferPointer<InlineContent.Item>, wrapping: Wrapping,
        isASCII: Bool
    ) {
        self.isASCII = isASCII
        self.text = text
        self.items = items
        self.wrapping = wrapping
        machine = .clusters
        breaks = LineBreaks(text, count: count, forChat: wrapping == .chat)
        self.count = count
    }

    /// The last place in `start + 1 ... place` at which a line may end. `place` is in `item` or at its edge.
    mutating func last(upTo place: Int, item: Int, after start: Int) -> Int? {
        search(upTo: place, item: item, after: start) { $0.lastInText(upTo: $1, after: $2, from: start) }
    }

    /// The last place at which what `chat` keeps on one line may be cut, for a line that has no other.
    mutating func lastInsideKept(upTo place: Int, item: Int, after start: Int) -> Int? {
        if wrapping != .chat { return nil }
        return search(upTo: place, item: item, after: start) { places, place, start in
            var at = place
            while at > start {
                if places.isInsideMeasure(at) { return at }
                if Links.mayBreak(after: places.text[at - 1]) && places.isInsideLink(at) { return at }
                at = UTF8Text.before(at, in: places.text)
            }
            return nil
        }
    }

    /// Goes back item by item; `inText` searches one text, a box or atomic text has only its end.
    @inline(__always)
    private mutating func search(
        upTo place: Int, item: Int, after start: Int, _ inText: (inout BreakPlaces, Int, Int) -> Int?
    ) -> Int? {
        var at = place, index = min(item, items.count - 1)
        while at > start {
            while index > 0 && items[index].range.lowerBound >= at { index -= 1 }
            let lower = items[index].range.lowerBound
            if case .text = items[index] {
                if let found = inText(&self, at, max(start, lower)) { return found }
            } else if let found = inText(&self, at, at - 1) {
                return found
            }
            at = lower
        }
        return nil
    }

    /// The last place in `lower + 1 ... place`, all inside one text, of a line that starts at `start`.
    @inline(__always)
    private mutating func lastInText(upTo place: Int, after lower: Int, from start: Int) -> Int? {
        var at = place
        while at > lower {
            switch wrapping {
            case .single: return nil
            case .character:
                if isClusterEdge(at, from: start) { return at }
            case .word:
                if isClusterEdge(at, from: start) && !isInsideWord(at) { return at }
            case .unicode, .chat:
                guard let found = breaks.last(upTo: at, after: lower) else { return nil }
                at = found
                if isClusterEdge(at, from: start) && !isKept(at) { return at }
            }
            at = UTF8Text.before(at, in: text)
        }
        return nil
    }

    /// Whether a letter or digit of one word stands on both sides.
    private mutating func isInsideWord(_ place: Int) -> Bool {
        var after = place
        while after + 1 < count && isPrepended(before: UTF8Text.after(after, in: text)) {
            after = UTF8Text.after(after, in: text)
        }
        if after >= count || !record(at: after).isInWord { return false }
        var before = UTF8Text.before(place, in: text)
        while before > 0 && joins(before) { before = UTF8Text.before(before, in: text) }
        return record(at: before).isInWord
    }

    /// Whether a cluster that has cells starts at `place`, given that one starts at `start`: a line never starts with
    /// what cannot be seen.
    @inline(__always)
    private mutating func isClusterEdge(_ place: Int, from start: Int) -> Bool {
        if isASCII { return true }
        let right = record(at: place).cellClass
        let last = UTF8Text.before(place, in: text)
        let left = record(at: last).cellClass
        let before = machine.step(ClusterMachine.afterPlain, left)
        let forgets = before.startsCluster && machine.step(ClusterMachine.afterHalfFlag, left).startsCluster
        let isEdge =
            forgets
            ? machine.step(before.state, right).startsCluster
            : startsCluster(right, at: place, behind: last, from: start)
        if !isEdge && !(ClusterMachine.joinsLetters(before.state) && isObject(at: place)) { return false }
        return machine.step(ClusterMachine.start, right).growth > 0 || cluster(at: place).cells > 0
    }

    /// Whether what stands before a scalar of this class is nothing to what follows it: so with all that start a
    /// cluster, but for flags, which come in pairs.
    private mutating func isForgetful(_ cellClass: Int) -> Bool {
        machine.step(ClusterMachine.afterPlain, cellClass).startsCluster
            && machine.step(ClusterMachine.afterHalfFlag, cellClass).startsCluster
    }

    /// Whether a cluster starts with the class `right` at `place`, behind the scalar at `last`, which does not forget:
    /// found by walking there, from the nearest one that does.
    @inline(never)
    private mutating func startsCluster(_ right: Int, at place: Int, behind last: Int, from start: Int) -> Bool {
        // A mark joins what does not forget. There may be very many of them, so none of them walks.
        if !machine.step(ClusterMachine.afterPlain, right).startsCluster { return false }
        var at = last
        while at > start && !isForgetful(record(at: at).cellClass) { at = UTF8Text.before(at, in: text) }
        var state = ClusterMachine.start
        while true {
            let (scalar, length) = UTF8Text.scalar(at: at, in: text)
            let step = machine.step(state, properties[scalar].cellClass)
            if at == place { return step.startsCluster }
            state = step.state
            at += length
        }
    }

    /// Whether the scalar at `place` extends whatever stands before it.
    mutating func joins(_ place: Int) -> Bool {
        !machine.step(ClusterMachine.afterPlain, record(at: place).cellClass).startsCluster
    }

    /// The end of the marks at `place` that join what stands before them, which leaves the machine in `state`.
    mutating func marksEnd(from place: Int, to end: Int, state: UInt16) -> Int {
        var at = place, state = state
        while at < end {
            let (scalar, length) = UTF8Text.scalar(at: at, in: text)
            let step = machine.step(state, properties[scalar].cellClass)
            if step.startsCluster || step.growth != 0 { break }
            state = step.state
            at += length
        }
        return at
    }

    /// The end of the clusters at `place` that have no cells; a tab, a forced break and a box are something else.
    mutating func unseenEnd(from place: Int) -> Int {
        var at = place
        while at < count && text[at] != 0x09 && !endsLine(at) && !isObject(at: at) {
            let next = cluster(at: at)
            if next.cells > 0 { break }
            at = next.end
        }
        return at
    }

    /// Whether the scalar before `place` joins whatever letter comes.
    mutating func isPrepended(before place: Int) -> Bool {
        let left = record(at: UTF8Text.before(place, in: text)).cellClass
        return ClusterMachine.joinsLetters(machine.step(ClusterMachine.start, left).state)
    }

    /// Whether the scalar at `place` is a forced break.
    mutating func endsLine(_ place: Int) -> Bool { record(at: place).endsLine }

    /// Whether the byte at `place` belongs to atomic text.
    mutating func isInsideToken(_ place: Int) -> Bool {
        if case .token = items[item(at: place)] { true } else { false }
    }

    /// Whether a box or atomic text starts at `place`.
    mutating func isObject(at place: Int) -> Bool {
        let index = item(at: place)
        guard index < items.count, items[index].range.lowerBound == place else { return false }
        if case .text = items[index] { return false }
        return true
    }

    /// The index of the item that holds the byte at `place`; the count of items at the end.
    mutating func item(at place: Int) -> Int {
        items.firstIndex(whereAllBehind: { $0.range.upperBound > place })
    }

    /// The end of the cluster that starts at `start`, and its cells.
    mutating func cluster(at start: Int) -> (end: Int, cells: Int) {
        var state = ClusterMachine.start
        var at = start, cells = 0
        while at < count {
            let (scalar, length) = UTF8Text.scalar(at: at, in: text)
            let step = machine.step(state, properties[scalar].cellClass)
            // A box or atomic text is a cluster of its own, whatever stands before it.
            let isEdge = step.startsCluster || ClusterMachine.joinsLetters(state) && isObject(at: at)
            if at > start && isEdge { break }
            cells += step.growth
            state = step.state
            at += length
        }
        return (at, cells)
    }

    /// Whether no line ends at `place` in `chat` unless it must, though UAX #14 lets it.
    @inline(__always)
    private mutating func isKept(_ place: Int) -> Bool {
        wrapping == .chat && (isInsideLink(place) || isInsideMeasure(place))
    }

    private mutating func isInsideLink(_ place: Int) -> Bool {
        if !Links.isPart(text[place - 1]) || !Links.isPart(text[place]) { return false }
        if place <= run.lowerBound || place >= run.upperBound {
            run = Links.run(around: place..<place, in: text, count: count)
            link = Links.link(in: run, of: text)
        }
        return link.lowerBound < place && place < link.upperBound
    }

    private mutating func isInsideMeasure(_ place: Int) -> Bool {
        Measures.mayBreak(after: text[place - 1]) && Measures.hold(place, in: text, count: count)
    }

    @inline(__always)
    private mutating func record(at place: Int) -> Record {
        if text[place] < 0x80 { return properties[ascii: text[place]] }
        return properties[UTF8Text.scalar(at: place, in: text).value]
    }
}
