import Foundation
import Testing

extension EndToEnd {
    /// The editor behind the composer, key by key, at each desk.
    @Suite final class EditorTyping {
        private let sandbox = Sandbox()

        private func ann(at desk: Desk, settings: String = "", variables: [String: String] = [:]) throws -> Writer {
            try Writer("Ann", at: desk, in: sandbox, settings: settings, variables: variables)
        }

        @Test(arguments: Desk.all) func oneBackspaceTakesOneVisibleCharacter(desk: Desk) throws {
            let ann = try ann(at: desk)
            let clusters = [
                ("👍🏽", 2), ("🇩🇪", 2), ("👨‍👩‍👧", 2), ("1️⃣", 2), ("각", 2), ("e\u{301}\u{323}", 1), ("क्षि", 0), ("नि", 0),
            ]
            for (cluster, width) in clusters {
                try ann.press(["'a\(cluster)b"])
                let screen = try ann.terminal.waitUntil("written: \(cluster)") {
                    (width > 0 ? $0.cursor.x == 3 + width : $0.cursor.x >= 4) && $0.cursor.y == Writer.row
                        && $0.rows[Writer.row].hasSuffix("b")
                }
                // The caret stands right beside it, at either side.
                try ann.press(["Left"])
                try ann.terminal.waitUntil("before b: \(cluster)") { $0.cursor.x == screen.cursor.x - 1 }
                try ann.press(["Left"])
                try ann.terminal.waitUntil("before it: \(cluster)") { $0.cursor.x == 2 }
                try ann.press(["Right"])
                try ann.terminal.waitUntil("behind it: \(cluster)") { $0.cursor.x == screen.cursor.x - 1 }
                try ann.expect("a|b", after: "BSpace")
                try ann.clear()
            }
        }

        @Test(arguments: Desk.all) func linesGrowScrollAndKeepTheColumn(desk: Desk) throws {
            let ann = try ann(at: desk)
            try ann.press(["'abcdef", "C-j", "'x", "M-Enter", "'abcdef", "Left"])
            try ann.terminal.waitUntil("three rows") { $0.rows[20...22] == [" abcdef", " x", " abcdef"] }
            for (y, x) in [(21, 2), (20, 6)] {
                try ann.press(["Up"])
                try ann.terminal.waitUntil("the goal column") { $0.cursor == (x, y) }
            }
            try ann.press(["Down", "Down"])
            try ann.terminal.waitUntil("and back") { $0.cursor == (6, 22) }
            try ann.press(["End"])
            for number in 4...12 { try ann.press(["C-j", "'line \(number)"]) }
            // A third of 24 rows, and the draft scrolls in it.
            try ann.terminal.waitUntil("eight rows") { screen in
                screen.rows[15...22] == ArraySlice((5...12).map { " line \($0)" }) && screen.rows[14].hasPrefix("──")
            }
            try ann.press(Array(repeating: "Up", count: 11))
            try ann.terminal.waitUntil("at its start") { $0.rows[15] == " abcdef" && $0.cursor == (7, 15) }
        }

        @Test(arguments: Desk.all) func homeAndEndKnowTheScreenAndThenTheLine(desk: Desk) throws {
            let ann = try ann(at: desk)
            let words = (0..<desk.width / 5 + 3).map { "w\(100 + $0)" }.joined(separator: " ")
            try ann.press(["'" + words])
            let screen = try ann.terminal.waitUntil("two rows") {
                $0.rows[21].hasPrefix(" w100") && $0.rows[22].hasSuffix("w\(100 + desk.width / 5 + 2)")
                    && $0.cursor.y == 22
            }
            let end = screen.cursor.x
            for (key, place) in [("Home", (1, 22)), ("Home", (1, 21)), ("End", nil), ("End", (end, 22))] {
                try ann.press([key])
                try ann.terminal.waitUntil("\(key) of the screen, then of the line") { screen in
                    guard let place else { return screen.cursor.y == 21 && screen.cursor.x > 4 }
                    return screen.cursor == place
                }
            }
            try ann.press(["C-a", "C-a"])
            try ann.terminal.waitUntil("readline's keys do the same") { $0.cursor == (1, 21) }
        }

        @Test(arguments: Desk.all) func readlinesKeysEdit(desk: Desk) throws {
            let ann = try ann(at: desk)
            try ann.expect("ONE| two", after: "'one two", "C-a", "M-u")
            try ann.expect("ONE Two|", after: "M-c")
            try ann.expect("one| Two", after: "C-a", "M-l")
            try ann.expect("Two one|", after: "C-e", "M-t")
            try ann.expect("Two |one", after: "C-b", "C-b", "C-b")
            try ann.expect("Two o|ne", after: "C-f")
            try ann.expect("Two o|", after: "C-k")
            try ann.expect("Two one|", after: "C-y")
            try ann.expect("Two on|", after: "C-h")
            try ann.expect("|", after: "C-u")
            try ann.expect("Two on|", after: "C-y")
            try ann.expect("T| on", after: "C-a", "C-f", "C-d", "C-d")
            try ann.expect("T |on", after: "M-f", "M-b")
            try ann.expect("T |", after: "M-d")
            try ann.expect("|", after: "C-w")
            try ann.expect("|", after: "M-r", "C-y", "M-r")
            try ann.expect("ab", after: "'ab")
            try ann.expect("ba|", after: "C-M-t")
        }

        @Test(arguments: Desk.all) func undoGoesInStepsAndAllTheWay(desk: Desk) throws {
            let ann = try ann(at: desk)
            try ann.expect("one|", after: "'one")
            try ann.terminal.paste(" pasted\tin one")
            try ann.press(["'!"])
            try ann.terminal.waitUntil("pasted") { $0.rows[Writer.row].hasSuffix("in one!") }
            try ann.press(["C-_"])
            try ann.terminal.waitUntil("typing is a step") { $0.rows[Writer.row].hasSuffix("in one") }
            try ann.expect("one|", after: "C-_")
            try ann.expect("|", after: "C-/")
            try ann.expect("one|", after: "M-_")
            try ann.press(["M-_", "M-/"])
            try ann.terminal.waitUntil("and again") { $0.rows[Writer.row].hasSuffix("in one!") }
            // M-r takes all of it back at once, and redo brings it again.
            try ann.expect("|", after: "M-r")
            try ann.expect("one|", after: "M-_")
        }

        @Test(arguments: Desk.all) func aPasteIsTextAndALongOneIsAskedAbout(desk: Desk) throws {
            let ann = try ann(at: desk)
            try ann.terminal.paste(bytes: Array("/quit\r\na\rb\u{7}c".utf8))
            try ann.terminal.waitUntil("three lines") { $0.rows[20...22] == [" /quit", " a", " b␇c"] }
            try ann.expect("|", after: "C-_")
            try ann.terminal.paste(String(repeating: "line\n", count: 201))
            try ann.see("Paste 202 lines")
            try ann.expect("|", after: "'n")
            try ann.terminal.paste(String(repeating: "line\n", count: 201))
            try ann.see("Paste 202 lines")
            try ann.press(["'y", "'end"])
            try ann.terminal.waitUntil("pasted") { $0.rows[21...22] == [" line", " end"] }
            try ann.clear()
            try ann.expect("a␇|", after: "'a", "C-v", "C-g")
        }

        @Test(arguments: Desk.all) func bytesThatAreNoTextNeverMakeHalfACharacter(desk: Desk) throws {
            let ann = try ann(at: desk)
            try ann.terminal.paste(bytes: Array("a".utf8) + [0xC3, 0x28, 0xE4, 0xBD] + Array("b".utf8))
            try ann.expect("a\u{FFFD}(\u{FFFD}b|")
            try ann.see("✓", after: "Enter")
            #expect(try Exported(sandbox.mingle("export").lines.last).text == "a\u{FFFD}(\u{FFFD}b")
        }

        @Test(arguments: Desk.all) func whatWasWrittenComesBack(desk: Desk) throws {
            let ann = try ann(at: desk)
            for text in ["alpha one", "beta", "alpha two"] { try ann.see(text + " ✓", after: "'" + text, "Enter") }
            try ann.expect("alpha two|", after: "'al", "C-p")
            try ann.expect("alpha one|", after: "C-p")
            try ann.expect("alpha two|", after: "C-n")
            try ann.expect("al|", after: "C-n")
            try ann.clear()
            try ann.see("search: one", after: "C-r", "'one")
            try ann.expect("alpha one|", after: "Enter")
            try ann.see("search: a", after: "C-r", "'a")
            try ann.expect("beta|", after: "C-r", "Enter")
        }

        @Test(arguments: Desk.all) func theMousePlacesSelectsAndCanBeSwitchedOff(desk: Desk) throws {
            let bea = try Writer("Bea", at: desk, in: sandbox)
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 2)
            try bea.terminal.waitUntilShown("2 here")
            try ann.expect("one two |", after: "'one two ")
            try ann.mention("be", "/bea", "one two @Bea |")
            try ann.click(3, Writer.row)
            try ann.expect("on|e two @Bea")
            // Inside a token the caret goes to the nearer edge.
            try ann.click(10, Writer.row)
            try ann.expect("one two |@Bea")
            try ann.click(12, Writer.row)
            try ann.expect("one two @Bea|")
            try ann.click(6, Writer.row, times: 2)
            try ann.expect("one | @Bea", after: "C-x")
            try ann.click(8, Writer.row, times: 2)
            try ann.see("@Bea is local:")
            try ann.expect("one  |", after: "C-x")
            try ann.drag(from: (1, Writer.row), to: (4, Writer.row))
            try ann.expect("|", after: "C-x", "End", "BSpace", "BSpace", "BSpace")
            try ann.see("mouse is false now", after: "'/set mouse false", "Enter")
            try ann.expect("abc|", after: "'abc")
            try ann.click(1, Writer.row)
            try ann.expect("abcd|", after: "'d")
        }

        @Test(arguments: Desk.all) func aMessageThatIsTooLongIsNeverCut(desk: Desk) throws {
            let ann = try ann(at: desk)
            let limit = 1 << 20
            try ann.terminal.paste(String(repeating: "word ", count: limit / 5 - 20))
            try ann.terminal.waitUntilShown("KiB?", seconds: 120)
            try ann.press(["'y"])
            try ann.terminal.waitUntilShown("bytes left", seconds: 120)
            try ann.terminal.paste(String(repeating: "more ", count: 40))
            try ann.terminal.waitUntilShown("bytes too long", seconds: 120)
            try ann.press(["Enter"])
            try ann.terminal.waitUntilShown("longer than can be", seconds: 120)
            #expect(try ann.terminal.screen.rows[Writer.row].contains("more"), "it is all still there")
            #expect(try sandbox.mingle("export").output.isEmpty)
        }
    }
}
