import Testing
import XMPP
import XMPPTestSupport

/// Against a real server.
@Suite(.serialized) struct ProsodyTests {
    @Test(arguments: [false, true]) func twoAccountsTalk(isDirectTLS: Bool) throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        var settings = Peer.settings("ann", at: server)
        if isDirectTLS { settings.host = Host("127.0.0.1", server.directPort, isDirectTLS: true) }
        let ann = Peer(settings)
        let bea = Peer("bea", at: server)
        #expect(ann.isOnline() && bea.isOnline())
        let address = try #require(bea.logins.first?.jid)
        ann.say("hello <&> 👍🏽", to: address.description, id: "m1")
        #expect(bea.wait { $0.texts == ["hello <&> 👍🏽"] })
        #expect(ann.wait { $0.acknowledgedIDs == ["m1"] })
    }

    @Test func aCutConnectionGoesOnWithoutLossOrDoubles() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let proxy = FaultProxy(to: server.port)
        defer { proxy.stop() }
        let ann = Peer("ann", at: server, port: proxy.port)
        let bea = Peer("bea", at: server)
        #expect(ann.isOnline() && bea.isOnline())
        let there = try #require(bea.logins.first?.jid.description)
        let here = try #require(ann.logins.first?.jid.description)
        ann.say("0", to: there, id: "0")
        #expect(ann.wait { $0.acknowledgedIDs == ["0"] })
        for round in 0..<3 {
            proxy.freeze()
            for index in 1...5 {
                ann.perform(.setActive(index % 2 == 0))
                ann.say("\(round).\(index)", to: there, id: "\(round).\(index)")
                bea.say("\(round).\(index)", to: here, id: "\(round).\(index)")
            }
            #expect(bea.wait { $0.acknowledgedIDs.count == 5 * (round + 1) })
            proxy.cut()
            proxy.thaw()
            #expect(ann.wait { $0.logins.count == round + 2 && $0.acknowledgedIDs.count == 5 * (round + 1) + 1 })
        }
        var expected: [String] = []
        for round in 0..<3 { expected += (1...5).map { "\(round).\($0)" } }
        #expect(bea.wait { $0.texts.count >= 16 } && ann.wait { $0.texts.count >= 15 })
        #expect(bea.texts == ["0"] + expected)
        #expect(ann.texts == expected)
        #expect(ann.logins.map(\.resumed) == [false, true, true, true])
    }

    @Test func whatAKilledServerHadNotAcknowledgedComesBack() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let proxy = FaultProxy(to: server.port)
        defer { proxy.stop() }
        let ann = Peer("ann", at: server, port: proxy.port)
        #expect(ann.isOnline())
        ann.say("kept", to: "bea@chat.test", id: "kept")
        #expect(ann.wait { $0.acknowledgedIDs == ["kept"] })
        proxy.freeze()
        ann.say("lost", to: "bea@chat.test", id: "lost")
        server.kill()
        proxy.cut()
        proxy.thaw()
        #expect(ann.wait { !$0.faults.isEmpty })
        ann.say("later", to: "bea@chat.test", id: "later")
        #expect(server.start())
        #expect(ann.wait { $0.logins.count == 2 })
        let second = try #require(ann.logins.last)
        #expect(!second.resumed)
        #expect(second.lost.compactMap { $0["id"] } == ["lost", "later"])
    }

    @Test func aWrongPasswordEndsTheAttempts() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let ann = Peer("ann", at: server, password: "guess")
        #expect(ann.wait { !$0.faults.isEmpty })
        #expect(ann.faults.first?.sentence == "wrong password, or no such account")
        #expect(ann.faults.first?.isFinal == true)
    }

    @Test func anExpiredSelfSignedOrForeignCertificateIsRefused() throws {
        let reasons: [Certificates.Flaw: String] = [
            .wrongName: "hostname mismatch", .expired: "certificate has expired",
            .notYetValid: "certificate is not yet valid",
            .selfSigned: "self-signed certificate", .unknownAuthority: "unable to get local issuer certificate",
        ]
        for (flaw, reason) in reasons {
            var options = Prosody.Options()
            options.flaw = flaw
            let server = try #require(Prosody(options))
            defer { server.kill() }
            let ann = Peer("ann", at: server)
            #expect(ann.wait { !$0.faults.isEmpty })
            #expect(ann.faults.first == .certificateRefused(reason))
            #expect(ann.faults.first?.isFinal == true)
            // Certificates are judged by the clock of this machine.
            let isAboutTime = [.expired, .notYetValid].contains(flaw)
            #expect(ann.faults.first?.sentence.hasSuffix("; is the clock of this machine right?") == isAboutTime)
        }
    }

    @Test func aServerWithoutEncryptionGetsNoPassword() throws {
        var options = Prosody.Options()
        options.offersTLS = false
        let server = try #require(Prosody(options))
        defer { server.kill() }
        let ann = Peer("ann", at: server)
        #expect(ann.wait { !$0.faults.isEmpty })
        #expect(ann.faults.first == .noTLS)
        #expect(!server.log.contains("<auth"))
    }

    @Test func loginsAreBoundToTLSWhereTheServerCan() throws {
        var options = Prosody.Options()
        options.more = "ssl = { protocol = \"tlsv1_2\" }"
        let server = try #require(Prosody(options))
        defer { server.kill() }
        let ann = Peer("ann", at: server)
        #expect(ann.isOnline())
        let isBound = ann.all.contains { if case .pinned(.scramSHA256Plus) = $0 { true } else { false } }
        #expect(isBound)
    }
}

extension Peer {
    /// The ids of what the server has acknowledged, but for presences.
    var acknowledgedIDs: [String] {
        all.flatMap { input -> [String] in
            guard case .acknowledged(let elements) = input else { return [] }
            return elements.filter { $0.name == "message" }.compactMap { $0["id"] }
        }
    }
}
