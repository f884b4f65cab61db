import Synchronization
import Testing
import XMPP
import XMPPTestSupport

/// New accounts, new passwords and accounts that are given up (XEP-0077).
@Suite(.serialized) struct RegistrationTests {
    private func server(_ more: String = "allow_registration = true") -> Prosody? {
        var options = Prosody.Options()
        options.more = more
        return Prosody(options)
    }

    private func settings(_ name: String, at server: Prosody) -> ConnectionSettings {
        var settings = Peer.settings(name, at: server)
        settings.stream.registration = Registration()
        return settings
    }

    @Test func anAccountIsMadeUsedChangedAndGivenUp() throws {
        let server = try #require(self.server())
        defer { server.kill() }
        let lines = Mutex<[String]>([])
        var wish = settings("newcomer", at: server)
        wish.trace = { line in lines.withLock { $0.append(line) } }
        let made = Peer(wish)
        #expect(made.isOnline())
        made.stop()
        #expect(!lines.withLock { $0 }.joined().contains("secret-newcomer"), "the log has the password")
        // The same name once more is refused in one line.
        let second = Peer(settings("newcomer", at: server))
        #expect(second.wait { !$0.faults.isEmpty })
        #expect(second.faults.first?.sentence == "the server has an account of that name already")
        second.stop()
        // A new password.
        let jid = try #require(JID("newcomer@chat.test"))
        let again = Peer("newcomer", at: server)
        #expect(again.isOnline())
        let change = try #require(AccountChange.password(Password("another one")).stanza(id: "c1", jid: jid))
        again.perform(.send(change))
        #expect(again.wait { $0.answer(to: "c1") == "result" })
        again.stop()
        let old = Peer("newcomer", at: server)
        #expect(old.wait { $0.faults.first?.sentence == "wrong password, or no such account" })
        old.stop()
        // And away with it.
        let last = Peer("newcomer", at: server, password: "another one")
        #expect(last.isOnline())
        last.perform(.send(try #require(AccountChange.removal.stanza(id: "c2", jid: jid))))
        #expect(last.wait { $0.answer(to: "c2") == "result" })
        last.stop()
        let gone = Peer("newcomer", at: server, password: "another one")
        #expect(gone.wait { $0.faults.first?.sentence == "wrong password, or no such account" })
        gone.stop()
    }

    @Test func aServerThatMakesNoneSaysSo() throws {
        let server = try #require(self.server("allow_registration = false"))
        defer { server.kill() }
        let peer = Peer(settings("newcomer", at: server))
        #expect(peer.wait { !$0.faults.isEmpty })
        let sentence = peer.faults.first?.sentence ?? ""
        #expect(sentence.hasPrefix("the server makes no account: "), "\(sentence)")
        peer.stop()
    }
}

extension Peer {
    /// The type of the answer to the question `id`.
    fileprivate func answer(to id: String) -> String? {
        for case .received(let stanza) in all where stanza.name == "iq" && stanza["id"] == id { return stanza["type"] }
        return nil
    }
}

/// The same as a dialogue, for servers that ask for more.
@Suite struct RegistrationDialogueTests {
    private func asked(_ query: String, answers: [String: String] = [:]) throws -> [StreamMachine.Action] {
        let jid = try #require(JID("user@example.org"))
        var settings = StreamMachine.Settings(jid: jid, password: Password("pencil"))
        settings.registration = Registration(answers: answers)
        var machine = StreamMachine(settings)
        _ = machine.connected(isSecure: true, bindings: [], nonce: "rOprNGfwEbeRWgbNEkqO")
        let features = "<mechanisms xmlns='\(Namespace.sasl)'><mechanism>SCRAM-SHA-256</mechanism></mechanisms>"
        #expect(
            machine.received(try read("<stream:features>\(features)</stream:features>")) == [
                .write(
                    "<iq type='get' to='example.org' id='register-rOprNGfw'><query xmlns='jabber:iq:register'/></iq>")
            ])
        return machine.received(
            try read("<iq type='result' id='register-rOprNGfw'><query xmlns='jabber:iq:register'>\(query)</query></iq>")
        )
    }

    private func read(_ text: String) throws -> StreamParser.Item {
        let header = "<stream:stream xmlns='jabber:client' xmlns:stream='\(Namespace.stream)'>"
        return try #require(StreamParser().parse(Array((header + text).utf8)).last)
    }

    private func written(_ actions: [StreamMachine.Action]) -> String {
        if case .write(let text)? = actions.first { text } else { "" }
    }

    @Test func olderFieldsAreFilledIn() throws {
        let sent = written(try asked("<instructions>Choose</instructions><username/><password/>"))
        #expect(
            sent
                == "<iq type='set' to='example.org' id='register-rOprNGfw'><query xmlns='jabber:iq:register'>"
                + "<username>user</username><password>pencil</password></query></iq>")
    }

    private let form = """
        <x xmlns='jabber:x:data' type='form'><field type='hidden' var='FORM_TYPE'><value>jabber:iq:register</value></field>\
        <field type='text-single' var='username'><required/></field><field type='text-private' var='password'/>\
        <field type='text-single' label='Your town' var='town'><required/></field>\
        <field type='boolean' var='news'><value>0</value></field><field type='text-single' var='phone'/></x>
        """

    @Test func aFormIsFilledInWithWhatIsKnown() throws {
        let sent = written(try asked("<username/><password/>" + form, answers: ["town": "Bath & Wells"]))
        for part in [
            "<field var='FORM_TYPE'><value>jabber:iq:register</value></field>",
            "<field var='username'><value>user</value></field>", "<field var='password'><value>pencil</value></field>",
            "<field var='town'><value>Bath &amp; Wells</value></field>", "<field var='news'><value>0</value></field>",
        ] { #expect(sent.contains(part), "\(part) in \(sent)") }
        #expect(!sent.contains("phone") && sent.contains("type='submit'"))
    }

    @Test func whatElseIsWantedIsToldAndNothingIsSent() throws {
        let actions = try asked("<instructions>Say where you live</instructions>" + form)
        let fault = StreamFault.accountNeeds(
            [Registration.Field("town", label: "Your town")], instructions: "Say where you live")
        #expect(actions == [.write("</stream:stream>"), .end(fault)])
        #expect(fault.isFinal && fault.sentence == "the server wants to know Your town: Say where you live")
    }

    @Test func aWebPageInsteadOfAFormIsTold() throws {
        let actions = try asked(
            "<instructions>Go to</instructions><x xmlns='jabber:x:oob'><url>https://example.org/new</url></x>")
        guard case .end(let fault)? = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(fault.sentence == "the server makes no account: Go to https://example.org/new")
    }

    @Test func withoutTLSNobodyAsksForAnAccount() throws {
        let jid = try #require(JID("user@example.org"))
        var settings = StreamMachine.Settings(jid: jid, password: Password("pencil"))
        settings.registration = Registration()
        var machine = StreamMachine(settings)
        _ = machine.connected(isSecure: false, bindings: [], nonce: "rOprNGfwEbeRWgbNEkqO")
        let actions = machine.received(
            try read("<stream:features><register xmlns='http://jabber.org/features/iq-register'/></stream:features>"))
        #expect(actions.last == .end(.noTLS))
    }
}
