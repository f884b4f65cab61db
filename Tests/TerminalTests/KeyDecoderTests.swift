import Terminal
import Testing

/// What a fresh decoder makes of bytes that arrive together, and of the silence after them.
func decoded(_ text: String, keys: [[UInt8]: KeyPress] = [:]) -> [TerminalEvent] {
    decoded(Array(text.utf8), keys: keys)
}

func decoded(_ bytes: [UInt8], keys: [[UInt8]: KeyPress] = [:]) -> [TerminalEvent] {
    var decoder = KeyDecoder(keys: keys)
    return decoder.received(bytes, now: 0) + decoder.elapsed(now: 10_000)
}

/// Key presses by their notation, blanks between them.
func presses(_ notations: String) -> [TerminalEvent] {
    notations.split(separator: " ").compactMap { KeyPress(String($0)).map { .key($0) } }
}

@Suite struct KeyDecoderTests {
    @Test(arguments: [
        ("a", "a"), ("é", "é"), ("ж你", "ж 你"), ("\r", "Enter"), ("\n", "C-j"), ("\t", "Tab"), ("\u{7F}", "Backspace"),
        ("\u{8}", "C-h"), ("\u{0}", "C-Space"), ("\u{1}", "C-a"), ("\u{1A}", "C-z"), ("\u{1C}", "C-\\"),
        ("\u{1D}", "C-]"), ("\u{1E}", "C-^"), ("\u{1F}", "C-_"), (" ", "Space"), ("A", "A"),
        // Alt by a leading ESC.
        ("\u{1B}a", "M-a"), ("\u{1B}ж", "M-ж"), ("\u{1B}\r", "M-Enter"), ("\u{1B}\u{7F}", "M-Backspace"),
        ("\u{1B}\u{1}", "C-M-a"), ("\u{1B}[", "M-["), ("\u{1B}O", "M-O"), ("\u{1B}]", "M-]"), ("\u{1B}P", "M-P"),
        ("\u{1B}_", "M-_"), ("\u{1B}_\u{1B}_", "M-_ M-_"), ("\u{1B}\u{1B}[A", "M-Up"), ("\u{1B}", "Escape"),
        ("\u{1B}\u{1B}", "Escape Escape"), ("\u{1B}\u{1B}x", "Escape M-x"), ("\u{1B}[\r", "M-[ Enter"),
        ("\u{1B}\u{1B}\u{1B}", "Escape Escape Escape"), ("\u{1B}]\u{1B}", "M-] Escape"),
    ])
    func readsPlainKeys(text: String, notations: String) {
        #expect(decoded(text) == presses(notations))
    }

    @Test(arguments: [
        ("[A", "Up"), ("[B", "Down"), ("[C", "Right"), ("[D", "Left"), ("OA", "Up"), ("OD", "Left"), ("[H", "Home"),
        ("[F", "End"), ("OH", "Home"), ("OF", "End"), ("[1~", "Home"), ("[4~", "End"), ("[7~", "Home"), ("[8~", "End"),
        ("[2~", "Insert"), ("[3~", "Delete"), ("[5~", "PageUp"), ("[6~", "PageDown"), ("[Z", "S-Tab"),
        ("OP", "F1"), ("OQ", "F2"), ("OR", "F3"), ("OS", "F4"), ("[11~", "F1"), ("[15~", "F5"), ("[17~", "F6"),
        ("[21~", "F10"), ("[23~", "F11"), ("[24~", "F12"), ("[25~", "F13"), ("[28~", "F15"), ("[34~", "F20"),
        ("[[A", "F1"), ("[[E", "F5"), ("[P", "F1"), ("OM", "Enter"), ("Op", "0"), ("Ok", "+"),
        // With modifiers: xterm, then rxvt.
        ("[1;5A", "C-Up"), ("[1;2C", "S-Right"), ("[1;3D", "M-Left"), ("[1;7B", "C-M-Down"), ("[1;6H", "C-S-Home"),
        ("[3;5~", "C-Delete"), ("[5;3~", "M-PageUp"), ("[1;5P", "C-F1"), ("[1;2R", "S-F3"), ("[15;2~", "S-F5"),
        ("O5P", "C-F1"), ("O1;2P", "S-F1"), ("Oa", "C-Up"), ("Od", "C-Left"), ("[a", "S-Up"), ("[d", "S-Left"),
        ("[7$", "S-Home"), ("[7^", "C-Home"), ("[8@", "C-S-End"), ("[1;9A", "Up"),
        // kitty and modifyOtherKeys.
        ("[13;2u", "S-Enter"), ("[13;5u", "C-Enter"), ("[27;2;13~", "S-Enter"), ("[27;5;9~", "C-Tab"),
        ("[9;2u", "S-Tab"), ("[127;5u", "C-Backspace"), ("[27u", "Escape"), ("[27;5;106~", "C-j"), ("[105;5u", "C-i"),
        ("[97u", "a"), ("[97;2u", "A"), ("[97;3u", "M-a"), ("[27;6;65~", "C-S-a"), ("[49:33;2u", "!"),
        ("[1078;5u", "C-ж"), ("[57414u", "Enter"), ("[57400u", "1"), ("[97;1:1u", "a"), ("[1;1:2A", "Up"),
    ])
    func readsSequences(sequence: String, notations: String) {
        #expect(decoded("\u{1B}" + sequence) == presses(notations))
        #expect(decoded("x\u{1B}" + sequence + "y") == presses("x \(notations) y"))
    }

    @Test(arguments: [
        "[97;1:3u", "[1;1:3A", "[57358u", "[57441;2u", "[?1;2c", "[>0;276;0c", "[12;40R", "[?2026;2$y", "[200;5z",
        "[99~", "[;;;;X", "[1;2;3;4m", "[?25h", "[[Z", "[E", "[0n", "OZ", "[999999999999~",
        "]11;rgb:0000/0000/0000\u{7}", "]11;rgb:0000/0000/0000\u{1B}\\", "P>|kitty(0.41)\u{1B}\\", "_Gi=31;OK\u{1B}\\",
        "Xsos\u{1B}\\", "^pm ж\u{1B}\\", "]\u{7}", "[38:2:1:2:3m",
    ])
    func swallowsWhatMeansNothing(sequence: String) {
        #expect(decoded("x\u{1B}" + sequence + "y") == presses("x y"))
    }

    @Test func aSequenceOfAnyLengthIsSwallowed() {
        let digits = String(repeating: "1;", count: 100_000)
        #expect(decoded("x\u{1B}[\(digits)A" + "y") == presses("x y"))
        #expect(decoded("x\u{1B}]\(digits)\u{7}y") == presses("x y"))
    }

    @Test func aStringThatNeverEndsGivesWayToTheNextKey() {
        #expect(decoded("\u{1B}]52;abc\rx") == presses("Enter x"))
        #expect(decoded("\u{1B}]52;abc\u{1B}[A") == presses("Up"))
    }

    @Test func clustersThatArriveTogetherAreOneKeyPress() {
        #expect(
            decoded("e\u{301}👨‍👩‍👧x") == [
                .key(KeyPress(.character("e\u{301}"))), .key(KeyPress(.character("👨‍👩‍👧"))),
                .key(KeyPress(.character("x"))),
            ])
    }

    @Test(
        arguments: [
            ([0xFF], "\u{FFFD}"), ([0xC3], ""), ([0xC3, 0x61], "\u{FFFD}a"), ([0xE2, 0x82, 0x61], "\u{FFFD}a"),
            ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF0, 0x9F, 0x61], "\u{FFFD}a"), ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A"),
            ([0xC2, 0x9B, 0x41], "\u{FFFD}A"), ([0xF0, 0x9F, 0x98, 0x80], "😀"),
        ] as [([UInt8], String)])
    func illFormedTextGivesReplacementsAndGoesOn(bytes: [UInt8], text: String) {
        let typed: [TerminalEvent] = text.unicodeScalars.map { .key(KeyPress(.character(String($0)))) }
        #expect(decoded(bytes) == typed)
    }

    @Test func brokenTextDoesNotSwallowAKey() {
        #expect(decoded([0xE2, 0x82, 0x1B, 0x5B, 0x41]) == presses("\u{FFFD} Up"))
        #expect(decoded([0xE2, 0x0D]) == presses("\u{FFFD} Enter"))
    }

    @Test func aTerminalsOwnSpellingsComeFirst() {
        let keys: [[UInt8]: KeyPress] = [
            [0x08]: KeyPress(.backspace), [0x1B, 0x41]: KeyPress(.up), Array("\u{1B}[M".utf8): KeyPress(.function(1)),
            Array("\u{1B}[H".utf8): KeyPress(.end), Array("\u{1B}OA".utf8): KeyPress(.down),
        ]
        #expect(decoded("\u{8}\u{1B}A\u{1B}[M\u{1B}[H\u{1B}OA", keys: keys) == presses("Backspace Up F1 End Down"))
        #expect(decoded("\u{1B}\u{8}", keys: keys) == presses("M-Backspace"))
    }

    @Test func focusIsTold() {
        #expect(decoded("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
    }

    @Test(arguments: [
        ("[<0;1;1M", MouseEvent(.press, .left, at: Point(x: 0, y: 0))),
        ("[<0;1;1m", MouseEvent(.release, .left, at: Point(x: 0, y: 0))),
        ("[<2;300;40M", MouseEvent(.press, .right, at: Point(x: 299, y: 39))),
        ("[<33;5;6M", MouseEvent(.move, .middle, at: Point(x: 4, y: 5))),
        ("[<35;5;6M", MouseEvent(.move, at: Point(x: 4, y: 5))),
        ("[<64;2;3M", MouseEvent(.wheelUp, at: Point(x: 1, y: 2))),
        ("[<81;2;3M", MouseEvent(.wheelDown, at: Point(x: 1, y: 2), .control)),
        ("[<12;2;3M", MouseEvent(.press, .left, at: Point(x: 1, y: 2), [.shift, .alt])),
        ("[M !!", MouseEvent(.press, .left, at: Point(x: 0, y: 0))),
        ("[M#\"#", MouseEvent(.release, at: Point(x: 1, y: 2))),
        ("[M`\"#", MouseEvent(.wheelUp, at: Point(x: 1, y: 2))),
    ])
    func mouseReportsAreRead(sequence: String, event: MouseEvent) {
        #expect(decoded("\u{1B}\(sequence)x") == [.mouse(event)] + presses("x"))
    }

    @Test(arguments: ["[<0;0;1M", "[<128;1;1M", "[<0;1M", "[<66;1;1M", "[<;;M", "[M   "])
    func mouseReportsThatCannotBeAreSwallowed(sequence: String) {
        #expect(decoded("\u{1B}\(sequence)x") == presses("x"))
    }
}
