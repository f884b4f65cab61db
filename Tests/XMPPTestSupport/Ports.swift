import Glibc

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

    /// A port that was free a moment ago.
    public static func free() -> UInt16 {
        let (descriptor, port) = listen()
        close(descriptor)
        return port
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
