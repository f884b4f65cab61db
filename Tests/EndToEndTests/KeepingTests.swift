import Foundation
import Testing

extension EndToEnd {
    /// What becomes of messages over the days: how long they are kept, the daily copy, and the way out and in again.
    @Suite final class Keeping {
        private let sandbox = Sandbox()

        @Test func messagesAreKeptAsLongAsToldCopiedDailyAndBroughtBack() throws {
            let old = (1...30).map {
                #"{"id":"\#($0)","room":"garden","time":"2020-01-01T09:00:00Z","from":{"id":"a"},"text":"old \#($0)"}"#
            }
            let elsewhere = old[0].replacing("garden", with: "lobby").replacing("\"id\":\"1\"", with: "\"id\":\"x\"")
            let input = (old + [elsewhere]).joined(separator: "\n")
            #expect(try sandbox.mingle("import", input: input).status == 0)
            _ = sandbox.file("config/mingle/settings.json5", "{ keep: { garden: '30 days' } }")
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("old 1")
            try ann.say(["/join garden": "old 30", "new": "new ✓"])
            let export = sandbox.folder + "/garden.jsonl"
            try ann.say(["/export \(export)": "31 messages were written to", "/export \(export)": "Not exported: "])
            #expect(sandbox.bytes(of: export).count { $0 == 10 } == 31)
            let doubled = try sandbox.mingle("import", export)
            #expect(doubled.status == 0 && doubled.complaint == "mingle: imported 0, there already 31\n")

            // The upkeep begins 15 seconds after the start.
            let kept = poll(seconds: 60) {
                let lines = (try? self.sandbox.mingle("export").lines) ?? []
                return lines.count == 2 && lines.allSatisfy { $0.contains("\"lobby\"") || $0.contains("\"new\"") }
            }
            #expect(kept, "what is older than 30 days went, in that room alone")
            let folder = sandbox.folder + "/data/mingle/backups"
            let copies = { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
            #expect(poll(seconds: 60) { copies().contains { $0.hasSuffix(".sqlite") } }, "\(copies())")
            let copy = try #require(copies().first { $0.hasSuffix(".sqlite") })
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/" + copy)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            #expect(try sandbox.mingle("archive", "check", "--archive", folder + "/" + copy).status == 0)
            try ann.leave()

            #expect(try sandbox.mingle("import", export).complaint == "mingle: imported 30, there already 1\n")
            for command in ["check", "compact", "check"] {
                let outcome = try sandbox.mingle("archive", command)
                #expect(outcome.status == 0, "\(command): \(outcome.complaint)")
            }
        }
    }
}
