import Archive
import ChatCore
import Glibc
import LocalTransport
import RichText
import Synchronization

/// What the process can do.
struct Peer {
    let path: String
    let name: String
    let count: Int

    private let lobby = RoomID("lobby")
    private var me: Person { LocalIdentity.person(login: "test", fullName: nil, chosen: name) }

    /// Is in the room, until its standard input ends.
    func sit() {
        withTransport { _ in waitForEndOfInput() }
    }

    /// Sends as fast as it can; says `sent ID` for each message that is safe.
    func write() {
        withTransport { transport in
            for number in 0..<count { transport.perform(.send(message(number))) }
            waitForEndOfInput()
        }
    }

    /// Sends a message for each byte of its standard input that ends a line; its text is the moment, in milliseconds.
    func tick() {
        withTransport { transport in
            var number = 0
            var byte: UInt8 = 0
            while read(0, &byte, 1) > 0 {
                guard byte == 0x0A else { continue }
                var tick = message(number)
                tick.body = RichText(plain: "\(milliseconds())")
                transport.perform(.send(tick))
                number += 1
            }
        }
    }

    /// Sends one message after the other without the transport; says `sent ID` for each that is safe.
    func append() {
        withArchive { archive throws(ArchiveError) in
            for number in 0..<count { say("sent \(try archive.append(message(number)).id)") }
        }
    }

    /// As ``append()``, until it is killed.
    func appendForEver() {
        withArchive { archive throws(ArchiveError) in
            var number = 0
            while true {
                say("sent \(try archive.append(message(number)).id)")
                number += 1
            }
        }
    }

    /// Sends until there is no room: `count` is the largest size of a file that it may have, in bytes, or 0 for as much
    /// as the disk takes.
    func fill() {
        signal(SIGXFSZ, SIG_IGN)
        if count > 0 {
            var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        }
        withTransport { transport in
            for number in 0..<2000 { transport.perform(.send(message(number))) }
            waitForEndOfInput()
        }
    }

    /// Edits the message `first` as fast as it can, when it is told to go; says `changed TEXT` for each state of it.
    func edit() {
        withTransport { transport in
            var byte: UInt8 = 0
            guard read(0, &byte, 1) > 0 else { return }
            for number in 0..<count {
                transport.perform(
                    .amend(amendment("edit-\(getpid())-\(number)", .edit(.init(plain: "\(getpid()) \(number)")))))
            }
            waitForEndOfInput()
        }
    }

    /// Reacts to the message `first`, with its own name and with one emoji that all share, on and off.
    func react() {
        withTransport { transport in
            for number in 0..<count {
                let isOn = number.isMultiple(of: 2)
                transport.perform(.amend(amendment("own-\(name)-\(number)", .react(name, isOn: isOn))))
                transport.perform(.amend(amendment("all-\(name)-\(number)", .react("☕", isOn: isOn))))
            }
            waitForEndOfInput()
        }
    }

    private func amendment(_ id: String, _ change: Amendment.Change) -> Amendment {
        Amendment(
            id: MessageID(id), room: lobby, target: MessageID("first"), time: Timestamp(milliseconds: 0), author: me,
            change: change)
    }

    /// Lists the rooms `count` times; says `rooms COUNT MICROSECONDS` for each.
    func list() {
        let start = Mutex(0.0)
        let transport = try? LocalTransport(path: path, sharing: .personal, me: me) { event in
            guard case .rooms(let rooms) = event else { return }
            say("rooms \(rooms.count) \(Int((milliseconds() - start.withLock { $0 }) * 1000))")
        }
        for _ in 0..<count {
            start.withLock { $0 = milliseconds() }
            transport?.perform(.listRooms)
            usleep(300_000)
        }
        transport?.stop()
    }

    /// Is in the room and does nothing; says how much processor time `count` milliseconds cost, in microseconds, and
    /// how many times it was woken up.
    func measureIdling() {
        withTransport { _ in
            // The looks after one's own arrival come first.
            usleep(2_500_000)
            let before = usage()
            usleep(useconds_t(count * 1000))
            let after = usage()
            // The one that is taken off is this thread's own, for measuring.
            say("idle \(after.time - before.time) \(after.wakes - before.wakes - 1)")
        }
    }

    /// Becomes another user of the file's group, and sends one message.
    func appendAsNobody() {
        becomeNobody()
        withTransport { transport in
            transport.perform(.send(message(0)))
            waitForEndOfInput()
        }
    }

    /// Becomes another user of the file's group, and reads the room; says `read` and the ids.
    func readAsNobody() {
        becomeNobody()
        do throws(ArchiveError) {
            let messages = try Archive(path: path, access: .readOnly).messages(in: lobby, limit: 100)
            say("read " + messages.map(\.id.text).joined(separator: ","))
        } catch {
            say("error " + error.sentence)
        }
    }

    private func becomeNobody() {
        var status = stat()
        guard stat(path, &status) == 0, setgroups(0, nil) == 0, setgid(status.st_gid) == 0, setuid(65534) == 0 else {
            say("error cannot become another user")
            exit(1)
        }
    }

    private func message(_ number: Int) -> Message {
        Message(
            id: MessageID("\(name)-\(number)"), room: lobby, time: Timestamp(milliseconds: 0), author: me,
            body: RichText(plain: "message \(number) of \(name), and some more words to make it as long as most are"))
    }

    private func withTransport(_ body: (LocalTransport) -> Void) {
        let id = me.id
        do throws(ArchiveError) {
            let transport = try LocalTransport(path: path, sharing: .personal, me: me) { event in
                report(event, me: id)
            }
            transport.perform(.open(lobby))
            body(transport)
            transport.stop()
        } catch {
            say("error " + error.sentence)
            exit(1)
        }
    }

    private func withArchive(_ body: (Archive) throws(ArchiveError) -> Void) {
        do throws(ArchiveError) {
            try body(try Archive(path: path))
        } catch {
            say("error " + error.sentence)
            exit(1)
        }
    }

    private func usage() -> (time: Int, wakes: Int) {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        let seconds = Int(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let micros = Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return (seconds * 1_000_000 + micros, Int(usage.ru_nvcsw))
    }

    private func waitForEndOfInput() {
        var byte: UInt8 = 0
        while read(0, &byte, 1) > 0 {}
    }
}

/// A steady clock, in milliseconds.
private func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

/// Says what the tests want to know.
private func report(_ event: TransportEvent, me: PersonID) {
    switch event {
    case .opened: say("opened")
    case .received(_, let messages):
        for message in messages where message.author.id == me { say("sent \(message.id)") }
    case .failed(_, let id, let reason): say("failed \(id) \(reason)")
    case .changed(_, let messages):
        for message in messages { say("changed " + FlatText(message.body).text) }
        for message in messages {
            let reactions = message.reactions.map { "\($0.emoji)=\($0.by.map(\.text).joined(separator: "+"))" }
            say("reactions " + reactions.joined(separator: ","))
        }
    case .refused(_, let amendment, let reason): say("refused \(amendment.id) \(reason)")
    case .people(_, let people): say("people " + people.map(\.name).joined(separator: ","))
    case .typing(_, let people): say("typing " + people.map(\.name).joined(separator: ","))
    case .notice(let text, _): say("notice " + text)
    default: break
    }
}

/// Writes a line to standard output at once: whoever reads it may kill the process next.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}
