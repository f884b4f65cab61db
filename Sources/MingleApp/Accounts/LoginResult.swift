import Dispatch
import Synchronization
import XMPP

/// What becomes of one login, for whoever waits for it.
final class LoginResult: Sendable {
    private struct State {
        var mechanism: SASLMechanism?
        var fault: StreamFault?
        var isOver = false
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// How one logged in, if by something better than before.
    var mechanism: SASLMechanism? { state.withLock { $0.mechanism } }

    func note(_ mechanism: SASLMechanism) { state.withLock { $0.mechanism = mechanism } }

    /// The login is over; only the first end counts.
    func end(_ fault: StreamFault?) {
        let isFirst = state.withLock { state in
            if state.isOver { return false }
            state.isOver = true
            state.fault = fault
            return true
        }
        if isFirst { bell.signal() }
    }

    /// Waits for the end, and returns what went wrong.
    func wait() -> StreamFault? {
        bell.wait()
        return state.withLock { $0.fault }
    }
}
