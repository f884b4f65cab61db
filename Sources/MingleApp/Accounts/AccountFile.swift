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

    /// Changes the accounts as the file has them by now, while nobody else does: each account's connection has a thread of
    /// its own, and other windows may be open.
    private static func change(_ work: (inout AccountFile) throws(Failure) -> Void) throws(Failure) {
        PrivateFolder.make(holding: standardPath)
        try OwnFile.locked(standardPath) { () throws(Failure) in
            var file = try AccountFile()
            try work(&file)
            try file.save()
        }
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

    /// Keeps `account` in the place of one of the same address; all others stay as they are.
    static func keep(_ account: Account) throws(Failure) {
        try change { file throws(Failure) in file.put(account) }
    }

    /// Removes the account of the address `jid`; all others stay as they are.
    static func remove(_ jid: String) throws(Failure) {
        try change { file throws(Failure) in file.forget(jid) }
    }

    /// Notes the mechanism by which the account of the address `jid` has logged in; nothing where it is not known any more.
    static func note(mechanism: String, of jid: String) throws(Failure) {
        try change { file throws(Failure) in
            var account = try file.account(jid)
            account.mechanism = mechanism
            file.put(account)
        }
    }

    private mutating func put(_ account: Account) {
        forget(account.jid)
        accounts.append(account)
        accounts.sort { $0.jid < $1.jid }
    }

    private mutating func forget(_ jid: String) { accounts.removeAll { JID($0.jid)?.bare == JID(jid)?.bare } }

    private func save() throws(Failure) {
        let lines = accounts.map { "  " + $0.json }
        let text = "[\n" + lines.joined(separator: ",\n") + "\n]\n"
        guard OwnFile.replace(path, with: Array(text.utf8), isSynced: true) else {
            throw Failure("\(HarmlessText.line(path)) cannot be written: \(String(cString: strerror(errno)))")
        }
    }
}
