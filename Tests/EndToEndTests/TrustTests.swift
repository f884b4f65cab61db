import Foundation
import Testing

/// Text that would rename the window, place the cursor, reset the terminal, turn text around and ring.
private let hostile = "a\u{1B}]2;PWNED\u{07}b\u{1B}[6666;1Hc\u{9B}7777zd\u{1B}ce\u{202E}f\u{8}\u{7F}g"

/// The same as it is to be shown.
private let tamed = "a␛]2;PWNED␇b␛[6666;1Hc�7777zd␛ce�f␈␡g"

/// What no terminal may ever get, whatever else a screen is drawn with.
private let poison = ["\u{1B}]2;PWNED", "\u{1B}[6666", "\u{9B}7777", "\u{1B}c", "\u{202E}"]

/// Whether `bytes` are free of controls that steer a terminal: only line feeds and tabs are left.
private func isHarmless(_ bytes: [UInt8]) -> Bool {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    return scalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x0A, 0x09: true
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}

extension EndToEnd {
    /// Text from outside never steers the terminal.
    @Suite final class Trust {
        private let sandbox = Sandbox()

        private func expectHarmless(_ terminal: TerminalSession) throws {
            for part in poison { #expect(!terminal.written.holds(Array(part.utf8)), "raw: \(part.debugDescription)") }
            #expect(try !terminal.facts("#{pane_title}")[0].contains("PWNED"))
        }

        @Test func messagesNamesAndRoomsOfOthers() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 120)
            try ann.waitUntilShown("1 here")
            let evil = try sandbox.terminal("--as", hostile, width: 120)
            try evil.waitUntilShown("2 here")
            try ann.waitUntilShown("2 here")
            try ann.type("@")
            try ann.waitUntilShown("1 person here")
            try ann.press("Escape")
            #expect(try sandbox.mingle("send", "--as", hostile, hostile).status == 0)
            try ann.waitUntilShown(tamed)
            try evil.type("x")
            try ann.waitUntilShown("is typing")
            for terminal in [ann, evil] { try expectHarmless(terminal) }

            let exported = try sandbox.mingle("export")
            #expect(isHarmless(exported.output))
            #expect(try Exported(exported.lines.last).text == tamed)
        }

        @Test func whatSomebodyWroteIntoTheArchive() throws {
            #expect(try sandbox.mingle("send", "--as", "Ann", "fine").status == 0)
            let script = """
                import sqlite3, sys
                text = sys.stdin.read()
                db = sqlite3.connect("\(sandbox.archive)")
                marks = '{"reactions":[{"emoji":"\\\\u001b]2;PWNED\\\\u0007","by":["x"]}]}'
                db.execute("INSERT INTO message (id, room, time, author, name, text, marks) VALUES (?, 'lobby', 0, ?, ?, ?, ?)",
                           (text, text, text, text, marks))
                db.commit()
                """
            let written = try sandbox.run("/usr/bin/python3", "-c", script, input: hostile)
            #expect(written.status == 0, "\(written.complaint)")

            let ann = try sandbox.terminal("--as", "Ann", width: 120)
            try ann.waitUntilShown(tamed)
            try expectHarmless(ann)
            #expect(try isHarmless(sandbox.mingle("export").output))
            let tail = try sandbox.start(["tail"])
            try tail.wait(untilOutputHolds: tamed)
            tail.kill()
            #expect(isHarmless(tail.output))
        }

        @Test func namesOfRooms() throws {
            let ann = try sandbox.terminal("--as", "Ann", "--room", hostile, width: 120)
            try ann.waitUntilShown("1 here")
            try ann.waitUntilShown(tamed)
            try ann.paste("/join den\u{1B}]2;PWNED\u{07}")
            try ann.press("Enter")
            try ann.waitUntil("the other room is in view") { $0.rows[0].contains("den␛]2;PWNED␇ ·") }
            try expectHarmless(ann)
        }

        @Test func filesGivenToRender() throws {
            let plain = try sandbox.mingle("render", "--width", "100", input: hostile + "\n")
            #expect(plain.lines == [tamed])
            let coloured = try sandbox.mingle("render", "--width", "100", "--colour", "always", input: hostile + "\n")
            for part in poison { #expect(!coloured.output.holds(Array(part.utf8))) }
            let raw = try sandbox.mingle("render", bytes: [0x9B, 0x33, 0x31, 0x6D, 0x0A])
            #expect(raw.lines == ["�31m"], "a lone byte is no C1 control either")
            let layout = try sandbox.mingle("render", "--layout", "--width", "100", input: hostile)
            #expect(isHarmless(layout.output))
            #expect(try isHarmless(sandbox.mingle("tags", input: hostile + "\n").output))
            let json =
                #"{"text":"x \ufffc\u001b[6666;1H","pictures":[{"source":"\u001b]2;PWNED","width":9,"height":1,"#
                + #""alt":"\u001b]2;PWNED\u0007","start":2}]}"#
            #expect(try isHarmless(sandbox.mingle("render", "--json", input: json).output))
        }

        @Test func whatIsSaidOfMistakes() throws {
            for arguments in [
                ["render", hostile], ["render", "--\(hostile)"], [hostile], ["render", "--wrap", hostile],
                ["render", "--width", hostile], ["export", "--since", hostile], ["--config", hostile],
                ["export", "--archive", sandbox.folder + "/" + hostile],
            ] {
                let outcome = try sandbox.start(arguments).wait()
                #expect([1, 64, 74].contains(outcome.status))
                #expect(isHarmless(outcome.errors), "\(outcome.complaint.debugDescription)")
                #expect(outcome.complaint.split(separator: "\n").count == 1)
            }
            let outcome = try sandbox.mingle(
                "import", input: "{\"text\":\"x\",\"time\":\"\\u001b]2;PWNED\"}\n\u{1B}[6666H\n")
            #expect(outcome.status == 1)
            #expect(isHarmless(outcome.errors))
        }

        @Test func settings() throws {
            let file = sandbox.file("settings.json5", "{ \"\u{1B}]2;PWNED\": \"x\" }")
            let raw = try sandbox.mingle("export", "--config", file)
            #expect(raw.status == 1, "a control character in a text is no JSON5")
            #expect(isHarmless(raw.errors))
            _ = sandbox.file("settings.json5", "{ \"\\u001b]2;PWNED\": \"x\" }")
            #expect(try sandbox.mingle("send", "hello").status == 0)
            let unknown = try sandbox.mingle("export", "--config", file)
            #expect(unknown.status == 0, "what is wrong is told, and is as if it were not there")
            #expect(unknown.complaint.contains("there is no setting"))
            #expect(isHarmless(unknown.errors))
            _ = sandbox.file("settings.json5", "{ emoticons: \"\\u001b]2;PWNED\" }")
            let wrong = try sandbox.mingle("export", "--config", file)
            #expect(isHarmless(wrong.errors))
            #expect(wrong.complaint.contains("emoticons"))
            _ = sandbox.file("settings.json5", "{ name: 1 }")
            let nameless = try sandbox.mingle("export", "--config", file)
            #expect(nameless.status == 1, "nobody is to speak under a name that they did not choose")
            #expect(nameless.complaint.contains("line 1: name needs a text"))
        }

        /// A folder is called by whoever made the pack, and each of these commands tells what is wrong with it.
        @Test func namesOfFolders() throws {
            let name = "x\u{1B}]2;PWNED\u{07}\u{1B}[31m"
            _ = sandbox.file("data/mingle/emoticons/\(name)/pack.json", "{")
            let folder = sandbox.folder + "/data/mingle/emoticons/" + name
            for (arguments, input) in [
                (["render"], "hello\n"), (["emoticons"], ""), (["emoticons", "check", folder], ""),
                (["--plain"], "/help quit\n"), (["emoticons", "import", folder, "y"], ""),
            ] {
                let outcome = try sandbox.start(arguments, input: Array(input.utf8)).wait()
                #expect(isHarmless(outcome.output), "\(arguments) \(outcome.text.debugDescription)")
                #expect(isHarmless(outcome.errors), "\(arguments) \(outcome.complaint.debugDescription)")
            }
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("1 here")
            try expectHarmless(ann)
        }

        /// SQLite's words name what is in the file, and a file that somebody gave away may call that as it likes.
        @Test func tablesOfAnArchive() throws {
            #expect(try sandbox.mingle("send", "fine").status == 0)
            let script = """
                import sqlite3, sys
                db = sqlite3.connect("\(sandbox.archive)")
                db.execute('CREATE TABLE "x' + chr(27) + ']2;PWNED' + chr(7) + '" (a, b NOT NULL)')
                db.execute('INSERT INTO "x' + chr(27) + ']2;PWNED' + chr(7) + '" VALUES (1, 2)')
                db.execute("PRAGMA writable_schema = ON")
                db.execute("UPDATE sqlite_master SET sql = replace(sql, '(a, b NOT NULL)', '(a NOT NULL, b, c NOT NULL)') WHERE sql LIKE '%PWNED%'")
                db.commit()
                """
            #expect(try sandbox.run("/usr/bin/python3", "-c", script).status == 0)
            let outcome = try sandbox.mingle("archive", "check")
            #expect(outcome.text.contains("PWNED"), "\(outcome.text) \(outcome.complaint)")
            #expect(isHarmless(outcome.output))
        }

        @Test func packs() throws {
            let escape = #"\u001b]2;PWNED\u0007"#
            let pack = """
                {"format":1,"id":"evil","name":"E\(escape)","version":"1.0.0","defaults":{"cells":[4,2]},
                 "palette":{"Y":"#FFD02E"},"emoticons":[
                 {"name":"evilface","aliases":["evil\(escape)"],"ascii":["%\(escape)"],"alt":"a\(escape)","emoji":"\(escape)",
                  "text":"t\(escape)","category":"c\(escape)"},
                 {"name":"n\(escape)","alt":"x","emoji":"🙂","text":":)","category":"faces"},
                 {"name":"evilart","alt":"x","emoji":"🙂","text":":)","category":"faces",
                  "art":{"4x2":{"glyphs":["\\u001b]2;","\\u001bcab"],"fg":["YYYY","YYYY"],"bg":["....","...."]}}}]}
                """
            _ = sandbox.file("data/mingle/emoticons/evil/pack.json", pack)
            for tier in ["cells", "emoji", "text"] {
                let outcome = try sandbox.mingle("render", "--emoticons", tier, input: "[evilface] [evilart] [n]\n")
                #expect(outcome.status == 0)
                #expect(isHarmless(outcome.output))
                #expect(isHarmless(outcome.errors))
                #expect(outcome.text.hasPrefix("[evilface] "), "what cannot be shown otherwise is shown as its code")
            }
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("1 here")
            try ann.type("[evil")
            try ann.waitUntilShown("evilart")
            try ann.press("Tab", "Enter")
            try ann.waitUntilShown("✓")
            try expectHarmless(ann)
        }
    }
}
