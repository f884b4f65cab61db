import ChatCore
import RichText
import Testing
import XMPPTestSupport

/// What those who look after a room do with it, on a real server.
@Suite(.serialized) struct OwnerTests {
    private let garden = RoomID("garden@rooms.chat.test")

    private func value(_ client: Client, _ key: String) -> String? {
        client.contents.room(garden)?.settings.first { $0.key == key }?.value
    }

    private func configure(_ client: Client, _ key: String, _ value: String) -> Bool {
        client.perform(.configure(garden, key: key, value: value))
        return client.wait { _ in self.value(client, key) == value }
    }

    private func rank(_ client: Client, _ name: String) -> Rank? {
        client.contents.room(garden)?.ranks[client.person(name, in: garden)]
    }

    @Test func anOwnerSetsWhatTheRoomIsAndOthersMayNot() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden))
        #expect(ann.wait { $0.notices.contains { $0.contains("is new") } })
        #expect(bea.enter(garden))
        ann.perform(.tellSettings(garden))
        #expect(ann.wait { _ in value(ann, "persistent") == "on" })
        for (key, value) in [
            ("name", "The Garden"), ("public", "off"), ("moderated", "on"), ("members-only", "off"),
            ("persistent", "on"),
        ] { #expect(configure(ann, key, value), "\(key): \(ann.contents.notices)") }
        ann.perform(.configure(garden, key: "moderated", value: "perhaps"))
        #expect(ann.wait { $0.notices.contains { $0.hasSuffix("moderated is on or off") } })
        ann.perform(.configure(garden, key: "colour", value: "red"))
        #expect(ann.wait { $0.notices.contains { $0.hasSuffix("there is no colour to be set") } })
        bea.perform(.configure(garden, key: "name", value: "Mine"))
        #expect(bea.wait { $0.notices.contains { $0.hasSuffix("only its owners can set that") } })
        // A room that is not public is not listed.
        let carl = Client("carl", at: server)
        #expect(carl.enter(RoomID("other@rooms.chat.test")))
        carl.perform(.listRooms)
        #expect(carl.wait { $0.events.contains { if case .rooms = $0 { true } else { false } } })
        let isListed = carl.contents.events.contains { event in
            if case .rooms(let rooms) = event { rooms.contains { $0.id == garden } } else { false }
        }
        #expect(!isListed)
        for client in [ann, bea, carl] { client.stop() }
    }

    @Test func ranksAreToldAndGivenAndTheyHold() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        #expect(ann.wait { _ in rank(ann, "bea") == Rank(.none, .participant) })
        #expect(ann.wait { _ in rank(ann, "ann") == Rank(.owner, .moderator) })
        #expect(bea.wait { _ in rank(bea, "ann")?.standing == .owner })
        #expect(configure(ann, "moderated", "on"))
        ann.perform(.rank(ann.person("bea", in: garden), in: garden, .role(.visitor)))
        #expect(bea.wait { _ in rank(bea, "bea")?.role == .visitor })
        let mute = bea.say("may I?", in: garden)
        #expect(bea.wait { $0.failures.count == 1 })
        #expect(bea.contents.room(garden)?.timeline[mute]?.delivery != .sent)
        // Who may not speak may not say who may.
        bea.perform(.rank(bea.person("bea", in: garden), in: garden, .role(.moderator)))
        #expect(bea.wait { $0.notices.contains { $0.contains("cannot be given that rank") } })
        ann.perform(.rank(ann.person("bea", in: garden), in: garden, .standing(.admin)))
        #expect(bea.wait { _ in rank(bea, "bea") == Rank(.admin, .moderator) })
        bea.say("thank you", in: garden)
        #expect(ann.wait { $0.texts(garden) == ["thank you"] })
        #expect(ann.wait { _ in rank(ann, "bea")?.word == "admin" })
        for client in [ann, bea] { client.stop() }
    }

    @Test func whoIsSentOutOrBannedIsToldWhyAndABanIsTakenBack() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        #expect(ann.wait { $0.room(garden)?.people.count == 2 })
        ann.perform(.remove(ann.person("bea", in: garden), from: garden, isBanned: false, reason: "shouting"))
        #expect(bea.wait { $0.notices.contains { $0.hasSuffix("one was thrown out: shouting") } })
        #expect(ann.wait { $0.room(garden)?.people.count == 1 } && bea.wait { $0.room(garden)?.people.isEmpty == true })
        #expect(bea.enter(garden) && ann.wait { $0.room(garden)?.people.count == 2 })
        ann.perform(.remove(ann.person("bea", in: garden), from: garden, isBanned: true, reason: "spam"))
        #expect(bea.wait { $0.notices.contains { $0.hasSuffix("one was banned: spam") } })
        bea.perform(.open(garden))
        #expect(bea.wait { $0.notices.contains { $0.hasSuffix("one is banned, or may not do that here") } })
        // Who is not there is meant by the address.
        ann.perform(.rank(PersonID("bea@chat.test"), in: garden, .standing(.none)))
        let isIn = bea.wait { contents in
            if contents.room(garden)?.people.count == 2 && contents.notices.count > 2 { return true }
            bea.perform(.open(garden))
            return ann.contents.room(garden)?.people.count == 2
        }
        #expect(isIn)
        for client in [ann, bea] { client.stop() }
    }

    @Test func aRoomForMembersLetsInWhomItHasInvited() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden))
        #expect(configure(ann, "members-only", "on"))
        bea.perform(.open(garden))
        #expect(bea.wait { $0.notices.contains { $0.hasSuffix("only members may enter") } })
        // The room has said what it is now, so the invitation goes through it.
        ann.perform(.invite(PersonID("bea@chat.test"), to: garden))
        #expect(bea.wait { $0.invitations.count == 1 }, "\(ann.contents.notices)")
        #expect(bea.contents.invitations.first?.room == garden)
        #expect(bea.enter(garden))
        for client in [ann, bea] { client.stop() }
    }

    @Test func aPasswordIsAskedForAndLetsOneIn() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden))
        ann.perform(.configure(garden, key: "password", value: "sesame"))
        #expect(ann.wait { $0.notices.contains { $0.hasSuffix("password is set") } })
        #expect(!ann.contents.events.contains { "\($0)".contains("sesame") }, "it is told nowhere")
        func timesWanted(_ contents: Record.Contents) -> Int { contents.events.count { $0 == .passwordWanted(garden) } }
        bea.perform(.open(garden))
        #expect(bea.wait { timesWanted($0) == 1 })
        bea.perform(.enter(garden, password: "melon"))
        #expect(bea.wait { timesWanted($0) == 2 })
        bea.perform(.enter(garden, password: "sesame"))
        #expect(bea.wait { $0.room(garden)?.people.map(\.name) == ["ann", "bea"] })
        bea.say("open", in: garden)
        #expect(ann.wait { $0.texts(garden) == ["open"] })
        ann.perform(.configure(garden, key: "password", value: ""))
        #expect(ann.wait { $0.notices.contains { $0.hasSuffix("password is gone") } })
        let carl = Client("carl", at: server)
        #expect(carl.enter(garden))
        for client in [ann, bea, carl] { client.stop() }
    }

    @Test func aRoomThatLastsIsLeftAndFoundAgainAndOneThatIsEndedIsGone() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden))
        ann.say("still here", in: garden)
        #expect(ann.wait { $0.texts(garden) == ["still here"] && $0.messages(garden)[0].delivery == .sent })
        ann.perform(.close(garden))
        // Nobody is in it, and it lasts, with its owner and all that was said.
        #expect(bea.enter(garden))
        #expect(bea.contents.texts(garden) == ["still here"] && bea.wait { $0.room(garden)?.people.count == 1 })
        bea.perform(.destroy(garden, reason: "mine"))
        #expect(bea.wait { $0.notices.contains { $0.contains("cannot be ended") } })
        ann.perform(.open(garden))
        #expect(bea.wait { _ in rank(bea, "ann")?.standing == .owner })
        // The room may have told bea first.
        #expect(ann.wait { $0.room(garden)?.people.count == 2 })
        ann.perform(.destroy(garden, reason: "winter"))
        for client in [ann, bea] {
            #expect(client.wait { $0.notices.contains { $0.hasSuffix("the room was ended: winter") } })
        }
        bea.say("too late", in: garden)
        #expect(bea.wait { $0.failures.count == 1 })
        for client in [ann, bea] { client.stop() }
    }
}
