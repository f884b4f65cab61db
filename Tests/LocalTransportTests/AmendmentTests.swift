import Archive
import ChatCore
import Glibc
import LocalTransport
import RichText
import TestSupport
import Testing

func amendment(_ id: String, of target: String, _ change: Amendment.Change, in room: RoomID = lobby) -> Amendment {
    Amendment(
        id: MessageID(id), room: room, target: MessageID(target), time: Timestamp(milliseconds: 0),
        author: person("Nobody"), change: change)
}

@Suite(.serialized) struct AmendmentTests {
    let folder = TemporaryFolder()
    private var path: String { folder("archive.sqlite") }

    private func text(_ message: Message?) -> String { message.map { FlatText($0.body).text } ?? "none" }

    @Test func aChangeReachesBothAfterWhatItChanges() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        // The message may still wait when its change comes.
        ann.transport.perform(.send(message("1", "helo")))
        ann.transport.perform(.amend(amendment("a", of: "1", .edit("hello"))))
        for guest in [ann, bea] {
            #expect(guest.recorder.wait { text($0.changed.last) == "hello" } != nil)
            let heard = try #require(guest.recorder.changed.last)
            #expect(heard.edits.map(\.text) == ["helo"])
            #expect(heard.order == 1)
            #expect(heard.edits[0].time.milliseconds > 1_600_000_000_000)
            let order = guest.recorder.all.compactMap { event in
                switch event {
                case .received: "received"
                case .changed: "changed"
                default: nil
                }
            }
            #expect(order.first == "received")
        }
        bea.transport.perform(.amend(amendment("b", of: "1", .react("☕", isOn: true))))
        #expect(ann.recorder.wait { $0.changed.last?.reactions.first?.by == [person("Bea").id] } != nil)
        ann.transport.perform(.amend(amendment("c", of: "1", .retract)))
        #expect(bea.recorder.wait { $0.changed.last?.isRetracted == true } != nil)
        let zoe = try Guest("Zoe", path)
        #expect(zoe.waitForPeople(["Ann", "Bea", "Zoe"]))
        let history = zoe.recorder.all.compactMap { if case .history(_, let told, _) = $0 { told } else { nil } }
        #expect(history.first?.map(\.isRetracted) == [true])
        #expect(zoe.recorder.changed.isEmpty)
    }

    @Test func whatCannotBeKeptIsRefusedWithASentence() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        ann.transport.perform(.send(message("1", "mine")))
        #expect(bea.recorder.wait { $0.received.count == 1 } != nil)
        bea.transport.perform(.amend(amendment("a", of: "1", .edit("Bea's"))))
        bea.transport.perform(.amend(amendment("b", of: "9", .retract)))
        let expected = [AmendmentRefusal.notOwn.sentence, AmendmentRefusal.unknown.sentence]
        #expect(bea.recorder.wait { $0.refusals == expected } != nil)
        ann.transport.perform(.amend(amendment("c", of: "1", .retract)))
        ann.transport.perform(.amend(amendment("d", of: "1", .edit("again"))))
        #expect(ann.recorder.wait { $0.refusals == [AmendmentRefusal.retracted.sentence] } != nil)
        #expect(bea.recorder.changed.allSatisfy { $0.isRetracted })
    }

    @Test func whatChangesNothingIsAnsweredNevertheless() throws {
        let ann = try Guest("Ann", path)
        ann.transport.perform(.send(message("1", "text")))
        ann.transport.perform(.amend(amendment("a", of: "1", .edit("text"))))
        ann.transport.perform(.amend(amendment("b", of: "1", .react("☕", isOn: false))))
        #expect(ann.recorder.wait { $0.changed.count == 2 } != nil)
        #expect(ann.recorder.changed.allSatisfy { text($0) == "text" && $0.edits.isEmpty })
        #expect(try Archive(path: path).newestChange() == 0)
    }

    @Test func changesInRoomsThatAreNotOpenAreToldToWhoeverMadeThem() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        ann.transport.perform(.send(message("1", "text", in: garden)))
        ann.transport.perform(.amend(amendment("a", of: "1", .edit("other"), in: garden)))
        ann.transport.perform(.send(message("2", "text")))
        #expect(ann.recorder.wait { text($0.changed.last) == "other" } != nil)
        #expect(bea.recorder.wait { $0.received.map(\.id.text) == ["2"] } != nil)
        #expect(bea.recorder.changed.isEmpty)
    }

    @Test func processesThatEditAtOnceConvergeAndLoseNothing() throws {
        try Archive(path: path).append(own("first", "0"))
        // Two screens of one person: the same id in two processes.
        let editors = [PeerProcess("edit", path, "Ann", "150"), PeerProcess("edit", path, "Ann", "150")]
        let reader = try Guest("Reader", path)
        for editor in editors { #expect(editor.line("opened") != nil) }
        for editor in editors { editor.tell("go") }
        func isDone(_ message: Message?) -> Bool { message?.edits.count == 300 }
        #expect(reader.recorder.wait(300_000) { isDone($0.changed.last) } != nil)
        let kept = try #require(try Archive(path: path).message(at: 1))
        #expect(reader.recorder.changed.last == kept)
        for editor in editors {
            #expect(editor.wait { $0.last { $0.hasPrefix("changed ") } == "changed " + text(kept) })
            editor.finish()
            #expect(!editor.lines.contains { $0.hasPrefix("refused") })
            // Each process's own edits stand in its own order.
            let own = (kept.edits.map(\.text) + [text(kept)]).filter { $0.hasPrefix("\(editor.pid) ") }
            #expect(own == (0..<150).map { "\(editor.pid) \($0)" })
        }
    }

    @Test func reactionsOfSeveralProcessesConverge() throws {
        try Archive(path: path).append(own("first", "0"))
        let names = ["A", "B", "C"]
        let peers = names.map { PeerProcess("react", path, $0, "51") }
        let reader = try Guest("Reader", path)
        let expected = Set(["☕"] + names)
        func isDone(_ message: Message?) -> Bool {
            Set((message?.reactions ?? []).map(\.emoji)) == expected
                && message?.reactions.first { $0.emoji == "☕" }?.by.count == 3
        }
        #expect(reader.recorder.wait(300_000) { _ in isDone(try? Archive(path: path).message(at: 1)) } != nil)
        for peer in peers { peer.finish() }
        let kept = try #require(try Archive(path: path).message(at: 1))
        #expect(isDone(kept))
        #expect(reader.recorder.wait { $0.changed.last == kept } != nil)
        #expect(try Archive(path: path).newestChange() == 3 * 2 * 51)
    }

    @Test func aProcessThatIsKilledLosesNoChangeThatItTold() throws {
        try Archive(path: path).append(own("first", "0"))
        for _ in 1...4 {
            let editor = PeerProcess("edit", path, "Ann", "400")
            #expect(editor.line("opened") != nil)
            editor.tell("go")
            #expect(editor.wait { $0.filter { $0.hasPrefix("changed ") }.count >= 2 })
            editor.kill()
            editor.readRest()
            let told = editor.lines.filter { $0.hasPrefix("changed ") }.map { String($0.dropFirst(8)) }
            let kept = try #require(try Archive(path: path).message(at: 1))
            let versions = kept.edits.map(\.text) + [text(kept)]
            #expect(Set(told).isSubset(of: versions))
            let own = versions.filter { $0.hasPrefix("\(editor.pid) ") }
            #expect(own == own.indices.map { "\(editor.pid) \($0)" })
        }
    }

    private func own(_ id: String, _ text: String) -> Message {
        var result = message(id, text)
        result.author = person("Ann")
        return result
    }
}
