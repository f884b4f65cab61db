/// From a login to a usable stream, and what flows over it.
extension StreamMachine {
    mutating func received(featuresAfterLogin features: XMLElement) -> [Action] {
        canManage = features.child("sm", Namespace.streamManagement) != nil
        hasClientState = features.child("csi", Namespace.clientState) != nil
        if canManage && management.canResume {
            state = .resuming
            return [.write(management.resume.serialized())]
        }
        giveUpSession()
        guard features.child("bind", Namespace.bind) != nil else {
            return fail(.protocolBroken("no resource is offered"))
        }
        return bind(resource: settings.jid.resource)
    }

    mutating func received(answerToResume answer: XMLElement) -> [Action] {
        guard answer.namespace == Namespace.streamManagement else { return unexpected(answer) }
        let count = answer["h"].flatMap { UInt32($0) }
        switch answer.name {
        case "resumed":
            guard let jid, let count, let done = management.acknowledged(upTo: count) else {
                return fail(.protocolBroken("an impossible count of stanzas"))
            }
            state = .online
            management.resumed()
            var actions: [Action] = done.isEmpty ? [] : [.acknowledged(done)]
            // Prosody holds back answers that it has not written out when it hears that nobody looks: say that first.
            actions += clientState()
            // These are counted already: they are sent anew as they stand in the queue, and before all that follows.
            actions += management.unacknowledged.map { .write($0.serialized()) }
            actions += takeKept()
            return actions + requestCount() + [.becameOnline(jid: jid, resumed: true, lost: [])]
        case "failed":
            // A server that still knows how far it got tells it, and what it has is not lost.
            var actions: [Action] = []
            if let count, let done = management.acknowledged(upTo: count), !done.isEmpty {
                actions.append(.acknowledged(done))
            }
            giveUpSession()
            return actions + bind(resource: settings.jid.resource)
        default: return unexpected(answer)
        }
    }

    /// What was not acknowledged goes to whoever sent it, before all that was meant to come after it.
    private mutating func giveUpSession() {
        kept = management.unacknowledged + kept
        management = StreamManagement()
    }

    private mutating func bind(resource: String?) -> [Action] {
        let id = "bind-" + nonce.prefix(8)
        state = .binding(id: String(id))
        var request = XMLElement("bind", Namespace.bind)
        if let resource { request.append(XMLElement("resource", Namespace.bind, text: resource)) }
        let query = XMLElement("iq", Namespace.client, ["type": "set", "id": String(id)], [request])
        return [.write(query.serialized())]
    }

    mutating func received(answerToBind answer: XMLElement, id: String) -> [Action] {
        guard answer.matches("iq", Namespace.client), answer["id"] == id else { return unexpected(answer) }
        guard answer["type"] == "result", let text = answer.child("bind", Namespace.bind)?.child("jid")?.text,
            let jid = JID(text), jid.bare == settings.jid.bare
        else {
            let condition = answer.child("error")?.elements.first { $0.namespace == Namespace.stanzaErrors }?.name
            if condition == "conflict" && settings.jid.resource != nil { return bind(resource: nil) }
            return fail(.protocolBroken("no resource was given (\(condition ?? "no reason told"))"))
        }
        self.jid = jid
        state = .online
        var actions: [Action] = []
        if canManage {
            management.began()
            actions.append(.write("<enable xmlns='\(Namespace.streamManagement)' resume='true'/>"))
        }
        let lost = kept.filter { StreamManagement.isStanza($0) }
        kept = []
        return actions + [.becameOnline(jid: jid, resumed: false, lost: lost)] + clientState()
    }

    mutating func received(online element: XMLElement) -> [Action] {
        if StreamManagement.isStanza(element) {
            management.received(element)
            return [.deliver(element)]
        }
        guard element.namespace == Namespace.streamManagement else { return [] }
        switch element.name {
        case "r": return [.write(management.answer.serialized())]
        case "a":
            guard let count = element["h"].flatMap({ UInt32($0) }), let done = management.acknowledged(upTo: count)
            else {
                return fail(.protocolBroken("an impossible count of stanzas"))
            }
            return (done.isEmpty ? [] : [.acknowledged(done)]) + requestCount()
        case "enabled":
            management.enabled(element)
            return requestCount()
        case "failed": return [.acknowledged(management.refused())]
        default: return []
        }
    }

    /// Sends `element`, now or, while there is no connection, as soon as the session goes on. If it cannot, the
    /// element is among the lost ones.
    public mutating func send(_ element: XMLElement) -> [Action] {
        guard state == .online else {
            kept.append(element)
            return []
        }
        management.sent(element)
        let actions: [Action] = [.write(element.serialized())]
        if element.name != "message" { return actions }
        // Without stream management there is nothing better than that it was handed to the network.
        return actions + (management.isCounting ? requestCount() : [.acknowledged([element])])
    }

    /// Asks the server for a sign of life: its count, or a ping.
    public mutating func probe() -> [Action] {
        guard state == .online else { return [] }
        if management.isCounting { return [.write("<r xmlns='\(Namespace.streamManagement)'/>")] }
        let ping = XMLElement("ping", Namespace.ping)
        return send(XMLElement("iq", Namespace.client, ["type": "get", "id": Secure.text()], [ping]))
    }

    /// Tells the server whether somebody is looking (XEP-0352): while not, it holds back what can wait.
    public mutating func setActive(_ isActive: Bool) -> [Action] {
        guard isActive != self.isActive else { return [] }
        self.isActive = isActive
        guard state == .online && hasClientState else { return [] }
        // The answer to a request that follows sets free what was under way.
        return [.write(clientStateText)] + (isActive ? [] : probe())
    }

    private var clientStateText: String { "<\(isActive ? "active" : "inactive") xmlns='\(Namespace.clientState)'/>" }

    private func clientState() -> [Action] { hasClientState && !isActive ? [.write(clientStateText)] : [] }

    private mutating func requestCount() -> [Action] {
        management.request().map { [.write($0.serialized())] } ?? []
    }

    private mutating func takeKept() -> [Action] {
        let waiting = kept
        kept = []
        return waiting.flatMap { send($0) }
    }
}
