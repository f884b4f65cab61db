import ChatCore
import RichText
import XMPP

/// Looking around in what is at hand of a conversation.
extension Session {
    /// Tells the messages at a landmark.
    func load(_ id: RoomID, _ landmark: Landmark, limit: Int) {
        let messages = conversations[id]?.log.inOrder ?? []
        let start = conversations[id]?.log.reachesStart ?? true
        let index: Int
        switch landmark {
        case .after(let order): index = messages.firstIndex { ($0.order ?? .max) > order } ?? messages.count
        case .place(let order): index = messages.firstIndex { ($0.order ?? .max) >= order } ?? messages.count
        case .time(let moment): index = messages.firstIndex { $0.time >= moment } ?? messages.count
        case .message(let target):
            guard let found = messages.firstIndex(where: { $0.id == target }) else {
                tell(.page(id, Page(landmark, [], reachesStart: false, reachesEnd: false)))
                return
            }
            index = found
        }
        var first = index
        if case .after = landmark {} else { first = max(0, index - limit / 2) }
        let end = min(messages.count, first + limit)
        first = max(0, min(first, end))
        tell(
            .page(
                id,
                Page(
                    landmark, Array(messages[first..<end]), reachesStart: start && first == 0,
                    reachesEnd: end == messages.count)))
    }

    /// Finds messages, the newest first.
    func find(_ id: RoomID, _ search: Search, before: Int64?, limit: Int) {
        let messages = conversations[id]?.log.inOrder ?? []
        let found = messages.reversed().lazy
            .filter { before == nil || ($0.order ?? .max) < before ?? .max }
            .filter { Session.fits($0, search) }
        let page = Array(found.prefix(limit + 1))
        let told = Array(page.prefix(limit))
        tell(.found(id, Findings(search, before: before, messages: told, hasMore: page.count > limit)))
        let isWhole = conversations[id]?.log.reachesStart ?? true
        if page.count <= limit, !isWhole {
            notice("searched what is at hand of \(id); older messages are on the server")
        }
    }

    private static func fits(_ message: Message, _ search: Search) -> Bool {
        let text = FlatText(message.body).text.lowercased()
        let name = message.author.name.lowercased()
        return search.words.allSatisfy { text.contains($0.lowercased()) }
            && (search.from ?? "").split(separator: " ").allSatisfy { name.contains($0.lowercased()) }
            && (search.author == nil || search.author == message.author.id)
            && (search.mentions.map { message.body.mentions($0) } ?? true)
            && (search.since.map { message.time >= $0 } ?? true)
            && (search.before.map { message.time < $0 } ?? true)
    }
}
