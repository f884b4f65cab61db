import ChatCore
import RichText
import XMPP

/// A room or a person that one talks with.
struct Conversation {
    /// Who sits in a room.
    struct Occupant: Hashable {
        var nick: String
        /// The real address, where the room tells it.
        var address: JID?
        /// The id that outlives nicks (XEP-0421).
        var occupantID: String?
        /// What the occupant may do now: `moderator`, `participant`, `visitor`.
        var role: String
        /// How the occupant stands to the room: `owner`, `admin`, `member`, `none`.
        var standing: String
        /// Whether the occupant may call everyone: a member or better, or a moderator.
        var mayCallEveryone: Bool { ["owner", "admin", "member"].contains(standing) || role == "moderator" }
    }

    enum Kind: Hashable {
        /// Not known yet: the server is asked.
        case unknown
        case room
        case person
        /// An occupant of a room, to whom one whispers.
        case occupant
    }

    /// How far one is in.
    enum Stage: Hashable {
        /// Nothing flows; the next login begins anew.
        case away
        /// What it is, is being asked.
        case asking
        /// The room was asked to let one in.
        case joining
        /// One is in; what was missed is being fetched, and what comes now is held back.
        case catchingUp
        /// Everything flows.
        case ready
        /// It cannot be entered.
        case refused
    }

    let id: RoomID
    let address: JID
    var kind = Kind.unknown {
        didSet { if kind == .room || kind == .person { log.isRoom = kind == .room } }
    }
    var stage = Stage.away
    /// One's own name in the room.
    var nick: String
    var ownOccupantID: String?
    var occupants: [String: Occupant] = [:]
    /// Whose nick is the plain one, of those that look alike.
    private var originals: [String: String] = [:]
    private let voices = Voices()
    var typing: [Person] = []
    /// Whether the others believe that one is writing; a sign lasts here until it is taken back.
    var isToldOfTyping = false
    var features: Set<String> = []
    let log: ConversationLog
    /// Live messages that wait until what was missed has come.
    var held: [XMLElement] = []
    var isOpened = false
    var triedNicks = 0
    var lastHeard: Int64 = 0
    /// What the user calls the person.
    var partnerName: String?
    /// What the room is about.
    var topic: String { log.topic }
    /// Up to where one has read.
    var readUpTo: Int64?
    /// Whether one's other devices were not told of that.
    var hasUntoldRead = false
    /// The last message of the person's that wants to know when it was seen: its place, and its id there.
    var markable: (order: Int64, senderID: String)?
    /// Whether it was asked for by the user, not begun by somebody's message.
    var isWanted = true

    init(_ id: RoomID, address: JID, nick: String, log: ConversationLog) {
        self.id = id
        self.address = address
        self.nick = nick
        self.log = log
    }

    /// Whether ids of occupants can be believed: a room that does not say so passes on forged ones.
    var hasOccupantIDs: Bool { features.contains(Names.occupantID) }

    /// Who an occupant is.
    func person(_ occupant: Occupant, me: JID) -> Person {
        let isMe = occupant.nick == nick || (occupant.occupantID != nil && occupant.occupantID == ownOccupantID)
        return Person(
            id: isMe ? PersonID(me.description) : personID(nick: occupant.nick, occupantID: occupant.occupantID),
            name: shownName(occupant.nick))
    }

    /// Whom one talks to, outside rooms. An occupant is never shown as if a person were known.
    var partner: Person {
        let name = address.local ?? address.domain
        guard let nick = address.resource else {
            return Person(id: PersonID(address.description), name: HarmlessText.line(partnerName ?? name))
        }
        return Person(id: PersonID(address.description), name: HarmlessText.line("\(nick) (in \(name))"))
    }

    /// A nick as it is shown: one that could be taken for another's, or for one's own, names that one. What differs in
    /// case, width or compatibility forms only is alike.
    func shownName(_ nick: String) -> String {
        let shown = HarmlessText.line(nick)
        guard let original = originals[voices.likeness(nick)], original != nick else { return shown }
        return "\(shown) (not \(HarmlessText.line(original)))"
    }

    /// Somebody of that nick came; whoever was first keeps the plain name, but for oneself.
    mutating func noteNick(_ nick: String, isMe: Bool) {
        let likeness = voices.likeness(nick)
        if isMe || originals[likeness] == nil { originals[likeness] = nick }
    }

    /// Whoever bore that nick is gone.
    mutating func forgetNick(_ nick: String) {
        let likeness = voices.likeness(nick)
        guard originals[likeness] == nick else { return }
        originals[likeness] = occupants.keys.sorted().first { voices.likeness($0) == likeness }
    }

    /// Who bears `nick` or, where there is one, the occupant's id.
    func personID(nick: String, occupantID: String?) -> PersonID {
        if let occupantID, hasOccupantIDs { return voices.id(address, occupantID: occupantID) }
        return PersonID("\(address)/\(nick)")
    }

    /// All who are there, by name, oneself included.
    func people(me: JID) -> [Person] {
        guard kind == .room else {
            return [partner, Person(id: PersonID(me.description), name: HarmlessText.line(nick))]
        }
        return occupants.values.map { person($0, me: me) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// How those who are there stand to the room.
    func ranks(me: JID) -> [PersonID: Rank] {
        var result: [PersonID: Rank] = [:]
        for occupant in occupants.values {
            result[person(occupant, me: me).id] = Rank(
                Rank.Standing(rawValue: occupant.standing) ?? .none, Rank.Role(rawValue: occupant.role) ?? .none)
        }
        return result
    }

    /// The occupant who is the person `id`.
    func occupant(_ id: PersonID) -> Occupant? {
        occupants.values.first { personID(nick: $0.nick, occupantID: $0.occupantID) == id }
    }

    /// Forgets all that ends with a session.
    mutating func left() {
        if stage != .refused { stage = .away }
        occupants = [:]
        originals = [:]
        held = []
        triedNicks = 0
    }
}
