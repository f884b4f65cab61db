import Archive
import CSQLite
import ChatCore
import RichText
import TestSupport
import Testing

/// A change of the message `target`, by Ann unless told otherwise.
func amendment(_ id: String, of target: String, _ change: Amendment.Change, by author: Person = ann) -> Amendment {
    Amendment(
        id: MessageID(id), room: lobby, target: MessageID(target), time: Timestamp(milliseconds: 500), author: author,
        change: change)
}

@Suite struct AmendmentTests {
    let folder = TemporaryFolder()
    private var path: String { folder("archive.sqlite") }

    private func text(_ message: Message?) -> String { message.map { FlatText($0.body).text } ?? "none" }

    @Test func editsAreReadOnEveryWay() throws {
        let archive = try Archive(path: path)
        try archive.append([message("1", "one"), message("2", "two")])
        let edited = RichText([.text("uno ", .plain), .mention(Mention(.person(bea.id), name: "Bea"))])
        #expect(try archive.amend(amendment("a", of: "1", .edit("eins"))).reads == "eins")
        #expect(try archive.amend(amendment("b", of: "1", .edit(edited))).reads == "uno @Bea")
        var streamed: [Message] = []
        try archive.forEachMessage {
            streamed.append($0)
            return true
        }
        let ways: [[Message]] = [
            try archive.messages(in: lobby, limit: 9), try archive.messages(in: lobby, after: 0, limit: 9),
            try archive.messages(after: 0, limit: 9), streamed,
            try archive.page(at: .message(MessageID("1")), in: lobby, limit: 9).messages,
            try archive.search("uno", limit: 9), [try #require(try archive.message(at: 1))],
            try Archive(path: path, access: .readOnly).messages(in: lobby, limit: 9),
        ]
        for way in ways {
            #expect(way.first?.body == edited)
            #expect(way.first?.edits.map(\.text) == ["one", "eins"])
            #expect(way.first?.edits.first?.time == Timestamp(milliseconds: 500))
        }
        #expect(try archive.append(message("1", "one")).body == edited)
    }

    @Test func reactionsComeAndGo() throws {
        let archive = try Archive(path: path)
        try archive.append(message("1", "one"))
        for (number, (emoji, isOn, person)) in [
            ("👍🏽", true, bea), ("☕", true, bea), ("👍🏽", true, ann), ("☕", false, bea),
        ].enumerated() {
            guard case .kept = try archive.amend(amendment("\(number)", of: "1", .react(emoji, isOn: isOn), by: person))
            else {
                Issue.record("\(emoji) was not kept")
                return
            }
        }
        let read = try archive.messages(in: lobby, limit: 9)[0]
        #expect(read.reactions == [.init(emoji: "👍🏽", by: [bea.id, ann.id])])
        #expect(try archive.amend(amendment("x", of: "1", .react("👍🏽", isOn: true), by: bea)) == .unchanged(read))
        #expect(try archive.changes(after: 0, limit: 99).map(\.id.text) == ["0", "1", "2", "3"])
    }

    @Test func whatNobodyMayDoIsRefused() throws {
        let archive = try Archive(path: path)
        try archive.append([message("1", "one"), message("2", "two"), message("3", "three", in: garden)])
        func refusal(_ amendment: Amendment) throws -> AmendmentRefusal? {
            if case .refused(let refusal) = try archive.amend(amendment) { refusal } else { nil }
        }
        #expect(try refusal(amendment("a", of: "1", .edit("mine"), by: bea)) == .notOwn)
        #expect(try refusal(amendment("a", of: "1", .retract, by: bea)) == .notOwn)
        #expect(try refusal(amendment("a", of: "9", .edit("none"))) == .unknown)
        #expect(try refusal(amendment("a", of: "3", .edit("another room"))) == .unknown)
        #expect(try refusal(amendment("a", of: "1", .edit(""))) == .empty)
        #expect(try refusal(amendment("a", of: "1", .react("", isOn: true))) == .empty)
        let long = String(repeating: "x", count: Archive.longestText + 1)
        #expect(try refusal(amendment("a", of: "1", .edit(RichText(plain: long)))) == .tooLong)
        #expect(try refusal(amendment("a", of: "1", .react(long, isOn: true))) == .tooLong)
        #expect(try refusal(amendment("b", of: "2", .retract)) == nil)
        #expect(try refusal(amendment("c", of: "2", .retract)) == .retracted)
        #expect(try refusal(amendment("c", of: "2", .edit("again"))) == .retracted)
        #expect(try refusal(amendment("c", of: "2", .react("☕", isOn: true), by: bea)) == .retracted)
        for number in 0..<Message.mostReactions {
            #expect(try refusal(amendment("r\(number)", of: "1", .react("e\(number)", isOn: true))) == nil)
        }
        #expect(try refusal(amendment("c", of: "1", .react("☕", isOn: true), by: bea)) == .tooMany)
        #expect(text(try archive.message(at: 1)) == "one")
    }

    /// Whoever reads the message reads all its edits.
    @Test func longEditsAreNotWithoutEnd() throws {
        let archive = try Archive(path: path)
        try archive.append(message("1", "one"))
        func refusal(_ amendment: Amendment) throws -> AmendmentRefusal? {
            if case .refused(let refusal) = try archive.amend(amendment) { refusal } else { nil }
        }
        for number in 0..<16 {
            let text = "\(number % 10)" + String(repeating: "x", count: Archive.longestText - 1)
            #expect(try refusal(amendment("e\(number)", of: "1", .edit(RichText(plain: text)))) == nil)
        }
        #expect(try refusal(amendment("more", of: "1", .edit("x"))) == .tooMany)
        let message = try #require(try archive.message(at: 1))
        #expect(FlatText(message.body).text.hasPrefix("5x") && message.edits.count == 1)
        #expect(try refusal(amendment("gone", of: "1", .retract)) == nil)
    }

    @Test func anAmendmentThatComesTwiceIsKeptOnce() throws {
        let archive = try Archive(path: path)
        try archive.append(message("1", "one"))
        let first = try archive.amend(amendment("a", of: "1", .edit("two")))
        try archive.amend(amendment("b", of: "1", .edit("three")))
        let again = try archive.amend(amendment("a", of: "1", .edit("two")))
        #expect(first.reads == "two")
        #expect(again.reads == "three")
        #expect(try archive.changes(after: 0, limit: 9).count == 2)
        // Of several at once, each is judged by what those before it made.
        let outcomes = try archive.amend([
            amendment("c", of: "1", .edit("four")), amendment("d", of: "1", .retract),
            amendment("e", of: "1", .edit("five")),
        ])
        #expect(outcomes.map(\.reads) == ["four", "", nil])
    }

    @Test func whatIsTakenBackIsGoneFromTheFile() throws {
        let secrets = ["hunter2secret", "hunter3secret"]
        do {
            let archive = try Archive(path: path)
            try archive.append((0..<50).map { message("\($0)", "some other words \($0)") })
            var own = message("own", "my password is \(secrets[0])")
            own.replyTo = MessageID("7")
            try archive.append(own)
            try archive.amend(amendment("a", of: "own", .edit(RichText(plain: "it is \(secrets[1])"))))
            try archive.amend(amendment("b", of: "own", .react("☕", isOn: true), by: bea))
            try archive.amend(amendment("c", of: "own", .retract))
            let read = try #require(try archive.messages(in: lobby, limit: 1).first)
            #expect(read.retracted == Timestamp(milliseconds: 500))
            #expect(read.body.isEmpty && read.edits.isEmpty && read.reactions.isEmpty)
            #expect(read.replyTo == MessageID("7"))
            for words in secrets + ["password"] { #expect(try archive.search(words, limit: 9).isEmpty) }
            var byAnn = Search()
            byAnn.author = ann.id
            #expect(try archive.search(byAnn, in: lobby, limit: 99).count == 50)
            #expect(try archive.changes(after: 0, limit: 9).map(\.id.text) == ["a", "b", "c"])
        }
        let bytes = try #require(Files.bytes(path))
        let file = String(decoding: bytes, as: UTF8.self)
        for text in ["my password is", "it is hunter"] { #expect(!file.contains(text)) }
        #expect(file.contains("some other words 49"))
    }

    @Test func anEditedMessageIsFoundByItsNewWordsOnly() throws {
        let archive = try Archive(path: path)
        var first = message("1", "")
        first.body = [.text("coffee for ", .plain), .mention(Mention(.person(bea.id), name: "Bea"))]
        try archive.append([first, message("2", "coffee 早上好")])
        try archive.amend(amendment("a", of: "1", .edit("tea for nobody")))
        try archive.amend(amendment("b", of: "2", .edit("coffee 晚上好")))
        func found(_ words: String) throws -> String {
            try archive.search(words, in: lobby, limit: 9).map(\.id.text).joined(separator: " ")
        }
        #expect(try found("coffee") == "2")
        #expect(try found("tea") == "1")
        #expect(try found("早上") == "")
        #expect(try found("晚上") == "2")
        var mentions = Search()
        mentions.mentions = bea.id
        #expect(try archive.search(mentions, in: lobby, limit: 9).isEmpty)
    }

    @Test func whatIsIndexedLaterIsIndexedAsItReadsThen() throws {
        let archive = try Archive(path: path)
        try archive.append(message("1", "first"))
        var raw: OpaquePointer?
        #expect(sqlite3_open(path, &raw) == SQLITE_OK)
        for id in ["x", "y"] {
            let row = "INSERT INTO message (id, room, time, author, name, text) "
            let values = "VALUES ('\(id)', 'lobby', 1, '\(ann.id.text)', 'Ann', 'old words')"
            #expect(sqlite3_exec(raw, row + values, nil, nil, nil) == SQLITE_OK)
        }
        sqlite3_close(raw)
        try archive.amend(amendment("a", of: "x", .edit("new words")))
        try archive.amend(amendment("b", of: "y", .retract))
        while try archive.indexMore(limit: 1) {}
        try archive.amend(amendment("c", of: "x", .edit("newest words")))
        #expect(try archive.search("old", limit: 9).isEmpty)
        #expect(try archive.search("new", limit: 9).isEmpty == false)
        #expect(try archive.search("words", limit: 9).map(\.id.text) == ["x"])
    }

    @Test func anyChangesReadAsTheyDoInMemoryAndAreFoundRightly() throws {
        let archive = try Archive(path: path)
        var random = SeededGenerator(seed: 11)
        let words = ["tea", "coffee", "早上好", "soup", "bread"]
        var model: [MessageID: Message] = [:]
        for number in 0..<40 {
            let said = message("\(number)", words.randomElement(using: &random) ?? "")
            model[said.id] = try archive.append(said)
        }
        for number in 0..<600 {
            let author = Bool.random(using: &random) ? ann : bea
            let change: Amendment.Change =
                switch Int.random(in: 0..<20, using: &random) {
                case 0: .retract
                case 1..<10: .edit(RichText(plain: words.randomElement(using: &random) ?? ""))
                default: .react(["👍🏽", "☕"].randomElement(using: &random) ?? "", isOn: Bool.random(using: &random))
                }
            let target = "\(Int.random(in: 0..<40, using: &random))"
            let made = amendment("a\(number)", of: target, change, by: author)
            model[made.target]?.apply(made)
            try archive.amend(made)
        }
        let read = try archive.messages(in: lobby, limit: 99)
        #expect(read.count == 40)
        for message in read { #expect(message == model[message.id]) }
        for word in words {
            let expected = read.filter { FlatText($0.body).text == word }.map(\.id)
            #expect(try archive.search(word, in: lobby, limit: 99).map(\.id) == expected, "\(word)")
        }
        #expect(read.contains(where: \.isRetracted) && read.contains { !$0.edits.isEmpty })
    }

    @Test func aMessageThatWasTakenBackElsewhereStaysSo() throws {
        let archive = try Archive(path: path)
        var gone = message("1", "words")
        gone.replyTo = MessageID("0")
        gone.retract(at: Timestamp(milliseconds: 900))
        let line = MessageJSON.encode(gone)
        #expect(line.hasSuffix(#","replyTo":"0","deleted":"1970-01-01T00:00:00.900Z"}"#))
        let read = try MessageJSON.decode(
            line, id: MessageID("x"), time: Timestamp(milliseconds: 0), room: garden, author: ann)
        #expect(read == gone)
        gone.order = 1
        #expect(try archive.append(read) == gone)
        #expect(try archive.messages(in: lobby, limit: 9) == [gone])
        var byAnn = Search()
        byAnn.author = ann.id
        #expect(try archive.search(byAnn, in: lobby, limit: 9).isEmpty)
        #expect(try archive.amend(amendment("a", of: "1", .edit("again"))) == .refused(.retracted))
        let lying =
            #"{"text":"still here","edits":[{"time":"1970-01-01T00:00:00.000Z","text":"x"}],"deleted":"1970-01-01T00:00:00.900Z"}"#
        let told = try MessageJSON.decode(
            lying, id: MessageID("x"), time: Timestamp(milliseconds: 0), room: garden, author: ann)
        #expect(told.body.isEmpty && told.edits.isEmpty)
    }

    @Test func rowsThatMakeNoSenseArePassedOver() throws {
        let archive = try Archive(path: path)
        try archive.append(message("1", "one"))
        var raw: OpaquePointer?
        #expect(sqlite3_open(path, &raw) == SQLITE_OK)
        defer { sqlite3_close(raw) }
        let rows = [
            ("a", "later", ann.id.text, "x"), ("b", "edit", bea.id.text, "not of Bea"),
            ("c", "retract", bea.id.text, ""),
            ("d", "react", bea.id.text, "bad\u{1B}one"), ("e", "edit", ann.id.text, "es\u{1B}c"),
        ]
        for (id, kind, author, text) in rows {
            let sql =
                "INSERT INTO amendment (id, target, time, author, name, kind, text, marks) "
                + "VALUES ('\(id)', 1, 5, '\(author)', 'N', '\(kind)', '\(text)', '{not json')"
            #expect(sqlite3_exec(raw, sql, nil, nil, nil) == SQLITE_OK)
        }
        let read = try archive.messages(in: lobby, limit: 9)[0]
        #expect(text(read) == "es␛c")
        #expect(read.reactions == [.init(emoji: "bad␛one", by: [bea.id])])
    }

    @Test func anArchiveOfFormatTwoIsBroughtUpToDateWhileAnOlderProgramHasItOpen() throws {
        do { try Archive(path: path).append(message("1", "one")) }
        var old: OpaquePointer?
        #expect(sqlite3_open(path, &old) == SQLITE_OK)
        defer { sqlite3_close(old) }
        let back =
            "DROP TABLE copy; DROP TABLE copied_room; DROP TABLE waiting_change; DROP TABLE amendment; "
            + "DROP TABLE room_event; DROP TABLE heard; PRAGMA user_version = 2; "
            + "INSERT INTO message (id, room, time, author, name, text) VALUES ('2', 'lobby', 1, 'a', 'A', 'two')"
        #expect(sqlite3_exec(old, back, nil, nil, nil) == SQLITE_OK)
        let reader = try Archive(path: path, access: .readOnly)
        #expect(try reader.messages(in: lobby, limit: 9).map(\.id.text) == ["1", "2"])
        let archive = try Archive(path: path)
        try archive.amend(amendment("a", of: "1", .edit("uno")))
        let row = "INSERT INTO message (id, room, time, author, name, text) VALUES ('3', 'lobby', 1, 'a', 'A', 'three')"
        #expect(sqlite3_exec(old, row, nil, nil, nil) == SQLITE_OK)
        #expect(try archive.messages(in: lobby, limit: 9).map(text) == ["uno", "two", "three"])
    }
}

extension AmendmentOutcome {
    /// What the message reads as now; nil when the amendment was refused.
    var reads: String? {
        switch self {
        case .kept(let message), .unchanged(let message): FlatText(message.body).text
        case .refused: nil
        }
    }
}
