import Foundation
import Testing

extension EndToEnd {
    /// The screen at every size between 20 × 5 and 200 × 60, and what is left of it below.
    @Suite final class Resizing {
        private let sandbox = Sandbox()

        /// Fills the lobby with messages of every kind, the last of them telling that it is the newest.
        private func fillTheLobby() throws {
            let texts = [
                "short",
                "a sentence that is long enough to be wrapped in every window but the widest ones, as they are",
                "早上好，今天的咖啡很好喝，推荐你试试（真的！）。「标点」不会出现在行首。", "[smile][grin] two rows [heart]",
                "안녕하세요 여러분 오늘도 좋은 하루 보내세요", "emoji 👍🏽 and 🎉 and ☕ here", "@Ann hello",
                "https://example.org/a/very/long/path?with=queries&and=more#and-a-fragment", "line one\nline two",
            ]
            var lines: [String] = []
            for number in 0..<45 {
                let name = ["Ann", "Bea", "王伟", "Zoë Åström-Lindqvist"][number / 2 % 4]
                let text = texts[number % texts.count].replacing("\n", with: #"\n"#)
                let time = "2026-11-\(20 + number / 20)T09:\(10 + number):00Z"
                let from = #"{"id":"\#(sandbox.person(name.lowercased()))","name":"\#(name)"}"#
                lines.append(#"{"v":1,"id":"m\#(number)","time":"\#(time)","from":\#(from),"text":"\#(text)"}"#)
            }
            let newest =
                #"{"v":1,"id":"z","time":"2026-11-23T10:00:00Z","from":{"id":"x","name":"Bea"},"text":"newest"}"#
            let outcome = try sandbox.mingle("import", input: (lines + [newest]).joined(separator: "\n"))
            guard outcome.status == 0 else { throw HarnessError(outcome.complaint) }
        }

        /// What is wrong with a screen, whatever its size; nothing when it is straight.
        private func faults(of screen: Screen) -> [String] {
            let (width, height) = (screen.width, screen.height)
            var faults = screen.rows.indices.filter { screen.cells(row: $0) > width }.map { "row \($0) is too wide" }
            if !screen.contains("newest") { faults.append("the newest message is not in view") }
            if screen.cursor.y != height - (height >= 3 ? 2 : 1) { faults.append("the caret is not in the composer") }
            guard height >= 10 else { return faults }
            let edges = screen.columns(of: "┬", row: 1)
            if edges.count != (width >= 80 ? 2 : 0) { faults.append("panes at the sides are for 80 columns and more") }
            if screen.columns(of: "┴", row: height - 3) != edges { faults.append("the rules do not fit together") }
            if screen.cells(row: 1) != width || screen.cells(row: height - 3) != width {
                faults.append("the rules do not go from edge to edge")
            }
            for row in 2..<height - 3 {
                if screen.columns(of: "│", row: row) != edges { faults.append("row \(row) is not straight") }
                let log = screen.text(row: row, columns: edges.count == 2 ? edges[0] + 1..<edges[1] : 0..<width)
                if log.contains("\u{FFFD}") { faults.append("row \(row) has half a wide character") }
            }
            return faults
        }

        @Test func everySizeShowsWhatAStartInItWouldShow() throws {
            try fillTheLobby()
            // Read once, so that no line of unread messages tells the one start from the other.
            let before = try sandbox.terminal("--as", "Ann")
            try before.waitUntilShown("newest")
            try before.press("C-q")
            _ = try before.waitUntilEnded()

            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("newest")
            let sizes = [
                (80, 24), (200, 60), (20, 5), (80, 24), (79, 24), (40, 12), (200, 10), (21, 60), (80, 9), (120, 40),
                (43, 24), (44, 24), (200, 60), (20, 5),
            ]
            for (width, height) in sizes {
                try ann.resize(width, height)
                let fresh = try sandbox.terminal("--as", "Ann", width: width, height: height)
                try fresh.waitUntil("the fresh one is complete") {
                    $0.contains("newest") && ($0.height < 5 || $0.contains("1 here"))
                }
                // Looked at anew each time: some forms change once the terminal has told what it draws.
                let screen = try ann.waitUntil("as a start in \(width) × \(height) shows it") { shown in
                    guard shown.width == width, let wanted = try? fresh.screen else { return false }
                    return shown.contains("newest") && shown.rows == wanted.rows && shown.cursor == wanted.cursor
                }
                #expect(faults(of: screen) == [], "\(screen)")
                try fresh.press("C-q")
                _ = try fresh.waitUntilEnded()
            }
        }

        @Test func theLogKeepsItsPlaceThroughAResizeAndNews() throws {
            try fillTheLobby()
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("newest")
            try ann.press("PageUp", "PageUp")
            let back = try ann.waitUntilShown("reading back")
            let top = back.text(row: 2, columns: 14..<63)
            #expect(try sandbox.mingle("send", "--as", "Bea", "something new").status == 0)
            let told = try ann.waitUntilShown("↓ 1 new")
            #expect(told.text(row: 2, columns: 14..<63) == top, "nothing jumps")

            try ann.resize(60, 30)
            try ann.waitUntil("resized") { $0.width == 60 && !$0.contains("┬") }
            try ann.resize(80, 24)
            try ann.waitUntil("the same place again") {
                $0.contains("┬") && $0.text(row: 2, columns: 14..<63) == top
            }
            try ann.press("M->")
            try ann.waitUntilShown("something new")
        }

        @Test func nothingIsLeftOfAWideScreenInAnyStep() throws {
            try fillTheLobby()
            let ann = try sandbox.terminal("--as", "Ann", width: 100, height: 30)
            try ann.waitUntilShown("newest")
            for width in stride(from: 99, through: 20, by: -7) {
                try ann.resize(width, 30)
                try ann.waitUntil("straight in \(width) columns") { $0.width == width && faults(of: $0).isEmpty }
            }
        }
    }
}
