import Glibc
import TestSupport

/// TCP ports of this machine.
public enum Ports {
    /// The address of `port` on this machine.
    static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// A socket for TCP; 1 is SOCK_STREAM, whose name not every module map shows.
    static func stream() -> Int32 {
        let descriptor = socket(AF_INET, 1, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// A port that nobody takes for as long as this process runs: it lies below those that the system gives out by itself,
    /// and of all processes of these tests only one can have the socket that stands for it.
    public static func reserve() -> UInt16 {
        for _ in 0..<1000 {
            let port = UInt16.random(in: 10_240..<lowestGiven)
            if isFree(port), take("mingle-test-port-\(port)") { return port }
        }
        preconditionFailure("there is no free port")
    }

    /// Takes a name that goes with the process: a socket without a file.
    private static func take(_ name: String) -> Bool {
        let descriptor = socket(AF_UNIX, 1, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name.utf8) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        if code != 0 { close(descriptor) }
        return code == 0
    }

    /// The first of the ports that the system gives to whoever asks for any.
    private static var lowestGiven: UInt16 {
        let text = String(decoding: Files.bytes("/proc/sys/net/ipv4/ip_local_port_range") ?? [], as: UTF8.self)
        let lowest = text.split(whereSeparator: \.isWhitespace).first.flatMap { UInt16($0) } ?? 32_768
        return max(lowest, 12_000)
    }

    /// Whether nobody listens on `port` now.
    private static func isFree(_ port: UInt16) -> Bool {
        let (descriptor, _) = listen(on: port)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    /// A socket that listens on a free port, or on `port`; the descriptor is negative when it cannot.
    public static func listen(on port: UInt16 = 0) -> (descriptor: Int32, port: UInt16) {
        let descriptor = stream()
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = address(port)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let isBound = bind(descriptor, address, size) == 0 && Glibc.listen(descriptor, 16) == 0
                return isBound ? getsockname(descriptor, address, &size) : -1
            }
        }
        if code != 0 {
            close(descriptor)
            return (-1, 0)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// A socket connected to `port`, or nil when nobody listens there.
    public static func connect(to port: UInt16) -> Int32? {
        let descriptor = stream()
        var address = address(port)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if code == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
