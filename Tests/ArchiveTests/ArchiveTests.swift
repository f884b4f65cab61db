import Archive
import ChatCore
import RichText
import TestSupport
import Testing

@Suite struct ArchiveTests {
    let folder = TemporaryFolder()

    private func open() throws -> Archive { try Archive(path: folder("archive.sqlite")) }

    private func texts(_ messages: [Message]) -> [String] { messages.map { FlatText($0.body).text } }

    @Test func whatIsKeptComesBackTheSameAfterReopening() throws {
        var random = SeededGenerator(seed: 1)
        let messages = (0..<200).map { randomMessage($0, using: &random) }
        let kept = try open().append(messages)
        let read = try open().messages(in: lobby, limit: 1000)
        #expect(read == kept)
        for (before, after) in zip(messages, read) {
            var expected = before
            expected.order = after.order
            #expect(expected == after)
        }
        #expect(read.compactMap(\.order) == (1...200).map(Int64.init))
    }

    @Test func placesCountOverAllRoomsAndPagesGoByPlace() throws {
        let archive = try open()
        for number in 1...10 {
            try archive.append(message("\(number)", "t\(number)", in: number.isMultiple(of: 2) ? garden : lobby))
        }
        #expect(texts(try archive.messages(in: lobby, limit: 2)) == ["t7", "t9"])
        #expect(texts(try archive.messages(in: lobby, before: 7, limit: 2)) == ["t3", "t5"])
        #expect(texts(try archive.messages(in: lobby, before: 1, limit: 2)) == [])
        #expect(texts(try archive.messages(in: garden, after: 4, limit: 2)) == ["t6", "t8"])
        #expect(texts(try archive.messages(after: 8, limit: 9)) == ["t9", "t10"])
        #expect(try archive.messages(in: lobby, limit: -1) == [])
        #expect(try archive.newestOrder() == 10)
    }

    @Test func roomsComeWithTheNewestFirst() throws {
        let archive = try open()
        #expect(try archive.rooms() == [])
        #expect(try archive.newestOrder() == 0)
        try archive.append([message("1", "a"), message("2", "b", in: garden), message("3", "c")])
        #expect(try archive.rooms() == [lobby, garden])
        try archive.append(message("4", "d", in: garden))
        #expect(try archive.rooms() == [garden, lobby])
    }

    @Test func oneIdIsOneMessage() throws {
        let archive = try open()
        let first = try archive.append(message("x", "first"))
        #expect(first.order == 1)
        #expect(try archive.append(message("x", "second")) == first)
        let group = try archive.append([message("y", "other"), message("y", "again")])
        #expect(group[0] == group[1])
        #expect(texts(try archive.messages(in: lobby, limit: 9)) == ["first", "other"])
    }

    @Test func aGroupIsKeptWholeOrNotAtAll() throws {
        let archive = try open()
        let long = String(repeating: "a", count: Archive.longestText + 1)
        #expect(throws: ArchiveError.messageTooLong(path: archive.path)) {
            try archive.append([message("1", "short"), message("2", long)])
        }
        #expect(try archive.messages(in: lobby, limit: 9) == [])
        try archive.append(message("3", String(long.dropLast())))
        #expect(try archive.messages(in: lobby, limit: 9).count == 1)
    }

    @Test func exportStreamsWhatWasSaidSinceAndStopsWhenTold() throws {
        let archive = try open()
        for number in 1...6 {
            let room = number == 4 ? garden : lobby
            try archive.append(message("\(number)", "t\(number)", in: room, at: Int64(number * 10)))
        }
        var seen: [String] = []
        try archive.forEachMessage(since: Timestamp(milliseconds: 30)) { message in
            seen.append(message.id.text)
            return seen.count < 3
        }
        #expect(seen == ["3", "4", "5"])
        seen = []
        try archive.forEachMessage(in: lobby) { message in
            seen.append(message.id.text)
            return true
        }
        #expect(seen == ["1", "2", "3", "5", "6"])
    }

    @Test func readPositionsNeverGoBack() throws {
        let archive = try open()
        #expect(try archive.readPosition(of: ann.id, in: lobby) == nil)
        try archive.setReadPosition(of: ann.id, in: lobby, to: 5)
        try archive.setReadPositions(of: ann.id, [lobby: 3, garden: 1])
        #expect(try archive.readPosition(of: ann.id, in: lobby) == 5)
        #expect(try archive.readPosition(of: ann.id, in: garden) == 1)
        #expect(try archive.readPosition(of: bea.id, in: lobby) == nil)
    }

    @Test(arguments: [
        ("coffee", ["1", "3"]), ("COFF", ["1", "3"]), ("cafe", ["2"]), ("good coffee", ["3"]), ("tea", []),
        ("\"", []), ("coffee\" OR \"café", []), ("  ", []), ("text:coffee", []), ("-coffee", ["1", "3"]),
    ])
    func searchFindsMessagesByAllTheirWords(_ words: String, _ expected: [String]) throws {
        let archive = try open()
        try archive.append([message("1", "coffee?"), message("2", "un café"), message("3", "good coffee here")])
        try archive.append(message("4", "coffee in the garden", in: garden))
        #expect(try archive.search(words, in: lobby, limit: 9).map(\.id.text) == expected)
    }

    @Test func twoConnectionsSeeEachOther() throws {
        let (one, two) = (try open(), try open())
        try one.append(message("1", "a"))
        try two.append(message("2", "b"))
        #expect(texts(try one.messages(in: lobby, limit: 9)) == ["a", "b"])
        let reader = try Archive(path: one.path, access: .readOnly)
        #expect(texts(try reader.messages(in: lobby, limit: 9)) == ["a", "b"])
        #expect(throws: ArchiveError.readOnly(path: one.path, code: 8)) { try reader.append(message("3", "c")) }
    }

    @Test func whatIsReadIsFiltered() throws {
        let archive = try open()
        var hostile = message("1", "a\u{1B}[31mb\r\nc\u{202E}")
        hostile.author.name = "An\u{1B}n\n"
        try archive.append(hostile)
        let read = try archive.messages(in: lobby, limit: 1)[0]
        #expect(FlatText(read.body).text == "a␛[31mb\nc\u{FFFD}")
        #expect(read.author.name == "An␛n")
    }

    @Test(arguments: [
        (["XDG_DATA_HOME": "/data", "HOME": "/home/ann"], "/data/mingle/archive.sqlite"),
        (["XDG_DATA_HOME": "relative", "HOME": "/home/ann/"], "/home/ann/.local/share/mingle/archive.sqlite"),
        (["HOME": "/home/ann"], "/home/ann/.local/share/mingle/archive.sqlite"),
    ])
    func theStandardPathFollowsTheBaseDirectories(_ environment: [String: String], _ expected: String) {
        #expect(Archive.standardPath(environment: environment) == expected)
    }
}
