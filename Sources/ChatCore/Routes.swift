import RichText

/// Which room belongs to which of several transports, and what each of them calls it.
///
/// Transport 0 is that of this machine; the others are accounts, each with the address of its person. A room of an
/// account goes by its address. Where two accounts are in rooms of one address, the one that came second goes by
/// `ADDRESS as ACCOUNT`, which may also be typed to choose an account. A room of this machine whose name looks like an
/// address goes before an account's, unless an account has told of it already. Values only.
public struct Routes: Hashable, Sendable {
    private struct Place: Hashable, Sendable {
        var transport: Int
        var room: RoomID
    }

    /// The people behind the accounts, in order; that of index 0 belongs to transport 1.
    public var accounts: [PersonID]
    private var places: [RoomID: Place] = [:]
    private var shown: [Place: RoomID] = [:]

    /// Routes of those accounts.
    public init(accounts: [PersonID]) { self.accounts = accounts }

    /// Whether `room` is one of an account, whichever.
    public static func isOfAccount(_ room: RoomID) -> Bool {
        room.text.contains("@") && !room.text.hasPrefix("direct:") && !room.text.hasPrefix("local:")
    }

    /// To whom a command about the shown `room` goes, and what that one calls the room.
    public mutating func place(of room: RoomID) -> (transport: Int, room: RoomID) {
        if let known = places[room] { return (known.transport, known.room) }
        guard Routes.isOfAccount(room), !accounts.isEmpty else { return (0, room) }
        var address = room
        var transport = 0
        if let range = Routes.separator(in: room.text) {
            let account = PersonID(String(room.text[range.upperBound...]))
            transport = (accounts.firstIndex(of: account) ?? -1) + 1
            if transport > 0 { address = RoomID(String(room.text[..<range.lowerBound])) }
        }
        if transport == 0 { transport = account(for: address.text) }
        note(Place(transport: transport, room: address), as: room)
        return (transport, address)
    }

    /// Whether it is not known yet where `room` belongs, and its name could be that of a room of this machine, too.
    public func isUndecided(_ room: RoomID) -> Bool { Routes.isOfAccount(room) && places[room] == nil }

    /// Whether `room` was found to be one of this machine though it looks like an account's.
    public func isLocal(_ room: RoomID) -> Bool { places[room]?.transport == 0 }

    /// `room` is one of this machine.
    public mutating func noteLocal(_ room: RoomID) { note(Place(transport: 0, room: room), as: room) }

    /// How the room that `transport` calls `room` is shown.
    public mutating func shownRoom(_ room: RoomID, of transport: Int) -> RoomID {
        if transport == 0 { return room }
        let place = Place(transport: transport, room: room)
        if let known = shown[place] { return known }
        let isFree = places[room] == nil
        let id = isFree ? room : RoomID("\(room) as \(accounts[transport - 1])")
        note(place, as: id)
        return id
    }

    /// The account that has most to do with an address: one of its server, else the first.
    public func account(for address: String) -> Int {
        let domain = address.split(separator: "/", maxSplits: 1)[0].split(separator: "@").last ?? ""
        let index = accounts.firstIndex { account in
            guard let home = account.text.split(separator: "@").last else { return false }
            return domain == home || domain.hasSuffix("." + home)
        }
        return (index ?? 0) + 1
    }

    private mutating func note(_ place: Place, as id: RoomID) {
        places[id] = place
        shown[place] = shown[place] ?? id
    }

    private static func separator(in text: String) -> Range<String.Index>? {
        var index = text.startIndex
        while let start = text[index...].firstIndex(of: " ") {
            if text[start...].hasPrefix(" as ") { return start..<text.index(start, offsetBy: 4) }
            index = text.index(after: start)
        }
        return nil
    }
}

extension TransportCommand {
    /// The room that this is about; nil when it is about no single one.
    public var room: RoomID? {
        switch self {
        case .open(let room), .close(let room), .cancel(let room, _), .setTyping(let room, _),
            .loadOlder(let room, _, _),
            .markRead(let room, _), .load(let room, _, _), .search(let room, _, _, _), .keepPlace(let room, _),
            .setTopic(let room, _), .openDirect(_, let room), .invite(_, let room), .remove(_, let room, _, _),
            .enter(let room, _), .rank(_, let room, _), .tellSettings(let room), .configure(let room, _, _),
            .destroy(let room, _):
            room
        case .send(let message): message.room
        case .amend(let amendment): amendment.room
        case .listRooms, .rename, .block, .befriend: nil
        }
    }

    /// The same about another room.
    public func about(_ room: RoomID) -> TransportCommand {
        switch self {
        case .open: return .open(room)
        case .close: return .close(room)
        case .cancel(_, let id): return .cancel(room, id)
        case .setTyping(_, let isTyping): return .setTyping(room, isTyping)
        case .loadOlder(_, let before, let limit): return .loadOlder(room, before: before, limit: limit)
        case .markRead(_, let upTo): return .markRead(room, upTo: upTo)
        case .load(_, let landmark, let limit): return .load(room, landmark, limit: limit)
        case .search(_, let search, let before, let limit): return .search(room, search, before: before, limit: limit)
        case .keepPlace(_, let place): return .keepPlace(room, place)
        case .setTopic(_, let topic): return .setTopic(room, topic)
        case .openDirect(let person, _): return .openDirect(person, metIn: room)
        case .invite(let person, _): return .invite(person, to: room)
        case .remove(let person, _, let isBanned, let reason):
            return .remove(person, from: room, isBanned: isBanned, reason: reason)
        case .send(var message):
            message.room = room
            return .send(message)
        case .amend(var amendment):
            amendment.room = room
            return .amend(amendment)
        case .enter(_, let password): return .enter(room, password: password)
        case .rank(let person, _, let change): return .rank(person, in: room, change)
        case .tellSettings: return .tellSettings(room)
        case .configure(_, let key, let value): return .configure(room, key: key, value: value)
        case .destroy(_, let reason): return .destroy(room, reason: reason)
        case .listRooms, .rename, .block, .befriend: return self
        }
    }
}

extension TransportEvent {
    /// The same about another room.
    public func about(_ room: RoomID) -> TransportEvent {
        func moved(_ messages: [Message]) -> [Message] {
            messages.map { message in
                var message = message
                message.room = room
                return message
            }
        }
        switch self {
        case .opened(_, let me, let readUpTo): return .opened(room, me: me, readUpTo: readUpTo)
        case .history(_, let messages, let start): return .history(room, moved(messages), reachesStart: start)
        case .received(_, let messages): return .received(room, moved(messages))
        case .changed(_, let messages): return .changed(room, moved(messages))
        case .failed(_, let id, let reason): return .failed(room, id, reason: reason)
        case .people(_, let people): return .people(room, people)
        case .typing(_, let people): return .typing(room, people)
        case .readingPlace(_, let place): return .readingPlace(room, place)
        case .page(_, var page):
            page.messages = moved(page.messages)
            return .page(room, page)
        case .found(_, var findings):
            findings.messages = moved(findings.messages)
            return .found(room, findings)
        case .refused(_, var amendment, let reason):
            amendment.room = room
            return .refused(room, amendment, reason: reason)
        case .topic(_, let topic): return .topic(room, topic)
        case .direct(_, let person, let isAsked): return .direct(room, with: person, isAsked: isAsked)
        case .invited(let known, let name, let person):
            return .invited(room, name: name == known.text ? room.text : name, by: person)
        case .progress(_, let id, let part): return .progress(room, id, part)
        case .ranks(_, let ranks): return .ranks(room, ranks)
        case .settings(_, let settings): return .settings(room, settings)
        case .passwordWanted: return .passwordWanted(room)
        case .notice, .rooms, .contacts, .connection: return self
        }
    }
}
