import Foundation
import Testing

/// One option of `render`: what goes in, and what is to come out, drawn.
struct RenderCase: CustomTestStringConvertible {
    let options: String
    let input: String
    let rows: String
    var testDescription: String { options }

    init(_ options: String, _ input: String, _ rows: String) {
        self.options = options
        self.input = input
        self.rows = rows
    }
}

private let sentence = "aaa bbb ccc ddd eee"

/// A message with everything in it, as `export` would print it.
private let everything = """
    {"v":1,"text":"hi @Bea \u{FFFC} [smile] end","mentions":[{"id":"local:x/bea","name":"Bea","start":3,"end":7}],\
    "everyone":null,"emoticons":[{"name":"smile","start":10,"end":17}],\
    "pictures":[{"source":"local-static:p.png","width":5,"height":3,"alt":"pic","start":8}]}
    """

private let drawn = [
    RenderCase("--width 11", sentence, "aaa bbb ccc|ddd eee"),
    RenderCase("--width 10", sentence, "aaa bbb|ccc ddd|eee"),
    RenderCase("--width 3", "abcdefgh", "abc|def|gh"),
    RenderCase("--width 16", "hello [smile] world [smile]", "hello ▐••▌ world|      ▐╰╯▌|▐••▌|▐╰╯▌"),
    RenderCase("--width 12 --wrap chat", "a 早上好，今天。b", "a 早上好，今|天。b"),
    RenderCase("--width 8 --wrap chat", "안녕 하세요", "안녕|하세요"),
    RenderCase("--width 8 --wrap unicode", "안녕 하세요", "안녕 하|세요"),
    RenderCase("--width 5 --wrap word", "ab cd12 e", "ab|cd12|e"),
    RenderCase("--width 4 --wrap character", "ab cd ef", "ab c|d ef"),
    RenderCase("--width 4 --wrap single", "ab cd ef", "ab cd ef"),
    RenderCase("--emoticons cells", "hi [smile]!", "hi ▐••▌!|   ▐╰╯▌"),
    RenderCase("--emoticons emoji", "hi [smile]!", "hi 🙂!"),
    RenderCase("--emoticons text", "hi [smile]!", "hi [smile]!"),
    RenderCase("--width 12 --padding 2", sentence, "  aaa bbb|  ccc ddd|  eee"),
    RenderCase("--width 10 --inset 1,1,2,1", sentence, "| aaa bbb| ccc ddd| eee|"),
    RenderCase("--width 7 --line-spacing 1", "aaa bbb ccc ddd", "aaa bbb||ccc ddd"),
    RenderCase("--item-spacing 2", "[smile][smile]x", "▐••▌  ▐••▌  x|▐╰╯▌  ▐╰╯▌"),
    RenderCase("--start-y 2", "aaa", "||aaa"),
    RenderCase("--width 12 --indent 2,4", "aaa bbb ccc ddd", "  aaa bbb|    ccc ddd"),
    RenderCase("--valign top", "a [smile] b", "a ▐••▌ b|  ▐╰╯▌"),
    RenderCase("--valign bottom", "a [smile] b", "  ▐••▌|a ▐╰╯▌ b"),
    RenderCase("--json --valign centre", everything, "        pic   ▐••▌|hi @Bea       ▐╰╯▌ end|"),
    RenderCase("--width 7 --max-lines 2", sentence, "aaa bbb|ccc dd…"),
    RenderCase("--width 7 --max-lines 3", sentence, "aaa bbb|ccc ddd|eee"),
    RenderCase("-0", "one\ntwo\0three\0", "one|two|three"),
    RenderCase("--json", everything, "hi @Bea pic   ▐••▌ end|              ▐╰╯▌|"),
    RenderCase(
        "--width 40", #"[ [] [none] [[smile] \[smile] [smile"#, "[ [] [none] [▐••▌ [smile] [smile|             ▐╰╯▌"),
    RenderCase("--width 20", "one\r\n\r\ntwo", "one||two"),
]

extension EndToEnd {
    /// `render`: messages in, wrapped lines or their fragments out.
    @Suite final class Rendering {
        private let sandbox = Sandbox()

        @Test(arguments: drawn) func drawsAsExpected(example: RenderCase) throws {
            let words = ["render"] + example.options.split(separator: " ").map(String.init)
            let outcome = try sandbox.start(words, input: Array(example.input.utf8)).wait()
            #expect(outcome.status == 0)
            #expect(outcome.complaint.isEmpty)
            let expected = example.rows.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            #expect(outcome.lines == expected)
        }

        @Test func theLayoutIsToldExactly() throws {
            let outcome = try sandbox.mingle("render", "--json", "--layout", "--width", "19", input: everything)
            let expected = """
                {"message":0,"line":0,"x":0,"y":0,"width":3,"height":1,"kind":"text","text":"hi ","start":0,"end":3}
                {"message":0,"line":0,"x":3,"y":0,"width":4,"height":1,"kind":"mention","text":"@Bea","start":3,"end":7}
                {"message":0,"line":0,"x":7,"y":0,"width":1,"height":1,"kind":"text","text":" ","start":7,"end":8}
                {"message":0,"line":0,"x":8,"y":0,"width":5,"height":3,"kind":"picture","text":"pic","start":8,"end":9}
                {"message":0,"line":0,"x":13,"y":0,"width":1,"height":1,"kind":"text","text":" ","start":9,"end":10}
                {"message":0,"line":0,"x":14,"y":0,"width":4,"height":2,"kind":"emoticon","text":"[smile]","start":10,"end":17}
                {"message":0,"line":1,"x":0,"y":3,"width":3,"height":1,"kind":"text","text":"end","start":18,"end":21}
                {"message":0,"size":{"width":18,"height":4},"endY":4}

                """
            #expect(outcome.text == expected)
            #expect(outcome.status == 0)
        }

        @Test func theLayoutCountsCodePointsAndStartsWhereItIsTold() throws {
            let outcome = try sandbox.mingle(
                "render", "--layout", "--width", "8", "--start-y", "3", "-0", input: "早上好 👍🏽 ok\nx\0second")
            let expected = """
                {"message":0,"line":0,"x":0,"y":3,"width":6,"height":1,"kind":"text","text":"早上好","start":0,"end":3}
                {"message":0,"line":1,"x":0,"y":4,"width":5,"height":1,"kind":"text","text":"👍🏽 ok","start":4,"end":9}
                {"message":0,"line":2,"x":0,"y":5,"width":1,"height":1,"kind":"text","text":"x","start":10,"end":11}
                {"message":0,"size":{"width":6,"height":3},"endY":6}
                {"message":1,"line":0,"x":0,"y":3,"width":6,"height":1,"kind":"text","text":"second","start":0,"end":6}
                {"message":1,"size":{"width":6,"height":1},"endY":4}

                """
            #expect(outcome.text == expected)
        }

        @Test func colourIsForTerminalsUnlessAskedFor() throws {
            let input = "[smile]\n"
            #expect(try !sandbox.mingle("render", input: input).output.contains(0x1B))
            #expect(try !sandbox.mingle("render", "--colour", "never", input: input).output.contains(0x1B))
            let always = try sandbox.mingle("render", "--colour", "always", input: input)
            #expect(always.lines.allSatisfy { $0.hasPrefix("\u{1B}[0;38;2;") && $0.hasSuffix("\u{1B}[0m") })

            let shell = try sandbox.shell()
            try shell.waitUntilShown("$")
            try shell.say("echo '[smile]' | mingle render")
            try shell.waitUntilShown("▐╰╯▌")
            #expect(try shell.styledRow(with: "▐╰╯▌")?.style(of: "╰")?.hasColour == true)
            try shell.say("clear; echo '[heart]' | NO_COLOR=1 mingle render")
            try shell.waitUntilShown("▝▜▛▘")
            #expect(try shell.styledRow(with: "▝▜▛▘")?.style(of: "▜")?.hasColour == false)
        }

        @Test func theWidthIsThatOfTheTerminalOrOfCOLUMNS() throws {
            let text = sandbox.file("text", String(repeating: "word ", count: 20) + "\n")
            let outcome = try sandbox.mingle("render", text, variables: ["COLUMNS": "24"])
            #expect(outcome.lines.first == "word word word word word")
            #expect(try sandbox.mingle("render", text).lines.first?.count == 79, "80 where nobody tells")
            let shell = try sandbox.shell(width: 50)
            try shell.waitUntilShown("$")
            try shell.say("mingle render text")
            try shell.waitUntil("as wide as the terminal") { $0.rows(with: "word").contains { $0.count == 49 } }
        }

        @Test func aLineOfAMegabyteIsLaidOut() throws {
            let word = String(repeating: "x", count: 1 << 20)
            let cut = try sandbox.mingle("render", "--width", "64", input: word + "\n")
            #expect(cut.status == 0)
            #expect(cut.lines.count == 16384)
            #expect(cut.lines.allSatisfy { $0.utf8.count == 64 })

            let words = String(repeating: "lorem 王伟 ipsum, ", count: 50_000)
            let set = try sandbox.mingle("render", "--width", "60", input: words)
            #expect(set.status == 0)
            #expect(set.text.filter { !$0.isWhitespace } == words.filter { !$0.isWhitespace }, "nothing is lost")
        }

        @Test func illFormedBytesAreShownAsMarks() throws {
            let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xC3, 0x28, 0xE2, 0x82, 0x0A, 0xED, 0xA0, 0x80, 0x0A, 0xC0, 0xAF]
            let outcome = try sandbox.mingle("render", bytes: bytes)
            #expect(outcome.status == 0)
            #expect(outcome.lines == ["a�b�(�", "���", "��"], "one mark for each maximal subpart")
        }

        @Test func nothingInGivesNothingOutAndAnEmptyLineALine() throws {
            #expect(try sandbox.mingle("render").output.isEmpty)
            #expect(try sandbox.mingle("render", input: "\n\n").text == "\n\n")
            for width in ["0", "1"] {
                #expect(try sandbox.mingle("render", "--width", width, input: "早 a").status == 0)
            }
        }

        @Test func aLineThatIsNoMessageIsToldAndTheOthersRendered() throws {
            let outcome = try sandbox.mingle(
                "render", "--json", input: #"{"text":"one"}"# + "\n[]\n" + #"{"text":"two"}"#)
            #expect(outcome.status == 1)
            #expect(outcome.text == "one\ntwo\n")
            #expect(outcome.complaint.hasPrefix("mingle: line 2: "))
        }

        @Test func whatIsExportedIsRendered() throws {
            #expect(try sandbox.mingle("send", "--mention", "local:x/bea", "see [smile]").status == 0)
            let exported = try sandbox.mingle("export").text
            #expect(
                try sandbox.mingle("render", "--json", input: exported).lines == ["@bea see ▐••▌", "         ▐╰╯▌"])
        }
    }

    /// `tags`: rows of chips.
    @Suite final class Tagging {
        private let sandbox = Sandbox()

        private func tags(_ options: String, _ input: String = "red\ngreen\nblue\n") throws -> [String] {
            let words = ["tags"] + options.split(separator: " ").map(String.init)
            let outcome = try sandbox.start(words, input: Array(input.utf8)).wait()
            #expect(outcome.status == 0)
            return outcome.lines
        }

        @Test func fullRowsAreFlushAndTheLastIsNatural() throws {
            // 20 cells: three margins leave 17 for chips of 5 and 7; the 5 left are shared, the odd one from the left.
            #expect(try tags("--width 20") == [" [ red  ] [ green ]", " [blue]"])
            #expect(try tags("--width 40") == [" [red] [green] [blue]"])
            #expect(try tags("--width 40 --margin 0 --padding 2") == ["[ red ][ green ][ blue ]"])
            #expect(try tags("--width 20 --spacing 1") == ["", " [ red  ] [ green ]", "", " [blue]", ""])
            #expect(try tags("--width 7", "a long one\n") == [" [a …]"])
            #expect(try tags("--width 20", "").isEmpty)
        }

        @Test func theLayoutIsToldExactly() throws {
            let expected = [
                #"{"tag":0,"row":0,"x":1,"y":1,"width":8,"height":1,"text":"red"}"#,
                #"{"tag":1,"row":0,"x":10,"y":1,"width":9,"height":1,"text":"green"}"#,
                #"{"tag":2,"row":1,"x":1,"y":3,"width":6,"height":1,"text":"blue"}"#,
                #"{"size":{"width":20,"height":5}}"#,
            ]
            #expect(try tags("--width 20 --spacing 1 --layout") == expected)
        }
    }
}
