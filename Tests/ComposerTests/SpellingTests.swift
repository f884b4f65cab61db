import Composer
import RichText
import Testing

/// Which words of a draft a dictionary is asked about.
@Suite struct SpellingTests {
    @Test(arguments: [
        ("a cup of tea", ["cup", "of", "tea"]),
        ("don't, isn’t; 'quoted' rock'n'roll", ["don't", "isn’t", "quoted", "rock'n'roll"]),
        ("see https://example.org/tee or ann@example.org", ["see", "or"]),
        ("file.txt std::map end. Next: one", ["end", "Next", "one"]),
        ("/tmp/teh ~/teh --teh $HOME snake_case 3rd x86", ["teh"]),
        ("`code` <tag> #room é e\u{301}t\u{e9}", ["e\u{301}t\u{e9}"]),
        ("今天tea好 чай ชา", ["tea", "чай"]),
        ("", []), ("   ", []),
    ])
    func wordsOfADraft(text: String, words: [String]) {
        let composer = Composer(RichText(plain: text))
        let found = composer.words(in: 0..<composer.elements.count)
        #expect(found.map(\.text) == words)
        for word in found { #expect(composer.elements[word.range].map(\.text).joined() == word.text) }
    }

    @Test func aMentionIsNoWordAndPartsWords() {
        let ann = Mention(.person(PersonID("ann")), name: "Teh Ann")
        let composer = Composer(RichText([.text("hi", .init()), .mention(ann), .text("there", .init())]))
        #expect(composer.words(in: 0..<composer.elements.count).map(\.text) == ["hi", "there"])
    }

    @Test func aWordThatReachesIntoTheRangeIsWhole() {
        let composer = Composer(RichText(plain: "first second third"))
        #expect(composer.words(in: 8..<9).map(\.text) == ["second"])
        #expect(composer.words(in: 5..<6).isEmpty)
    }

    @Test(arguments: [(0, "first"), (3, "first"), (5, "first"), (6, "second"), (12, "second"), (14, "third")])
    func theWordAtTheCaret(caret: Int, word: String) {
        var composer = Composer(RichText(plain: "first second. third"))
        composer.move(to: caret)
        #expect(composer.wordAtCaret?.text == word)
    }

    @Test func aVeryLongRunIsNobodysWord() {
        let composer = Composer(RichText(plain: String(repeating: "a", count: 100_000) + " tea"))
        #expect(composer.words(in: 0..<composer.elements.count).map(\.text) == ["tea"])
    }
}
