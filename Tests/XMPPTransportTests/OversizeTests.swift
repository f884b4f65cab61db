import ChatCore
import RichText
import Testing
import XMPPTestSupport

/// A message that is too long for the server.
@Suite struct OversizeTests {
    @Test func itFailsAloneAndAllElseGoesOn() throws {
        let garden = RoomID("garden@rooms.chat.test")
        let server = try #require(Prosody())
        defer { server.kill() }
        let ann = Client("ann", at: server)
        #expect(ann.enter(garden))
        ann.say("before", in: garden)
        let long = ann.say(RichText(plain: String(repeating: "long ", count: 60_000)), in: garden)
        ann.say("after", in: garden)
        #expect(ann.wait { $0.texts(garden) == ["before", "after"] }, "\(ann.contents.notices)")
        let failed = ann.contents.events.compactMap { event -> MessageID? in
            guard case .failed(_, let id, "it is too long for the server") = event else { return nil }
            return id
        }
        #expect(failed == [long])
        ann.stop()
    }
}
