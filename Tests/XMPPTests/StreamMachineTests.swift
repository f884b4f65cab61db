import Testing
import XMPP

/// The stream as a dialogue: one line for each thing that happens, and what follows from it.
@Suite struct StreamMachineTests {
    private func machine(password: String = "pencil", pinned: SASLMechanism? = nil) throws -> StreamMachine {
        let jid = try #require(JID("user@example.org"))
        return StreamMachine(StreamMachine.Settings(jid: jid, password: Password(password), pinned: pinned))
    }

    private func read(_ text: String) throws -> StreamParser.Item {
        let header = "<stream:stream xmlns='jabber:client' xmlns:stream='\(Namespace.stream)'>"
        return try #require(StreamParser().parse(Array((header + text).utf8)).last)
    }

    private func features(_ inside: String) throws -> StreamParser.Item {
        try read("<stream:features>\(inside)</stream:features>")
    }

    private func mechanisms(_ names: String...) -> String {
        "<mechanisms xmlns='\(Namespace.sasl)'>"
            + names.map { "<mechanism>\($0)</mechanism>" }.joined() + "</mechanisms>"
    }

    /// A machine that has logged in by the exchange of RFC 7677, section 3, and is online with stream management.
    private func online() throws -> StreamMachine {
        var machine = try loggedIn()
        _ = machine.received(
            try features("<bind xmlns='\(Namespace.bind)'/><sm xmlns='\(Namespace.streamManagement)'/>"))
        let actions = machine.received(
            try read(
                "<iq id='bind-rOprNGfw' type='result'><bind xmlns='\(Namespace.bind)'><jid>user@example.org/r</jid></bind></iq>"
            ))
        let jid = try #require(JID("user@example.org/r"))
        #expect(actions.last == .becameOnline(jid: jid, resumed: false, lost: []))
        _ = machine.received(
            try read("<enabled xmlns='\(Namespace.streamManagement)' id='s1' resume='true'/>"))
        return machine
    }

    private func loggedIn() throws -> StreamMachine {
        var machine = try machine()
        _ = machine.connected(isSecure: true, bindings: [], nonce: "rOprNGfwEbeRWgbNEkqO")
        #expect(
            machine.received(try features(mechanisms("PLAIN", "SCRAM-SHA-256"))) == [
                .write(
                    "<auth xmlns='\(Namespace.sasl)' mechanism='SCRAM-SHA-256'>biwsbj11c2VyLHI9ck9wck5HZndFYmVSV2diTkVrcU8=</auth>"
                )
            ])
        let challenge =
            "cj1yT3ByTkdmd0ViZVJXZ2JORWtxTyVodllEcFdVYTJSYVRDQWZ1eEZJbGopaE5sRiRrMCxzPVcyMlphSjBTTlk3c29Fc1VFamI2Z1E9PSxpPTQwOTY="
        let response =
            "Yz1iaXdzLHI9ck9wck5HZndFYmVSV2diTkVrcU8laHZZRHBXVWEyUmFUQ0FmdXhGSWxqKWhObEYkazAscD1kSHpiWmFwV0lrNGpVaE4rVXRlOXl0YWc5empmTUhnc3FtbWl6N0FuZFZRPQ=="
        #expect(
            machine.received(try read("<challenge xmlns='\(Namespace.sasl)'>\(challenge)</challenge>")) == [
                .write("<response xmlns='\(Namespace.sasl)'>\(response)</response>")
            ])
        let success = "dj02cnJpVFJCaTIzV3BSUi93dHVwK21NaFVaVW4vZEI1bkxUSlJzamw5NUc0PQ=="
        let actions = machine.received(try read("<success xmlns='\(Namespace.sasl)'>\(success)</success>"))
        #expect(actions.first == .pin(.scramSHA256) && actions.contains(.restartParser))
        return machine
    }

    @Test func theLoginIsThatOfTheStandard() throws { _ = try loggedIn() }

    @Test func aServerThatDoesNotKnowThePasswordIsFoundOut() throws {
        for answer in ["", "dj02cnJpVFJCaTIzV3BSUi93dHVwK21NaFVaVW4vZEI1bkxUSlJzamw5NUcwPQ=="] {
            var machine = try machine()
            _ = machine.connected(isSecure: true, bindings: [], nonce: "rOprNGfwEbeRWgbNEkqO")
            _ = machine.received(try features(mechanisms("SCRAM-SHA-256")))
            let challenge =
                "cj1yT3ByTkdmd0ViZVJXZ2JORWtxTyVodllEcFdVYTJSYVRDQWZ1eEZJbGopaE5sRiRrMCxzPVcyMlphSjBTTlk3c29Fc1VFamI2Z1E9PSxpPTQwOTY="
            _ = machine.received(try read("<challenge xmlns='\(Namespace.sasl)'>\(challenge)</challenge>"))
            let actions = machine.received(try read("<success xmlns='\(Namespace.sasl)'>\(answer)</success>"))
            #expect(actions.last == .end(.serverNotProven))
        }
    }

    @Test func successWithoutAnyChallengeIsNoSuccess() throws {
        var machine = try machine()
        _ = machine.connected(isSecure: true, bindings: [], nonce: "n")
        _ = machine.received(try features(mechanisms("SCRAM-SHA-1")))
        #expect(machine.received(try read("<success xmlns='\(Namespace.sasl)'/>")).last == .end(.serverNotProven))
    }

    @Test(arguments: [
        // Another nonce, the bare nonce, too few rounds, too many, and what is no challenge.
        "cj1vdGhlcixzPVcyMlphSjBTTlk3c29Fc1VFamI2Z1E9PSxpPTQwOTY=",
        "cj1hYmMscz1XMjJaYUowU05ZN3NvRXNVRWpiNmdRPT0saT00MDk2",
        "cj1hYmNkLHM9VzIyWmFKMFNOWTdzb0VzVUVqYjZnUT09LGk9NDA5NQ==",
        "cj1hYmNkLHM9VzIyWmFKMFNOWTdzb0VzVUVqYjZnUT09LGk9OTk5OTk5OTk5",
        "", "bT1hLHI9YWJjZA==", "====",
    ]) func aChallengeThatCannotBeEndsTheLogin(challenge: String) throws {
        var machine = try machine()
        _ = machine.connected(isSecure: true, bindings: [], nonce: "abc")
        _ = machine.received(try features(mechanisms("SCRAM-SHA-256")))
        let actions = machine.received(try read("<challenge xmlns='\(Namespace.sasl)'>\(challenge)</challenge>"))
        guard case .end? = actions.last else {
            Issue.record("\(actions)")
            return
        }
    }

    @Test func nothingIsSaidBeforeTLS() throws {
        var machine = try machine()
        let greeting = machine.connected(isSecure: false, bindings: [], nonce: "n")
        #expect(!greeting.contains { if case .write(let text) = $0 { text.contains("user") } else { false } })
        let offer = try features(mechanisms("PLAIN"))
        #expect(machine.received(offer).last == .end(.noTLS))
    }

    @Test func bytesBehindTheAnswerToSTARTTLSEndTheConnection() throws {
        var machine = try machine()
        _ = machine.connected(isSecure: false, bindings: [], nonce: "n")
        _ = machine.received(try features("<starttls xmlns='\(Namespace.tls)'/>"))
        let proceed = try read("<proceed xmlns='\(Namespace.tls)'/>")
        var other = machine
        #expect(machine.received(proceed) == [.startTLS])
        #expect(other.received(proceed, hasMore: true).last == .end(.protocolBroken("bytes before TLS")))
    }

    @Test func aPinnedMechanismNeverFallsBack() throws {
        var machine = try machine(pinned: .scramSHA256Plus)
        _ = machine.connected(isSecure: true, bindings: [], nonce: "n")
        let actions = machine.received(try features(mechanisms("PLAIN", "SCRAM-SHA-1", "X-UNKNOWN")))
        #expect(actions.last == .end(.noMechanism(["PLAIN", "SCRAM-SHA-1", "X-UNKNOWN"])))
    }

    @Test func theBestBindingThatBothHaveIsUsed() throws {
        var machine = try machine()
        let bindings = [ChannelBinding(.exporter, [1, 2]), ChannelBinding(.endPoint, [3])]
        _ = machine.connected(isSecure: true, bindings: bindings, nonce: "n")
        let offer =
            "<sasl-channel-binding xmlns='\(Namespace.channelBinding)'><channel-binding type='tls-server-end-point'/></sasl-channel-binding>"
        let actions = machine.received(try features(mechanisms("SCRAM-SHA-256", "SCRAM-SHA-256-PLUS") + offer))
        // p=tls-server-end-point,,n=user,r=n
        let first = "cD10bHMtc2VydmVyLWVuZC1wb2ludCwsbj11c2VyLHI9bg=="
        #expect(
            actions == [
                .write("<auth xmlns='\(Namespace.sasl)' mechanism='SCRAM-SHA-256-PLUS'>\(first)</auth>")
            ])
    }

    @Test func aServerThatDoesNotSayHowItBindsIsBoundByTheOldWayOnly() throws {
        // ejabberd 23.01 offers -PLUS over TLS 1.3, and knows no binding that works there.
        for (kind, mechanism) in [(ChannelBinding.Kind.exporter, "SCRAM-SHA-256"), (.unique, "SCRAM-SHA-256-PLUS")] {
            var machine = try machine()
            _ = machine.connected(isSecure: true, bindings: [ChannelBinding(kind, [1, 2])], nonce: "n")
            let actions = machine.received(try features(mechanisms("SCRAM-SHA-256", "SCRAM-SHA-256-PLUS")))
            guard case .write(let text)? = actions.last else {
                Issue.record("\(actions)")
                return
            }
            #expect(text.contains("mechanism='\(mechanism)'"))
        }
    }

    @Test func onlyStanzasAreCountedAndWhatIsNotAcknowledgedIsSentAgain() throws {
        var machine = try online()
        let message = { (id: String) in XMLElement("message", Namespace.client, ["id": id]) }
        let ask = StreamMachine.Action.write("<r xmlns='\(Namespace.streamManagement)'/>")
        #expect(machine.send(message("1")) == [.write("<message id='1'/>"), ask])
        #expect(machine.send(message("2")) == [.write("<message id='2'/>")])
        #expect(
            machine.received(try read("<a xmlns='\(Namespace.streamManagement)' h='1'/>"))
                == [.acknowledged([message("1")]), ask])
        _ = machine.probe()
        machine.disconnected()
        #expect(machine.canResume && machine.send(message("3")) == [])
        var fresh = machine
        for isKnown in [true, false] {
            var machine = isKnown ? machine : fresh
            _ = machine.connected(isSecure: true, bindings: [], nonce: "rOprNGfwEbeRWgbNEkqO")
            machine = try relogged(machine)
            let offer = "<sm xmlns='\(Namespace.streamManagement)'/><bind xmlns='\(Namespace.bind)'/>"
            #expect(
                machine.received(try features(offer))
                    == [.write("<resume xmlns='\(Namespace.streamManagement)' previd='s1' h='0'/>")])
            if isKnown {
                let actions = machine.received(
                    try read("<resumed xmlns='\(Namespace.streamManagement)' previd='s1' h='1'/>"))
                #expect(actions.prefix(2) == [.write("<message id='2'/>"), .write("<message id='3'/>")])
                // A server that falls silent over a resumed session, without a step forward, is not asked for it again.
                var silent = machine
                silent.disconnected(inSilence: true)
                #expect(!silent.canResume)
                var cut = machine
                cut.disconnected()
                #expect(cut.canResume)
                _ = machine.received(try read("<a xmlns='\(Namespace.streamManagement)' h='2'/>"))
                machine.disconnected(inSilence: true)
                #expect(machine.canResume)
            } else {
                _ = machine.received(
                    try read("<failed xmlns='\(Namespace.streamManagement)'><item-not-found/></failed>"))
                let actions = machine.received(
                    try read(
                        "<iq id='bind-rOprNGfw' type='result'><bind xmlns='\(Namespace.bind)'><jid>user@example.org/q</jid></bind></iq>"
                    ))
                let jid = try #require(JID("user@example.org/q"))
                #expect(actions.last == .becameOnline(jid: jid, resumed: false, lost: [message("2"), message("3")]))
            }
        }
        fresh.disconnected()
    }

    private func relogged(_ machine: StreamMachine) throws -> StreamMachine {
        var machine = machine
        _ = machine.received(try features(mechanisms("SCRAM-SHA-256")))
        let challenge =
            "cj1yT3ByTkdmd0ViZVJXZ2JORWtxTyVodllEcFdVYTJSYVRDQWZ1eEZJbGopaE5sRiRrMCxzPVcyMlphSjBTTlk3c29Fc1VFamI2Z1E9PSxpPTQwOTY="
        _ = machine.received(try read("<challenge xmlns='\(Namespace.sasl)'>\(challenge)</challenge>"))
        _ = machine.received(
            try read(
                "<success xmlns='\(Namespace.sasl)'>dj02cnJpVFJCaTIzV3BSUi93dHVwK21NaFVaVW4vZEI1bkxUSlJzamw5NUc0PQ==</success>"
            ))
        return machine
    }

    @Test func anImpossibleCountIsAnError() throws {
        var machine = try online()
        let actions = machine.received(try read("<a xmlns='\(Namespace.streamManagement)' h='7'/>"))
        #expect(actions.last == .end(.protocolBroken("an impossible count of stanzas")))
    }

    @Test func conflictsAreFinalAndOtherStreamErrorsAreNot() throws {
        let errors = "xmlns='\(Namespace.streamErrors)'"
        var machine = try online()
        var other = machine
        let conflict = try read("<stream:error><conflict \(errors)/></stream:error>")
        #expect(machine.received(conflict).last == .end(.conflict) && StreamFault.conflict.isFinal)
        let shutdown = try read("<stream:error><system-shutdown \(errors)/></stream:error>")
        guard case .end(let fault)? = other.received(shutdown).last else {
            Issue.record("goes on")
            return
        }
        #expect(!fault.isFinal)
    }

    @Test func aPasswordDoesNotShowItself() throws {
        let settings = try machine(password: "secret").settingsForTests
        #expect(!"\(settings)".contains("secret"))
        #expect(!String(reflecting: Password("secret")).contains("secret"))
        var text = ""
        dump(Password("secret"), to: &text)
        #expect(!text.contains("secret"))
    }
}

extension StreamMachine {
    fileprivate var settingsForTests: String { String(reflecting: self) }
}
