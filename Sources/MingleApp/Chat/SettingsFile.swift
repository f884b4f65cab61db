import ChatUI
import Glibc
import JSON
import RichText

/// The settings file: JSON5 under the XDG configuration folder, `mingle/settings.json5`, unless another was named.
struct SettingsFile: Sendable {
    /// Where it is, or would be.
    let path: String
    /// What it says, as far as it says it in the right kind.
    private(set) var entries: [SettingEntry] = []
    /// More than any person writes; what is larger is refused.
    static let largest = 1 << 20

    /// The file `path`, or the standard one, which need not exist.
    ///
    /// A file that cannot be read, or is no JSON5, is refused, and so is one with a wrong `name` or `archive`: nobody
    /// wants to chat under another name than they meant to, or where they are not.
    init(_ path: String?) throws(Failure) {
        self.path = path ?? SettingsFile.standardPath
        if path == nil && isMissing { return }
        entries = try SettingsFile.entries(in: try SettingsFile.bytes(of: self.path), file: self.path)
        let mistakes = mistakes
        if let fatal = mistakes.firstIndex(where: { ["name", "archive"].contains($0.key) }) {
            let lines = mistakes.map { "\(HarmlessText.line(self.path)): \(HarmlessText.line($0.text))" }
            for (index, line) in lines.enumerated() where index != fatal { Output.tell(line) }
            throw Failure(lines[fatal])
        }
    }

    /// The file `path`, to be written without being read.
    init(writing path: String) { self.path = path }

    var name: String? { text("name") }
    var room: String? { text("room") }
    /// Whole, `~/` being the home folder.
    var archive: String? {
        text("archive").map { path in
            path.hasPrefix("~/") ? (Environment.all["HOME"] ?? "") + path.dropFirst() : path
        }
    }

    func flag(_ key: String) -> Bool { entries.last { $0.key == key }?.value == .flag(true) }

    private func text(_ key: String) -> String? {
        let entry = entries.last { $0.key == key && SettingTable.setting(named: key)?.mistake(in: $0.value) == nil }
        if case .text(let text)? = entry?.value { return text }
        return nil
    }

    /// Everything that is wrong with it.
    var mistakes: [SettingMistake] {
        var settings = ChatState.Settings(catalogue: Packs.none)
        return settings.adopt(entries)
    }

    /// What it says, over the standard settings, for what is made before the application is.
    var adopted: ChatState.Settings {
        var settings = ChatState.Settings(catalogue: Packs.none)
        if !entries.isEmpty { _ = settings.adopt(entries) }
        return settings
    }

    static var standardPath: String {
        let environment = Environment.all
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/mingle/settings.json5"
        }
        return (environment["HOME"] ?? "") + "/.config/mingle/settings.json5"
    }

    /// What the file says now, for who reads it again while the program runs.
    func read() -> ChatEvent {
        do throws(Failure) {
            if isMissing { return .settings([]) }
            return .settings(try SettingsFile.entries(in: try SettingsFile.bytes(of: path), file: path))
        } catch {
            return .settingsRefused(error.sentence + "; what was in force stays")
        }
    }

    // MARK: Reading

    /// Whether there is no such file. One that cannot be looked at, for whatever reason, may well be there.
    private var isMissing: Bool { access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno) }

    static func bytes(of path: String) throws(Failure) -> [UInt8] {
        let shown = HarmlessText.line(path)
        // Nobody need be at the other end of a pipe, and the screen must not wait for them.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw Failure("cannot open \(shown): \(String(cString: strerror(errno)))", .inputOutput)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
            throw Failure("cannot read \(shown): it is not a file", .inputOutput)
        }
        errno = 0
        guard let bytes = FileBytes.read(file, limit: largest) else {
            let reason = errno == 0 ? "it is larger than \(largest >> 20) MiB" : String(cString: strerror(errno))
            throw Failure("cannot read \(shown): \(reason)", .inputOutput)
        }
        return bytes
    }

    private static func entries(in bytes: [UInt8], file: String) throws(Failure) -> [SettingEntry] {
        let shown = HarmlessText.line(file)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Failure("\(shown): it is not UTF-8") }
        do throws(JSONFault) {
            let document = try JSON5Document(bytes)
            let outermost = document.members.filter { $0.path.count == 1 }
            return outermost.map { member in
                let inner = document.members.filter { $0.path.count == 2 && $0.path[0] == member.path[0] }
                return SettingEntry(HarmlessText.line(member.path[0]), value(member.value, inner), line: member.line)
            }
        } catch {
            throw Failure("\(shown):\(error.line(of: bytes)):\(error.column(of: bytes)): \(error.reason)")
        }
    }

    private static func value(_ value: JSONValue, _ inner: [JSON5Member]) -> SettingValue {
        switch value {
        case .string(let text): .text(HarmlessText.line(text, trims: false))
        case .bool(let flag): .flag(flag)
        case .number(let number?): .number(Int(number))
        case .object:
            .map(
                inner.map { member in
                    SettingEntry(HarmlessText.line(member.path[1]), self.value(member.value, []), line: member.line)
                })
        case .number, .null, .array: .other(value.kind)
        }
    }
}
