import Pictures
import RichText
import Terminal
import Testing

@Suite struct KittyTests {
    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}", omittingEmptySubsequences: false)
            .joined(separator: "␛")
    }

    @Test func aPictureIsSentInPieces() throws {
        let small = try Drawing.bitmap("R")
        #expect(
            text(KittyGraphics.transmit(small, id: 0x123456, size: CellSize(width: 4, height: 2)))
                == "␛_Ga=T,U=1,i=1193046,f=32,s=1,v=1,c=4,r=2,q=2,m=0;/wAA/w==␛\\")
        let large = try #require(
            Bitmap(width: 64, height: 64, pixels: Array(repeating: SIMD4(1, 2, 3, 255), count: 4096)))
        let pieces = text(KittyGraphics.transmit(large, id: 256, size: CellSize(width: 8, height: 4)))
            .split(separator: "␛\\")
        #expect(pieces.count == 6, "64 × 64 × 4 bytes are 21,848 letters")
        #expect(pieces.dropFirst().dropLast().allSatisfy { $0.hasPrefix("␛_Gq=2,m=1;") && $0.count == 4096 + 11 })
        #expect(pieces.last?.hasPrefix("␛_Gq=2,m=0;") == true)
        let payload = pieces.map { $0.split(separator: ";")[1] }.joined()
        #expect(payload == String(repeating: "AQID/wECA/8BAgP/", count: 1365) + "AQID/w==")
    }

    @Test func bytesAreWrittenForTheTerminalAroundTmux() {
        #expect(text(KittyGraphics.delete(id: 300)) == "␛_Ga=d,d=I,i=300,q=2␛\\")
        #expect(
            text(KittyGraphics.passedThrough(KittyGraphics.delete(id: 300)))
                == "␛Ptmux;␛␛_Ga=d,d=I,i=300,q=2␛␛\\␛\\")
        let two = KittyGraphics.delete(id: 300) + KittyGraphics.delete(id: 301)
        #expect(
            KittyGraphics.commandsPassedThrough(two)
                == KittyGraphics.passedThrough(KittyGraphics.delete(id: 300))
                + KittyGraphics.passedThrough(KittyGraphics.delete(id: 301)))
        #expect(
            text(KittyGraphics.queryThroughTmux)
                == "␛Ptmux;␛␛_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA␛␛\\␛\\␛Ptmux;␛␛[>0q␛\\")
    }

    @Test func everyPlaceholderCellTellsRowColumnAndPicture() {
        let placement = KittyPlacement(id: 0x0512_3456, size: CellSize(width: 3, height: 2))
        #expect(Array(placement.text(x: 0, y: 0).unicodeScalars) == ["\u{10EEEE}", "\u{305}", "\u{305}", "\u{33D}"])
        #expect(Array(placement.text(x: 2, y: 1).unicodeScalars) == ["\u{10EEEE}", "\u{30D}", "\u{30E}", "\u{33D}"])
        #expect(placement.colour(.direct) == .rgb(0x12, 0x34, 0x56) && placement.colour(.palette) == .indexed(0x56))
        let large = KittyPlacement(id: 1, size: CellSize(width: 999, height: 0))
        #expect(large.size == CellSize(width: KittyPlacement.largestSide, height: 1))
        #expect(KittyPlacement.largestSide >= 40, "the largest emoticon and the widest picture have their marks")
    }

    @Test func placeholdersAreClippedLikeText() {
        let placement = KittyPlacement(id: 0x123456, size: CellSize(width: 4, height: 2))
        var frame = Frame(size: Size(width: 5, height: 3))
        frame.draw(placement, x: 1, y: 0, clip: Rect(x: 2, y: 1, width: 9, height: 9), depth: .direct)
        #expect(frame.text(row: 0) == "     ")
        #expect(frame[2, 1].text == placement.text(x: 1, y: 1) && frame[2, 1].width == 1)
        #expect(frame[4, 1].text == placement.text(x: 3, y: 1) && frame[4, 1].style.foreground == .rgb(18, 52, 86))
        #expect(frame[1, 1].text == " ")
    }

    @Test func numbersKeepOutOfThePalette() {
        var seen: Set<UInt32> = []
        for count in 0..<1_000 {
            let number = KittyPlacement.number(count, salt: 77, depth: .direct)
            #expect(number >= 0x100 && number < 1 << 24)
            seen.insert(number)
            let small = KittyPlacement.number(count, salt: 12_345, depth: .palette)
            #expect((16...255).contains(small & 0xFF) && (1...61).contains(small >> 24) && small & 0xFF_FF00 == 0)
        }
        #expect(seen.count == 1_000)
    }

    /// What terminals answer to the questions; only the ones with placeholders get pixels.
    @Test(arguments: [
        ("kitty(0.41.1)", "_Gi=31;OK", PictureTier.kitty), ("kitty(0.28.0)", "_Gi=31;OK", .kitty),
        ("kitty(0.26.5)", "_Gi=31;OK", .cells), ("kitty(1.0.0)", "_Gi=31;OK", .kitty), ("kitty(0.41.1)", "", .cells),
        ("ghostty 1.2.0", "_Gi=31;OK", .kitty), ("WezTerm 20240203-110809-5046fc22", "_Gi=31;OK", .cells),
        ("iTerm2 3.5.10", "_Gi=31;OK", .cells), ("Konsole 23.08", "_Gi=31;OK", .cells), ("tmux 3.3a", "", .cells),
        ("tmux 3.3a", "_Gi=31;OK", .cells), ("XTerm(379)", "", .cells), ("kitty(0.41.1)", "_Gi=31;EINVAL:no", .cells),
        ("kitty(0.41.1)", "_Gi=32;OK", .cells), ("kitty", "_Gi=31;OK", .cells), ("kittyhawk(9.9)", "_Gi=31;OK", .cells),
        ("", "", .cells),
    ])
    func onlyTheRightTerminalsGetPixels(name: String, answer: String, tier: PictureTier) {
        var answers = TerminalAnswers(size: Size(width: 80, height: 24))
        if !name.isEmpty { answers.note(.name(name)) }
        if !answer.isEmpty { answers.note(.other(answer)) }
        #expect(PictureTier.best(for: answers, depth: .direct, isUTF8: true) == tier)
        #expect(PictureTier.best(for: answers, depth: .monochrome, isUTF8: true) == .emoji)
        #expect(PictureTier.best(for: answers, depth: .direct, isUTF8: false) == .text)
        #expect(PictureTier.best(for: answers, depth: .direct, isUTF8: true, wanted: .emoji) == .emoji)
    }

    /// tmux answers for itself; with passthrough the terminal around it answers too, and later.
    @Test func throughTmuxTheTerminalAroundItCounts() {
        var answers = TerminalAnswers(size: Size(width: 80, height: 24))
        answers.note(.name("tmux 3.3a"))
        answers.note(.attributes([1, 2, 4]))
        #expect(PictureTier.best(for: answers, depth: .direct, isUTF8: true) == .cells)
        answers.note(.other("_Gi=31;OK"))
        answers.note(.name("kitty(0.41.1)"))
        #expect(PictureTier.best(for: answers, depth: .direct, isUTF8: true) == .kitty)
    }

    @Test func blocksAreThoseThatTheTerminalDraws() {
        #expect(BlockGlyphs.best(forTerminal: "kitty(0.26.5)", isConsole: false) == .sextants)
        #expect(BlockGlyphs.best(forTerminal: "XTerm(379)", isConsole: false) == .quadrants)
        #expect(BlockGlyphs.best(forTerminal: nil, isConsole: false) == .quadrants)
        #expect(BlockGlyphs.best(forTerminal: nil, isConsole: true) == .halves)
    }
}

@Suite struct PictureValueTests {
    @Test func picturesKeepTheirProportions() {
        let most = CellSize(width: 40, height: 15)
        #expect(PictureFit.size(width: 64, height: 64, within: most) == CellSize(width: 8, height: 4))
        #expect(PictureFit.size(width: 4000, height: 1000, within: most) == CellSize(width: 40, height: 5))
        #expect(PictureFit.size(width: 100, height: 9000, within: most) == CellSize(width: 1, height: 15))
        #expect(
            PictureFit.size(width: 640, height: 480, within: most, cell: Size(width: 10, height: 20))
                == CellSize(width: 40, height: 15))
        #expect(PictureFit.size(width: 0, height: 5, within: most) == CellSize(width: 1, height: 1))
        #expect(PictureFit.size(width: 1, height: 1, within: CellSize(width: 0, height: -1)).width == 1)
    }

    @Test func nothingIsFetchedWithoutAYes() {
        var consent = PictureConsent()
        #expect(consent.decision(room: "r", person: "p") == .ask)
        #expect(consent.decision(room: "r", person: "p", isAsked: true) == .fetch)
        consent.rooms = ["r"]
        #expect(consent.decision(room: "r", person: "p") == .fetch && consent.decision(room: "s", person: "p") == .ask)
        consent.refused = ["p"]
        #expect(consent.decision(room: "r", person: "p") == .ask && consent.decision(room: "r", person: "q") == .fetch)
        consent = PictureConsent(people: ["p"])
        #expect(consent.decision(room: "any", person: "p") == .fetch)
    }
}
