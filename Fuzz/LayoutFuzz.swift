import InlineLayout

/// One input of the fuzzer: options from its first bytes, then content; what must hold of every layout is checked.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard count > 4 else { return 0 }
    var options = LayoutOptions(width: Int(bytes[0] % 64))
    options.wrapping = Wrapping.allCases[Int(bytes[1] % 5)]
    options.maxLines = bytes[2] % 8 == 0 ? Int(bytes[2] >> 3) : nil
    options.restIndent = Int(bytes[2] & 3)
    options.showsTrailingBlanks = bytes[3] & 1 == 1
    options.fillsBeforeLongWord = bytes[3] & 2 == 2
    options.itemSpacing = Int(bytes[3] >> 6)
    let content = content(of: UnsafeBufferPointer(rebasing: bytes[4...]))
    let layout = content.layout(options)
    check(layout)
    if let item = content.items.indices.last, case .text(let range, _, _) = content.items[item] {
        var edited = layout
        edited.replaceText(0..<min(range.count, 3), ofItem: item, with: "x 漢")
        precondition(edited == edited.content.layout(options))
    }
    for profile in [WidthProfile.modern, .wcwidth, .legacy] {
        precondition(content.utf8.withUnsafeBufferPointer { cells($0, profile) } >= 0)
    }
    return 0
}

/// Texts between bytes 0xF8 … 0xFF, each of which is a box, a mention, or a break.
private func content(of bytes: UnsafeBufferPointer<UInt8>) -> InlineContent {
    var content = InlineContent()
    var start = 0
    for at in 0...bytes.count where at == bytes.count || bytes[at] >= 0xF8 {
        content.append(utf8: UnsafeBufferPointer(rebasing: bytes[start..<at]), scale: 1 + (at - start) % 2)
        start = at + 1
        if at == bytes.count { break }
        switch bytes[at] {
        case 0xF8...0xFA:
            content.append(Box(id: at, width: Int(bytes[at] - 0xF8) * 5, height: at % 4, paddingX: at % 3))
        case 0xFB, 0xFC: content.append(token: "@Ann 漢", id: at)
        default: content.appendBreak()
        }
    }
    return content
}

private func check(_ layout: Layout) {
    precondition(!layout.lines.isEmpty && layout.size.height >= layout.lines.count / 2)
    var end = 0
    for line in layout.lines {
        precondition(line.utf8.lowerBound == end)
        end = line.utf8.upperBound
        var x = 0
        for fragment in layout.fragments[line.fragments] {
            precondition(fragment.x >= x && fragment.width >= 0 && fragment.height >= 0)
            x = fragment.x + fragment.width
        }
    }
    precondition(layout.options.maxLines != nil || end == layout.content.utf8.count)
    for place in 0..<min(layout.content.items.count, 4) {
        let caret = layout.caret(at: Position(item: place, offset: 3))
        _ = layout.hit(nearestX: caret.x, y: caret.y)
    }
}
