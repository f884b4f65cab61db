import Glibc
import RichText
import XMPP

/// Where passwords come from and where they are kept: a program of the user's, the desktop's secret store by
/// `secret-tool`, or the file of accounts, which only its owner reads.
enum Secrets {
    /// The password of `account`; a program that is asked for it is ended once `sign` is given.
    static func password(of account: Account, until sign: StopSign? = nil) throws(Failure) -> Password {
        if let command = account.passwordCommand {
            let result = ChildProgram.run(command, until: sign)
            guard let password = result.output.flatMap(firstLine) else {
                let reason = result.complaint.isEmpty ? "" : ": " + result.complaint
                throw Failure("\(HarmlessText.line(command.first ?? "")) gave no password for \(account.jid)" + reason)
            }
            return Password(password)
        }
        if let password = account.password { return Password(password) }
        let words = ["secret-tool", "lookup", "service", "mingle", "account", account.jid]
        guard let password = ChildProgram.run(words, until: sign).output.flatMap(firstLine) else {
            throw Failure("the secret store has no password for \(account.jid); mingle account add asks for it again")
        }
        return Password(password)
    }

    /// Keeps `password` in the secret store, else in `account` itself. Returns where it is.
    static func keep(_ password: Password, for account: inout Account) -> String {
        let words = [
            "secret-tool", "store", "--label=mingle: \(account.jid)", "service", "mingle", "account", account.jid,
        ]
        let hasDesktop = getenv("DBUS_SESSION_BUS_ADDRESS") != nil
        if hasDesktop, ChildProgram.run(words, input: password.text).output != nil {
            account.password = nil
            return "in the secret store"
        }
        account.password = password.text
        return "in a file that only you can read"
    }

    /// Removes the password of `account` from the secret store.
    static func forget(_ account: Account) {
        guard account.password == nil, account.passwordCommand == nil else { return }
        _ = ChildProgram.run(["secret-tool", "clear", "service", "mingle", "account", account.jid])
    }

    /// Asks at the terminal, without showing what is typed; or reads one line when there is no terminal.
    static func ask(_ prompt: String) throws(Failure) -> Password {
        var modes = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &modes) == 0
        if isTerminal {
            var silent = modes
            silent.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
            try Output.write(Array(prompt.utf8), to: STDERR_FILENO)
        }
        defer {
            if isTerminal {
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
                try? Output.write([0x0A], to: STDERR_FILENO)
            }
        }
        var input = try Input(nil)
        guard let bytes = try input.record(endingWith: 0x0A), let password = firstLine(bytes) else {
            throw Failure("no password was given")
        }
        return Password(password)
    }

    /// Asks for a new password; at a terminal twice, since nobody sees what is typed.
    static func askNew(_ prompt: String) throws(Failure) -> Password {
        let password = try ask(prompt)
        guard isatty(STDIN_FILENO) != 0 else { return password }
        guard try ask("The same again: ").text == password.text else { throw Failure("the two are not the same") }
        return password
    }

    /// Asks for something that is no secret.
    static func askOpenly(_ prompt: String) throws(Failure) -> String {
        if isatty(STDIN_FILENO) != 0 { try Output.write(Array(prompt.utf8), to: STDERR_FILENO) }
        var input = try Input(nil)
        guard let bytes = try input.record(endingWith: 0x0A), let text = firstLine(bytes) else {
            throw Failure("nothing was given")
        }
        return text
    }

    private static func firstLine(_ bytes: [UInt8]) -> String? {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
    }
}
