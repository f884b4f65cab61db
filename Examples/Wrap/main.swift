import InlineLayout

// A message: text, an emoticon of 4 × 2 cells, a mention.
var content = InlineContent()
content.append(text: "早上好 Ann, had coffee? The one from ")
content.append(Box(id: 1, width: 4, height: 2))
content.append(text: " is good, says ")
content.append(token: "@Bea", id: 7)
content.append(text: " 👍🏽, and I think so too.")

var options = LayoutOptions(width: 24)
options.wrapping = .chat
let layout = content.layout(options)

// Every fragment has its place: drawing is writing each of them at its own cells.
var rows = Array(repeating: "", count: layout.size.height)
for fragment in layout.fragments {
    for row in fragment.y..<fragment.y + fragment.height {
        rows[row] += String(repeating: " ", count: fragment.x - rows[row].cellWidth)
        if fragment.kind == .box {
            rows[row] += String(repeating: "▒", count: fragment.width)
        } else {
            let start = content.items[fragment.item].range.lowerBound
            rows[row] += String(decoding: content.utf8[start + fragment.start..<start + fragment.end], as: UTF8.self)
        }
    }
}
for row in rows { print(row) }
