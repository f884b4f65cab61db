import Foundation
import Testing
import XMPPTestSupport

private let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/profanity")

extension EndToEnd {
    /// The built program and a client that is not ours, each in a terminal, in a room of a real server.
    @Suite final class OtherClient {
        private let sandbox = Sandbox()
        private static let garden = "garden@rooms.chat.test"

        @Test(.enabled(if: isThere, "profanity is not installed: make test installs it"))
        func profanityAndMingleTalkInARoomAndAlone() throws {
            let server = try #require(Prosody())
            defer { server.kill() }
            let added = try sandbox.mingle(
                "account", "add", "ann@chat.test", "--server", "127.0.0.1:\(server.port)", "--ca", server.authority,
                "--password-stdin", input: "secret-ann\n")
            #expect(added.status == 0, "\(added)")
            let ann = try sandbox.terminal(
                "--account", "ann@chat.test", "--room", OtherClient.garden, width: 100, height: 24)
            try ann.waitUntilShown("1 here")

            _ = sandbox.file(
                "data/profanity/accounts",
                """
                [bea@chat.test]
                enabled=true
                jid=bea@chat.test
                server=127.0.0.1
                port=\(server.port)
                tls.policy=force
                resource=profanity
                password=secret-bea
                muc.service=rooms.chat.test
                muc.nick=bea
                presence.last=online
                presence.login=online

                """)
            // What it opens for itself would lie before the room.
            _ = sandbox.file("config/profanity/profrc", "[ui]\nsplash=false\n[notifications]\ninvite=false\n")
            let bea = try sandbox.open(
                ["/usr/bin/profanity", "-a", "bea@chat.test"], width: 110, height: 30,
                variables: ["SSL_CERT_FILE": server.authority])
            try bea.waitUntilShown("bea@chat.test/profanity logged in successfully")
            try bea.say("/join \(OtherClient.garden)")
            try ann.waitUntilShown("2 here")
            try bea.waitUntilShown("You have joined the room as bea")

            try bea.say("good morning from another program")
            try ann.waitUntilShown("good morning from another program")
            try ann.type("hello @be")
            try ann.waitUntilShown("● bea")
            try ann.press("Tab")
            try ann.say("how are you?")
            try bea.waitUntilShown("hello @bea how are you?")
            try ann.waitUntilShown("how are you? ✓")
            try bea.say("/me waves")
            try ann.waitUntilShown("* bea waves")
            // A correction by each, read by the other.
            try ann.say("see you at tne")
            try bea.waitUntilShown("see you at tne")
            try ann.press("Up")
            try ann.press("BSpace", "BSpace", "BSpace")
            try ann.say("ten")
            try ann.waitUntilShown("see you at ten")
            try bea.waitUntilShown("see you at ten")

            // Alone.
            try bea.say("/win 1")
            try bea.say("/msg ann@chat.test a word alone")
            try ann.waitUntil("Bea stands among the rooms") { screen in
                screen.rows.contains { $0.hasPrefix("   bea ") }
            }
            try ann.say("/join bea")
            try ann.waitUntilShown("a word alone")
            try ann.say("I hear you")
            try bea.waitUntilShown("I hear you")

            try bea.say("/quit")
            try ann.say("/join \(OtherClient.garden)")
            try ann.waitUntilShown("1 here")
            try ann.press("C-q")
            #expect(try ann.waitUntilEnded() == 0)
            // What was said is kept, and told without the server, too.
            server.kill()
            let told = try sandbox.mingle(
                "export", "--account", "ann@chat.test", "--room", OtherClient.garden)
            #expect(told.status == 0 && told.lines.count == 4, "\(told)")
            #expect(told.complaint.contains("what is kept on this machine is written"))
            #expect(told.lines.last?.contains("see you at ten") == true)
        }
    }
}
