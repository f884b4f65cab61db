import Foundation
import Testing

extension EndToEnd {
    /// What one hears of while one looks elsewhere, and by which means.
    @Suite final class Attention {
        private let sandbox = Sandbox()

        private func notice(_ ann: TerminalSession, _ start: String) -> Bool {
            ann.written.holds(Array("\u{1B}]\(start)".utf8))
        }

        /// Bea says `text` in the lobby.
        private func say(_ text: String) throws { _ = try sandbox.mingle("send", "--as", "Bea", text) }

        @Test func aPopupComesOnlyToWhoLooksElsewhere() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            try ann.say(["/set notify osc777": "notify is \"osc777\" now", "/mute all": "You hear of every message"])
            try say("in view")
            try ann.waitUntilShown("in view")
            // A terminal tells by these that its window lost the focus, and has it again.
            try ann.type("\u{1B}[Oq")
            try ann.waitUntil("it knows that one looks away") { $0.rows[22] == " q" }
            try ann.press("BSpace")
            try say("out of focus")
            try ann.waitUntilShown("out of focus")
            #expect(poll(seconds: 60) { self.notice(ann, "777;notify;Bea in lobby;out of focus") })
            #expect(!notice(ann, "777;notify;Bea in lobby;in view"), "what one looks at needs no popup")
            try ann.type("\u{1B}[I")

            try ann.say(["/set notify osc99": "notify is \"osc99\" now", "/join garden": " garden ·"])
            try say("in another room")
            let title = "99;i=mingle:d=0:p=title;Bea in lobby"
            #expect(poll(seconds: 60) { self.notice(ann, title) })
            #expect(poll(seconds: 60) { self.notice(ann, "99;i=mingle:d=1:p=body;in another room") })
            #expect(!ann.written.holds([7]), "never a popup and the bell")
        }

        @Test func levelsAndPeaceAreKept() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            // In tmux the bell is what is sure to be handed on.
            try ann.say(["/set notify auto": "notify is \"auto\" now", "/join garden": " garden ·"])
            try say("only talk")
            try ann.waitUntil("it has arrived") { $0.rows(with: "lobby").contains { $0.contains("1 │") } }
            #expect(!ann.written.contains(7))
            try say("Ann, look")
            #expect(poll(seconds: 60) { ann.written.contains(7) }, "one's name counts as a mention")
            try ann.press("M-z")
            try ann.waitUntilShown("You are not disturbed any more")
            try ann.press("Left")
            try ann.waitUntilShown("do not disturb: M-z ends it")
            let bells = ann.written.count { $0 == 7 }
            try ann.press("M-1")
            try ann.waitUntilShown("Ann, look")
            try ann.say(["/mute none": "You hear of nothing"])
            try ann.press("M-2")
            try ann.waitUntilShown(" garden ·")
            try say("Ann, once more")
            try ann.waitUntil("it has arrived") { $0.rows(with: "lobby").contains { $0.contains("1 │") } }
            try ann.leave()

            let again = try sandbox.terminal("--as", "Ann", width: 100)
            try again.waitUntilShown("do not disturb: M-z ends it")
            try again.press("M-z")
            try again.waitUntilShown("You hear of messages again")
            try say("Ann, a third time")
            try again.waitUntil("it has arrived") { $0.rows(with: "lobby").contains { $0.contains("2 │") } }
            #expect(!again.written.contains(7), "the room is still muted")
            #expect(ann.written.count { $0 == 7 } == bells)
            try again.press("M-1")
            try again.say("/mute mentions")
            try again.waitUntilShown("You hear of mentions")
            try again.press("M-2")
            try again.waitUntilShown(" garden ·")
            try say("Ann, at last")
            #expect(poll(seconds: 60) { again.written.contains(7) })
        }

        @Test func whereThereIsADesktopItIsTold() throws {
            let told = sandbox.folder + "/told"
            let program = sandbox.file("bin/notify-send", "#!/bin/sh\nprintf '%s\\n' \"$@\" >> '\(told)'\n")
            chmod(program, 0o755)
            let words = [
                "/usr/bin/env", "-u", "TMUX", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere",
                "PATH=\(sandbox.folder)/bin:/usr/bin:/bin", Program.path, "--as", "Ann",
            ]
            let ann = try sandbox.open(words, width: 100, height: 24)
            try ann.waitUntilShown("1 here")
            try ann.say("/join garden")
            try ann.waitUntilShown(" garden ·")
            try say("Ann, look")
            let expected = Array("--app-name=mingle\n--\nBea in lobby\nAnn, look\n".utf8)
            #expect(poll(seconds: 60) { self.sandbox.bytes(of: told) == expected })
            #expect(!ann.written.contains(7))
        }
    }
}
