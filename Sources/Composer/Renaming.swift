import RichText

// Who is meant never changes; how they are called does, and then wherever a draft may come from.

extension Composer {
    /// Shows each person by the name that `name` has for them, nil for the one that is there: in the draft, in what can
    /// be undone and in what was cut. Who is meant never changes, and this is no undo step.
    public mutating func rename(_ name: (PersonID) -> String?) { rewriteMentions { $0.rename(name) } }

    /// Shows each person by the name that `name` has for them in what was cut, and nowhere else.
    public mutating func renameCuts(_ name: (PersonID) -> String?) { killRing.rewriteMentions { $0.rename(name) } }

    /// Makes every mention of everyone mean `present`: what is done right before sending. No undo step.
    public mutating func refreshEveryone(_ present: [PersonID]) {
        rewriteMentions { if case .everyone = $0.target { $0.target = .everyone(present) } }
    }

    private mutating func rewriteMentions(_ change: (inout Mention) -> Void) {
        if elements.rewriteMentions(change) { noteRewriting() }
        history.rewriteMentions(change)
        killRing.rewriteMentions(change)
    }
}

extension RichText {
    /// The same text with each person shown by the name that `name` has for them, nil for the one that is there.
    public func renaming(_ name: (PersonID) -> String?) -> RichText {
        guard !mentions.isEmpty else { return self }
        return RichText(
            elements.map { element in
                guard case .mention(var mention) = element else { return element }
                mention.rename(name)
                return .mention(mention)
            })
    }
}

extension Mention {
    /// A name as a mention shows it: harmless, in one line, and without an `@`, which stands in front of it anyway.
    static func shown(_ name: String) -> String {
        String(HarmlessText.line(name).unicodeScalars.drop { $0 == "@" })
    }

    /// Shows the person by the name that `name` has for them.
    mutating func rename(_ name: (PersonID) -> String?) {
        guard case .person(let id) = target, let name = name(id) else { return }
        self.name = Mention.shown(name)
    }
}

extension [DraftElement] {
    /// Changes the mentions; whether any is another than before.
    @discardableResult
    mutating func rewriteMentions(_ change: (inout Mention) -> Void) -> Bool {
        var isChanged = false
        for index in indices {
            guard case .mention(let before) = self[index] else { continue }
            var mention = before
            change(&mention)
            guard mention != before else { continue }
            self[index] = .mention(mention)
            isChanged = true
        }
        return isChanged
    }
}
