import ChatCore
import Composer

/// A room and what one does in it: the draft, where one reads, what is new.
struct RoomView {
    /// The place in the log that stands at the top of the pane.
    struct Anchor: Hashable {
        /// The message, by its id: numbers of rows change with every resize.
        var message: MessageID
        /// The row of its block, as it was when it was chosen; a narrower pane may show a lower one.
        var row: Int
    }

    var room: Room
    var composer = Composer()
    var history = InputHistory()
    /// Where the lines of the draft begin.
    var lines = ComposerLines()
    /// The column that motions up and down lead back to, while one follows the other.
    var goalColumn: Int?
    /// Whether a caret between two lines of the screen stands at the end of the first.
    var caretEndsLine = false
    /// Who is known here.
    var directory = Directory()
    /// The draft that was given to be kept, and when the next one is due.
    var keptDraft = DraftMark()
    var draftDue: Int64?
    /// When the people are to be made ready to be looked for.
    var peopleDue: Int64?
    /// Whether what was given last was a draft with something in it.
    var isDraftKept = false
    /// What was written here and waits for the room of another person.
    var toSay: [ToSay] = []
    /// The messages in the log that are handed to the transport once the room is open.
    var toSend: [MessageID] = []
    /// The messages that call oneself, by a mention or by name.
    var calls: Set<MessageID> = []
    /// The message that the draft answers.
    var reply: Quote?
    /// The own message that is edited in the composer, in place of the draft.
    var edit: MessageEdit?
    /// What the draft is for, while that is not known to be there.
    var awaited: AwaitedTargets?
    /// Whether the room has told its last messages.
    var knowsHistory = false
    /// Messages that are answered and not at hand, as the transport told them; nil for those that it does not know.
    var quotes: [MessageID: Quote?] = [:]
    /// Those among them that the transport was asked for.
    var awaitedQuotes: Set<MessageID> = []
    /// Nil while the newest message stands at the bottom.
    var anchor: Anchor?
    /// The unread line stands before the first message of others past this place; nil when there is none.
    var unreadAfter: Int64?
    /// Whether the others were told that one is writing, and until when that holds.
    var typingUntil: Int64?
    /// When they were last told so.
    var typingTold: Int64 = 0
    /// How much of the files of messages that are on their way is gone, 0…1.
    var uploads: [MessageID: Double] = [:]
    /// What arrived below while one reads back.
    var arrivedBelow = 0
    /// Where one goes once the transport has told what stands there.
    var jump: Jump?
    /// The message that one jumped to, marked until one does something else.
    var marked: MessageID?
    /// The mention that is looked for among messages that are not at hand.
    var awaitedMention: Search?
    /// The reading place that was told to the transport last.
    var toldPlace: ReadingPlace?
    /// Which of its messages one hears of; nil for what the settings say.
    var level: NoticeLevel?
    /// Whether only the texts are shown, to be copied with the mouse.
    var isPlain = false

    init(room: Room, substitutions: Substitutions) {
        self.room = room
        composer.substitutions = substitutions
    }
}
