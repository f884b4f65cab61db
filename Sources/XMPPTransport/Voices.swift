import RichText
import XMPP

/// What is made of the names of those who speak in a room, for each message anew; what was made is kept.
///
/// It is a class so that it can grow while a conversation is only read.
final class Voices {
    private var likenesses: [String: String] = [:]
    private var ids: [String: PersonID] = [:]
    /// More names than that are not kept at once.
    private static let most = 1000

    /// What nicks that are alike have in common (Nodeprep: NFKC and case folding).
    func likeness(_ nick: String) -> String {
        if let known = likenesses[nick] { return known }
        let words = String(nick.map { $0 == " " ? "_" : $0 })
        let likeness = JID(local: words, domain: "x")?.local ?? nick
        if likenesses.count >= Voices.most { likenesses = [:] }
        likenesses[nick] = likeness
        return likeness
    }

    /// The person of an occupant's id in the room at `address`, which is always the same one.
    func id(_ address: JID, occupantID: String) -> PersonID {
        if let known = ids[occupantID] { return known }
        let id = PersonID("\(address)#\(occupantID)")
        if ids.count >= Voices.most { ids = [:] }
        ids[occupantID] = id
        return id
    }
}
