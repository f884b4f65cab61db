import Glibc
import Synchronization
import XMPP

/// An account that a test speaks through: it sends what it is told to, and keeps all that comes.
public final class Peer: Sendable {
    /// What came.
    public typealias Input = ConnectionInput<ConnectionOrder>

    private let inputs: Inputs
    private let connection: XMPPConnection<ConnectionOrder>?

    /// Connects with `settings`.
    public init(_ settings: ConnectionSettings) {
        let inputs = Inputs()
        self.inputs = inputs
        connection = XMPPConnection(settings) {
            { input, _ in
                switch input {
                case .request(let order): return [order]
                case .stopping: return [.finish]
                default:
                    inputs.append(input)
                    return []
                }
            }
        }
    }

    /// Connects as `name` to `server`, or to `port` instead of the server's own.
    public convenience init(_ name: String, at server: Prosody, port: UInt16? = nil, password: String? = nil) {
        self.init(Peer.settings(name, at: server, port: port, password: password))
    }

    /// How `name` connects to `server`.
    public static func settings(
        _ name: String, at server: Prosody, port: UInt16? = nil, password: String? = nil
    ) -> ConnectionSettings {
        guard let jid = JID("\(name)@\(Prosody.domain)") else { preconditionFailure("\(name) is no name") }
        var settings = ConnectionSettings(jid: jid, password: Password(password ?? "secret-\(name)"))
        settings.host = Host("127.0.0.1", port ?? server.port)
        settings.authorities = server.authority
        settings.firstPause = 50
        settings.longestPause = 300
        return settings
    }

    deinit { stop() }

    /// Does as `order` says.
    public func perform(_ order: ConnectionOrder) { connection?.perform(order) }

    /// Sends a message to `address`.
    public func say(_ text: String, to address: String, id: String) {
        let body = XMLElement("body", Namespace.client, text: text)
        perform(
            .send(XMLElement("message", Namespace.client, ["to": address, "type": "chat", "id": id], [body])))
    }

    /// Ends the connection in good order.
    public func stop() { connection?.stop() }

    /// All that came so far.
    public var all: [Input] { inputs.all }

    /// The texts of all messages that came so far.
    public var texts: [String] {
        all.compactMap {
            guard case .received(let element) = $0, element.name == "message", element["type"] != "error" else {
                return nil
            }
            return element.child("body")?.text
        }
    }

    /// How often the stream became usable, and whether it went on each time.
    public var logins: [(jid: JID, resumed: Bool, lost: [XMLElement])] {
        all.compactMap { if case .online(let jid, let resumed, let lost) = $0 { (jid, resumed, lost) } else { nil } }
    }

    /// Why connections ended.
    public var faults: [StreamFault] {
        all.compactMap { if case .offline(let fault, _) = $0 { fault } else { nil } }
    }

    /// Waits until `condition` holds. Returns whether it did in time.
    public func wait(_ condition: (Peer) -> Bool) -> Bool {
        inputs.wait { condition(self) }
    }

    /// Waits for the first login, and announces oneself. Returns whether it came in time.
    public func isOnline() -> Bool {
        guard wait({ !$0.logins.isEmpty }) else { return false }
        perform(.send(XMLElement("presence", Namespace.client)))
        return true
    }
}

/// What came, and a pipe to wait for more.
private final class Inputs: Sendable {
    private let inputs = Mutex<[Peer.Input]>([])
    private let ends: (read: Int32, write: Int32)

    init() {
        var pair: [Int32] = [-1, -1]
        precondition(pipe(&pair) == 0, "no pipe can be made")
        for end in pair {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        ends = (pair[0], pair[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    var all: [Peer.Input] { inputs.withLock { $0 } }

    func append(_ input: Peer.Input) {
        inputs.withLock { $0.append(input) }
        _ = write(ends.write, [1], 1)
    }

    func wait(_ condition: () -> Bool) -> Bool {
        let end = Patience.now + Patience.limit
        while !condition() {
            let left = end - Patience.now
            if left <= 0 { return false }
            var descriptor = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, Int32(left))
            var bytes = [UInt8](repeating: 0, count: 4096)
            while read(ends.read, &bytes, bytes.count) > 0 {}
        }
        return true
    }
}
