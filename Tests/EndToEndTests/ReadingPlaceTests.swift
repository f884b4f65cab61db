import Testing

extension EndToEnd {
    /// Where one read is found again at the next start, in a room that is never read whole.
    @Suite final class ReadingPlace {
        private let sandbox = Sandbox()

        /// A thousand messages a day for ten days, some of them of two rows.
        private func fillTheLobby() throws {
            let lines = (0..<10_000).map { number in
                let (minute, second) = (number % 1000 / 60, number % 60)
                let time = "2026-11-\(20 + number / 1000)T09:\(10 + minute):\(10 + second % 50)Z"
                let from = #"{"id":"\#(sandbox.person("bea"))","name":"Bea"}"#
                let text = "message \(number)" + (number % 7 == 0 ? " 早上好，今天的咖啡很好喝，推荐你试试 and some more" : "")
                return #"{"v":1,"id":"m\#(number)","time":"\#(time)","from":\#(from),"text":"\#(text)"}"#
            }
            let outcome = try sandbox.mingle("import", input: lines.joined(separator: "\n"))
            guard outcome.status == 0 else { throw HarnessError(outcome.complaint) }
        }

        /// The rows of the log that one reads, without the two that show the newest message.
        private func log(of screen: Screen) -> [String] {
            (2..<screen.height - 5).map { screen.text(row: $0, columns: 14..<63) }
        }

        @Test func aRestartShowsTheSameRowsOfTenThousandMessages() throws {
            try fillTheLobby()
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("message 9999")
            try ann.say("/goto 2026-11-25")
            try ann.waitUntilShown("message 5000")
            // Further on, so that the place is a row in the midst of a day.
            try ann.press("PageDown", "PageDown", "PageDown")
            let before = try ann.waitUntil("a place in the midst of a day") {
                $0.contains("reading back") && $0.contains("message 5045") && !$0.contains("message 5020")
            }
            try ann.press("C-q")
            _ = try ann.waitUntilEnded()

            let again = try sandbox.terminal("--as", "Ann")
            try again.waitUntil("the rows that were read before:\n\(before)") { log(of: $0) == log(of: before) }
            try again.press("M->")
            try again.waitUntilShown("message 9999")
            try again.press("C-q")
            _ = try again.waitUntilEnded()
        }
    }
}
