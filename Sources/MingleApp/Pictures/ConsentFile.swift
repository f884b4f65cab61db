import ChatUI
import Glibc
import JSON
import Pictures

/// Whose pictures are fetched from the network, kept under `$XDG_STATE_HOME/mingle`: one object in JSON, with the rooms
/// and people of each archive and account. A file that cannot be read allows nothing.
struct ConsentFile: Sendable {
    private let path: String?
    /// The archive's path, or the account.
    private let place: String
    /// More than anybody agrees to.
    private static let largest = 1 << 20

    /// What was agreed to in `place`.
    init(environment: [String: String], place: String) {
        path = CrashReport.folder(environment).map { $0 + "/pictures.json" }
        self.place = place
    }

    func load() -> PictureConsent { all()[place] ?? PictureConsent() }

    /// Keeps `consent`; what was agreed to in other places stays.
    func keep(_ consent: PictureConsent) {
        guard let path else { return }
        var places = all()
        places[place] = consent
        var json = JSONText()
        json.object { json in
            json.array("fetched", places.sorted { $0.key < $1.key }) { json, entry in
                json.object { json in
                    json.member("place", entry.key)
                    json.array("rooms", entry.value.rooms.sorted()) { $0.string($1) }
                    json.array("people", entry.value.people.sorted()) { $0.string($1) }
                }
            }
        }
        _ = OwnFile.replace(path, with: Array((json.text + "\n").utf8))
    }

    private func all() -> [String: PictureConsent] {
        guard let path else { return [:] }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return [:] }
        defer { close(file) }
        guard let bytes = FileBytes.read(file, limit: ConsentFile.largest),
            case .object(let parts)? = try? JSONValue(bytes), case .array(let entries)? = parts["fetched"]
        else { return [:] }
        var places: [String: PictureConsent] = [:]
        for case .object(let entry) in entries {
            guard case .string(let place)? = entry["place"] else { continue }
            places[place] = PictureConsent(
                rooms: ConsentFile.texts(entry["rooms"]), people: ConsentFile.texts(entry["people"]))
        }
        return places
    }

    private static func texts(_ value: JSONValue?) -> Set<String> {
        guard case .array(let values)? = value else { return [] }
        return Set(values.compactMap { if case .string(let text) = $0 { text } else { nil } })
    }
}
