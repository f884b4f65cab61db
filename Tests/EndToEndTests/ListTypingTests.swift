import Foundation
import Testing

extension EndToEnd {
    /// Emoticons, commands, the external editor and Escape, at each desk.
    @Suite final class ListTyping {
        private let sandbox = Sandbox()

        @Test(arguments: Desk.all) func emoticonsComeFromListsTheGridAndSigns(desk: Desk) throws {
            let ann = try Writer("Ann", at: desk, in: sandbox)
            for sign in ["[", ":"] {
                try ann.expect(sign + "s|", after: "'\(sign)s")
                #expect(try !ann.terminal.screen.contains("🙂 smile"), "one letter is not enough")
                let list = try ann.see("🙂 smile", after: "'mi")
                #expect(list.contains(":)"), "with its aliases")
                try ann.expect("🙂|", after: "Enter")
                try ann.expect("|", after: "BSpace")
            }
            try ann.see("smile", after: "M-e")
            try ann.expect("🙂|", after: "'smile", "Enter")
            try ann.clear()
            // A sign is an emoticon as a whole word only, and Backspace right after gives the sign back.
            try ann.expect("a:) |", after: "'a:) ")
            try ann.clear()
            try ann.expect("🙂 |", after: "':) ")
            try ann.expect(":) |", after: "BSpace")
            try ann.expect(":) b|", after: "'b")
        }

        @Test(arguments: Desk.all) func commandsAreCompletedAndMistakesSendNothing(desk: Desk) throws {
            let ann = try Writer("Ann", at: desk, in: sandbox)
            try ann.see("/topic [TEXT]", after: "'/top")
            try ann.expect("/topic |", after: "Tab")
            try ann.see("say what the room", after: "'x")
            try ann.clear()
            try ann.see("high-contrast", after: "'/theme hi")
            try ann.expect("/theme high-contrast|", after: "Tab")
            try ann.clear()
            try ann.see("There is no command /qit", after: "'/qit", "Enter")
            try ann.expect("/qit|")
            try ann.clear()
            try ann.see("A blank stands before", after: "' /quit", "Enter")
            try ann.expect(" /quit|", after: "'n")
            try ann.clear()
            #expect(try sandbox.mingle("export").output.isEmpty)
            try ann.see("/quit ✓", after: "'//quit", "Enter")
            #expect(try Exported(sandbox.mingle("export").lines.last).text == "/quit")
        }

        @Test(arguments: Desk.all) func pathsAreCompletedAsTheCommandReadsThem(desk: Desk) throws {
            _ = sandbox.file("home/my notes/old.jsonl", "")
            let ann = try Writer("Ann", at: desk, in: sandbox)
            try ann.see("hello ✓", after: "'hello", "Enter")
            try ann.see("my notes/", after: "'/export ~/m")
            try ann.expect("/export '~/my notes/|", after: "Tab")
            try ann.see("old.jsonl")
            try ann.see("1 message was written", after: "'new.jsonl'", "Enter")
            let written = sandbox.bytes(of: sandbox.folder + "/home/my notes/new.jsonl")
            #expect(try Exported(String(decoding: written, as: UTF8.self)).text == "hello")
            _ = sandbox.file("home/my notes/a.png", "")
            try ann.see("a.png", after: "'/image ~/my\\ notes/")
            #expect(try !ann.terminal.screen.contains("new.jsonl"), "pictures alone")
            try ann.expect("/image '~/my notes/a.png' |", after: "Tab")
        }

        @Test(arguments: Desk.all) func theEditorGetsTokensByNumber(desk: Desk) throws {
            let script = [
                "#!/bin/sh", "cp \"$1\" '\(sandbox.folder)/seen'",
                "sed -i '1s/.*/and @[Bea](1) @[Nobody](7) @Bea/' \"$1\"",
            ]
            let editor = sandbox.file("editor", script.joined(separator: "\n") + "\n")
            _ = try sandbox.run("/bin/chmod", "0755", editor)
            let bea = try Writer("Bea", at: desk, in: sandbox)
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 2, variables: ["VISUAL": editor])
            try ann.mention("be", "/bea", "@Bea |")
            try ann.expect("@Bea see [x](1)|", after: "'see [x](1)")
            try ann.expect("and @Bea @[Nobody](7) @Bea|", after: "M-v", "End")
            let seen = String(decoding: sandbox.bytes(of: sandbox.folder + "/seen"), as: UTF8.self)
            #expect(seen.hasPrefix("@[Bea](1) see [x](1)"))
            try ann.press(["Enter"])
            try bea.terminal.waitUntilShown("@[Nobody](7)")
            #expect(
                try Exported(sandbox.mingle("export").lines.last).mentions.map(\.id) == [sandbox.person("bea")],
                "what was no token became none")
        }

        @Test(arguments: Desk.all) func escapeAloneIsTellableFromAltAndAKey(desk: Desk) throws {
            let ann = try Writer("Ann", at: desk, in: sandbox)
            try ann.see("leave", after: "'/qui")
            try ann.lose("leave", after: "Escape")
            try ann.clear()
            try ann.expect("one |", after: "'one two", "M-BSpace")
            // The same two bytes with a pause between them are two keys; something is seen of the first.
            if desk.isVi {
                try ann.see("-- NORMAL --", after: "Escape")
            } else {
                try ann.see("send the message", after: "F1")
                try ann.lose("send the message", after: "Escape")
            }
            try ann.press([desk.isVi ? "'b" : "'d"])
            try ann.expect(desk.isVi ? "|one" : "one d|")
        }
    }
}
