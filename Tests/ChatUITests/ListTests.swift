import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct ListTests {
    @Test func commandsAreCompletedWithTheirHelp() {
        var session = Session(100, 14)
        session.type("/jo")
        #expect(session.shows("open a room, which is made when"))
        session.press("Tab")
        #expect(session.rows.contains(" /join"))
        session.type("garden")
        #expect(session.rows.last?.contains("/join ROOM: open a room") == true)
        session.press("Enter")
        session.type("/join l")
        #expect(session.shows("lobby"))
        session.press("Tab Enter")
        #expect(session.rows[0].hasPrefix(" lobby"))
    }

    @Test func theArgumentOfMentionIsCompletedToTheToken() {
        var session = Session(60, 14)
        session.type("/mention b")
        #expect(session.shows("Bea") && !session.shows("Ann"))
        session.press("Tab Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["@Bea"])
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[Session.bea.id]])
    }

    @Test func theGridOfEmoticonsIsSearchedAndTaken() {
        var session = Session(60, 16)
        session.type("a ")
        session.press("M-e")
        #expect(session.shows("🙂 smile") && session.shows("▐••▌"))
        session.type("nothing")
        #expect(session.shows("no emoticon: nothing"))
        session.press("Backspace Backspace Backspace Backspace Backspace Backspace Backspace")
        session.press("Up Down Left Right Home End PageUp PageDown Tab Enter")
        #expect(!session.shows("▐••▌"))
        session.press("M-e")
        session.click("🙂 smile", after: 1)
        session.press("M-e Escape Enter")
        let smile = RichText.Element.emoticon(EmoticonCode("smile"))
        #expect(session.sent.map(\.body) == [[.text("a ", .plain), smile, smile]])
    }

    @Test func theEmoticonListOpensAfterTwoLetters() {
        for start in ["[s", ":s"] {
            var session = Session(60, 14)
            session.type(start)
            #expect(!session.shows("🙂 smile"))
            session.type("m")
            #expect(session.shows("🙂 smile"))
            session.press("Enter Enter")
            #expect(session.sent.map(\.body) == [[.emoticon(EmoticonCode("smile"))]])
        }
    }

    @Test func aCounterTellsNearTheLimitAndNothingIsCut() {
        var session = Session(60, 14) { $0.longestMessage = 20 }
        session.type("seventeen letters")
        #expect(!session.shows("bytes"))
        session.type("!")
        #expect(session.shows("2 bytes left"))
        session.type("!é")
        #expect(session.shows("1 bytes too long"))
        session.press("Enter")
        #expect(session.sent.isEmpty && session.rows.contains(" seventeen letters!!é"))
        #expect(session.shows("longer than can be sent"))
        session.press("Backspace Enter")
        #expect(session.sent.count == 1)
    }
}
