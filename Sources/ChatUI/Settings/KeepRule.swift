/// How long the messages of a room are kept, as the settings have it: `365 days`, `50 MB`, or both with a comma.
public struct KeepRule: Hashable, Sendable {
    /// Messages that were said more than so many days ago go; nil keeps them.
    public private(set) var days: Int?
    /// The oldest messages go while the texts of the room are larger than so many megabytes (10⁶ bytes); nil keeps them.
    public private(set) var megabytes: Int?

    /// The name that stands for all rooms that are not named.
    public static let everyRoom = "*"

    /// Reads a rule; nil for anything else, for 0, and for more than 100,000 of either.
    init?(_ text: String) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: " ")
            guard words.count == 2, let number = Int(words[0]), (1...100_000).contains(number) else { return nil }
            // Each of the two may be said once.
            switch words[1].lowercased() {
            case "day" where days == nil, "days" where days == nil: days = number
            case "mb" where megabytes == nil: megabytes = number
            default: return nil
            }
        }
        if days == nil && megabytes == nil { return nil }
    }

    /// The rules of all rooms that have one, and what is wrong with the others.
    static func read(_ entries: [SettingEntry]) -> (rules: [String: KeepRule], mistakes: [SettingMistake]) {
        var rules: [String: KeepRule] = [:]
        var mistakes: [SettingMistake] = []
        for entry in entries {
            if case .text(let text) = entry.value, let rule = KeepRule(text) {
                rules[entry.key] = rule
            } else {
                let sentence = "keep of \(entry.key) is such as \"365 days\", \"50 MB\" or \"365 days, 50 MB\""
                mistakes.append(SettingMistake(key: "keep", line: entry.line, sentence: sentence))
            }
        }
        return (rules, mistakes)
    }
}
