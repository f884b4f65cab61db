import ChatUI
import CursesDriver
import Glibc
import Terminal

/// Lets somebody who looks elsewhere hear of a message: by one means, never by two.
struct Notices {
    private let environment: [String: String]

    init(environment: [String: String]) { self.environment = environment }

    /// Gives `notice` by `means`; where the desktop's program is not there, by the bell.
    func give(_ notice: ChatNotice, by means: NotifyMeans, _ driver: CursesDriver) {
        switch means == .auto ? best(for: driver.answers) : means {
        case .off: break
        case .osc9: driver.transmit(NoticeSequence.bytes(title: notice.title, body: notice.body, .osc9))
        case .osc777: driver.transmit(NoticeSequence.bytes(title: notice.title, body: notice.body, .osc777))
        case .osc99: driver.transmit(NoticeSequence.bytes(title: notice.title, body: notice.body, .osc99))
        case .desktop: if !Desktop.notify(notice) { driver.bell() }
        case .auto, .bell: driver.bell()
        }
    }

    private func best(for answers: TerminalAnswers) -> NotifyMeans {
        NotifyMeans.best(
            terminal: answers.name, isRelayed: has("TMUX") || has("STY") || has("SSH_CONNECTION"),
            hasDesktop: hasSessionBus && Desktop.hasNotifySend(environment))
    }

    private func has(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

    private var hasSessionBus: Bool {
        if has("DBUS_SESSION_BUS_ADDRESS") { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return false }
        return access(folder + "/bus", W_OK) == 0
    }
}
