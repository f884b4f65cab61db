import Archive
import InlineLayout
import JSON
import RichText
import Terminal

/// `mingle tags`: one chip for each input line, set into rows.
struct Tags {
    private let options: TagOptions
    private let showsLayout: Bool
    private let path: String?

    init(_ invocation: Invocation) throws(Failure) {
        var options = TagOptions(width: try invocation.cells("--width") ?? ScreenWidth.ofOutput())
        options.margin = try invocation.cells("--margin") ?? 1
        options.spacing = try invocation.cells("--spacing") ?? 0
        options.padding = try invocation.cells("--padding") ?? 1
        self.options = options
        showsLayout = invocation.has("--layout")
        path = try invocation.optionalArgument()
    }

    func run() throws(Failure) {
        var input = try Input(path)
        var tags: [String] = []
        while let record = try input.record(endingWith: 0x0A) {
            tags.append(HarmlessText.line(String(decoding: record, as: UTF8.self), trims: false))
        }
        let rows = tagRows(tags, options)
        var output = Output()
        if showsLayout {
            try writeLayout(of: rows, tags, to: &output)
        } else {
            try draw(rows, tags, to: &output)
        }
        try output.flush()
    }

    private func writeLayout(of rows: TagRows, _ tags: [String], to output: inout Output) throws(Failure) {
        for (number, row) in rows.rows.enumerated() {
            for chip in row {
                var json = JSONText()
                json.object {
                    $0.member("tag", chip.index)
                    $0.member("row", number)
                    $0.member("x", chip.x)
                    $0.member("y", chip.y)
                    $0.member("width", chip.width)
                    $0.member("height", chip.height)
                    $0.member("text", tags[chip.index])
                }
                try output.line(json.text)
            }
        }
        var json = JSONText()
        json.object {
            $0.key("size")
            $0.object {
                $0.member("width", options.width)
                $0.member("height", rows.height)
            }
        }
        try output.line(json.text)
    }

    /// Draws each chip between brackets, which stand in its padding where it has any.
    private func draw(_ rows: TagRows, _ tags: [String], to output: inout Output) throws(Failure) {
        var y = 0
        for row in rows.rows {
            guard let first = row.first else { continue }
            for _ in y..<max(first.y, y) { try output.line("") }
            var frame = Frame(size: Size(width: options.width, height: 1))
            for chip in row {
                let text = tags[chip.index].truncated(toCells: chip.textWidth)
                frame.write(text, x: chip.textX, y: 0, maxWidth: chip.textWidth)
                guard options.padding > 0, chip.width >= 2 else { continue }
                frame.write("[", x: chip.x, y: 0)
                frame.write("]", x: chip.x + chip.width - 1, y: 0)
            }
            try output.line(ScreenText.row(0, of: frame, coloured: false))
            y = first.y + first.height
        }
        for _ in y..<max(rows.height, y) { try output.line("") }
    }
}
