import ChatCore
import RichText
import XMPP

/// Whom one knows: the list that the server keeps, who of them is there, who asks, and who is blocked.
struct Contacts {
    private struct Entry {
        var name: String?
        /// `none`, `to`, `from` or `both` (RFC 6121).
        var subscription = "none"
        var isAsked = false
    }

    private var entries: [JID: Entry] = [:]
    private var resources: [JID: Set<String>] = [:]
    /// Those who ask to see one, and have no answer.
    private var asking: [JID] = []
    private(set) var blocked: Set<JID> = []
    private var hasNews = false

    /// The most who may ask at once; further ones can ask again.
    private static let mostAsking = 100

    /// All of them, by name.
    var list: [Contact] {
        let all = Set(entries.keys).union(asking).union(blocked)
        return all.map { address in
            let person = Person(id: PersonID(address.description), name: HarmlessText.line(shownName(address)))
            return Contact(
                person: person, isHere: !(resources[address] ?? []).isEmpty, relation: relation(address),
                isBlocked: blocked.contains(address))
        }.sorted { ($0.person.name, $0.person.id) < ($1.person.name, $1.person.id) }
    }

    private func shownName(_ address: JID) -> String { name(of: address) ?? address.local ?? address.domain }

    /// What the user calls `address`.
    func name(of address: JID) -> String? {
        guard let name = entries[address]?.name, !name.isEmpty else { return nil }
        return name
    }

    /// Whether `address` may see when one is there.
    func mayKnow(_ address: JID) -> Bool { ["from", "both"].contains(entries[address]?.subscription) }

    /// Whether `address` asks to see one.
    func isAsking(_ address: JID) -> Bool { asking.contains(address) }

    /// Whether one asked to see `address`, and has no answer.
    func isAsked(_ address: JID) -> Bool { entries[address]?.isAsked == true }

    /// Whether one sees when `address` is there.
    func isSeen(_ address: JID) -> Bool { ["to", "both"].contains(entries[address]?.subscription) }

    private func relation(_ address: JID) -> Contact.Relation {
        if asking.contains(address) { return .asking }
        guard let entry = entries[address] else { return .none }
        if entry.subscription == "both" { return .mutual }
        return entry.isAsked || entry.subscription != "none" ? .asked : .none
    }

    /// Whether something changed since this was asked last.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    /// The server's whole list.
    mutating func take(roster items: [XMLElement]) {
        entries = [:]
        hasNews = true
        for item in items { take(item) }
    }

    /// One item of the server's list, as it is now.
    mutating func take(_ item: XMLElement) {
        guard let address = item["jid"].flatMap({ JID($0) })?.bare else { return }
        hasNews = true
        if item["subscription"] == "remove" {
            entries[address] = nil
            return
        }
        entries[address] = Entry(
            name: item["name"], subscription: item["subscription"] ?? "none", isAsked: item["ask"] == "subscribe")
        if mayKnow(address) { asking.removeAll { $0 == address } }
    }

    /// A contact's program came or went. Others' are passed over.
    mutating func noted(_ address: JID, isHere: Bool) {
        guard entries[address.bare] != nil else { return }
        let before = resources[address.bare] ?? []
        var now = before
        if isHere { now.insert(address.resource ?? "") } else { now.remove(address.resource ?? "") }
        if address.resource == nil && !isHere { now = [] }
        guard before != now else { return }
        resources[address.bare] = now
        if before.isEmpty != now.isEmpty { hasNews = true }
    }

    /// Somebody asks to see one. Returns whether that is new, and there is room for it.
    mutating func asked(by address: JID) -> Bool {
        guard !asking.contains(address), asking.count < Contacts.mostAsking else { return false }
        asking.append(address)
        hasNews = true
        return true
    }

    mutating func answered(_ address: JID) {
        asking.removeAll { $0 == address }
        hasNews = true
    }

    /// Who is blocked now, of whom was said so; nil for all.
    mutating func block(_ addresses: [JID]?, _ isBlocked: Bool) {
        hasNews = true
        guard let addresses else {
            blocked = []
            return
        }
        if isBlocked { blocked.formUnion(addresses) } else { blocked.subtract(addresses) }
    }

    /// Who is there is not known any more.
    mutating func sessionEnded() {
        if !resources.isEmpty { hasNews = true }
        resources = [:]
    }
}
