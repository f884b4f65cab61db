import ChatCore
import ChatUI
import Glibc
import RichText
import Terminal

/// `mingle --plain`: the chat as lines. What is said is printed, one message a line, and a line that is typed is sent or
/// run as a command. Nothing moves the cursor, so screen readers and pipes take it as it comes.
///
/// `@an?` lists those whom one may mean, with numbers; `@1` in a later line is that person.
struct PlainChat {
    private var state: ChatState
    private let queue: EventQueue
    private let transport: any Transport
    private let settingsFile: SettingsFile
    private let rooms: RoomsFile?
    private let export: RoomExport
    private var lines = LineInput()
    private var speech: PlainSpeech
    private var output = Output()
    /// Own messages that have not come back.
    private var unsettled: Set<MessageID> = []
    private var hasFailed = false
    /// Whether the line that is run asked for a copy, which there is not.
    private var hasCopied = false
    /// Those who were listed last.
    private var listed: [Mention] = []

    /// Seconds that are waited at the end for what was sent.
    private static let patience: Int64 = 15

    init(
        _ state: ChatState, queue: EventQueue, transport: any Transport, settingsFile: SettingsFile, rooms: RoomsFile?,
        export: RoomExport
    ) {
        self.state = state
        self.queue = queue
        self.transport = transport
        self.settingsFile = settingsFile
        self.rooms = rooms
        self.export = export
        speech = PlainSpeech(echoesOwn: isatty(STDIN_FILENO) == 0)
    }

    /// Runs until the input ends or one leaves.
    mutating func run() throws(Failure) {
        defer { transport.stop() }
        var isOpen = false
        var isLeaving = false
        while !isLeaving {
            try output.flush()
            wait(readsInput: isOpen)
            isLeaving = try !takeEvents()
            if !isOpen, speech.knowsRoom(of: state) {
                isOpen = true
                try speak([state.spokenRoom, PlainSpeech.greeting])
            }
            guard isOpen, !isLeaving else { continue }
            while !isLeaving, let line = lines.next() { isLeaving = try !take(line) }
            if lines.isAtEnd { break }
        }
        try settle()
        try output.flush()
        if hasFailed { throw .told }
    }

    // MARK: Events

    private mutating func takeEvents() throws(Failure) -> Bool {
        for event in queue.drain() {
            let before = state
            guard try carryOut(event) else { return false }
            if case .transport(let told) = event {
                note(told)
                try speak(speech.lines(for: told, before: before, after: state))
            }
            if !state.isSearching { try speakOverlay() }
        }
        if let due = state.nextDeadline, due <= SystemClock.now.milliseconds { return try carryOut(.deadline) }
        return true
    }

    private mutating func note(_ event: TransportEvent) {
        switch event {
        case .received(_, let messages): for message in messages { unsettled.remove(message.id) }
        case .failed(_, let id, _): if unsettled.remove(id) != nil { hasFailed = true }
        default: break
        }
    }

    private mutating func carryOut(_ event: ChatEvent) throws(Failure) -> Bool {
        for effect in update(&state, event, at: SystemClock.moment) {
            switch effect {
            case .transport(let command):
                if case .send(let message) = command { unsettled.insert(message.id) }
                transport.perform(command)
            case .open(let address): Desktop.open(address)
            case .quit: return false
            case .export(let room, let path):
                export.write(room, to: path) { [queue] in queue.append(.transport(.notice($0, isFailure: $1))) }
            case .remember(let memory): rooms?.keep(memory)
            case .readSettings: queue.append(settingsFile.read())
            case .keepSetting(let key, let value):
                if let sentence = settingsFile.keep(key, value) { try speak([sentence]) }
            case .copy:
                hasCopied = true
                try speak(["Nothing is copied here: the lines above are plain text"])
            case .suspend: raise(SIGTSTP)
            default: break
            }
        }
        return true
    }

    // MARK: Lines

    /// Takes what was typed; false when one leaves.
    private mutating func take(_ line: String) throws(Failure) -> Bool {
        let line = HarmlessText.line(line)
        if state.isAsking {
            let isYes = ["y", "yes"].contains(line.lowercased())
            let goesOn = try carryOut(.terminal(.key(KeyPress(.character(isYes ? "y" : "n")))))
            try speakNotice()
            return goesOn
        }
        if state.isAskingSecret {
            let goesOn = try carryOut(.line(RichText(plain: line)))
            try speakNotice()
            return goesOn
        }
        if line.isEmpty { return true }
        if let query = PlainMentions.question(in: line) {
            try list(query)
            return true
        }
        if let unknown = PlainMentions.unknown(in: line, listed: listed) {
            try speak(["Not sent: \(unknown) is nobody. A line @an? lists people; \\\(unknown) is the text"])
            return true
        }
        let text = PlainMentions.text(of: line, listed: listed)
        hasCopied = false
        let goesOn = try carryOut(.line(text))
        let meant = text.mentions.map(\.name)
        if !meant.isEmpty { try speak(["Mentioned: " + meant.joined(separator: ", ")]) }
        if !hasCopied { try speakNotice() }
        if !state.isSearching { try speakOverlay() }
        return goesOn
    }

    private mutating func list(_ query: String) throws(Failure) {
        let found = state.mentions(for: query, limit: 9)
        listed = found.map(\.mention)
        guard !found.isEmpty else { return try speak(["Nobody here is found by \(query)"]) }
        let choices = found.enumerated().map { "\($0.offset + 1)) \($0.element.label)" }
        try speak([choices.joined(separator: "  "), "Write @1 where you mean the first"])
    }

    // MARK: Speaking

    private mutating func speakNotice() throws(Failure) {
        if let notice = state.spokenNotice { try speak([notice]) }
    }

    private mutating func speakOverlay() throws(Failure) {
        let lines = state.spokenOverlay
        guard !lines.isEmpty else { return }
        try speak(lines)
        _ = try carryOut(.closed)
    }

    private mutating func speak(_ lines: [String]) throws(Failure) {
        for line in lines { try output.line(line) }
    }

    // MARK: Waiting

    private mutating func wait(readsInput: Bool) {
        var waited = [pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)]
        if readsInput { waited.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
        let rest = state.nextDeadline.map { Int32(clamping: max($0 - SystemClock.now.milliseconds, 0)) } ?? -1
        _ = poll(&waited, nfds_t(waited.count), rest)
        if readsInput, waited[1].revents != 0 { lines.fill() }
    }

    /// Waits for what was sent to be safe.
    private mutating func settle() throws(Failure) {
        let end = SystemClock.steady + PlainChat.patience * 1_000
        while !unsettled.isEmpty, SystemClock.steady < end {
            var waited = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, Int32(clamping: end - SystemClock.steady))
            _ = try takeEvents()
        }
        guard !unsettled.isEmpty else { return }
        hasFailed = true
        Output.tell("\(unsettled.count) messages may not have been sent")
    }
}
