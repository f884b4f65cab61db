import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

private let tokenOfAnn = RichText.Element.mention(Mention(.person(Session.ann.id), name: "Ann"))

@Suite struct MentionTests {
    @Test func tabFinishesANameThatHasBegun() {
        let anna = Person(id: PersonID("anna"), name: "Annabel")
        var session = Session(70, 14, people: [Session.me, Session.ann, anna, Session.bea])
        session.type("hi be")
        session.press("Tab")
        session.type("see")
        session.press("Enter")
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[Session.bea.id]])
        #expect(session.sent.map { FlatText($0.body).text }.last == "hi @Bea see")
        session.type("an")
        session.press("Tab")
        #expect(session.shows("Annabel"), "of several one chooses")
        session.press("Down Tab Enter")
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[anna.id]])
        session.press("Tab")
        #expect(session.shows("Tab finishes a name"))
        session.type("zzz")
        session.press("Tab")
        #expect(session.shows("Nobody here is called that") && session.shows(" zzz"))
        session.press("C-_")
    }

    @Test func whoIsCalledJustThatComesFirst() {
        let anna = Person(id: PersonID("anna"), name: "Annabel")
        var session = Session(70, 14, people: [Session.me, Session.ann, anna])
        session.say("hello", by: anna)
        session.type("@ann")
        session.press("Enter Enter")
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[Session.ann.id]])
    }

    @Test func aColonInANameOfAProgramOpensNothing() {
        var session = Session(70, 14)
        session.type("use std::st")
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["use std::st"])
    }

    @Test func typingAtOpensThePeopleAndEnterTakesOne() {
        var session = Session(60, 12)
        session.type("hi @")
        #expect(session.shows("Ann") && session.shows("Bea") && session.shows("everyone"))
        session.type("an")
        #expect(!session.shows("Bea"))
        session.press("Enter")
        #expect(session.sent.isEmpty, "Enter in the list takes the entry and sends nothing")
        #expect(session.rows.contains(" hi @Ann"))
        session.type("ok")
        session.press("Enter")
        #expect(session.sent.map(\.body) == [[.text("hi ", .plain), tokenOfAnn, .text(" ok", .plain)]])
    }

    @Test func oneBackspaceRemovesTheToken() {
        var session = Session(60, 12)
        session.type("@bea")
        session.press("Tab")
        session.press("Left Right Backspace Backspace")
        session.type("x")
        session.press("Enter")
        #expect(session.sent.map(\.body) == ["x"])
    }

    @Test func oneBackspaceRightAfterTakingRemovesTokenAndBlank() {
        var session = Session(60, 12)
        session.type("a @bea")
        session.press("Tab Backspace")
        #expect(session.rows.contains(" a"))
        session.press("C-_")
        #expect(session.rows.contains(" a @Bea"))
    }

    @Test func arrowsChooseAndEscapeLeavesThePlainSign() {
        var session = Session(60, 12)
        session.type("@")
        session.press("Down Enter")
        #expect(session.rows.contains(" @Bea"))
        session.press("C-u")
        session.type("@")
        session.press("Escape")
        session.type("ann")
        session.press("Enter")
        #expect(session.sent.map(\.body) == ["@ann"])
    }

    @Test func addressesOpenNothing() {
        var session = Session(60, 12)
        session.type("mail ann@bea or 5@ann")
        session.press("Enter")
        #expect(session.sent.map(\.body) == ["mail ann@bea or 5@ann"])
    }

    @Test func everyoneCarriesWhoIsHereAtSending() {
        var session = Session(60, 12)
        session.type("@every")
        session.press("Enter")
        session.hear(.people(Session.room, [Session.me, Session.bea]))
        session.press("Enter")
        #expect(session.sent.last?.body.mentions.first?.target == .everyone([Session.bea.id]))
    }

    @Test func theCommandKeyAndTheCommandGiveTheSameToken() {
        var session = Session(60, 12)
        session.press("M-m")
        session.type("ann")
        session.press("Enter Enter")
        session.type("/mention Ann")
        session.press("Enter Enter")
        #expect(session.sent.map { $0.body.elements.first } == [tokenOfAnn, tokenOfAnn])
    }

    @Test func aRenameChangesWhatIsShownAndNotWhoIsMeant() {
        var session = Session(60, 12)
        session.type("@ann")
        session.press("Enter")
        session.hear(.people(Session.room, [Session.me, Person(id: Session.ann.id, name: "Anna B")]))
        #expect(session.rows.contains(" @Anna B"))
        session.press("Enter")
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[Session.ann.id]])
    }

    @Test func aMentionOfOneselfStandsOut() {
        var session = Session(60, 12)
        session.say([.mention(Mention(.person(Session.me.id), name: "Rob")), .text(" look", .plain)])
        session.say([.mention(Mention(.person(Session.bea.id), name: "Bea")), .text(" look", .plain)], by: Session.ann)
        let frame = session.frame
        var styles: [String: Style] = [:]
        for y in 0..<12 {
            for name in ["@Rob", "@Bea"] {
                let row = frame.text(row: y)
                guard let range = row.range(of: name) else { continue }
                styles[name] = frame[row.distance(from: row.startIndex, to: range.lowerBound), y].style
            }
        }
        #expect(styles["@Rob"] != nil && styles["@Bea"] != nil)
        #expect(styles["@Rob"] != styles["@Bea"])
        #expect(session.rows.contains { $0.hasPrefix("▌") && $0.contains("@Rob") })
    }
}

extension String {
    /// The first range of `part`, without Foundation.
    fileprivate func range(of part: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
