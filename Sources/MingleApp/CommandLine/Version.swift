import CursesDriver
import Glibc

/// What `mingle --version` prints: the version, the commit that it was built from, and what it was built with.
enum Version {
    static var text: String {
        [
            "mingle \(Manual.version)", "commit \(commit ?? "unknown")",
            "with \(CursesDriver.libraryVersion), Unicode 17, local rooms, XMPP, pictures, spelling by hunspell",
        ].joined(separator: "\n") + "\n"
    }

    /// The build leaves it in a file beside the program, and `make install` with what the program shares: so a new commit
    /// alone does not compile anything anew.
    private static var commit: String? {
        let parts = Packs.executable.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        for path in [folder + "/mingle.commit", folder + "/../share/mingle/commit"] {
            let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else { continue }
            defer { close(file) }
            guard let bytes = FileBytes.read(file, limit: 100) else { continue }
            let text = String(decoding: bytes, as: UTF8.self).prefix { $0.isHexDigit }
            if (7...40).contains(text.count) { return String(text) }
        }
        return nil
    }
}
