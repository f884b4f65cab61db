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
    private let drafts: DraftFile?

    /// A loop over a terminal that is ready and a transport that tells `queue` what happens. Without a file for
    /// `drafts`, none are kept.
    init(
        _ state: ChatState, driver: CursesDriver, queue: EventQueue, transport: any Transport, drafts: DraftFile?
    ) {
        self.state = state
        self.drafts = drafts
        self.driver = driver
        self.queue = queue
        self.transport = transport
    }

    /// Runs until one leaves, then gives back terminal and transport.
    mutating func run() {
        driver.show(view(state))
        if let kept = drafts?.load(), !kept.isEmpty { queue.append(.drafts(kept)) }
        _ = carryOut(state.start())
        var goesOn = true
        while goesOn {
            wait()
            var events = driver.read(now: SystemClock.now.milliseconds).map(ChatEvent.terminal) + queue.drain()
            if let deadline = state.nextDeadline, deadline <= SystemClock.now.milliseconds { events.append(.deadline) }
            if events.isEmpty { continue }
            for event in events {
                let effects = update(&state, event, at: SystemClock.moment)
                if !carryOut(effects) { goesOn = false }
            }
            if goesOn { driver.show(view(state)) }
        }
        driver.close()
        transport.stop()
    }

    /// Does what is asked; false when the program is to end.
    private mutating func carryOut(_ effects: [Effect]) -> Bool {
        for effect in effects {
            switch effect {
            case .transport(let command): transport.perform(command)
            case .copy(let text): driver.copy(text)
            case .open(let address): Desktop.open(address)
            case .quit: return false
            case .suspend: driver.suspend()
            case .redraw: driver.redraw()
            case .keepDraft(let room, let draft): drafts?.keep(draft, of: room, at: SystemClock.now)
            case .edit(let text): queue.append(edited(text))
            case .listenToMouse: driver.setMouse(true)
            }
        }
        return true
    }

    /// Runs the person's editor on `text`.
    private func edited(_ text: String) -> ChatEvent {
        driver.whileReleased {
            do throws(Failure) {
                return .edited(try ExternalEditor.edit(text, environment: Environment.all))
            } catch {
                return .transport(.notice(error.sentence, isFailure: true))
            }
        }
    }

    private func wait() {
        var descriptors = (driver.descriptors + [queue.descriptor]).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let now = SystemClock.now.milliseconds
        let deadlines = [driver.nextDeadline(now: now).map { Int64($0) }, state.nextDeadline.map { $0 - now }]
        let timeout = deadlines.compactMap { $0 }.min().map { Int32(clamping: max($0, 0)) } ?? -1
        _ = poll(&descriptors, nfds_t(descriptors.count), timeout)
    }
}
