extension String {
    /// The cells the text takes on one line, in the profile ``WidthProfile/modern``; controls take none.
    ///
    ///     "咖啡 ☕️".cellWidth  // 7
    public var cellWidth: Int { cellWidth(.modern) }

    /// The cells the text takes on one line in any profile; controls take none.
    ///
    ///     "👨‍👩‍👧".cellWidth  // 2
    ///     "👨‍👩‍👧".cellWidth(.legacy)  // 6
    public func cellWidth(_ profile: WidthProfile) -> Int {
        var text = self
        return text.withUTF8 { cells($0, profile) }
    }

    /// The text if it fits in `cells`, else as many of its first clusters as fit with the ellipsis behind them.
    ///
    /// No cluster is cut; the result is never wider than `cells`, and is empty where not even a cluster of the
    /// ellipsis fits.
    ///
    ///     "王伟 is typing".truncated(toCells: 8)  // "王伟 is…"
    public func truncated(toCells cells: Int, ellipsis: String = "…") -> String {
        if cellWidth <= cells { return self }
        let room = cells - ellipsis.cellWidth
        return room < 0 ? ellipsis.prefix(ofCells: cells) : prefix(ofCells: room) + ellipsis
    }

    /// The clusters that fit in `cells`, from the first on.
    private func prefix(ofCells cells: Int) -> String {
        var text = self
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, cells > 0 else { return "" }
            var pen = Pen(at: 0)
            _ = CellScanner(start)
                .advance(&pen, to: bytes.count, room: cells, stopsAtControls: false)
            return String(decoding: bytes[..<pen.at], as: UTF8.self)
        }
    }
}

/// The cells of valid UTF-8 on one line; controls take none.
///
/// This is ``Swift/String/cellWidth`` for text that is bytes already: nothing is copied or allocated.
///
///     Array("咖啡".utf8).withUnsafeBufferPointer { cells($0) }  // 4
public func cells(_ utf8: UnsafeBufferPointer<UInt8>, _ profile: WidthProfile = .modern) -> Int {
    guard let start = utf8.baseAddress else { return 0 }
    if PrintableASCII.fills(start, count: utf8.count) { return utf8.count }
    var pen = Pen(at: 0)
    _ = CellScanner(start, profile: profile).advance(&pen, to: utf8.count, room: .max >> 1, stopsAtControls: false)
    return pen.column
}
