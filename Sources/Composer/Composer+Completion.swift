import RichText

extension Composer {
    /// What is looked for in the list under the caret, or nil when no list is open.
    ///
    /// `@` opens the people list anywhere but inside a word or an address; its query may hold blanks, and it is for
    /// whoever shows the list to close it when nothing matches. `[` and `:` open the emoticon list after two letters.
    /// `/` opens the command list at the start of the draft; its query runs to the caret, arguments included.
    public var query: CompletionQuery? {
        guard let open = trigger, caret >= open.textStart, caret <= open.end else { return nil }
        let typed = elements[open.textStart..<caret]
        guard typed.count <= open.limit, !typed.contains(where: { $0.isAtom || $0.endsLine })
        else { return nil }
        if let selection, open.hasSign || selection.lowerBound != open.start { return nil }
        let text = typed.map(\.text).joined()
        if open.kind == .emoticon {
            guard typed.count >= 2, !typed.contains(where: { $0.isBlank || Self.neverInNames.contains($0.text) })
            else { return nil }
        }
        return CompletionQuery(kind: open.kind, text: text, range: open.start..<max(open.end, caret))
    }

    private static let neverInNames: Set<String> = ["[", "]", ":"]

    /// Closes the list: what was typed stays as plain text, and the list does not open again for it.
    public mutating func dismissQuery() { trigger = nil }

    /// Opens the people list without a sign: for an unaccepted `@name` right before the caret, for the selection, or
    /// at the caret, where what is typed next is looked for.
    public mutating func openMentionQuery(at time: Int64) {
        // A query with blanks may be a text that went on behind an `@`: there the list begins anew.
        if let query, query.kind == .person, !query.text.utf8.contains(0x20) { return }
        history.seal()
        lastAction = .other
        if selection == nil, let sign = signBeforeCaret() {
            trigger = QueryTrigger(kind: .person, start: sign, end: caret, hasSign: true)
            return
        }
        let range = selection ?? caret..<caret
        // The caret goes to the start of the selection, where the query begins with nothing typed.
        if selection != nil { (anchor, caret) = (range.upperBound, range.lowerBound) }
        trigger = QueryTrigger(kind: .person, start: range.lowerBound, end: range.upperBound, hasSign: false)
    }

    /// Opens the people list for the word that ends at the caret, as if an `@` stood before it; false where no word does.
    public mutating func openNameQuery() -> Bool {
        var start = caret
        while start > 0, caret - start < QueryTrigger.longestName, elements[start - 1].cluster != nil,
            !elements[start - 1].isBlank, !elements[start - 1].endsLine
        {
            start -= 1
        }
        guard selection == nil, start < caret else { return false }
        history.seal()
        lastAction = .other
        let hasSign = elements[start] == .cluster("@")
        trigger = QueryTrigger(kind: .person, start: start, end: caret, hasSign: hasSign)
        return true
    }

    /// Puts a mention in place of the open query, of the selection, or of an `@` that waits before the caret.
    ///
    /// `replacingQuery` is to be false for a person who was not taken from the list, as by a click while nobody matched:
    /// what was typed behind an `@` is then left alone. One step. One blank comes with it where none follows; until the
    /// next edit or motion it is tied to the mention: Backspace removes both, and punctuation takes the blank's place.
    public mutating func accept(_ mention: Mention, at time: Int64, replacingQuery: Bool = true) {
        var mention = mention
        mention.name = Mention.shown(mention.name)
        if !replacingQuery { trigger = nil }
        var range = acceptedRange(for: .person)
        let hasBlank = range.upperBound < elements.count && elements[range.upperBound] == .blank
        if hasBlank { range = range.lowerBound..<range.upperBound + 1 }
        history.seal()
        edit(range, with: [.mention(mention), .blank], at: time)
        history.seal()
        trigger = nil
        lastAction = .accepted(token: range.lowerBound, ownsBlank: !hasBlank)
    }

    /// Puts an emoticon in place of the open query or of the selection, as one step.
    public mutating func accept(_ code: EmoticonCode, at time: Int64) {
        let range = acceptedRange(for: .emoticon)
        history.seal()
        edit(range, with: [.emoticon(code)], at: time)
        history.seal()
        trigger = nil
    }

    /// Puts a command line in place of the draft, as one step; its list stays open for what follows.
    public mutating func accept(commandLine line: String, at time: Int64) {
        replace(with: RichText(plain: line), at: time)
        trigger = QueryTrigger(kind: .command, start: 0, end: caret, hasSign: true)
    }

    private func acceptedRange(for kind: CompletionQuery.Kind) -> Range<Int> {
        if let query, query.kind == kind { return query.range }
        if let selection { return selection }
        if kind == .person, let sign = signBeforeCaret(), sign == caret - 1 { return sign..<caret }
        return caret..<caret
    }

    /// The index of an `@` that begins the word before the caret and could open the list.
    private func signBeforeCaret() -> Int? {
        var place = caret
        while place > 0, caret - place < QueryTrigger.longestName, let cluster = elements[place - 1].cluster,
            !elements[place - 1].isBlank
        {
            place -= 1
            if cluster == "@" { return place == 0 || elements[place - 1].opensMention ? place : nil }
        }
        return nil
    }

    /// Opens a list when the sign that was just typed before the caret stands where it may.
    mutating func openQuery(behind sign: DraftElement) {
        let start = caret - 1
        let before = start > 0 ? elements[start - 1] : nil
        let kind: CompletionQuery.Kind
        switch sign {
        case .cluster("@") where before?.opensMention ?? true: kind = .person
        case .cluster("[") where before != .cluster("\\"): kind = .emoticon
        // `a::b` is a name in a program.
        case .cluster(":") where before?.opensMention ?? true && before != .cluster(":"): kind = .emoticon
        case .cluster("/") where start == 0: kind = .command
        default: return
        }
        // A name may hold brackets and colons: they open nothing inside a word that people are looked for with.
        if kind == .emoticon, let query, query.kind == .person, query.range.count > 1, before?.isBlank == false {
            return
        }
        trigger = QueryTrigger(kind: kind, start: start, end: caret, hasSign: true)
    }
}
