import ChatCore
import RichText
import XMPP

/// A room that follows one from device to device (XEP-0402).
struct Bookmark {
    var name: String?
    var nick: String?
    var password: String?
    var isJoined: Bool
    /// What other programs keep with it.
    var extensions: XMLElement?

    init(isJoined: Bool) { self.isJoined = isJoined }

    init(_ conference: XMLElement) {
        name = conference["name"]
        isJoined = conference["autojoin"] == "true" || conference["autojoin"] == "1"
        nick = conference.child("nick")?.text
        password = conference.child("password")?.text
        extensions = conference.child("extensions")
    }

    /// What is kept on the server.
    func item(_ id: RoomID) -> XMLElement {
        var conference = XMLElement(
            "conference", Names.bookmarks, ["name": name, "autojoin": isJoined ? "true" : "false"])
        if let nick { conference.append(XMLElement("nick", Names.bookmarks, text: nick)) }
        if let password { conference.append(XMLElement("password", Names.bookmarks, text: password)) }
        if let extensions { conference.append(extensions) }
        return XMLElement("item", Names.publishing, ["id": id.text], [conference])
    }
}

extension Session {
    func askBookmarks() {
        let items = XMLElement("items", Names.publishing, ["node": Names.bookmarks])
        ask(.bookmarks, of: nil, XMLElement("pubsub", Names.publishing, [:], [items]))
    }

    func received(bookmarks answer: XMLElement) {
        let items = answer.child("pubsub", Names.publishing)?.child("items")
        for item in items?.all("item") ?? [] { take(bookmark: item) }
        areBookmarksKnown = true
        for conversation in conversations.values where conversation.kind == .room && conversation.isOpened {
            bookmark(conversation.id, isJoined: true)
        }
    }

    /// One's own account keeps something new, by another program of one's own; who else says so is not believed.
    func received(published event: XMLElement) {
        guard let items = event.child("items") else { return }
        if items["node"] == Names.displayed { take(displayed: items.all("item")) }
        guard followsBookmarks, items["node"] == Names.bookmarks else { return }
        for item in items.all("item") { take(bookmark: item) }
        for item in items.all("retract") {
            guard let id = item["id"].flatMap({ JID($0) }).map({ RoomID($0.bare.description) }) else { continue }
            bookmarks[id] = nil
            leaveElsewhere(id)
        }
    }

    private func take(bookmark item: XMLElement) {
        guard let address = item["id"].flatMap({ JID($0) }), address.local != nil, address.resource == nil,
            let conference = item.child("conference", Names.bookmarks)
        else { return }
        let id = RoomID(address.description)
        let bookmark = Bookmark(conference)
        bookmarks[id] = bookmark
        if !bookmark.isJoined {
            leaveElsewhere(id)
        } else if conversations[id] == nil {
            conversations[id] = made(id, address, nick: bookmark.nick ?? nick)
            tellKept(id)
            enter(id)
        }
    }

    /// One left the room on another device.
    private func leaveElsewhere(_ id: RoomID) {
        guard conversations[id]?.kind == .room else { return }
        leave(id)
        notice("\(id) was left on another device")
    }

    /// Keeps for one's other devices that one is in a room, or is not any more.
    func bookmark(_ id: RoomID, isJoined: Bool) {
        guard followsBookmarks, isOnline, areBookmarksKnown, let conversation = conversations[id] else { return }
        let isRoom = conversation.kind == .room || services[conversation.address.domain] == .room
        guard isRoom, conversation.address.resource == nil, bookmarks[id]?.isJoined != isJoined else { return }
        guard isJoined || bookmarks[id] != nil else { return }
        var bookmark = bookmarks[id] ?? Bookmark(isJoined: isJoined)
        bookmark.isJoined = isJoined
        bookmarks[id] = bookmark
        ask(.nothing, "set", of: nil, Session.publication(of: bookmark.item(id), at: Names.bookmarks))
    }
}
