import ChatCore

/// The list of what a search found, which lies over the log.
struct SearchResults: Hashable {
    /// How many results are asked for at a time.
    static let pageSize = 50

    let search: Search
    /// The search as it was written.
    let text: String
    /// Newest first.
    private(set) var messages: [Message] = []
    private(set) var hasMore = false
    /// Whether the transport was asked and has not answered.
    private(set) var isWaiting = true
    private(set) var chosen = 0

    init(_ search: Search, text: String) {
        self.search = search
        self.text = text
    }

    /// Takes in a page, unless it answers another question.
    mutating func take(_ findings: Findings) {
        guard isWaiting, findings.search == search, findings.before == messages.last?.order else { return }
        isWaiting = false
        messages += findings.messages
        hasMore = findings.hasMore
    }

    /// Moves the choice, and tells before which place more is wanted, if it is.
    mutating func move(by rows: Int) -> Int64? {
        chosen = min(max(chosen + rows, 0), max(messages.count - 1, 0))
        guard hasMore, !isWaiting, chosen + SearchResults.pageSize / 2 >= messages.count else { return nil }
        isWaiting = true
        return messages.last?.order
    }

    /// The chosen message.
    var choice: Message? { messages.indices.contains(chosen) ? messages[chosen] : nil }
}
