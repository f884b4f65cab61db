import ChatCore
import InlineLayout
import RichText
import Terminal

/// A message as it stands in the log: rows that lead to it, its text, and the reactions under it.
///
/// It never changes. A class, since all who ask for what is in sight get it, and a value's dozens of references would be
/// counted each time.
final class MessageBlock {
    /// A row above a message.
    enum Lead: Hashable {
        /// A new day begins.
        case day(String)
        /// What follows was not read yet.
        case unread
        /// An empty row.
        case gap
        /// That many messages from here on are of people who are ignored.
        case hidden(Int)
    }

    let leads: [Lead]
    /// What the message answers, in a row above its text.
    let quote: Quote?
    /// Whether author and time are shown, or were just above.
    let showsAuthor: Bool
    /// The author's name and the time, as they stand before the text.
    let label: String
    let clock: String
    let body: TypesetMessage
    let layout: Layout
    let tags: [String]
    /// Which of the tags are there by oneself, too.
    let ownTags: Set<Int>
    let tagRows: TagRows

    let height: Int

    /// Whether nothing of the message itself is shown, because its author is ignored.
    let isHidden: Bool

    /// Whether something in it may be drawn by a picture.
    let hasPictures: Bool

    /// Whether something in it has more to tell: a mention, or a picture.
    let tellsMore: Bool

    /// The row of the block in which the text begins.
    let textRow: Int

    /// The reaction whose tag is in a cell, counted from the text.
    func tag(at cell: Point) -> Int? {
        let row = cell.y - layout.size.height
        return tagRows.rows.joined().first { $0.y == row && $0.x <= cell.x && cell.x < $0.x + $0.width }?.index
    }

    /// Sets `message` below what leads to it.
    init(
        _ message: Message, leads: [Lead], quote: Quote?, showsAuthor: Bool, me: PersonID?, columns: LogColumns,
        directory: Directory, settings: ChatState.Settings
    ) {
        isHidden = settings.ignored[message.author.id] != nil
        self.leads = leads
        self.quote = quote
        self.showsAuthor = showsAuthor
        let spoken = message.spoken
        var body = TypesetMessage(
            settings.drawsLargeText && settings.density != .dense ? MessageBlock.enlarged(spoken) : spoken,
            catalogue: settings.catalogue,
            tier: settings.emoticonTier, theme: settings.theme, me: me, marks: directory.marks,
            marksLinks: true, styles: settings.stylesText && !message.isUnstyled, enlargesLoneEmoticons: true,
            pictures: TypesetMessage.PictureRoom(
                width: columns.pictureWidth, usesWords: !settings.drawing.showsPictures || settings.density == .dense))
        if message.isRetracted {
            body.append(verbatim: Message.deletedText, style: settings.theme.faint)
        } else if !message.edits.isEmpty {
            body.append(verbatim: " (edited)", style: settings.theme.faint)
        }
        if message.author.id == me && !message.isRetracted {
            MessageBlock.appendMark(message.delivery, to: &body, settings.theme)
        }
        self.body = body
        label = showsAuthor ? directory.label(of: message.author, cells: columns.nameWidth) : ""
        clock = showsAuthor && columns.timeX != nil ? settings.calendar.clock(message.time) : ""
        layout = body.content.layout(columns.options(name: showsAuthor ? label : nil))
        tags = message.reactions.map { "\($0.emoji) \($0.by.count)" }
        ownTags = Set(
            message.reactions.indices.filter { index in me.map(message.reactions[index].by.contains) ?? false })
        tagRows = InlineLayout.tagRows(tags, TagOptions(width: columns.bodyWidth))
        textRow = leads.count + (quote == nil ? 0 : 1)
        height = isHidden ? leads.count : textRow + layout.size.height + tagRows.height
        hasPictures = body.pieces.contains { piece in
            switch piece.kind {
            case .picture, .emoticon: true
            default: false
            }
        }
        tellsMore = body.pieces.contains { piece in
            switch piece.kind {
            case .mention, .picture: true
            default: false
            }
        }
    }

    /// A message of one to three emoji and nothing else is set at twice the size.
    private static func enlarged(_ body: RichText) -> RichText {
        var count = 0
        for element in body.elements {
            guard case .text(let text, let style) = element, style.scale == 1 else { return body }
            for cluster in Clusters(text) where cluster.text != " " {
                count += 1
                let isEmoji = cluster.width == 2 && cluster.text.unicodeScalars.contains { $0.properties.isEmoji }
                guard isEmoji && count <= 3 else { return body }
            }
        }
        if count == 0 { return body }
        return RichText(
            body.elements.map { element in
                guard case .text(let text, var style) = element else { return element }
                style.scale = 2
                return .text(text, style)
            })
    }

    private static func appendMark(_ delivery: Message.Delivery, to body: inout TypesetMessage, _ theme: Theme) {
        // The no-break space keeps the mark with the last word.
        switch delivery {
        case .sending: body.append(verbatim: "\u{A0}…", style: theme.faint)
        case .sent: body.append(verbatim: "\u{A0}✓", style: theme.faint)
        case .delivered: body.append(verbatim: "\u{A0}✓✓", style: theme.faint)
        case .read: body.append(verbatim: "\u{A0}✓✓", style: theme.mention)
        case .failed(let reason): body.append(verbatim: " ✗ not sent: " + reason, style: theme.failure)
        }
    }
}
