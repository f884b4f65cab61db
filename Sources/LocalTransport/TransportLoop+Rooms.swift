import Archive
import ChatCore
import RichText

extension TransportLoop {
    /// Answers `open`.
    func open(_ room: RoomID) {
        guard isAllowed(room) else { return }
        // Up to here as news to the rooms that are open, up to here as history to this one: nothing twice.
        readFeed()
        let now = Clock.steady
        rooms.insert(room)
        var readUpTo: Int64?
        do throws(ArchiveError) {
            readUpTo = try archive.readPosition(of: me.id, in: room)
        } catch {
            complain(error)
        }
        tellPartner(in: room, isAsked: false)
        deliver(.opened(room, me: me, readUpTo: readUpTo))
        tellHistory(room, before: feed.last < .max ? feed.last + 1 : nil, limit: TransportLoop.historyLength)
        tellReadingPlace(room)
        tellTopic(room)
        presence.enter(room, at: now)
        presence.look(at: now)
        told[room, default: Told()].people = people(in: room)
        told[room, default: Told()].typing = presence.typing(in: room, at: now)
        deliver(.people(room, people(in: room)))
        if let typing = told[room]?.typing, !typing.isEmpty { deliver(.typing(room, typing)) }
    }

    /// Answers `close`.
    func close(_ room: RoomID) {
        rooms.remove(room)
        met.remove(room)
        told[room] = nil
        presence.leave(room, at: Clock.steady)
    }

    /// Answers `send`, in time: the message goes out with all others that wait.
    func send(_ message: Message) {
        var message = message
        message.author = me
        message.time = Clock.now
        message.delivery = .sent
        message.order = nil
        presence.setTyping(message.room, false, at: Clock.steady)
        outbox.put(message)
    }

    /// Answers `amend`, in time, behind what waits before it.
    func amend(_ amendment: Amendment) {
        var amendment = amendment
        amendment.author = me
        amendment.time = Clock.now
        outbox.put(amendment)
    }

    /// Tells what became of messages and changes. What was written now is told by the feed, like what others wrote.
    func report(_ outcomes: [Outbox.Outcome]) {
        for outcome in outcomes {
            switch outcome {
            case .failed(let message, let reason): deliver(.failed(message.room, message.id, reason: reason))
            case .kept: feed.isDue = true
            case .dropped(_, let reason): refuse(reason)
            case .refused(let amendment, let reason): deliver(.refused(amendment.room, amendment, reason: reason))
            case .amended(let amendment, .refused(let refusal)):
                deliver(.refused(amendment.room, amendment, reason: refusal.sentence))
            case .amended(_, .unchanged(let message)):
                // The message itself may have been written just before.
                readFeed()
                deliver(.changed(message.room, [message]))
            case .amended(let amendment, .kept):
                feed.isDue = true
                if !rooms.contains(amendment.room) { feed.awaitedChanges.insert(amendment.id) }
            case .stored(let messages):
                feed.isDue = true
                for message in messages {
                    // A message that was kept before, by an attempt that seemed to fail, has passed the feed already.
                    if (message.order ?? 0) <= feed.last {
                        deliver(.received(message.room, [message]))
                    } else if !rooms.contains(message.room) {
                        feed.awaited.insert(message.id)
                    }
                }
            }
        }
    }

    /// Tells messages before the place `before`, and whether there are more.
    func tellHistory(_ room: RoomID, before: Int64?, limit: Int) {
        let limit = min(max(1, limit), 10_000)
        do throws(ArchiveError) {
            let messages = try archive.messages(in: room, before: before, limit: limit + 1)
            deliver(.history(room, messages.suffix(limit), reachesStart: messages.count <= limit))
        } catch {
            complain(error)
            deliver(.history(room, [], reachesStart: false))
        }
    }

    /// Tells who is there and who is writing, where that has changed.
    func tellPeople(at now: Int64) {
        for room in rooms.sorted() {
            let people = people(in: room)
            if people != told[room]?.people {
                tellPartner(in: room, isAsked: false)
                told[room, default: Told()].people = people
                deliver(.people(room, people))
            }
            let typing = presence.typing(in: room, at: now)
            if typing != told[room]?.typing {
                told[room, default: Told()].typing = typing
                deliver(.typing(room, typing))
            }
        }
    }

    /// All who are in `room`, by name; in a room of two nobody else is, whatever others write into their files.
    private func people(in room: RoomID) -> [Person] {
        let people = presence.people(in: room)
        guard let partner = DirectRoom.partner(of: me.id, in: room) else { return people }
        return people.filter { $0.id == me.id || $0.id == partner }
    }

    /// Says that something cannot be done, and why.
    func refuse(_ reason: String) { deliver(.notice(reason, isFailure: true)) }

    /// Says that the archive failed.
    func complain(_ error: ArchiveError) { deliver(.notice(error.sentence, isFailure: true)) }
}
