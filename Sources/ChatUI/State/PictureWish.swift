import Pictures

/// How the person wants pictures, for who finds out what the terminal can do.
public struct PictureWish: Hashable, Sendable {
    /// The way of showing them; nil for the best that the terminal has.
    public var tier: PictureTier?
    /// Whether they ever move.
    public var moves: Bool

    /// A wish.
    public init(tier: PictureTier?, moves: Bool) {
        self.tier = tier
        self.moves = moves
    }
}

extension ChatState.Settings {
    /// What is wished by the settings in force.
    public var pictureWish: PictureWish { PictureWish(tier: pictureChoice.tier, moves: motion.mode != .off) }
}

extension ChatState {
    /// What is wished now: a setting may change it at any time.
    public var pictureWish: PictureWish { settings.pictureWish }
}
