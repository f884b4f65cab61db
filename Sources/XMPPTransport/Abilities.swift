import XMPP

/// What this program can do, as it tells others (XEP-0030), and the short form of it in presences (XEP-0115), by which
/// servers know which news of one's own is wanted.
enum Abilities {
    static let node = "urn:mingle"

    private static let features = [
        Names.abilities, Names.info, Namespace.ping, Names.chatStates, Names.correction, Names.reply, Names.reactions,
        Names.retraction, Names.references, Names.mentions, Names.stanzaID, Names.receipts, Names.markers,
        Names.invitation,
        Names.styling,
        Names.emoji, Names.bits,
        Names.bookmarks + "+notify", Names.displayed + "+notify",
    ].sorted()

    /// The hash of all that is told.
    private static let hash = Digest.sha1("client/console//mingle<" + features.map { $0 + "<" }.joined())

    /// The name under which what this program can do may be asked.
    static let fullNode = node + "#" + hash

    /// What stands in presences.
    static let tag = XMLElement("c", Names.abilities, ["hash": "sha-1", "node": node, "ver": hash])

    /// The whole answer.
    static func query(node: String?) -> XMLElement {
        XMLElement(
            "query", Names.info, ["node": node],
            [XMLElement("identity", Names.info, ["category": "client", "type": "console", "name": "mingle"])]
                + features.map { XMLElement("feature", Names.info, ["var": $0]) })
    }
}

/// How often something may happen that others bring about.
struct Pace {
    private var times: [Int64] = []

    /// Whether it may happen at `now`, in milliseconds; if so it is counted. Ten times a minute are enough.
    mutating func allows(at now: Int64, most: Int = 10, within: Int64 = 60_000) -> Bool {
        times.removeAll { $0 + within <= now }
        guard times.count < most else { return false }
        times.append(now)
        return true
    }
}
