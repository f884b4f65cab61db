import RichText

/// A room as one sees it.
public struct Room: Hashable, Sendable {
    /// Which room it is.
    public let id: RoomID
    /// What is shown as its name.
    public var name: String
    /// Who one is in it, once it is open.
    public var me: Person?
    /// All who are there, in the order in which they are listed.
    public var people: [Person] = []
    /// Others who are writing now.
    public var typing: [Person] = []
    /// What was said.
    public var timeline = Timeline()
    /// Up to where one has read; nil when the room was never read.
    public var readUpTo: Int64?
    /// Whether older messages were asked for and have not come.
    public var isLoadingOlder = false

    /// A room that is not open yet.
    public init(id: RoomID, name: String) {
        self.id = id
        self.name = name
    }

    /// Messages of others after the read position, oldest first.
    public var unread: some Sequence<Message> {
        let readUpTo = readUpTo ?? .min
        let me = me?.id
        return timeline.messages.lazy.filter { ($0.order ?? .min) > readUpTo && $0.author.id != me }
    }

    /// Who spoke when: the place of the last message at hand of each author.
    public var lastSpoken: [PersonID: Int] {
        var result: [PersonID: Int] = [:]
        for (index, message) in timeline.messages.enumerated() { result[message.author.id] = index }
        return result
    }

    /// The newest name of the person `id` that is known here.
    public func name(of id: PersonID) -> String? {
        if let present = people.first(where: { $0.id == id }) { return present.name }
        return timeline.messages.last(where: { $0.author.id == id })?.author.name
    }

    /// Takes in what the transport told of this room.
    /// Returns the messages that are new, for whoever wants to draw attention to them.
    public mutating func reduce(_ event: TransportEvent) -> [Message] {
        switch event {
        case .opened(_, let me, let readUpTo):
            self.me = me
            self.readUpTo = readUpTo
        case .history(_, let messages, let reachesStart):
            isLoadingOlder = false
            timeline.merge(messages)
            if reachesStart { timeline.reachesStart = true }
        case .received(_, let messages): return timeline.merge(messages)
        case .failed(_, let id, let reason): timeline.fail(id, reason: reason)
        case .people(_, let people):
            self.people = people
            typing.removeAll { writer in !people.contains { $0.id == writer.id } }
        case .typing(_, let people): typing = people
        case .notice: break
        }
        return []
    }
}
