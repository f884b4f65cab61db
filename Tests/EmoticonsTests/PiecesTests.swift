import Emoticons
import RichText
import TestSupport
import Testing

@Suite struct PiecesTests {
    private static let catalogue = Catalogue(packs: [
        Pack(
            id: "classic", name: "Classic",
            emoticons: [
                Emoticon(name: "smile", aliases: ["微笑"], ascii: [":)"]), Emoticon(name: "heart", aliases: ["love"]),
            ]),
        Pack(id: "other", name: "Other", emoticons: [Emoticon(name: "smile", ascii: [":)"]), Emoticon(name: "cat")]),
    ])

    /// The pieces drawn: codes between `‹` and `›`, texts between `“` and `”`.
    private func drawn(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        func part(_ range: Range<Int>) -> String { scalars[range].map { String($0) }.joined() }
        return Self.catalogue.pieces(of: text).map { piece in
            switch piece {
            case .text(let range): "“\(part(range))”"
            case .emoticon(let code, let range): "‹\(code.text)=\(part(range))›"
            }
        }.joined()
    }

    @Test(arguments: [
        ("", ""),
        ("hello", "“hello”"),
        ("[smile]", "‹[smile]=[smile]›"),
        ("a[smile]b", "“a”‹[smile]=[smile]›“b”"),
        ("[smile][heart]", "‹[smile]=[smile]›‹[heart]=[heart]›"),
        ("[smile", "“[smile”"),
        ("smile]", "“smile]”"),
        ("[]", "“[]”"),
        ("[", "“[”"),
        ("[nobody]", "“[nobody]”"),
        ("[[smile]", "“[”‹[smile]=[smile]›"),
        ("[[smile]]", "“[”‹[smile]=[smile]›“]”"),
        ("[smile [heart]", "“[smile ”‹[heart]=[heart]›"),
        ("[ smile]", "“[ smile]”"),
        ("[smi\nle]", "“[smi\nle]”"),
        ("\\[smile]", "“[smile]”"),
        ("a\\[smile]b", "“a”“[smile]b”"),
        ("\\\\[smile]", "“\\”“[smile]”"),
        ("\\[nobody]", "“\\[nobody]”"),
        ("\\[smile][smile]", "“[smile]”‹[smile]=[smile]›"),
        ("[smile]\\[smile]", "‹[smile]=[smile]›“[smile]”"),
        ("\\", "“\\”"),
        ("[SMILE]", "‹[SMILE]=[SMILE]›"),
        ("[微笑]", "‹[微笑]=[微笑]›"),
        ("[classic/smile:6x3]", "‹[classic/smile:6x3]=[classic/smile:6x3]›"),
        ("[smile:6x3]", "‹[smile:6x3]=[smile:6x3]›"),
        ("[smile:40x20]", "‹[smile:40x20]=[smile:40x20]›"),
        ("[smile:41x20]", "“[smile:41x20]”"),
        ("[smile:40x21]", "“[smile:40x21]”"),
        ("[smile:0x3]", "“[smile:0x3]”"),
        ("[smile:6x]", "“[smile:6x]”"),
        ("[smile:x3]", "“[smile:x3]”"),
        ("[smile:]", "“[smile:]”"),
        ("[smile:+6x3]", "“[smile:+6x3]”"),
        ("[smile:6x3x3]", "“[smile:6x3x3]”"),
        ("[smile:6x3:6x3]", "“[smile:6x3:6x3]”"),
        ("[smile:999999999999x1]", "“[smile:999999999999x1]”"),
        ("[other/smile]", "‹[other/smile]=[other/smile]›"),
        ("[other/heart]", "“[other/heart]”"),
        ("[/smile]", "“[/smile]”"),
        ("[classic/]", "“[classic/]”"),
        ("[a/classic/smile]", "“[a/classic/smile]”"),
        ("你[cat]👍🏽", "“你”‹[cat]=[cat]›“👍🏽”"),
    ])
    func codesAndTextAreToldApart(_ text: String, _ expected: String) {
        #expect(drawn(text) == expected)
    }

    @Test func namesAreFoundInTheOrderOfThePacks() {
        let catalogue = Self.catalogue
        #expect(catalogue.emoticon(for: EmoticonCode("SMILE")) == catalogue.packs[0].emoticons[0])
        #expect(catalogue.emoticon(for: EmoticonCode("smile", pack: "other")) == catalogue.packs[1].emoticons[0])
        #expect(catalogue.emoticon(for: EmoticonCode("love"))?.name == "heart")
        #expect(catalogue.emoticon(for: EmoticonCode("dog")) == nil)
        #expect(catalogue.size(of: EmoticonCode("smile")) == CellSize(width: 4, height: 2))
        #expect(catalogue.size(of: EmoticonCode("smile", size: CellSize(width: 6, height: 3)))?.width == 6)
        #expect(Catalogue().emoticon(for: EmoticonCode("smile")) == nil)
        // é in one scalar and in two is one name.
        let accented = Catalogue(packs: [Pack(id: "p", name: "P", emoticons: [Emoticon(name: "cafe\u{301}")])])
        #expect(accented.emoticon(for: EmoticonCode("caf\u{E9}")) != nil)
    }

    @Test func typedNamesAndSignsHaveCodes() {
        let names = Self.catalogue.codesByName
        #expect(names["smile"] == EmoticonCode("smile"))
        #expect(names["love"] == EmoticonCode("heart"))
        #expect(names["other/smile"] == EmoticonCode("smile", pack: "other"))
        #expect(names["classic/微笑"] == EmoticonCode("smile", pack: "classic"))
        #expect(Self.catalogue.codesBySign == [":)": EmoticonCode("smile")])
        for (name, code) in names {
            #expect(Self.catalogue.emoticon(for: code) != nil, "\(name)")
        }
    }

    @Test func searchFindsBeginningsFirstAndEachOnce() {
        #expect(Self.catalogue.search("").map(\.name) == ["smile", "heart", "cat"])
        #expect(Self.catalogue.search("L").map(\.name) == ["heart", "smile"])
        #expect(Self.catalogue.search("微").map(\.name) == ["smile"])
        #expect(Self.catalogue.search("zzz").isEmpty)
    }

    @Test(arguments: 1...20)
    func everyCodePointIsInOnePieceButForVanishedBackslashes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "[", "]", "\\", "smile", "classic", "/", ":", "6x3", " ", "a", "好", "[smile]", "\\[cat]", "\n", "e\u{301}",
        ]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...12, using: &random))
                .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let scalars = Array(text.unicodeScalars)
            var place = 0
            for piece in Self.catalogue.pieces(of: text) {
                let range: Range<Int>
                switch piece {
                case .text(let found): range = found
                case .emoticon(let code, let found):
                    range = found
                    #expect(scalars[found].map { String($0) }.joined() == code.text)
                    #expect(Self.catalogue.emoticon(for: code) != nil)
                }
                #expect(!range.isEmpty)
                let gap = scalars[place..<range.lowerBound]
                #expect(gap.isEmpty || (gap.elementsEqual(["\\"]) && scalars[range.lowerBound] == "["), "\(text)")
                place = range.upperBound
            }
            #expect(place == scalars.count, "\(text)")
        }
    }

    @Test(arguments: ["[", "[a", "[smile", "\\[", "[smile]", "]", "[[smile]:"])
    func aMegabyteOfBracketsTakesLinearTime(_ part: String) {
        // A quadratic search would need minutes for this.
        let text = String(repeating: part, count: 1_000_000 / part.utf8.count)
        #expect(!Self.catalogue.pieces(of: text).isEmpty)
    }
}
