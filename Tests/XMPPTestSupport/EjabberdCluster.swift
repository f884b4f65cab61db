import Glibc
import TestSupport

/// Two nodes of ejabberd that are one server, on this machine's loopback, with a folder, certificates and ports of their
/// own. They end with the value.
public final class EjabberdCluster {
    /// Where Debian has the program; nil where it is not installed.
    private static let code: String? = {
        let folder = "/usr/lib/x86_64-linux-gnu"
        guard let names = opendir(folder) else { return nil }
        defer { closedir(names) }
        while let entry = readdir(names) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = "\(folder)/\(name)/ebin"
            if name.hasPrefix("ejabberd-"), access(path + "/ejabberd.app", R_OK) == 0 { return path }
        }
        return nil
    }()

    /// Whether it is installed.
    public static var isInstalled: Bool { code != nil && access("/usr/bin/erl", X_OK) == 0 }

    /// Where clients connect to each node; STARTTLS.
    public let ports: [UInt16]
    /// The certificate of the authority.
    public let authority: String
    private let folder = TemporaryFolder()
    private let names = ["one", "two"]
    private let registry = Ports.reserve()
    private var daemon: Program?
    private var nodes: [Program?] = [nil, nil]

    /// Starts both nodes, makes them one server with accounts for `people`, and returns when both can be reached.
    public init?(people: [String]) {
        ports = [Ports.reserve(), Ports.reserve()]
        mkdir(folder("certs"), 0o700)
        let domain = Prosody.domain
        authority = Certificates(folder: folder("certs"), names: [domain, "rooms." + domain]).authority
        let pair = ["server.crt", "server.key"].flatMap { Files.bytes(folder("certs/" + $0)) ?? [] }
        Files.write(pair, to: folder("server.pem"))
        daemon = Program(
            ["/usr/bin/env"] + environment + ["epmd", "-port", "\(registry)", "-address", "127.0.0.1"],
            log: folder("epmd.log"))
        for index in names.indices {
            mkdir(folder(names[index]), 0o700)
            Files.write(configuration(ports[index]).utf8, to: folder(names[index] + "/ejabberd.yml"))
            start(index)
        }
        guard ports.allSatisfy({ EjabberdCluster.answers($0) }) else { return nil }
        let join = "ok = rpc:call(\(node(1)), ejabberd_cluster, join, [\(node(0))])"
        let accounts = people.map { name in
            let words = [name, domain, "secret-" + name].map { "<<\"\($0)\">>" }.joined(separator: ", ")
            return "ok = rpc:call(\(node(0)), ejabberd_auth, try_register, [\(words)])"
        }
        // A node listens before it has begun, and one that is joined meanwhile never does.
        let wait = """
            Wait = fun Wait(Node) -> case rpc:call(Node, application, which_applications, []) of
                Running when is_list(Running) -> case lists:keymember(ejabberd, 1, Running) of
                    true -> ok; false -> timer:sleep(200), Wait(Node) end;
                _ -> timer:sleep(200), Wait(Node) end end, Wait(\(node(0))), Wait(\(node(1)))
            """
        let isJoined = call(([wait, join] + accounts).joined(separator: ", "))
        guard isJoined else { return nil }
    }

    /// Kills a node as `kill -9` does.
    public func kill(_ index: Int) {
        nodes[index]?.kill()
        nodes[index] = nil
    }

    /// Ends all of it.
    public func stop() {
        for index in nodes.indices { kill(index) }
        daemon?.kill()
        daemon = nil
    }

    private func node(_ index: Int) -> String { "'\(names[index])@127.0.0.1'" }

    private var environment: [String] {
        ["ERL_EPMD_ADDRESS=127.0.0.1", "ERL_EPMD_PORT=\(registry)", "HOME=\(folder("."))"]
    }

    private func erlang(_ name: String) -> [String] {
        [
            "erl", "-noinput", "-start_epmd", "false", "-name", name + "@127.0.0.1", "-setcookie", "mingle", "-kernel",
            "inet_dist_use_interface", "{127,0,0,1}",
        ]
    }

    private func start(_ index: Int) {
        let home = folder(names[index])
        let own = ["EJABBERD_CONFIG_PATH=\(home)/ejabberd.yml", "EJABBERD_LOG_PATH=\(home)/ejabberd.log"]
        nodes[index] = Program(
            ["/usr/bin/env"] + environment + own + erlang(names[index])
                + ["-pa", EjabberdCluster.code ?? "", "-mnesia", "dir", "\"\(home)/db\"", "-s", "ejabberd"],
            log: home + "/out.log")
    }

    /// Runs `expression` beside the nodes. Returns whether it went well.
    private func call(_ expression: String) -> Bool {
        let words =
            ["/usr/bin/timeout", "90", "/usr/bin/env"] + environment + erlang("caller") + [
                "-eval", expression + ", halt(0).",
            ]
        return Program.run(words, log: folder("call.log")) == 0
    }

    private static func answers(_ port: UInt16) -> Bool {
        Patience.until(120_000) {
            guard let descriptor = Ports.connect(to: port) else { return false }
            close(descriptor)
            return true
        }
    }

    private func configuration(_ port: UInt16) -> String {
        """
        hosts: ["\(Prosody.domain)"]
        loglevel: warning
        certfiles: ["\(folder("server.pem"))"]
        auth_method: [mnesia]
        auth_password_format: scram
        auth_scram_hash: sha256
        disable_sasl_mechanisms: ["digest-md5"]
        s2s_access: none
        listen:
          - port: \(port)
            ip: "127.0.0.1"
            module: ejabberd_c2s
            starttls_required: true
            max_stanza_size: 262144
        acl:
          local:
            user_regexp: ""
        modules:
          mod_disco: {}
          mod_roster: {}
          mod_caps: {}
          mod_carboncopy: {}
          mod_client_state: {}
          mod_ping: {}
          mod_blocking: {}
          mod_privacy: {}
          mod_stream_mgmt: {resend_on_timeout: true, resume_timeout: 60}
          mod_mam: {default: always, db_type: mnesia, assume_mam_usage: true}
          mod_pubsub: {plugins: [flat, pep]}
          mod_muc:
            host: "rooms.\(Prosody.domain)"
            db_type: mnesia
            access_create: all
            access_persistent: all
            access_mam: all
            default_room_options: {persistent: true, mam: true, public: true}

        """
    }
}
