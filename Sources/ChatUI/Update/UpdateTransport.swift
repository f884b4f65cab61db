import ChatCore
import RichText

extension ChatState {
    /// What a transport tells changes the room that it is about.
    mutating func handle(_ event: TransportEvent, at moment: Moment) -> [Effect] {
        if let effects = meet(event, at: moment) { return effects }
        guard let id = event.room, let index = views.firstIndex(where: { $0.room.id == id }) else { return [] }
        if case .page(_, let page) = event, takeQuote(page, in: index) {
            settleTarget(by: page, in: index)
            return []
        }
        let before = views[index].room.me
        views[index].room.countsOwnName = settings.countsOwnName
        views[index].room.callingWords = settings.callingWords
        let fresh = views[index].room.reduce(event, keeping: views[index].anchor?.message)
        switch event {
        case .page(_, let page): noteCalls(in: page.messages, of: index)
        case .found(_, let findings): return take(findings, in: index)
        case .readingPlace(_, let place): return resume(at: place, in: index)
        case .opened(_, let me, let readUpTo):
            // Told again for a new name, it moves no line that one reads by.
            if before == nil || before?.name == me.name { views[index].unreadAfter = readUpTo }
            // Only what is one's own is marked as sent or not.
            if before?.id != me.id { layouts.removeAll() }
            noteCalls(in: views[index].room.timeline.messages, of: index)
        case .progress(_, let id, let part):
            views[index].uploads[id] = part
            return []
        case .received(_, let messages):
            for message in messages { views[index].uploads[message.id] = nil }
            noteCalls(in: messages, of: index)
            noteArrival(of: fresh, in: index)
            noteForAttention(fresh.filter { $0.author.id != views[index].room.me?.id }, in: index)
        case .failed(_, let id, let reason):
            views[index].uploads[id] = nil
            if index == current { tell("Not sent: " + reason, isFailure: true) }
        case .people(_, let people): rename(people, in: index)
        case .history(_, let messages, _): noteCalls(in: messages, of: index)
        case .refused(_, let amendment, let reason): takeBack(amendment, in: index, reason: reason)
        case .changed(_, let messages):
            noteCalls(in: messages, of: index)
            noteQuotes(of: messages, in: index)
        case .settings: show(settingsOf: index)
        case .typing, .notice, .rooms, .topic, .direct, .invited, .contacts, .connection, .ranks, .passwordWanted:
            break
        }
        let names = views[index].directory.revision
        // Names stand in laid out messages.
        if views[index].directory.adopt(event, in: views[index].room) { layouts.removeAll() }
        if menu != nil, index == current, names != view.directory.revision { openMenu(for: view.composer.query) }
        if case .page(_, let page) = event {
            return land(on: page, in: index) + loadQuotes(of: page.messages, in: index)
        }
        let place = fresh.isEmpty ? index : raise(index)
        if case .opened = event { return sendWhatWaits(in: place) }
        if case .history = event { views[place].knowsHistory = true }
        return settleTargets(in: place) + (event.messages.map { loadQuotes(of: $0, in: place) } ?? [])
    }

    private mutating func noteCalls(in messages: [Message], of index: Int) {
        views[index].noteCalls(in: messages)
    }

    private mutating func noteArrival(of fresh: [Message], in index: Int) {
        let me = views[index].room.me?.id
        let fromOthers = fresh.filter { $0.author.id != me }
        guard !fromOthers.isEmpty else { return }
        if index == current && isAttended { return }
        if views[index].anchor != nil { views[index].arrivedBelow += fromOthers.count }
        // The first that comes while one looks elsewhere draws the line; later ones leave it where it is.
        if views[index].unreadAfter == nil || !views[index].hasUnreadLine {
            views[index].unreadAfter = views[index].room.readUpTo ?? .min
        }
    }

    /// A mention shows the name that the person has now, wherever a draft may come from.
    mutating func rename(_ people: [Person], in index: Int) {
        // Most drafts mention nobody, and very many people may be here.
        var names: [PersonID: String]?
        func name(_ id: PersonID) -> String? {
            let known = names ?? Dictionary(people.map { ($0.id, $0.name) }) { $1 }
            names = known
            return known[id]
        }
        views[index].rename(name)
        // What was cut is with the draft in view, whichever it is.
        if index != current { view.composer.renameCuts(name) }
        vi.rename(name)
    }
}

extension TransportEvent {
    /// The messages that were told by it as they stand in the room.
    fileprivate var messages: [Message]? {
        switch self {
        case .history(_, let messages, _), .received(_, let messages): messages
        default: nil
        }
    }
}
