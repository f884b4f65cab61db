import ChatUI
import Glibc
import RichText
import XMPP

/// `mingle account add|list|remove|check|password|delete`.
enum AccountCommands {
    static func run(_ invocation: Invocation) throws(Failure) {
        let words = invocation.arguments
        switch (words.first, words.count) {
        case ("add", 2): try add(words[1], invocation)
        case ("list", 1): try list()
        case ("remove", 2): try remove(words[1])
        case ("check", 2): try check(words[1])
        case ("password", 2): try changePassword(words[1])
        case ("delete", 2): try delete(words[1])
        case ("add", _), ("remove", _), ("check", _), ("password", _), ("delete", _):
            throw .usage("account \(words[0]) needs one address, such as name@example.org")
        default: throw .usage("account knows add, remove, check, password and delete, each with a JID, and list")
        }
    }

    /// Logs in once, and keeps the account only when that went well.
    private static func add(_ jid: String, _ invocation: Invocation) throws(Failure) {
        guard let address = JID(jid), address.local != nil else {
            throw .usage("\(HarmlessText.line(jid)) is no address; it should look like name@example.org")
        }
        var account = Account(jid: address.bare.description)
        account.server = invocation.value("--server")
        account.directTLS = invocation.has("--direct-tls") ? true : nil
        account.authorities = invocation.value("--ca").map(absolute)
        if account.directTLS == true, account.server == nil {
            throw .usage("--direct-tls goes with --server HOST:PORT")
        }
        let password: Password
        if let command = invocation.value("--password-command") {
            if invocation.has("--password-stdin") { throw .usage("the password comes from one place only") }
            account.passwordCommand = command.split(separator: " ").map(String.init)
            password = try Secrets.password(of: account)
        } else if invocation.has("--register") {
            password = try Secrets.askNew("Password for \(account.jid): ")
        } else {
            password = try Secrets.ask("Password of \(account.jid): ")
        }
        let mechanism =
            try invocation.has("--register") ? register(account, password) : login(account, password)
        account.mechanism = mechanism?.rawValue
        var place = "by \(account.passwordCommand?.first ?? "")"
        if account.passwordCommand == nil { place = Secrets.keep(password, for: &account) }
        try AccountFile.keep(account)
        var output = Output()
        try output.line("\(account.jid) works; its password is kept \(place)")
        try output.line("mingle --account \(account.jid) --room ROOM@SERVICE chats with it")
        try output.flush()
    }

    /// A path that means the same wherever the program is started.
    private static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    private static func list() throws(Failure) {
        var output = Output()
        for account in try AccountFile().accounts {
            try output.line(
                HarmlessText.line(account.jid) + (account.server.map { " by " + HarmlessText.line($0) } ?? ""))
        }
        try output.flush()
    }

    private static func remove(_ jid: String) throws(Failure) {
        let account = try AccountFile().account(jid)
        Secrets.forget(account)
        try AccountFile.remove(jid)
        guard access(account.archivePath, F_OK) == 0 else { return }
        var output = Output()
        try output.line("what was said in its rooms stays in \(HarmlessText.line(account.archivePath))")
        try output.flush()
    }

    private static func check(_ jid: String) throws(Failure) {
        let account = try AccountFile().account(jid)
        let mechanism = try login(account, try Secrets.password(of: account))
        let how = mechanism?.rawValue ?? account.mechanism
        var output = Output()
        try output.line("\(account.jid) works" + (how.map { ": logged in by \($0) over TLS" } ?? ""))
        try output.flush()
    }

    /// Has the server make the account, and logs in. What it wants to know besides is asked at the terminal.
    private static func register(_ account: Account, _ password: Password) throws(Failure) -> SASLMechanism? {
        var wish = Registration()
        while true {
            let (fault, mechanism) = try attempt(account, password, wish)
            guard case .accountNeeds(let fields, let instructions)? = fault, isatty(STDIN_FILENO) != 0 else {
                if let fault { throw Failure("\(account.jid): \(HarmlessText.line(fault.sentence))") }
                return mechanism
            }
            if !instructions.isEmpty { Output.tell(HarmlessText.line(instructions)) }
            for field in fields {
                wish.answers[field.name] = try Secrets.askOpenly(HarmlessText.line(field.label) + ": ")
            }
        }
    }

    /// Has the server take a new password, and keeps it where the old one was.
    private static func changePassword(_ jid: String) throws(Failure) {
        var account = try AccountFile().account(jid)
        let old = try Secrets.password(of: account)
        let new = try Secrets.askNew("New password for \(account.jid): ")
        try AccountChanges.make(.password(new), account, old)
        var output = Output()
        if let command = account.passwordCommand?.first {
            try output.line(
                "\(account.jid) has a new password; \(HarmlessText.line(command)) has to give it from now on")
        } else {
            let place = Secrets.keep(new, for: &account)
            try AccountFile.keep(account)
            try output.line("\(account.jid) has a new password, kept \(place)")
        }
        try output.flush()
    }

    /// Has the server delete the account, once its address was typed again.
    private static func delete(_ jid: String) throws(Failure) {
        let account = try AccountFile().account(jid)
        let password = try Secrets.password(of: account)
        let typed = try Secrets.askOpenly("This deletes the account on its server, for ever. Type its address: ")
        guard JID(typed)?.bare == JID(account.jid)?.bare else { throw Failure("nothing was deleted") }
        try AccountChanges.make(.removal, account, password)
        Secrets.forget(account)
        try AccountFile.remove(account.jid)
    }

    /// Logs in and out. Returns the mechanism, if it is a better one than the account's.
    private static func login(_ account: Account, _ password: Password) throws(Failure) -> SASLMechanism? {
        let (fault, mechanism) = try attempt(account, password, nil)
        if let fault { throw Failure("\(account.jid): \(HarmlessText.line(fault.sentence))") }
        return mechanism
    }

    private static func attempt(
        _ account: Account, _ password: Password, _ registration: Registration?
    ) throws(Failure) -> (fault: StreamFault?, mechanism: SASLMechanism?) {
        let result = LoginResult()
        var settings = try account.connection(password: password)
        settings.stream.registration = registration
        let connection = XMPPConnection<Never>(settings) {
            { input, _ in
                switch input {
                case .pinned(let mechanism): result.note(mechanism)
                case .online: result.end(nil)
                case .offline(let fault, _): result.end(fault)
                case .stopping: return [.finish]
                default: break
                }
                return []
            }
        }
        guard let connection else { throw Failure("no thread can be started") }
        let fault = result.wait()
        connection.stop()
        return (fault, result.mechanism)
    }
}
