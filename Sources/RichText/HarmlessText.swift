/// The one filter that text from people, rooms, files, servers and packs passes before it enters the program.
///
/// What could steer a terminal or turn around the text of others is replaced by a visible mark:
/// - C0 controls and DEL by their control pictures (ESC by `␛`); a line feed and a tab stay where lines are allowed;
/// - C1 controls, noncharacters, bidirectional overrides, embeddings and isolates, line and paragraph separators by
///   U+FFFD;
/// - what a cluster (UAX #29) has beyond ``longestCluster`` code points by one U+FFFD: marks, joiners, skin tones and
///   whatever else makes very much text one cell.
///
/// Each code point becomes one, but for `\r\n`, which is one line feed, and clusters that are cut;
/// ``offsets(inLines:)`` tells where all of them went. What has passed once passes again as it is.
///
/// Ill-formed UTF-8 becomes U+FFFD for each maximal subpart (Unicode 17, section 3.9) when the text is decoded.
public enum HarmlessText {
    /// The most code points of a cluster that are let through. The longest emoji have ten, flags of regions nine.
    public static let longestCluster = 21

    /// Decodes and filters a text of several lines; `\r\n` and a lone `\r` become line feeds.
    public static func lines(_ bytes: some Collection<UInt8>) -> String {
        lines(String(decoding: bytes, as: UTF8.self))
    }

    /// Filters a text of several lines; `\r\n` and a lone `\r` become line feeds.
    public static func lines(_ text: String) -> String {
        filtered(text, keepsLines: true)
    }

    /// Filters a text that stands on one line, such as a name or a topic: line breaks and tabs become blanks, and
    /// blanks at both ends go, unless `trims` is false.
    public static func line(_ text: String, trims: Bool = true) -> String {
        let filtered = filtered(text, keepsLines: false)
        guard trims, filtered.utf8.first == 0x20 || filtered.utf8.last == 0x20 else { return filtered }
        let scalars = filtered.unicodeScalars
        guard let first = scalars.firstIndex(where: { $0 != " " }), let last = scalars.lastIndex(where: { $0 != " " })
        else { return "" }
        return String(scalars[first...last])
    }

    /// For each code point of `text`, and for its end, how many code points of ``lines(_:)-(String)`` stand before it.
    public static func offsets(inLines text: String) -> [Int] {
        var cut = [0]
        forEachCluster(of: replaced(text, keepsLines: true)) { scalars, kept in
            let passed = cut[cut.count - 1]
            // One more stands for what is cut off.
            for place in 1...scalars.count { cut.append(passed + min(place, kept + 1)) }
        }
        var offsets = [0]
        var place = 0
        var followsReturn = false
        for scalar in text.unicodeScalars {
            let isDropped = followsReturn && scalar == "\n"
            if !isDropped { place += 1 }
            followsReturn = scalar == "\r"
            offsets.append(cut[place])
        }
        return offsets
    }

    private static func filtered(_ text: String, keepsLines: Bool) -> String {
        if isPlain(text, keepsLines: keepsLines) || isClean(text, keepsLines: keepsLines) { return text }
        var result = String.UnicodeScalarView()
        forEachCluster(of: replaced(text, keepsLines: keepsLines)) { scalars, kept in
            result.append(contentsOf: scalars.prefix(kept))
            if kept < scalars.count { result.append("\u{FFFD}") }
        }
        return String(result)
    }

    /// The text with all code points replaced that have to be. Clusters are looked for in that only, since what takes
    /// the place of a control may join what stands beside it.
    private static func replaced(_ text: String, keepsLines: Bool) -> String {
        var result = String.UnicodeScalarView()
        var followsReturn = false
        for scalar in text.unicodeScalars {
            let isDropped = followsReturn && scalar == "\n"
            if !isDropped { result.append(replacement(for: scalar, keepsLines: keepsLines)) }
            followsReturn = scalar == "\r"
        }
        return String(result)
    }

    /// Whether the text is printable ASCII only, and line feeds where they stay, which is most of what is written.
    private static func isPlain(_ text: String, keepsLines: Bool) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || ($0 == 0x0A && keepsLines) }
    }

    /// Whether the filter would leave all as it is, as with nearly every text; making the same text anew takes longer.
    private static func isClean(_ text: String, keepsLines: Bool) -> Bool {
        // Clusters are found only where there may be a long one: where two usual characters, between which a cluster
        // always ends, are far apart.
        var run = 0, longest = 0
        var followsUsual = false
        for scalar in text.unicodeScalars {
            guard replacement(for: scalar, keepsLines: keepsLines) == scalar else { return false }
            let isUsual = isUsual(scalar)
            run = isUsual && followsUsual ? 0 : run + 1
            longest = max(longest, run)
            followsUsual = isUsual
        }
        return longest <= longestCluster - 1 || text.allSatisfy { $0.unicodeScalars.count <= longestCluster }
    }

    /// Hands out the clusters of a text in order, and how many code points of each are let through.
    private static func forEachCluster(of text: String, _ body: (Character.UnicodeScalarView, _ kept: Int) -> Void) {
        for cluster in text {
            let scalars = cluster.unicodeScalars
            body(scalars, min(scalars.count, longestCluster))
        }
    }

    /// Whether it is one of the many characters of which two never join; a mark, a joiner or half a flag never is.
    private static func isUsual(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x370..<0x483, 0x5D0..<0x5F5, 0x620..<0x64B, 0x671..<0x6D6, 0x2010..<0x2027, 0x2100..<0x2C00,
            0x3041..<0x3097, 0x30A0..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFF9E, 0x1_F300..<0x1_F3FB,
            0x1_F400..<0x1_FB00:
            true
        default: false
        }
    }

    private static func replacement(for scalar: Unicode.Scalar, keepsLines: Bool) -> Unicode.Scalar {
        switch scalar.value {
        case 0x0A, 0x0D: keepsLines ? "\n" : " "
        case 0x09: keepsLines ? "\t" : " "
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF: "\u{FFFD}"
        default: scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : scalar
        }
    }
}
