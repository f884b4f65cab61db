import Composer

/// What is known of the spelling of words, and what a dictionary is to be asked.
struct Spelling {
    /// Milliseconds after the last key at which words are looked up: nobody wants to be corrected in mid-word.
    static let pause: Int64 = 400
    /// Words that are known at the most; then everything is asked anew.
    static let mostWords = 20_000
    /// Elements on both sides of the caret that are looked at.
    static let reach = 2_000

    /// Whether words are right; those that were asked for and not answered are not in it.
    private(set) var known: [String: Bool] = [:]
    private var asked: Set<String> = []
    /// When to look.
    var due: Int64?
    /// The word whose suggestions were asked for, in the draft as it was.
    var wanted: (word: SpelledWord, revision: Int)?

    /// The words of `words` that were never asked for; they count as asked from now on.
    mutating func unknown(of words: [SpelledWord]) -> [String] {
        var result: [String] = []
        for word in words where known[word.text] == nil && asked.insert(word.text).inserted { result.append(word.text) }
        return result
    }

    /// Takes in what a dictionary says.
    mutating func adopt(_ answers: [String: Bool]) {
        if known.count + answers.count > Spelling.mostWords { known = [:] }
        known.merge(answers) { $1 }
        asked.subtract(answers.keys)
    }
}
