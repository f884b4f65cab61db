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

    /// What is sure to be seen: popups of the terminal, which come through ssh; else the desktop's, where this is its
    /// machine; else the bell, which multiplexers hand on, too.
    func best(for answers: TerminalAnswers) -> NotifyMeans {
        let name = (answers.name ?? "").lowercased()
        let dialects: [(String, NotifyMeans)] = [
            ("kitty", .osc99), ("wezterm", .osc777), ("iterm2", .osc9), ("foot", .osc777), ("ghostty", .osc777),
            ("contour", .osc777),
        ]
        if let (_, means) = dialects.first(where: { name.hasPrefix($0.0) }) { return means }
        if has("TMUX") || has("STY") || has("SSH_CONNECTION") { return .bell }
        return hasSessionBus && Desktop.hasNotifySend(environment) ? .desktop : .bell
    }

    private func has(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

    private var hasSessionBus: Bool {
        if has("DBUS_SESSION_BUS_ADDRESS") { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return false }
        return access(folder + "/bus", W_OK) == 0
    }
}
