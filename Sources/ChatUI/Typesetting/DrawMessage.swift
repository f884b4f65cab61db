import Emoticons
import InlineLayout
import Pictures
import RichText
import Terminal

extension TypesetMessage {
    /// Draws `layout`, which was made of ``content``, with its origin at (x, y); nothing is drawn outside `clip`.
    public func draw(_ layout: Layout, x: Int, y: Int, clip: Rect, into frame: inout Frame) {
        draw(layout, lines: layout.lines, x: x, y: y, clip: clip, into: &frame)
    }

    /// Draws some `lines` of `layout`, with the layout's origin at (x, y).
    public func draw(_ layout: Layout, lines: [LineBox], x: Int, y: Int, clip: Rect, into frame: inout Frame) {
        draw(layout, lines: lines, x: x, y: y, clip: clip, sight: nil, into: &frame)
    }

    /// Draws some `lines` of `layout`, with what is known of its pictures.
    func draw(
        _ layout: Layout, lines: [LineBox], x: Int, y: Int, clip: Rect, sight: PictureSight?, into frame: inout Frame
    ) {
        for line in lines {
            guard y + line.y < clip.y + clip.height, y + line.y + line.height > clip.y else { continue }
            for fragment in layout.fragments[line.fragments] {
                draw(fragment, x: x + fragment.x, y: y + fragment.y, clip: clip, sight, into: &frame)
            }
        }
    }

    private func draw(
        _ fragment: Fragment, x: Int, y: Int, clip: Rect, _ sight: PictureSight?, into frame: inout Frame
    ) {
        let room = min(fragment.width, clip.x + clip.width - x)
        guard room > 0 else { return }
        if fragment.kind == .ellipsis {
            if clip.contains(row: y) { frame.write("…", x: x, y: y, style: styles.first ?? .plain, maxWidth: room) }
            return
        }
        switch pieces[fragment.item].kind {
        case .emoticon(let code, let emoticon?) where fragment.kind == .box:
            let size = size(of: code, emoticon)
            let shown = Rect(x: clip.x, y: clip.y, width: x + room - clip.x, height: clip.height)
            if let sight, let picture = sight.frame(of: code, size: size) {
                return frame.draw(picture, x: x, y: y, clip: shown, depth: sight.drawing.depth)
            }
            let still = emoticon.art(within: size) ?? emoticon.art
            guard let art = sight?.art(of: code, size: size) ?? still else { return }
            let depth = sight?.drawing.depth ?? .direct
            Pictures.draw(art, x: x, y: y, clip: shown, depth: depth, into: &frame)
        case .picture(let picture):
            let place = Rect(x: x, y: y, width: room, height: fragment.height)
            draw(picture, place, size: fragment.cells, clip: clip, sight, into: &frame)
        case .lineBreak: break
        case .text, .alternative, .mention, .emoticon:
            guard clip.contains(row: y) else { return }
            var style = style(of: fragment)
            // Every piece of an address that wraps leads to the whole of it.
            if let address = pieces[fragment.item].link { style.link = frame.link(to: address) }
            let isWhole = clip.contains(row: y + 1)
            draw(text(of: fragment), scale: fragment.height, isWhole: isWhole, style, x: x, y: y, room, into: &frame)
        }
    }

    /// Text of a larger scale is set wide; wide clusters of twice the size, of which both rows are seen, are drawn large
    /// by terminals that can.
    private func draw(
        _ text: String, scale: Int, isWhole: Bool, _ style: Style, x: Int, y: Int, _ room: Int, into frame: inout Frame
    ) {
        // A tab is a fragment of its own; as text it would be shown by its mark.
        if text == "\t" {
            frame.fill(Rect(x: x, y: y, width: room, height: 1), style: style)
            return
        }
        guard scale > 1 else {
            frame.write(text, x: x, y: y, style: style, maxWidth: room)
            return
        }
        var offset = 0
        for cluster in Clusters(text) where offset < room {
            frame.write(String(cluster.text), x: x + offset, y: y, style: style, maxWidth: room - offset)
            if scale == 2 && isWhole && cluster.width == 2 && offset + 4 <= room { frame.enlarge(x: x + offset, y: y) }
            offset += cluster.width * scale
        }
    }

    private func draw(
        _ picture: Picture, _ place: Rect, size: CellSize, clip: Rect, _ sight: PictureSight?, into frame: inout Frame
    ) {
        let words: String
        switch sight?.look(at: picture, size: size) {
        case .frame(let shown)?:
            return frame.draw(shown, x: place.x, y: place.y, clip: clip, depth: sight?.drawing.depth ?? .direct)
        case .words(let reason)?: words = reason
        case nil: words = ""
        }
        for row in place.y..<place.y + place.height where clip.contains(row: row) {
            frame.fill(Rect(x: place.x, y: row, width: place.width, height: 1), style: styleOfPictures)
        }
        // What it shows and why it is not seen: below each other where there is room.
        var lines = [picture.alt.isEmpty ? picture.source.location : picture.alt, words].filter { !$0.isEmpty }
        if place.height < lines.count { lines = [lines.joined(separator: " · ")] }
        let shown = lines.flatMap { place.height == 1 ? [$0] : $0.brokenAtBlanks(width: max(place.width, 1)) }
        for (row, line) in shown.prefix(place.height).enumerated() where clip.contains(row: place.y + row) {
            frame.write(
                line.truncated(toCells: place.width), x: place.x, y: place.y + row, style: styleOfPictures,
                maxWidth: place.width)
        }
    }

    /// The text that `fragment` shows; for a box that is no text, what stands for it in the message.
    public func text(of fragment: Fragment) -> String {
        switch content.items[fragment.item] {
        case .text(let range, _, _):
            let start = range.lowerBound
            return String(decoding: content.utf8[start + fragment.start..<start + fragment.end], as: UTF8.self)
        case .token(let range, _, _, _):
            return String(decoding: content.utf8[range], as: UTF8.self)
        case .box, .lineBreak:
            switch pieces[fragment.item].kind {
            case .emoticon(let code, _): return code.text
            case .picture(let picture): return picture.alt
            case .text, .alternative, .mention, .lineBreak: return ""
            }
        }
    }

    private func style(of fragment: Fragment) -> Style {
        switch content.items[fragment.item] {
        case .text(_, let number, _), .token(_, _, let number, _):
            var style = styles[number]
            if pieces[fragment.item].link != nil { style.attributes.insert(.underline) }
            return style
        case .box, .lineBreak: return .plain
        }
    }
}

extension Picture {
    /// What stands in a picture's place where there is none.
    var words: String { "[picture: " + (alt.isEmpty ? source.location : alt) + "]" }
}

extension Fragment {
    /// The cells that it takes.
    var cells: CellSize { CellSize(width: width, height: height) }
}

extension Rect {
    func contains(row: Int) -> Bool { row >= y && row < y + height }
}
