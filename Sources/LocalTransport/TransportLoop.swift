import Archive
import ChatCore
import Glibc
import RichText

/// The transport's thread: one archive connection, one loop.
final class TransportLoop {
    /// How many messages are told when a room is opened.
    static let historyLength = 200

    var me: Person
    /// Whether the others see one here; who is not seen only reads, or says one thing.
    let isSeen: Bool
    let archive: Archive
    let deliver: @Sendable (TransportEvent) -> Void
    var rooms: Set<RoomID> = []
    var presence: Presence
    var told: [RoomID: Told] = [:]
    var outbox = Outbox()
    var directory = RoomDirectory()
    /// Direct rooms of which was told that they are there.
    var met: Set<RoomID> = []
    /// Whether one was told what waited while one was away.
    var isGreeted = false
    /// The place of the newest invitation that was told.
    var lastInvitation: Int64 = 0
    var readPositions = ReadPositions()
    var feed: Feed
    var caretaker: Caretaker?
    private let mailbox: Mailbox
    private let watch: Watch
    var indexing = Indexing()
    private var peopleLooks = LaterLooks([20, 200, 1000])

    /// What was told of a room last.
    struct Told {
        var people: [Person] = []
        var typing: [Person] = []
        /// Whom one talks to there alone.
        var partner: Person?
    }

    init(
        path: String, sharing: Archive.Sharing, me: Person, isSeen: Bool, mailbox: Mailbox,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) throws(ArchiveError) {
        self.me = me
        self.isSeen = isSeen
        self.mailbox = mailbox
        self.deliver = deliver
        archive = try Archive(path: path, sharing: sharing)
        // From here on the thread waits in its loop, where it can be told to stop.
        archive.waitForOthers(milliseconds: 250)
        let folder = try PeopleFolder(archive: path)
        presence = Presence(me: me, folder: folder, isSeen: isSeen)
        feed = try Feed(archive)
        watch = Watch(archive: path, people: folder.path)
    }

    /// Runs until the mailbox is stopped.
    func run() {
        if !watch.isComplete {
            deliver(.notice("This account watches too many files: news may take half a second.", isFailure: true))
        }
        while true {
            let contents = mailbox.take()
            for command in contents.commands { perform(command) }
            // Whoever wants to leave the program waits for this.
            if contents.isStopped { outbox.patience = 3000 }
            takeSigns()
            let now = Clock.steady
            work(at: now)
            if contents.isStopped, finish() { return }
            wait(since: now, isStopping: contents.isStopped)
        }
    }

    private func perform(_ command: TransportCommand) {
        switch command {
        case .open(let room): open(room)
        case .close(let room): close(room)
        case .send(let message): send(message)
        // Nothing goes along with a message here: the pictures lie beside the archive.
        case .cancel: break
        case .setTyping(let room, let isTyping): presence.setTyping(room, isTyping, at: Clock.steady)
        case .loadOlder(let room, let before, let limit): tellHistory(room, before: before, limit: limit)
        case .markRead(let room, let upTo): readPositions.put(room, upTo)
        case .keepPlace(let room, let place): readPositions.put(room, place)
        case .load(let room, let landmark, let limit): tellPage(room, landmark, limit: limit)
        case .search(let room, let search, let before, let limit):
            tellFindings(room, search, before: before, limit: limit)
        case .amend(let amendment): amend(amendment)
        case .listRooms: listRooms()
        case .setTopic(let room, let topic): setTopic(room, topic)
        case .openDirect(let person, let room): openDirect(person, metIn: room)
        case .invite(let person, let room): invite(person, to: room)
        case .rename(let name): rename(to: name)
        case .remove: refuse("Nobody can be sent out of a room of this machine")
        case .rank, .enter: refuse("In a room of this machine all are the same, and none wants a password")
        case .tellSettings, .configure: refuse("A room of this machine has nothing to set but /topic")
        case .destroy: refuse("A room of this machine cannot be ended; /leave leaves it")
        case .block: refuse("Nobody can be blocked on this machine; /ignore hides what a person says")
        case .befriend: refuse("On this machine everybody who opens the archive is known; there are no contacts")
        }
    }

    private func takeSigns() {
        let signs = watch.take()
        let now = Clock.steady
        if signs.commit { feed.isDue = true }
        if signs.log { feed.looks.begin(at: now) }
        if signs.people {
            presence.look(at: now)
            peopleLooks.begin(at: now)
        }
    }

    /// Does everything that is due.
    private func work(at now: Int64) {
        report(outbox.write(to: archive, at: now))
        if feed.looks.take(at: now) || feed.isDue { readFeed() }
        if peopleLooks.take(at: now) { presence.look(at: now) }
        presence.writeIfDue(at: now)
        tellPeople(at: now)
        greet()
        readPositions.writeIfDue(to: archive, person: me.id, at: now)
        indexing.goOn(in: archive, at: now)
        if let error = caretaker?.work(on: archive, at: now, Clock.now) { complain(error) }
    }

    /// Writes what must not be lost. Returns whether nothing is left to do.
    private func finish() -> Bool {
        if outbox.next != nil { return false }
        readPositions.writeAll(to: archive, person: me.id)
        presence.leaveAll()
        caretaker?.stop()
        return true
    }

    /// Sleeps until there is a command, a sign, or something that was not due yet at `worked`; for ever when nothing is.
    private func wait(since worked: Int64, isStopping: Bool) {
        let now = Clock.steady
        var deadlines = [
            outbox.next, feed.next, peopleLooks.next, presence.next(after: worked), readPositions.next,
            indexing.next, caretaker?.next,
        ].compactMap { $0 }
        if !watch.isComplete { deadlines.append(now + 500) }
        var timeout: Int32 = -1
        if let soonest = deadlines.min() { timeout = Int32(clamping: max(0, soonest == .min ? 0 : soonest - now)) }
        var descriptors = [
            // While stopping, the mailbox has nothing more to say.
            pollfd(fd: isStopping ? -1 : mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, 2, timeout)
        if !watch.isComplete {
            feed.isDue = true
            presence.look(at: Clock.steady)
        }
    }
}
