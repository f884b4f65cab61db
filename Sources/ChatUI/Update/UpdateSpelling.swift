import Composer

extension ChatState {
    /// Notes that the draft changed: its words are looked up after a pause.
    mutating func lookAtSpelling(at moment: Moment) {
        guard settings.checksSpelling, !view.composer.isEmpty else { return }
        spelling.due = moment.milliseconds + Spelling.pause
    }

    /// Asks for the words around the caret that nobody knows yet, when it is time.
    mutating func checkSpelling(at moment: Moment) -> [Effect] {
        guard let due = spelling.due, due <= moment.milliseconds else { return [] }
        spelling.due = nil
        let caret = view.composer.caret
        let around = max(caret - Spelling.reach, 0)..<caret + Spelling.reach
        let unknown = spelling.unknown(of: view.composer.words(in: around))
        return unknown.isEmpty ? [] : [.checkSpelling(unknown)]
    }

    /// Asks what may be meant by the word at the caret.
    mutating func suggestSpelling() -> [Effect] {
        guard settings.checksSpelling else {
            tell("No dictionary of your language is installed, such as the package hunspell-en-us", isFailure: true)
            return []
        }
        guard let word = view.composer.wordAtCaret else {
            tell("There is no word before the caret")
            return []
        }
        spelling.wanted = (word, view.composer.revision)
        return [.suggestSpelling(word.text)]
    }

    /// Shows what may be meant, unless the draft has changed meanwhile.
    mutating func take(_ suggestions: [String], for word: String, isRight: Bool) {
        spelling.adopt([word: isRight])
        guard let wanted = spelling.wanted, wanted.word.text == word, wanted.revision == view.composer.revision else {
            return
        }
        spelling.wanted = nil
        if isRight { return tell("“\(word)” is right") }
        let entries = suggestions.map(Menu.Entry.spelling) + [.learn(word)]
        menu = Menu(
            query: CompletionQuery(kind: .spelling, text: word, range: wanted.word.range), entries: entries)
    }

    /// Puts `word` in place of the one that the list is about.
    mutating func correct(to word: String, at moment: Moment) {
        guard let range = menu?.query.range else { return }
        view.composer.select(range)
        view.composer.paste(word, at: moment.milliseconds)
    }

    /// What is underlined of the elements `range`: not the word that is being written.
    func misspelled(in range: Range<Int>) -> [Range<Int>] {
        guard settings.checksSpelling, !spelling.known.isEmpty else { return [] }
        let composer = view.composer
        return composer.words(in: range).filter {
            spelling.known[$0.text] == false && $0.range.upperBound != composer.caret
        }.map(\.range)
    }
}
