import ChatCore
import ChatUI
import CursesDriver
import Glibc
import Terminal

/// The one loop: waits, takes in all that happened, then draws once. It owns the state and the terminal.
struct ChatLoop {
    private var state: ChatState
    private let driver: CursesDriver
    private let queue: EventQueue
    private let transport: any Transport
    private var drafts: DraftFile?
    private let spelling: SpellingDesk?
    private let desk: PictureDesk?
    private var pictures: TerminalPictures
    private let settingsFile: SettingsFile?
    private let rooms: RoomsFile?
    private let export: RoomExport?
    private let notices = Notices(environment: Environment.all)
    /// Whether the terminal's background is known.
    private var knowsGround = false
    /// What other threads told and was not taken in yet.
    private var waiting: ArraySlice<ChatEvent> = []
    /// What was shown last.
    private var frame: Frame?
    /// Whether the screen shows less than the state holds.
    private var isStale = false
    private var drawsLargeText = false
    /// How often the terminal around tmux had told of itself when that was looked at last.
    private var renewals = 0
    /// When the next frame may be drawn that no key asked for, by the steady clock.
    private var nextFrame: Int64 = 0

    /// Milliseconds between frames that no key asked for: 60 a second at most.
    private static let frameLasts: Int64 = 17
    /// Frames that may follow each other at once after a pause, as when a room is opened.
    private static let burst: Int64 = 3
    /// Milliseconds that the first frame waits for the room.
    private static let roomTakes: Int64 = 25
    /// Milliseconds of other work before the keys are looked at again.
    private static let patience: Int64 = 4

    /// A loop over a terminal that is ready and a transport that tells `queue` what happens. Without a file for
    /// `drafts`, none are kept; without a `desk`, no pictures are loaded.
    init(
        _ state: ChatState, driver: CursesDriver, queue: EventQueue, transport: any Transport, drafts: DraftFile?,
        desk: PictureDesk?, pictures: TerminalPictures, spelling: SpellingDesk?, settingsFile: SettingsFile?,
        rooms: RoomsFile?, export: RoomExport?
    ) {
        self.state = state
        self.drafts = drafts
        self.desk = desk
        self.pictures = pictures
        self.spelling = spelling
        self.settingsFile = settingsFile
        self.rooms = rooms
        self.export = export
        self.driver = driver
        self.queue = queue
        self.transport = transport
    }

    /// Runs until one leaves, then gives back terminal and transport.
    mutating func run() {
        if let kept = drafts?.load(), !kept.isEmpty { queue.append(.drafts(kept)) }
        _ = carryOut(state.start())
        takeRoom()
        draw()
        while true {
            wait()
            let keys = driver.read(now: SystemClock.steady).map(ChatEvent.terminal)
            waiting += queue.drain()
            guard take(keys) && takeWaiting() && takeAnswers() else { break }
            if let motion = state.nextMotion, motion <= SystemClock.steady { isStale = true }
            if !keys.isEmpty {
                draw()
            } else if isStale, case let now = SystemClock.steady, now >= nextFrame {
                draw()
                nextFrame = max(nextFrame, now - ChatLoop.burst * ChatLoop.frameLasts) + ChatLoop.frameLasts
            }
        }
        driver.close()
        desk?.close()
        transport.stop()
    }

    /// Waits a moment for the room, so that the first frame is not an empty one that is drawn over at once.
    private mutating func takeRoom() {
        let end = SystemClock.steady + ChatLoop.roomTakes
        var isHere = false
        while !isHere, case let rest = end - SystemClock.steady, rest > 0 {
            var waited = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, Int32(rest))
            waiting += queue.drain()
            isHere = waiting.contains { if case .transport(.people) = $0 { true } else { false } }
        }
        _ = takeWaiting()
    }

    /// Takes in what the terminal told, and what has become due; false when the program is to end.
    private mutating func take(_ keys: [ChatEvent]) -> Bool {
        for event in keys where !take(event) { return false }
        if let deadline = state.nextDeadline, deadline <= SystemClock.steady { return take(.deadline) }
        return true
    }

    /// Takes in what other threads told, for a few milliseconds: in a flood, keys come in between.
    private mutating func takeWaiting() -> Bool {
        let end = SystemClock.steady + ChatLoop.patience
        while let event = waiting.popFirst() {
            guard take(event) else { return false }
            if SystemClock.steady >= end { break }
        }
        return true
    }

    /// Takes in what the terminal has told of itself: whether it draws large text, and how it shows pictures.
    private mutating func takeAnswers() -> Bool {
        if !drawsLargeText, driver.answers.doublesSize {
            drawsLargeText = true
            guard take(.largeText) else { return false }
        }
        if !knowsGround, let isLight = Ground.isLight(driver.answers) {
            knowsGround = true
            var ground = Theme.Ground()
            ground.isLight = isLight
            ground.depth = driver.colourDepth
            guard take(.ground(ground)) else { return false }
        }
        if driver.renewals != renewals {
            renewals = driver.renewals
            guard take(.picture(.forgotten)) else { return false }
        }
        guard let drawing = pictures.news(driver.answers, depth: driver.colourDepth, state.pictureWish) else {
            return true
        }
        return take(.picture(.drawing(drawing)))
    }

    private mutating func take(_ event: ChatEvent) -> Bool {
        isStale = true
        return carryOut(update(&state, event, at: SystemClock.moment))
    }

    private mutating func draw() {
        // Nothing comes into being by drawing, so no id is needed.
        _ = carryOut(update(&state, .frameDue, at: SystemClock.momentWithoutID))
        let frame = view(state, after: frame)
        driver.show(frame)
        self.frame = frame
        isStale = false
    }

    /// Does what is asked; false when the program is to end.
    private mutating func carryOut(_ effects: [Effect]) -> Bool {
        for effect in effects {
            switch effect {
            case .transport(let command): transport.perform(command)
            case .copy(let text):
                // tmux drops the sequence of programs unless it is told otherwise, and takes a text by its own command.
                if !Desktop.copyToTmux(text) { driver.copy(text) }
            case .open(let address): Desktop.open(address)
            case .quit: return false
            case .suspend: driver.suspend()
            case .redraw: driver.redraw()
            case .keepDraft(let room, let draft): drafts?.keep(draft, of: room, at: SystemClock.now)
            // At once, since the next thing may be that one is told to end.
            case .edit(let text): for event in edited(text) where !take(event) { return false }
            case .checkSpelling(let words): spelling?.check(words)
            case .suggestSpelling(let word): spelling?.suggest(word)
            case .learnWord(let word): spelling?.learn(word)
            case .listenToMouse: driver.setMouse(true)
            case .followPointer(let isOn): driver.followPointer(isOn)
            case .picture(let errand):
                desk?.carryOut(errand)
                pictures.carryOut(errand, driver)
            case .export(let room, let path):
                export?.write(room, to: path) { [queue] in queue.append(.transport(.notice($0, isFailure: $1))) }
            case .remember(let memory): rooms?.keep(memory)
            case .notify(let notice, let means): notices.give(notice, by: means, driver)
            case .leaveMouse: driver.setMouse(false)
            case .readSettings: if let event = settingsFile?.read() { queue.append(event) }
            case .keepSetting(let key, let value):
                if let sentence = settingsFile?.keep(key, value) {
                    queue.append(.transport(.notice(sentence, isFailure: true)))
                }
            }
        }
        return true
    }

    /// Runs the person's editor on `text`.
    private func edited(_ text: String) -> [ChatEvent] {
        driver.whileReleased {
            do throws(Failure) {
                let result = try ExternalEditor.edit(text, environment: Environment.all, driver)
                let complaint = result.complaint.map { ChatEvent.transport(.notice($0, isFailure: true)) }
                return [.edited(result.text)] + (complaint.map { [$0] } ?? [])
            } catch {
                return [.transport(.notice(error.sentence, isFailure: true))]
            }
        }
    }

    private func wait() {
        var descriptors = (driver.descriptors + [queue.descriptor]).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let now = SystemClock.steady
        let deadlines = [
            driver.nextDeadline(now: now).map { Int64($0) }, state.nextDeadline.map { $0 - now },
            state.nextMotion.map { $0 - now },
            waiting.isEmpty ? nil : 0, isStale ? nextFrame - now : nil,
        ]
        let timeout = deadlines.compactMap { $0 }.min().map { Int32(clamping: max($0, 0)) } ?? -1
        _ = poll(&descriptors, nfds_t(descriptors.count), timeout)
    }
}
