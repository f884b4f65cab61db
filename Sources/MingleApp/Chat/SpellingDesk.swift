import ChatUI
import Dispatch
import Glibc
import RichText
import Spelling

/// Asks the dictionaries in a thread of its own; they are opened when the first word is asked for.
final class SpellingDesk: @unchecked Sendable {
    /// Only the queue's thread touches it.
    private var speller: Speller??
    private let languages: [String]
    private let words: String
    private let queue = DispatchQueue(label: "mingle.spelling")
    private let deliver: @Sendable (ChatEvent) -> Void

    /// Nil where no dictionary of the person's language is installed. Without `languages` those of the locale and of
    /// `$LANGUAGE` are taken.
    init?(
        languages: [String]? = nil, environment: [String: String], deliver: @escaping @Sendable (ChatEvent) -> Void
    ) {
        let wanted = languages ?? SpellingDesk.languages(environment)
        self.languages = Speller.installed(wanted)
        if self.languages.isEmpty { return nil }
        words = SpellingDesk.folder(environment) + "/words"
        self.deliver = deliver
    }

    /// Looks up `asked`; told as ``ChatEvent/spelled(_:)``.
    func check(_ asked: [String]) {
        queue.async { [self] in
            guard let speller = open() else { return }
            deliver(.spelled(Dictionary(asked.map { ($0, speller.isRight($0)) }) { $1 }))
        }
    }

    /// Finds what may be meant by `word`; told as ``ChatEvent/spellings(of:isRight:_:)``.
    func suggest(_ word: String) {
        queue.async { [self] in
            guard let speller = open() else {
                let sentence = "The dictionary cannot be opened; is libhunspell-1.7-0 installed?"
                return deliver(.transport(.notice(sentence, isFailure: true)))
            }
            let isRight = speller.isRight(word)
            let found = isRight ? [] : speller.suggestions(for: word).map { HarmlessText.line($0) }
            deliver(.spellings(of: word, isRight: isRight, found))
        }
    }

    /// Keeps `word` in the person's list, one a line.
    func learn(_ word: String) {
        queue.async { [self] in
            open()?.teach(word)
            PrivateFolder.make(holding: words)
            let file = Glibc.open(words, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
            let line = Array((word + "\n").utf8)
            let isKept = file >= 0 && write(file, line, line.count) == line.count
            if file >= 0 { close(file) }
            if !isKept {
                let sentence = "\(HarmlessText.line(words)) cannot be written; “\(word)” is right until you leave"
                deliver(.transport(.notice(sentence, isFailure: true)))
            }
        }
    }

    private func open() -> Speller? {
        if let speller { return speller }
        let taught = Set(String(decoding: list(), as: UTF8.self).split(separator: "\n").map(String.init))
        let made = Speller(languages: languages, taught: taught)
        speller = made
        return made
    }

    /// The words that were learnt; none where there is no list yet.
    private func list() -> [UInt8] {
        guard access(words, R_OK) == 0 else { return [] }
        do throws(Failure) {
            var input = try Input(words)
            return try input.rest()
        } catch {
            deliver(.transport(.notice(error.sentence, isFailure: true)))
            return []
        }
    }

    private static func languages(_ environment: [String: String]) -> [String] {
        let list = environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        var result: [String] = []
        for name in [locale].compactMap({ $0 }) + list {
            guard let language = Speller.language(ofLocale: name), !result.contains(language) else { continue }
            result.append(language)
        }
        return result
    }

    private static func folder(_ environment: [String: String]) -> String {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/mingle" }
        return (environment["HOME"] ?? "") + "/.local/share/mingle"
    }
}
