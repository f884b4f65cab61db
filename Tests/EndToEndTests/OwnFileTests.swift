import Foundation
import Testing

extension EndToEnd {
    /// Files of one's own in places that others write too, or that several programs write at once.
    @Suite final class OwnFiles {
        private let sandbox = Sandbox()

        /// Where Ann's drafts are kept, once she has written one.
        private func drafts() throws -> String {
            let folder = sandbox.folder + "/data/mingle"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            return folder + "/" + (try #require(names.first { $0.contains("-drafts-") && $0.hasSuffix(".json") }))
        }

        private func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }

        private func write(_ draft: String) throws {
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("1 here")
            try ann.type(draft)
            try ann.waitUntilShown(draft)
            try ann.leave()
        }

        /// In a shared folder anybody may put a file beside the archive; what is kept goes out in one's own name.
        @Test func draftsThatOthersMayHaveWrittenAreNotTaken() throws {
            try write("tea for two")
            let file = try drafts()
            #expect(try mode(file) == 0o600)
            let planted = String(decoding: sandbox.bytes(of: file), as: UTF8.self).replacing("tea", with: "rum")
            try planted.write(toFile: file, atomically: false, encoding: .utf8)
            chmod(file, 0o666)
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("1 here")
            try ann.type("coffee")
            try ann.waitUntilShown("coffee")
            #expect(try !ann.screen.contains("rum for two"))
            try ann.leave()
            #expect(String(decoding: sandbox.bytes(of: file), as: UTF8.self) == planted, "it is left as it is")
            let again = try sandbox.terminal("--as", "Ann")
            try again.waitUntilShown("coffee")
            #expect(try !again.screen.contains("rum for two"))
        }

        /// Whoever guesses the number of the process must not get at what it writes.
        @Test func draftsGoIntoNoFileThatWasMadeBeforehand() throws {
            try write("tea for two")
            let file = try drafts()
            let script = "umask 0; : > \"$1.new-$$\"; exec '\(Program.path)' --as Ann"
            let ann = try sandbox.open(["/bin/sh", "-c", script, "sh", file], width: 80, height: 24)
            try ann.waitUntilShown("tea for two")
            try ann.type(" or three")
            try ann.waitUntilShown("tea for two or three")
            try ann.leave()
            #expect(try mode(file) == 0o600)
            #expect(String(decoding: sandbox.bytes(of: file), as: UTF8.self).contains("tea for two or three"))
        }

        /// Each window and each account's connection changes the list.
        @Test func whoChangesTheAccountsAtOnceLosesNobodysChange() throws {
            let accounts = (0..<16).map { #"{"jid":"u\#($0)@chat.test","password":"secret \#($0)"}"# }
            let file = sandbox.file("config/mingle/accounts.json", "[" + accounts.joined(separator: ",\n") + "]\n")
            let children = try (1..<16).map { try sandbox.start(["account", "remove", "u\($0)@chat.test"]) }
            for child in children {
                let outcome = try child.wait()
                #expect(outcome.status == 0, "\(outcome.complaint)")
            }
            #expect(try sandbox.mingle("account", "list").lines == ["u0@chat.test"])
            #expect(String(decoding: sandbox.bytes(of: file), as: UTF8.self).contains("secret 0"))
            #expect(try mode(file) == 0o600)
            let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder + "/config/mingle")
            #expect(names == ["accounts.json"], "nothing is left over")
        }

        /// Its name looks like an address, which is no reason to seek it elsewhere.
        @Test func aRoomOfThisMachineIsThereBesideAccounts() throws {
            #expect(try sandbox.mingle("send", "--as", "Ann", "--room", "team@home", "tea is ready").status == 0)
            _ = sandbox.file(
                "config/mingle/accounts.json",
                #"[{"jid":"ann@chat.test","password":"x","server":"127.0.0.1:9"}]"#)
            let ann = try sandbox.terminal("--as", "Ann", "--room", "team@home", width: 100)
            try ann.waitUntilShown("tea is ready")
            try ann.say("coming")
            try ann.waitUntilShown("coming ✓")
        }
    }
}
