import Foundation
import Testing

extension EndToEnd {
    /// A window that changes its size faster than anybody can look, and a screen that others take over.
    @Suite final class Storms {
        private let sandbox = Sandbox()

        /// Fills the lobby with 60 messages of different heights.
        private func fillTheLobby() throws {
            let texts = [
                "short",
                "a sentence that is long enough to be wrapped in every window but the widest ones, as they are",
                "早上好，今天的咖啡很好喝，推荐你试试（真的！）。", "[smile][grin] two rows", "emoji 👍🏽 and 🎉 and ☕ here",
            ]
            let lines = (0..<60).map { number in
                let time = "2026-11-20T09:\(10 + number / 2 % 50):00Z"
                let name = ["Ann", "Bea", "王伟"][number / 2 % 3]
                return #"{"v":1,"id":"m\#(number)","time":"\#(time)","from":{"id":"\#(name)","name":"\#(name)"},"#
                    + #""text":"\#(number) \#(texts[number % texts.count])"}"#
            }
            let outcome = try sandbox.mingle("import", input: lines.joined(separator: "\n"))
            guard outcome.status == 0 else { throw HarnessError(outcome.complaint) }
        }

        /// Changes the size 200 times in two seconds behind tmux' back, from 1 × 1 to 500 × 200, and now and then tmux' own,
        /// so that much is drawn for a size that the screen does not have. The last size is 80 × 24.
        private func storm(_ session: TerminalSession, seed: UInt64) throws {
            let path = try session.facts("#{pane_tty}")[0]
            let line = open(path, O_RDWR | O_NOCTTY)
            guard line >= 0 else { throw HarnessError("no terminal at \(path)") }
            defer { close(line) }
            var state = seed
            func random(_ limit: UInt64) -> UInt16 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt16(state >> 33 % limit) + 1
            }
            let start = Date()
            for number in 0..<200 {
                var size = winsize(ws_row: random(200), ws_col: random(500), ws_xpixel: 0, ws_ypixel: 0)
                if number == 60 { (size.ws_col, size.ws_row) = (1, 1) }
                if number == 120 { (size.ws_col, size.ws_row) = (500, 200) }
                _ = ioctl(line, UInt(TIOCSWINSZ), &size)
                if number % 50 == 25 { try session.resize(number % 100 == 25 ? 31 : 170, 12) }
                usleep(useconds_t(max(start.timeIntervalSinceNow * 1_000_000 + Double(number) * 10_000, 0)))
            }
            // tmux tells the program a size only when it changes.
            try session.resize(79, 23)
            try session.resize(80, 24)
        }

        @Test func afterAStormTheScreenIsThatOfAStart() throws {
            try fillTheLobby()
            let before = try sandbox.terminal("--as", "Ann")
            try before.waitUntilShown("59 ")
            try before.press("C-q")
            _ = try before.waitUntilEnded()
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("59 ")
            try storm(ann, seed: 1)
            let fresh = try sandbox.terminal("--as", "Ann")
            try fresh.waitUntil("as the one after the storm shows it") { screen in
                guard let other = try? ann.screen else { return false }
                return screen.contains("59 ") && screen.contains("1 here") && screen.rows == other.rows
                    && screen.cursor == other.cursor
            }
            try fresh.press("C-q")
            _ = try fresh.waitUntilEnded()
            try ann.say("still here")
            try ann.waitUntilShown("still here ✓")
        }

        @Test func thePlaceWhereOneReadsOutlivesAStorm() throws {
            try fillTheLobby()
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("59 ")
            try ann.press("PageUp", "PageUp", "C-Up")
            let back = try ann.waitUntil("reading back") { !$0.contains("58 ") && $0.contains("╌") }
            try storm(ann, seed: 2)
            try ann.waitUntil("the same message in the same row:\n\(back)") { $0.rows == back.rows }
        }

        @Test(arguments: ["M-m", "M-e", "F1", "/search coffee", "C-r", "question"])
        func whatIsOpenStaysOnTheScreenOrCloses(what: String) throws {
            try fillTheLobby()
            let ann = try sandbox.terminal("--as", "Ann")
            let closed = try ann.waitUntilStill("complete") { $0.contains("59 ") && $0.contains("1 here") }
            switch what {
            case "question":
                try ann.type(" /quit")
                try ann.press("Enter")
            case _ where what.hasPrefix("/"): try ann.say(what)
            default: try ann.press(what)
            }
            if what.hasPrefix("/search") { try ann.waitUntilShown("Nothing here fits coffee") }
            let before = try ann.waitUntilStill("\(what) is open") { $0.rows != closed.rows }
            #expect(before.width == 80)
            try storm(ann, seed: 3)
            try ann.waitUntil("as before, or closed:\n\(before)") {
                $0.rows == before.rows || $0.rows == closed.rows
            }
            // In a window of a few cells, too, nothing is drawn outside.
            for (width, height) in [(20, 5), (12, 3), (2, 2), (1, 1), (200, 50)] {
                try ann.resize(width, height)
                try ann.waitUntil("straight in \(width) × \(height)") { screen in
                    screen.width == width && screen.rows.indices.allSatisfy { screen.cells(row: $0) <= width }
                }
            }
            try ann.signal(SIGTERM)
            #expect(try ann.waitUntilEnded() == 0)
        }

        /// Attaches a tmux client of another terminal and another size to the session, from inside a second tmux.
        @Test func detachingAndAttachingElsewhereShowsTheWholeScreen() throws {
            try fillTheLobby()
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("59 ")
            try sandbox.tmux("set", "-g", "focus-events", "on")
            try sandbox.tmux("set", "-g", "window-size", "latest")
            let other = Sandbox()
            let name = try ann.facts("#{session_name}")[0]
            for (kind, width, height) in [("screen-256color", 100, 30), ("tmux-256color", 60, 18), ("vt100", 80, 24)] {
                let inner = ["/usr/bin/env", "-u", "TMUX", "TERM=\(kind)", "/usr/bin/tmux", "-u", "-S", sandbox.socket]
                let outside = try other.open(
                    inner + ["attach", "-t", name], width: width, height: height, variables: ["TERM": kind])
                let shown = try outside.waitUntil("all of it on a \(kind) of \(width) × \(height)") {
                    $0.contains("59 ") && $0.contains("F1") && (width < 80 || $0.contains("1 here"))
                }
                #expect(shown.width == width)
                try ann.waitUntil("the size of the one that is attached") {
                    $0.width == width && $0.height == height
                }
                // tmux has the new size before the program has drawn for it.
                let fresh = try sandbox.terminal("--as", "Ann", width: width, height: height)
                let inside = try fresh.waitUntil("as what is attached shows it") { screen in
                    screen.contains("59 ") && screen.rows == (try? ann.screen.rows)
                }
                if kind != "vt100" { try outside.waitUntil("the same outside") { $0.rows == inside.rows } }
                try fresh.press("C-q")
                _ = try fresh.waitUntilEnded()
                try sandbox.tmux("detach-client", "-s", name)
                _ = try outside.waitUntilEnded()
                try ann.say("seen on \(kind)")
                try ann.waitUntilShown("seen on \(kind) ✓")
            }
        }

        @Test func daysAreWrittenAsTheLocaleHasIt() throws {
            try fillTheLobby()
            let locales = sandbox.folder + "/locales"
            try FileManager.default.createDirectory(atPath: locales, withIntermediateDirectories: true)
            for (name, day) in [
                ("de_DE", "Freitag, 20. November 2026"), ("ja_JP", "2026年11月20日 金曜日"),
                ("en_US", "Friday, November 20, 2026"),
            ] {
                // Warnings of the definition give the exit code 1.
                _ = try sandbox.run("/usr/bin/localedef", "-i", name, "-f", "UTF-8", "\(locales)/\(name).UTF-8")
                let variables = ["LOCPATH": locales, "LC_ALL": "\(name).UTF-8"]
                let ann = try sandbox.terminal("--as", "Ann", variables: variables)
                try ann.waitUntilShown("59 ")
                try ann.say("/goto oldest")
                try ann.waitUntilShown("─ \(day) ─")
                try ann.press("C-q")
                #expect(try ann.waitUntilEnded() == 0)
            }
        }
    }
}
