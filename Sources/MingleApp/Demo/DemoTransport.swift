import ChatCore
import Dispatch
import RichText
import Synchronization

/// A transport without a network: it plays the script of the demo and answers what one says.
final class DemoTransport: Transport {
    private struct State {
        var order: Int64 = 0
        var messages: [MessageID: Message] = [:]
        var isStopped = false
    }

    /// How long somebody is seen writing before a line comes.
    private static let writingLasts: Int64 = 1_500
    private let deliver: @Sendable (TransportEvent) -> Void
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "mingle.demo")

    init(_ deliver: @escaping @Sendable (TransportEvent) -> Void) throws(Failure) { self.deliver = deliver }

    func perform(_ command: TransportCommand) {
        queue.async { [self] in
            switch command {
            case .open(let room): open(room)
            case .send(let message): accept(message)
            case .loadOlder(let room, _, _): tell(.history(room, [], reachesStart: true))
            case .load(let room, let landmark, _):
                tell(.page(room, Page(landmark, [], reachesStart: true, reachesEnd: true)))
            case .search(let room, let search, let before, _):
                tell(.found(room, Findings(search, before: before, messages: [], hasMore: false)))
                tell(.notice("The demo keeps nothing that could be searched", isFailure: false))
            case .amend(let amendment): amend(amendment)
            case .listRooms: tell(.rooms([RoomSummary(id: Demo.room, name: Demo.room.text)]))
            case .setTopic, .openDirect, .invite, .rename, .remove, .block, .befriend, .enter, .rank, .tellSettings,
                .configure, .destroy:
                tell(.notice("The demo has no such thing", isFailure: true))
            case .close, .cancel, .setTyping, .markRead, .keepPlace: break
            }
        }
    }

    func stop() { state.withLock { $0.isStopped = true } }

    private func open(_ room: RoomID) {
        guard room == Demo.room else {
            tell(.opened(room, me: DemoScript.me, readUpTo: nil))
            tell(.history(room, [], reachesStart: true))
            return tell(.people(room, DemoScript.people))
        }
        let now = SystemClock.now
        let start = now + -Int64(DemoScript.past.count) * 60_000
        let messages = DemoScript.past.enumerated().map { index, line in
            message(line, room: room, time: start + Int64(index) * 60_000)
        }
        let read = messages.dropLast(2).last?.order
        tell(.opened(room, me: DemoScript.me, readUpTo: read))
        tell(.history(room, messages, reachesStart: true))
        tell(.people(room, DemoScript.people))
        var delay: Int64 = 0
        for (after, line) in DemoScript.live {
            delay += after
            say(line, in: room, after: delay)
        }
    }

    private func amend(_ amendment: Amendment) {
        let changed = state.withLock { state -> Message? in
            state.messages[amendment.target]?.apply(amendment)
            return state.messages[amendment.target]
        }
        guard let changed else {
            return tell(.refused(amendment.room, amendment, reason: "the demo has no such message"))
        }
        tell(.changed(amendment.room, [changed]))
    }

    private func accept(_ message: Message) {
        var placed = message
        placed.delivery = .sent
        placed.order = nextOrder()
        let kept = placed
        state.withLock { $0.messages[kept.id] = kept }
        tell(.received(message.room, [placed]))
        say(DemoScript.answer(to: message), in: message.room, after: 2_500)
    }

    private func say(_ line: DemoScript.Line, in room: RoomID, after delay: Int64) {
        let writing = DispatchTime.now() + .milliseconds(Int(max(delay - Self.writingLasts, 0)))
        queue.asyncAfter(deadline: writing) { [self] in tell(.typing(room, [line.author])) }
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(delay))) { [self] in
            tell(.typing(room, []))
            tell(.received(room, [message(line, room: room, time: SystemClock.now)]))
        }
    }

    private func message(_ line: DemoScript.Line, room: RoomID, time: Timestamp) -> Message {
        let order = nextOrder()
        var message = Message(
            id: MessageID("demo-\(order)-\(time.milliseconds)"), room: room, time: time, author: line.author,
            body: line.body, order: order)
        message.reactions = line.reactions
        let kept = message
        state.withLock { $0.messages[kept.id] = kept }
        return message
    }

    private func nextOrder() -> Int64 {
        state.withLock { state in
            state.order += 1
            return state.order
        }
    }

    private func tell(_ event: TransportEvent) {
        if state.withLock({ !$0.isStopped }) { deliver(event) }
    }
}
