import RichText
import XMPP

/// What an account wants changed about itself on its server.
enum AccountChanges {
    /// Logs in, asks for `change`, and waits for the answer.
    static func make(_ change: AccountChange, _ account: Account, _ password: Password) throws(Failure) {
        let result = LoginResult()
        let settings = try account.connection(password: password)
        let jid = settings.stream.jid
        guard let question = change.stanza(id: Secure.text(), jid: jid) else {
            throw Failure("that cannot be a password")
        }
        let connection = XMPPConnection<Never>(settings) {
            { input, _ in
                switch input {
                case .online: return [.send(question)]
                case .received(let answer):
                    guard answer.name == "iq", answer["id"] == question["id"], isOfServer(answer, jid) else {
                        return []
                    }
                    result.end(answer["type"] == "result" ? nil : refusal(answer))
                case .offline(let fault, _): result.end(fault)
                case .stopping: return [.finish]
                default: break
                }
                return []
            }
        }
        guard let connection else { throw Failure("no thread can be started") }
        let fault = result.wait()
        connection.stop()
        if let fault { throw Failure("\(account.jid): \(HarmlessText.line(fault.sentence))") }
    }

    private static func isOfServer(_ answer: XMLElement, _ jid: JID) -> Bool {
        guard let from = answer["from"] else { return true }
        return from == jid.domain || JID(from)?.bare == jid.bare
    }

    private static func refusal(_ answer: XMLElement) -> StreamFault {
        let error = answer.child("error")
        let condition = error?.elements.first { $0.namespace == Namespace.stanzaErrors && $0.name != "text" }
        return .changeRefused(
            condition: condition?.name ?? "undefined-condition",
            text: error?.child("text", Namespace.stanzaErrors)?.text ?? "")
    }
}
