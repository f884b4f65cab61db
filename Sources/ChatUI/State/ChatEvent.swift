import ChatCore
import RichText
import Terminal

/// What the application hears of: keys and their kind, and what transports tell.
public enum ChatEvent: Sendable {
    /// From the terminal.
    case terminal(TerminalEvent)
    /// From a transport.
    case transport(TransportEvent)
    /// The drafts that were kept when the program was left.
    case drafts([RoomID: KeptDraft])
    /// What an editor made of the text that ``Effect/edit(_:)`` gave it.
    case edited(String)
    /// Whether words that were asked for are right.
    case spelled([String: Bool])
    /// What may be meant by a word, best first, and whether it is right as it is.
    case spellings(of: String, isRight: Bool, [String])
    /// What the settings file says now, after ``Effect/readSettings``.
    case settings([SettingEntry])
    /// The settings file could not be read or is none, in one sentence; what was in force stays.
    case settingsRefused(String)
    /// What was wrong with the settings file at the start.
    case settingMistakes([SettingMistake])
    /// The terminal has shown that it draws text in double size.
    case largeText
    /// What was kept of the rooms when the program was left.
    case memory(Memory)
    /// What the terminal shows, as far as a theme depends on it.
    case ground(Theme.Ground)
    /// A line that was written as a whole, where there is no composer: it is sent, or run as a command.
    case line(RichText)
    /// This is the first start.
    case welcome
    /// What lay over the log was taken in and is to be closed.
    case closed
    /// The moment told by ``ChatState/nextDeadline`` has come.
    case deadline
    /// The screen is about to be drawn: what is asked for by this is what will be in sight.
    case frameDue
    /// About pictures.
    case picture(PictureNews)
}

/// What comes with every event, since the application has no clock and no dice of its own.
public struct Moment: Sendable {
    /// The time of day.
    public var time: Timestamp
    /// A text that no other event ever carried: the id of the message that this event may send.
    public var uniqueID: String

    /// Milliseconds from any fixed moment, by a clock that nobody sets: what is due is due by it.
    public var milliseconds: Int64

    /// A moment at `time`, at which the steady clock says `steady`.
    public init(time: Timestamp, uniqueID: String, steady: Int64) {
        self.time = time
        self.uniqueID = uniqueID
        milliseconds = steady
    }
}

/// What the application wants done.
public enum Effect: Hashable, Sendable {
    /// Hand this to the transport that carries the room.
    case transport(TransportCommand)
    /// Hand this text to the clipboard.
    case copy(String)
    /// Open this address of the schemes http, https, xmpp or mailto by the desktop's program for it.
    case open(String)
    /// Leave the program.
    case quit
    /// Give the terminal back and stop, as Ctrl-Z asks.
    case suspend
    /// Keep the draft of a room for the next start; an empty one is to be forgotten.
    case keepDraft(RoomID, KeptDraft)
    /// Hand this text to the person's editor, and tell ``ChatEvent/edited(_:)``.
    case edit(String)
    /// Look up words, and tell ``ChatEvent/spelled(_:)``.
    case checkSpelling([String])
    /// Find what may be meant by a word, and tell ``ChatEvent/spellings(of:isRight:_:)``.
    case suggestSpelling(String)
    /// Take a word for right, for ever.
    case learnWord(String)
    /// Write the messages of a room into a new file of that name, and tell by a notice.
    case export(RoomID, String)
    /// Keep this of the rooms for the next start.
    case remember(Memory)
    /// Let somebody who looks elsewhere hear of a message, by those means.
    case notify(ChatNotice, NotifyMeans)
    /// Have the terminal tell what is done with the mouse.
    case listenToMouse
    /// Have it do what it does itself with the mouse.
    case leaveMouse
    /// Write a setting into the file: the key and its value as it stands there.
    case keepSetting(String, String)
    /// Read the settings file again: answered by ``ChatEvent/settings(_:)`` or ``ChatEvent/settingsRefused(_:)``.
    case readSettings
    /// Have it tell every motion of the mouse, too, or only those with a button down.
    case followPointer(Bool)
    /// Draw everything anew, whatever the terminal is believed to show.
    case redraw
    /// Something to be done about a picture.
    case picture(PictureErrand)
}
