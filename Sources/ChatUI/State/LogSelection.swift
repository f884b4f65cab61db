import ChatCore

/// Messages that are selected by key.
struct LogSelection: Hashable {
    /// The message that the keys move from.
    var message: MessageID
    /// The other end of the selection, where it is more than one message.
    var mark: MessageID?
    /// The link that one was asked about, by its number in the message.
    var link: Int?

    /// The indices in `timeline` of what is selected; nil when that is not at hand any more.
    func range(in timeline: Timeline) -> ClosedRange<Int>? {
        guard let place = timeline.index(of: message) else { return nil }
        let other = mark.flatMap { timeline.index(of: $0) } ?? place
        return min(place, other)...max(place, other)
    }
}
