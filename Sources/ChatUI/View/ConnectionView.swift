import ChatCore
import InlineLayout
import Terminal

/// How the accounts stand with their servers, as it is always to be seen.
extension ChatState {
    /// What is said beside the room's name about where it is.
    var placeName: String {
        guard let me = view.room.me, connections.contains(where: { $0.account == me.id }) else {
            return settings.placeName
        }
        return "as \(me.id), not end-to-end encrypted"
    }

    /// What is not well with one of the accounts, that of the room in view first; nil when all is well.
    var trouble: String? {
        let mine = connections.filter { $0.account == view.room.me?.id }
        for connection in mine + connections {
            switch connection.state {
            case .online: continue
            case .connecting: return "\(connection.account): connecting …"
            case .offline(let reason, let moment?):
                return "\(connection.account): \(reason); again at \(settings.calendar.timeWithSeconds(moment))"
            case .offline(let reason, nil): return "\(connection.account): \(reason); not tried again"
            }
        }
        return nil
    }

    /// Draws a row for each account at the bottom of the rooms. Returns how many rows that takes.
    func drawConnections(_ place: Rect, into frame: inout Frame) -> Int {
        let theme = settings.theme
        let shown = connections.prefix(max(place.height / 3, 0))
        for (index, connection) in shown.enumerated() {
            let row = place.bottom - shown.count + index
            let (sign, style) =
                switch connection.state {
                case .online: ("●", theme.faint)
                case .connecting: ("◌", theme.unread)
                case .offline: ("○", theme.failure)
                }
            let name = connection.account.text.truncated(toCells: place.width - 4)
            frame.write(sign, x: place.x + 1, y: row, style: style, maxWidth: 1)
            frame.write(name, x: place.x + 3, y: row, style: style, maxWidth: max(place.width - 4, 0))
        }
        return shown.count
    }
}

extension LocalCalendar {
    /// `09:14:05`
    fileprivate func timeWithSeconds(_ moment: Timestamp) -> String {
        let second = moment.milliseconds / 1000 % 60
        return clock(moment) + ":" + (second < 10 ? "0" : "") + String(second)
    }
}
