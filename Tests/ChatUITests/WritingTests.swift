import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct WritingTests {
    @Test func emoticonsComeFromCodesColonsAndSigns() {
        var session = Session(60, 12)
        for text in ["a [smile] b", "a :smile: b", "a :) b"] {
            session.type(text)
            session.press("Enter")
        }
        let expected: RichText = [
            .text("a ", .plain), .emoticon(EmoticonCode("smile")), .text(" b", .plain),
        ]
        #expect(session.sent.map(\.body) == [expected, expected, expected])
    }

    @Test func pastedTextIsTextAndSendsNothing() {
        var session = Session(60, 12)
        session.send(.paste("line1\r\nline2\n/quit\n@Ann \u{1B}[2J"))
        #expect(session.sent.isEmpty)
        #expect(!session.effects.contains(.quit))
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["line1\nline2\n/quit\n@Ann ␛[2J"])
        #expect(session.sent.last?.body.mentions.isEmpty == true)
    }

    @Test func whatIsNoCommandSendsNothingAndStays() {
        var session = Session(60, 12)
        session.type("/nonsense here")
        session.press("Escape Enter")
        #expect(session.sent.isEmpty)
        #expect(session.shows("There is no command /nonsense"))
        #expect(session.rows.contains(" /nonsense here"))
    }

    @Test func aBlankBeforeACommandAsksAndTwoSlashesAreText() {
        var session = Session(60, 12)
        session.type(" /quit")
        session.press("Enter")
        #expect(session.sent.isEmpty && !session.effects.contains(.quit))
        #expect(session.shows("A blank stands before the /"))
        session.type("x")
        session.press("C-c C-k C-u")
        session.type("//etc/passwd")
        session.press("Enter")
        #expect(session.sent.map(\.body) == ["/etc/passwd"])
    }

    @Test func severalLinesGrowTheComposerToAThird() {
        var session = Session(60, 15)
        for number in 1...9 {
            session.type("line \(number)")
            session.press("M-Enter")
        }
        session.type("last")
        let rows = session.rows
        #expect(rows.contains(" line 6") && rows.contains(" last"))
        #expect(!rows.contains(" line 5"))
        session.press("Up Up Up Up Up Up Up Up Up")
        #expect(session.rows.contains(" line 1"))
    }

    @Test func whatWasSentComesBackWithItsMention() {
        var session = Session(60, 12)
        session.type("hi @ann")
        session.press("Enter Enter")
        session.type("draft")
        session.press("Up")
        #expect(session.rows.contains(" hi @Ann"))
        session.press("Enter")
        #expect(session.sent.count == 2 && session.sent[0].body == session.sent[1].body)
    }

    @Test func theOthersAreToldThatOneIsWriting() {
        var session = Session(60, 12)
        session.type("hel")
        session.wait(milliseconds: 6_000)
        session.type("lo")
        session.press("Enter")
        let told = session.effects.compactMap { effect -> Bool? in
            if case .transport(.setTyping(_, let isTyping)) = effect { isTyping } else { nil }
        }
        #expect(told == [true, false, true, false])
        var tireless = Session(60, 12)
        for _ in 0..<9 {
            tireless.type("la")
            tireless.wait(milliseconds: 1_000)
        }
        let signs = tireless.effects.filter { $0 == .transport(.setTyping(Session.room, true)) }
        #expect(signs.count == 5, "said again every two seconds, since a sign of the local room lasts six")
        session.hear(.typing(Session.room, [Session.ann]))
        #expect(session.shows("Ann is typing …"))
    }

    @Test func roomsAreJoinedSwitchedAndLeft() {
        var session = Session(100, 12)
        session.type("/join garden")
        session.press("Enter")
        #expect(session.effects.contains(.transport(.open(RoomID("garden")))))
        #expect(session.rows[0].hasPrefix(" garden"))
        session.press("M-1")
        #expect(session.rows[0].hasPrefix(" lobby"))
        session.press("M-Down")
        session.type("/leave")
        session.press("Enter")
        #expect(session.effects.last == .transport(.close(RoomID("garden"))))
        #expect(session.rows[0].hasPrefix(" lobby"))
    }

    @Test func helpShowsKeysAndCommands() {
        var session = Session(80, 24)
        session.type("?")
        #expect(session.shows("Talking"))
        for _ in 0..<20 where !session.shows("/join ROOM") { session.press("PageDown") }
        #expect(session.shows("/join ROOM"))
        session.press("Escape")
        #expect(!session.shows("/join ROOM"))
    }

    /// A question mark alone is an answer that people give.
    @Test(arguments: [("? Enter", "?"), ("? ?", "??"), ("? ? ?", "???")])
    func questionMarksCanBeSaid(keys: String, text: String) {
        var session = Session(80, 24)
        session.press(keys)
        #expect(!session.shows("Talking"))
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == [text])
        session.press("?")
        #expect(session.shows("? or Enter: write it"))
        session.press("Escape")
        session.press("F1")
        #expect(session.shows("Talking") && !session.shows("write it"))
        session.press("Enter")
        #expect(!session.shows("Talking") && session.sent.count == 1)
    }

    @Test(arguments: [
        ("/clear", "C-l"), ("/away", "M-z"), ("/whois", "/people"), ("/alias", "bindings"),
    ]) func whatPeopleKnowFromElsewhereIsHintedAt(line: String, hint: String) {
        var session = Session(120, 24)
        session.type(line)
        session.press("Escape Enter")
        #expect(session.shows("There is no command \(line)") && session.shows(hint))
        #expect(session.sent.isEmpty)
    }

    @Test func interruptEmptiesThenLeaves() {
        var session = Session(60, 12)
        session.type("draft")
        session.press("C-c")
        #expect(!session.rows.contains(" draft"))
        session.press("C-_")
        #expect(session.rows.contains(" draft"))
        session.press("C-c C-c")
        #expect(!session.effects.contains(.quit))
        session.press("C-c")
        #expect(session.effects.last == .quit)
    }

    @Test func theCaretStandsRightBesideClusters() {
        var session = Session(60, 12)
        session.type("a王👍🏽e\u{301}")
        #expect(session.frame.cursor?.x == 1 + 1 + 2 + 2 + 1)
        session.press("Left Left")
        #expect(session.frame.cursor?.x == 1 + 1 + 2)
        session.press("Right Backspace")
        #expect(session.rows.contains(" a王e\u{301}"))
    }
}
