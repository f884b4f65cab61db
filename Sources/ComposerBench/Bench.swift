import ChatCore
import ChatUI
import Emoticons
import RichText
import Terminal

/// The application without a terminal, driven key by key.
struct Bench {
    private(set) var state: ChatState
    private var time: Int64 = 1_796_030_040_000
    private var count = 0

    static let room = RoomID("lobby")
    static let me = Person(id: PersonID("me"), name: "Rob")

    init(people: [Person]) {
        _ = Usage.startKiB
        let settings = ChatState.Settings(catalogue: Catalogue())
        state = ChatState(settings: settings, size: Size(width: 100, height: 40), room: Bench.room, name: "lobby")
        handle(.transport(.opened(Bench.room, me: Bench.me, readUpTo: nil)))
        handle(.transport(.people(Bench.room, [Bench.me] + people)))
    }

    mutating func handle(_ event: ChatEvent) {
        time += 100
        count += 1
        _ = update(&state, event, at: Moment(time: Timestamp(milliseconds: time), uniqueID: "\(count)", steady: time))
    }

    /// One key, and the screen after it.
    mutating func press(_ key: KeyPress) {
        handle(.terminal(.key(key)))
        precondition(view(state).size.width == 100)
    }

    /// What the loop does when nobody types for a while.
    mutating func rest() {
        time += 10_000
        handle(.deadline)
    }
}

/// A draft as long as nobody writes one.
struct LongDraft {
    /// What its lines look like.
    enum Layout: String, CaseIterable {
        case oneParagraph = "one paragraph"
        case shortLines = "lines of 50"
        case ideographs = "ideographs without a blank"
    }

    /// What is pressed.
    enum Row: String, CaseIterable {
        case typingAtEnd = "typing at the end"
        case typingInMiddle = "typing in the middle"
        case backspace = "backspace in the middle"
        case left = "left"
        case up = "up"
        case down = "down"
        case edges = "start and end of the line"
        case undo = "undo"
    }

    private var bench: Bench
    private let layout: Layout

    init(_ layout: Layout) {
        self.layout = layout
        bench = Bench(people: [Person(id: PersonID("ann"), name: "Ann")])
        bench.handle(.drafts([Bench.room: KeptDraft(LongDraft.text(layout))]))
    }

    private static func text(_ layout: Layout) -> RichText {
        var text = RichText()
        for part in 0..<1_000 {
            text.append(.mention(Mention(.person(PersonID("ann")), name: "Ann")))
            let words = layout == .ideographs ? "你好世界今天" : "lorem ipsum "
            var run = ""
            while run.unicodeScalars.count < 99 { run += words }
            run = String(run.prefix(99))
            if layout == .shortLines { run = String(run.prefix(49)) + "\n" + String(run.prefix(49)) }
            text.append(text: run)
            if part % 100 == 99 && layout == .shortLines { text.append(.lineBreak) }
        }
        return text
    }

    mutating func measure(_ row: Row) -> String {
        let keys: [KeyPress]
        switch row {
        case .typingAtEnd:
            bench.press(KeyPress(.end))
            keys = "hello and some words ".map { KeyPress(.character(String($0))) }
        case .typingInMiddle:
            for _ in 0..<400 { bench.handle(.terminal(.key(KeyPress(.up)))) }
            keys = "hello and some words ".map { KeyPress(.character(String($0))) }
        case .backspace: keys = [KeyPress(.backspace)]
        case .left: keys = [KeyPress(.left)]
        case .up: keys = [KeyPress(.up)]
        case .down: keys = [KeyPress(.down)]
        case .edges: keys = [KeyPress(.home), KeyPress(.home), KeyPress(.end), KeyPress(.end)]
        case .undo: keys = [KeyPress(.character("_"), .control)]
        }
        var times = Times()
        bench.rest()
        for index in 0..<(row == .undo ? 3 : 200) {
            let key = keys[index % keys.count]
            times.add { bench.press(key) }
        }
        return "  \(layout.rawValue), \(row.rawValue): \(times.summary)"
    }
}

/// A room with very many people in it.
struct Crowd {
    private var bench: Bench
    /// The slowest key so far, in microseconds.
    private(set) var worst = 0

    init(_ count: Int) {
        let first = ["Sam", "Ann", "Bea", "王伟", "Zoé", "Jan", "Mia", "Tom", "Eva", "Kim"]
        let last = ["Lee", "Smith", "Weiß", "Novák", "Ito", "Silva", "Khan", "Berg", "Rossi", "Dupont"]
        let people = (0..<count).map { number in
            let name = first[number % 10] + " " + last[number / 10 % 10] + " \(number / 100)"
            return Person(id: PersonID("local:host/user\(number)"), name: name)
        }
        bench = Bench(people: people)
        bench.rest()
    }

    mutating func measure(typing text: String) -> String {
        var each: [String] = []
        for character in text {
            var times = Times()
            times.add { bench.press(KeyPress(.character(String(character)))) }
            worst = max(worst, times.worst)
            each.append(times.summary.split(separator: ",").first.map(String.init) ?? "")
        }
        bench.press(KeyPress(.escape))
        bench.press(KeyPress(.character("u"), .control))
        return "  \(text): " + each.joined(separator: " ")
    }
}
