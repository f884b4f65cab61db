import ChatCore
import Glibc
import RichText
import Synchronization
import TestSupport
import XMPP
import XMPPTestSupport
import XMPPTransport

/// The memory of the built program while it is in many rooms with a history.
struct ProgramMemory {
    private let folder = TemporaryFolder()
    private let server: Prosody
    private let program: String
    /// How many messages the archive of each room has.
    private let messagesOfEach = 100

    /// The program at the path `program`, as an account of `server`.
    init(of program: String, at server: Prosody) { (self.program, self.server) = (program, server) }

    /// Lets the program enter `count` rooms by itself, since they are bookmarked, and prints what it takes then.
    func measure(_ count: Int) {
        guard access(program, X_OK) == 0 else { return print("memory of the program: it is not built") }
        let rooms = (0..<count).map { RoomID("kept\($0)@rooms.chat.test") }
        let here = Mutex((sent: 0, withAnn: Set<RoomID>()))
        let bea = XMPPTransport(Peer.settings("bea", at: server)) { event in
            here.withLock { here in
                switch event {
                case .received(_, let messages): here.sent += messages.count
                case .people(let room, let people):
                    if people.contains(where: { $0.name == "ann" }) {
                        here.withAnn.insert(room)
                    } else {
                        here.withAnn.remove(room)
                    }
                default: break
                }
            }
        }
        defer { bea?.stop() }
        fill(rooms, bea)
        guard Patience.until(4 * Patience.limit, { here.withLock { $0.sent } == count * messagesOfEach }) else {
            return print("memory of the program: the rooms could not be filled")
        }
        keep(rooms)
        _ = Patience.until { here.withLock { $0.withAnn.isEmpty } }
        guard let running = start() else { return print("memory of the program: it cannot be started") }
        defer { running.kill() }
        guard Patience.until(4 * Patience.limit, { here.withLock { $0.withAnn.count } == count }) else {
            return print("memory of the program: not all rooms were entered")
        }
        // What was said comes after one is in.
        var before = -1
        _ = Patience.until {
            let now = taken("VmRSS")
            defer { before = now }
            poll(nil, 0, 1000)
            return now == before
        }
        print(
            "memory of the program with \(count) rooms of \(messagesOfEach) messages: \(taken("VmHWM")) kB at most, of them \(taken("RssAnon")) its own (40,960 are the bound)"
        )
    }

    private func fill(_ rooms: [RoomID], _ bea: XMPPTransport?) {
        let me = Person(id: PersonID("bea@chat.test"), name: "bea")
        for room in rooms {
            bea?.perform(.open(room))
            for index in 0..<messagesOfEach {
                let text = "This is message \(index), as long as what people write in rooms on most days"
                bea?.perform(
                    .send(
                        Message(
                            id: MessageID("\(room)-\(index)"), room: room, time: Timestamp(milliseconds: 0),
                            author: me, body: RichText(plain: text), delivery: .sending)))
            }
        }
    }

    /// Bookmarks the rooms for the account of the program, and gives the program that account.
    private func keep(_ rooms: [RoomID]) {
        let told = Mutex(0)
        let ann = XMPPTransport(Peer.settings("ann", at: server), followsBookmarks: true) { event in
            if case .people = event { told.withLock { $0 += 1 } }
        }
        for room in rooms { ann?.perform(.open(room)) }
        _ = Patience.until(Patience.limit) { told.withLock { $0 } >= rooms.count }
        ann?.stop()
        let state = ["home", "home/.local", "home/.local/state", "home/.local/state/mingle"]
        for name in ["config", "config/mingle", "data"] + state { mkdir(folder(name), 0o700) }
        // It is not to ask for a name first.
        Files.write("".utf8, to: folder("home/.local/state/mingle/welcomed"))
        let account =
            "[{\"jid\":\"ann@chat.test\",\"server\":\"127.0.0.1:\(server.port)\",\"authorities\":\"\(server.authority)\",\"password\":\"secret-ann\"}]"
        Files.write(account.utf8, to: folder("config/mingle/accounts.json"))
    }

    /// Starts the program in a terminal of its own.
    private func start() -> Program? {
        let command = "echo $$ > '\(folder("pid"))'; exec '\(program)'"
        return Program(
            [
                "/usr/bin/env", "XDG_CONFIG_HOME=" + folder("config"), "XDG_DATA_HOME=" + folder("data"),
                "HOME=" + folder("home"), "TERM=xterm-256color", "LANG=C.UTF-8", "/usr/bin/script", "-qfec", command,
                folder("screen"),
            ], log: folder("log"))
    }

    /// Kilobytes of the program, by the name that the system has for them.
    private func taken(_ name: String) -> Int {
        let pid = String(decoding: Files.bytes(folder("pid")) ?? [], as: UTF8.self).filter(\.isNumber)
        let status = String(decoding: Files.bytes("/proc/\(pid)/status") ?? [], as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
