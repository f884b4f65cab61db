import Terminal
import Testing

@Suite struct GuessedPasteTests {
    private func events(_ reads: [UInt8]..., guesses: Bool = true) -> [TerminalEvent] {
        var decoder = KeyDecoder()
        decoder.guessesPastes = guesses
        return reads.enumerated().flatMap { decoder.received($1, now: Int64($0)) }
    }

    @Test func aLineBreakWithTextBehindItIsAPaste() {
        #expect(events(Array("one\rtwo".utf8)) == [.paste("one\ntwo")])
        #expect(events(Array("one\r\ntwo\r".utf8)) == [.paste("one\ntwo\n")])
        #expect(events(Array("\nx".utf8)) == [.paste("\nx")])
    }

    @Test func whatOneTypesIsTyped() {
        let enter = TerminalEvent.key(KeyPress(.enter))
        #expect(events(Array("ab\r".utf8)) == presses("a b") + [enter])
        #expect(events(Array("a".utf8), Array("\r".utf8), Array("b".utf8)) == presses("a") + [enter] + presses("b"))
        #expect(events(Array("\r\r".utf8)) == [enter, enter])
        let escape = events(Array("a\r\u{1B}[A".utf8))
        #expect(escape == presses("a") + [enter, .key(KeyPress(.up))])
    }

    @Test func nothingIsGuessedWhereTheTerminalDoesNotSaySo() {
        let enter = TerminalEvent.key(KeyPress(.enter))
        #expect(events(Array("a\rb".utf8), guesses: false) == presses("a") + [enter] + presses("b"))
    }

    @Test func aCharacterThatIsCutByTheReadIsWhole() {
        let bytes = Array("a\r你".utf8)
        #expect(events(Array(bytes.dropLast()), [bytes[bytes.count - 1]]) == [.paste("a\n")] + presses("你"))
    }

    @Test func bracketsStillCount() {
        #expect(events(Array("\u{1B}[200~a\rb\u{1B}[201~".utf8)) == [.paste("a\nb")])
        #expect(events(Array("\u{1B}[200~a".utf8), Array("\rb\u{1B}[201~".utf8)) == [.paste("a\nb")])
    }
}
