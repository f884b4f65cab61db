import Archive
import ChatCore
import PictureStore
import RichText
import XMPP
import XMPPTransport

extension Account {
    /// The account named on the command line, ready to be connected; nil when none is named.
    static func chosen(_ invocation: Invocation) throws(Failure) -> Account? {
        guard let jid = invocation.value("--account") else { return nil }
        guard invocation.value("--room") != nil else {
            throw .usage("--account needs --room with the address of a room or a person")
        }
        return try AccountFile().account(jid)
    }

    /// The servers of `account` (nil: of all accounts) for which authorities of their own vouch.
    static func privateServers(_ account: Account?) -> [PrivateServer] {
        guard account != nil || AccountFile.isThere else { return [] }
        let accounts = account.map { [$0] } ?? (try? AccountFile())?.accounts ?? []
        return accounts.compactMap { account in
            guard let authorities = account.authorities, let domain = JID(account.jid)?.asciiDomain else { return nil }
            return PrivateServer(domain: domain, authorities: authorities)
        }
    }

    /// Who one is.
    var me: Person {
        Person(id: PersonID(jid), name: HarmlessText.line(JID(jid)?.local ?? jid))
    }

    /// The file in which is kept what was said in the account's rooms: it is the user's alone, whichever archive the
    /// rooms of this machine are in.
    var archivePath: String {
        let standard = Archive.standardPath(environment: Environment.all)
        let folder = standard.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(standard[...$0]) } ?? ""
        var name = (JID(jid)?.bare.description ?? jid).replacing("/", with: "_")
        // No name of a file may be longer than 255 bytes.
        if name.utf8.count > 200 { name = Digest.sha1(name).replacing("/", with: "_") }
        return folder + "accounts/" + name + ".sqlite"
    }

    /// Begins to connect.
    /// - Parameter followsBookmarks: whether the rooms that one is in on other devices are entered.
    /// - Parameter upkeep: what is done for the account's archive while nothing else is to do.
    /// - Parameter sign: when it is given, a program that is asked for the password is ended, and this throws.
    /// - Parameter log: where all that goes over the stream is written down, without secrets.
    func transport(
        followsBookmarks: Bool = false, upkeep: Upkeep = Upkeep(), log: LogFile? = nil,
        until sign: StopSign? = nil, deliver: @escaping @Sendable (TransportEvent) -> Void
    ) throws(Failure) -> XMPPTransport {
        var settings = try connection(password: try Secrets.password(of: self, until: sign))
        let jid = jid
        if let log { settings.trace = { log.line("\(jid) \($0)") } }
        let transport = XMPPTransport(
            settings, followsBookmarks: followsBookmarks, archive: archivePath, upkeep: upkeep,
            emoticonPicture: EmoticonPictures().bytes(of:)
        ) { mechanism in
            // From now on nothing weaker; a file that cannot be written costs only that.
            try? AccountFile.note(mechanism: mechanism.rawValue, of: jid)
        } deliver: {
            deliver($0)
        }
        guard let transport else { throw Failure("no thread can be started") }
        return transport
    }
}
