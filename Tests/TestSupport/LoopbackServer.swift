import Glibc
import Synchronization

/// A server on this machine that answers as a hostile one might.
public final class LoopbackServer: Sendable {
    private let listener: Int32
    /// The port that it listens on.
    public let port: UInt16
    /// The heads and bodies of the requests, in order.
    public let requests = Mutex<[String]>([])

    /// A server on a free port; nil when there is none.
    public init?() {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, size) = (listener, length)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
        }
        guard isBound == 0, listen(listener, 16) == 0 else { return nil }
        withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
        }
        port = UInt16(bigEndian: address.sin_port)
        var thread = pthread_t()
        pthread_create(&thread, nil, serveLoopback, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    /// The address of `path`, which says how it answers; `/good` says hello.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// Listens no more.
    public func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    fileprivate func serve() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            // A thread for each, so that whoever is kept waiting holds up nobody else.
            var thread = pthread_t()
            let call = LoopbackCall(server: self, client: client)
            pthread_create(&thread, nil, answerLoopback, Unmanaged.passRetained(call).toOpaque())
            pthread_detach(thread)
        }
        close(listener)
    }

    fileprivate func answer(_ client: Int32) {
        defer {
            // Also where a program that another test started meanwhile has inherited it.
            shutdown(client, Int32(SHUT_RDWR))
            close(client)
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = recv(client, &bytes, bytes.count, 0)
        guard count > 0 else { return }
        var request = String(decoding: bytes[..<count], as: UTF8.self)
        if request.hasPrefix("PUT") {
            if request.contains("Expect") { say("HTTP/1.1 100 Continue\r\n\r\n", client) }
            while !request.contains("END") {
                let more = recv(client, &bytes, bytes.count, 0)
                guard more > 0 else { break }
                request += String(decoding: bytes[..<more], as: UTF8.self)
            }
        }
        requests.withLock { [request] in $0.append(request) }
        let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
        switch path {
        case "/good": say("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", client)
        case let path where path.hasPrefix("/gif"):
            say("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 16\r\n\r\nGIF89a and so on", client)
        case "/missing": say("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", client)
        case "/put": say("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n", client)
        case "/claims": say("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nx", client)
        case "/short": say("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", client)
        case "/loop": redirect("/loop", client)
        case "/private": redirect("http://10.0.0.1/x", client)
        case "/file": redirect("file:///etc/passwd", client)
        case "/endless":
            guard say("HTTP/1.1 200 OK\r\n\r\n", client) else { return }
            while say(String(repeating: "x", count: 1 << 16), client) {}
        case "/trickle":
            // A byte now and then, so that something always comes.
            guard say("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nGIF89a", client) else { return }
            while say("x", client) { usleep(200_000) }
        case "/drip":
            // It says that something comes, and waits until the other end has had enough.
            guard say("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx", client) else { return }
            _ = recv(client, &bytes, bytes.count, 0)
        default:
            if path.hasPrefix("/hop"), let left = Int(path.dropFirst(4)) {
                redirect(left > 1 ? "/hop\(left - 1)" : "/good", client)
            } else {
                say("garbage\r\n\r\n", client)
            }
        }
    }

    private func redirect(_ target: String, _ client: Int32) {
        say("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n", client)
    }

    @discardableResult
    private func say(_ text: String, _ client: Int32) -> Bool {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            start += count
        }
        return true
    }
}

private final class LoopbackCall: Sendable {
    let server: LoopbackServer
    let client: Int32

    init(server: LoopbackServer, client: Int32) {
        self.server = server
        self.client = client
    }
}

private func answerLoopback(_ call: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let call {
        let call = Unmanaged<LoopbackCall>.fromOpaque(call).takeRetainedValue()
        call.server.answer(call.client)
    }
    return nil
}

private func serveLoopback(_ server: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let server { Unmanaged<LoopbackServer>.fromOpaque(server).takeRetainedValue().serve() }
    return nil
}
