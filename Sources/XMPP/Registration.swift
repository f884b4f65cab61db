/// A wish for a new account at the server (In-Band Registration, XEP-0077), with what is known to be asked for it besides
/// the name and the password.
public struct Registration: Hashable, Sendable {
    /// Something that a server asks of whoever wants an account.
    public struct Field: Hashable, Sendable {
        /// The name under which it is sent.
        public var name: String
        /// What it is, in the server's words; from outside.
        public var label: String

        /// A field.
        public init(_ name: String, label: String) {
            self.name = name
            self.label = label
        }
    }

    /// The answers, by the names of the fields.
    public var answers: [String: String]

    /// A wish with those answers.
    public init(answers: [String: String] = [:]) { self.answers = answers }
}

/// What a server asks for a new account: a form (XEP-0004) or the older fields.
struct RegistrationForm: Hashable {
    static let namespace = "jabber:iq:register"
    private static let form = "jabber:x:data"

    /// The form as it came; nil for the older fields.
    private var data: XMLElement?
    private var fields: [Registration.Field] = []
    /// What is to be sent back as it came: hidden values, such as the form's type.
    private var given: [(name: String, value: String)] = []
    /// Where an account can be had otherwise (XEP-0066), and what the server says.
    private(set) var instructions: String

    static func == (left: RegistrationForm, right: RegistrationForm) -> Bool {
        left.data == right.data && left.fields == right.fields && left.instructions == right.instructions
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fields) }

    init?(_ answer: XMLElement) {
        guard let query = answer.child("query", RegistrationForm.namespace) else { return nil }
        let address = query.child("x", "jabber:x:oob")?.child("url")?.text ?? ""
        instructions = [query.child("instructions")?.text ?? "", address].filter { !$0.isEmpty }.joined(separator: " ")
        if let data = query.child("x", RegistrationForm.form) {
            self.data = data
            for field in data.all("field") {
                guard let name = field["var"] else { continue }
                let values = field.all("value").map(\.text)
                let isRequired = field.child("required") != nil
                if field["type"] == "hidden" || (!isRequired && !values.isEmpty) {
                    given += values.map { (name, $0) }
                } else if isRequired || name == "username" || name == "password" {
                    fields.append(Registration.Field(name, label: field["label"] ?? name))
                }
            }
        } else {
            // Older fields are all required; what is filled in may stay as it is.
            for element in query.elements where element.namespace == RegistrationForm.namespace {
                guard !["instructions", "registered", "remove"].contains(element.name) else { continue }
                fields.append(Registration.Field(element.name, label: element.name))
            }
        }
    }

    /// What is asked besides name and password and not among `answers`.
    func missing(_ answers: [String: String]) -> [Registration.Field] {
        fields.filter { $0.name != "username" && $0.name != "password" && answers[$0.name] == nil }
    }

    /// Whether an account can be had by it.
    var isUsable: Bool { fields.contains { $0.name == "username" } && fields.contains { $0.name == "password" } }

    /// The filled form.
    func filled(user: String, password: String, _ answers: [String: String]) -> XMLElement {
        var values = fields.map { field -> (String, String) in
            switch field.name {
            case "username": (field.name, user)
            case "password": (field.name, password)
            default: (field.name, answers[field.name] ?? "")
            }
        }
        guard data != nil else {
            return XMLElement(
                "query", RegistrationForm.namespace, [:],
                values.map { XMLElement($0.0, RegistrationForm.namespace, text: $0.1) })
        }
        values = given + values
        let sent = values.map { name, value in
            XMLElement(
                "field", RegistrationForm.form, ["var": name], [XMLElement("value", RegistrationForm.form, text: value)]
            )
        }
        let form = XMLElement("x", RegistrationForm.form, ["type": "submit"], sent)
        return XMLElement("query", RegistrationForm.namespace, [:], [form])
    }
}

/// What an account asks its server about itself once it is logged in (XEP-0077, section 3).
public enum AccountChange: Hashable, Sendable {
    /// To take a new password.
    case password(Password)
    /// To delete the account.
    case removal

    /// The question, under the id `id`, of the account `jid`. Nil when the password cannot be one.
    public func stanza(id: String, jid: JID) -> XMLElement? {
        let namespace = RegistrationForm.namespace
        var inside = [XMLElement("remove", namespace)]
        if case .password(let new) = self {
            guard let prepared = Preparation.password(new.text) else { return nil }
            inside = [
                XMLElement("username", namespace, text: jid.local ?? ""),
                XMLElement("password", namespace, text: prepared),
            ]
        }
        return XMLElement(
            "iq", Namespace.client, ["type": "set", "to": jid.domain, "id": id],
            [XMLElement("query", namespace, [:], inside)])
    }
}
