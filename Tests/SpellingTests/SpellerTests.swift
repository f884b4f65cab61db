import Foundation
import Spelling
import Testing

/// Dictionaries of three words each, by the real library.
@Suite struct SpellerTests {
    /// A folder with a dictionary in UTF-8 and one in Latin-1.
    private final class Dictionaries {
        let folder = FileManager.default.temporaryDirectory.path + "/mingle-spelling-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try write("xx_XX", "SET UTF-8\nTRY aeioutr\n", "3\ntea\nteapot\ncoffee\n", .utf8)
            try write("yy_YY", "SET ISO8859-1\nTRY aeio\u{FC}t\n", "2\nT\u{FC}te\nKaffee\n", .isoLatin1)
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        private func write(_ name: String, _ affixes: String, _ words: String, _ encoding: String.Encoding) throws {
            try affixes.write(toFile: "\(folder)/\(name).aff", atomically: true, encoding: encoding)
            try words.write(toFile: "\(folder)/\(name).dic", atomically: true, encoding: encoding)
        }
    }

    @Test func aWordIsRightWhenADictionaryKnowsIt() throws {
        let made = try Dictionaries()
        let speller = try #require(Speller(languages: ["xx_XX", "yy_YY"], folders: [made.folder]))
        #expect(speller.isRight("tea") && speller.isRight("Tea") && speller.isRight("TEA"))
        #expect(speller.isRight("Tüte") && speller.isRight("Kaffee"))
        #expect(!speller.isRight("tee") && !speller.isRight("Tute"))
    }

    @Test func whatNoDictionaryCanWriteIsNotJudged() throws {
        let made = try Dictionaries()
        let latin = try #require(Speller(languages: ["yy_YY"], folders: [made.folder]))
        #expect(latin.isRight("чай"))
        #expect(latin.isRight(String(repeating: "a", count: 5_000)))
    }

    @Test func suggestionsComeInTheLettersOfThePerson() throws {
        let made = try Dictionaries()
        let speller = try #require(Speller(languages: ["xx_XX", "yy_YY"], folders: [made.folder]))
        #expect(speller.suggestions(for: "cofee").contains("coffee"))
        #expect(speller.suggestions(for: "Tüta").contains("Tüte"))
        #expect(speller.suggestions(for: String(repeating: "a", count: 5_000)).isEmpty)
    }

    @Test func aTaughtWordIsRight() throws {
        let made = try Dictionaries()
        let speller = try #require(
            Speller(languages: ["xx_XX"], folders: [made.folder], taught: ["ncurses"]))
        #expect(speller.isRight("ncurses") && !speller.isRight("mingle"))
        speller.teach("mingle")
        #expect(speller.isRight("mingle"))
    }

    @Test func withoutADictionaryThereIsNoSpeller() throws {
        let made = try Dictionaries()
        #expect(Speller(languages: ["zz_ZZ", "../xx_XX", ""], folders: [made.folder]) == nil)
        #expect(Speller.installed(["zz_ZZ", "xx_XX", "../x"], folders: [made.folder]) == ["xx_XX"])
    }

    @Test(arguments: [("de_DE.UTF-8", "de_DE"), ("sr_RS@latin", "sr_RS"), ("C.UTF-8", nil), ("POSIX", nil), ("", nil)])
    func languageOfALocale(locale: String, language: String?) {
        #expect(Speller.language(ofLocale: locale) == language)
    }
}
