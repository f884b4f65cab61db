import Archive
import ChatCore
import ChatUI
import Emoticons
import Glibc
import InlineLayout
import JSON
import RichText
import Terminal

/// `mingle render`: messages in, wrapped lines or their fragments out.
struct Render {
    private let options: LayoutOptions
    private let tier: EmoticonTier
    private let coloured: Bool
    private let showsLayout: Bool
    private let isJSON: Bool
    private let terminator: UInt8
    private let path: String?
    private let catalogue: Catalogue
    private var output = Output()

    enum ColourChoice: String, CaseIterable {
        case auto, always, never
    }

    init(_ invocation: Invocation) throws(Failure) {
        var options = LayoutOptions(width: try invocation.cells("--width") ?? ScreenWidth.ofOutput())
        options.wrapping = try invocation.choice("--wrap", .chat)
        options.verticalAlignment = try invocation.choice("--valign", .top)
        let inset = try invocation.cells("--inset", count: 4) ?? [0, 0, 0, 0]
        let padding = try invocation.cells("--padding") ?? 0
        options.insets = Insets(
            left: inset[0] + padding, top: inset[1], right: inset[2] + padding, bottom: inset[3])
        options.lineSpacing = try invocation.cells("--line-spacing") ?? 0
        options.itemSpacing = try invocation.cells("--item-spacing") ?? 0
        options.startY = try invocation.cells("--start-y") ?? 0
        options.maxLines = try invocation.cells("--max-lines", atLeast: 1)
        let indent = try invocation.cells("--indent", count: 2) ?? [0, 0]
        options.firstIndent = indent[0]
        options.restIndent = indent[1]
        self.options = options
        tier = try invocation.choice("--emoticons", .cells)
        let colour: ColourChoice = try invocation.choice("--colour", .auto)
        coloured = colour == .always || (colour == .auto && isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil)
        showsLayout = invocation.has("--layout")
        isJSON = invocation.has("--json")
        if isJSON && invocation.has("-0") { throw .usage("-0 and --json exclude each other") }
        terminator = invocation.has("-0") ? 0 : 0x0A
        path = try invocation.optionalArgument()
        let packs = Packs.standard()
        for mistake in packs.mistakes { Output.tell(mistake) }
        catalogue = packs.catalogue
    }

    /// Renders all input; a line that is no message is told of and left out, and makes the outcome a failure.
    mutating func run() throws(Failure) {
        var input = try Input(path)
        var number = 0
        var mistakes = 0
        while let record = try input.record(endingWith: terminator) {
            do throws(Failure) {
                try render(text(of: record, line: number + 1), number: number)
            } catch  where error.code == .failure {
                Output.tell(error.sentence)
                mistakes += 1
            }
            number += 1
        }
        try output.flush()
        if mistakes > 0 { throw .told }
    }

    private func text(of record: [UInt8], line: Int) throws(Failure) -> RichText {
        if isJSON {
            return try MessageLines.decode(record, line: line).body
        }
        let isLine = terminator == 0x0A && record.last == 0x0D
        return RichText(plain: HarmlessText.lines(isLine ? record.dropLast() : record[...]))
    }

    private mutating func render(_ text: RichText, number: Int) throws(Failure) {
        let message = TypesetMessage(text, catalogue: catalogue, tier: tier)
        let layout = message.content.layout(options)
        if showsLayout {
            try writeFragments(of: layout, message, number: number)
        } else {
            try writeRows(of: layout, message)
        }
    }

    private mutating func writeRows(of layout: Layout, _ message: TypesetMessage) throws(Failure) {
        // One frame for each line box: a message of a million lines needs no frame of a million rows.
        let width = layout.size.width
        var y = 0
        for line in layout.lines {
            for _ in y..<max(line.y, y) { try output.line("") }
            var frame = Frame(size: Size(width: width, height: max(line.height, 1)))
            let clip = Rect(x: 0, y: 0, width: width, height: frame.size.height)
            message.draw(layout, lines: [line], x: 0, y: -line.y, clip: clip, into: &frame)
            for row in 0..<frame.size.height { try output.line(ScreenText.row(row, of: frame, coloured: coloured)) }
            y = line.y + frame.size.height
        }
        for _ in y..<max(layout.endY, y) { try output.line("") }
    }

    private mutating func writeFragments(
        of layout: Layout, _ message: TypesetMessage, number: Int
    ) throws(Failure) {
        var ranges = FragmentRanges(message)
        for (lineNumber, line) in layout.lines.enumerated() {
            for fragment in layout.fragments[line.fragments] {
                let range = ranges.codePoints(of: fragment)
                let text = fragment.kind == .ellipsis ? options.ellipsis : message.text(of: fragment)
                let kind = fragment.kind == .ellipsis ? "text" : message.pieces[fragment.item].kind.name
                var json = JSONText()
                json.object {
                    $0.member("message", number)
                    $0.member("line", lineNumber)
                    $0.member("x", fragment.x)
                    $0.member("y", fragment.y)
                    $0.member("width", fragment.width)
                    $0.member("height", fragment.height)
                    $0.member("kind", kind)
                    $0.member("text", text)
                    $0.member("start", range.lowerBound)
                    $0.member("end", range.upperBound)
                }
                try output.line(json.text)
            }
        }
        try writeSize(of: layout, number: number)
    }

    private mutating func writeSize(of layout: Layout, number: Int) throws(Failure) {
        var json = JSONText()
        json.object {
            $0.member("message", number)
            $0.key("size")
            $0.object {
                $0.member("width", layout.size.width)
                $0.member("height", layout.size.height)
            }
            $0.member("endY", layout.endY)
        }
        try output.line(json.text)
    }
}

extension TypesetMessage.Kind {
    /// The kind's name in the output of `--layout`.
    fileprivate var name: String {
        switch self {
        case .text, .alternative, .lineBreak: "text"
        case .mention: "mention"
        case .emoticon: "emoticon"
        case .picture: "picture"
        }
    }
}

/// Turns the engine's offsets in bytes into code points of the message, fragment after fragment in linear time.
private struct FragmentRanges {
    private let message: TypesetMessage
    private var item = -1
    private var bytes = 0
    private var codePoints = 0

    init(_ message: TypesetMessage) { self.message = message }

    mutating func codePoints(of fragment: Fragment) -> Range<Int> {
        if fragment.kind == .ellipsis { return codePoints..<codePoints }
        let piece = message.pieces[fragment.item]
        guard case .text(let utf8, _, _) = message.content.items[fragment.item] else {
            codePoints = piece.range.upperBound
            return piece.range
        }
        // What stands for a picture has the picture's one place, however long it is.
        if case .alternative = piece.kind { return piece.range }
        if fragment.item != item || fragment.start < bytes {
            item = fragment.item
            bytes = 0
            codePoints = piece.range.lowerBound
        }
        advance(to: fragment.start, from: utf8.lowerBound)
        let start = codePoints
        advance(to: fragment.end, from: utf8.lowerBound)
        return start..<codePoints
    }

    private mutating func advance(to end: Int, from base: Int) {
        for byte in message.content.utf8[base + bytes..<base + end] where byte & 0xC0 != 0x80 { codePoints += 1 }
        bytes = end
    }
}
