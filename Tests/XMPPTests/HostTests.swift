import Glibc
import Testing
import XMPP
import XMPPTestSupport

/// How a server is found, and what happens when the first that is found does not answer.
@Suite(.serialized) struct HostTests {
    private func settings(_ server: Prosody, _ names: NameServer) -> ConnectionSettings {
        var settings = Peer.settings("ann", at: server)
        settings.host = nil
        settings.nameServers = names.address
        return settings
    }

    @Test func theHostsOfADomainAreTriedInTheirOrder() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        // The first refuses; the second breaks off before TLS; the third speaks TLS from the first byte.
        let broken = FaultProxy(to: server.port)
        defer { broken.stop() }
        broken.refuse(true)
        let names = NameServer([
            "_xmpp-client._tcp.chat.test": [
                .init(priority: 5, port: Ports.reserve()), .init(priority: 10, port: broken.port),
                .init(priority: 90, port: server.port),
            ],
            "_xmpps-client._tcp.chat.test": [.init(priority: 20, port: server.directPort)],
        ])
        defer { names.stop() }
        let ann = Peer(settings(server, names))
        #expect(ann.isOnline())
        let tried = ann.all.compactMap { if case .connecting(let host?) = $0 { host } else { nil } }
        #expect(tried.count == 3 && tried.last == Host("host.test", server.directPort, isDirectTLS: true), "\(tried)")
        #expect(ann.faults.isEmpty && broken.connections == 1)
    }

    @Test func aDomainWithoutRecordsIsItsOwnHostAndOneWithoutServiceSaysSo() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let nothing = NameServer([:])
        defer { nothing.stop() }
        let ann = Peer(settings(server, nothing))
        #expect(
            ann.wait { $0.all.contains { if case .connecting(Host("chat.test", 5222)) = $0 { true } else { false } } })
        let none = NameServer(["_xmpp-client._tcp.chat.test": [.init(priority: 0, port: 0, host: "")]])
        defer { none.stop() }
        let other = Peer(settings(server, none))
        #expect(other.wait { !$0.faults.isEmpty })
        #expect(other.faults.first == .unreachable("chat.test offers no chat"))
    }

    @Test func aServerThatSaysNothingIsGivenUpInTime() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let proxy = FaultProxy(to: server.port)
        defer { proxy.stop() }
        var settings = Peer.settings("ann", at: server, port: proxy.port)
        settings.loginTime = 6000
        proxy.freeze()
        let ann = Peer(settings)
        #expect(ann.wait { $0.faults.count >= 1 })
        #expect(ann.faults.first == .silent("login") || ann.faults.first?.isFinal == false)
        proxy.thaw()
        #expect(ann.isOnline())
    }

    @Test func aConnectionThatIsSilentIsProbedAndThenReplaced() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let proxy = FaultProxy(to: server.port)
        defer { proxy.stop() }
        var settings = Peer.settings("ann", at: server, port: proxy.port)
        (settings.silence, settings.answerTime) = (300, 5000)
        let ann = Peer(settings)
        #expect(ann.isOnline())
        // A probe that is answered keeps the connection.
        poll(nil, 0, 1000)
        #expect(ann.faults.isEmpty && ann.logins.count == 1)
        proxy.freeze()
        #expect(ann.wait { !$0.faults.isEmpty })
        #expect(ann.faults.first == .silent("no sign of life"))
        proxy.cut()
        proxy.thaw()
        #expect(ann.wait { $0.logins.count == 2 })
        #expect(ann.logins.last?.resumed == true)
    }
}
