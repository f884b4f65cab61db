import ChatCore
import Composer
import Emoticons
import InlineLayout
import Pictures
import RichText
import Terminal

/// All that the screen is a function of.
public struct ChatState {
    /// What the person chose once and for all screens.
    public struct Settings: Sendable {
        /// How it looks.
        public internal(set) var theme = Theme()
        /// The theme by its name, and the person's own looks over it.
        var themeChoice = Theme.Choice.auto
        var colourChanges: [SettingEntry] = []
        /// What the terminal shows, as far as the theme depends on it.
        public var ground = Theme.Ground() { didSet { dress() } }
        /// What the settings file says, by its keys.
        var values: [String: SettingValue] = [:]
        /// Whose colours names have.
        var nameColours = NameColours.theme
        /// Whether marks such as `*bold*` are shown as what they mean.
        var stylesText = true
        /// How close messages stand.
        enum Density: String, CaseIterable {
            /// Every line of a message in one row: emoticons by emoji, pictures by words.
            case dense
            /// Without empty rows.
            case compact
            /// With an empty row between what different people say.
            case roomy
        }
        var density = Density.compact
        /// Which of two rooms stands above the other.
        enum RoomOrder: String, CaseIterable {
            /// The one that was put there.
            case hand
            /// The one where something was said last.
            case activity
        }
        var roomOrder = RoomOrder.hand
        /// Whether the panes at the sides are there, where there is room for them.
        var showsRooms = true
        var showsPeople = true
        /// Keys of one's own.
        var bindings = Bindings()
        /// How one hears of messages while one looks elsewhere, and of which.
        public internal(set) var notify = NotifyMeans.auto
        var notifyAbout = NoticeLevel.mentions
        var doesNotDisturb = false
        /// The people whose messages are not shown.
        var ignored: [PersonID: Person] = [:]
        /// Which emoticons there are.
        public var catalogue: Catalogue { didSet { substitutions = Settings.substitutions(of: catalogue) } }
        /// What of them turns into one while one types.
        private(set) var substitutions: Substitutions
        /// Which keys edit a draft.
        public enum KeyStyle: String, CaseIterable, Sendable {
            /// Those of Emacs and readline.
            case emacs
            /// Those of vi: insert mode at first, Esc for normal mode.
            case vi
        }

        /// How emoticons are drawn.
        public var emoticonTier = EmoticonTier.cells
        /// How the person wants pictures and emoticons.
        public internal(set) var pictureChoice = PictureChoice.auto
        var emoticonChoice = EmoticonChoice.auto
        var fetchesLoopback = false
        /// How pictures are drawn.
        public var drawing = PictureDrawing() { didSet { if drawing.tier != oldValue.tier { dress() } } }
        /// When pictures move.
        public var motion = MotionSettings()
        /// Whose pictures are fetched from the network.
        public var consent = PictureConsent()
        /// Paths of pictures that the program shows by itself, such as that of the demo. No other file is opened because
        /// a message names its path.
        public var ownPictures: Set<String> = []
        /// Whether pictures can be sent here.
        public var keepsPictures = true
        /// A number that other clients in the same terminal hardly have.
        public var salt: UInt32 = 1
        /// How long messages are kept, by the name of the room.
        public internal(set) var keepRules: [String: KeepRule] = [:]
        /// Milliseconds after which Escape is a key of its own.
        public internal(set) var escapeDelay = 50
        /// The reader's time zone.
        public var calendar = LocalCalendar.utc
        /// Whether a message that holds one's own name as a word counts as one that mentions oneself.
        public var countsOwnName = true
        /// Words that count as one's own name does.
        public internal(set) var callingWords: [String] = []
        /// Which keys edit a draft.
        public var keys = KeyStyle.emacs
        /// Whether the mouse is listened to.
        public var usesMouse = true
        /// The longest message that can be sent, in UTF-8 bytes.
        public var longestMessage = 4 << 20
        /// Whether there is a dictionary that can be asked.
        public var checksSpelling = false
        /// Whether the terminal draws text of a larger scale (OSC 66).
        public var drawsLargeText = false
        /// What is said beside the room's name about where it is.
        public var placeName = "on this machine"

        /// The standard settings with the emoticons of `catalogue`.
        public init(catalogue: Catalogue) {
            self.catalogue = catalogue
            substitutions = Settings.substitutions(of: catalogue)
        }

        /// Unpacks the tables that every frame needs, which may go on in any thread before the first one.
        public static func warmUp() {
            var content = InlineContent()
            content.append(text: "早 é ─")
            var options = LayoutOptions(width: 2)
            options.wrapping = .chat
            _ = content.layout(options)
        }

        private static func substitutions(of catalogue: Catalogue) -> Substitutions {
            Substitutions(names: catalogue.codesByName, signs: catalogue.codesBySign)
        }
    }

    /// One line for the person at the keyboard.
    struct Notice: Hashable {
        var text: String
        var isFailure = false
    }

    var settings: Settings
    var size: Size
    var views: [RoomView]
    var current = 0
    var isFocused = true
    var showsPeople: Bool
    var showsRooms: Bool
    var menu: Menu?
    var help: HelpScreen?
    /// What waits for a yes or a no; nothing else is listened to.
    var question: Question?
    /// A password that is being typed; nothing else is listened to.
    var secretEntry: SecretEntry?
    var pointer = Pointer()
    /// What is known of the spelling of words.
    var spelling = Spelling()
    var picker: EmoticonPicker?
    var switcher: Switcher?
    /// What one is to hear of.
    var notices = NoticeQueue()
    /// What is kept of the rooms for the next start; nil while that is not known.
    var kept: Memory?
    var historySearch: HistorySearch?
    /// Whether the next key goes into the draft as it is.
    var takesLiteral = false
    /// The mode of vi's keys, where they are chosen.
    var vi = ViEditor()
    /// Drafts of rooms that are not open.
    var closedDrafts: [RoomID: KeptDraft] = [:]
    /// What was searched for in the room in view.
    var results: SearchResults?
    /// The messages that are selected in the room in view.
    var selection: LogSelection?
    /// Whom one knows beyond the rooms that are open.
    var contacts: [Contact] = []
    /// How each account stands with its server, in the order in which they were heard of.
    var connections: [Connection] = []
    /// Which rooms there are, as the transport told last.
    var knownRooms: [RoomSummary] = []
    /// Whether something shown would be fuller with a new list of rooms, and when one was asked for.
    var wantsRooms = false
    var roomsAskedAt: Int64?
    /// Whether what can be set of the room in view is to be asked, and the room whose settings are to be shown.
    var wantsRoomSettings = false
    var showsSettings: RoomID?
    /// The rooms that one was asked to come to, the last at the end.
    var invitations: [RoomSummary] = []
    /// The versions of a message that lie over the log.
    var versions: MessageVersions?
    /// The emoji that one reacted with, newest first.
    var recentReactions: [String] = []
    var notice: Notice?
    /// The pictures that were in sight lately.
    var album: PictureAlbum
    /// What moves.
    var clock: AnimationClock<MotionID>
    /// Whose pictures are fetched from the network.
    var consent: PictureConsent
    /// Addresses of pictures that were asked for one by one.
    var fetched: Set<String> = []
    /// The picture that fills the screen.
    var viewer: PictureViewer?
    /// The names in the folder that is being typed.
    var listing: FolderListing?
    /// What was pasted last, while it looks like the path of a picture.
    var pastedPath: String?
    /// How much of the next frame is drawn anew.
    var redraw = Redraw()
    /// What of the log the next frame shows, found once for all who ask; nil unless a frame is being made.
    var inSight: LogSight?
    /// When the screen was drawn last, in milliseconds by the steady clock (``Moment/milliseconds``).
    var drawnAt = 0
    /// When a draft was typed at last, but for lines that ran a command and have their answer awaited: milliseconds.
    var typedAt: Int64?
    /// Whether the last key was Ctrl-C on an empty draft, so that the next one leaves.
    var isLeaving = false
    /// Layouts of what is shown; they change how fast a screen is made, never what it shows.
    let layouts: LayoutCache
    /// A screen of `size` with one room, whose transport is asked to open it by whoever makes the state.
    public init(settings: Settings, size: Size, room: RoomID, name: String) {
        self.settings = settings
        self.size = size
        showsRooms = settings.showsRooms
        showsPeople = settings.showsPeople
        layouts = LayoutCache()
        album = PictureAlbum(salt: settings.salt)
        clock = settings.motion.clock()
        consent = settings.consent
        views = [RoomView(room: Room(id: room, name: name), substitutions: settings.substitutions)]
    }

    /// What is to be done before the first event. Opening the room is not among it, since that can go on
    /// while the terminal is made ready.
    public func start() -> [Effect] { settings.usesMouse ? [.listenToMouse] : [] }

    /// When ``ChatEvent/deadline`` is due, in milliseconds by the steady clock (``Moment/milliseconds``); nil for never.
    public var nextDeadline: Int64? {
        let deadlines = views.flatMap { [$0.typingUntil, $0.draftDue, $0.peopleDue] } + [spelling.due, notices.due]
        return deadlines.compactMap { $0 }.min()
    }

    /// The room in view.
    var view: RoomView {
        get { views[current] }
        // In place: a draft that is taken out and put back would be copied whole for every key.
        _modify { yield &views[current] }
    }

    /// Whether the newest message is before the person's eyes.
    var isAttended: Bool {
        isFocused && view.anchor == nil && help == nil && results == nil && versions == nil && viewer == nil
            && switcher == nil
    }

    mutating func tell(_ text: String, isFailure: Bool = false) { notice = Notice(text: text, isFailure: isFailure) }
}

/// When pictures move, and how often.
public struct MotionSettings: Hashable, Sendable {
    /// When they do.
    public var mode = AnimationMode.focused
    /// How often a picture goes round before it stands still; 0 for ever.
    public var rounds = 3
    /// Milliseconds between frames at least.
    public var grid = 125

    /// Three rounds while the terminal has the focus, at most eight frames a second.
    public init() {}

    func clock() -> AnimationClock<MotionID> {
        AnimationClock(mode: mode, grid: grid, rounds: rounds == 0 ? .max : rounds)
    }
}

/// How pictures are wanted.
public enum PictureChoice: String, CaseIterable, Sendable {
    case auto, kitty, cells, emoji, text

    /// The way of showing them; nil for the best that the terminal has.
    public var tier: PictureTier? { PictureTier(rawValue: rawValue) }
}

/// How emoticons are wanted.
enum EmoticonChoice: String, CaseIterable, Sendable {
    case auto, cells, emoji, text

    /// The way of drawing them beside pictures that are shown in that way.
    func tier(beside pictures: PictureTier?) -> EmoticonTier {
        if let tier = EmoticonTier(rawValue: rawValue) { return tier }
        return pictures.flatMap { EmoticonTier(rawValue: $0.rawValue) } ?? .cells
    }
}

/// How emoticons are drawn.
public enum EmoticonTier: String, CaseIterable, Sendable {
    /// By cells: a small drawing of several rows.
    case cells
    /// By one emoji of two cells.
    case emoji
    /// As the code itself.
    case text
}
