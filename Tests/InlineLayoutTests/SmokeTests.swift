import InlineLayout
import Testing

@Test func smoke() {
    var c = InlineContent()
    c.append(text: "morning all ")
    c.append(Box(id: 1, width: 4, height: 2))
    c.append(token: "@Bea", id: 7)
    c.append(text: ", how are you?\nfine")
    for w in [1, 5, 12, 20, 80] {
        var o = LayoutOptions(width: w)
        o.wrapping = .chat
        let l = c.layout(o)
        print(w, l.size, l.lines.count)
        for f in l.fragments { print("  ", f.kind, f.item, f.x, f.y, f.width, f.height, f.start, f.end) }
    }
}
