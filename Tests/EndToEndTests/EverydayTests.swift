import Foundation
import Testing

extension EndToEnd {
    /// What one needs to live in it: settings, rooms, notices, the first start, and the chat as lines.
    @Suite final class Everyday {
        private let sandbox = Sandbox()

        private var settings: String { sandbox.folder + "/config/mingle/settings.json5" }

        private func text(_ path: String) -> String { String(decoding: sandbox.bytes(of: path), as: UTF8.self) }

        @Test func settingsAreChangedKeptAndReadAgain() throws {
            _ = sandbox.file("config/mingle/settings.json5", "{\n  // mine\n  mouse: false, // the terminal's\n}\n")
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            try ann.say("/set time at %H")
            try ann.waitUntilShown("time is \"at %H\" now")
            try ann.say("hello")
            try ann.waitUntilShown("hello ✓")
            #expect(try ann.screen.contains("at "))
            #expect(
                text(settings) == "{\n  // mine\n  mouse: false, // the terminal's\n  time: \"at %H\",\n}\n")
            _ = sandbox.file(
                "config/mingle/settings.json5", "{ theme: \"pink\", bindings: { \"F5\": \"fly\" }, time: 3 }")
            try ann.say("/set reload")
            let mistakes = try ann.waitUntilShown("3 mistakes in the settings")
            #expect(mistakes.contains("theme is auto, dark, light") && mistakes.contains("there is no action fly"))
            try ann.press("Escape")
            try ann.waitUntilShown("hello ✓")
            _ = sandbox.file("config/mingle/settings.json5", "{ theme: ")
            try ann.say("/set reload")
            try ann.waitUntilShown("1:10: a value is missing; what was in force stays")
            #expect(try ann.screen.contains("at "))
            _ = sandbox.file("config/mingle/settings.json5", "{ bindings: { 'F5': '/theme light' } }")
            try ann.say("/set reload")
            try ann.waitUntilShown("The settings were read again")
            try ann.press("F5")
            try ann.waitUntilShown("theme is \"light\" now")
        }

        @Test func aStartWithMistakesTellsThemAndAWrongNameRefuses() throws {
            let file = sandbox.file("other.json5", "{ mouse: 1,\n keys: 'ed',\n}")
            let ann = try sandbox.terminal("--as", "Ann", "--config", file, width: 100)
            let screen = try ann.waitUntilShown("2 mistakes in the settings")
            #expect(screen.contains("line 2") && screen.contains("keys is emacs or vi, not ed"))
            _ = sandbox.file("other.json5", "{ name: ['Ann'] }")
            let refused = try sandbox.mingle("settings", "--config", file)
            #expect(refused.status == 1 && refused.complaint.contains("line 1: name needs a text"))
            for (source, words) in [
                (
                    "{ mouse: 1,\n name: ' ' }",
                    ["line 1: mouse is true or false", "line 2: name needs a text that can be seen"]
                ),
                ("{ archive: 'x.sqlite' }", ["line 1: archive needs a whole path, from / or ~/ on"]),
                ("{ keys: vi }", ["other.json5:1:9: a text needs quotes around it"]),
            ] {
                _ = sandbox.file("other.json5", source)
                let outcome = try sandbox.mingle("settings", "--config", file)
                #expect(outcome.status == 1 && words.allSatisfy(outcome.complaint.contains), "\(outcome.complaint)")
            }
            for source in ["", "// nothing yet\n", "{ room: '' }"] {
                _ = sandbox.file("other.json5", source)
                #expect(try sandbox.mingle("settings", "--config", file).status == 0)
            }
            _ = sandbox.file("other.json5", "{ archive: '~/kept/a.sqlite' }")
            #expect(try sandbox.mingle("send", "--config", file, "hello").status == 0)
            #expect(!text(sandbox.folder + "/home/kept/a.sqlite").isEmpty)
        }

        @Test func theDefaultFileIsMadeOnceAndIsRight() throws {
            let made = try sandbox.mingle("settings", "--write")
            #expect(made.status == 0 && made.lines == [settings])
            #expect(text(settings).contains("// theme: \"auto\","))
            let again = try sandbox.mingle("settings", "--write")
            #expect(again.status == 1 && again.complaint.contains("is there already; it was not changed"))
            let listed = try sandbox.mingle("settings")
            #expect(listed.status == 0 && listed.errors.isEmpty && listed.lines.contains("theme: \"auto\","))
        }

        @Test func roomsAreOpenAgainAndSwitchedByAFewLetters() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            try ann.say("/join garden")
            try ann.waitUntilShown("● garden")
            try ann.say("/join kitchen")
            try ann.waitUntilShown("● kitchen")
            try ann.press("M-S-Up")
            try ann.press("C-t")
            try ann.waitUntilShown("room or person")
            try ann.type("gar")
            try ann.press("Enter")
            try ann.waitUntilShown("● garden")
            try ann.say("/mute")
            try ann.waitUntilShown("You hear of nothing")
            try ann.press("C-q")
            #expect(try ann.waitUntilEnded() == 0)

            let again = try sandbox.terminal("--as", "Ann", width: 100)
            try again.waitUntil("the rooms in their order, and that in view which was") { screen in
                let rooms = screen.rows.compactMap { row in
                    ["lobby", "kitchen", "garden"].first { row.dropFirst(3).hasPrefix($0) }
                }
                return rooms == ["lobby", "kitchen", "garden"] && screen.contains("● garden")
            }
        }

        @Test func aDamagedFileOfRoomsIsPutAside() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            try ann.press("C-q")
            _ = try ann.waitUntilEnded()
            let folder = sandbox.folder + "/home/.local/state/mingle"
            let name = try #require(
                FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix("rooms-") })
            #expect(
                try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.posixPermissions] as? Int
                    == 0o600)
            _ = sandbox.file("home/.local/state/mingle/" + name, "{\"v\":1,\"rooms\":[{")
            let again = try sandbox.terminal("--as", "Ann", width: 160)
            try again.waitUntilShown("Which rooms were open cannot be read")
            #expect(text(folder + "/" + name + ".damaged") == "{\"v\":1,\"rooms\":[{")
        }

        @Test func oneHearsOfAnotherRoomByOneMeansAndNotOfTheIgnored() throws {
            _ = sandbox.file("config/mingle/settings.json5", "{ notify: 'osc9', notifyAbout: 'all' }")
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            try ann.say("/join garden")
            try ann.waitUntilShown("● garden")
            _ = try sandbox.mingle("send", "--as", "Bea", "look at \u{1B}]0;x\u{7} this; now")
            try ann.waitUntilShown("lobby")
            let notice = Array("\u{1B}]9;Bea in lobby: look at ␛]0,x␇ this, now\u{1B}\\".utf8)
            #expect(poll(seconds: 60) { ann.written.holds(notice) })
            #expect(!ann.written.holds([0x07]), "never the bell and a popup for one event")

            try ann.press("M-1")
            try ann.waitUntilShown("look at")
            try ann.say("/ignore Bea")
            let hidden = try ann.waitUntilShown("1 message of somebody you ignore")
            #expect(!hidden.contains("look at"))
        }

        @Test func theDesktopIsToldByArgumentsAndTheBellSoundsAlone() throws {
            let program = sandbox.file(
                "bin/notify-send", "#!/bin/sh\nprintf '%s\\n' \"$@\" >> '\(sandbox.folder)/told'\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
            _ = sandbox.file("config/mingle/settings.json5", "{ notify: 'desktop', notifyAbout: 'all' }")
            // tmux has a PATH of its own.
            let path = "PATH=\(sandbox.folder)/bin:/usr/bin:/bin"
            let ann = try sandbox.open(
                ["/usr/bin/env", path, Program.path, "--as", "Ann"], width: 100, height: 24)
            try ann.waitUntilShown("1 here")
            try ann.say("/join garden")
            try ann.waitUntilShown("● garden")
            _ = try sandbox.mingle("send", "--as", "Bea", "--", "-x <b>&; $(touch /tmp/no)")
            let expected = "--app-name=mingle\n--\nBea in lobby\n-x &lt;b&gt;&amp;; $(touch /tmp/no)\n"
            #expect(poll(seconds: 60) { self.text(self.sandbox.folder + "/told") == expected })
            #expect(!ann.written.holds([0x07]))
            try ann.say("/set notify bell")
            try ann.waitUntilShown("notify is \"bell\" now")
            _ = try sandbox.mingle("send", "--as", "Bea", "once more")
            #expect(poll(seconds: 60) { ann.written.holds([0x07]) })
            #expect(text(sandbox.folder + "/told") == expected)
        }

        @Test func twoTalkAloneAndTheRoomIsThereAgain() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            let bea = try sandbox.terminal("--as", "Bea", width: 100)
            try ann.waitUntilShown("2 here")
            try ann.say("/topic coffee at ten")
            try bea.waitUntilShown("lobby · on this machine · coffee at ten")
            try ann.say("/msg Bea just us two")
            try ann.waitUntilShown("just us two ✓")
            try bea.waitUntilShown("Ann        1")
            try bea.press("M-a")
            try bea.waitUntilShown("just us two")
            try bea.say("/export \(sandbox.folder)/two.jsonl")
            try bea.waitUntilShown("1 message was written")
            #expect(try Exported(text(sandbox.folder + "/two.jsonl")).text == "just us two")
            try bea.press("C-q")
            _ = try bea.waitUntilEnded()
            let again = try sandbox.terminal("--as", "Bea", width: 100)
            let screen = try again.waitUntilShown("just us two")
            #expect(screen.rows[0].hasPrefix(" Ann") && screen.contains("lobby"))
        }

        @Test func theFirstStartAsksForANameAndNeverAgain() throws {
            try FileManager.default.removeItem(atPath: sandbox.folder + "/home/.local/state/mingle/welcomed")
            let first = try sandbox.terminal(width: 100)
            try first.waitUntilShown("What should others call you?")
            try first.type("Zoe")
            try first.press("Enter")
            let welcome = try first.waitUntilShown("Five keys worth knowing")
            #expect(welcome.contains("C-t") && welcome.contains("mentions somebody"))
            try first.press("Space")
            try first.press("Escape")
            try first.waitUntilGone("Five keys")
            try first.say("hello")
            try first.waitUntilShown("Zoe")
            try first.press("C-q")
            _ = try first.waitUntilEnded()
            #expect(text(settings).contains("name: \"Zoe\","))
            let second = try sandbox.terminal(width: 100)
            let screen = try second.waitUntilShown("1 here")
            #expect(screen.contains("Zoe") && !screen.contains("Five keys"))
        }

        // MARK: The chat as lines

        @Test func withoutATerminalTheChatIsLines() throws {
            _ = try sandbox.mingle("send", "--as", "Bea", "早上好")
            let outcome = try sandbox.mingle(
                "--as", "Ann",
                input: "@be?\n@1 hello\nmail me at a@1 or \\@9\n/nonsense\n/goto never\n/help me\n/me waves\n")
            #expect(outcome.status == 0)
            #expect(!outcome.output.contains(0x1B), "nothing moves a cursor")
            let lines = outcome.lines.map { line in
                line.wholeMatch(of: /\d\d:\d\d (.*)/).map { String($0.1) } ?? line
            }
            #expect(lines.contains("Bea: 早上好"))
            #expect(lines.contains("1) Bea, not here"))
            #expect(lines.contains("Ann: @Bea hello"))
            #expect(lines.contains("Ann: mail me at a@1 or @9"))
            #expect(lines.contains("* Ann waves"))
            #expect(lines.contains { $0.hasPrefix("There is no command /nonsense") })
            #expect(lines.contains { $0.hasPrefix("/goto does not know never") })
            #expect(lines.contains("/me TEXT: say what you do: * Ann waves"))
            let sent = try sandbox.mingle("export").lines
            #expect(
                try sent.map { try Exported($0).mentions.compactMap(\.id) } == [[], [sandbox.person("bea")], [], []])
        }

        @Test func linesAreReadOutOnATerminalToo() throws {
            let ann = try sandbox.terminal("--plain", "--as", "Ann")
            try ann.waitUntilShown("@an? finds people")
            _ = try sandbox.mingle("send", "--as", "Bea", "hello Ann")
            try ann.waitUntilShown("Bea: hello Ann")
            try ann.say("/set dnd on")
            try ann.waitUntilShown("dnd is true now")
            try ann.say("/quit")
            #expect(try ann.waitUntilEnded() == 0)
            #expect(!ann.written.holds(Array("\u{1B}[".utf8)))
        }
    }
}
