import ChatCore
import ChatUI
import RichText

/// What is spoken of what happens.
struct PlainSpeech {
    /// Whether own messages are printed, too; who types them on a terminal sees them already.
    let echoesOwn: Bool
    private var people: [RoomID: Set<PersonID>] = [:]
    /// What was spoken lately: a room that opens tells again what came before.
    private var spoken: Set<MessageID> = []

    static let greeting = "Type a line and press Enter. /help lists the commands, @an? finds people, /quit leaves."
    /// How many messages of the past are printed when a room opens.
    private static let pastLines = 10

    init(echoesOwn: Bool) { self.echoesOwn = echoesOwn }

    /// Whether it is known who is in the room in view.
    func knowsRoom(of state: ChatState) -> Bool { people[state.roomInView] != nil }

    /// The lines that tell of `event`.
    mutating func lines(for event: TransportEvent, after: ChatState) -> [String] {
        switch event {
        case .history(let room, let messages, _):
            return fresh(messages.suffix(PlainSpeech.pastLines)).filter { !after.ignores($0.author.id) }
                .map { after.spoken($0, in: room) }
        case .received(let room, let messages):
            return fresh(messages).filter {
                (echoesOwn || $0.author.id != after.me?.id) && !after.ignores($0.author.id)
            }
            .map { after.spoken($0, in: room) }
        case .changed(let room, let messages):
            return messages.filter { !after.ignores($0.author.id) && !($0.edits.isEmpty && !$0.isRetracted) }
                .map { after.spoken($0, in: room) }
        case .failed(_, _, let reason): return ["Not sent: " + reason]
        case .people(let room, let now): return changes(in: room, now, after)
        case .notice, .invited, .refused, .topic: return after.spokenNotice.map { [$0] } ?? []
        default: return []
        }
    }

    /// What goes out for one thing that is said: harmless, and with a mark before each line but the first, so that nobody
    /// can write a line that looks like another one's message.
    static func setIn(_ text: String) -> String {
        HarmlessText.lines(text).replacing("\n", with: "\n  | ")
    }

    /// Those of `messages` that were not spoken.
    private mutating func fresh(_ messages: some Sequence<Message>) -> [Message] {
        if spoken.count > 10_000 { spoken.removeAll() }
        return messages.filter { spoken.insert($0.id).inserted }
    }

    private mutating func changes(in room: RoomID, _ now: [Person], _ state: ChatState) -> [String] {
        let known = people.updateValue(Set(now.map(\.id)), forKey: room)
        guard let known else { return [] }
        let place = room == state.roomInView ? "" : "[\(state.name(of: room))] "
        let ids = Set(now.map(\.id))
        let came = now.filter { !known.contains($0.id) }.map { place + $0.name + " is here" }
        return came + (known.subtracting(ids).isEmpty ? [] : [place + "\(now.count) here"])
    }
}
