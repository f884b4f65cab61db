/// What is being looked for while a list is open under the caret.
public struct CompletionQuery: Hashable, Sendable {
    /// Which list it is.
    public enum Kind: Hashable, Sendable {
        /// People, opened by `@` or by the command key.
        case person
        /// Emoticons, opened by `[` or `:` and two letters.
        case emoticon
        /// Commands and their arguments, opened by `/` at the start of the draft.
        case command
        /// What may be meant by a word; opened by a key, and never by what is typed.
        case spelling
    }

    /// Which list it is.
    public var kind: Kind
    /// What was typed behind the sign that opened the list, up to the caret.
    public var text: String
    /// The elements that an accepted entry takes the place of, the sign included.
    public var range: Range<Int>

    /// A query of that kind.
    public init(kind: Kind, text: String, range: Range<Int>) {
        self.kind = kind
        self.text = text
        self.range = range
    }
}

/// The place from which a list was opened.
struct QueryTrigger: Hashable, Sendable {
    var kind: CompletionQuery.Kind
    /// Index of the sign, or of the first letter when there is no sign.
    var start: Int
    /// Behind the last element that was typed for the query.
    var end: Int
    /// Whether the draft holds the sign; the command key opens the list without one.
    var hasSign: Bool

    /// The longest query in elements: names are shorter, and a text that goes on is no query any more.
    static let longestName = 64
    /// The longest command line that is completed, in elements.
    static let longestCommand = 256

    var limit: Int { kind == .command ? Self.longestCommand : Self.longestName }

    var textStart: Int { hasSign ? start + 1 : start }

    /// The trigger after `edit`, or nil when the edit touched the sign or what is around the query.
    func after(_ edit: Edit) -> QueryTrigger? {
        var result = self
        let change = edit.inserted.count - edit.removed.count
        let editEnd = edit.place + edit.removed.count
        if edit.place >= textStart && editEnd <= end {
            result.end += change
        } else if editEnd <= start {
            result.start += change
            result.end += change
        } else {
            return nil
        }
        return result
    }
}
