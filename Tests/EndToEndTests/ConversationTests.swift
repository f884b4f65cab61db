import Foundation
import Testing

extension EndToEnd {
    /// Two people in two terminals.
    @Suite final class Conversation {
        private let sandbox = Sandbox()

        /// Ann and Bea in the lobby, each seeing the other.
        private func annAndBea() throws -> (ann: TerminalSession, bea: TerminalSession) {
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("1 here")
            let bea = try sandbox.terminal("--as", "Bea")
            try ann.waitUntilShown("2 here")
            try bea.waitUntilShown("2 here")
            return (ann, bea)
        }

        @Test(arguments: [80, 40, 20]) func anEmptyRoomSaysWhatToDo(width: Int) throws {
            let ann = try sandbox.terminal("--as", "Ann", width: width)
            let screen = try ann.waitUntilShown("mentions")
            #expect(screen.contains("somebody."), "to the last word\n\(screen)")
        }

        @Test func eachSeesWhatTheOtherSays() throws {
            let (ann, bea) = try annAndBea()

            try ann.say("good morning")
            try ann.waitUntilShown("good morning ✓")
            #expect(try bea.waitUntilShown("good morning").contains("Ann      good morning"))
            try bea.say("早上好 Ann")
            #expect(try ann.waitUntilShown("早上好 Ann").contains("Bea      早上好 Ann"))
        }

        @Test func thePeopleListTellsWhoIsHere() throws {
            let (ann, bea) = try annAndBea()
            try ann.waitUntil("both are here") { $0.contains("│ ● Ann") && $0.contains("│ ● Bea") }

            try bea.say("bye")
            try ann.waitUntilShown("bye")
            try bea.press("C-q")
            #expect(try bea.waitUntilEnded() == 0)
            try ann.waitUntil("who spoke and left stays in the list, with an empty mark") {
                $0.contains("1 here") && $0.contains("│ ○ Bea")
            }
        }

        @Test func whoWritesIsSeenWriting() throws {
            let (ann, bea) = try annAndBea()

            try bea.type("let me think")
            try ann.waitUntilShown("Bea is typing …")
            try bea.press("Enter")
            try ann.waitUntil("said, and no longer written") { $0.contains("let me think") && !$0.contains("typing") }

            try bea.type("x")
            try ann.waitUntilShown("Bea is typing …")
            try bea.press("BSpace")
            try ann.waitUntilGone("Bea is typing …")
        }

        @Test func aMentionStandsOutForWhomItMeans() throws {
            let (ann, bea) = try annAndBea()
            let cleo = try sandbox.terminal("--as", "Cleo")
            try ann.waitUntilShown("3 here")

            try ann.type("look @be")
            try ann.waitUntilShown(sandbox.person("bea"))
            try ann.press("Enter")
            try ann.say("at this")
            try bea.waitUntilShown("look @Bea at this")
            try cleo.waitUntilShown("look @Bea at this")

            let forBea = try #require(try bea.styledRow(with: "@Bea"))
            let forCleo = try #require(try cleo.styledRow(with: "@Bea"))
            #expect(forBea.style(of: "@Bea")?.background != nil, "the one who is meant sees it on a ground of its own")
            #expect(forCleo.style(of: "@Bea")?.background == nil)
            #expect(forCleo.style(of: "@Bea") != forCleo.style(of: "look"), "others see that it is a mention")
            #expect(try bea.screen.contains("▌"), "a mark at the left tells of it from afar")
            #expect(try !cleo.screen.contains("▌"))

            try bea.type("@ann")
            try bea.waitUntilShown("/ann")
            try bea.press("Tab")
            try bea.say("I see")
            try ann.waitUntilShown("@Ann I see")
            #expect(try ann.styledRow(with: "@Ann")?.style(of: "@Ann")?.background != nil, "and the other way round")
        }

        @Test func whatWasSaidIsThereAfterARestart() throws {
            let (ann, bea) = try annAndBea()
            try ann.say("remember this")
            try bea.waitUntilShown("remember this")
            try bea.say("and that")
            try ann.waitUntilShown("and that")
            for terminal in [ann, bea] {
                try terminal.press("C-q")
                #expect(try terminal.waitUntilEnded() == 0)
            }

            let again = try sandbox.terminal("--as", "Ann").waitUntilShown("and that")
            #expect(again.contains("remember this ✓"))
            #expect(!again.contains("── new ──"), "what one has seen is not new")
        }

        @Test func whatOneMissedIsMarkedAsNew() throws {
            let (ann, bea) = try annAndBea()
            try bea.say("in time")
            try ann.waitUntilShown("in time")
            try ann.press("C-q")
            _ = try ann.waitUntilEnded()
            try bea.waitUntilShown("1 here")
            try bea.say("too late")
            try bea.waitUntilShown("too late ✓")

            let again = try sandbox.terminal("--as", "Ann").waitUntilShown("too late")
            let line = try #require(again.row(with: "─ new ─"))
            #expect(again.row(with: "too late") == line + 1)
        }

        @Test func aKilledClientLeavesThePeopleListWithinFiveSeconds() throws {
            let (ann, bea) = try annAndBea()
            try bea.type("I was about to s")
            try ann.waitUntilShown("Bea is typing …")
            try bea.signal(SIGKILL)
            try ann.waitUntil("the killed one is gone") {
                $0.contains("1 here") && !$0.contains("typing") && !$0.contains("● Bea")
            }
        }

        @Test func twoProcessesOfOneIdAreOnePerson() throws {
            let first = try sandbox.terminal("--as", "Ann")
            try first.waitUntilShown("1 here")
            let second = try sandbox.terminal("--as", "ann ")
            try second.waitUntilShown("1 here")
            try first.say("from my desk")
            try second.waitUntilShown("from my desk ✓")
            try first.waitUntilShown("1 here")
        }

        @Test func messagesComeToTheOtherScreenOneAfterTheOther() throws {
            let (ann, bea) = try annAndBea()
            let clock = ContinuousClock()
            var times: [Duration] = []
            for number in 1...20 {
                try ann.type("message \(number)!")
                try ann.waitUntilShown("message \(number)!")
                let start = clock.now
                try ann.press("Enter")
                try bea.waitUntilShown("message \(number)!")
                times.append(clock.now - start)
            }
            times.sort()
            let (median, worst) = (times[10].milliseconds, times[19].milliseconds)
            print("message latency, the terminals' own included: median \(median) ms, worst of 20 \(worst) ms")
        }
    }
}

extension Duration {
    /// Whole milliseconds.
    fileprivate var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
