import ChatCore
import RichText
import XMPP

/// The search for rooms: the account's server names its services (XEP-0030), the one for rooms lists them, and each
/// room tells what it is about.
struct RoomSearch {
    /// How many rooms are asked what they are about.
    static let mostAsked = 100

    var isUnderWay = false
    /// Services that have not told what they are.
    var services: Set<JID> = []
    /// How many answers are still to come.
    var open = 0
    var found: [RoomID: RoomSummary] = [:]
}

extension Session {
    func listRooms() {
        guard isOnline else { return notice("the rooms can be listed once there is a connection", isFailure: true) }
        roomSearch = RoomSearch(isUnderWay: true)
        ask(.offers, of: JID(me.domain), XMLElement("query", Names.items))
    }

    func received(offers answer: XMLElement) {
        let items = answer.child("query", Names.items)?.all("item") ?? []
        let services = items.compactMap { $0["jid"].flatMap { JID($0) } }.filter { $0.local == nil }.prefix(20)
        roomSearch.services = Set(services)
        for service in services { ask(.offered(service), of: service, XMLElement("query", Names.info)) }
        tellRoomsIfComplete()
    }

    func received(offered answer: XMLElement, _ service: JID) {
        guard roomSearch.services.remove(service) != nil else { return }
        let query = answer.child("query", Names.info)
        let isForRooms = query?.all("identity").contains { $0["category"] == "conference" && $0["type"] == "text" }
        if isForRooms == true {
            services[service.domain] = .room
            roomSearch.open += 1
            ask(.roomList, of: service, XMLElement("query", Names.items))
        }
        tellRoomsIfComplete()
    }

    func received(roomList answer: XMLElement) {
        roomSearch.open -= 1
        for item in answer.child("query", Names.items)?.all("item") ?? [] {
            guard let address = item["jid"].flatMap({ JID($0) }), let local = address.local else { continue }
            let id = RoomID(address.bare.description)
            // Rooms go by their addresses, which are unique; what a room calls itself says what it is about.
            let name = HarmlessText.line(item["name"] ?? "")
            roomSearch.found[id] = RoomSummary(id: id, name: id.text, topic: name == local ? "" : name)
            guard roomSearch.found.count <= RoomSearch.mostAsked else { continue }
            roomSearch.open += 1
            ask(.roomAbout(id), of: address.bare, XMLElement("query", Names.info))
        }
        tellRoomsIfComplete()
    }

    func received(roomAbout answer: XMLElement, _ id: RoomID) {
        roomSearch.open -= 1
        let fields = answer.child("query", Names.info)?.child("x", Names.form)?.all("field") ?? []
        func value(_ name: String) -> String? {
            fields.first { $0["var"] == "muc#roominfo_" + name }?.child("value")?.text
        }
        let topic = HarmlessText.line(value("subject") ?? "")
        let about = topic.isEmpty ? HarmlessText.line(value("description") ?? "") : topic
        if !about.isEmpty { roomSearch.found[id]?.topic = about }
        roomSearch.found[id]?.peopleCount = value("occupants").flatMap { Int($0) }
        tellRoomsIfComplete()
    }

    private func tellRoomsIfComplete() {
        guard roomSearch.isUnderWay, roomSearch.open == 0, roomSearch.services.isEmpty else { return }
        for conversation in conversations.values where conversation.kind == .room && conversation.isOpened {
            var summary =
                roomSearch.found[conversation.id]
                ?? RoomSummary(id: conversation.id, name: conversation.id.text)
            if !conversation.topic.isEmpty { summary.topic = conversation.topic }
            summary.peopleCount = conversation.occupants.count
            summary.lastSpoken = conversation.log.newest?.time
            roomSearch.found[conversation.id] = summary
        }
        roomSearch.isUnderWay = false
        tell(.rooms(roomSearch.found.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }))
    }
}
