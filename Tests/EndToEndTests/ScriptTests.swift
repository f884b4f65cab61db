import Foundation
import Testing

extension EndToEnd {
    /// The commands for scripts: `send`, `tail`, `export`, `import`.
    @Suite final class Scripts {
        private let sandbox = Sandbox()

        @Test func whatIsSentIsExportedAndImportedElsewhere() throws {
            #expect(try sandbox.mingle("send", "--as", "Bot", "hello", "world").status == 0)
            #expect(try sandbox.mingle("send", "--room", "garden", "-", input: "two\nlines\n").status == 0)
            #expect(try sandbox.mingle("send", "--as", "Bot", "see [smile] 早").status == 0)
            let all = try sandbox.mingle("export")
            let messages = try all.lines.map { try Exported($0) }
            #expect(messages.map(\.text) == ["hello world", "two\nlines", "see [smile] 早"])
            #expect(messages.map(\.room) == ["lobby", "garden", "lobby"])
            #expect(messages[0].from == Exported.Sender(id: sandbox.person("bot"), name: "Bot"))
            #expect(messages.allSatisfy { $0.v == 1 && $0.time.hasSuffix("Z") })

            let elsewhere = sandbox.folder + "/elsewhere.sqlite"
            let first = try sandbox.mingle("import", "--archive", elsewhere, input: all.text)
            #expect(first.status == 0)
            #expect(first.complaint == "mingle: imported 3, there already 0\n")
            #expect(try sandbox.mingle("export", "--archive", elsewhere).output == all.output)
            let second = try sandbox.mingle("import", "--archive", elsewhere, input: all.text)
            #expect(second.complaint == "mingle: imported 0, there already 3\n")
            #expect(try sandbox.mingle("export", "--archive", elsewhere).output == all.output)
        }

        @Test func aLineWithoutAnIdIsNotDoubledEither() throws {
            let line = #"{"text":"/me waves","from":{"id":"x","name":"Vic"}}"# + "\n"
            #expect(try sandbox.mingle("import", input: line).complaint == "mingle: imported 1, there already 0\n")
            #expect(try sandbox.mingle("import", input: line).complaint == "mingle: imported 0, there already 1\n")
            #expect(try sandbox.mingle("export").lines.count == 1)
            let wrong = try sandbox.mingle("import", input: "{\n")
            #expect(wrong.status == 1 && wrong.complaint.contains("mingle: line 1: not JSON"))
        }

        @Test func aMentionOfNobodyIsWrongUsage() throws {
            #expect(try sandbox.mingle("send", "--mention", "", "x").status == 64)
            #expect(try sandbox.mingle("export").lines.isEmpty)
        }

        @Test func aPersonalArchiveIsNotSharedByTheWay() throws {
            #expect(try sandbox.mingle("send", "x").status == 0)
            let shared = try sandbox.mingle("send", "--shared", "y")
            #expect(shared.status == 1 && shared.complaint.contains("for its owner alone"))
        }

        @Test func exportTakesARoomAndATime() throws {
            let lines = [
                #"{"v":1,"id":"a","room":"lobby","time":"2026-11-30T08:59:59.999Z","from":{"id":"x","name":"X"},"text":"early"}"#,
                #"{"v":1,"id":"b","room":"garden","time":"2026-11-30T09:00:00Z","from":{"id":"x","name":"X"},"text":"there"}"#,
                #"{"v":1,"id":"c","room":"lobby","time":"2026-11-30T09:00:00Z","from":{"id":"x","name":"X"},"text":"late"}"#,
            ]
            let file = sandbox.file("messages.jsonl", lines.joined(separator: "\n") + "\n")
            #expect(try sandbox.mingle("import", file).status == 0)
            func texts(_ arguments: String...) throws -> [String] {
                try sandbox.start(["export"] + arguments).wait().lines.map { try Exported($0).text }
            }
            #expect(try texts("--room", "lobby") == ["early", "late"])
            #expect(try texts("--since", "2026-11-30T09:00:00Z") == ["there", "late"])
            #expect(try texts("--since", "2026-11-30T10:00:00+01:00", "--room", "lobby") == ["late"])
            #expect(try sandbox.mingle("export", "--since", "yesterday").status == 64)
        }

        @Test func sendMarksWhomItMentions() throws {
            let bea = sandbox.person("bea")
            #expect(try sandbox.mingle("send", "--as", "Bea", "I am here").status == 0)
            let sent = try sandbox.mingle("send", "--mention", bea, "--mention", "local:x/zoe", "hey @Bea, look")
            #expect(sent.status == 0)
            let message = try Exported(sandbox.mingle("export").lines.last)
            #expect(message.text == "@zoe hey @Bea, look")
            #expect(message.mentions.map(\.id) == ["local:x/zoe", bea])
            #expect(message.mentions.map(\.start) == [0, 9])
            #expect(message.mentions.map(\.end) == [4, 13])
        }

        @Test func whoIsMentionedByAScriptSeesItStandOut() throws {
            let bea = try sandbox.terminal("--as", "Bea")
            try bea.waitUntilShown("1 here")
            #expect(
                try sandbox.mingle("send", "--mention", sandbox.person("bea"), "@Bea the build is green").status == 0)
            try bea.waitUntilShown("@Bea the build is green")
            #expect(try bea.styledRow(with: "@Bea")?.style(of: "@Bea")?.background != nil)
            #expect(try bea.screen.contains("1 here"), "who only sends is not in the room")
        }

        @Test func tailFollows() throws {
            #expect(try sandbox.mingle("send", "--as", "Ann", "before").status == 0)
            let plain = try sandbox.start(["tail"])
            let json = try sandbox.start(["tail", "--json"])
            try plain.wait(untilOutputHolds: "Ann: before\n")
            try json.wait(untilOutputHolds: #""text":"before""#)
            #expect(try sandbox.mingle("send", "--as", "Bea", "-", input: "one\ntwo").status == 0)
            #expect(try sandbox.mingle("send", "--room", "garden", "elsewhere").status == 0)
            #expect(try sandbox.mingle("send", "--as", "Ann", "last").status == 0)
            try plain.wait(untilOutputHolds: "Ann: last\n")
            try json.wait(untilOutputHolds: #""text":"last""#)
            for child in [plain, json] { child.signal(SIGINT) }

            let shown = try plain.wait().lines
            #expect(
                shown.map { $0.drop { $0.isNumber || $0 == ":" } } == [
                    " Ann: before", " Bea: one", " two", " Ann: last",
                ])
            #expect(
                try json.wait().lines == sandbox.mingle("export", "--room", "lobby").lines, "the same JSON as export")
        }

        @Test func tailEndsWhenItsReaderDoes() throws {
            #expect(try sandbox.mingle("send", "x").status == 0)
            let pipeline = try sandbox.run("/bin/sh", "-c", "'\(Program.path)' tail | head -n 1")
            #expect(pipeline.lines.count == 1)
        }

        @Test func linesThatAreNoMessagesAreToldAndTheOthersImported() throws {
            let lines = [
                "{", #"{"text":"fine"}"#, #"{"v":2,"text":"x"}"#, "", "7", #"{"text":"also fine","time":"noon"}"#,
            ]
            let outcome = try sandbox.mingle("import", input: lines.joined(separator: "\n"))
            #expect(outcome.status == 1)
            let complaints = outcome.complaint.split(separator: "\n")
            #expect(complaints.contains { $0.hasPrefix("mingle: line 1: ") })
            #expect(complaints.contains { $0.hasPrefix("mingle: line 3: ") && $0.contains("v") })
            #expect(complaints.contains { $0.hasPrefix("mingle: line 5: ") })
            #expect(complaints.contains { $0.hasPrefix("mingle: line 6: ") && $0.contains("time") })
            #expect(try sandbox.mingle("export").lines.map { try Exported($0).text } == ["fine"])
        }

        @Test func anImportDoublesNothingAndCounts() throws {
            let lines = ["1", "2", "1", "3"].map { #"{"id":"\#($0)","from":{"id":"a"},"text":"text \#($0)"}"# }
            let input = lines.joined(separator: "\n")
            let first = try sandbox.mingle("import", input: input)
            #expect(first.complaint == "mingle: imported 3, there already 1\n")
            let second = try sandbox.mingle("import", input: input)
            #expect(second.complaint == "mingle: imported 0, there already 4\n")
            #expect(try sandbox.mingle("export").lines.map { try Exported($0).text } == ["text 1", "text 2", "text 3"])
        }

        @Test func severalSendersLoseAndDoubleNothing() throws {
            let senders = try ["a", "b", "c", "d"].map { name in
                let loop = "for i in 1 2 3 4 5 6 7 8; do '\(Program.path)' send --as \(name) $i || exit 1; done"
                return try sandbox.spawn(["/bin/sh", "-c", loop])
            }
            for sender in senders { #expect(try sender.wait().status == 0) }
            let messages = try sandbox.mingle("export").lines.map { try Exported($0) }
            for name in ["a", "b", "c", "d"] {
                let texts = messages.filter { $0.from.name == name }.map(\.text)
                #expect(texts == ["1", "2", "3", "4", "5", "6", "7", "8"], "in order for each sender")
            }
        }
    }
}
