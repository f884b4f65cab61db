import ChatCore
import RichText
import XMPP

/// Looking around in what is at hand of a conversation.
extension Session {
    /// Tells the messages at a landmark.
    func load(_ id: RoomID, _ landmark: Landmark, limit: Int) {
        let none = Page(landmark, [], reachesStart: false, reachesEnd: false)
        tell(.page(id, conversations[id]?.log.page(landmark, limit: limit) ?? none))
    }

    /// Finds messages, the newest first.
    func find(_ id: RoomID, _ search: Search, before: Int64?, limit: Int) {
        let page = conversations[id]?.log.find(search, before: before, limit: limit + 1) ?? []
        let told = Array(page.prefix(limit))
        tell(.found(id, Findings(search, before: before, messages: told, hasMore: page.count > limit)))
        let isWhole = conversations[id]?.log.reachesStart ?? true
        if page.count <= limit, !isWhole {
            notice("searched what is at hand of \(id); older messages are on the server")
        }
    }
}

extension Message {
    /// Whether `search` finds the message.
    func fits(_ search: Search) -> Bool {
        let text = FlatText(body).text.lowercased()
        let name = author.name.lowercased()
        return search.words.allSatisfy { text.contains($0.lowercased()) }
            && (search.from ?? "").split(separator: " ").allSatisfy { name.contains($0.lowercased()) }
            && (search.author == nil || search.author == author.id)
            && (search.mentions.map { body.mentions($0) } ?? true)
            && (search.since.map { time >= $0 } ?? true)
            && (search.before.map { time < $0 } ?? true)
    }
}
