import ChatCore
import InlineLayout
import RichText
import Terminal

/// The versions of an edited message, which lie over the log.
struct MessageVersions: Hashable {
    let message: MessageID
    private var top = 0

    init(of message: MessageID) { self.message = message }

    /// A row: when a version was written over, or words of it.
    struct Row: Hashable {
        var text: String
        var isTitle = false
    }

    /// The versions in rows of `width` cells, oldest first.
    static func rows(of message: Message, width: Int, calendar: LocalCalendar) -> [Row] {
        var rows: [Row] = []
        var since = message.time
        let versions = message.edits.map { ($0.time, $0.text) } + [(nil, oneText(of: message))]
        for (until, text) in versions {
            let end = until.map { "to " + calendar.dateAndClock($0) } ?? "now"
            rows.append(Row(text: calendar.dateAndClock(since) + " " + end, isTitle: true))
            rows += lines(of: text, width: max(width, 1)).map { Row(text: $0) }
            since = until ?? since
        }
        return rows
    }

    private static func oneText(of message: Message) -> String {
        message.isRetracted ? Message.deletedText : FlatText(message.body).text
    }

    private static func lines(of text: String, width: Int) -> [String] {
        var content = InlineContent()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { content.appendBreak() }
            content.append(text: String(line))
        }
        var options = LayoutOptions(width: width)
        options.wrapping = .chat
        let layout = content.layout(options)
        return layout.lines.map { line in
            String(decoding: content.utf8[line.utf8], as: UTF8.self)
        }
    }

    /// Moves by `count` rows of `rows`, of which `height` are in sight.
    mutating func scroll(by count: Int, rows: Int, height: Int) {
        top = min(max(top + count, 0), max(rows - height, 0))
    }

    /// The rows in sight, of `rows`, in a pane that shows `height` of them.
    func shown(of rows: [Row], height: Int) -> ArraySlice<Row> { rows.dropFirst(top).prefix(height) }
}
