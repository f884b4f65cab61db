import Archive
import ChatCore
import Glibc
import RichText
import TestSupport
import Testing
import XMPP
import XMPPTestSupport

/// The Python that has slixmpp: `Tools/xmpp/prepare` makes it.
private let python: String? = {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let python = root + "/.build/stranger/bin/python"
    return access(python, X_OK) == 0 ? python : nil
}()

/// Two people work together for an hour, in less time: Ann with our transport and its archive over a line that breaks,
/// Bea with slixmpp, in a room of a real server. Each does all that one does in a room. In the end both have seen all of
/// it, each once, and so has the file.
@Suite struct HourTests {
    private let garden = RoomID("garden@rooms.chat.test")
    private let toBea = RoomID("bea@chat.test")

    /// The two, who tells Bea what to do, and what should stand in the room.
    private final class Stage {
        let server: Prosody
        let proxy: FaultProxy
        let ann: Client
        let teller: Peer
        let folder = TemporaryFolder()
        let program: Program
        /// The texts of the room, in order; empty for what was taken back.
        var texts: [String] = []
        var reactions: [Int: Set<String>] = [:]
        /// What Bea should have seen.
        var seen: [String] = []
        private var count = 0

        init?(_ garden: RoomID) {
            guard let server = Prosody(), let python else { return nil }
            self.server = server
            proxy = FaultProxy(to: server.port)
            ann = Client("ann", at: server, port: proxy.port, archive: folder("ann.sqlite"))
            teller = Peer("dora", at: server)
            let script = #filePath.replacing("HourTests.swift", with: "worker.py")
            let program = Program(
                [
                    python, script, String(server.port), server.authority, "bea@chat.test", "secret-bea", garden.text,
                    "bea", "dora@chat.test",
                ], log: folder("seen"))
            guard let program else { return nil }
            self.program = program
        }

        var log: [String] {
            String(decoding: Files.bytes(folder("seen")) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        }

        /// Has Bea do something; returns the id of what she sends.
        @discardableResult
        func bea(_ action: String, _ members: String = "") -> String {
            count += 1
            let id = "b\(count)"
            let rest = members.isEmpty ? "" : ", " + members
            teller.say(#"{"do": "\#(action)", "id": "\#(id)"\#(rest)}"#, to: "bea@chat.test", id: "t\(count)")
            return id
        }

        /// What Bea should see comes, in this order.
        func beaSees(_ lines: String...) -> Bool {
            seen += lines
            return Patience.until { log.filter { $0 != "joined" } == seen }
        }

        func annSees(_ garden: RoomID) -> Bool {
            ann.wait { contents in
                let messages = contents.messages(garden)
                return messages.map { FlatText($0.body).text } == texts
                    && messages.indices.allSatisfy { Set(messages[$0].reactions.map(\.emoji)) == reactions[$0] ?? [] }
            }
        }
    }

    @Test(.enabled(if: python != nil, "Tools/xmpp/prepare installs slixmpp"))
    func twoPeopleWorkTogetherForAnHour() throws {
        let stage = try #require(Stage(garden))
        defer {
            stage.ann.stop()
            stage.teller.stop()
            stage.program.kill()
            stage.proxy.stop()
            stage.server.kill()
        }
        let ann = stage.ann
        #expect(ann.enter(garden) && stage.teller.isOnline())
        #expect(ann.wait { $0.room(garden)?.people.map(\.name) == ["ann", "bea"] }, "\(stage.log)")
        ann.perform(.setTopic(garden, "the work of today"))
        #expect(stage.beaSees("topic|the work of today") || stage.log.contains("topic|the work of today"))
        stage.seen = stage.log.filter { $0 != "joined" }
        for minute in 0..<60 {
            // On some minutes the line breaks: before what is said, in the middle of it, or for a while.
            switch minute % 12 {
            case 3: stage.proxy.cut()
            case 7: stage.proxy.cut(afterFromClient: 200 + 37 * minute)
            case 11: stage.proxy.freeze()
            default: break
            }
            work(minute, stage)
            guard stage.annSees(garden) else {
                Issue.record("minute \(minute): \(ann.contents.texts(garden).suffix(5)), not \(stage.texts.suffix(5))")
                return
            }
        }
        #expect(stage.log.filter { $0 != "joined" } == stage.seen)
        #expect(ann.contents.failures.isEmpty && ann.contents.refusals.isEmpty)
        ann.stop()

        // The next start finds it in the file, without the server.
        let archive = try Archive(path: stage.folder("ann.sqlite"), access: .readOnly)
        var kept: [Message] = []
        try archive.forEachMessage(in: garden) { message in
            kept.append(message)
            return true
        }
        #expect(kept.map { FlatText($0.body).text } == stage.texts)
        #expect(kept.indices.allSatisfy { Set(kept[$0].reactions.map(\.emoji)) == stage.reactions[$0] ?? [] })
        // Who comes new reads the same from the server.
        let fresh = Client("carl", at: stage.server)
        #expect(fresh.enter(garden))
        while !fresh.contents.reachesStart(garden) {
            let oldest = try #require(fresh.contents.messages(garden).first?.order)
            let before = fresh.contents.events.count
            fresh.perform(.loadOlder(garden, before: oldest, limit: 100))
            #expect(fresh.wait { $0.events.count > before })
        }
        #expect(fresh.contents.texts(garden) == stage.texts)
        fresh.stop()
    }

    /// What is done in one minute.
    private func work(_ minute: Int, _ stage: Stage) {
        let ann = stage.ann
        let said = "ann \(minute): 早上好 👍🏽"
        let mine = ann.say(RichText(plain: said), in: garden)
        // Two lines, which stand in one message.
        ann.say([.text("first", .plain), .lineBreak, .text("second \(minute)", .plain)], in: garden)
        if minute % 12 == 11 { stage.proxy.thaw() }
        stage.texts += [said, "first\nsecond \(minute)"]
        #expect(stage.annSees(garden))
        #expect(stage.beaSees("heard|" + said, "heard|first/second \(minute)"), "\(stage.log.suffix(4))")
        let id = stage.bea("say", #""text": "bea \#(minute)""#)
        stage.texts.append("bea \(minute)")
        #expect(stage.annSees(garden))
        let place = stage.texts.count - 1
        switch minute % 6 {
        case 0:
            ann.amend(mine, .edit(RichText(plain: said + ", or so")), in: garden)
            stage.texts[place - 2] = said + ", or so"
            #expect(stage.beaSees("edited|" + said + ", or so"))
            stage.bea("edit", #""text": "bea \#(minute) says", "of": "\#(id)""#)
            stage.texts[place] = "bea \(minute) says"
        case 1:
            stage.bea("react", #""to": "\#(said)", "emoji": ["👍", "🎉"]"#)
            stage.reactions[place - 2] = ["👍", "🎉"]
            #expect(stage.annSees(garden))
            let theirs = ann.contents.messages(garden)[place].id
            ann.amend(theirs, .react("😀", isOn: true), in: garden)
            stage.reactions[place] = ["😀"]
            #expect(stage.beaSees("reacted|😀"))
            stage.bea("react", #""to": "\#(said)", "emoji": ["👍"]"#)
            stage.reactions[place - 2] = ["👍"]
        case 2:
            stage.bea("answer", #""text": "I think so", "to": "\#(said)""#)
            stage.texts.append("I think so")
            #expect(stage.annSees(garden))
            #expect(ann.contents.messages(garden).last?.replyTo == mine)
            let answer = ann.say("so do I", in: garden, replyTo: ann.contents.messages(garden).last?.id)
            stage.texts.append("so do I")
            #expect(stage.beaSees("answered|> I think so/so do I"))
            #expect(ann.wait { $0.messages(garden).last?.id == answer })
        case 3:
            ann.amend(mine, .retract, in: garden)
            stage.texts[place - 2] = ""
            #expect(stage.beaSees("took back"))
            stage.bea("take back", #""of": "\#(id)""#)
            stage.texts[place] = ""
        case 4:
            stage.bea("call", #""text": "hello @ann", "range": [6, 10], "jid": "ann@chat.test""#)
            stage.texts.append("hello @ann")
            #expect(stage.annSees(garden))
            #expect(ann.contents.messages(garden).last?.body.mentions(PersonID("ann@chat.test")) == true)
            let bea = Mention(.person(ann.person("bea", in: garden)), name: "bea")
            ann.say([.mention(bea), .text(" yes?", .plain)], in: garden)
            stage.texts.append("@bea yes?")
            #expect(stage.beaSees("heard|@bea yes?", "called"))
        default:
            stage.bea("alone", #""to": "ann@chat.test", "text": "alone \#(minute)""#)
            #expect(ann.wait { $0.texts(toBea).contains("alone \(minute)") })
            ann.say(RichText(plain: "answer \(minute)"), in: toBea)
            #expect(stage.beaSees("alone|answer \(minute)"))
            stage.bea("write")
            #expect(ann.wait { $0.room(garden)?.typing.map(\.name) == ["bea"] })
        }
    }
}
