/// From the features of a stream to a login: STARTTLS and SASL.
extension StreamMachine {
    mutating func received(features: XMLElement) -> [Action] {
        if !isSecure {
            guard features.child("starttls", Namespace.tls) != nil else { return fail(.noTLS) }
            state = .startingTLS
            return [.write("<starttls xmlns='\(Namespace.tls)'/>")]
        }
        if isAuthenticated { return received(featuresAfterLogin: features) }
        return settings.registration == nil ? chooseMechanism(features) : beginRegistration(features)
    }

    mutating func received(answerToTLS answer: XMLElement, hasMore: Bool) -> [Action] {
        guard answer.matches("proceed", Namespace.tls) else { return fail(.noTLS) }
        // What was sent in the clear behind the answer must not be taken for what comes under TLS.
        guard !hasMore else { return fail(.protocolBroken("bytes before TLS")) }
        state = .securing
        return [.startTLS]
    }

    mutating func chooseMechanism(_ features: XMLElement) -> [Action] {
        guard let offer = SASLOffer(features: features) else { return fail(.noMechanism([])) }
        let binding = offer.binding(among: bindings)
        guard let mechanism = offer.choice(pinned: settings.pinned, binding: binding),
            let password = Preparation.password(settings.password.text)
        else { return fail(.noMechanism(offer.mechanisms)) }
        let user = settings.jid.local ?? ""
        guard let hash = mechanism.hash else {
            state = .authenticating(nil, mechanism, isProven: true)
            return [.write(auth(mechanism, "\0\(user)\0\(password)"))]
        }
        let exchange = ScramExchange(
            hash: hash, user: user, password: password, nonce: nonce, binding: mechanism.isBound ? binding : nil,
            canBind: !offer.offersBound && !bindings.isEmpty)
        state = .authenticating(exchange, mechanism, isProven: false)
        return [.write(auth(mechanism, exchange.first))]
    }

    mutating func received(
        sasl answer: XMLElement, _ exchange: ScramExchange?, _ mechanism: SASLMechanism, isProven: Bool
    ) -> [Action] {
        guard answer.namespace == Namespace.sasl else { return unexpected(answer) }
        switch answer.name {
        case "challenge": return received(challenge: answer.text, exchange, mechanism, isProven: isProven)
        case "success": return received(success: answer.text, exchange, mechanism, isProven: isProven)
        case "failure":
            let condition = answer.elements.first { $0.name != "text" }?.name ?? "not-authorized"
            return fail(.loginRefused(condition: condition, text: answer.child("text")?.text ?? ""))
        default: return unexpected(answer)
        }
    }

    private mutating func received(
        challenge: String, _ exchange: ScramExchange?, _ mechanism: SASLMechanism, isProven: Bool
    ) -> [Action] {
        guard var exchange, !isProven, let text = StreamMachine.decoded(challenge) else {
            return fail(.protocolBroken("a challenge out of turn"))
        }
        do throws(ScramExchange.Fault) {
            if exchange.isAnswered {
                // The server's last message may come in a challenge of its own.
                try exchange.received(final: text)
                state = .authenticating(exchange, mechanism, isProven: true)
                return [.write("<response xmlns='\(Namespace.sasl)'/>")]
            }
            let response = try exchange.received(challenge: text)
            state = .authenticating(exchange, mechanism, isProven: false)
            return [.write("<response xmlns='\(Namespace.sasl)'>\(Base64.encode(response.utf8))</response>")]
        } catch {
            return fail(scram: error)
        }
    }

    private mutating func received(
        success: String, _ exchange: ScramExchange?, _ mechanism: SASLMechanism, isProven: Bool
    ) -> [Action] {
        if let exchange, !isProven {
            guard let text = StreamMachine.decoded(success) else { return fail(.serverNotProven) }
            do throws(ScramExchange.Fault) { try exchange.received(final: text) } catch { return fail(scram: error) }
        }
        isAuthenticated = true
        state = .opening
        let isStronger = settings.pinned.map { $0 < mechanism } ?? true
        if isStronger { settings.pinned = mechanism }
        return (isStronger ? [.pin(mechanism)] : []) + [.restartParser, .write(header)]
    }

    private mutating func fail(scram fault: ScramExchange.Fault) -> [Action] {
        switch fault {
        case .wrongSignature: fail(.serverNotProven)
        case .refused(let reason): fail(.loginRefused(condition: reason, text: reason))
        case .unreadable: fail(.serverNotProven)
        case .foreignNonce: fail(.protocolBroken("the server's answer belongs to another login"))
        case .iterations(let count): fail(.protocolBroken("a password stretched \(count) times"))
        }
    }

    private func auth(_ mechanism: SASLMechanism, _ text: String) -> String {
        "<auth xmlns='\(Namespace.sasl)' mechanism='\(mechanism.rawValue)'>\(Base64.encode(text.utf8))</auth>"
    }

    private static func decoded(_ text: String) -> String? {
        Base64.decode(text).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
