import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

/// Every action of the table of keys, pressed by every key that it is bound to.
@Suite struct KeyTableTests {
    /// What a key does to a draft of one line, in which a bar is the caret.
    private struct Edit: Sendable {
        let name: String
        let before: String
        let after: String
        var first = ""
        var then = ""
    }

    private static let edits = [
        Edit(name: "backspace", before: "ab|c", after: "a|c"),
        Edit(name: "delete", before: "a|bc", after: "a|c"),
        Edit(name: "left", before: "ab|", after: "a|b"),
        Edit(name: "right", before: "a|b", after: "ab|"),
        Edit(name: "word-left", before: "one two|", after: "one |two"),
        Edit(name: "word-right", before: "|one two", after: "one| two"),
        Edit(name: "line-start", before: "one two|", after: "|one two"),
        Edit(name: "line-end", before: "|one two", after: "one two|"),
        Edit(name: "cut-to-line-end", before: "a|bc", after: "a|"),
        Edit(name: "cut-to-line-start", before: "ab|c", after: "|c"),
        Edit(name: "cut-to-blank", before: "a b-c|", after: "a |"),
        Edit(name: "cut-word-left", before: "a b-c|", after: "a b-|"),
        Edit(name: "cut-word-right", before: "a| b-c", after: "a|-c"),
        Edit(name: "paste", before: "ab|", after: "ab|", first: "C-u"),
        Edit(name: "paste-before", before: "a b|", after: "b|", first: "C-w C-_ C-e C-u C-y"),
        Edit(name: "swap", before: "abc|", after: "acb|"),
        Edit(name: "swap-words", before: "one two|", after: "two one|"),
        Edit(name: "upper-case", before: "|one", after: "ONE|"),
        Edit(name: "lower-case", before: "|ONE", after: "one|"),
        Edit(name: "capitalise", before: "|one", after: "One|"),
        Edit(name: "undo", before: "ab|", after: "ab|", first: "C-u"),
        Edit(name: "redo", before: "ab|", after: "|", first: "C-u C-_"),
        // All of it at once, and redo brings it again step by step.
        Edit(name: "undo-everything", before: "ab|", after: "|", first: "C-u C-y C-y"),
        Edit(name: "undo-everything", before: "ab|", after: "ab|", first: "C-u C-y C-y", then: "M-_"),
        Edit(name: "select-left", before: "ab|", after: "a|", then: "Delete"),
        Edit(name: "select-right", before: "|ab", after: "|b", then: "Delete"),
        Edit(name: "select-word-left", before: "one two|", after: "one |", then: "Delete"),
        Edit(name: "select-word-right", before: "|one two", after: "| two", then: "Delete"),
        Edit(name: "select-line-start", before: "one t|wo", after: "|wo", then: "Delete"),
        Edit(name: "select-line-end", before: "one t|wo", after: "one t|", then: "Delete"),
        Edit(name: "literal", before: "a|", after: "a␛|", then: "Escape"),
        Edit(name: "cut", before: "ab|", after: "a|", first: "S-Left"),
        Edit(name: "copy", before: "ab|", after: "abb|", first: "S-Left", then: "Right C-y"),
    ]

    /// What a key does elsewhere: what comes before it, and what is so afterwards.
    private struct Case: Sendable {
        let name: String
        let before: @Sendable (inout Session) -> Void
        let holds: @Sendable (Session) -> Bool

        init(
            _ name: String, _ before: @escaping @Sendable (inout Session) -> Void,
            _ holds: @escaping @Sendable (Session) -> Bool
        ) {
            self.name = name
            self.before = before
            self.holds = holds
        }

        init(_ name: String, _ keys: String = "", typed: String = "", _ holds: @escaping @Sendable (Session) -> Bool) {
            self.init(
                name,
                { session in
                    session.type(typed)
                    session.press(keys)
                }, holds)
        }
    }

    private static let talking = [
        Case("send", typed: "hello") { $0.sent.map { FlatText($0.body).text } == ["hello"] },
        Case("new-line", "C-a", typed: "one") { $0.rows[11...12] == ["", " one"] },
        Case("mention") { $0.shows("Ann") && $0.shows("2 people here") },
        Case("complete", typed: "hi an") { $0.rows[12] == " hi @Ann" },
        Case("emoticons") { $0.shows("smile") },
        Case("older", "Enter", typed: "hello") { $0.rows[12] == " hello" },
        Case("newer", "Enter C-p", typed: "hello") { $0.rows[12].isEmpty },
        Case("search-history") { $0.shows("search: type what you wrote") },
        Case("up", "C-j", typed: "one") { $0.frame.cursor?.y == 11 },
        Case("down", "C-j Up", typed: "one") { $0.frame.cursor?.y == 12 },
        Case("editor", typed: "hello") { $0.effects.contains(.edit("hello")) },
        Case("spell") { $0.shows("No dictionary of your language") },
    ]

    private static func many(_ keys: String) -> @Sendable (inout Session) -> Void {
        { session in
            for number in 1...40 {
                let called: RichText = [.mention(Mention(.person(Session.me.id), name: "Rob"))]
                session.say(number == 20 ? called : RichText(plain: "number \(number)."))
            }
            session.press(keys)
        }
    }

    private static let reading = [
        Case("page-up", many("")) { $0.shows("number 32.") && !$0.shows("number 39.") },
        Case("page-down", many("PageUp PageUp")) { $0.shows("number 32.") && !$0.shows("number 39.") },
        Case("row-up", many("")) { $0.shows("number 31.") && !$0.shows("number 30.") },
        Case("row-down", many("C-Up C-Up")) { $0.shows("number 31.") && !$0.shows("number 30.") },
        Case("oldest", many("")) { $0.effects.contains { "\($0)".contains("place(0)") } },
        Case("newest", many("PageUp PageUp")) { $0.shows("number 39.") },
        Case("mention-before", many("")) { $0.shows("@Rob") },
        Case("mention-after", many("PageUp PageUp PageUp PageUp")) { $0.shows("@Rob") },
        Case("first-unread") { $0.shows("Nothing here is unread") },
        Case("last-read") { $0.shows("Nothing here was read before") },
        Case("go-to-day") { $0.rows[12] == " /goto" },
        Case("view-picture") { $0.shows("picture") },
        Case("select", many("")) { $0.shows("r ") },
        Case("texts-alone") { !$0.shows("● Ann") },
    ]

    private static func rooms(_ keys: String) -> @Sendable (inout Session) -> Void {
        { session in
            for number in 2...9 {
                session.type("/join r\(number)")
                session.press("Enter")
            }
            session.press(keys)
        }
    }

    private static func title(_ session: Session) -> String { String(session.rows[0].drop { $0 == " " }.prefix(2)) }

    private static let screen =
        [
            Case("room-above", rooms("M-5")) { title($0) == "r4" },
            Case("room-below", rooms("M-5")) { title($0) == "r6" },
            Case("switcher") { $0.shows("room or person") },
            Case("read-all") { $0.shows("Nothing is unread") },
            Case("next-unread") { $0.shows("No other room has anything new") },
            Case("move-room-up", rooms("M-9")) { $0.rows[9].hasPrefix(" ● r9") },
            Case("move-room-down", rooms("M-2")) { $0.rows[4].hasPrefix(" ● r2") },
            Case("do-not-disturb") { $0.shows("You are not disturbed any more") },
            Case("rooms") { !$0.shows("● lobby") },
            Case("people") { !$0.shows("● Ann") },
            Case("help") { $0.shows("Talking") },
            Case("cancel", "F1") { !$0.shows("Talking") },
            Case("redraw") { $0.effects.last == .redraw },
            Case("suspend") { $0.effects.last == .suspend },
            Case("interrupt", typed: "hello") { $0.rows[12].isEmpty && $0.shows("C-_ brings it back") },
            Case("quit") { $0.effects.last == .quit },
            Case("room-1", rooms("")) { title($0) == "lo" },
        ] + (2...9).map { number in Case("room-\(number)", rooms("M-1")) { title($0) == "r\(number)" } }

    private static let cases = talking + reading + screen
    private static let keys = Dictionary(uniqueKeysWithValues: Reference.actions.map { ($0.name, $0.keys) })

    @Test func noActionIsLeftOut() {
        let tried = Set(KeyTableTests.edits.map(\.name) + KeyTableTests.cases.map(\.name))
        #expect(tried == Set(KeyTableTests.keys.keys))
        #expect(KeyTableTests.keys.values.allSatisfy { !$0.isEmpty })
    }

    @Test(arguments: edits.indices) func keysEdit(index: Int) {
        let edit = KeyTableTests.edits[index]
        for key in KeyTableTests.keys[edit.name] ?? [] {
            var session = Session(80, 14)
            session.type(edit.before.filter { $0 != "|" })
            for _ in edit.before.drop(while: { $0 != "|" }).dropFirst() { session.press("Left") }
            session.press("\(edit.first) \(key) \(edit.then)")
            #expect(drawn(session) == edit.after, "\(key) in \(edit.before)")
        }
    }

    /// The draft with a bar at the caret.
    private func drawn(_ session: Session) -> String {
        var row = Array(session.rows[12].dropFirst())
        let caret = (session.frame.cursor?.x ?? 0) - 1
        while row.count < caret { row.append(" ") }
        return String(row[..<caret]) + "|" + String(row[caret...])
    }

    @Test(arguments: cases.indices) func keysDoWhatTheyAreFor(index: Int) {
        let tried = KeyTableTests.cases[index]
        for key in KeyTableTests.keys[tried.name] ?? [] {
            var session = Session(100, 14)
            tried.before(&session)
            session.press(key)
            #expect(tried.holds(session), "\(tried.name) by \(key): \(session.testDescription)")
        }
    }
}
