/// Which addresses of the internet are everybody's.
///
/// A picture's address comes from a stranger: it must not make this machine ask its own network for anything.
public enum AddressFilter {
    /// Whether `address`, 4 or 16 bytes as they go over the network, is a public one (RFC 6890 and its like).
    public static func isPublic(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: isPublicV4(address)
        case 16: isPublicV6(address)
        default: false
        }
    }

    /// Whether it is this machine itself.
    public static func isLoopback(_ address: [UInt8]) -> Bool {
        if address.count == 4 { return address[0] == 127 }
        return address == [UInt8](repeating: 0, count: 15) + [1]
    }

    private static func isPublicV4(_ address: [UInt8]) -> Bool {
        switch (address[0], address[1], address[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): false
        case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113): false
        default: true
        }
    }

    private static func isPublicV6(_ address: [UInt8]) -> Bool {
        let first = UInt16(address[0]) << 8 | UInt16(address[1])
        let second = UInt16(address[2]) << 8 | UInt16(address[3])
        // An address of version 4 in another dress is what it is.
        if address[..<10].allSatisfy({ $0 == 0 }), address[10] == 0xFF, address[11] == 0xFF {
            return isPublicV4(Array(address[12...]))
        }
        if first == 0x0064, second == 0xFF9B { return isPublicV4(Array(address[12...])) }
        switch (first, second) {
        case (0x2001, 0...0x01FF), (0x2001, 0x0DB8), (0x2002, _): return false
        case (0x2000...0x3FFE, _): return true
        default: return false
        }
    }
}
