import Archive
import ChatCore
import RichText

// Which rooms there are, and what they are about.

extension TransportLoop {
    /// Answers `listRooms`.
    func listRooms() {
        do throws(ArchiveError) {
            deliver(.rooms(try directory.list(archive, people: presence.counts())))
        } catch {
            complain(error)
        }
    }

    /// Answers `setTopic`.
    func setTopic(_ room: RoomID, _ topic: String) {
        if DirectRoom.isDirect(room) { return refuse("A room of two has no topic") }
        let topic = HarmlessText.line(topic)
        guard topic.utf8.count <= Archive.longestTopic else { return refuse("That topic is too long") }
        outbox.put(RoomEvent(room: room, time: Clock.now, author: me, kind: .topic(topic)))
    }

    /// Tells what `room` is about, where somebody said so.
    func tellTopic(_ room: RoomID) {
        do throws(ArchiveError) {
            let topic = try archive.topic(of: room)
            if !topic.isEmpty { deliver(.topic(room, topic)) }
        } catch {
            complain(error)
        }
    }

    /// Tells what was said of rooms since the last time.
    func tell(_ events: [RoomEvent]) {
        for event in events {
            guard case .topic(let topic) = event.kind else { continue }
            directory.note(topic, of: event.room)
            if rooms.contains(event.room) { deliver(.topic(event.room, topic)) }
        }
        tellInvitations(events)
    }
}
