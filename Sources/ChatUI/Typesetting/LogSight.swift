import ChatCore
import Terminal

/// What of the log is in sight, found once for a frame: pictures, pointer and drawing all ask for it.
struct LogSight {
    let log: LogLayout
    /// The messages, from the top.
    let messages: [LogLayout.Sighting]

    /// What `log` shows.
    init(_ log: LogLayout) {
        self.log = log
        messages = log.sightings
    }
}

extension ChatState {
    /// What was found for this frame, if it is for a pane of that size and for the room as it is.
    func sight(for size: Size) -> LogSight? {
        guard let inSight, inSight.log.size == size, inSight.log.view.room.id == view.room.id,
            inSight.log.view.anchor == view.anchor,
            inSight.log.view.room.timeline.messages.count == view.room.timeline.messages.count
        else { return nil }
        return inSight
    }
}
