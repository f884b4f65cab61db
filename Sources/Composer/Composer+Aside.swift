import RichText

extension Composer {
    /// Starts over with a draft that holds `rich`, and gives the one that was there with all that can be undone in it.
    public mutating func setAside(for rich: RichText) -> Composer {
        let kept = self
        load(rich)
        return kept
    }

    /// Goes on with a draft that was set aside; what was cut meanwhile can still be put in.
    public mutating func takeUp(_ kept: Composer) {
        let (killRing, revision) = (self.killRing, self.revision)
        self = kept
        self.killRing = killRing
        // Revisions only ever grow: lines that are kept by them belong to one draft.
        self.revision = max(revision, kept.revision)
        trigger = nil
        lastAction = .other
        insertion = nil
        history.seal()
        noteRewriting()
    }

    /// One turns to another draft: gives what was cut, for that one to go on with.
    public mutating func leave() -> KillRing {
        defer { killRing = KillRing() }
        return killRing
    }

    /// One turns to this draft with what was cut in another.
    public mutating func enter(with cuts: KillRing) {
        killRing = cuts
        history.seal()
        switch lastAction {
        // The newest piece may be one of another draft by now.
        case .killed, .yanked: lastAction = .other
        case .accepted, .substituted, .other: break
        }
    }
}
