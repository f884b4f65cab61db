import Archive
import ChatCore
import RichText
import TestSupport
import Testing

/// Copies of what servers keep: placed by whoever keeps them, overwritten when they change.
@Suite struct CopyTests {
    private let garden = RoomID("garden@rooms.example.org")
    private let cellar = RoomID("cellar@rooms.example.org")
    private let folder = TemporaryFolder()
    private var path: String { folder("account.sqlite") }

    private func copy(
        _ id: String, _ text: String, at place: Int64, in room: RoomID, archiveID: String? = nil,
        senderID: String? = nil
    ) -> MessageCopy {
        let message = Message(
            id: MessageID(id), room: room, time: Timestamp(milliseconds: place),
            author: Person(id: PersonID("bea@example.org"), name: "Bea"), body: RichText(plain: text), order: place)
        return MessageCopy(message, archiveID: archiveID, senderID: senderID)
    }

    private func keep(_ copies: [MessageCopy], _ archive: Archive) throws {
        var news = CopiedNews()
        news.copies = copies
        try archive.keep(news)
    }

    private func texts(_ archive: Archive, _ room: RoomID) throws -> [String] {
        try archive.messages(in: room, limit: 100).map { FlatText($0.body).text }
    }

    @Test func placesAreKeptAndWhatIsOlderStandsBeforeWhatCameFirst() throws {
        let archive = try Archive(path: path)
        try keep([copy("b", "two", at: 2_000, in: garden), copy("c", "three", at: 3_000, in: garden)], archive)
        try keep([copy("a", "one", at: 1_000, in: garden)], archive)
        #expect(try texts(archive, garden) == ["one", "two", "three"])
        // A place that is taken, by another room or another program, moves on by one.
        try keep([copy("x", "other", at: 2_000, in: cellar)], archive)
        #expect(try archive.messages(in: cellar, limit: 9).map(\.order) == [2_001])
        #expect(try archive.newestPlace(in: garden) == 3_000 && archive.oldestPlace(in: garden) == 1_000)
    }

    @Test func howFarAMessageGotAndThatItsMarksMeanNothingIsKept() throws {
        let archive = try Archive(path: path)
        var (read, plain) = (copy("a", "one", at: 1, in: garden), copy("b", "two", at: 2, in: garden))
        read.message.delivery = .delivered
        plain.message.isUnstyled = true
        try keep([read, plain], archive)
        #expect(try archive.messages(in: garden, limit: 9).map(\.delivery) == [.delivered, .sent])
        #expect(try archive.messages(in: garden, limit: 9).map(\.isUnstyled) == [false, true])
        read.message.delivery = .read
        plain.message.delivery = .failed("not kept")
        try keep([read, plain], archive)
        #expect(try archive.messages(in: garden, limit: 9).map(\.delivery) == [.read, .sent])
        // Out of a line of JSON nobody learns that, and nobody is made to believe it.
        let line = MessageJSON.encode(read.message)
        #expect(!line.contains("delivery"))
        let forged = line.dropLast() + ",\"delivery\":\"read\",\"unstyled\":true}"
        let decoded = try MessageJSON.decode(
            String(forged), id: MessageID("x"), time: Timestamp(milliseconds: 0), room: garden)
        #expect(decoded.delivery == .sent && decoded.isUnstyled)
    }

    @Test func aPlaceThatIsTakenIsLeftToWhoHasIt() throws {
        let archive = try Archive(path: path)
        try keep([copy("a", "one", at: 5, in: garden), copy("b", "two", at: 6, in: garden)], archive)
        try keep([copy("c", "three", at: 5, in: cellar)], archive)
        #expect(try texts(archive, garden) == ["one", "two"])
        #expect(try archive.messages(in: cellar, limit: 9).map(\.order) == [7])
        #expect(try archive.lastPlace() == 7)
    }

    @Test func oneIdInTwoRoomsIsTwoMessages() throws {
        let archive = try Archive(path: path)
        try keep(
            [
                copy("same", "here", at: 1, in: garden, archiveID: "7", senderID: "s"),
                copy("same", "there", at: 2, in: cellar, archiveID: "7", senderID: "s"),
            ], archive)
        #expect(try texts(archive, garden) == ["here"] && texts(archive, cellar) == ["there"])
        for (room, text) in [(garden, "here"), (cellar, "there")] {
            let found = [
                try archive.copy(MessageID("same"), in: room), try archive.copy(archiveID: "7", in: room),
                try archive.copy(senderID: "s", by: PersonID("bea@example.org"), in: room),
                try archive.copy(senderID: "s", by: nil, in: room),
            ]
            #expect(found.map { $0.map { FlatText($0.message.body).text } } == Array(repeating: text, count: 4))
            #expect(found.map { $0?.message.id } == Array(repeating: MessageID("same"), count: 4))
            #expect(try archive.page(at: .message(MessageID("same")), in: room, limit: 4).messages.count == 1)
        }
        #expect(try archive.copy(senderID: "s", by: PersonID("carl"), in: garden) == nil)
    }

    @Test func aCopyThatIsKeptAgainIsOverwrittenAlsoInTheIndex() throws {
        let archive = try Archive(path: path)
        try keep([copy("a", "apples", at: 10, in: garden, senderID: "s")], archive)
        var changed = copy("a", "pears", at: 99, in: garden, archiveID: "7")
        changed.message.edits = [Message.Edit(time: Timestamp(milliseconds: 11), text: "apples")]
        changed.message.reactions = [Message.Reaction(emoji: "👍", by: [PersonID("carl")])]
        try keep([changed], archive)
        let kept = try #require(try archive.copy(archiveID: "7", in: garden))
        #expect(kept.message.order == 10 && kept.senderID == "s" && kept.message.edits == changed.message.edits)
        #expect(kept.message.reactions == changed.message.reactions)
        #expect(try archive.search("apples", limit: 9).isEmpty && archive.search("pears", limit: 9).count == 1)
        changed.message.retract(at: Timestamp(milliseconds: 12))
        try keep([changed], archive)
        #expect(try archive.search("pears", limit: 9).isEmpty)
        #expect(try archive.copy(MessageID("a"), in: garden)?.message.isRetracted == true)
        #expect(try ArchiveCare.check(path).isEmpty)
    }

    @Test func howMuchIsKeptIsToldAndFollowsWhatIsLetGo() throws {
        let archive = try Archive(path: path)
        var news = CopiedNews()
        news.copies = (1...10).map { copy("\($0)", "\($0)", at: $0, in: garden, archiveID: "s\($0)") }
        var room = CopiedRoom(isRoom: true)
        (room.topic, room.oldest, room.newest, room.reachesStart) = ("roses", "s1", "s10", true)
        news.rooms[garden] = room
        let waiting = WaitingChange(
            kind: "react", target: "s0", author: nil, time: Timestamp(milliseconds: 5), place: 0, text: "👍")
        news.waiting[garden] = [waiting]
        try archive.keep(news)
        #expect(try archive.copiedRoom(garden) == room && archive.copiedRoom(cellar) == nil)
        #expect(try archive.waitingChanges(garden) == [waiting] && archive.waitingChanges(cellar).isEmpty)
        #expect(try archive.archiveID(upTo: 7, in: garden) == "s7" && archive.archiveID(upTo: 0, in: garden) == nil)
        #expect(try archive.prune(garden, upTo: 4, limit: 100) == 4)
        (room.oldest, room.reachesStart) = ("s5", false)
        #expect(try archive.copiedRoom(garden) == room)
        #expect(try archive.prune(garden, upTo: 10, limit: 100) == 6)
        // With nothing left, what is older than the last that was known is asked for.
        room.oldest = "s10"
        #expect(try archive.copiedRoom(garden) == room)
        news = CopiedNews()
        news.waiting[garden] = []
        try archive.keep(news)
        #expect(try archive.waitingChanges(garden).isEmpty)
    }

    @Test func aRepairedArchiveStillHasItsCopies() throws {
        do {
            let archive = try Archive(path: path)
            var news = CopiedNews()
            news.copies = [copy("a", "apples", at: 1 << 50, in: garden, archiveID: "7", senderID: "s")]
            news.rooms[garden] = CopiedRoom(isRoom: true)
            try archive.keep(news)
        }
        _ = try ArchiveCare.repair(path, now: Timestamp(milliseconds: 0))
        let archive = try Archive(path: path)
        let kept = try #require(try archive.copy(archiveID: "7", in: garden))
        #expect(kept.message.order == 1 << 50 && kept.senderID == "s" && kept.message.id == MessageID("a"))
        #expect(try archive.copiedRoom(garden) == CopiedRoom(isRoom: true))
        #expect(try archive.search("apples", limit: 9).count == 1)
    }
}
