import Archive
import ChatCore
import RichText
import Synchronization
import XMPPTransport

/// The rooms of this machine and all accounts as one transport; ``Routes`` says what belongs where.
///
/// The accounts are made ready by a thread of their own, since a program may be run for each password; what is asked of
/// them meanwhile waits.
final class CombinedTransport: Transport {
    private struct State {
        var routes = Routes(accounts: [])
        var local: (any Transport)?
        var accounts: [any Transport] = []
        /// Where what was said in the rooms of each is kept.
        var archives: [String] = []
        var isComplete = false
        var isStopped = false
        var waiting: [TransportCommand] = []
        /// What each transport told last; that of this machine is the first.
        var rooms: [Int: [RoomSummary]] = [:]
        var contacts: [Int: [Contact]] = [:]
    }

    private let state = Mutex(State())
    private let deliver: @Sendable (TransportEvent) -> Void
    private let loader = Mutex<Ahead<Void>?>(nil)
    /// Ends what the loader waits for.
    private let stopSign = StopSign()
    private let log: LogFile?
    private let upkeep: Upkeep
    private let isLocal: @Sendable (RoomID) -> Bool

    /// A transport that tells `deliver` what all of them tell. Of a room whose name looks like an address `isLocal` says
    /// whether it is one of this machine.
    init(
        upkeep: Upkeep, log: LogFile?, isLocal: @escaping @Sendable (RoomID) -> Bool,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) {
        self.log = log
        self.isLocal = isLocal
        self.upkeep = upkeep
        self.deliver = deliver
    }

    /// Takes `local` in, and begins to make the accounts ready.
    func begin(_ local: any Transport) {
        state.withLock { $0.local = local }
        loader.withLock { $0 = Ahead { [weak self] in self?.load() } }
    }

    /// The transport of this machine tells something.
    func told(_ event: TransportEvent) { told(event, by: 0) }

    /// The file in which the messages of the shown `room` are, and what the room is called there; nil for those of this
    /// machine.
    func archive(of room: RoomID) -> (path: String, room: RoomID)? {
        state.withLock { state in
            let place = state.routes.place(of: room)
            guard place.transport > 0, place.transport <= state.archives.count else { return nil }
            return (state.archives[place.transport - 1], place.room)
        }
    }

    func perform(_ command: TransportCommand) {
        if let room = command.room { decide(room) }
        for (transport, command) in state.withLock({ CombinedTransport.route(command, &$0) }) {
            transport.perform(command)
        }
    }

    /// Finds out whether a room that may be an account's is one of this machine, once.
    private func decide(_ room: RoomID) {
        guard state.withLock({ $0.routes.isUndecided(room) }), isLocal(room) else { return }
        state.withLock { if $0.routes.isUndecided(room) { $0.routes.noteLocal(room) } }
    }

    func stop() {
        // The loader is not waited for: what it has made ready by now is stopped here, the rest by itself.
        stopSign?.give()
        let all = state.withLock { state in
            state.isStopped = true
            return [state.local].compactMap { $0 } + state.accounts
        }
        for transport in all { transport.stop() }
    }

    /// Who is to do what.
    private static func route(
        _ command: TransportCommand, _ state: inout State
    ) -> [(any Transport, TransportCommand)] {
        func transport(_ index: Int) -> (any Transport)? {
            index == 0 ? state.local : state.accounts.indices.contains(index - 1) ? state.accounts[index - 1] : nil
        }
        if case .openDirect(let person, let room) = command, !Routes.isOfAccount(room),
            Routes.isOfAccount(RoomID(person.text))
        {
            // An address that was written out, in a room of this machine.
            guard state.isComplete else {
                state.waiting.append(command)
                return []
            }
            let knower = state.contacts.first { $0.value.contains { $0.person.id == person } }?.key
            return transport(knower ?? state.routes.account(for: person.text)).map { [($0, command)] } ?? []
        }
        if let room = command.room {
            if Routes.isOfAccount(room), !state.isComplete, !state.routes.isLocal(room) {
                state.waiting.append(command)
                return []
            }
            let place = state.routes.place(of: room)
            return transport(place.transport).map { [($0, command.about(place.room))] } ?? []
        }
        let all = ([state.local].compactMap { $0 } + state.accounts)
        switch command {
        case .block(let person, _), .befriend(let person, _):
            guard Routes.isOfAccount(RoomID(person.text)) else { return transport(0).map { [($0, command)] } ?? [] }
            guard state.isComplete else {
                state.waiting.append(command)
                return []
            }
            let knower = state.contacts.first { $0.value.contains { $0.person.id == person } }?.key
            return transport(knower ?? state.routes.account(for: person.text)).map { [($0, command)] } ?? []
        default: return all.map { ($0, command) }
        }
    }

    private func told(_ event: TransportEvent, by index: Int) {
        let shown = state.withLock { state -> TransportEvent in
            switch event {
            case .rooms(let rooms):
                state.rooms[index] = rooms.map { room in
                    var room = room
                    let id = room.id
                    room.id = state.routes.shownRoom(id, of: index)
                    if room.name == id.text { room.name = room.id.text }
                    return room
                }
                return .rooms(state.rooms.sorted { $0.key < $1.key }.flatMap(\.value))
            case .contacts(let contacts):
                state.contacts[index] = contacts
                return .contacts(state.contacts.sorted { $0.key < $1.key }.flatMap(\.value))
            default:
                guard let room = event.room, index > 0 else { return event }
                return event.about(state.routes.shownRoom(room, of: index))
            }
        }
        deliver(shown)
    }

    /// Reads the accounts, asks for their passwords, and lets them connect.
    private func load() {
        var accounts: [Account] = []
        do throws(Failure) {
            accounts = try AccountFile().accounts
        } catch {
            deliver(.notice(error.sentence, isFailure: true))
        }
        state.withLock {
            $0.routes.accounts = accounts.map { PersonID($0.jid) }
            $0.archives = accounts.map(\.archivePath)
        }
        var transports: [any Transport] = []
        for (index, account) in accounts.enumerated() {
            if state.withLock({ $0.isStopped }) { break }
            do throws(Failure) {
                let transport = try account.transport(
                    followsBookmarks: true, upkeep: upkeep, log: log, until: stopSign
                ) { [weak self] event in
                    self?.told(event, by: index + 1)
                }
                transports.append(transport)
            } catch {
                transports.append(NoTransport(error.sentence) { [weak self] in self?.told($0, by: index + 1) })
                let state = Connection.State.offline(reason: error.sentence, nextTry: nil)
                deliver(.connection(Connection(PersonID(account.jid), state)))
            }
        }
        let ready = transports
        let waiting = state.withLock { state -> [TransportCommand]? in
            if state.isStopped { return nil }
            state.accounts = ready
            state.isComplete = true
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let waiting else {
            for transport in ready { transport.stop() }
            return
        }
        if accounts.isEmpty, !waiting.isEmpty { deliver(.notice("there are no accounts", isFailure: true)) }
        for command in waiting { perform(command) }
    }
}

/// Stands for an account whose password cannot be had.
private final class NoTransport: Transport {
    private let reason: String
    private let deliver: @Sendable (TransportEvent) -> Void

    init(_ reason: String, deliver: @escaping @Sendable (TransportEvent) -> Void) {
        self.reason = reason
        self.deliver = deliver
    }

    func perform(_ command: TransportCommand) {
        switch command {
        case .send(let message): deliver(.failed(message.room, message.id, reason: reason))
        case .amend(let amendment): deliver(.refused(amendment.room, amendment, reason: reason))
        default: break
        }
    }

    func stop() {}
}
