import Glibc

extension ConnectionLoop {
    /// Hands what was written to the network.
    func flush() {
        guard case .connected(let wire) = phase else { return }
        let code = (try? wire.flush()) ?? EPIPE
        // What the other end said before it hung up is still to be read: reading finds the end.
        if code != 0 && code != EPIPE && code != ECONNRESET { drop(.closed) }
    }

    /// Sleeps until there is something to do, and takes in what the network brought.
    func wait() {
        var descriptors = [pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
        switch phase {
        case .pausing: break
        case .searching: descriptors += search?.resolver.descriptors ?? []
        case .connecting(let wire):
            descriptors.append(pollfd(fd: wire.descriptor, events: Int16(POLLOUT), revents: 0))
        case .connected(let wire):
            let events = POLLIN | (wire.isWaitingToWrite ? POLLOUT : 0)
            descriptors.append(pollfd(fd: wire.descriptor, events: Int16(events), revents: 0))
        }
        // While stopping, the mailbox has nothing more to say.
        if stopAt != nil { descriptors[0].fd = -1 }
        poll(&descriptors, nfds_t(descriptors.count), timeout(at: SteadyClock.now))
        switch phase {
        case .pausing: break
        case .searching:
            search?.resolver.work(descriptors[1...])
            takeAnswers()
        case .connecting(let wire): if descriptors[1].revents != 0 { connected(wire) }
        case .connected(let wire): if descriptors[1].revents & ~Int16(POLLOUT) != 0 { read(wire) }
        }
    }

    private func timeout(at now: Int64) -> Int32 {
        var moments = [wakeAt, stopAt].compactMap { $0 }
        if attemptEnd < .max { moments.append(attemptEnd) }
        if case .pausing(let until?) = phase, stopAt == nil { moments.append(until) }
        if case .searching = phase, let patience = search?.resolver.patience { moments.append(now + patience) }
        if machine.isOnline {
            moments.append(lastReceived + settings.silence + (isProbing ? settings.answerTime : 0))
        }
        guard let soonest = moments.min() else { return -1 }
        return soonest <= now ? 0 : Int32(clamping: soonest - now)
    }

    private func read(_ wire: Wire) {
        do throws(TLSSession.Fault) {
            switch try wire.read({ take($0, from: wire) }) {
            case .drained: break
            case .closed: if isCurrent(wire) { drop(.closed) }
            case .secured:
                lastReceived = SteadyClock.now
                secured(wire)
                // With the last bytes of the handshake the first of the stream may have come.
                try wire.readBehindHandshake { take($0, from: wire) }
            }
        } catch {
            if isCurrent(wire) { drop(fault(error)) }
        }
    }

    private func secured(_ wire: Wire) {
        if machine.state == .securing {
            perform(machine.secured(bindings: wire.bindings))
        } else {
            perform(machine.connected(isSecure: true, bindings: wire.bindings, nonce: Secure.text(bits: 160)))
        }
    }

    /// Takes in some bytes of the stream. Returns whether the connection is still wanted.
    private func take(_ bytes: UnsafeRawBufferPointer, from wire: Wire) -> Bool {
        lastReceived = SteadyClock.now
        isProbing = false
        let parser = parser
        let items = parser.parse(bytes)
        for (index, item) in items.enumerated() {
            let hasMore = index + 1 < items.count || parser.bytesAfterLastItem > 0
            settings.trace?("← " + Masked.read(item))
            perform(machine.received(item, hasMore: hasMore))
            guard isCurrent(wire) else { return false }
        }
        return true
    }

    private func isCurrent(_ wire: Wire) -> Bool {
        if case .connected(let current) = phase { current === wire } else { false }
    }
}
