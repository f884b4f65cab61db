/// One login by SCRAM (RFC 5802, RFC 7677), seen from the client. The server must prove that it knows the password
/// too: without its signature nothing has succeeded.
struct ScramExchange: Hashable, Sendable {
    /// What is wrong with what the server said.
    enum Fault: Error, Hashable {
        case unreadable
        case foreignNonce
        case iterations(Int)
        case refused(String)
        case wrongSignature
    }

    private let hash: HashFunction
    private let password: String
    private let header: String
    private let binding: [UInt8]
    private let firstBare: String
    private let nonce: String
    private var expectedSignature: [UInt8]?

    /// A login as `user`. `nonce` is a fresh random text of printable ASCII without commas.
    /// - Parameter canBind: whether one could bind, which a server that offers no binding is told, so that nobody in
    ///   between can take the offer away.
    init(hash: HashFunction, user: String, password: String, nonce: String, binding: ChannelBinding?, canBind: Bool) {
        self.hash = hash
        self.password = password
        self.nonce = nonce
        self.binding = binding?.data ?? []
        header = binding.map { "p=\($0.kind.rawValue),," } ?? (canBind ? "y,," : "n,,")
        var name = ""
        for scalar in user.unicodeScalars {
            switch scalar {
            case "=": name += "=3D"
            case ",": name += "=2C"
            default: name.unicodeScalars.append(scalar)
            }
        }
        firstBare = "n=\(name),r=\(nonce)"
    }

    /// Whether the server's first message was answered.
    var isAnswered: Bool { expectedSignature != nil }

    /// The first message.
    var first: String { header + firstBare }

    /// Answers the server's first message.
    mutating func received(challenge: String) throws(Fault) -> String {
        let fields = ScramExchange.fields(challenge)
        if let error = fields.first(where: { $0.key == "e" }) { throw .refused(error.value) }
        // In this order and without extensions that must be understood (section 5.1).
        guard fields.count >= 3, fields[0].key == "r", fields[1].key == "s", fields[2].key == "i",
            let salt = Base64.decode(fields[1].value), !salt.isEmpty, let iterations = Int(fields[2].value)
        else { throw .unreadable }
        let full = fields[0].value
        guard full.hasPrefix(nonce), full.utf8.count > nonce.utf8.count else { throw .foreignNonce }
        // Fewer protect the password too little (RFC 7677); far more would keep a processor busy for the server's fun.
        guard (4096...10_000_000).contains(iterations) else { throw .iterations(iterations) }

        let salted = hash.stretch(password: password, salt: salt, iterations: iterations)
        let withoutProof = "c=" + Base64.encode(Array(header.utf8) + binding) + ",r=" + full
        let signed = Array("\(firstBare),\(challenge),\(withoutProof)".utf8)
        let clientKey = hash.code(key: salted, "Client Key".utf8)
        let signature = hash.code(key: hash.hash(clientKey), signed)
        let proof = zip(clientKey, signature).map { $0 ^ $1 }
        expectedSignature = hash.code(key: hash.code(key: salted, "Server Key".utf8), signed)
        return withoutProof + ",p=" + Base64.encode(proof)
    }

    /// Checks the server's last message.
    func received(final: String) throws(Fault) {
        let fields = ScramExchange.fields(final)
        guard let field = fields.first else { throw .unreadable }
        if field.key == "e" { throw .refused(field.value) }
        guard field.key == "v", let signature = Base64.decode(field.value), let expectedSignature else {
            throw .unreadable
        }
        guard signature.count == expectedSignature.count else { throw .wrongSignature }
        // In a time that does not tell how much was right.
        var difference: UInt8 = 0
        for (left, right) in zip(signature, expectedSignature) { difference |= left ^ right }
        if difference != 0 { throw .wrongSignature }
    }

    private static func fields(_ text: String) -> [(key: String, value: String)] {
        text.split(separator: ",", omittingEmptySubsequences: false).compactMap { field in
            let bytes = field.utf8
            guard bytes.count >= 2, bytes[bytes.index(after: bytes.startIndex)] == UInt8(ascii: "=") else { return nil }
            return (String(field.prefix(1)), String(field.dropFirst(2)))
        }
    }
}
