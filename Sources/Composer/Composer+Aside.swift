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
        history.seal()
        noteRewriting()
    }
}
