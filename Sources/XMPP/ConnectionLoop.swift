import Glibc

/// The thread of one connection: it waits for everything at once, tells the machine what happened, and does what the
/// machine says.
final class ConnectionLoop<Request: Sendable> {
    enum Phase {
        /// No connection until then; for ever if nil.
        case pausing(until: Int64?)
        /// DNS is asked.
        case searching
        /// A socket is being connected.
        case connecting(Wire)
        /// A socket is connected.
        case connected(Wire)
    }

    let settings: ConnectionSettings
    let mailbox: ConnectionMailbox<Request>
    let user: XMPPConnection<Request>.User
    let context: TLSContext
    var machine: StreamMachine
    var parser: StreamParser
    var phase = Phase.pausing(until: .min)
    var generator = SystemRandomNumberGenerator()
    var pause: Pause
    /// When the attempt under way has taken too long.
    var attemptEnd = Int64.max
    var search: Search?
    var lastReceived: Int64 = 0
    var isProbing = false
    /// Whether the connection under way was usable.
    var wasOnline = false
    /// When the server took offence at what was sent.
    var offences: [Int64] = []
    var wakeAt: Int64?
    var stopAt: Int64?
    var isFinished = false

    init(
        _ settings: ConnectionSettings, mailbox: ConnectionMailbox<Request>,
        user: @escaping XMPPConnection<Request>.User
    ) {
        self.settings = settings
        self.mailbox = mailbox
        self.user = user
        context = TLSContext(authorities: settings.authorities)
        machine = StreamMachine(settings.stream)
        parser = StreamParser(limits: settings.limits)
        pause = Pause(first: settings.firstPause, longest: settings.longestPause)
    }

    /// Runs until the mailbox is stopped and the user has finished.
    func run() {
        while true {
            let contents = mailbox.take()
            for request in contents.requests { tell(.request(request)) }
            if contents.isStopped && stopAt == nil {
                stopAt = SteadyClock.now + 3000
                tell(.stopping)
            }
            doWhatIsDue(at: SteadyClock.now)
            flush()
            if let stopAt, isFinished || SteadyClock.now >= stopAt {
                endInGoodOrder()
                return
            }
            wait()
        }
    }

    /// Hands `input` to the user and does what it wants.
    func tell(_ input: ConnectionInput<Request>) {
        for order in user(input, SteadyClock.now) {
            switch order {
            case .send(let element): perform(machine.send(element))
            case .wake(let moment): wakeAt = moment
            case .setActive(let isActive): perform(machine.setActive(isActive))
            case .reconnect: if case .pausing = phase { phase = .pausing(until: .min) }
            case .finish: isFinished = true
            }
        }
    }

    /// Does what the machine says.
    func perform(_ actions: [StreamMachine.Action]) {
        for action in actions {
            switch action {
            case .write(let text):
                settings.trace?("→ " + Masked.written(text))
                if case .connected(let wire) = phase { wire.write(text) }
            case .startTLS: startTLS(isDirect: false)
            case .restartParser: parser = StreamParser(limits: settings.limits)
            case .becameOnline(let jid, let resumed, let lost):
                attemptEnd = .max
                // A server that throws one out as soon as one is in is not asked faster for it.
                if offences.isEmpty { pause.reset() }
                wasOnline = true
                tell(.online(jid, resumed: resumed, lost: lost))
            case .deliver(let element): tell(.received(element))
            case .acknowledged(let elements): tell(.acknowledged(elements))
            case .pin(let mechanism): tell(.pinned(mechanism))
            case .end(let fault): drop(fault)
            }
        }
    }

    /// Gives up the connection under way, and decides when to try again.
    func drop(_ fault: StreamFault) {
        if case .pausing = phase { return }
        settings.trace?("– " + fault.sentence)
        flush()
        // Another host of the domain may do better, unless the fault is the account's.
        let isFinal = fault.isFinal && !forgives(fault)
        let mayTryNext = !wasOnline && !isFinal
        wasOnline = false
        machine.disconnected(inSilence: fault.isSilence)
        attemptEnd = .max
        isProbing = false
        if case .seeOtherHost(let host) = fault { search?.putFirst(host) }
        if mayTryNext, stopAt == nil, search?.hasMore == true {
            phase = .searching
            tryNext()
            return
        }
        search = nil
        let retryIn = isFinal || stopAt != nil ? nil : pause.next(using: &generator)
        phase = .pausing(until: retryIn.map { SteadyClock.now + $0 })
        tell(.offline(fault, retryIn: retryIn))
    }

    /// Whether it makes sense to try again although the server took offence: not many times in a row.
    private func forgives(_ fault: StreamFault) -> Bool {
        guard wasOnline, fault.isAboutContent else { return false }
        let now = SteadyClock.now
        offences = offences.filter { $0 + 60_000 > now } + [now]
        return offences.count <= 5
    }

    private func doWhatIsDue(at now: Int64) {
        if case .pausing(let until?) = phase, until <= now, stopAt == nil { begin(at: now) }
        if attemptEnd <= now { drop(.silent("login")) }
        if let wakeAt, wakeAt <= now {
            self.wakeAt = nil
            tell(.woke)
        }
        guard machine.isOnline else { return }
        let silence = now - lastReceived
        if silence >= settings.silence + settings.answerTime, isProbing {
            drop(.silent("no sign of life"))
        } else if silence >= settings.silence, !isProbing {
            isProbing = true
            perform(machine.probe())
        }
    }

    private func endInGoodOrder() {
        perform(machine.close())
        if case .connected(let wire) = phase {
            wire.end()
            _ = try? wire.flush()
        }
    }
}
