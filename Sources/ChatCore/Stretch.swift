import RichText

/// Messages of a room that follow one another without a gap, each once.
///
/// Messages that the transport has placed come first, by place; those that wait to be placed follow in the order in
/// which they were written. What is added or dropped at an end costs by what is added or dropped.
struct Stretch: Hashable, Sendable {
    private(set) var messages: [Message] = []
    /// Whether the first message here is the first of the room.
    var reachesStart = false
    /// The number of the first message; numbers of messages stay the same when others come before them.
    private var first = 0
    private var numbers: [MessageID: Int] = [:]

    static func == (left: Stretch, right: Stretch) -> Bool {
        left.reachesStart == right.reachesStart && left.messages == right.messages
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(reachesStart)
        hasher.combine(messages)
    }

    /// Where the message `id` stands.
    func index(of id: MessageID) -> Int? { numbers[id].map { $0 - first } }

    /// How many messages at the end wait for their place.
    var waitingCount: Int {
        var count = 0
        while count < messages.count, messages[messages.count - 1 - count].order == nil { count += 1 }
        return count
    }

    var oldestOrder: Int64? { messages.first?.order }

    var newestOrder: Int64? { messages.dropLast(waitingCount).last?.order }

    /// The index of the first message whose place is `order` or later; the count when there is none.
    func firstIndex(from order: Int64) -> Int {
        var (low, high) = (0, messages.count)
        while low < high {
            let middle = (low + high) / 2
            if (messages[middle].order ?? .max) < order { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Takes in `arrived`; what is known already by its id is replaced where it gained a place or a new content.
    /// Returns the messages that were not known before.
    mutating func merge(_ arrived: [Message]) -> [Message] {
        var fresh: [Message] = []
        var needsSorting = false
        for message in arrived {
            if let index = index(of: message.id) {
                needsSorting = replace(message, at: index) || needsSorting
            } else if numbers.updateValue(.max, forKey: message.id) == nil {
                fresh.append(message)
            }
        }
        insert(fresh)
        if needsSorting { sort() }
        return fresh
    }

    /// Replaces those of `arrived` that are here, and returns the others.
    mutating func update(_ arrived: [Message]) -> [Message] {
        arrived.filter { message in
            guard let index = index(of: message.id) else { return true }
            if replace(message, at: index) { sort() }
            return false
        }
    }

    /// Changes the message at `index`, whose place stays the same.
    mutating func change(at index: Int, _ work: (inout Message) -> Void) { work(&messages[index]) }

    mutating func remove(at index: Int) -> Message {
        let message = messages.remove(at: index)
        number()
        return message
    }

    /// Keeps the messages of `range` and forgets the others. Those that wait for a place are never forgotten.
    mutating func keep(_ range: Range<Int>) {
        let waiting = messages.count - waitingCount
        let end = range.upperBound >= waiting ? messages.count : range.upperBound
        let start = min(range.lowerBound, min(waiting, end))
        for message in messages[end...] { numbers[message.id] = nil }
        messages.removeLast(messages.count - end)
        for message in messages[..<start] { numbers[message.id] = nil }
        messages.removeFirst(start)
        first += start
        if start > 0 { reachesStart = false }
    }

    /// Returns whether the message has another place now.
    private mutating func replace(_ message: Message, at index: Int) -> Bool {
        guard index < messages.count else { return false }
        let known = messages[index]
        // A late "sending" must not undo a "sent", and a place once given stays.
        guard message.order != nil || known.order == nil else { return false }
        messages[index] = message
        return message.order != known.order
    }

    private mutating func insert(_ fresh: [Message]) {
        guard let last = fresh.last, let head = fresh.first else { return }
        let isOrdered = zip(fresh, fresh.dropFirst()).allSatisfy { !Stretch.precedes($1, $0) }
        let waiting = messages.count - waitingCount
        if isOrdered, let oldest = messages.first, Stretch.precedes(last, oldest) {
            first -= fresh.count
            messages.insert(contentsOf: fresh, at: 0)
            for (index, message) in fresh.enumerated() { numbers[message.id] = first + index }
        } else if isOrdered, waiting == 0 || !Stretch.precedes(head, messages[waiting - 1]) {
            let place = last.order == nil ? messages.count : waiting
            if head.order != nil, last.order == nil, waiting < messages.count { return insertAnywhere(fresh) }
            messages.insert(contentsOf: fresh, at: place)
            for index in place..<messages.count { numbers[messages[index].id] = first + index }
        } else {
            insertAnywhere(fresh)
        }
    }

    private mutating func insertAnywhere(_ fresh: [Message]) {
        messages += fresh
        sort()
    }

    private static func precedes(_ left: Message, _ right: Message) -> Bool {
        (left.order ?? .max) < (right.order ?? .max)
    }

    private mutating func sort() {
        // Stable by construction: equal places keep the order in which they arrived.
        let sorted = messages.enumerated().sorted {
            let (left, right) = ($0.element.order ?? .max, $1.element.order ?? .max)
            return left == right ? $0.offset < $1.offset : left < right
        }
        messages = sorted.map(\.element)
        number()
    }

    private mutating func number() {
        numbers.removeAll(keepingCapacity: true)
        for (index, message) in messages.enumerated() { numbers[message.id] = first + index }
    }
}
