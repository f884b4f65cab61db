import ChatCore
import JSON
import RichText

extension MessageContent {
    /// What `message` has beside its plain text `flat`, as a JSON object; nil when there is nothing.
    static func marks(of message: Message, _ flat: FlatText) -> String? {
        let isPlain =
            flat.mentions.isEmpty && flat.emoticons.isEmpty && flat.pictures.isEmpty && flat.runs.isEmpty
            && message.replyTo == nil && message.edits.isEmpty && message.reactions.isEmpty
            && message.retracted == nil && !message.isUnstyled
        let reached = deliveries.first { $0.delivery == message.delivery }
        if isPlain, reached == nil { return nil }
        var json = JSONText()
        json.object {
            write(message, flat, to: &$0)
            if let reached { $0.member("delivery", reached.name) }
        }
        return json.text
    }

    /// What is kept of how far a message got, since nobody would tell it again.
    static let deliveries: [(name: String, delivery: Message.Delivery)] = [
        ("delivered", .delivered), ("read", .read),
    ]

    /// Puts the members from `mentions` on, in the order of the format's description.
    static func write(_ message: Message, _ flat: FlatText, to json: inout JSONText) {
        writeMentions(flat, to: &json)
        if !flat.emoticons.isEmpty { json.array("emoticons", flat.emoticons) { write(emoticon: $1, to: &$0) } }
        if !flat.pictures.isEmpty { json.array("pictures", flat.pictures) { write(picture: $1, to: &$0) } }
        if !flat.runs.isEmpty { json.array("runs", flat.runs) { write(run: $1, to: &$0) } }
        if let replyTo = message.replyTo { json.member("replyTo", replyTo.text) }
        if !message.edits.isEmpty {
            json.array("edits", message.edits) { json, edit in
                json.object {
                    $0.member("time", edit.time.iso8601)
                    $0.member("text", edit.text)
                }
            }
        }
        if !message.reactions.isEmpty {
            json.array("reactions", message.reactions) { json, reaction in
                json.object {
                    $0.member("emoji", reaction.emoji)
                    $0.array("by", reaction.by) { $0.string($1.text) }
                }
            }
        }
        if let time = message.retracted { json.member("deleted", time.iso8601) }
        if message.isUnstyled {
            json.key("unstyled")
            json.literal("true")
        }
    }

    private static func writeMentions(_ flat: FlatText, to json: inout JSONText) {
        var everyone: [PersonID]?
        json.array("mentions", flat.mentions) { json, marked in
            json.object {
                $0.key("id")
                switch marked.value.target {
                case .person(let id): $0.string(id.text)
                case .everyone(let ids):
                    $0.literal("null")
                    let known = everyone ?? []
                    everyone = known + ids.filter { !known.contains($0) }
                }
                $0.member("name", marked.value.name)
                write(marked.range, to: &$0)
            }
        }
        if let everyone {
            json.array("everyone", everyone) { $0.string($1.text) }
        } else {
            json.key("everyone")
            json.literal("null")
        }
    }

    private static func write(_ range: Range<Int>, to json: inout JSONText) {
        json.member("start", range.lowerBound)
        json.member("end", range.upperBound)
    }

    private static func write(emoticon marked: FlatText.Marked<EmoticonCode>, to json: inout JSONText) {
        json.object {
            $0.member("name", marked.value.name)
            if let pack = marked.value.pack { $0.member("pack", pack) }
            write(marked.range, to: &$0)
        }
    }

    private static func write(picture marked: FlatText.Marked<Picture>, to json: inout JSONText) {
        let picture = marked.value
        json.object {
            $0.member("source", picture.source.text)
            $0.member("width", bounded(picture.size.width))
            $0.member("height", bounded(picture.size.height))
            $0.member("padX", bounded(picture.paddingX))
            $0.member("padY", bounded(picture.paddingY))
            $0.member("alt", picture.alt)
            $0.member("start", marked.range.lowerBound)
        }
    }

    private static func write(run marked: FlatText.Marked<RichText.Style>, to json: inout JSONText) {
        json.object {
            write(marked.range, to: &$0)
            if let colour = marked.value.colour { $0.member("colour", colour) }
            $0.member("scale", max(1, bounded(marked.value.scale)))
        }
    }

    /// A size as readers of the format take it.
    private static func bounded(_ cells: Int) -> Int { min(max(cells, 0), largestSize) }
}
