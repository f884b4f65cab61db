import RichText

/// What is searched for in a room; a message is found when all of it fits.
public struct Search: Hashable, Sendable {
    /// Words that the text holds, compared without case and accents; each may be a part of a text without blanks, such
    /// as Chinese. The last one may be the beginning of a word.
    public var words: [String] = []
    /// Words of the author's name, compared like the text.
    public var from: String?
    /// The author.
    public var author: PersonID?
    /// Who is mentioned.
    public var mentions: PersonID?
    /// Said at this moment or later.
    public var since: Timestamp?
    /// Said before this moment.
    public var before: Timestamp?

    /// A search that finds everything.
    public init() {}

    /// Whether nothing is asked for.
    public var isEmpty: Bool { self == Search() }
}

/// A page of what a search found.
public struct Findings: Hashable, Sendable {
    /// What was searched for.
    public var search: Search
    /// Before which place was searched; nil for the first page.
    public var before: Int64?
    /// What was found, newest first.
    public var messages: [Message]
    /// Whether there is more before it.
    public var hasMore: Bool

    /// A page of what `search` found.
    public init(_ search: Search, before: Int64?, messages: [Message], hasMore: Bool) {
        self.search = search
        self.before = before
        self.messages = messages
        self.hasMore = hasMore
    }
}
