import Foundation
import Testing

extension EndToEnd {
    /// How it looks and what the keys do, as people change it, and the help that says so.
    @Suite final class ScreenCommands {
        private let sandbox = Sandbox()

        @Test func theHelpIsThereWhereverOneIs() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            for way in ["F1", "?"] {
                try ann.press(way)
                try ann.waitUntilShown("send the message, or run the /command")
                try ann.press("q")
                try ann.waitUntilGone("send the message")
            }
            try ann.say("/help")
            try ann.waitUntilShown("send the message, or run the /command")
            try ann.press("q")
            try ann.say(["/help invite": "/invite NAME: ask somebody to come", "/keys": "begin a new line · new-line"])
            try ann.press("q")
            try ann.say(["/widths": "─"])
            try ann.press("q")
            try ann.waitUntilGone("begin a new line")
            for (key, title) in [
                ("C-t", "Here: rooms and people"), ("M-e", "Here: the grid of emoticons"),
            ] {
                try ann.press(key, "?")
                try ann.waitUntilShown(title)
                try ann.press("q")
                try ann.waitUntilGone(title)
                try ann.press("Escape")
                try ann.waitUntil("the list is closed") { !$0.contains("type a") }
            }
            try ann.say("one")
            try ann.waitUntilShown("one ✓")
            try ann.press("M-s", "?")
            try ann.waitUntilShown("Here: selected messages")
            try ann.press("q")
            try ann.waitUntilShown("one ✓")
        }

        @Test func looksAreChangedAtOnce() throws {
            let (ann, bea) = try sandbox.annAndBea()
            try bea.say("hello")
            try ann.waitUntilShown("hello")
            try ann.say("good morning")
            let close = try ann.waitUntil("both are there") { $0.contains("hello") && $0.contains("morning ✓") }
            #expect(try #require(close.row(with: "hello")) + 1 == close.row(with: "morning ✓"))
            try ann.say("/set density roomy")
            try ann.waitUntil("a row is between them") { screen in
                screen.row(with: "hello").map { $0 + 2 } == screen.row(with: "morning ✓")
            }
            try ann.press("F2")
            try ann.waitUntilGone("● lobby")
            try ann.press("F3")
            try ann.waitUntilGone("● Bea")
            try ann.press("F2", "F3")
            try ann.waitUntil("both panes are back") { $0.contains("● lobby") && $0.contains("● Bea") }
            try ann.resize(60, 20)
            try ann.waitUntilGone("● lobby")
            try ann.press("F3")
            try ann.waitUntilShown("lobby, 2 here: Ann, Bea")
            try ann.press("F2")
            try ann.waitUntilShown("C-t has them, too")
            try ann.resize(100, 24)
            try ann.waitUntilShown("● lobby")

            try ann.say("/theme mono")
            try ann.waitUntilShown("theme is \"mono\" now")
            #expect(try !ann.styledRows.contains { $0.runs.contains { $0.style.hasColour } })
            _ = sandbox.file(
                "config/mingle/settings.json5",
                "{ theme: 'dark', colours: { text: 'plain', bar: 'bold red on blue' }, peoplePane: false, time: '%H.%M' }"
            )
            try ann.say("/set reload")
            try ann.waitUntilShown("The settings were read again")
            let bar = try #require(try ann.styledRow(with: "on this machine")).style(of: "lobby")
            #expect(bar?.foreground == "31" && bar?.background == "44" && bar?.attributes.contains(1) == true)
            let screen = try ann.screen
            #expect(!screen.contains("● Bea") && screen.rows.contains { $0.contains(/\d\d\.\d\d  Bea/) })
        }

        @Test func escapeWaitsAsLongAsItIsTold() throws {
            _ = sandbox.file("config/mingle/settings.json5", "{ escapeDelay: 1000 }")
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            // Far longer than the standard 50 milliseconds, and far from a second, unless the machine is too busy.
            for attempt in 1...10 {
                try sandbox.tmux(
                    "send-keys", "-t", ann.name, "Escape", ";", "run-shell", "sleep 0.2", ";", "send-keys", "-t",
                    ann.name, "-l", "z")
                let screen = try ann.waitUntil("what came of it") {
                    $0.contains("You are not disturbed any more") || $0.rows[22] == " z"
                }
                if screen.contains("You are not disturbed any more") { return }
                try #require(attempt < 10)
                try ann.press("C-c")
                try ann.waitUntil("empty again") { $0.rows[22].isEmpty }
            }
        }

        @Test(.enabled(if: access("/usr/share/hunspell/en_US.dic", R_OK) == 0, "needs hunspell-en-us"))
        func aWordIsSpelledBetterByAKey() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 100, variables: ["LANGUAGE": "en_US"])
            try ann.waitUntilShown("1 here")
            try ann.type("we recieve tea")
            try ann.waitUntil("the wrong word alone is underlined") { _ in
                let row = try? ann.styledRow(with: " we recieve tea")
                return row?.style(of: "recieve")?.attributes.contains(4) == true
                    && row?.style(of: "tea")?.attributes.contains(4) == false
            }
            try ann.press("M-b", "M-b", "M-$")
            try ann.waitUntilShown("receive")
            try ann.press("Enter")
            try ann.waitUntilShown(" we receive tea")
            try ann.press("C-e")
            try ann.type(" mingleish")
            try ann.press("M-$")
            try ann.waitUntilShown("add “mingleish” to your words")
            try ann.press("Up", "Enter")
            let words = sandbox.folder + "/data/mingle/words"
            #expect(poll(seconds: 60) { self.sandbox.bytes(of: words) == Array("mingleish\n".utf8) })
        }
    }
}
