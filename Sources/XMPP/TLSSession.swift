import COpenSSL
import Glibc

/// What TLS is checked against: one set of authorities, read once, since reading Debian's takes 25 ms.
final class TLSContext {
    let pointer: OpaquePointer?
    /// What is wrong with the file of authorities.
    let fault: String?

    /// - Parameter authorities: a PEM file, or nil for the system's.
    init(authorities: String?) {
        pointer = SSL_CTX_new(TLS_client_method())
        _ = mingle_set_oldest_version(pointer)
        SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
        if let authorities {
            let isRead = SSL_CTX_load_verify_locations(pointer, authorities, nil) == 1
            fault = isRead ? nil : "the certificates in \(authorities) cannot be read"
        } else {
            fault = SSL_CTX_set_default_verify_paths(pointer) == 1 ? nil : "the system's certificates cannot be read"
        }
        ERR_clear_error()
    }

    deinit { SSL_CTX_free(pointer) }
}

/// One TLS connection between buffers: it never touches a socket, so that one loop can wait for everything.
final class TLSSession {
    /// Why the connection cannot be trusted or read on.
    struct Fault: Error {
        let reason: String
        /// Whether the certificate was refused, which trying again will not mend.
        let isRefusal: Bool
    }

    private let session: OpaquePointer?
    private let incoming: OpaquePointer?
    private let outgoing: OpaquePointer?
    private let context: TLSContext

    /// A connection to a server that must prove to be `domain`.
    init(_ context: TLSContext, domain: String, isDirect: Bool) throws(Fault) {
        self.context = context
        if let fault = context.fault { throw Fault(reason: fault, isRefusal: true) }
        session = SSL_new(context.pointer)
        incoming = BIO_new(BIO_s_mem())
        outgoing = BIO_new(BIO_s_mem())
        SSL_set_bio(session, incoming, outgoing)
        _ = mingle_set_server_name(session, domain)
        SSL_set_hostflags(session, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        guard SSL_set1_host(session, domain) == 1 else {
            throw Fault(reason: "\(domain) is no name that a certificate can have", isRefusal: true)
        }
        if isDirect {
            let name = Array("xmpp-client".utf8)
            SSL_set_alpn_protos(session, [UInt8(name.count)] + name, UInt32(name.count + 1))
        }
        SSL_set_connect_state(session)
    }

    deinit { SSL_free(session) }

    /// Takes in what the network brought.
    func received(_ bytes: UnsafeRawBufferPointer) {
        BIO_write(incoming, bytes.baseAddress, Int32(bytes.count))
    }

    /// What the network is to be given.
    func takeOutgoing() -> [UInt8] {
        let count = BIO_ctrl_pending(outgoing)
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = BIO_read(outgoing, &bytes, Int32(count))
        return read == count ? bytes : Array(bytes.prefix(max(0, Int(read))))
    }

    /// Goes on with the handshake. Returns whether it is complete.
    func shakeHands() throws(Fault) -> Bool {
        ERR_clear_error()
        let result = SSL_do_handshake(session)
        if result == 1 {
            // Belt and braces: a session that was not verified is never used.
            let verdict = SSL_get_verify_result(session)
            guard verdict == Int(X509_V_OK) else { throw refusal(verdict) }
            return true
        }
        switch SSL_get_error(session, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return false
        default:
            let verdict = SSL_get_verify_result(session)
            if verdict != Int(X509_V_OK) { throw refusal(verdict) }
            throw Fault(reason: TLSSession.lastError, isRefusal: false)
        }
    }

    /// Decrypts into `buffer`. Returns how many bytes; 0 when there are none now, nil at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(Fault) -> Int? {
        ERR_clear_error()
        let count = SSL_read(session, buffer.baseAddress, Int32(buffer.count))
        if count > 0 { return Int(count) }
        switch SSL_get_error(session, count) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return 0
        case SSL_ERROR_ZERO_RETURN: return nil
        default: throw Fault(reason: TLSSession.lastError, isRefusal: false)
        }
    }

    /// Encrypts `bytes`.
    func write(_ bytes: [UInt8]) throws(Fault) {
        guard !bytes.isEmpty else { return }
        ERR_clear_error()
        guard SSL_write(session, bytes, Int32(bytes.count)) == bytes.count else {
            throw Fault(reason: TLSSession.lastError, isRefusal: false)
        }
    }

    /// Tells the other end that nothing more comes.
    func close() { SSL_shutdown(session) }

    /// The bindings that this connection offers, best first.
    var bindings: [ChannelBinding] {
        var result: [ChannelBinding] = []
        var bytes = [UInt8](repeating: 0, count: 64)
        if SSL_version(session) >= TLS1_3_VERSION {
            let label = ChannelBinding.exporterLabel
            let code = SSL_export_keying_material(session, &bytes, 32, label, label.utf8.count, nil, 0, 0)
            if code == 1 { result.append(ChannelBinding(.exporter, Array(bytes.prefix(32)))) }
        } else {
            let count = SSL_get_finished(session, &bytes, bytes.count)
            if count > 0 { result.append(ChannelBinding(.unique, Array(bytes.prefix(count)))) }
        }
        if let hash = certificateHash { result.append(ChannelBinding(.endPoint, hash)) }
        return result
    }

    /// The hash of the server's certificate by the hash of its signature, SHA-256 at least (RFC 5929, section 4.1).
    private var certificateHash: [UInt8]? {
        guard let certificate = SSL_get1_peer_certificate(session) else { return nil }
        defer { X509_free(certificate) }
        var digestID: Int32 = 0
        guard X509_get_signature_info(certificate, &digestID, nil, nil, nil) == 1 else { return nil }
        let isWeak = digestID == NID_md5 || digestID == NID_sha1
        guard let digest = isWeak ? EVP_sha256() : mingle_digest_by_nid(digestID) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard X509_digest(certificate, digest, &bytes, &count) == 1 else { return nil }
        return Array(bytes.prefix(Int(count)))
    }

    private func refusal(_ verdict: Int) -> Fault {
        Fault(reason: String(cString: X509_verify_cert_error_string(verdict)), isRefusal: true)
    }

    private static var lastError: String {
        let code = ERR_get_error()
        guard code != 0, let reason = ERR_reason_error_string(code) else { return "the connection broke off" }
        return String(cString: reason)
    }
}

extension ChannelBinding {
    /// RFC 9266.
    fileprivate static let exporterLabel = "EXPORTER-Channel-Binding"
}
