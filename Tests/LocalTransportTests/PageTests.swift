import Archive
import CSQLite
import ChatCore
import LocalTransport
import RichText
import TestSupport
import Testing

@Suite(.serialized) struct PageTests {
    let folder = TemporaryFolder()
    private var path: String { folder("archive.sqlite") }

    private func pages(_ recorder: Recorder) -> [Page] {
        recorder.all.compactMap { if case .page(_, let page) = $0 { page } else { nil } }
    }

    private func findings(_ recorder: Recorder) -> [Findings] {
        recorder.all.compactMap { if case .found(_, let findings) = $0 { findings } else { nil } }
    }

    @Test func aPageStandsAroundWhatIsAskedFor() throws {
        try Archive(path: path).append((1...500).map { message("\($0)") })
        let ann = try Guest("Ann", path)
        ann.transport.perform(.load(lobby, .message(MessageID("100")), limit: 20))
        ann.transport.perform(.load(lobby, .after(490), limit: 20))
        #expect(ann.recorder.wait { pages($0).count == 2 } != nil)
        let found = pages(ann.recorder)
        #expect(found[0].messages.compactMap(\.order) == (90...109).map(Int64.init))
        #expect(!found[0].reachesStart && !found[0].reachesEnd)
        #expect(found[1].messages.compactMap(\.order) == (491...500).map(Int64.init) && found[1].reachesEnd)
    }

    @Test func whatWasJustSaidIsFoundAndWhatCameAnotherWayToo() throws {
        let ann = try Guest("Ann", path)
        ann.transport.perform(.send(message("1", "今天的咖啡")))
        #expect(ann.recorder.wait { $0.received.count == 1 } != nil)
        var other: OpaquePointer?
        #expect(sqlite3_open(path, &other) == SQLITE_OK)
        let row = "INSERT INTO message (id, room, time, author, name, text) VALUES ('x', 'lobby', 1, 'a', 'A', '咖啡')"
        #expect(sqlite3_exec(other, row, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(other)
        var search = Search()
        search.words = ["咖啡"]
        ann.transport.perform(.search(lobby, search, before: nil, limit: 1))
        ann.transport.perform(.search(lobby, search, before: 2, limit: 1))
        #expect(ann.recorder.wait { findings($0).count == 2 } != nil)
        let found = findings(ann.recorder)
        #expect(found.map { $0.messages.map(\.id.text) } == [["x"], ["1"]])
        #expect(found.map(\.hasMore) == [true, false])
    }

    @Test func aReadingPlaceIsToldWhenTheRoomIsOpenedAgain() throws {
        try Archive(path: path).append((1...500).map { message("\($0)") })
        let place = ReadingPlace(order: 42, row: 3)
        let first = try Guest("Ann", path)
        first.transport.perform(.keepPlace(lobby, place))
        first.transport.stop()
        let second = try Guest("Ann", path)
        #expect(second.recorder.wait { $0.all.contains(.readingPlace(lobby, place)) } != nil)
        second.transport.perform(.keepPlace(lobby, nil))
        second.transport.stop()
        let third = try Guest("Ann", path)
        #expect(third.waitForPeople(["Ann"]))
        #expect(!third.recorder.all.contains(.readingPlace(lobby, place)))
    }
}
