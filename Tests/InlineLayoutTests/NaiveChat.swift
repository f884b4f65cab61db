import InlineLayout

/// What `chat` changes in UAX #14, as its four deviations are written, over the whole text at once.
struct NaiveChat {
    /// The text with a letter in place of each character of Hangul: both take three bytes.
    private var letters: [UInt8] = []
    private var scalars: [Int: Unicode.Scalar] = [:]
    private var links: [Range<Int>] = []
    private var measures: [Range<Int>] = []

    init(_ utf8: [UInt8]) {
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            scalars[letters.count] = scalar
            let isHangul = [0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF].contains { $0.contains(scalar.value) }
            letters.append(contentsOf: String(isHangul ? "\u{A500}" : scalar).utf8)
        }
        var run: [UInt8] = []
        for (place, byte) in (letters + [0x20]).enumerated() {
            if byte > 0x20 && byte < 0x7F && !["\"", "<", ">", "`"].contains(Character(Unicode.Scalar(byte))) {
                run.append(byte)
            } else {
                if let link = Self.link(in: String(decoding: run, as: UTF8.self)) {
                    let start = place - run.count
                    links.append(start + link.lowerBound..<start + link.upperBound)
                }
                run = []
            }
        }
        for place in letters.indices where letters[place] >= 0x30 && letters[place] <= 0x39 {
            addMeasures(behindDigit: place)
        }
    }

    func allowsBreak(at place: Int) -> Bool {
        let isInside = (links + measures).contains { $0.lowerBound < place && place < $0.upperBound }
        if isInside || isBetweenNumberAndIdeograph(place) { return false }
        return letters.withUnsafeBufferPointer { isLineBreakOpportunity($0, at: place) }
    }

    /// Whether a line may be cut there that has no other place to end.
    func allowsCut(at place: Int) -> Bool {
        let before = Character(Unicode.Scalar(letters[place - 1]))
        func isInside(_ ranges: [Range<Int>]) -> Bool {
            ranges.contains { $0.lowerBound < place && place < $0.upperBound }
        }
        return "/?&=-._%".contains(before) && isInside(links) || " /".contains(before) && isInside(measures)
    }

    private static func link(in run: String) -> Range<Int>? {
        let letters = Array(run)
        for at in letters.indices {
            let rest = String(letters[at...])
            let isFirst = at == 0 || !letters[at - 1].isLetter
            guard rest.count > 3, rest.hasPrefix("://") && !isFirst || rest.hasPrefix("www.") && isFirst else {
                continue
            }
            let name = rest.hasPrefix("www.") ? 0 : letters[..<at].reversed().prefix { $0.isLetter }.count
            let tail = letters.reversed().prefix { ".,;:!?'".contains($0) }.count
            return at + 3 < letters.count - tail ? at - name..<letters.count - tail : nil
        }
        return nil
    }

    private mutating func addMeasures(behindDigit place: Int) {
        let rest = String(decoding: letters[(place + 1)...], as: UTF8.self)
        for blank in ["", " "] where rest.hasPrefix(blank) {
            for unit in Self.units where isWord(blank + unit, startingRest: rest) {
                let end = place + 1 + (blank + unit).utf8.count
                measures.append(place..<end)
                for other in Self.units where isWord(blank + unit + "/" + other, startingRest: rest) {
                    measures.append(place..<end + 1 + other.utf8.count)
                }
            }
        }
    }

    private func isWord(_ word: String, startingRest rest: String) -> Bool {
        let wanted = Array(word.unicodeScalars), found = Array(rest.unicodeScalars)
        guard found.starts(with: wanted) else { return false }
        return found.count == wanted.count || !Self.continuesWord(found[wanted.count])
    }

    private static func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
        // Hangul has the place of a letter that is not of words: what Korean puts behind a unit is not of the unit.
        NaiveLayout.isLetterOrDigit(scalar) || isMark(scalar) || scalar == "\u{200D}"
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    private func isBetweenNumberAndIdeograph(_ place: Int) -> Bool {
        guard let right = scalars[place] else { return false }
        let isKana = (0x3040...0x30FF).contains(right.value) && right.properties.generalCategory == .otherLetter
        let isFlag = (0x1F1E6...0x1F1FF).contains(right.value)
        let isEmoji = right.properties.isEmoji && right.value > 0x2000 && !isFlag
        guard isKana || isEmoji || right.properties.isIdeographic else { return false }
        var at = place - 1
        while at > 0, scalars[at].map({ Self.isMark($0) || $0 == "\u{200D}" }) ?? true { at -= 1 }
        // U+0600, which stands before numbers, counts as one.
        return scalars[at].map { $0.properties.generalCategory == .decimalNumber || $0 == "\u{600}" } ?? false
    }

    private static let units = [
        "km", "m", "cm", "mm", "ft", "lb", "oz", "kg", "g", "mg", "l", "ml", "h", "min", "s", "ms", "W", "kW", "V",
        "A", "Hz", "kHz", "MHz", "GHz", "kB", "MB", "GB", "TB", "px", "mph", "°C", "°F", "%", "€", "$", "£",
    ]
}
