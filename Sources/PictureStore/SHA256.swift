/// The digest of FIPS 180-4, by which fetched pictures are named on the disk.
package enum SHA256 {
    /// The digest of `bytes` as 64 hexadecimal digits.
    package static func text(_ bytes: [UInt8]) -> String {
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        let length = UInt64(bytes.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
        }
        var state: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
        ]
        for start in stride(from: 0, to: message.count, by: 64) { mix(&state, message[start..<start + 64]) }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.utf8.count) + digits
        }.joined()
    }

    private static func mix(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
        var words: [UInt32] = []
        for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<64 {
            let (a, b) = (words[index - 15], words[index - 2])
            let first = turned(a, 7) ^ turned(a, 18) ^ a >> 3
            let second = turned(b, 17) ^ turned(b, 19) ^ b >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var now = state
        for index in 0..<64 {
            let choice = now[4] & now[5] ^ ~now[4] & now[6]
            let high = turned(now[4], 6) ^ turned(now[4], 11) ^ turned(now[4], 25)
            let first = now[7] &+ high &+ choice &+ constants[index] &+ words[index]
            let majority = now[0] & now[1] ^ now[0] & now[2] ^ now[1] & now[2]
            let low = turned(now[0], 2) ^ turned(now[0], 13) ^ turned(now[0], 22)
            now = [first &+ low &+ majority, now[0], now[1], now[2], now[3] &+ first, now[4], now[5], now[6]]
        }
        for index in 0..<8 { state[index] &+= now[index] }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
