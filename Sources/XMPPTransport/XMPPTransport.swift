import Archive
import ChatCore
import RichText
import XMPP

/// Rooms and people of one account, over XMPP.
///
/// The id of a room is its address, that of a conversation with one person the person's bare address. All happens on
/// the connection's thread.
///
/// A message counts as sent when the room has echoed it or, to a person, when the server has acknowledged it. What was
/// on its way when a session ended is looked for in the archive (XEP-0313) before it is sent again: nothing is lost
/// and nothing is doubled.
public final class XMPPTransport: Transport {
    private let connection: XMPPConnection<SessionRequest>
    private let uploader: Uploader

    /// Begins to connect. Nil when the system has no thread left.
    /// - Parameter nick: one's name in rooms; the part of the address before the `@` unless told.
    /// - Parameter followsBookmarks: whether the rooms that one is in on any device are entered, and joining and leaving
    ///   is kept for the others (XEP-0402).
    /// - Parameter archive: the file in which is kept what was said; nil keeps nothing. One that cannot be used is told of,
    ///   and nothing is kept then.
    /// - Parameter upkeep: what is done for that file while nothing else is to do, such as letting old messages go.
    /// - Parameter emoticonPicture: gives the bytes of an emoticon's picture, by whose hash others may know it (XEP-0514);
    ///   asked on the connection's thread.
    /// - Parameter pinned: is told, on the connection's thread, the mechanism of the login, to be kept for
    ///   ``StreamMachine/Settings/pinned``.
    public init?(
        _ settings: ConnectionSettings, nick: String? = nil, followsBookmarks: Bool = false,
        archive: String? = nil, upkeep: Upkeep = Upkeep(), upkeepAfter: Int64 = 15_000,
        emoticonPicture: @escaping @Sendable (EmoticonCode) -> [UInt8]? = { _ in nil },
        pinned: @escaping @Sendable (SASLMechanism) -> Void = { _ in },
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) {
        let jid = settings.stream.jid
        let uploader = Uploader(authorities: settings.authorities)
        let connection = XMPPConnection<SessionRequest>(settings) {
            var ledger: Ledger?
            do throws(ArchiveError) {
                ledger = try archive.map { path throws(ArchiveError) in
                    try Ledger(
                        path: path, me: PersonID(jid.bare.description), upkeep: upkeep, upkeepAfter: upkeepAfter)
                }
            } catch {
                deliver(.notice("\(jid.bare): what is said is not kept: \(error.sentence)", isFailure: true))
            }
            let session = Session(
                jid: jid, nick: nick ?? jid.local ?? jid.domain, followsBookmarks: followsBookmarks, ledger: ledger,
                pinned: pinned, deliver: deliver, carryOut: uploader.carryOut, emoticonPicture: emoticonPicture)
            return { input, now in session.take(input, at: now) }
        }
        guard let connection else { return nil }
        self.connection = connection
        self.uploader = uploader
        uploader.begin { [weak connection] in connection?.perform(.upload($0)) }
    }

    /// Does what `command` asks; the outcome comes as events. Never waits; does nothing after ``stop()``.
    public func perform(_ command: TransportCommand) { connection.perform(.command(command)) }

    /// Waits up to 3 s for what was given to be sent, and leaves. No event comes after it returns.
    public func stop() {
        uploader.stop()
        connection.stop()
    }
}
