import Composer
import RichText
import TestSupport
import Testing

@Suite struct ViTests {
    /// Presses `keys` in normal mode: `⎋` is Esc, `®` is C-r, what insert mode gets is typed, where `←→⌫` are keys and
    /// `↶` is C-_. Undoes it all and checks that the draft is as it was.
    @discardableResult
    private func check(
        _ before: String, _ keys: String, _ after: String, sourceLocation: SourceLocation = #_sourceLocation
    ) -> ViEditor {
        var composer = Drawing.composer(before)
        var vi = ViEditor()
        // Esc goes one back, as it does after typing.
        composer.move(to: composer.caret + 1)
        vi.escape(&composer)
        composer.move(to: Drawing.composer(before).caret)
        var time: Int64 = 0
        for scalar in keys.unicodeScalars {
            time += 1000
            switch (scalar, vi.mode) {
            case ("⎋", _): vi.escape(&composer, at: time)
            case ("→", .insert): composer.perform(.right, at: time)
            case ("←", .insert): composer.perform(.left, at: time)
            case ("⌫", .insert): composer.perform(.backspace, at: time)
            case ("↶", .insert): composer.perform(.undo, at: time)
            case ("®", _): _ = vi.press("C-r", on: &composer, at: time)
            case (_, .insert): composer.type(scalar == "⏎" ? "\n" : String(scalar), at: time)
            default:
                #expect(vi.press(String(scalar), on: &composer, at: time) == .taken, sourceLocation: sourceLocation)
            }
        }
        #expect(Drawing.draw(composer) == after, sourceLocation: sourceLocation)
        if !keys.contains("u") {
            _ = undoEverything(&composer)
            #expect(composer.elements == Drawing.composer(before).elements, sourceLocation: sourceLocation)
        }
        return vi
    }

    @Test(arguments: [
        ("|one two-three", "w", "one |two-three"), ("|one two-three", "2w", "one two|-three"),
        ("|one two-three", "W", "one |two-three"), ("one two-thre|e", "b", "one two-|three"),
        ("one two-thre|e", "B", "one |two-three"), ("|one two", "e", "on|e two"), ("|one two", "2e", "one tw|o"),
        ("|one ‹@Ann› two", "w", "one |‹@Ann› two"), ("|one ‹@Ann› two", "2w", "one ‹@Ann› |two"),
        ("|one ‹@Ann› two", "2e", "one |‹@Ann› two"), ("one ‹@Ann›|‹@Bea›", "b", "one |‹@Ann›‹@Bea›"),
        ("  on|e", "0", "|  one"), ("  on|e", "^", "  |one"), ("|one⏎two", "$", "on|e⏎two"),
        ("|one⏎two", "2$", "one⏎tw|o"), ("|one two", "fo", "one tw|o"), ("|one two", "to", "one t|wo"),
        ("|abcabcabc", "2fb", "abca|bcabc"), ("|abcabcabc", "fb;", "abca|bcabc"), ("|abcabcabc", "2fb,", "a|bcabcabc"),
        ("|abcabcabc", "tb;", "abc|abcabc"), ("abcabcab|c", "Fa", "abcabc|abc"), ("abcabcab|c", "Ta", "abcabca|bc"),
        ("|hi ‹@Ann› x", "f@", "hi |‹@Ann› x"), ("one⏎two⏎th|ree", "gg", "|one⏎two⏎three"),
        ("|one⏎two⏎three", "G", "one⏎two⏎|three"), ("|one⏎two⏎three", "2G", "one⏎|two⏎three"),
        ("one |two", "hhhhhhhh", "|one two"), ("one |two", "9l", "one tw|o"), ("a⏎|⏎b", "w", "a⏎⏎|b"),
        ("你|好 ab", "w", "你好 |ab"),
    ])
    func motions(_ before: String, _ keys: String, _ after: String) { check(before, keys, after) }

    @Test(arguments: [
        ("|one two", "dw", "|two"), ("one |two", "dw", "one| "), ("|one two three", "d2w", "|three"),
        ("|one two three", "2dw", "|three"), ("|a b c d e f g", "2d3w", "|g"), ("|one two", "de", "| two"),
        ("one tw|o", "db", "one |o"), ("one |two⏎three", "dw", "one| ⏎three"), ("|one two", "d$", "|"),
        ("one |two", "d0", "|two"), ("one |two", "D", "one| "), ("on|e", "x", "o|n"), ("o|ne", "X", "|ne"),
        ("|‹@Ann› x", "x", "| x"), ("|a ‹@Ann› x", "d2w", "|x"), ("a |‹@Ann› x", "dw", "a |x"),
        ("|abc)d", "df)", "|d"), ("|abc)d", "dt)", "|)d"), ("one⏎t|wo⏎three", "dd", "one⏎|three"),
        ("one⏎t|wo", "dd", "|one"), ("|one⏎two⏎three", "2dd", "|three"), ("|one⏎two⏎three", "dj", "|three"),
        ("one⏎two⏎th|ree", "dgg", "|"), ("one⏎t|wo⏎three", "dG", "|one"), ("|👍🏽🇦🇺", "x", "|🇦🇺"),
        ("|one", "dd", "|"), ("|one two", "d9w", "|"),
    ])
    func deletions(_ before: String, _ keys: String, _ after: String) { check(before, keys, after) }

    @Test(arguments: [
        ("one t|wo three", "diw", "one | three"), ("one t|wo three", "daw", "one |three"),
        ("one t|wo", "daw", "on|e"), ("a |‹@Ann› b", "diw", "a | b"), ("a |‹@Ann› b", "daw", "a |b"),
        ("a b|-c d", "diw", "a b|c d"), ("a b|-c d", "diW", "a | d"), ("a|   b", "diw", "a|b"),
        ("|one two three", "d2aw", "|three"), ("a ‹@Ann›|‹@Bea› b", "diw", "a ‹@Ann›| b"),
    ])
    func objects(_ before: String, _ keys: String, _ after: String) { check(before, keys, after) }

    @Test(arguments: [
        ("|one two", "cwX⎋", "|X two"), ("one |two", "cwX Y⎋", "one X |Y"), ("|one two three", "c2wX⎋", "|X three"),
        ("one⏎t|wo", "ccX⎋", "one⏎|X"), ("one |two", "CX⎋", "one |X"), ("|one", "sX⎋", "|Xne"), ("o|ne", "SX⎋", "|X"),
        ("a |‹@Ann› b", "cwX⎋", "a |X b"), ("a |‹@Ann› b", "ciwX⎋", "a |X b"),
        ("o|ne", "iX⎋", "o|Xne"), ("o|ne", "aX⎋", "on|Xe"), ("o|ne", "IX⎋", "|Xone"), ("o|ne", "AX⎋", "one|X"),
        ("o|ne⏎two", "ox⎋", "one⏎|x⏎two"), ("o|ne⏎two", "Ox⎋", "|x⏎one⏎two"), ("|a", "3ix⎋", "xx|xa"),
        ("|", "ix⎋", "|x"),
        ("|abc", "rX", "|Xbc"), ("|abc", "2rX", "X|Xc"), ("|ab", "3rX", "|ab"), ("|‹@Ann› b", "rX", "|X b"),
        // An empty line or draft can be changed, too.
        ("|", "CX⎋", "|X"), ("|", "sX⎋", "|X"), ("|", "SX⎋", "|X"), ("|", "cwX⎋", "|X"), ("|", "ciwX⎋", "|X"),
        ("a⏎|⏎b", "CX⎋", "a⏎|X⏎b"), ("a⏎|⏎b", "sX⎋", "a⏎|X⏎b"), ("a⏎|⏎b", "c0X⎋", "a⏎|X⏎b"),
        ("a⏎|⏎b", "ciwX⎋", "a⏎|X⏎b"), ("|ab", "chX⎋", "|Xab"), ("|ab", "cbx", "|b"), ("|ab", "cfzx", "|b"),
        // Lines that are opened stand there as often as was said, each on its own.
        ("a|⏎b", "3ox⎋", "a⏎x⏎x⏎|x⏎b"), ("a|⏎b", "2Oxy⎋", "xy⏎x|y⏎a⏎b"), ("|a", "2o⎋", "a⏎⏎|"),
        ("|aBc", "~", "A|Bc"), ("|aBc", "9~", "Ab|C"), ("|a‹@Ann›b", "3~", "A‹@Ann›|B"),
    ])
    func changes(_ before: String, _ keys: String, _ after: String) { check(before, keys, after) }

    @Test(arguments: [
        ("|one two", "yiwP", "on|eone two"), ("|one two", "yw$p", "one twoone| "), ("|ab", "xp", "b|a"),
        ("|a ‹@Ann›", "wyiwP", "a |‹@Ann›‹@Ann›"), ("|one⏎two", "yyp", "one⏎|one⏎two"),
        ("one⏎|two", "yyP", "one⏎|two⏎two"), ("|one⏎two", "ddp", "two⏎|one"), ("|ab", "yl3p", "aaa|ab"),
        ("|one", "Yp", "one⏎|one"),
        // Copying lines leaves the caret in the first of them.
        ("ab⏎c|d⏎ef", "yyx", "ab⏎|c⏎ef"), ("ab⏎c|d⏎ef", "yjx", "ab⏎|c⏎ef"), ("ab⏎c|d⏎ef", "ykx", "|a⏎cd⏎ef"),
        // What takes nothing keeps what was kept.
        ("a|b⏎", "ylGCX⎋p", "ab⏎X|b"), ("a|b⏎", "ylGdep", "ab⏎|b"),
    ])
    func puts(_ before: String, _ keys: String, _ after: String) { check(before, keys, after) }

    @Test(arguments: [
        ("|one two three four", "dw.", "|three four"), ("|a b c d e f", "dw2.", "|d e f"),
        ("|a b c", "cwX⎋w.", "X |X c"),
        ("|a b", "iX⎋w.", "Xa |Xb"), ("|abc", "x.", "|c"), ("|a⏎b⏎c", "AX⎋gg$.", "aX|X⏎b⏎c"),
        ("|abc", "rXl.l.", "XX|X"),
        ("|one two", "dwu", "|one two"), ("|one two", "dwu®", "|two"), ("|abcd", "xxx2u", "|bcd"),
        // A change and all that was typed in it are one step.
        ("|one two", "ciwsee⎋u", "|one two"), ("|ab", "3ixy⎋u", "|ab"), ("|a⏎b", "ocd⎋u", "|a⏎b"),
        ("|one two", "cwX⎋w.uu", "|one two"), ("|one two", "viwcX⎋u", "|one two"), ("|a", "ib⎋u®", "b|a"),
        ("|a", "Oup⎋u", "|a"), ("|a", "Oup⎋.uu", "|a"), ("a|", "Oup⎋u0ix", "x|a"),
        // What is said again is what was typed since the last motion, and nothing that one only went past.
        ("|abc def", "3i→→→X⎋", "abc|X def"), ("|abc def", "3i→→→X⎋.", "abc|XX def"), ("|abc", "3ix→y⎋", "xa|ybc"),
        ("|abc", "3ix→y⎋.", "xa|yybc"), ("|abc", "ix→⎋.", "x|xabc"), ("|abc", "cwxy←⎋u", "|abc"),
        ("|abc", "axy←z⎋..", "ax|zzzybc"),
        ("ab|c", "2i⌫xy⎋", "axyx|yc"), ("ab|c", "2i⌫xy⎋.", "axyxxyx|yyc"), ("|ab", "ix↶yz⎋.", "yy|zzab"),
        ("|ab", "3ix↶y⎋", "|yab"), ("|a b", "ixy⎋w.", "xya x|yb"), ("|a⏎b", "2ox⎋.", "a⏎x⏎x⏎x⏎|x⏎b"),
        // So is what visual mode did, to as much as was selected.
        ("|foo bar baz", "cwX⎋wvecY⎋w.", "X Y |Y"), ("|abcdef", "vld.", "|ef"),
        ("|abcdef", "vlrxll.", "xxcx|xf"), ("|abcdef", "vl~w.", "ABcde|F"),
        ("|abc", "vly.", "|abc"), ("|abcd", "xvly.", "|cd"),
    ])
    func againAndUndo(_ before: String, _ keys: String, _ after: String) {
        check(before, keys, after)
    }

    @Test(arguments: [
        ("|one two", "vd", "|ne two"), ("|one two", "ved", "| two"), ("on|e two", "vbd", "| two"),
        ("|one two", "vecX⎋", "|X two"), ("|one two", "vey$p", "one twoon|e"),
        ("one t|wo three", "viwd", "one | three"),
        ("a |‹@Ann› b", "vd", "a | b"), ("|a ‹@Ann› b", "ved", "| b"), ("|abc", "vl~", "|ABc"),
        ("|abc", "vlrx", "x|xc"),
        ("|abc", "vlv", "a|bc"), ("|abc", "vl⎋", "a|bc"), ("|one⏎two", "vjd", "|wo"),
        ("|abc def", "yiwwviwp", "abc ab|c"), ("|abc def", "yiwwviwpu", "abc |def"),
    ])
    func visual(_ before: String, _ keys: String, _ after: String) { check(before, keys, after) }

    @Test func whatTheScreenOrTheHistoryKnowsIsGivenBack() {
        var composer = Drawing.composer("ab|c")
        var vi = ViEditor()
        #expect(vi.press("x", on: &composer, at: 0) == .unknown, "insert mode types")
        vi.escape(&composer)
        #expect(vi.press("3", on: &composer, at: 0) == .taken && vi.pending == ["3"])
        #expect(vi.press("j", on: &composer, at: 0) == .lines(3))
        #expect(vi.press("k", on: &composer, at: 0) == .lines(-1))
        #expect(vi.press("/", on: &composer, at: 0) == .search)
        #expect(vi.press("Q", on: &composer, at: 0) == .unknown)
        _ = vi.press("d", on: &composer, at: 0)
        #expect(vi.escape(&composer) && !vi.escape(&composer))
        vi.startOver()
        #expect(vi.mode == .insert)
    }

    @Test func aDraftThatOtherKeysChangeUnderASelectionIsNoFault() {
        var composer = Drawing.composer("one two |three")
        var vi = ViEditor()
        vi.escape(&composer)
        _ = vi.press("v", on: &composer, at: 0)
        _ = vi.press("e", on: &composer, at: 0)
        composer.perform(.killDraft, at: 0)
        composer.type("a", at: 0)
        #expect(vi.press("d", on: &composer, at: 0) == .taken)
        #expect(Drawing.draw(composer) == "|")
    }

    @Test(arguments: 1...40) func whateverIsPressedTheDraftStaysSound(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var composer = Drawing.composer("one ‹@Ann=p1› two⏎‹@Bea=p2›‹@Bea=p2› 👍🏽 x⏎⏎你好 three|")
        var vi = ViEditor()
        let keys = "wbeWBE0^$hlGgfFtT;,xXdcyYpPDCSsu.r~iaIAoOvjk123 ⎋®@w".unicodeScalars.map(String.init)
        var script = ""
        for step in 0..<600 {
            let key = keys.randomElement(using: &random) ?? "w"
            script += key
            switch (key, vi.mode) {
            case ("⎋", _): vi.escape(&composer, at: Int64(step))
            case (_, .insert): composer.type(key, at: Int64(step))
            default: _ = vi.press(key == "®" ? "C-r" : key, on: &composer, at: Int64(step) * 1000)
            }
            for case .mention(let mention) in composer.elements {
                #expect(mention.ids.map(\.text) == [mention.name == "Ann" ? "p1" : "p2"])
            }
            guard composer.elements.count < 20_000 else { break }
        }
        _ = undoEverything(&composer)
        #expect(
            composer.elements == Drawing.composer("one ‹@Ann=p1› two⏎‹@Bea=p2›‹@Bea=p2› 👍🏽 x⏎⏎你好 three|").elements,
            "\(script)")
    }
}
