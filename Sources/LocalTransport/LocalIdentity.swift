import ChatCore
import Glibc
import RichText

/// Who one is in the rooms of this machine.
public enum LocalIdentity {
    /// The most code points of a name.
    public static let longestName = 100

    /// The person of the account `login` who goes by `chosen`, or by the account's full name (its comment field up to
    /// the first comma), or by the login.
    ///
    /// The id is `local:`, the login, `/` and the name in lower case with single blanks: the same after every restart,
    /// and another one for each name that an account goes by.
    public static func person(login: String, fullName: String?, chosen: String?) -> Person {
        let login = name(login).isEmpty ? "unknown" : name(login)
        let comment = fullName.map { $0.prefix { $0 != "," } } ?? ""
        // In the comment field of the password file, `&` stands for the login with a capital letter.
        let capitalised = login.prefix(1).uppercased() + login.dropFirst()
        let full = comment.split(separator: "&", omittingEmptySubsequences: false).joined(separator: capitalised)
        let name = [chosen ?? "", full, login].map(name).first { !$0.isEmpty } ?? login
        let folded = name.lowercased().split { $0.isWhitespace }.joined(separator: " ")
        return Person(id: PersonID("local:" + login + "/" + folded), name: name)
    }

    /// The person at this process: the account that it runs under, and the name `chosen` if there is one.
    public static func current(chosen: String?) -> Person {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var size = 1024
        while size <= 1 << 20 {
            var buffer = [CChar](repeating: 0, count: size)
            let person: Person? = buffer.withUnsafeMutableBufferPointer { bytes in
                guard let start = bytes.baseAddress,
                    getpwuid_r(getuid(), &entry, start, bytes.count, &found) == 0, found != nil
                else { return nil }
                // The fields point into the buffer, so they are read before it goes.
                let fullName = entry.pw_gecos.map { String(cString: $0) }
                let login = entry.pw_name.map { String(cString: $0) } ?? ""
                return Self.person(login: login, fullName: fullName, chosen: chosen)
            }
            if let person { return person }
            size *= 4
        }
        return person(login: "uid\(getuid())", fullName: nil, chosen: chosen)
    }

    private static func name(_ text: some StringProtocol) -> String {
        let line = HarmlessText.line(String(text))
        if line.unicodeScalars.count <= longestName { return line }
        return HarmlessText.line(String(String.UnicodeScalarView(line.unicodeScalars.prefix(longestName))))
    }
}
