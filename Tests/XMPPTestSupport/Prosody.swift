import Glibc
import TestSupport

/// A prosody server on this machine's loopback, with a folder, certificates and ports of its own. It ends with the
/// value.
public final class Prosody {
    /// How a server differs from the usual one.
    public struct Options: Sendable {
        /// What is wrong with its certificate.
        public var flaw = Certificates.Flaw.none
        /// Whether it offers TLS.
        public var offersTLS = true
        /// Accounts beside the usual ones.
        public var people: [String] = []
        /// Seconds for which a session without a connection is kept.
        public var patience = 300
        /// Whether it writes down all that it does.
        public var isTalkative = true
        /// The most bytes of a file that it takes; nil where it takes none.
        public var largestUpload: Int?
        /// Lines for the global part of the configuration.
        public var more = ""

        /// A server without peculiarities.
        public init() {}
    }

    /// The domain of the accounts; rooms are at `rooms.chat.test`.
    public static let domain = "chat.test"
    /// The accounts that every server has; the password of each is `secret-` and its name.
    public static let people = ["ann", "bea", "carl", "dora"]

    /// Where clients connect; STARTTLS.
    public let port: UInt16
    /// Where clients connect; TLS from the first byte.
    public let directPort: UInt16
    /// The certificate of the authority.
    public let authority: String
    /// Where the files lie that it takes.
    public var filesAddress: String { "https://localhost:\(filesPort)/file_share/" }
    private let filesPort: UInt16
    private let folder = TemporaryFolder()
    private let options: Options
    private var program: Program?

    /// Starts a server, and returns when it can be reached.
    public init?(_ options: Options = Options()) {
        self.options = options
        port = Ports.reserve()
        directPort = Ports.reserve()
        filesPort = Ports.reserve()
        mkdir(folder("certs"), 0o700)
        let domain = Prosody.domain
        let certificates = Certificates(
            folder: folder("certs"), names: [domain, "rooms." + domain, "localhost"], flaw: options.flaw)
        authority = certificates.authority
        let accounts = folder("data/chat%2etest/accounts")
        for path in [folder("data"), folder("data/chat%2etest"), accounts] { mkdir(path, 0o700) }
        for person in Prosody.people + options.people {
            Files.write("return { [\"password\"] = \"secret-\(person)\" };\n".utf8, to: "\(accounts)/\(person).dat")
        }
        Files.write(configuration.utf8, to: folder("prosody.cfg.lua"))
        guard start() else { return nil }
    }

    /// What the server wrote down.
    public var log: String { String(decoding: Files.bytes(folder("prosody.log")) ?? [], as: UTF8.self) }

    /// Kills the server as `kill -9` does.
    public func kill() {
        program?.kill()
        program = nil
    }

    /// Starts the server anew, with what it had kept. Returns whether it can be reached.
    public func start() -> Bool {
        program = Program(["prosody", "-F", "--config", folder("prosody.cfg.lua")], log: folder("prosody.out"))
        // It opens one port after the other.
        let ports =
            [port] + (options.offersTLS ? [directPort] : []) + (options.largestUpload == nil ? [] : [filesPort])
        return Patience.until {
            ports.allSatisfy { port in
                guard let descriptor = Ports.connect(to: port) else { return false }
                close(descriptor)
                return true
            }
        }
    }

    /// The service that takes files (XEP-0363), by https on a port of its own.
    private var uploads: String {
        guard let most = options.largestUpload else { return "" }
        return """
            Component "upload.\(Prosody.domain)" "http_file_share"
                http_host = "localhost"
                http_external_url = "https://localhost:\(filesPort)/"
                http_file_share_size_limit = \(most)
                http_file_share_access = { "\(Prosody.domain)" }

            """
    }

    private var configuration: String {
        let tls = options.offersTLS
        return """
            \(getuid() == 0 ? "run_as_root = true" : "")
            data_path = "\(folder("data"))"
            pidfile = "\(folder("prosody.pid"))"
            admin_socket = "\(folder("prosody.sock"))"
            log = { { levels = { min = "\(options.isTalkative ? "debug" : "warn")" }, to = "file", filename = "\(folder("prosody.log"))" } }
            certificates = "\(folder("certs"))"
            interfaces = { "127.0.0.1" }
            local_interfaces = { "127.0.0.1" }
            c2s_ports = { \(port) }
            c2s_direct_tls_ports = { \(tls ? String(directPort) : "") }
            legacy_ssl_ports = {}
            s2s_ports = {}
            s2s_direct_tls_ports = {}
            component_ports = {}
            http_ports = {}
            https_ports = { \(options.largestUpload == nil ? "" : String(filesPort)) }
            https_interfaces = { "127.0.0.1" }
            https_ssl = { certificate = "\(folder("certs/localhost.crt"))", key = "\(folder("certs/localhost.key"))" }
            modules_disabled = { "s2s", "dialback" }
            modules_enabled = {
                "posix", "disco", "roster", "saslauth", \(tls ? "\"tls\"," : "") "register", "ping", "time", "version",
                "mam", "carbons", "smacks", "csi", "csi_simple", "blocklist", "bookmarks", "pep", "private",
                "vcard4", "vcard_legacy", "offline"
            }
            authentication = "internal_hashed"
            password_hash = "SHA-256"
            c2s_require_encryption = \(tls)
            allow_unencrypted_plain_auth = \(!tls)
            archive_expires_after = "never"
            default_archive_policy = true
            smacks_hibernation_time = \(options.patience)
            c2s_stanza_size_limit = 262144
            \(options.more)
            VirtualHost "\(Prosody.domain)"
                disco_items = { { "rooms.\(Prosody.domain)" } }
            \(uploads)
            Component "rooms.\(Prosody.domain)" "muc"
                modules_enabled = { "muc_mam" }
                restrict_room_creation = false
                muc_room_locking = false
                muc_room_default_persistent = true
                muc_room_default_public = true
                muc_room_default_history_length = 20
                muc_log_by_default = true
                muc_log_presences = false
                muc_log_expires_after = "never"

            """
    }
}
