import Foundation
import Testing

extension EndToEnd {
    /// Files that are half written, of the wrong kind or full of mistakes: refused with the reason, and what was in force
    /// stays.
    @Suite final class BadInput {
        private let sandbox = Sandbox()

        private var settings: String { sandbox.folder + "/config/mingle/settings.json5" }

        /// What is in force before, and stays.
        private static let time = "time: 'at %H'"
        private static let bindings = "bindings: { F5: '/topic tea' }"

        /// Files that are none, and what is said of them.
        private static let damaged: [(String, String)] =
            ["{ theme: ", "{ theme: 'dark' } and more", "{ theme: 'dark", "[1]", "'dark'", "{ theme 'dark' }"]
            .map { ($0, "; what was in force stays") }
            + [("{ time: '" + String(repeating: "x", count: 2 << 20) + "' }", "larger than 1 MiB")]

        /// Members of a file that is right otherwise, and what is said of them.
        private static let mistakes: [(String, String)] = [
            ("nonsense: 1", "line 1: there is no setting nonsense"), ("dnd: 'no'", "dnd is true or false"),
            ("dnd: []", "dnd is true or false"), ("dnd: true,\n dnd: false", "line 2: dnd stands there 2 times"),
            ("escapeDelay: 1e99", "escapeDelay is a whole number from 0 to 1000"),
            ("escapeDelay: 1.5", "escapeDelay is a whole number"), ("escapeDelay: -1", "escapeDelay is a whole number"),
            ("theme: 'pink'", "theme is auto, dark, light"), ("theme: {}", "theme is auto"),
            ("\n name: []", "line 2: name needs a text"), ("colours: 'red'", "colours is {"),
            ("colours: { mention: 1 }", "mention in colours needs a text"),
            ("colours: { mention: 'bold purple' }", "not bold purple"), ("colours: { nobody: 'red' }", "not nobody"),
            ("keep: { lobby: '2 days, 1 day' }", "keep of lobby is such as"),
            ("keep: { lobby: 'for ever' }", "keep of lobby is such as"),
        ]

        /// Files with a mistake in what is in force.
        private static let mistaken: [(String, String)] = [
            ("{ time: 3, \(bindings) }", "line 1: time needs a text"),
            ("{ \(bindings),\n time: null }", "line 2: time needs a text"),
            ("{ \(bindings), time: '%Q' }", "time knows %H"),
            ("{ \(time), bindings: { x: 'send' } }", "x in bindings is a letter"),
            ("{ \(time), bindings: { 'C-x': 'fly' } }", "there is no action fly"),
            ("{ \(time), bindings: { 'C-x': '/fly' } }", "there is no command /fly"),
            ("{ \(time), bindings: { 'Hyper-x': 'send' } }", "not Hyper-x"),
            ("{ \(time), bindings: { 'C-x': { deep: 1 } } }", "C-x in bindings needs a text"),
            ("{ \(time), bindings: { 'C-x': 'send',\n 'C-x': 'help' } }", "line 2: C-x in bindings stands there twice"),
        ]

        @Test func aSettingsFileWithAnyMistakeLeavesWhatIsInForce() throws {
            _ = sandbox.file("config/mingle/settings.json5", "{ \(BadInput.time), \(BadInput.bindings) }")
            let ann = try sandbox.terminal("--as", "Ann", width: 200, variables: ["COLUMNS": "200"])
            try ann.waitUntilShown("1 here")
            try ann.say("hello")
            try ann.waitUntilShown("hello ✓")
            try ann.say("/set bindings")
            try ann.waitUntilShown("F5")
            try ann.press("C-l")
            let others = BadInput.mistakes.map { ("{ \(BadInput.time), \(BadInput.bindings), \($0) }", $1) }
            for (text, sentence) in BadInput.damaged + others + BadInput.mistaken {
                _ = sandbox.file("config/mingle/settings.json5", text)
                try expectRefusal(in: ann, saying: sentence)
            }
            let files = FileManager.default
            for (kind, sentence) in [
                ("folder", "it is not a file"), ("pipe", "it is not a file"), ("loop", "cannot open"),
            ] {
                try files.removeItem(atPath: settings)
                switch kind {
                case "folder": try files.createDirectory(atPath: settings, withIntermediateDirectories: false)
                case "pipe": mkfifo(settings, 0o600)
                default: try files.createSymbolicLink(atPath: settings, withDestinationPath: settings)
                }
                try expectRefusal(in: ann, saying: sentence)
                let started = try sandbox.mingle("settings")
                #expect(started.status == 74 && started.complaint.contains(sentence), "\(kind): \(started.complaint)")
            }
            try ann.press("F5")
            try ann.waitUntilShown("· tea")
        }

        private func expectRefusal(in ann: TerminalSession, saying sentence: String) throws {
            try ann.say("/set reload")
            let screen = try ann.waitUntilShown(sentence)
            #expect(screen.contains("at ") && screen.contains("hello"), "the times are written as before: \(sentence)")
            // Any key takes the sentence away, so that the next one is not taken for it.
            try ann.press("Left")
            try ann.waitUntilGone(sentence)
        }

        @Test func aFileThatMayNotBeReadIsNamed() throws {
            try #require(getuid() == 0 || access(settings, F_OK) != 0)
            _ = sandbox.file("config/mingle/settings.json5", "{}")
            let person = try sandbox.unprivileged()
            chmod(settings, 0)
            let outcome = try sandbox.spawn(person + ["settings"]).wait()
            #expect(outcome.status == 74 && outcome.complaint.contains("Permission denied"), "\(outcome.complaint)")
        }

        @Test func anImportNamesEachLineThatIsNoMessage() throws {
            let good = #"{"id":"good","from":{"id":"local:x/ann"},"text":"fine"}"#
            let bad = [
                #"{"text":"half"#, "[]", "7", #"{"text":7}"#, #"{"from":{"id":"a"}}"#, #"{"text":"x","time":"soon"}"#,
                #"{"text":"x","from":"Ann"}"#, #"{"text":"x","mentions":[{"start":5,"end":9,"name":"y","id":"z"}]}"#,
                #"{"text":"x","v":99}"#,
            ]
            let outcome = try sandbox.mingle("import", input: (bad + [good]).joined(separator: "\n"))
            #expect(outcome.status == 1)
            let told = outcome.complaint.split(separator: "\n").map(String.init)
            for number in bad.indices {
                #expect(told.contains { $0.hasPrefix("mingle: line \(number + 1): ") }, "\(bad[number])\n\(told)")
            }
            #expect(told.last == "mingle: imported 1, there already 0")
            #expect(try sandbox.mingle("export").lines.map { try Exported($0).text } == ["fine"])
        }
    }
}
