import Glibc
import TestSupport
import Testing
import XMPP
import XMPPTestSupport

/// Servers that mean harm, or are broken.
@Suite(.serialized) struct HostileServerTests {
    @Test func anOldVersionOfTLSIsRefused() throws {
        let folder = TemporaryFolder()
        let certificates = Certificates(folder: folder("."), names: ["chat.test"])
        let port = Ports.reserve()
        let server = Program(
            [
                "openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-cert", folder("chat.test.crt"), "-key",
                folder("chat.test.key"), "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0", "-quiet",
            ], log: folder("server.log"))
        defer { server?.kill() }
        let isUp = Patience.until {
            guard let descriptor = Ports.connect(to: port) else { return false }
            close(descriptor)
            return true
        }
        #expect(isUp)
        let jid = try #require(JID("ann@chat.test"))
        var settings = ConnectionSettings(jid: jid, password: Password("secret-ann"))
        settings.host = Host("127.0.0.1", port, isDirectTLS: true)
        settings.authorities = certificates.authority
        let ann = Peer(settings)
        #expect(ann.wait { !$0.faults.isEmpty })
        let isRefused = if case .tlsBroke? = ann.faults.first { true } else { false }
        #expect(isRefused, "\(ann.faults)")
    }

    @Test func aConnectionThatBreaksWithinTLSIsTriedAgain() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let proxy = FaultProxy(to: server.port)
        defer { proxy.stop() }
        // Past the greeting, in the middle of the handshake.
        proxy.cut(afterFromServer: 900)
        let ann = Peer("ann", at: server, port: proxy.port)
        #expect(ann.isOnline())
        #expect(ann.faults.count == 1 && proxy.connections == 2)
    }

    @Test func whereAServerSendsOneTheNameIsProvenAllTheSame() throws {
        var options = Prosody.Options()
        options.flaw = .wrongName
        let impostor = try #require(Prosody(options))
        defer { impostor.kill() }
        let honest = try #require(Prosody())
        defer { honest.kill() }
        for (target, isHonest) in [(honest, true), (impostor, false)] {
            let sender = try #require(SendingOn("localhost:\(target.port)"))
            defer { sender.stop() }
            var settings = Peer.settings("ann", at: target)
            settings.host = Host("127.0.0.1", sender.port)
            let ann = Peer(settings)
            if isHonest {
                #expect(ann.isOnline())
            } else {
                #expect(ann.wait { !$0.faults.isEmpty })
                #expect(ann.faults.last == .certificateRefused("hostname mismatch"))
                #expect(!impostor.log.contains("<auth"))
            }
            ann.stop()
        }
    }
}

/// A server that sends everybody on to another.
private final class SendingOn: Sendable {
    let port: UInt16
    private let listener: Int32
    private let target: String

    init?(_ target: String) {
        self.target = target
        (listener, port) = Ports.listen()
        var thread = pthread_t()
        let pointer = Unmanaged.passRetained(self).toOpaque()
        guard listener >= 0, pthread_create(&thread, nil, runSendingOn, pointer) == 0 else { return nil }
        pthread_detach(thread)
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    fileprivate func run() {
        let answer =
            "<stream:stream xmlns='jabber:client' xmlns:stream='\(Namespace.stream)' version='1.0' id='x'>"
            + "<stream:error><see-other-host xmlns='\(Namespace.streamErrors)'>\(target)</see-other-host></stream:error></stream:stream>"
        while true {
            let client = accept(listener, nil, nil)
            if client < 0 { break }
            var bytes = [UInt8](repeating: 0, count: 4096)
            _ = read(client, &bytes, bytes.count)
            let text = Array(answer.utf8)
            _ = send(client, text, text.count, Int32(MSG_NOSIGNAL))
            poll(nil, 0, 50)
            close(client)
        }
        close(listener)
    }
}

private func runSendingOn(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<SendingOn>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
}
