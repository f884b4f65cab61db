import InlineLayout
import Terminal
import Testing

/// Draws a frame between bars, a row a line.
func drawn(_ frame: Frame) -> String {
    (0..<frame.size.height).map { "|\(frame.text(row: $0))|" }.joined(separator: "\n")
}

@Suite struct FrameTests {
    @Test func aNewFrameIsBlank() {
        let frame = Frame(size: Size(width: 3, height: 2))
        #expect(drawn(frame) == "|   |\n|   |")
        #expect(frame.cursor == nil)
        #expect(frame[0, 0] == Cell(text: " ", width: 1, style: .plain))
    }

    struct Writing: Sendable, CustomTestStringConvertible {
        let text: String
        let x: Int
        var maxWidth = Int.max
        let row: String
        let advance: Int
        var testDescription: String { "\(text.debugDescription) at \(x) in \(maxWidth)" }
    }

    @Test(arguments: [
        Writing(text: "ab", x: 1, row: ".ab...", advance: 2),
        Writing(text: "abcdefgh", x: 2, row: "..abcd", advance: 4),
        Writing(text: "abcdefgh", x: 1, maxWidth: 3, row: ".abc..", advance: 3),
        Writing(text: "abc", x: -1, row: "bc....", advance: 3),
        Writing(text: "你好", x: 1, row: ".你好.", advance: 4),
        Writing(text: "你好吗", x: 1, row: ".你好 ", advance: 5),
        Writing(text: "你好", x: 0, maxWidth: 3, row: "你 ...", advance: 3),
        Writing(text: "你好", x: -1, row: " 好...", advance: 4),
        Writing(text: "你", x: -2, row: "......", advance: 2),
        Writing(text: "a\u{1B}[m", x: 0, row: "a␛[m..", advance: 4),
        Writing(text: "\r\n\t\u{7F}", x: 0, row: "␍␊␉␡..", advance: 4),
        Writing(text: "\u{85}\u{9B}", x: 0, row: "\u{FFFD}\u{FFFD}....", advance: 2),
        Writing(text: "a\u{200B}b\u{202E}c", x: 0, row: "abc...", advance: 3),
        Writing(text: "e\u{301}\u{302}x", x: 0, row: "e\u{301}\u{302}x....", advance: 2),
        Writing(text: "a", x: 6, row: "......", advance: 0),
        Writing(text: "a", x: .max, row: "......", advance: 0),
        Writing(text: "a", x: .min, row: "......", advance: 1),
        Writing(text: "a", x: 0, maxWidth: 0, row: "......", advance: 0),
        Writing(text: "a", x: 0, maxWidth: -1, row: "......", advance: 0),
        Writing(text: "", x: 0, row: "......", advance: 0),
    ])
    func writes(_ writing: Writing) {
        var frame = Frame(size: Size(width: 6, height: 1))
        frame.fill(Rect(frame.size), with: ".")
        let advance = frame.write(writing.text, x: writing.x, y: 0, maxWidth: writing.maxWidth)
        #expect(drawn(frame) == "|\(writing.row)|")
        #expect(advance == writing.advance)
    }

    @Test func aRowOutsideIsPassedOver() {
        var frame = Frame(size: Size(width: 4, height: 1))
        #expect(frame.write("abc", x: 0, y: 1) == 3)
        #expect(frame.write("你好吗", x: 0, y: -1) == 4)
        #expect(drawn(frame) == "|    |")
        #expect(frame[9, 9] == Cell(text: " ", width: 1, style: .plain))
        #expect(frame.text(row: 1).isEmpty)
    }

    @Test(arguments: [(0, "x 好"), (1, " x好"), (2, "你x "), (3, "你 x")])
    func overwritingAHalfBlanksTheOther(x: Int, row: String) {
        var frame = Frame(size: Size(width: 4, height: 1))
        frame.write("你好", x: 0, y: 0)
        frame.write("x", x: x, y: 0)
        #expect(frame.text(row: 0) == row)
    }

    @Test func aWideClusterOverTwoHalvesBlanksBothNeighbours() {
        var frame = Frame(size: Size(width: 4, height: 1))
        frame.write("你好", x: 0, y: 0)
        frame.write("吗", x: 1, y: 0)
        #expect(frame.text(row: 0) == " 吗 ")
    }

    @Test func bothHalvesTellOfTheirCluster() {
        var frame = Frame(size: Size(width: 3, height: 1))
        let style = Style(foreground: .indexed(3), [.bold])
        frame.write("你", x: 1, y: 0, style: style)
        #expect(frame[1, 0] == Cell(text: "你", width: 2, style: style))
        #expect(frame[2, 0] == Cell(text: "", width: 0, style: style))
    }

    @Test(arguments: [
        (" ", "a    f"), ("─", "a────f"), ("-=", "a-=-=f"), ("你", "a你你f"), ("", "a    f"), ("\u{200B}", "a    f"),
        ("123", "a1231f"), ("\n", "a␊␊␊␊f"),
    ])
    func fills(text: String, row: String) {
        var frame = Frame(size: Size(width: 6, height: 1))
        frame.write("abcdef", x: 0, y: 0)
        frame.fill(Rect(x: 1, y: 0, width: 4, height: 9), with: text)
        #expect(frame.text(row: 0) == row)
    }

    @Test func fillingCutsWideClustersAtItsEdges() {
        var frame = Frame(size: Size(width: 6, height: 1))
        frame.write("你好吗", x: 0, y: 0)
        frame.fill(Rect(x: 1, y: 0, width: 4, height: 1), with: ".")
        #expect(frame.text(row: 0) == " .... ")
    }

    @Test func restylingTakesWideClustersWhole() {
        var frame = Frame(size: Size(width: 6, height: 1))
        frame.write("你好吗", x: 0, y: 0)
        frame.restyle(Rect(x: 1, y: 0, width: 2, height: 1)) { $0.attributes.insert(.reverse) }
        #expect((0..<6).map { frame[$0, 0].style.attributes == .reverse } == [true, true, true, true, false, false])
        #expect(frame.text(row: 0) == "你好吗")
    }

    @Test func framesAreEqualWhenTheyShowTheSame() {
        let family = "👨‍👩‍👧"
        var left = Frame(size: Size(width: 8, height: 2))
        var right = left
        left.write("e\u{301}", x: 0, y: 0)
        left.write(family, x: 2, y: 1)
        right.write(family, x: 2, y: 1)
        #expect(left != right)
        #expect(left.row(1, equalsThatOf: right))
        #expect(!left.row(0, equalsThatOf: right))
        right.write("e\u{301}", x: 0, y: 0)
        #expect(left == right)
        right.restyle(Rect(x: 2, y: 1, width: 1, height: 1)) { $0.foreground = .rgb(1, 2, 3) }
        #expect(left != right)
    }

    @Test func cursorAndSizeCountInEquality() {
        var frame = Frame(size: Size(width: 2, height: 1))
        let blank = frame
        frame.cursor = Point(x: 0, y: 0)
        #expect(frame != blank)
        #expect(blank != Frame(size: Size(width: 1, height: 2)))
        #expect(!blank.row(0, equalsThatOf: Frame(size: Size(width: 1, height: 2))))
    }

    @Test func sizesAreBroughtInsideTheLimits() {
        #expect(Frame(size: Size(width: -4, height: 3)).size == Size(width: 0, height: 3))
        let large = Frame(size: Size(width: 1_000_000, height: .max))
        #expect(large.size == Size(width: 1_000_000, height: Frame.mostCells / 1_000_000))
    }

    @Test func everyStyleComesBackAsItWasWritten() {
        let colours: [Colour] = [.standard, .indexed(0), .indexed(255), .rgb(0, 0, 0), .rgb(255, 254, 253)]
        var frame = Frame(size: Size(width: 1, height: 1))
        for foreground in colours {
            for background in colours {
                for bits in UInt8(0)..<64 {
                    let style = Style(
                        foreground: foreground, background: background, Attributes(rawValue: bits))
                    frame.write("x", x: 0, y: 0, style: style)
                    #expect(frame[0, 0].style == style)
                }
            }
        }
    }
}
