import ChatCore
import RichText
import Testing
import XMPPTestSupport

/// Rooms of a real server.
@Suite(.serialized) struct RoomTests {
    private let garden = RoomID("garden@rooms.chat.test")

    @Test func twoPeopleTalkInARoom() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden))
        #expect(bea.enter(garden))
        #expect(ann.wait { $0.room(garden)?.people.map(\.name) == ["ann", "bea"] })
        #expect(ann.contents.room(garden)?.me == Person(id: PersonID("ann@chat.test"), name: "ann"))
        let id = ann.say("morning all", in: garden)
        #expect(ann.wait { $0.room(garden)?.timeline[id]?.delivery == .sent && $0.texts(garden).count == 1 })
        #expect(bea.wait { $0.texts(garden) == ["morning all"] })
        #expect(bea.contents.messages(garden).first?.author.name == "ann")
        bea.perform(.setTyping(garden, true))
        #expect(ann.wait { $0.room(garden)?.typing.map(\.name) == ["bea"] })
        bea.say([.text("two", .plain), .lineBreak, .text("lines", .plain)], in: garden)
        #expect(ann.wait { $0.texts(garden) == ["morning all", "two\nlines"] && $0.room(garden)?.typing == [] })
        bea.perform(.close(garden))
        #expect(ann.wait { $0.room(garden)?.people.map(\.name) == ["ann"] })
        ann.stop()
        bea.stop()
    }

    @Test func mentionsMeanPeopleByTheirIDs() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        #expect(ann.wait { $0.room(garden)?.people.count == 2 } && bea.wait { $0.room(garden)?.people.count == 2 })
        let beaForAnn = try #require(ann.contents.room(garden)?.people.first { $0.name == "bea" })
        let annForBea = try #require(bea.contents.room(garden)?.people.first { $0.name == "ann" })
        let everyone = Mention.Target.everyone([])
        ann.say(
            [
                .text("👍🏽 ", .plain), .mention(Mention(.person(beaForAnn.id), name: "bea")), .text(" and ", .plain),
                .mention(Mention(everyone, name: "everyone")),
            ], in: garden, id: "m1")
        #expect(bea.wait { $0.texts(garden) == ["👍🏽 @bea and @everyone"] })
        let heard = try #require(bea.contents.messages(garden).first?.body.mentions)
        #expect(heard.first == Mention(.person(PersonID("bea@chat.test")), name: "bea"))
        #expect(heard.last?.name == "everyone" && heard.last?.means(PersonID("bea@chat.test")) == true)
        #expect(ann.wait { $0.room(garden)?.timeline[MessageID("m1")]?.body.mentions.count == 2 })
        // Bea is no member: what she calls everyone stays text.
        bea.say(
            [
                .mention(Mention(.person(annForBea.id), name: "ann")), .text(" ", .plain),
                .mention(Mention(everyone, name: "all")),
            ], in: garden)
        #expect(ann.wait { $0.texts(garden).count == 2 })
        let answer = try #require(ann.contents.messages(garden).last)
        #expect(answer.body.mentions == [Mention(.person(PersonID("ann@chat.test")), name: "ann")])
        ann.stop()
        bea.stop()
    }

    @Test func historyComesInPagesWithoutHolesOrDoubles() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let ann = Client("ann", at: server)
        #expect(ann.enter(garden))
        let texts = (0..<230).map { "message \($0)" }
        for text in texts { ann.say(RichText(plain: text), in: garden) }
        #expect(ann.wait { $0.texts(garden).count == 230 })
        #expect(ann.contents.texts(garden) == texts)
        let bea = Client("bea", at: server)
        #expect(bea.enter(garden))
        #expect(bea.contents.texts(garden).count == 50 || bea.contents.texts(garden).count == 100)
        var pages = 0
        while !bea.contents.reachesStart(garden), pages < 10 {
            let oldest = try #require(bea.contents.messages(garden).first?.order)
            let before = bea.contents.events.count
            bea.perform(.loadOlder(garden, before: oldest, limit: 60))
            #expect(bea.wait { $0.events.count > before })
            pages += 1
        }
        #expect(bea.contents.texts(garden) == texts)
        ann.stop()
        bea.stop()
    }

    @Test func peopleTalkToEachOther() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        let (toBea, toAnn) = (RoomID("bea@chat.test"), RoomID("ann@chat.test"))
        #expect(ann.enter(toBea) && bea.enter(toAnn))
        let id = ann.say("hello", in: toBea)
        #expect(ann.wait { $0.room(toBea)?.timeline[id]?.delivery == .delivered })
        #expect(bea.wait { $0.texts(toAnn) == ["hello"] })
        bea.say("hi", in: toAnn)
        #expect(ann.wait { $0.texts(toBea) == ["hello", "hi"] })
        // Another program of the same person sees both, from the archive and as they are said.
        let elsewhere = Client("ann", at: server)
        #expect(elsewhere.enter(toBea))
        #expect(elsewhere.wait { $0.texts(toBea) == ["hello", "hi"] })
        ann.say("again", in: toBea)
        #expect(elsewhere.wait { $0.texts(toBea) == ["hello", "hi", "again"] })
        #expect(elsewhere.contents.messages(toBea).last?.author.id == PersonID("ann@chat.test"))
        for client in [ann, bea, elsewhere] { client.stop() }
    }

    @Test func aTakenNameIsChanged() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let ann = Client("ann", at: server)
        #expect(ann.enter(garden))
        let other = Client("bea", Peer.settings("bea", at: server), nick: "ann")
        #expect(other.enter(garden))
        #expect(ann.wait { $0.room(garden)?.people.map(\.name) == ["ann", "ann_"] })
        #expect(other.contents.room(garden)?.me?.name == "ann_")
        for client in [ann, other] { client.stop() }
    }

    @Test func whatCannotBeOpenedOrSaidGetsAReason() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let ann = Client("ann", at: server)
        ann.perform(.open(RoomID("no address")))
        #expect(ann.wait { $0.notices.contains("no address is no address of a room or a person") })
        ann.say("where?", in: RoomID("never@rooms.chat.test"))
        #expect(ann.wait { $0.failures == ["one is not in this room"] })
        ann.stop()
    }
}
