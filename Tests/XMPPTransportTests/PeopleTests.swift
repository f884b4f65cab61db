import ChatCore
import RichText
import Testing
import XMPPTestSupport

/// What people do with rooms and with each other besides talking, on a real server.
@Suite(.serialized) struct PeopleTests {
    private let garden = RoomID("garden@rooms.chat.test")

    @Test func topicsInvitationsAndListsReachPeople() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden))
        ann.perform(.setTopic(garden, "roses & tea"))
        #expect(ann.wait { $0.room(garden)?.topic == "roses & tea" })
        ann.perform(.invite(PersonID("bea@chat.test"), to: garden))
        #expect(bea.wait { $0.invitations.first?.room == garden && $0.invitations.first?.by.name == "ann" })
        #expect(bea.enter(garden))
        #expect(bea.wait { $0.room(garden)?.topic == "roses & tea" })
        // Who may not, learns it.
        bea.perform(.setTopic(garden, "weeds"))
        #expect(bea.wait { $0.notices.contains { $0.contains("the topic cannot be changed") } })
        bea.perform(.listRooms)
        #expect(bea.wait { $0.events.contains { if case .rooms = $0 { true } else { false } } })
        let lists = bea.contents.events.compactMap { if case .rooms(let list) = $0 { list } else { nil } }
        let summary = try #require(lists.last?.first)
        #expect(summary.id == garden && summary.name == garden.text && summary.topic == "roses & tea")
        #expect(summary.peopleCount == 2)
        for client in [ann, bea] { client.stop() }
    }

    @Test func namesChangeAndPeopleAreSentOut() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        let word = bea.say("mine", in: garden)
        #expect(bea.wait { $0.texts(garden) == ["mine"] })
        bea.perform(.rename("ann"))
        #expect(bea.wait { $0.notices.contains { $0.contains("the name is taken") } })
        bea.perform(.rename("beatrix"))
        #expect(bea.wait { $0.room(garden)?.me?.name == "beatrix" })
        #expect(ann.wait { $0.room(garden)?.people.map(\.name) == ["ann", "beatrix"] })
        // The person is the same, and so is what she may.
        bea.amend(word, .edit("still mine"), in: garden)
        #expect(ann.wait { $0.texts(garden) == ["still mine"] })
        ann.perform(.remove(ann.person("beatrix", in: garden), from: garden, isBanned: false, reason: "cool down"))
        #expect(bea.wait { $0.notices.contains { $0.contains("one was thrown out: cool down") } })
        #expect(bea.wait { $0.room(garden)?.people.isEmpty == true })
        #expect(ann.wait { $0.room(garden)?.people.map(\.name) == ["ann"] })
        bea.perform(.open(garden))
        #expect(ann.wait { $0.room(garden)?.people.map(\.name) == ["ann", "beatrix"] })
        #expect(bea.wait { $0.room(garden)?.people.count == 2 })
        bea.perform(.remove(bea.person("ann", in: garden), from: garden, isBanned: false, reason: ""))
        #expect(bea.wait { $0.notices.contains { $0.contains("ann cannot be sent out") } })
        ann.perform(.remove(ann.person("beatrix", in: garden), from: garden, isBanned: true, reason: "spam"))
        #expect(bea.wait { $0.notices.contains { $0.contains("one was banned: spam") } })
        bea.perform(.open(garden))
        #expect(bea.wait { $0.notices.contains { $0.contains("one is banned, or may not do that here") } })
        for client in [ann, bea] { client.stop() }
    }

    @Test func roomsFollowOneFromDeviceToDevice() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let settings = Peer.settings("ann", at: server)
        let here = Client("ann", settings, followsBookmarks: true)
        #expect(here.enter(garden))
        let there = Client("ann", settings, nick: "ann2", followsBookmarks: true)
        #expect(there.wait { $0.room(garden)?.me != nil })
        let well = RoomID("well@rooms.chat.test")
        #expect(there.enter(well))
        #expect(here.wait { $0.room(well)?.me != nil })
        here.perform(.close(garden))
        #expect(there.wait { $0.notices.contains { $0.contains("\(garden) was left on another device") } })
        // Nobody else keeps bookmarks for one.
        let carl = Peer("carl", at: server)
        #expect(carl.isOnline())
        let trap = "<conference xmlns='urn:xmpp:bookmarks:1' autojoin='true'/>"
        let items = "<items node='urn:xmpp:bookmarks:1'><item id='trap@rooms.chat.test'>\(trap)</item></items>"
        for type in ["headline", "normal"] {
            try carl.send(
                "<message to='ann@chat.test' type='\(type)'><event xmlns='http://jabber.org/protocol/pubsub#event'>\(items)</event></message>"
            )
        }
        try carl.send("<message to='ann@chat.test' type='chat'><body>end</body></message>")
        #expect(here.wait { $0.texts(RoomID("carl@chat.test")) == ["end"] })
        #expect(here.contents.room(RoomID("trap@rooms.chat.test")) == nil)
        carl.stop()
        for client in [here, there] { client.stop() }
    }

    @Test func contactsAreAskedAcceptedSeenAndBlocked() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.wait { $0.events.contains { if case .contacts = $0 { true } else { false } } })
        #expect(bea.wait { $0.events.contains { if case .contacts = $0 { true } else { false } } })
        ann.perform(.befriend(PersonID("bea@chat.test"), true))
        #expect(bea.wait { $0.contacts["ann"]?.relation == .asking })
        bea.perform(.befriend(PersonID("ann@chat.test"), true))
        #expect(ann.wait { $0.contacts["bea"]?.relation == .mutual && $0.contacts["bea"]?.isHere == true })
        #expect(bea.wait { $0.contacts["ann"]?.relation == .mutual && $0.contacts["ann"]?.isHere == true })
        bea.perform(.block(PersonID("ann@chat.test"), true))
        #expect(bea.wait { $0.contacts["ann"]?.isBlocked == true })
        let toBea = RoomID("bea@chat.test")
        #expect(ann.enter(toBea))
        #expect(ann.wait { $0.contacts["bea"]?.isHere == false })
        ann.say("unheard", in: toBea)
        #expect(
            ann.wait { ($0.notices + $0.failures).contains { $0.contains("nobody answers, or it is full or blocked") } }
        )
        bea.perform(.block(PersonID("ann@chat.test"), false))
        #expect(bea.wait { $0.contacts["ann"]?.isBlocked == false })
        ann.say("heard", in: toBea)
        // A conversation that the other begins is told, with all that one may read of it.
        let toAnn = RoomID("ann@chat.test")
        #expect(bea.wait { $0.texts(toAnn) == ["heard"] && $0.directs[toAnn]?.name == "ann" })
        bea.perform(.befriend(PersonID("ann@chat.test"), false))
        #expect(bea.wait { $0.contacts["ann"] == nil })
        for client in [ann, bea] { client.stop() }
    }

    @Test func oneTalksAloneByTheAddressOrThroughTheRoom() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        #expect(ann.wait { $0.room(garden)?.people.count == 2 } && bea.wait { $0.room(garden)?.people.count == 2 })
        // Bea does not see who Ann is: what she says to her alone goes through the room, and is shown so.
        bea.perform(.openDirect(bea.person("ann", in: garden), metIn: garden))
        let whisper = RoomID("\(garden)/ann")
        #expect(bea.wait { $0.room(whisper)?.me != nil && $0.directs[whisper]?.name == "ann (in garden)" })
        bea.say("psst", in: whisper, id: "w1")
        #expect(bea.wait { $0.messages(whisper).first?.delivery == .sent })
        let answer = RoomID("\(garden)/bea")
        #expect(ann.wait { $0.texts(answer) == ["psst"] && $0.directs[answer]?.name == "bea (in garden)" })
        ann.say("yes?", in: answer)
        #expect(bea.wait { $0.texts(whisper) == ["psst", "yes?"] })
        // Ann owns the room and sees the address.
        ann.perform(.openDirect(ann.person("bea", in: garden), metIn: garden))
        #expect(ann.wait { $0.directs[RoomID("bea@chat.test")]?.name == "bea" })
        for client in [ann, bea] { client.stop() }
    }
}
