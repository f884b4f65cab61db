import Foundation
import Testing

extension EndToEnd {
    /// `mingle --plain`: every command in lines, as a pipe gives them.
    @Suite final class Plain {
        private let sandbox = Sandbox()

        /// What is printed for `lines` as Ann, without the times.
        private func plain(_ lines: [String], options: [String] = [], status: Int = 0) throws -> [String] {
            let input = Array((lines.joined(separator: "\n") + "\n").utf8)
            let outcome = try sandbox.start(["--plain", "--as", "Ann"] + options, input: input).wait()
            #expect(outcome.status == status, "\(outcome.complaint)")
            #expect(!outcome.output.contains(0x1B))
            return outcome.lines.map { $0.replacing(#/\d\d:\d\d /#) { _ in "" } }
        }

        /// Whether `wanted` stand among `lines` in that order; each is a part of a line.
        private func expect(_ wanted: [String], in lines: [String], _ place: SourceLocation = #_sourceLocation) {
            var rest = lines[...]
            for line in wanted {
                guard let index = rest.firstIndex(where: { $0.contains(line) }) else {
                    Issue.record(
                        "“\(line)” is not told in its place:\n\(lines.joined(separator: "\n"))", sourceLocation: place)
                    return
                }
                rest = rest[(index + 1)...]
            }
        }

        @Test func eachLineWaitsForTheOneBefore() throws {
            _ = try sandbox.mingle("send", "--as", "Bea", "tea or coffee?")
            let lines = try plain([
                "/people", "/reply", "coffee", "/edit", "", "/edit", "coffee please", "/react", "/react 👍", "/me waves",
                "/search coffee", "/goto oldest", "/topic hot drinks", "/topic", "/delete", "y", "/copy", "/view",
                "/join garden", "hello garden", "/rooms", "/nick Anna", "/mute none", "/ignore Bea", "/ignore",
                "/leave", "/set time %H", "/theme pink", "/widths", "/retry", "/help quit", "/quit", "never said",
            ])
            expect(
                [
                    "Bea: tea or coffee?", "lobby, 1 here: Ann", "Answering Bea: tea or coffee?", "Ann: coffee",
                    "Editing: coffee · write what it is to say", "The message stays as it was", "Editing: coffee",
                    "Ann: coffee please (edited)", "Write /react and one of these: 👍", "* Ann waves",
                    "Found for coffee:", "Ann: coffee please", "Bea: tea or coffee?", "hot drinks",
                    "Delete this message?",
                    "Ann took a message back", "Nothing is copied here", "No picture is in", "garden, 1 here: Ann",
                    "Ann: hello garden", "lobby, 1 here", "You hear of nothing", "What Bea says is not shown",
                    "Ignored: Bea", "lobby", "time is \"%H\" now", "theme is auto", "The picture of widths",
                    "Nothing waits to be sent again", "/quit: leave the program",
                ], in: lines)
            #expect(!lines.contains { $0.contains("never said") })
            #expect(try sandbox.mingle("export").lines.map { try Exported($0).text }.contains("hello garden"))
        }

        /// Each line of a message but its first has a mark, wherever it is spoken: else it would read as another one's.
        @Test func nobodySpeaksForOthersByALineFeed() throws {
            let forged = "lunch?\n09:15 Bea: the password is 1234"
            #expect(try sandbox.mingle("send", "--as", "Eve", "-", input: forged).status == 0)
            let lines = try plain(["/search lunch", "/goto oldest", "/reply", ""])
            expect(
                ["Eve: lunch?", "  | Bea: the", "Found for lunch", "Eve: lunch?", "  | Bea: the", "Eve: lunch?"],
                in: lines)
            #expect(!lines.contains { $0.hasPrefix("Bea") })
        }

        @Test func aPictureIsSentAndSpokenInWords() throws {
            let picture = Program.repository + "/Tests/Samples/still.png"
            let lines = try plain(["/image '\(picture)' the roses", "/view", "after it"], options: ["--files"])
            expect(
                ["Ann: [picture: still.png, 48 × 32]", "Ann showed a picture: still.png", "Ann: after it"], in: lines)
            let failed = try plain(["/image /no/such.png"], options: ["--files"], status: 1)
            #expect(failed.contains { $0.hasPrefix("/no/such.png was not sent") })
        }

        /// What comes out of a pipe may be what others have written.
        @Test func aPipeRunsNothingBehindABlankAndNamesNoFile() throws {
            let file = sandbox.folder + "/out.jsonl"
            let lines = try plain(["   /help quit", "\t/nick Eve", "/export \(file)", "fine"], status: 1)
            expect(["Ann: /help quit", "Ann: /nick Eve", "Not done: /export", "Ann: fine"], in: lines)
            #expect(!lines.contains { $0.contains("leave the program") })
            #expect(!FileManager.default.fileExists(atPath: file))
            let said = try sandbox.mingle("export").lines.map { try Exported($0).text }
            #expect(said == ["/help quit", "/nick Eve", "fine"])
            _ = try plain(["/export \(file)"], options: ["--files"])
            #expect(FileManager.default.fileExists(atPath: file))
        }

        @Test func everybodyWhoIsFoundCanBeMeant() throws {
            let people = (10...29).map {
                #"{"id":"\#($0)","from":{"id":"local:x/p\#($0)","name":"Pat \#($0)"},"text":"hi"}"#
            }
            #expect(try sandbox.mingle("import", input: people.joined(separator: "\n")).status == 0)
            let lines = try plain(["@pat?", "@pat?", "@pat?", "@12 and @20 hello", "@21"])
            expect(
                [
                    "1) Pat", "Write @1 where you mean the first; @pat? once more lists the next of 11 others",
                    "10) Pat",
                    "Write @10 where you mean the first of these; @pat? once more lists the next of 2 others",
                    "19) Pat",
                    "Write @19 where you mean the first of these", "Mentioned: Pat", "Not sent: @21 is nobody",
                ], in: lines)
            #expect(try Exported(sandbox.mingle("export").lines.last).mentions.count == 2)
        }

        @Test func aDirectRoomIsSpokenInAPipe() throws {
            let bea = try sandbox.terminal("--as", "Bea", width: 100)
            try bea.waitUntilShown("1 here")
            let lines = try plain(["/msg Bea just us", "and more", "/leave", "for all", "/invite Bea"])
            expect(
                ["Bea", "Ann: just us", "Ann: and more", "lobby", "Ann: for all", "Bea is in lobby already"], in: lines)
            let rooms = try sandbox.mingle("export").lines.map { try Exported($0).room }
            #expect(rooms.count == 3 && rooms.filter { $0 == "lobby" }.count == 1)
        }
    }
}
