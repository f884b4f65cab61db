import ChatCore
import Glibc
import RichText
import TestSupport
import Testing
import XMPPTestSupport

/// The Python that has slixmpp: `Tools/xmpp/prepare` makes it.
private let python: String? = {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let python = root + "/.build/stranger/bin/python"
    return access(python, X_OK) == 0 ? python : nil
}()

/// A person who does not use our program talks with one who does.
@Suite struct StrangerTests {
    @Test(.enabled(if: python != nil, "Tools/xmpp/prepare installs slixmpp"))
    func aStrangerIsUnderstoodAndUnderstands() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let garden = RoomID("garden@rooms.chat.test")
        let folder = TemporaryFolder()
        let ann = Client("ann", at: server)
        #expect(ann.enter(garden))
        let script = #filePath.replacing("StrangerTests.swift", with: "stranger.py")
        let program = try #require(
            Program(
                [
                    python ?? "", script, String(server.port), server.authority, "bea@chat.test", "secret-bea",
                    garden.text, "bea",
                ], log: folder("seen")))
        defer { program.kill() }
        let seen = { String(decoding: Files.bytes(folder("seen")) ?? [], as: UTF8.self).split(separator: "\n") }
        #expect(ann.wait { $0.room(garden)?.people.count == 2 })
        let bea = try #require(ann.contents.room(garden)?.people.first { $0.name == "bea" })
        let question = ann.say(
            [
                .text("👍🏽 a question, ", .plain), .mention(Mention(.person(bea.id), name: "bea")),
                .text(" and ", .plain),
                .mention(Mention(.everyone([]), name: "everyone")),
            ], in: garden)
        #expect(
            ann.wait { contents in
                let last = contents.messages(garden).last
                return last.map { FlatText($0.body).text } == "an answer to @ann"
                    && contents.messages(garden).first?.reactions.first?.emoji == "👍"
            }, "\(seen())")
        let answer = try #require(ann.contents.messages(garden).last)
        #expect(answer.replyTo == question && answer.edits.map(\.text) == ["a anser"])
        #expect(answer.body.mentions(PersonID("ann@chat.test")) && answer.author.id == bea.id)
        #expect(ann.contents.messages(garden).first?.reactions.first?.by == [bea.id])
        #expect(Patience.until { seen().contains("mention urn:xmpp:mentions:0#channel @everyone") })
        #expect(seen().contains("heard 👍🏽 a question, @bea and @everyone"))
        #expect(seen().contains("mention me @bea"))
        #expect(seen().contains("reference xmpp:bea@chat.test"))
        let alone = RoomID("bea@chat.test")
        #expect(ann.enter(alone))
        ann.say("psst", in: alone)
        #expect(ann.wait { $0.texts(alone) == ["psst", "echo: psst"] })
        ann.stop()
    }
}
