/// Base64 with padding (RFC 4648, section 4).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        var group: UInt32 = 0
        var count = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                append(group, digits: 4, to: &result)
                (group, count) = (0, 0)
            }
        }
        if count > 0 {
            append(group << UInt32(8 * (3 - count)), digits: count + 1, to: &result)
            result += Array(repeating: UInt8(ascii: "="), count: 3 - count)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The bytes, or nil when the text is not base64.
    static func decode(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard bytes.count % 4 == 0 else { return nil }
        let padding = bytes.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
        var result: [UInt8] = []
        var group: UInt32 = 0
        for (index, byte) in bytes.dropLast(padding).enumerated() {
            guard let digit = value(byte) else { return nil }
            group = group << 6 | digit
            if index % 4 == 3 {
                result += [UInt8(group >> 16 & 255), UInt8(group >> 8 & 255), UInt8(group & 255)]
                group = 0
            }
        }
        switch padding {
        case 1: result += [UInt8(group >> 10 & 255), UInt8(group >> 2 & 255)]
        case 2: result += [UInt8(group >> 4 & 255)]
        default: break
        }
        return result
    }

    private static func append(_ group: UInt32, digits: Int, to result: inout [UInt8]) {
        for digit in 0..<digits { result.append(alphabet[Int(group >> UInt32(18 - 6 * digit) & 63)]) }
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte) - 0x41
        case 0x61...0x7A: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
