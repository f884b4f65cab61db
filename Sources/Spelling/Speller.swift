import CHunspell
import Glibc

/// The dictionaries of hunspell for some languages, and the words that the person has taught. For one thread.
///
/// A word is right when one of the dictionaries knows it. One that none of them can write, such as a Russian word for
/// an English dictionary, is nobody's to judge and passes.
public final class Speller {
    /// The most suggestions for a word.
    public static let mostSuggestions = 8

    private let dictionaries: [OpaquePointer]
    private var taught: Set<String>

    /// Opens the dictionaries of `languages`, such as `en_US`, that lie in `folders`; nil when there is none. Takes some
    /// 50 ms for each.
    public init?(languages: [String], folders: [String] = Speller.standardFolders, taught: Set<String> = []) {
        dictionaries = languages.compactMap { language in
            guard let path = Speller.path(of: language, in: folders) else { return nil }
            return mingle_dictionary_open(path + ".aff", path + ".dic")
        }
        self.taught = taught
        if dictionaries.isEmpty { return nil }
    }

    deinit { for dictionary in dictionaries { mingle_dictionary_close(dictionary) } }

    /// Whether `word` is right.
    public func isRight(_ word: String) -> Bool {
        if taught.contains(word) { return true }
        // The typographic apostrophe is none of the dictionaries'.
        let word = word.map { $0 == "’" ? "'" : $0 }
        let answers = dictionaries.map { mingle_dictionary_knows($0, String(word)) }
        return answers.contains(1) || !answers.contains(0)
    }

    /// What may be meant by `word`, best first: of each dictionary in turn.
    public func suggestions(for word: String) -> [String] {
        let lists = dictionaries.map { dictionary in
            let list = SuggestionList()
            mingle_dictionary_suggest(dictionary, word, Unmanaged.passUnretained(list).toOpaque(), takeSuggestion)
            return list.words
        }
        var result: [String] = []
        for place in 0..<Speller.mostSuggestions {
            for list in lists where place < list.count && !result.contains(list[place]) { result.append(list[place]) }
        }
        return Array(result.prefix(Speller.mostSuggestions))
    }

    /// Takes `word` for right from now on.
    public func teach(_ word: String) { taught.insert(word) }

    // MARK: Where dictionaries are

    /// Where Debian and others keep dictionaries.
    public static let standardFolders = [
        "/usr/share/hunspell", "/usr/share/myspell/dicts", "/usr/local/share/hunspell",
    ]

    /// Those of `languages` that there is a dictionary for, without opening it.
    public static func installed(_ languages: [String], folders: [String] = standardFolders) -> [String] {
        languages.filter { path(of: $0, in: folders) != nil }
    }

    /// The language of a locale such as `de_DE.UTF-8`; nil for `C` and its like.
    public static func language(ofLocale locale: String) -> String? {
        let name = String(locale.prefix { $0 != "." && $0 != "@" })
        return name.isEmpty || name == "C" || name == "POSIX" ? nil : name
    }

    private static func path(of language: String, in folders: [String]) -> String? {
        // A name is not a way through folders.
        guard !language.isEmpty,
            language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) })
        else { return nil }
        return folders.map { $0 + "/" + language }.first {
            access($0 + ".aff", R_OK) == 0 && access($0 + ".dic", R_OK) == 0
        }
    }
}

/// What a dictionary has told so far.
private final class SuggestionList {
    var words: [String] = []
}

private func takeSuggestion(_ context: UnsafeMutableRawPointer?, _ word: UnsafePointer<CChar>?) {
    guard let context, let word else { return }
    Unmanaged<SuggestionList>.fromOpaque(context).takeUnretainedValue().words.append(String(cString: word))
}
