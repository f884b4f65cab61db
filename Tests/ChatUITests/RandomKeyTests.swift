import ChatCore
import ChatUI
import RichText
import Terminal
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Keys, pastes, clicks, resizes and events of a transport in any order. `make test-keys` runs a million of them in a
/// release build (`MINGLE_KEYS`). A run that fails, or traps, prints its seed and what it did, and `MINGLE_SEED=17`
/// does that one again.
@Suite struct RandomKeyTests {
    private static let keysOfARun = 400

    private static var seeds: [UInt64] {
        if let seed = number("MINGLE_SEED") { return [UInt64(seed)] }
        let count = max((number("MINGLE_KEYS") ?? 20_000) / keysOfARun, 1)
        return (1...count).map(UInt64.init)
    }

    private static func number(_ variable: String) -> Int? {
        getenv(variable).flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
    }

    @Test func whateverIsPressedTheDraftStaysSoundAndIsUndoneToNothing() {
        for seed in RandomKeyTests.seeds {
            var run = Run(seed: seed)
            KeyScript.begin(seed: seed)
            guard let fault = run.fault(after: RandomKeyTests.keysOfARun) else { continue }
            Issue.record("MINGLE_SEED=\(seed): \(fault) after \(run.script.joined(separator: " "))")
            return
        }
    }

    // An exit test waits for any child of the process, and never ends while another test has one that it lets lie.
    @Test(.enabled(if: getenv("MINGLE_KEYS") != nil, "runs alone: with MINGLE_KEYS set"))
    func aTrapPrintsTheKeysThatLedToIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            KeyScript.begin(seed: 17)
            KeyScript.append("C-a")
            KeyScript.append("\"你好\"")
            preconditionFailure("as a fault would")
        }
        let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(printed.contains("MINGLE_SEED=17: trapped after C-a \"你好\"\n"), "\(printed)")
    }
}

/// One room full of people, and chance.
private struct Run {
    private var random: SeededGenerator
    private var session: Session
    private let isVi: Bool
    private var people: [Person]
    private(set) var script: [String] = [] {
        didSet { if let last = script.last { KeyScript.append(last) } }
    }

    private static let keys: [String] = {
        let table = Reference.keys.filter { !$0.title.hasPrefix("Vi") }.flatMap(\.lines).flatMap {
            $0.left.split(separator: " ").map(String.init)
        }
        return table + [
            "Tab", "S-Tab", "M-2", "M-3", "F5", "C-S-Left", "C-S-Right", "S-Home", "S-End", "Enter", "Escape",
        ]
    }()
    private static let texts = [
        "a", "b", " ", "@", "@p", "@everyone", "[sm", ":sm", "[smile]", ":)", "/", "/join x", "/mention P", "/leave",
        "/me ",
        "/edit", "/reply", "/delete", "/react 👍", "r", "e", "d", "+", "h", "g", "//", "y", "n", "é", "\u{301}", "👍",
        "🏽", "🇦", "👩‍👩‍👧", "한", "你好", "word ", "(", ".", "dw", "ciw", "v", "p", "u",
        "3",
        "iw", ".", "\\", "http://a.b/c?d=e", "?",
    ]
    private static let room = Session.room

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let isVi = seed % 2 == 0
        self.isVi = isVi
        people = (1...30).map { Person(id: PersonID("p\($0)"), name: "P\($0)") }
        session = Session(60, 20, people: [Session.me] + people) { $0.keys = isVi ? .vi : .emacs }
    }

    /// What is wrong after `count` steps and after all of them were taken back; nil when nothing is.
    mutating func fault(after count: Int) -> String? {
        for index in 0..<count {
            step()
            // Mostly after each step, as people type; sometimes several come before a frame.
            if Int.random(in: 0..<4, using: &random) > 0, session.show() != session.frame {
                return "a frame made of the one before differs from one made anew"
            }
            if index % 8 == 0, let fault = faultOfScreen() { return fault }
        }
        if let fault = faultOfMentions() { return fault }
        return faultOfUndo()
    }

    private mutating func step() {
        switch Int.random(in: 0..<24, using: &random) {
        case 0...9:
            let key = Run.keys.randomElement(using: &random) ?? "Left"
            script.append(key)
            session.press(key)
        case 10...16:
            let text = Run.texts.randomElement(using: &random) ?? "a"
            script.append("\"\(text)\"")
            session.type(text)
        case 17:
            let parts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                Run.texts.randomElement(using: &random) ?? ""
            }
            let text = parts.joined(separator: Bool.random(using: &random) ? "\n" : "")
            script.append("paste(\"\(text)\")")
            session.send(
                .paste(Int.random(in: 0..<20, using: &random) == 0 ? String(repeating: "x\n", count: 300) : text))
        case 18:
            let size = Size(
                width: Int.random(in: 1...100, using: &random), height: Int.random(in: 1...40, using: &random))
            script.append("resize(\(size.width), \(size.height))")
            session.resize(size.width, size.height)
        case 19...20: click()
        case 21:
            script.append("wait")
            session.wait(milliseconds: Int64.random(in: 0...6_000, using: &random))
        default: hear()
        }
    }

    private mutating func click() {
        let size = session.frame.size
        let point = Point(
            x: Int.random(in: 0..<size.width, using: &random), y: Int.random(in: 0..<size.height, using: &random))
        let actions: [MouseEvent.Action] = [.press, .press, .release, .move, .wheelUp, .wheelDown]
        let action = actions.randomElement(using: &random) ?? .press
        script.append("\(action)(\(point.x), \(point.y))")
        session.send(.mouse(MouseEvent(action, action == .wheelUp || action == .wheelDown ? nil : .left, at: point)))
    }

    /// People come, go and take other names; the number in a name stays that of the id.
    private mutating func hear() {
        let index = Int.random(in: 0..<people.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 4:
            script.append("keepAmendment")
            session.keepAmendment()
        case 5:
            guard let amendment = session.amendments.last else { return }
            script.append("refuse")
            session.hear(.refused(Run.room, amendment, reason: "the disk is full"))
        case 0:
            let here = people.filter { _ in Bool.random(using: &random) }
            script.append("people(\(here.count))")
            session.hear(.people(Run.room, [Session.me] + here))
        case 1:
            people[index].name = (Bool.random(using: &random) ? "P" : "Pat ") + people[index].id.text.dropFirst()
            script.append("rename(\(people[index].name))")
            session.hear(.people(Run.room, [Session.me] + people))
        case 2:
            script.append("say")
            session.say("Rob, look", by: people[index])
        default:
            script.append("echo")
            session.echo()
        }
    }

    private func faultOfScreen() -> String? {
        let frame = session.frame
        guard let cursor = frame.cursor else { return frame.size.width > 0 ? "no cursor" : nil }
        return Rect(frame.size).contains(cursor) ? nil : "the cursor is outside"
    }

    /// Whoever is mentioned in what was sent or kept is who was chosen.
    private func faultOfMentions() -> String? {
        let bodies = session.effects.flatMap { effect -> [RichText] in
            switch effect {
            case .transport(.send(let message)): [message.body]
            case .transport(.amend(let amendment)): amendment.change.body.map { [$0] } ?? []
            case .keepDraft(_, let draft): [draft.text] + (draft.edit.map { [$0.text] } ?? [])
            default: []
            }
        }
        for case .person(let id) in bodies.flatMap(\.mentions).map(\.target) where id != Session.me.id {
            guard id.text.hasPrefix("p") else { return "a mention of \(id)" }
        }
        for mention in bodies.flatMap(\.mentions) {
            guard case .person(let id) = mention.target, id != Session.me.id else { continue }
            if mention.name.filter(\.isNumber) != String(id.text.dropFirst()) { return "\(mention.name) means \(id)" }
        }
        return nil
    }

    /// Every draft is taken back to nothing, in every room that is open.
    private mutating func faultOfUndo() -> String? {
        session.resize(80, 24)
        for _ in 0..<4 { session.press("Escape") }
        session.type("n")
        for number in 1...min(openRooms, 9) {
            session.press("Escape Escape M-\(number) Escape Escape Escape")
            if isVi { session.press("Escape") }
            for _ in 0..<8 {
                if isVi { session.type("999u") } else { for _ in 0..<200 { session.press("C-_") } }
                session.wait(milliseconds: 3_000)
                if drafts.isEmpty { break }
            }
        }
        return drafts.isEmpty ? nil : "undo leaves \(drafts.values.map { FlatText($0.edit?.text ?? $0.text).text })"
    }

    private var openRooms: Int {
        session.effects.reduce(0) { count, effect in
            switch effect {
            case .transport(.open): count + 1
            case .transport(.close): count - 1
            default: count
            }
        }
    }

    /// The drafts that were kept last, but for the empty ones; what is on its way is no draft.
    private var drafts: [RoomID: KeptDraft] {
        var drafts: [RoomID: KeptDraft] = [:]
        for case .keepDraft(let room, let draft) in session.effects {
            drafts[room] = draft.text.isEmpty && draft.edit == nil ? nil : draft
        }
        return drafts
    }
}

extension Amendment.Change {
    fileprivate var body: RichText? { if case .edit(let body) = self { body } else { nil } }
}
