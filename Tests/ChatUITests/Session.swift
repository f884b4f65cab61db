import ChatCore
import ChatUI
import Emoticons
import Pictures
import RichText
import Terminal
import Testing

/// The application without a terminal and without a transport: keys and events in, screens and effects out.
struct Session {
    static let me = Person(id: PersonID("me"), name: "Rob")
    static let ann = Person(id: PersonID("ann"), name: "Ann")
    static let bea = Person(id: PersonID("bea"), name: "Bea")
    static let room = RoomID("lobby")
    /// 2026-11-30T09:14:00Z, a Monday.
    static let morning = Timestamp(milliseconds: 1_796_030_040_000)

    private(set) var state: ChatState
    /// All effects since the beginning.
    private(set) var effects: [Effect] = []
    private var time = Session.morning
    /// What the machine's clock shows beside the time that passes.
    private var clockIsOff: Int64 = 0
    private var count = 0
    private var order: Int64 = 0
    /// What the transport has placed, as it reads now.
    private(set) var placed: [MessageID: Message] = [:]

    /// A session of `width` × `height` in a room where `people` are.
    init(
        _ width: Int, _ height: Int, people: [Person] = [Session.me, Session.ann, Session.bea],
        configure: (inout ChatState.Settings) -> Void = { _ in }
    ) {
        let smile = Emoticon(
            name: "smile", aliases: [], ascii: [":)"], alt: "smile", emoji: "🙂", text: ":)", category: "faces",
            size: CellSize(width: 4, height: 2),
            art: GlyphArt(rows: ["▐••▌", "▐╰╯▌"].map { row in row.map { GlyphArt.Cell(String($0)) } }))
        let pack = Pack(
            id: "test", name: "Test", version: "1", authors: [], license: "CC0-1.0", emoticons: [smile])
        var settings = ChatState.Settings(catalogue: Catalogue(packs: [pack]))
        configure(&settings)
        state = ChatState(
            settings: settings, size: Size(width: width, height: height), room: Session.room, name: "lobby")
        effects = [.transport(.open(Session.room))] + state.start()
        hear(.opened(Session.room, me: Session.me, readUpTo: nil))
        hear(.people(Session.room, people))
    }

    mutating func hear(_ event: TransportEvent) { handle(.transport(event)) }

    mutating func hearDrafts(_ drafts: [RoomID: RichText]) { handle(.drafts(drafts.mapValues { KeptDraft($0) })) }

    /// All drafts that were given to be kept.
    var keptDrafts: [KeptDraft] {
        effects.compactMap { if case .keepDraft(_, let draft) = $0 { draft } else { nil } }
    }

    mutating func hear(draft: KeptDraft, of room: RoomID = Session.room) { handle(.drafts([room: draft])) }

    mutating func hearPicture(_ news: PictureNews) { handle(.picture(news)) }

    /// The screen as the loop draws it: what is asked for by it comes before.
    mutating func draw() { handle(.frameDue) }

    /// The screen in a number, which tells whether two look alike.
    var look: Int {
        let frame = frame
        var hasher = Hasher()
        for y in 0..<frame.size.height {
            for x in 0..<frame.size.width { hasher.combine(frame[x, y]) }
        }
        return hasher.finalize()
    }

    /// Every request for a picture, in order.
    var requests: [PictureRequest] {
        effects.compactMap { if case .picture(.load(let request)) = $0 { request } else { nil } }
    }

    mutating func hearSpelling(_ event: ChatEvent) { handle(event) }

    mutating func hearEdited(_ text: String) { handle(.edited(text)) }

    mutating func hear(settings entries: [SettingEntry]) { handle(.settings(entries)) }

    mutating func hear(memory: Memory) { handle(.memory(memory)) }

    mutating func welcome() { handle(.welcome) }

    private mutating func handle(_ event: ChatEvent) {
        count += 1
        let moment = Moment(time: time + clockIsOff, uniqueID: "id\(count)", steady: time.milliseconds)
        effects += update(&state, event, at: moment)
    }

    /// Somebody sets the machine's clock back.
    mutating func setClockBack(milliseconds: Int64) { clockIsOff -= milliseconds }

    /// Lets time pass.
    mutating func wait(milliseconds: Int64) {
        time = time + milliseconds
        if let deadline = state.nextDeadline, deadline <= time.milliseconds { handle(.deadline) }
    }

    /// Types `text`, one key for each character.
    mutating func type(_ text: String) {
        for character in text {
            time = time + 100
            handle(.terminal(.key(KeyPress(.character(String(character))))))
        }
    }

    /// Presses keys, written as `C-a M-Enter Tab`.
    mutating func press(_ keys: String) {
        for notation in keys.split(separator: " ") {
            time = time + 100
            guard let key = KeyPress(String(notation)) else {
                Issue.record("not a key: \(notation)")
                continue
            }
            handle(.terminal(.key(key)))
        }
    }

    /// Presses the left button on the first cell where `text` stands, and lets it go; `after` cells to the right.
    mutating func click(_ text: String, after: Int = 0, lasting: Int64 = 100) {
        guard let point = place(of: text) else {
            Issue.record("not on the screen: \(text)")
            return
        }
        time = time + lasting
        let at = Point(x: point.x + after, y: point.y)
        handle(.terminal(.mouse(MouseEvent(.press, .left, at: at))))
        handle(.terminal(.mouse(MouseEvent(.release, .left, at: at))))
    }

    /// The last cell of the screen where `text` begins.
    func place(of text: String) -> Point? {
        let frame = frame
        for y in (0..<frame.size.height).reversed() {
            for x in 0..<frame.size.width where reads(text, in: frame, x: x, y: y) { return Point(x: x, y: y) }
        }
        return nil
    }

    private func reads(_ text: String, in frame: Frame, x: Int, y: Int) -> Bool {
        var found = ""
        var x = x
        while x < frame.size.width, found.utf8.count < text.utf8.count {
            let cell = frame[x, y]
            found += cell.text
            x += max(cell.width, 1)
        }
        return found == text
    }

    mutating func send(_ event: TerminalEvent) { handle(.terminal(event)) }

    mutating func resize(_ width: Int, _ height: Int) {
        handle(.terminal(.resize(Size(width: width, height: height))))
    }

    /// A message of `author` that the transport places next.
    mutating func message(_ body: RichText, by author: Person = Session.ann, minutes: Int64 = 0) -> Message {
        order += 1
        return Message(
            id: MessageID("m\(order)"), room: Session.room, time: Session.morning + minutes * 60_000, author: author,
            body: body, order: order)
    }

    /// Something is said now.
    mutating func say(_ body: RichText, by author: Person = Session.ann, minutes: Int64 = 0) {
        let message = message(body, by: author, minutes: minutes)
        placed[message.id] = message
        hear(.received(Session.room, [message]))
    }

    /// Gives back what was sent last as the transport does: placed and safe.
    mutating func echo() {
        guard var message = sent.last else { return }
        order += 1
        message.order = order
        message.delivery = .sent
        placed[message.id] = message
        hear(.received(Session.room, [message]))
    }

    /// All amendments that were handed to the transport.
    var amendments: [Amendment] {
        effects.compactMap { if case .transport(.amend(let amendment)) = $0 { amendment } else { nil } }
    }

    /// Answers as a transport does that keeps what was asked for last.
    mutating func keepAmendment() {
        guard let amendment = amendments.last, var message = placed[amendment.target] else { return }
        message.apply(amendment)
        placed[amendment.target] = message
        hear(.changed(Session.room, [message]))
    }

    /// All messages that were handed to the transport.
    var sent: [Message] {
        effects.compactMap { if case .transport(.send(let message)) = $0 { message } else { nil } }
    }

    var frame: Frame { view(state) }

    /// What the loop shows, each frame made of the one before.
    private(set) var shown: Frame?

    /// Draws as the loop does.
    mutating func show() -> Frame {
        draw()
        let frame = view(state, after: shown)
        shown = frame
        return frame
    }

    /// The screen's rows, blanks at their ends cut.
    var rows: [String] {
        let frame = frame
        return (0..<frame.size.height).map { y in
            // No-break spaces hold marks to their words; a reader sees blanks.
            var row = String(frame.text(row: y).map { $0 == "\u{A0}" ? " " : $0 })
            while row.last == " " { row.removeLast() }
            return row
        }
    }

    /// Whether a row of the screen holds `text`.
    func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }
}

/// Compares the screen with one that is drawn between bars; both are framed when they differ.
func expectScreen(
    _ session: Session, _ drawing: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let expected = drawing.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        var row = String(line.dropFirst().dropLast())
        while row.last == " " { row.removeLast() }
        return row
    }
    let rows = session.rows
    if rows != expected {
        Issue.record(
            """
            expected:
            \(expected.map { "|" + $0 + "|" }.joined(separator: "\n"))
            found:
            \(rows.map { "|" + $0 + "|" }.joined(separator: "\n"))
            """, sourceLocation: sourceLocation)
    }
}

extension Session: CustomTestStringConvertible {
    var testDescription: String { "\n" + rows.joined(separator: "\n") + "\n" }
}
