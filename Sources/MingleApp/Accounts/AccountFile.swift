import Glibc
import JSON
import RichText
import XMPP

/// The accounts, as JSON in a file that only its owner reads: `mingle/accounts.json` in the XDG configuration folder.
struct AccountFile {
    private let path: String
    private(set) var accounts: [Account]
    private static let largest = 1 << 20

    /// Whether there is a file at all: without one nothing of what accounts need is loaded.
    static var isThere: Bool { access(standardPath, F_OK) == 0 }

    private static var standardPath: String {
        let environment = Environment.all
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (base ?? (environment["HOME"] ?? "") + "/.config") + "/mingle/accounts.json"
    }

    /// Reads the file; without one there are no accounts.
    init() throws(Failure) {
        if let library = NetworkLibraries.missing() {
            throw Failure("accounts need \(library), which is not installed")
        }
        path = AccountFile.standardPath
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            accounts = []
            return
        }
        defer { close(file) }
        guard let bytes = FileBytes.read(file, limit: AccountFile.largest),
            case .array(let values)? = try? JSONValue(bytes),
            case let read = values.compactMap(Account.init(json:)), read.count == values.count
        else { throw Failure("\(HarmlessText.line(path)) cannot be read as a list of accounts") }
        accounts = read
    }

    /// The account of the address `jid`.
    func account(_ jid: String) throws(Failure) -> Account {
        let wanted = JID(jid)?.bare
        guard let wanted, let account = accounts.first(where: { JID($0.jid)?.bare == wanted }) else {
            let shown = HarmlessText.line(jid)
            throw Failure("there is no account \(shown); mingle account add \(shown) makes it known")
        }
        return account
    }

    /// Keeps `account` in the place of one of the same address.
    mutating func keep(_ account: Account) throws(Failure) {
        forget(account.jid)
        accounts.append(account)
        accounts.sort { $0.jid < $1.jid }
        try save()
    }

    /// Removes the account of the address `jid`.
    mutating func remove(_ jid: String) throws(Failure) {
        forget(jid)
        try save()
    }

    private mutating func forget(_ jid: String) { accounts.removeAll { JID($0.jid)?.bare == JID(jid)?.bare } }

    private func save() throws(Failure) {
        PrivateFolder.make(holding: path)
        let lines = accounts.map { "  " + $0.json }
        let text = "[\n" + lines.joined(separator: ",\n") + "\n]\n"
        let temporary = path + ".new-\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw Failure("\(HarmlessText.line(path)) cannot be written: \(String(cString: strerror(errno)))")
        }
        let isWritten = FileBytes.write(Array(text.utf8), to: file)
        close(file)
        guard isWritten, rename(temporary, path) == 0 else {
            _ = unlink(temporary)
            throw Failure("\(HarmlessText.line(path)) cannot be written: \(String(cString: strerror(errno)))")
        }
    }
}
