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
    private let desk: PictureDesk
    private var lines = LineInput()
    private var speech: PlainSpeech
    private var output = Output()
    /// Own messages that have not come back.
    private var unsettled: Set<MessageID> = []
    private var hasFailed = false
    /// The room that one was told to be in last; nil until the first is open.
    private var announced: RoomID?
    private var isOpen: Bool { announced != nil }
    /// Whether something was to be copied just now.
    private var hasCopied = false
    /// What a line from a pipe waits for, and until when.
    private var questions = PlainQuestions()
    private var patientUntil: Int64 = 0
    private let isPiped = isatty(STDIN_FILENO) == 0
    /// Whether lines of a pipe may name files: they may be what others have written.
    private let allowsFiles: Bool
    /// Pictures that are being made ready to be sent.
    private var offers = 0
    /// Those who were asked for last.
    private var found = PlainMentions.Found()

    /// Milliseconds that a line from a pipe waits at most for what became of the one before.
    private static let patienceForALine: Int64 = 5_000
    /// Milliseconds within which a room of this machine is open once something was refused, and one of an account.
    private static let patienceForARoom: Int64 = 3_000
    private static let patienceForAnAccount: Int64 = 60_000
    /// Why the room may never open, and until when it is waited for nevertheless.
    private var refusal: (reason: String, until: Int64)?
    /// Seconds that are waited at the end for what was sent.
    private static let patience: Int64 = 15

    init(
        _ state: ChatState, queue: EventQueue, transport: any Transport, settingsFile: SettingsFile, rooms: RoomsFile?,
        export: RoomExport, desk: PictureDesk, allowsFiles: Bool
    ) {
        self.state = state
        self.queue = queue
        self.transport = transport
        self.settingsFile = settingsFile
        self.rooms = rooms
        self.export = export
        self.desk = desk
        self.allowsFiles = allowsFiles
        speech = PlainSpeech(echoesOwn: isPiped)
    }

    /// Runs until the input ends or one leaves.
    mutating func run() throws(Failure) {
        defer {
            desk.close()
            transport.stop()
        }
        var isLeaving = false
        while !isLeaving {
            try output.flush()
            wait(readsInput: isOpen && !isBusy)
            isLeaving = try !takeEvents()
            if !isOpen, let refusal, refusal.until <= SystemClock.steady { throw Failure(refusal.reason) }
            guard isOpen, !isLeaving else { continue }
            while !isLeaving, !isBusy, let line = lines.next() { isLeaving = try !take(line) }
            if lines.isAtEnd, !isBusy { break }
        }
        try settle()
        try output.flush()
        if hasFailed { throw .told }
    }

    /// Whether the next line waits for what became of the one before. Who types sees that, and is never kept waiting.
    private var isBusy: Bool {
        guard isPiped, !questions.isEmpty || offers > 0 else { return false }
        return SystemClock.steady < patientUntil
    }

    // MARK: Events

    private mutating func takeEvents() throws(Failure) -> Bool {
        for event in queue.drain() {
            // Where one reads on a screen says nothing here: lines are read as they come.
            if case .transport(.readingPlace) = event { continue }
            guard try carryOut(event) else { return false }
            if case .transport(let told) = event {
                note(told)
                try speak(speech.lines(for: told, after: state))
            }
            if case .picture(let news) = event { try take(news) }
            if !state.isSearching, !questions.awaitsRooms { try speakOverlay() }
            try speakRoom()
        }
        if let due = state.nextDeadline, due <= SystemClock.steady { return try carryOut(.deadline) }
        return true
    }

    /// What was to be sent is ready, or cannot be sent.
    private mutating func take(_ news: PictureNews) throws(Failure) {
        switch news {
        case .kept(_, .success), .attached(_, .success): offers -= 1
        case .kept(_, .failure), .attached(_, .failure):
            offers -= 1
            hasFailed = true
            try speakNotice()
        default: break
        }
    }

    private mutating func note(_ event: TransportEvent) {
        questions.told(event)
        switch event {
        case .notice(let reason, isFailure: true) where !isOpen:
            let isOfAccount = Routes.isOfAccount(state.roomInView)
            let patience = isOfAccount ? PlainChat.patienceForAnAccount : PlainChat.patienceForARoom
            refusal = (reason, SystemClock.steady + patience)
        case .received(_, let messages): for message in messages { unsettled.remove(message.id) }
        case .failed(_, let id, _): if unsettled.remove(id) != nil { hasFailed = true }
        default: break
        }
    }

    private mutating func carryOut(_ event: ChatEvent) throws(Failure) -> Bool {
        for effect in update(&state, event, at: SystemClock.moment) {
            switch effect {
            // Where somebody reads on a screen is left as it is.
            case .transport(.keepPlace): break
            case .picture(let errand):
                switch errand {
                case .keep, .attach: offers += 1
                default: break
                }
                desk.carryOut(errand)
            case .transport(let command):
                if case .send(let message) = command { unsettled.insert(message.id) }
                questions.asked(command)
                transport.perform(command)
            case .open(let address): Desktop.open(address)
            case .quit: return false
            case .export(let room, let path):
                questions.exporting()
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
        let untrimmed = HarmlessText.line(line, trims: false)
        let line = HarmlessText.line(line)
        questions.giveUp()
        patientUntil = SystemClock.steady + PlainChat.patienceForALine
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
        if let query = PlainMentions.question(in: line) {
            if query != found.query || found.isOver {
                found = PlainMentions.Found(query, state.mentions(for: query, limit: .max))
            }
            try speak(found.next())
            return true
        }
        if let unknown = PlainMentions.unknown(in: line, listed: found.listed) {
            try speak(["Not sent: \(unknown) is nobody. A line @an? lists people; \\\(unknown) is the text"])
            return true
        }
        let text = PlainMentions.text(of: message(line, untrimmed), listed: found.listed)
        if isPiped, !allowsFiles, ChatState.namesFile(text) {
            hasFailed = true
            try speak(["Not done: \(line). A line of a pipe names no file, unless --files allows it"])
            return true
        }
        let goesOn = try carryOut(.line(text))
        let meant = text.mentions.map(\.name)
        if !meant.isEmpty { try speak(["Mentioned: " + meant.joined(separator: ", ")]) }
        try speakNotice()
        if !state.isSearching, !questions.awaitsRooms { try speakOverlay() }
        try speakRoom()
        return goesOn
    }

    /// What a line says. One that begins with blanks runs no command: who types is asked whether it is text, and in a pipe,
    /// where the next line would be taken for the answer, it is.
    private func message(_ line: String, _ untrimmed: String) -> String {
        guard untrimmed.hasPrefix(" "), line.hasPrefix("/") else { return line }
        return isPiped ? "/" + line : untrimmed
    }

    // MARK: Speaking

    /// Says where one is, once that is known, whenever it is another room than before.
    private mutating func speakRoom() throws(Failure) {
        guard state.roomInView != announced, speech.knowsRoom(of: state) else { return }
        try speak([state.spokenRoom] + (isOpen ? [] : [PlainSpeech.greeting]))
        announced = state.roomInView
    }

    private mutating func speakNotice() throws(Failure) {
        defer { hasCopied = false }
        if hasCopied { return }
        if let notice = state.spokenNotice { try speak([notice]) }
    }

    private mutating func speakOverlay() throws(Failure) {
        let lines = state.spokenOverlay
        guard !lines.isEmpty else { return }
        try speak(lines)
        _ = try carryOut(.closed)
    }

    private mutating func speak(_ lines: [String]) throws(Failure) {
        for line in lines { try output.line(PlainSpeech.setIn(line)) }
    }

    // MARK: Waiting

    private mutating func wait(readsInput: Bool) {
        var waited = [pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)]
        if readsInput { waited.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
        let deadlines = [
            state.nextDeadline.map { $0 - SystemClock.steady },
            isBusy ? patientUntil - SystemClock.steady : nil,
            isOpen ? nil : refusal.map { $0.until - SystemClock.steady },
        ]
        let rest = deadlines.compactMap { $0 }.min().map { Int32(clamping: max($0, 0)) } ?? -1
        _ = poll(&waited, nfds_t(waited.count), rest)
        if readsInput, waited[1].revents != 0 { lines.fill() }
    }

    /// Waits for what was sent to be safe.
    private mutating func settle() throws(Failure) {
        let end = SystemClock.steady + PlainChat.patience * 1_000
        while !unsettled.isEmpty || offers > 0, SystemClock.steady < end {
            var waited = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, Int32(clamping: end - SystemClock.steady))
            _ = try takeEvents()
        }
        let missing = unsettled.count + offers
        guard missing > 0 else { return }
        hasFailed = true
        Output.tell(missing == 1 ? "1 message may not have been sent" : "\(missing) messages may not have been sent")
    }
}
