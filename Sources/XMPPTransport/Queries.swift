import ChatCore
import XMPP

/// Questions that were asked and not answered yet. An answer counts only from whom was asked.
struct Queries {
    /// What a question was for.
    enum Purpose: Hashable {
        /// What a service is, to find out what an address in it is.
        case service(String)
        /// What a room can do.
        case room(RoomID)
        /// A page of an archive, under the id of its query.
        case archive(String)
        /// Whether one is still in a room (XEP-0410).
        case selfPing(RoomID)
        /// Up to where one had read in all rooms (XEP-0490).
        case displayed
        /// Whether a room did what a moderator wants.
        case amendment(Amendment)
        /// What the account's server offers.
        case offers
        /// What one of the services is.
        case offered(JID)
        /// Which rooms a service has.
        case roomList
        /// What one of those rooms is about.
        case roomAbout(RoomID)
        /// Something that is told only when it fails, and what it was.
        case wish(String)
        /// What can be set of a room, to be told, or to set one thing of it.
        case settings(RoomID, key: String?, value: String)
        /// Whether a room took a setting.
        case configured(RoomID, what: String)
        /// Whether a new room took one's settings.
        case newRoom(RoomID)
        case bookmarks
        case roster
        case blocked
        /// Which services the server names, one of which may take files.
        case uploadServices
        /// Whether that service takes files.
        case uploadService(JID)
        /// Where a file is to be put, by its token.
        case uploadSlot(String)
        /// Nothing depends on the answer.
        case nothing
    }

    private var open: [String: (to: JID?, purpose: Purpose)] = [:]

    /// Notes a question and gives it its id. A nil address is one's own account.
    mutating func ask(_ purpose: Purpose, of address: JID?) -> String {
        let id = Secure.text()
        open[id] = (address, purpose)
        return id
    }

    /// What `answer` answers; nil when nobody asked, or somebody else was asked.
    mutating func answered(by answer: XMLElement, me: JID, full: JID?) -> Purpose? {
        guard let id = answer["id"], let question = open[id] else { return nil }
        let from = answer["from"].map { JID($0) }
        let isExpected: Bool
        switch (question.to, from) {
        case (_, .some(nil)): isExpected = false
        case (nil, nil): isExpected = true
        case (nil, .some(let from?)): isExpected = from == me || from == full || from.description == me.domain
        case (let to?, .some(let from?)): isExpected = to == from
        case (.some, nil): isExpected = false
        }
        guard isExpected else { return nil }
        open[id] = nil
        return question.purpose
    }

    /// Forgets everything: the session in which it was asked is over.
    mutating func forget() { open = [:] }
}
