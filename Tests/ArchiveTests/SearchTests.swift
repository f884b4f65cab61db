import Archive
import CSQLite
import ChatCore
import RichText
import TestSupport
import Testing

@Suite struct SearchTests {
    let folder = TemporaryFolder()

    private func open() throws -> Archive { try Archive(path: folder("archive.sqlite")) }

    private func ids(_ messages: [Message]) -> String { messages.map(\.id.text).joined(separator: " ") }

    private func fill(_ archive: Archive) throws {
        var messages = [
            message("cn", "早上好，今天的咖啡很好喝，推荐你试试"),
            message("jp", "おはようございます。コーヒーを飲みます"),
            message("mix", "我爱coffee和茶"),
            message("en", "Good coffee, CAFÉ au lait"),
            message("emo", "done 👍🏽 [smile]"),
        ]
        var byBea = message("bea", "coffee for @Ann")
        byBea.author = bea
        byBea.body = [.text("coffee for ", .plain), .mention(Mention(.person(ann.id), name: "Ann"))]
        messages.append(byBea)
        var byWei = message("wei", "tea for all")
        byWei.author = Person(id: PersonID("local:wei"), name: "王伟 Wei")
        byWei.body = [.text("tea for ", .plain), .mention(Mention(.everyone([ann.id]), name: "everyone"))]
        messages.append(byWei)
        try archive.append(messages)
    }

    @Test(arguments: [
        (["咖啡"], "cn"), (["好喝"], "cn"), (["早上好"], "cn"), (["今天的咖啡很好喝"], "cn"), (["喝好"], ""), (["茶"], "mix"),
        (["好"], "cn"), (["试"], "cn"), (["爱coffee和"], "mix"), (["coffee和茶"], "mix"), (["coffee茶"], ""), (["コーヒー"], "jp"),
        (["早上", "咖啡"], "cn"), (["cafe"], "en"), (["coff"], "bea en mix"), (["co"], ""), (["👍"], "emo"),
        (["smile"], "emo"),
        (["[smile]"], "emo"), (["\"co\"ffee"], ""), (["*"], ""), (["text:coffee"], ""), (["a\0b"], ""), (["NEAR("], ""),
    ])
    func wordsAreFoundInTextsWithAndWithoutBlanks(_ words: [String], _ expected: String) throws {
        let archive = try open()
        try fill(archive)
        var search = Search()
        search.words = words
        #expect(ids(try archive.search(search, in: lobby, limit: 9)) == expected)
    }

    @Test func authorsMentionsAndTimesNarrowASearch() throws {
        let archive = try open()
        try fill(archive)
        func found(_ change: (inout Search) -> Void) throws -> String {
            var search = Search()
            change(&search)
            return ids(try archive.search(search, in: lobby, limit: 9))
        }
        #expect(try found { $0.from = "bea" } == "bea")
        #expect(try found { $0.from = "王" } == "wei")
        #expect(try found { $0.from = "王伟 wei" } == "wei")
        #expect(try found { $0.author = bea.id } == "bea")
        #expect(try found { $0.mentions = ann.id } == "wei bea")
        #expect(try found { ($0.mentions, $0.words) = (ann.id, ["coffee"]) } == "bea")
        try archive.append([message("early", "soup", at: 100), message("late", "soup", at: 200)])
        #expect(try found { ($0.words, $0.since) = (["soup"], Timestamp(milliseconds: 200)) } == "late")
        #expect(try found { ($0.words, $0.before) = (["soup"], Timestamp(milliseconds: 200)) } == "early")
        #expect(try found { $0.words = ["…"] } == "")
    }

    @Test func pagesGoBackFromTheNewest() throws {
        let archive = try open()
        try archive.append((1...25).map { message("\($0)", "word \($0)", in: $0.isMultiple(of: 5) ? garden : lobby) })
        var search = Search()
        search.words = ["word"]
        let first = try archive.search(search, in: lobby, limit: 10)
        let second = try archive.search(search, in: lobby, before: first.last?.order, limit: 10)
        let third = try archive.search(search, in: lobby, before: second.last?.order, limit: 10)
        let orders = (first + second + third).compactMap(\.order)
        #expect(orders == (1...25).reversed().filter { !$0.isMultiple(of: 5) }.map(Int64.init))
        #expect(try archive.search(search, limit: 99).count == 25)
    }

    @Test func whatCameAnotherWayIsIndexedLater() throws {
        let archive = try open()
        try archive.append(message("1", "first coffee"))
        var raw: OpaquePointer?
        #expect(sqlite3_open(archive.path, &raw) == SQLITE_OK)
        let row =
            "INSERT INTO message (id, room, time, author, name, text) VALUES ('x', 'lobby', 1, 'a', 'A', '好喝的coffee')"
        #expect(sqlite3_exec(raw, row, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(raw)
        try archive.append(message("2", "third coffee"))
        #expect(ids(try archive.search("coffee", limit: 9)) == "1")
        #expect(try archive.indexMore(limit: 1))
        #expect(ids(try archive.search("coffee", limit: 9)) == "1 x")
        #expect(try archive.indexMore(limit: 9))
        #expect(try !archive.indexMore(limit: 9))
        try archive.append(message("3", "fourth coffee"))
        #expect(ids(try archive.search("coffee", limit: 9)) == "1 x 2 3")
        #expect(ids(try archive.search("好喝", limit: 9)) == "x")
    }

    @Test func pagesStandAroundLandmarks() throws {
        let archive = try open()
        try archive.append((1...20).map { message("\($0)", "t", at: Int64($0) * 10) })
        func page(_ landmark: Landmark) throws -> String {
            let page = try archive.page(at: landmark, in: lobby, limit: 4)
            return ids(page.messages) + (page.reachesStart ? " ^" : "") + (page.reachesEnd ? " $" : "")
        }
        #expect(try page(.message(MessageID("10"))) == "8 9 10 11")
        #expect(try page(.place(10)) == "8 9 10 11")
        #expect(try page(.place(0)) == "1 2 ^")
        #expect(try page(.place(99)) == "19 20 $")
        #expect(try page(.time(Timestamp(milliseconds: 95))) == "8 9 10 11")
        #expect(try page(.time(Timestamp(milliseconds: 900))) == "18 19 20 $")
        #expect(try page(.after(10)) == "11 12 13 14")
        #expect(try page(.after(17)) == "18 19 20 $")
        #expect(try page(.message(MessageID("none"))) == "")
    }

    @Test func readingPlacesAreKeptForEachPersonAndRoom() throws {
        let archive = try open()
        let place = ReadingPlace(order: 7, row: 2)
        try archive.setReadingPlaces(of: ann.id, [lobby: place, garden: nil])
        #expect(try archive.readingPlace(of: ann.id, in: lobby) == place)
        #expect(try archive.readingPlace(of: ann.id, in: garden) == nil)
        #expect(try archive.readingPlace(of: bea.id, in: lobby) == nil)
        try archive.setReadingPlaces(of: ann.id, [lobby: nil])
        #expect(try archive.readingPlace(of: ann.id, in: lobby) == nil)
    }
}
