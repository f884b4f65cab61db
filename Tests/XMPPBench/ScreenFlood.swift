import ChatCore
import ChatUI
import Emoticons
import RichText
import Terminal

/// What the screen and the keys take while a room catches up with what was missed: the application in front of the
/// transport, as the loop runs it.
struct ScreenFlood {
    private var state: ChatState
    private var time: Int64 = 1_796_030_040_000
    private var count = 0
    private let room = RoomID("garden@rooms.chat.test")

    init() {
        let settings = ChatState.Settings(catalogue: Catalogue())
        state = ChatState(
            settings: settings, size: Size(width: 100, height: 30), room: room, name: room.text)
        let me = Person(id: PersonID("ann@chat.test"), name: "ann")
        handle(.transport(.opened(room, me: me, readUpTo: nil)))
        handle(.transport(.history(room, [], reachesStart: true)))
        handle(.transport(.people(room, [me])))
    }

    private mutating func handle(_ event: ChatEvent) {
        time += 1
        count += 1
        _ = update(&state, event, at: Moment(time: Timestamp(milliseconds: time), uniqueID: "\(count)", steady: time))
    }

    /// Takes in `pages`, draws after each as the loop does, and presses a key then. Returns the longest milliseconds of
    /// a page with its frame, and of a key with its frame.
    mutating func measure(_ pages: [[Message]]) -> (page: Double, key: Double) {
        var longest = (page: 0.0, key: 0.0)
        for page in pages {
            let start = milliseconds()
            handle(.transport(.received(room, page)))
            handle(.frameDue)
            _ = view(state)
            let between = milliseconds()
            handle(.terminal(.key(KeyPress(.character("x")))))
            handle(.frameDue)
            _ = view(state)
            longest.page = max(longest.page, between - start)
            longest.key = max(longest.key, milliseconds() - between)
        }
        return longest
    }
}
