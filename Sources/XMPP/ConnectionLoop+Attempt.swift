import Glibc

extension ConnectionLoop {
    /// The hosts and addresses of one attempt that were not tried yet.
    struct Search {
        let resolver: Resolver
        var records: [ServiceRecord] = []
        var isAskingServices = 0
        var hosts: [Host] = []
        var addresses: [[UInt8]] = []
        var host: Host?
        var lastReason = "no address was found"

        var hasMore: Bool { !hosts.isEmpty || !addresses.isEmpty }

        /// A host that the server sent us to; its certificate is checked for the account's domain all the same.
        mutating func putFirst(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1)
            guard let name = parts.first, !text.hasPrefix("[") else { return }
            let port = parts.count > 1 ? UInt16(parts[1]) : nil
            addresses = []
            hosts.insert(Host(String(name), port ?? 5222), at: 0)
        }
    }

    /// Begins an attempt.
    func begin(at now: Int64) {
        tell(.connecting(nil))
        attemptEnd = now + settings.loginTime
        phase = .searching
        guard let resolver = Resolver(nameServers: settings.nameServers) else {
            drop(.unreachable("names cannot be looked up"))
            return
        }
        search = Search(resolver: resolver)
        if let host = settings.host {
            search?.hosts = [host]
            tryNext()
        } else {
            search?.isAskingServices = 2
            let domain = settings.stream.jid.asciiDomain
            resolver.askServices(of: domain, isDirectTLS: true)
            resolver.askServices(of: domain, isDirectTLS: false)
            takeAnswers()
        }
    }

    /// Connects to the next address, or asks for those of the next host.
    func tryNext() {
        guard var search else { return }
        while !search.addresses.isEmpty {
            let address = search.addresses.removeFirst()
            guard let wire = Wire(address: address) else {
                search.lastReason = String(cString: strerror(errno))
                continue
            }
            self.search = search
            attemptEnd = SteadyClock.now + settings.loginTime
            phase = .connecting(wire)
            tell(.connecting(search.host))
            return
        }
        if search.hosts.isEmpty {
            let name = search.host?.name ?? settings.stream.jid.domain
            self.search = search
            drop(.unreachable("\(name) cannot be reached: \(search.lastReason)"))
            return
        }
        let host = search.hosts.removeFirst()
        search.host = host
        self.search = search
        search.resolver.askAddresses(of: host)
        takeAnswers()
    }

    /// Goes on with what DNS told.
    func takeAnswers() {
        for answer in search?.resolver.takeAnswers() ?? [] {
            switch answer {
            case .services(let records, _):
                search?.records += records
                search?.isAskingServices -= 1
                guard let records = search?.records, search?.isAskingServices == 0 else { continue }
                let domain = settings.stream.jid.asciiDomain
                guard let hosts = HostSearch.order(records, domain: domain, using: &generator) else {
                    drop(.unreachable("\(domain) offers no chat"))
                    return
                }
                search?.hosts = hosts
                tryNext()
            case .addresses(let addresses, let reason):
                search?.addresses = addresses
                if addresses.isEmpty { search?.lastReason = reason }
                tryNext()
            }
        }
    }

    /// The socket is connected, or it is not.
    func connected(_ wire: Wire) {
        let code = wire.connectError
        guard code == 0 else {
            search?.lastReason = String(cString: strerror(code))
            phase = .searching
            tryNext()
            return
        }
        phase = .connected(wire)
        lastReceived = SteadyClock.now
        attemptEnd = SteadyClock.now + settings.loginTime
        if search?.host?.isDirectTLS == true {
            startTLS(isDirect: true)
        } else {
            perform(machine.connected(isSecure: false, bindings: [], nonce: Secure.text(bits: 160)))
        }
    }

    func startTLS(isDirect: Bool) {
        guard case .connected(let wire) = phase else { return }
        do throws(TLSSession.Fault) {
            let domain = settings.stream.jid.asciiDomain
            try wire.startTLS(TLSSession(context, domain: domain, isDirect: isDirect))
        } catch {
            drop(fault(error))
        }
    }

    func fault(_ fault: TLSSession.Fault) -> StreamFault {
        fault.isRefusal ? .certificateRefused(fault.reason) : .tlsBroke(fault.reason)
    }
}
