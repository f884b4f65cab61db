import ChatCore
import ChatUI
import Terminal

/// The switcher over very many rooms, and the settings read again.
struct ManyRooms {
    private var bench: Bench

    init(_ count: Int) {
        bench = Bench(people: [])
        let rooms = (0..<count).map { RoomSummary(id: RoomID("r\($0)"), name: "room \($0)", topic: "topic \($0)") }
        bench.handle(.transport(.rooms(rooms)))
    }

    /// Opening it, each key of `text`, and the median of reloads of a file with every setting in it.
    mutating func measure(typing text: String) -> [String] {
        var open = Times()
        var keys = Times()
        open.add { bench.press(KeyPress(.character("t"), .control)) }
        for character in text { keys.add { bench.press(KeyPress(.character(String(character)))) } }
        bench.press(KeyPress(.escape))
        let entries = SettingTable.all.map { SettingEntry($0.key, $0.example) }
        var reloads = Times()
        for _ in 0..<50 { reloads.add { bench.handle(.settings(entries)) } }
        return ["  opened: \(open.summary)", "  keys: \(keys.summary)", "  settings taken over: \(reloads.summary)"]
    }
}
