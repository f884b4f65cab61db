import ChatCore
import Glibc
import XMPP
import XMPPTransport

// An account in a process of its own, to be killed: it enters a room, keeps what was said there in an archive, and ends
// when all of it has come.
// Arguments: PORT AUTHORITY NAME PASSWORD ROOM ARCHIVE

signal(SIGPIPE, SIG_IGN)
let words = CommandLine.arguments
guard words.count == 7, let port = UInt16(words[1]), let jid = JID(words[3]) else { exit(2) }
let room = RoomID(words[5])
var settings = ConnectionSettings(jid: jid, password: Password(words[4]))
settings.host = Host("127.0.0.1", port)
settings.authorities = words[2]
settings.firstPause = 20
settings.longestPause = 100
let bell = Bell()
let transport = XMPPTransport(settings, archive: words[6]) { event in
    // The people are told when all that was missed is there.
    if case .people(room, let people) = event, !people.isEmpty { bell.ring() }
}
guard let transport else { exit(3) }
transport.perform(.open(room))
bell.wait()
transport.stop()

/// A pipe on which one thread waits for another.
final class Bell: Sendable {
    private let ends: (read: Int32, write: Int32)

    init() {
        var pair: [Int32] = [-1, -1]
        guard pipe(&pair) == 0 else { exit(4) }
        ends = (pair[0], pair[1])
    }

    func ring() { _ = write(ends.write, [1], 1) }

    func wait() {
        var byte: UInt8 = 0
        _ = read(ends.read, &byte, 1)
    }
}
