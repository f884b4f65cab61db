import Composer
import RichText
import Testing

@Suite struct PeopleTests {
    private func ids(
        _ query: String, _ people: [(id: String, name: String, nick: String?)], spoken: [String: Int] = [:]
    ) -> [String] {
        let people = people.map { (id: PersonID($0.id), name: $0.name, nick: $0.nick) }
        let spoken = Dictionary(uniqueKeysWithValues: spoken.map { (PersonID($0.key), $0.value) })
        return rankPeople(query, among: people, lastSpoken: spoken).map(\.person.id.text)
    }

    private let members: [(id: String, name: String, nick: String?)] = [
        ("p3", "Jan Aaa", nil), ("p4", "Jan Bbb", nil), ("p7", "Sam Lee", nil), ("p9", "Sam Lee", nil),
        ("p5", "Zoe 🟢", nil), ("p1", "Rob", nil),
    ]

    @Test func aQueryMayHoldBlanks() {
        #expect(ids("Jan", members) == ["p3", "p4"])
        #expect(ids("Jan B", members) == ["p4"])
        #expect(ids("sam ", members) == ["p7", "p9"])
        #expect(ids("zo", members) == ["p5"])
        #expect(ids("", members).count == 6)
        #expect(ids("Jan is here", members).isEmpty)
    }

    @Test func wordStartsGoBeforeInnerMatchesThenSpeakersThenTheAlphabet() {
        let people: [(id: String, name: String, nick: String?)] = [
            ("1", "Joanna", nil), ("2", "Bea Anders", nil), ("3", "Anna", nil), ("4", "Hanno", nil),
            ("5", "Zed", "Ank"),
        ]
        #expect(ids("an", people) == ["3", "2", "5", "4", "1"])
        #expect(ids("an", people, spoken: ["2": 5, "5": 9, "1": 7]) == ["5", "2", "3", "1", "4"])
    }

    @Test(arguments: [
        ("jose", "José"), ("JOSÉ", "jose"), ("lodz", "Łódź"), ("strasse", "Straße"), ("nguyen", "Nguyễn"),
        ("αθηνα", "Αθήνα"),
        ("елка", "Ёлка"), ("ann", "Ａｎｎ"), ("ａｎｎ", "Ann"), ("カナ", "ｶﾅ"), ("伟", "王伟"), ("istanbul", "İstanbul"),
        ("jose", "Jose\u{301}"), ("σοφος", "ΣΟΦΟΣ"), ("oe", "Œuvre"),
    ])
    func caseAccentsAndWidthDoNotCount(_ query: String, _ name: String) {
        #expect(ids(query, [("1", name, nil)]) == ["1"])
    }

    @Test func idsAndScatteredLettersComeLast() {
        let people: [(id: String, name: String, nick: String?)] = [
            ("local:sam", "Bea", nil), ("x", "Susan A. Miller", nil), ("y", "Sam", nil),
        ]
        #expect(ids("sam", people) == ["y", "local:sam", "x"])
        #expect(ids("local", people) == ["local:sam"])
    }

    @Test func lettersAreCountedAndNotTheirBytes() {
        let people: [(id: String, name: String, nick: String?)] = [
            ("x-王", "伤仟", nil), ("y", "Марина Ковалёва", nil), ("z", "Мирон", nil),
        ]
        #expect(ids("伟", people).isEmpty, "its bytes are scattered over two other letters")
        #expect(ids("王", people).isEmpty, "one letter is not sought in ids")
        #expect(ids("мн", people).isEmpty, "two letters are not sought scattered")
        #expect(ids("мрн", people) == ["y", "z"])
        #expect(ids("мрк", people) == ["y"])
    }

    @Test func namesOfRoomsAreFoundInEveryWay() {
        let index = NameIndex(["lobby", "the lob", "globe", "garden", "lob", "LÖB"])
        #expect(index.matches("lob") == [4, 5, 0, 1, 2])
        #expect(index.matches("lby") == [0], "scattered letters")
        #expect(index.matches("gdn") == [3])
        #expect(index.matches("") == [3, 2, 4, 5, 0, 1])
        #expect(index.matches("", limit: 2) == [3, 2])
        #expect(index.matches("zzz").isEmpty)
    }

    @Test func peopleOfOneNameStandInOneOrderHoweverTheyCome() {
        let people = (1...9).map { Candidate(id: PersonID("p\($0)"), name: $0 % 2 == 0 ? "Sam" : "sam") }
        let first = PeopleIndex(people).matches("").map(\.person.id)
        #expect(first == people.map(\.id))
        #expect(PeopleIndex(people.reversed()).matches("").map(\.person.id) == first)
    }

    @Test func namesakesAreToldApart() {
        let index = PeopleIndex([
            Candidate(id: PersonID("1"), name: "Sam", nick: "sammy"), Candidate(id: PersonID("2"), name: "Sam"),
            Candidate(id: PersonID("3"), name: "Bea", nick: "b"),
        ])
        #expect(index.mark(of: PersonID("1")) == "sammy")
        #expect(index.mark(of: PersonID("2")) == "2")
        #expect(index.mark(of: PersonID("3")) == nil)
        #expect(Set(index.matches("sam").map(\.mark)) == ["sammy", "2"])
        #expect(index.matches("", limit: 2).count == 2)
    }

    @Test func everyoneHasLocalNames() {
        for query in ["", "ev", "ALL", "here", "所有", "全体成员", "ｅｖ"] { #expect(PeopleIndex.isEveryone(query)) }
        for query in ["x", "everyone else", "one"] { #expect(!PeopleIndex.isEveryone(query)) }
    }
}
