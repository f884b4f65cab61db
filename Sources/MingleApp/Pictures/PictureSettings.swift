import ChatUI
import Pictures

extension Settings {
    /// Puts what is set about pictures into what the application is given.
    func take(picturesInto settings: inout ChatState.Settings, environment: [String: String]) {
        settings.emoticonTier = emoticons ?? Settings.emoticons(for: pictures)
        settings.motion.mode = animation ?? .focused
        settings.motion.rounds = animationRounds ?? settings.motion.rounds
        // Over a slow line half as many frames.
        if environment["SSH_CONNECTION"]?.isEmpty == false { settings.motion.grid = 250 }
    }

    /// How emoticons are drawn where nothing else is set.
    private static func emoticons(for tier: PictureTier?) -> EmoticonTier {
        switch tier {
        case nil, .kitty?, .cells?: .cells
        case .emoji?: .emoji
        case .text?: .text
        }
    }
}
