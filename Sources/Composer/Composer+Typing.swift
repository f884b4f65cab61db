import InlineLayout
import RichText

extension Composer {
    /// Puts in what a key press gave, in place of the selection; it joins the cluster before the caret where Unicode
    /// says so, opens lists, and turns typed names and signs into emoticons.
    public mutating func type(_ text: String, at time: Int64) {
        for element in [DraftElement](clustersOf: HarmlessText.lines(text)) { type(element, at: time) }
    }

    /// Puts in a pasted text as one step, in place of the selection. Nothing in it becomes a token or opens a list.
    public mutating func paste(_ text: String, at time: Int64) {
        let pasted = [DraftElement](clustersOf: HarmlessText.lines(text))
        guard !pasted.isEmpty else { return }
        edit(selection ?? caret..<caret, with: pasted, at: time)
        if pasted.contains(where: \.endsLine) { trigger = nil }
    }

    private mutating func type(_ element: DraftElement, at time: Int64) {
        guard !makesTooManyMarks(element) else { return }
        var range = selection ?? caret..<caret
        if case .accepted(let token, ownsBlank: let ownsBlank) = lastAction, takesPlaceOfBlank(element) {
            range = token + 1..<(ownsBlank ? token + 2 : token + 1)
        }
        edit(range, with: [element], .typing, at: time)
        guard caret > 0, elements[caret - 1] == element else { return }
        partSignFromMention(at: time)
        openQuery(behind: element)
        if !substitute(at: time) { noteSign() }
    }

    /// Keeps in mind a sign that ends at the caret, where its end was typed.
    mutating func noteSign() {
        if let sign = sign(endingAt: caret, closedBy: nil) { typedSigns.add(sign.range) }
    }

    /// Gives a mention its blank back when the punctuation that took its place turns out to begin a sign such as `:)`.
    private mutating func partSignFromMention(at time: Int64) {
        guard let mention = elements[..<caret].suffix(substitutions.longestSign + 1).lastIndex(where: \.isAtom),
            elements[mention].isMention, mention + 1 < caret
        else { return }
        let typed = Array(elements[mention + 1..<caret])
        // A sign that ends in a letter may yet be the beginning of a word.
        guard typed.last?.isLetterOrDigit == false, substitutions.code(sign: typed.map(\.text).joined()) != nil else {
            return
        }
        edit(mention + 1..<caret, with: [.blank] + typed, .typing, at: time)
    }

    /// What stands in place of a sign or name at `range`: no emoticon sticks to a mention.
    private func standIn(for found: Found) -> [DraftElement] {
        let isBehindMention = found.range.lowerBound > 0 && elements[found.range.lowerBound - 1].isMention
        let isCode = elements[found.range.lowerBound] == .cluster("[")
        return isBehindMention && !isCode ? [.blank, .emoticon(found.code)] : [.emoticon(found.code)]
    }

    /// Whether `element` is punctuation that stands right behind a word.
    private func takesPlaceOfBlank(_ element: DraftElement) -> Bool {
        element.cluster.map { Self.closingPunctuation.contains($0) } ?? false
    }

    private static let closingPunctuation: Set<String> = [
        ".", ",", ";", ":", "!", "?", ")", "]", "}", ">", "'", "’", "”", "»", "…",
        "，", "。", "、", "；", "：", "！", "？", "）", "】", "」", "』", "》", "〉",
    ]

    /// Marks come one by one from the keyboard, so their number is limited here and not by `HarmlessText` alone.
    private func makesTooManyMarks(_ element: DraftElement) -> Bool {
        guard selection == nil, caret > 0, elements[caret - 1].joins(element),
            case .cluster(let left) = elements[caret - 1], case .cluster(let right) = element
        else { return false }
        return HarmlessText.lines(left + right) != left + right
    }

    // MARK: Emoticons

    /// Turns what was just typed before the caret into an emoticon, as a step of its own; false where it is none.
    private mutating func substitute(at time: Int64) -> Bool {
        guard let found = bracketCode() ?? colonCode() ?? closedSign() else { return false }
        let tail = Array(elements[found.range.upperBound..<caret])
        let typed = Array(elements[found.range])
        history.seal()
        let emoticon = standIn(for: found)
        edit(found.range.lowerBound..<caret, with: emoticon + tail, at: time)
        history.seal()
        trigger = nil
        lastAction = .substituted(atom: found.range.lowerBound + emoticon.count - 1, typed: typed)
        return true
    }

    typealias Found = (range: Range<Int>, code: EmoticonCode)

    /// `[name]`, when its bracket was just closed; a backslash before it says that it is meant as it is written.
    private func bracketCode() -> Found? {
        guard elements[caret - 1] == .cluster("]"), let start = opening(of: "[", limit: Substitutions.longestCode),
            start == 0 || elements[start - 1] != .cluster("\\")
        else { return nil }
        let inside = elements[start + 1..<caret - 1].map(\.text).joined()
        return substitutions.code(inside: inside).map { (start..<caret, $0) }
    }

    /// `:name:`, when it was just closed and stands between the edges of words.
    private func colonCode() -> Found? {
        guard elements[caret - 1] == .cluster(":"), let start = opening(of: ":", limit: Substitutions.longestCode),
            start == 0 || elements[start - 1].isEdgeOfName, caret == elements.count || elements[caret].isEdgeOfName
        else { return nil }
        let inside = elements[start + 1..<caret - 1].map(\.text).joined()
        return substitutions.code(named: inside).map { (start..<caret, $0) }
    }

    /// The nearest `sign` before the last element, with nothing in between that cannot be in a name.
    private func opening(of sign: String, limit: Int) -> Int? {
        var place = caret - 2
        while place >= 0, place >= caret - limit, let cluster = elements[place].cluster {
            if cluster == sign { return place }
            if elements[place].isBlank || cluster == "[" || cluster == "]" { return nil }
            place -= 1
        }
        return nil
    }

    /// A sign that was typed, and closed by what was just typed behind it.
    private func closedSign() -> Found? {
        typedSigns.end(at: caret - 1) ? sign(endingAt: caret - 1, closedBy: elements[caret - 1]) : nil
    }

    /// A sign such as `:)` that ends at `end` as a word of its own; nil closes it at the end of the draft.
    private func sign(endingAt end: Int, closedBy close: DraftElement?) -> Found? {
        if let close, !close.isBlank, !Self.closesSign.contains(close.text) { return nil }
        var start = end
        var found: Found?
        var text = ""
        while start > 0, end - start < substitutions.longestSign, let cluster = elements[start - 1].cluster {
            start -= 1
            text = cluster + text
            guard start == 0 || elements[start - 1].isEdgeOfSign else { continue }
            if let code = substitutions.code(sign: text) { found = (start..<end, code) }
        }
        if let close, let found, !close.isBlank {
            let sign = elements[found.range].map(\.text).joined()
            if substitutions.isStartOfSign(sign + close.text) { return nil }
        }
        return found
    }

    private static let closesSign: Set<String> = [".", ",", "!", "?", "…", "，", "。", "、", "！", "？"]

    /// The elements with a sign that was typed at the very end turned into its emoticon, as sending does.
    ///
    /// What was pasted or given back by Backspace stays as it is.
    var finished: [DraftElement] {
        guard typedSigns.end(at: elements.count), let found = sign(endingAt: elements.count, closedBy: nil) else {
            return elements
        }
        return Array(elements[..<found.range.lowerBound]) + standIn(for: found)
    }
}

extension DraftElement {
    fileprivate var isMention: Bool { if case .mention = self { true } else { false } }

    fileprivate var isLetterOrDigit: Bool { cluster.map { WordClass($0) == .letters } ?? false }

    /// Whether a name between colons may begin or end beside this element.
    fileprivate var isEdgeOfName: Bool {
        guard let cluster else { return true }
        return WordClass(cluster) != .letters && cluster != ":"
    }
}
