import TestSupport

/// Certificates of an authority of the test's own.
public struct Certificates {
    /// What is wrong with a certificate.
    public enum Flaw: String, Sendable, CaseIterable {
        case none
        case wrongName
        case expired
        case notYetValid
        case selfSigned
        case unknownAuthority
    }

    /// The folder of the files.
    public let folder: String
    /// The authority's certificate.
    public var authority: String { folder + "/ca.pem" }

    /// Makes an authority and a pair for `names`, as `NAME.crt` and `NAME.key` of each.
    public init(folder: String, names: [String], flaw: Flaw = .none) {
        self.folder = folder
        let log = folder + "/openssl.log"
        makeAuthority("ca", log)
        if flaw == .unknownAuthority { makeAuthority("other", log) }
        let signer = flaw == .unknownAuthority ? "other" : "ca"
        let subjects = flaw == .wrongName ? ["elsewhere.test"] : names
        let alternatives = "subjectAltName=" + subjects.map { "DNS:" + $0 }.joined(separator: ",")
        let request = [
            "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
            folder + "/server.key", "-subj", "/CN=" + subjects[0], "-addext", alternatives,
        ]
        if flaw == .notYetValid {
            Program.run(request + ["-out", folder + "/server.csr"], log: log)
            signForLater(log)
        } else if flaw == .selfSigned {
            Program.run(request + ["-x509", "-days", "2", "-out", folder + "/server.crt"], log: log)
        } else {
            Program.run(request + ["-out", folder + "/server.csr"], log: log)
            Program.run(
                [
                    "openssl", "x509", "-req", "-in", folder + "/server.csr", "-CA", "\(folder)/\(signer).pem",
                    "-CAkey", "\(folder)/\(signer).key", "-CAcreateserial", "-days", flaw == .expired ? "-1" : "2",
                    "-copy_extensions", "copy", "-out", folder + "/server.crt",
                ], log: log)
        }
        for name in names {
            for ending in [".crt", ".key"] {
                guard let bytes = Files.bytes(folder + "/server" + ending) else { continue }
                Files.write(bytes, to: folder + "/" + name + ending)
            }
        }
    }

    /// Signs the request with a certificate that begins in many years: to it the clock of this machine is far behind.
    private func signForLater(_ log: String) {
        let settings = """
            [ca]
            default_ca = own
            [own]
            database = \(folder)/index.txt
            new_certs_dir = \(folder)
            rand_serial = yes
            default_md = sha256
            policy = any
            copy_extensions = copy
            [any]
            commonName = supplied

            """
        Files.write(settings.utf8, to: folder + "/ca.cnf")
        Files.write("".utf8, to: folder + "/index.txt")
        Program.run(
            [
                "openssl", "ca", "-batch", "-notext", "-config", folder + "/ca.cnf", "-cert", folder + "/ca.pem",
                "-keyfile", folder + "/ca.key", "-in", folder + "/server.csr", "-out", folder + "/server.crt",
                "-startdate", "20900101000000Z", "-enddate", "20910101000000Z",
            ], log: log)
    }

    private func makeAuthority(_ name: String, _ log: String) {
        Program.run(
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).pem", "-subj", "/CN=\(name)", "-days",
                "2",
            ], log: log)
    }
}
