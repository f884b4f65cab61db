import RichText

/// What was asked of the transport and has not come; an answer to anything else is out of date.
struct AskedPages: Hashable, Sendable {
    /// Messages before this place.
    var before: Int64?
    /// Messages at this landmark.
    var landmark: Landmark?
}

extension Room {
    /// Asks for messages before those at hand; nil when there are none or they were asked for already.
    public mutating func loadOlder(limit: Int) -> TransportCommand? {
        guard asked.before == nil, !timeline.reachesStart, let oldest = timeline.oldestOrder else { return nil }
        asked.before = oldest
        return .loadOlder(id, before: oldest, limit: limit)
    }

    /// Asks for messages after those at hand; nil when there are none or something else was asked for already.
    public mutating func loadNewer(limit: Int) -> TransportCommand? {
        guard asked.landmark == nil, !timeline.reachesEnd, let last = timeline.lastOrder else { return nil }
        asked.landmark = .after(last)
        return .load(id, .after(last), limit: limit)
    }

    /// Asks for the part of the room around a landmark, in place of anything that was asked for before.
    public mutating func load(_ landmark: Landmark, limit: Int) -> TransportCommand {
        asked = AskedPages(landmark: landmark)
        return .load(id, landmark, limit: limit)
    }

    /// Goes back to the newest messages.
    public mutating func showNewest() {
        guard !timeline.reachesEnd else { return }
        timeline.showNewest()
        asked = AskedPages()
    }

    /// Whether `page` is what was asked for last.
    public func awaits(_ page: Page) -> Bool { asked.landmark == page.landmark }

    mutating func takeHistory(_ messages: [Message], reachesStart: Bool, keeping held: MessageID?) {
        if let before = asked.before {
            asked.before = nil
            if before == timeline.oldestOrder {
                timeline.extendBack(messages, reachesStart: reachesStart, keeping: held)
            }
            return
        }
        // What nobody asked for is the end of the room, told when it is opened; else an answer that comes too late.
        let oldest = timeline.newest.first?.order ?? .min
        guard messages.isEmpty || (messages.last?.order ?? .max) >= oldest else { return }
        timeline.merge(messages, keeping: held)
        if reachesStart && timeline.reachesEnd { timeline.reachesStart = true }
    }

    mutating func take(_ page: Page, keeping held: MessageID?) {
        guard awaits(page) else { return }
        asked.landmark = nil
        if case .after(let last) = page.landmark {
            guard last == timeline.lastOrder else { return }
            timeline.extendForward(page.messages, reachesEnd: page.reachesEnd, keeping: held)
        } else if !page.messages.isEmpty {
            asked.before = nil
            timeline.show(
                page.messages, reachesStart: page.reachesStart, reachesEnd: page.reachesEnd,
                keeping: page.target ?? held)
        }
    }
}
