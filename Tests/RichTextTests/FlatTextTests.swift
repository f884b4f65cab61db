import RichText
import TestSupport
import Testing

private let ann = Mention(.person(PersonID("local:ann/ann")), name: "Ann")

@Suite struct FlatTextTests {
    @Test func rangesCountCodePoints() {
        let flat = FlatText([.text("👍🏽 ", .plain), .mention(ann), .lineBreak, .emoticon(EmoticonCode("smile"))])
        #expect(flat.text == "👍🏽 @Ann\n[smile]")
        #expect(flat.mentions == [.init(ann, 3..<7)])
        #expect(flat.emoticons == [.init(EmoticonCode("smile"), 8..<15)])
    }

    @Test func marksThatDoNotFitStayText() {
        var flat = FlatText("hi @Ann")
        flat.mentions = [.init(ann, 3..<7), .init(ann, 4..<6), .init(ann, 5..<90), .init(ann, 2..<2)]
        #expect(flat.rich == [.text("hi ", .plain), .mention(ann)])
    }

    @Test func runsAreCutByAtoms() {
        var flat = FlatText("red @Ann red")
        flat.mentions = [.init(ann, 4..<8)]
        flat.runs = [.init(RichText.Style(colour: "red"), 0..<12)]
        let red = RichText.Style(colour: "red")
        #expect(flat.rich == [.text("red ", red), .mention(ann), .text(" red", red)])
    }

    @Test func aRunThatReachesOverAtomsGoesOnBehindThem() {
        var flat = FlatText("aa @Ann bb @Ann cc")
        flat.mentions = [.init(ann, 3..<7), .init(ann, 11..<15)]
        let (red, blue) = (RichText.Style(colour: "red"), RichText.Style(colour: "blue"))
        // The empty one says nothing, and the one inside another has nothing left to say.
        flat.runs = [.init(blue, 0..<0), .init(red, 1..<9), .init(blue, 4..<6), .init(blue, 16..<18)]
        #expect(
            flat.rich == [
                .text("a", .plain), .text("a ", red), .mention(ann), .text(" ", red), .text("b", red),
                .text("b ", .plain), .mention(ann), .text(" ", .plain), .text("cc", blue),
            ])
    }

    @Test func manyMarksOverOneTextTakeLinearTime() {
        // Each run against each mention would be ten thousand million steps, as would be the text of each emoticon.
        let count = 100_000
        var flat = FlatText(String(repeating: "@Ann r ", count: count))
        flat.mentions = (0..<count).map { .init(ann, $0 * 7..<$0 * 7 + 4) }
        flat.runs = (0..<count).map { .init(RichText.Style(colour: "red"), $0 * 7 + 5..<$0 * 7 + 6) }
        flat.emoticons = (0..<count).map { .init(EmoticonCode("smile"), 1..<7 * count - $0) }
        #expect(flat.rich.elements.count == 4 * count)
    }

    @Test(arguments: 0..<200) func flatteningAndBackGivesTheSame(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let rich = randomText(using: &generator)
        #expect(FlatText(rich).rich == rich, "\(rich)")
    }

    private func randomText(using generator: inout SeededGenerator) -> RichText {
        let picture = Picture(
            source: Picture.Source(.remoteAnimated, "https://example.org/a.gif"), size: CellSize(width: 3, height: 2),
            alt: "a")
        let choices: [RichText.Element] = [
            .text("a", .plain), .text("é👨‍👩‍👧 ", .plain), .text("red", RichText.Style(colour: "red", scale: 2)),
            .mention(ann), .mention(Mention(.everyone([PersonID("x")]), name: "everyone")),
            .emoticon(EmoticonCode("smile", pack: "classic", size: CellSize(width: 6, height: 3))),
            .picture(picture), .lineBreak,
        ]
        let count = Int.random(in: 0...12, using: &generator)
        return RichText((0..<count).map { _ in choices.randomElement(using: &generator) ?? .lineBreak })
    }
}

@Suite struct RichTextTests {
    @Test func neighbouringRunsJoin() {
        #expect(
            RichText([.text("a", .plain), .text("", .plain), .text("b", .plain)]).elements == [.text("ab", .plain)])
    }

    @Test func lineFeedsBecomeBreaks() {
        #expect(RichText(plain: "a\n\nb").elements == [.text("a", .plain), .lineBreak, .lineBreak, .text("b", .plain)])
    }

    @Test func blanksAtTheEndAreNotSent() {
        #expect(RichText([.mention(ann), .text(" ", .plain)]).withoutTrailingBlanks == [.mention(ann)])
        #expect(RichText(plain: " a b \n\n ").withoutTrailingBlanks == RichText(plain: " a b"))
        #expect(RichText(plain: " \n").withoutTrailingBlanks.isEmpty)
    }

    @Test func everyoneMeansThoseWhoWereThere() {
        let text: RichText = [.mention(Mention(.everyone([PersonID("a"), PersonID("b")]), name: "everyone"))]
        #expect(text.mentions(PersonID("b")))
        #expect(!text.mentions(PersonID("c")))
    }

    /// Each kind's prefix is cut by its own length, kinds are never swapped, and an unknown one stays whole.
    @Test(arguments: [
        ("local-static:a.png", Picture.Source.Kind.localStatic, "a.png"),
        ("local-animated:a.gif", .localAnimated, "a.gif"), ("remote-static:https://x/y", .remoteStatic, "https://x/y"),
        ("remote-animated:", .remoteAnimated, ""), ("file:a.png", nil, "file:a.png"),
        ("local-static", nil, "local-static"), ("", nil, ""),
    ])
    func pictureSourcesCarryTheirKind(text: String, kind: Picture.Source.Kind?, location: String) {
        let source = Picture.Source(text)
        #expect(source.kind == kind)
        #expect(source.location == location)
        #expect(source.text == text)
    }
}
