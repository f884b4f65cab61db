import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct ViKeyTests {
    private func session() -> Session { Session(60, 14) { $0.keys = .vi } }

    @Test func insertModeTypesAndListsOpenInIt() {
        var session = session()
        session.type("hi @ann")
        session.press("Enter")
        session.type("dw")
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["hi @Ann dw"])
    }

    @Test func normalModeCommandsAndTheTokenIsOneElement() {
        var session = session()
        session.type("hi @ann")
        session.press("Enter")
        session.type("x")
        session.press("Escape")
        #expect(session.shows("-- NORMAL --"))
        session.type("bx")
        #expect(session.rows.contains(" hi  x"))
        session.type("u")
        #expect(session.rows.contains(" hi @Ann x"))
        session.type("0cwbye")
        #expect(!session.shows("-- NORMAL --"))
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["bye @Ann x"])
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[Session.ann.id]])
        session.type("next")
        #expect(session.rows.contains(" next"), "a new draft begins in insert mode")
    }

    @Test func anEscapeClosesAListFirst() {
        var session = session()
        session.type("@")
        session.press("Escape")
        #expect(!session.shows("-- NORMAL --"))
        session.type("a")
        session.press("Escape")
        #expect(session.shows("-- NORMAL --"))
        session.type("0iX")
        #expect(session.rows.contains(" X@a"))
    }

    @Test func linesAndHistoryAreReachedByJAndK() {
        var session = session()
        session.type("first")
        session.press("Enter")
        session.type("one")
        session.press("C-j")
        session.type("two")
        session.press("Escape")
        session.type("kx")
        #expect(session.rows.contains(" on"))
        session.type("k")
        #expect(session.rows.contains(" first"))
        session.type("j/fir")
        session.press("Enter")
        #expect(session.rows.contains(" first"))
        session.press("C-a")
        session.type("~")
        #expect(session.rows.contains(" First"))
        session.type("Q")
        #expect(session.shows("Q is no command here"))
        session.type("vl")
        #expect(session.shows("-- VISUAL --"))
        session.type("d")
        #expect(session.rows.contains(" Fst"))
    }
}
