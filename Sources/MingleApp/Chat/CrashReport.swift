import CursesDriver
import Glibc

/// What is left of a run that ended by a fault.
///
/// A fault leaves a note of its signal and its calls, which is all that can be written safely then. The next start makes
/// a report of it: text without names, messages or paths of one's own, for whoever wants to send it.
enum CrashReport {
    /// The longest note that is read, in bytes.
    private static let longestNote = 1 << 16

    /// Arranges that a fault of this run leaves a note, and makes reports of the notes of others. Returns a sentence
    /// about the last of them; nil when no run ended by a fault, or nowhere a note could be kept.
    static func begin() -> String? {
        let environment = Environment.all
        guard let folder = folder(environment) else { return nil }
        var sentence: String?
        for name in names(in: folder) where name.hasPrefix("crash-") {
            sentence = report(on: folder + "/" + name, in: folder, environment) ?? sentence
        }
        CursesDriver.noteCrashes(in: folder + "/crash-\(getpid())")
        return sentence
    }

    /// `$XDG_STATE_HOME/mingle`, made with mode 0700 if it is not there.
    static func folder(_ environment: [String: String]) -> String? {
        let told = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state" : nil }
        guard let base = told ?? home else { return nil }
        let folder = base + "/mingle"
        return PrivateFolder.make(folder) ? folder : nil
    }

    private static func names(in folder: String) -> [String] {
        guard let list = opendir(folder) else { return [] }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names.sorted()
    }

    private static func report(on note: String, in folder: String, _ environment: [String: String]) -> String? {
        guard let text = take(note), let first = text.split(separator: "\n").first, first.hasPrefix("signal ") else {
            return nil
        }
        let file = folder + "/report-\(SystemClock.now.milliseconds).txt"
        var lines = [
            "mingle \(Manual.version)", CursesDriver.libraryVersion, "TERM \(environment["TERM"] ?? "not set")", text,
        ].joined(separator: "\n")
        if let home = environment["HOME"], home.count > 1 { lines = lines.replacing(home + "/", with: "~/") }
        let target = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard target >= 0 else { return nil }
        defer { close(target) }
        guard (try? Output.write(Array(lines.utf8), to: target)) != nil else { return nil }
        let shown = environment["HOME"].map { file.hasPrefix($0 + "/") ? "~" + file.dropFirst($0.count) : file } ?? file
        return "mingle ended by a fault (\(first)); a report is in \(shown)"
    }

    /// The text of a note, which is removed; nil when another start has taken it.
    private static func take(_ note: String) -> String? {
        let mine = note.replacing("/crash-", with: "/taken-")
        guard rename(note, mine) == 0 else { return nil }
        defer { unlink(mine) }
        let file = open(mine, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: longestNote)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
