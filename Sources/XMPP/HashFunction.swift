import COpenSSL

/// The hash functions that SCRAM is defined over here.
enum HashFunction: Hashable, Sendable {
    case sha1
    case sha256

    private var digest: OpaquePointer? {
        switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        }
    }

    /// Bytes of a hash.
    var size: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        }
    }

    func hash(_ bytes: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: size)
        EVP_Digest(bytes, bytes.count, &result, nil, digest, nil)
        return result
    }

    /// HMAC (RFC 2104).
    func code(key: [UInt8], _ text: some Sequence<UInt8>) -> [UInt8] {
        let text = Array(text)
        var result = [UInt8](repeating: 0, count: size)
        HMAC(digest, key, Int32(key.count), text, text.count, &result, nil)
        return result
    }

    /// PBKDF2 (RFC 8018) with one block, which is SCRAM's `Hi`.
    func stretch(password: String, salt: [UInt8], iterations: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: size)
        PKCS5_PBKDF2_HMAC(
            password, Int32(password.utf8.count), salt, Int32(salt.count), Int32(iterations), digest, Int32(size),
            &result)
        return result
    }
}

/// Random bytes and texts that nobody can guess.
public enum Secure {
    /// `count` random bytes.
    public static func bytes(_ count: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        if RAND_bytes(&result, Int32(count)) != 1 {
            // The system's generator stands behind OpenSSL's.
            var system = SystemRandomNumberGenerator()
            result = (0..<count).map { _ in UInt8.random(in: 0...255, using: &system) }
        }
        return result
    }

    /// A text of letters and digits that holds `bits` of chance.
    public static func text(bits: Int = 96) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        return String(decoding: bytes((bits + 4) / 5).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }
}

/// Short names for long texts.
public enum Digest {
    /// SHA-1 of `text` in UTF-8, in base 64: what XEP-0115 names abilities by. It protects nothing.
    public static func sha1(_ text: String) -> String { Base64.encode(HashFunction.sha1.hash(Array(text.utf8))) }

    /// SHA-1 of `bytes` in hexadecimal digits: what XEP-0231 names bits by. It protects nothing.
    public static func sha1Digits(_ bytes: [UInt8]) -> String {
        HashFunction.sha1.hash(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// `bytes` in base 64 (RFC 4648, section 4).
    public static func base64(_ bytes: [UInt8]) -> String { Base64.encode(bytes) }

    /// SHA-256 of `bytes` in base 64: what XEP-0300 names files by.
    public static func sha256(_ bytes: [UInt8]) -> String { Base64.encode(HashFunction.sha256.hash(bytes)) }
}
