import Terminal
import Testing

private let escape: [UInt8] = [0x1B]

@Suite struct KeyTimeTests {
    @Test func aLoneEscapeIsDecidedByTime() {
        var decoder = KeyDecoder(escapeDelay: 50)
        #expect(decoder.deadline == nil)
        #expect(decoder.received(escape, now: 100).isEmpty)
        #expect(decoder.deadline == 150)
        #expect(decoder.elapsed(now: 149).isEmpty)
        #expect(decoder.elapsed(now: 150) == presses("Escape"))
        #expect(decoder.deadline == nil)
    }

    @Test func escapeAPauseAndALetterAreTwoKeys() {
        var decoder = KeyDecoder()
        #expect(decoder.received(escape, now: 0).isEmpty)
        #expect(decoder.received("w".utf8, now: 50) == presses("Escape w"))
        #expect(decoder.received(escape, now: 100).isEmpty)
        #expect(decoder.received("w".utf8, now: 149) == presses("M-w"))
    }

    @Test func aSequenceCutByTheLineIsStillOneKey() {
        var decoder = KeyDecoder()
        #expect(decoder.received("\u{1B}[1;".utf8, now: 0).isEmpty)
        #expect(decoder.deadline == nil, "numbers are waited for")
        #expect(decoder.elapsed(now: 9000).isEmpty)
        #expect(decoder.received("5A".utf8, now: 9000) == presses("C-Up"))
    }

    @Test func aSequenceThatNeverEndsIsGivenUp() {
        var decoder = KeyDecoder()
        #expect(decoder.received("\u{1B}]0;title".utf8, now: 0).isEmpty)
        #expect(decoder.elapsed(now: 1000).isEmpty)
        #expect(decoder.received("x".utf8, now: 1001) == presses("x"))
    }

    @Test func escapeAtTheEndOfAStringThatNeverEndsIsAKey() {
        var decoder = KeyDecoder()
        #expect(decoder.received("\u{1B}]0;title\u{1B}".utf8, now: 0).isEmpty)
        #expect(decoder.elapsed(now: 1000) == presses("Escape"))
        #expect(decoder.deadline == nil)
    }

    /// Whoever is caught in an answer that never ends gets out by any key that is no letter.
    @Test func noAnswerHoldsTheKeyboardForEver() {
        for (keys, events) in [("hi\r", "Enter"), ("hi\u{3}", "C-c"), ("hi\u{1B}[A", "Up")] {
            var decoder = KeyDecoder()
            #expect(decoder.received("\u{1B}P>|kit".utf8, now: 0).isEmpty)
            #expect(decoder.deadline == nil)
            #expect(decoder.received(keys.utf8, now: 9000) == presses(events), "what is held is not typed")
            #expect(decoder.received("x".utf8, now: 9001) == presses("x"))
        }
    }

    @Test func afterEscapeTextIsText() {
        for text in ["[12 items]", "P", "_G", "]11", "[?", "[1;", "P>|", "[3;5", "q"] {
            var decoder = KeyDecoder()
            decoder.expectsAnswers = true
            decoder.expectsAnswers = false
            #expect(decoder.received(escape, now: 0).isEmpty)
            #expect(decoder.elapsed(now: 60) == presses("Escape"))
            let typed = decoder.received(text.utf8, now: 500)
            #expect(typed == text.map { .key(KeyPress(.character(String($0)))) }, "\(text)")
        }
    }

    @Test func halfACharacterWaitsForItsOtherHalf() {
        var decoder = KeyDecoder()
        #expect(decoder.received([0xD0], now: 0).isEmpty)
        #expect(decoder.deadline == nil)
        #expect(decoder.received([0xB6], now: 9000) == presses("ж"))
    }
}

@Suite struct PasteTests {
    private func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

    @Test(arguments: [
        ("abc", "abc"), ("a\r\nb\rc\nd\r", "a\nb\nc\nd\n"), ("\r\r\n\n", "\n\n\n"), ("tab\there", "tab\there"),
        ("\u{1B}[A\u{1B}[200~", "\u{1B}[A\u{1B}[200~"), ("ж你👍🏽", "ж你👍🏽"), ("\u{3}", "\u{3}"), ("~", "~"),
    ])
    func aPasteIsOneEvent(text: String, event: String) {
        #expect(decoded("x\(pasted(text))y") == presses("x") + [.paste(event)] + presses("y"))
    }

    @Test func anEmptyPasteIsNothing() {
        #expect(decoded(pasted("") + "y") == presses("y"))
    }

    @Test func illFormedTextInAPasteIsReplaced() {
        #expect(
            decoded(Array("\u{1B}[200~a".utf8) + [0xFF, 0xC3] + Array("\u{1B}[201~".utf8)) == [
                .paste("a\u{FFFD}\u{FFFD}")
            ])
    }

    @Test func aMegabyteIsOneEvent() {
        let text = String(repeating: "0123456789abcde\n", count: 1 << 16)
        #expect(decoded(pasted(text)) == [.paste(text)])
    }

    @Test func aPasteThatStopsIsGivenOutAndNeverTyped() {
        var decoder = KeyDecoder()
        #expect(decoder.received("\u{1B}[200~one\r".utf8, now: 0).isEmpty)
        #expect(decoder.deadline == 1000)
        #expect(decoder.elapsed(now: 1000) == [.paste("one")])
        #expect(decoder.deadline == nil)
        #expect(decoder.received("\ntwo\u{1B}[20".utf8, now: 5000).isEmpty)
        #expect(decoder.elapsed(now: 6000) == [.paste("\ntwo")])
        #expect(decoder.received("1~x".utf8, now: 7000) == presses("x"))
    }

    @Test func halfACharacterIsNotGivenOut() {
        var decoder = KeyDecoder()
        #expect(decoder.received(Array("\u{1B}[200~a".utf8) + [0xF0, 0x9F, 0x98], now: 0).isEmpty)
        #expect(decoder.elapsed(now: 1000) == [.paste("a")])
        #expect(decoder.received([0x80] + Array("\u{1B}[201~".utf8), now: 2000) == [.paste("😀")])
    }

    @Test func controlCEndsAPasteWhoseEndWasLost() {
        var decoder = KeyDecoder()
        #expect(decoder.received("\u{1B}[200~one".utf8, now: 0).isEmpty)
        #expect(decoder.elapsed(now: 1000) == [.paste("one")])
        #expect(decoder.received("\u{3}x".utf8, now: 2000) == presses("x"))
    }
}
