/// From the features of a stream to a new account, with which one then logs in over the same stream (XEP-0077).
extension StreamMachine {
    /// Asks what the server wants to know, under TLS.
    mutating func beginRegistration(_ features: XMLElement) -> [Action] {
        state = .registering(features, isFilled: false)
        let query = XMLElement("query", RegistrationForm.namespace)
        return [.write(registration("get", query))]
    }

    mutating func received(
        registration answer: XMLElement, _ features: XMLElement, isFilled: Bool
    ) -> [Action] {
        guard answer.name == "iq", answer["id"] == registrationID, let wish = settings.registration else {
            return unexpected(answer)
        }
        guard answer["type"] == "result" else { return fail(StreamMachine.refusal(answer)) }
        if isFilled {
            // From now on there is an account: another connection must not ask for it again.
            settings.registration = nil
            return chooseMechanism(features)
        }
        guard let form = RegistrationForm(answer), form.isUsable else {
            let words = RegistrationForm(answer)?.instructions ?? ""
            return fail(.accountRefused(condition: "feature-not-implemented", text: words))
        }
        let missing = form.missing(wish.answers)
        guard missing.isEmpty else { return fail(.accountNeeds(missing, instructions: form.instructions)) }
        guard let user = settings.jid.local, let password = Preparation.password(settings.password.text) else {
            return fail(.accountRefused(condition: "jid-malformed", text: ""))
        }
        state = .registering(features, isFilled: true)
        return [.write(registration("set", form.filled(user: user, password: password, wish.answers)))]
    }

    private var registrationID: String { "register-" + nonce.prefix(8) }

    private func registration(_ type: String, _ query: XMLElement) -> String {
        XMLElement(
            "iq", Namespace.client, ["type": type, "to": settings.jid.domain, "id": registrationID], [query]
        ).serialized()
    }

    private static func refusal(_ answer: XMLElement) -> StreamFault {
        let error = answer.child("error")
        let condition = error?.elements.first { $0.namespace == Namespace.stanzaErrors && $0.name != "text" }
        return .accountRefused(
            condition: condition?.name ?? "undefined-condition",
            text: error?.child("text", Namespace.stanzaErrors)?.text ?? "")
    }
}
