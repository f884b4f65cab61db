import Terminal
import TestSupport
import Testing

@Suite struct KeyNotationTests {
    @Test(arguments: [
        ("a", KeyPress(.character("a"))), ("C-a", KeyPress(.character("a"), .control)),
        ("M-Enter", KeyPress(.enter, .alt)), ("S-Tab", KeyPress(.tab, .shift)), ("F1", KeyPress(.function(1))),
        ("F12", KeyPress(.function(12))), ("C-M-S-PageDown", KeyPress(.pageDown, [.control, .alt, .shift])),
        ("C--", KeyPress(.character("-"), .control)), ("-", KeyPress(.character("-"))),
        ("C-Space", KeyPress(.character(" "), .control)), ("C", KeyPress(.character("C"))),
        ("F", KeyPress(.character("F"))), ("M-F", KeyPress(.character("F"), .alt)), ("Escape", KeyPress(.escape)),
        ("ж", KeyPress(.character("ж"))), ("M-👍🏽", KeyPress(.character("👍🏽"), .alt)),
        ("M-M", KeyPress(.character("M"), .alt)),
    ])
    func readsAndWrites(notation: String, press: KeyPress) {
        #expect(KeyPress(notation) == press)
        #expect(press.description == notation)
    }

    @Test(arguments: ["", "C-", "ab", "F0", "F64", "F1x", "enter", "X-a", "C-ab", "M-C-"])
    func refusesWhatIsNoKey(notation: String) {
        #expect(KeyPress(notation) == nil)
    }

    @Test func theOrderOfModifiersDoesNotMatter() {
        #expect(KeyPress("S-M-C-Up") == KeyPress("C-M-S-Up"))
        #expect(KeyPress(" ") == KeyPress("Space"))
    }
}

@Suite struct ColourTests {
    @Test(arguments: [
        (Colour.standard, ColourDepth.palette, Colour.standard), (.indexed(200), .palette, .indexed(200)),
        (.indexed(200), .direct, .indexed(200)), (.rgb(1, 2, 3), .direct, .rgb(1, 2, 3)),
        (.rgb(255, 0, 0), .palette, .indexed(196)), (.rgb(95, 135, 175), .palette, .indexed(67)),
        (.rgb(120, 120, 120), .palette, .indexed(243)), (.rgb(250, 10, 10), .sixteen, .indexed(9)),
        (.rgb(200, 10, 10), .eight, .indexed(1)), (.indexed(9), .eight, .indexed(1)),
        (.indexed(9), .sixteen, .indexed(9)),
        (.indexed(196), .sixteen, .indexed(9)), (.indexed(196), .eight, .indexed(1)),
        (.indexed(9), .monochrome, .standard),
        (.rgb(9, 9, 9), .monochrome, .standard), (.indexed(232), .sixteen, .indexed(0)),
    ])
    func isReducedToTheNearest(colour: Colour, depth: ColourDepth, expected: Colour) {
        #expect(colour.reduced(to: depth) == expected)
    }

    /// Hue is kept: brown does not turn grey or olive, nor violet blue, nor a light blue a dark one.
    @Test(arguments: [
        (Colour.rgb(111, 63, 26), ColourDepth.palette, Colour.indexed(94)),
        (.rgb(245, 181, 102), .palette, .indexed(215)), (.rgb(142, 91, 208), .palette, .indexed(98)),
        (.rgb(142, 91, 208), .sixteen, .indexed(5)), (.rgb(102, 204, 255), .sixteen, .indexed(14)),
        (.rgb(201, 138, 75), .sixteen, .indexed(3)), (.rgb(245, 181, 102), .sixteen, .indexed(3)),
        (.rgb(58, 35, 0), .sixteen, .indexed(0)), (.rgb(255, 208, 46), .sixteen, .indexed(11)),
        (.rgb(74, 74, 74), .sixteen, .indexed(8)),
    ])
    func looksAlikeWhenReduced(colour: Colour, depth: ColourDepth, expected: Colour) {
        #expect(colour.reduced(to: depth) == expected)
    }

    /// Only the surroundings of a colour are looked at; what is found is as near as anything, or all but.
    @Test func nothingInThePaletteIsMuchNearer() {
        var generator = SeededGenerator(seed: 256)
        for _ in 0..<400 {
            func channel() -> UInt8 { UInt8.random(in: 0...255, using: &generator) }
            let colour = Colour.rgb(channel(), channel(), channel())
            let wanted = PerceivedColour(colour)
            func error(_ found: Colour) -> Float {
                wanted.distance(to: PerceivedColour(found), lightness: 0.5).squareRoot()
            }
            let least = (UInt8(16)...255).map { error(.indexed($0)) }.min() ?? 0
            #expect(error(colour.reduced(to: .palette)) <= least + 0.02, "\(colour)")
        }
    }

    @Test func lightnessIsThatOfOklab() {
        for (colour, lightness) in [
            (Colour.rgb(0, 0, 0), Float(0)), (.rgb(255, 255, 255), 1), (.rgb(255, 0, 0), 0.628),
            (.rgb(0, 0, 255), 0.452),
            (.rgb(128, 128, 128), 0.6),
        ] {
            #expect(abs(PerceivedColour(colour).lightness - lightness) < 0.005, "\(colour)")
        }
    }

    @Test func everyPaletteColourIsItsOwnNearest() {
        for index in UInt8(16)...255 {
            let (red, green, blue) = Colour.indexed(index).channels
            let nearest = Colour.rgb(red, green, blue).reduced(to: .palette)
            #expect(nearest.channels == (red, green, blue))
        }
    }
}

@Suite struct GeometryTests {
    @Test func rectanglesMeet() {
        let rect = Rect(x: 1, y: 1, width: 3, height: 3)
        #expect(rect.intersection(Rect(x: 2, y: -5, width: 9, height: 7)) == Rect(x: 2, y: 1, width: 2, height: 1))
        #expect(rect.intersection(Rect(x: 4, y: 1, width: 1, height: 1)).isEmpty)
        #expect(rect.contains(Point(x: 3, y: 3)))
        #expect(!rect.contains(Point(x: 4, y: 3)))
    }

    @Test func sizesWithoutEndAndBelowZeroAreHarmless() {
        let endless = Rect(x: 2, y: 2, width: .max, height: .max)
        #expect(endless.intersection(Rect(x: 0, y: 0, width: 4, height: 4)) == Rect(x: 2, y: 2, width: 2, height: 2))
        #expect(Rect(x: 0, y: 0, width: -1, height: 5).isEmpty)
        #expect(Rect(x: .max, y: 0, width: .max, height: 1).columns.count == 0)
    }
}
