import ChatCore
import RichText
import XMPP

/// What can be set of a room, as its server asks for it (XEP-0045, section 10.2; XEP-0004).
struct RoomForm {
    /// The most fields that are looked at.
    private static let mostFields = 200
    private static let prefix = "muc#roomconfig_"
    /// Names that are easier to remember than those of the standard.
    private static let names = [
        "roomname": "name", "roomdesc": "description", "publicroom": "public", "membersonly": "members-only",
        "persistentroom": "persistent", "moderatedroom": "moderated", "roomsecret": "password",
        "passwordprotectedroom": "wants-password", "changesubject": "free-topic", "allowinvites": "free-invites",
        "maxusers": "most-people",
    ]

    private let fields: [XMLElement]

    /// The form in an answer; nil when there is none.
    init?(_ answer: XMLElement) {
        guard let form = answer.child("query", Names.roomOwner)?.child("x", Names.form) else { return nil }
        fields = Array(form.all("field").prefix(RoomForm.mostFields))
    }

    /// The settings, in the server's order.
    var settings: [RoomSetting] { fields.compactMap(RoomForm.setting) }

    private static func setting(_ field: XMLElement) -> RoomSetting? {
        guard let name = field["var"], name != "FORM_TYPE" else { return nil }
        let values = field.all("value").map { HarmlessText.line($0.text) }
        let label = HarmlessText.line(field["label"] ?? "")
        func setting(_ value: String, _ kind: RoomSetting.Kind) -> RoomSetting {
            RoomSetting(key: key(name), label: label, value: value, kind: kind)
        }
        switch field["type"] {
        case "hidden", "fixed": return nil
        case "boolean": return setting(isOn(values.first ?? "") ? "on" : "off", .flag)
        case "text-private": return setting("", .secret)
        case "list-single":
            let options = field.all("option").compactMap { $0.child("value")?.text }.map { HarmlessText.line($0) }
            return setting(values.first ?? "", .choice(options))
        default: return setting(values.joined(separator: ", "), key(name) == "password" ? .secret : .text)
        }
    }

    private static func key(_ name: String) -> String {
        let short = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        return HarmlessText.line(names[short] ?? short).replacing(" ", with: "_")
    }

    private static func isOn(_ text: String) -> Bool { ["1", "true", "on", "yes"].contains(text.lowercased()) }

    /// Why something cannot be set, in one sentence.
    struct Mistake: Error, Hashable {
        let sentence: String
    }

    /// The whole form filled in, with `key` set to `value`. All else stays as it is.
    func submission(_ key: String, _ value: String) throws(Mistake) -> XMLElement {
        guard let setting = settings.first(where: { $0.key == key }) else {
            throw Mistake(sentence: "there is no \(HarmlessText.line(key)) to be set")
        }
        let values = try RoomForm.values(setting, value)
        var form = XMLElement("x", Names.form, ["type": "submit"])
        for field in fields {
            guard let name = field["var"], field["type"] != "fixed" else { continue }
            var filled = XMLElement("field", Names.form, ["var": name])
            let own = RoomForm.key(name)
            var told = field.all("value").map(\.text)
            if own == key { told = values }
            // Some servers ask for both; to set a password is to want it.
            if own == "wants-password", key == "password" { told = [value.isEmpty ? "0" : "1"] }
            for text in told { filled.append(XMLElement("value", Names.form, text: text)) }
            form.append(filled)
        }
        return form
    }

    private static func values(_ setting: RoomSetting, _ value: String) throws(Mistake) -> [String] {
        switch setting.kind {
        case .flag:
            let text = value.lowercased()
            if isOn(text) { return ["1"] }
            guard ["0", "false", "off", "no"].contains(text) else {
                throw Mistake(sentence: "\(setting.key) is on or off")
            }
            return ["0"]
        case .choice(let options):
            guard let option = options.first(where: { $0.lowercased() == value.lowercased() }) else {
                throw Mistake(sentence: "\(setting.key) is one of \(options.joined(separator: ", "))")
            }
            return [option]
        case .text, .secret: return [value]
        }
    }
}
