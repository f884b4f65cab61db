import ChatUI
import Glibc
import PictureStore
import RichText

/// Files as people name them while they look for a picture.
enum PictureFiles {
    /// The most names of a folder that are offered.
    private static let mostNames = 1_000
    private static let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

    /// `path` with `~/` at its start as one's home.
    static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = Environment.all["HOME"] else { return path }
        return home + path.dropFirst(1)
    }

    /// The last part of a path or an address.
    static func name(of location: String) -> String {
        let plain = location.prefix { $0 != "?" && $0 != "#" }
        let name = plain.split(separator: "/").last.map(String.init) ?? location
        return String(name.prefix(80))
    }

    /// Whether a regular file at `path` begins as a picture does.
    static func isPicture(_ path: String) -> Bool {
        let file = open(expanded(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(file, &bytes, bytes.count)
        return count > 0 && PictureKind(of: Array(bytes.prefix(count))) != nil
    }

    /// The files and folders that are asked for. Hidden ones and names with control characters are left out.
    static func names(for question: FolderQuestion) -> [String] {
        let path = question.folder.isEmpty ? "." : expanded(question.folder)
        guard let list = opendir(path) else { return [] }
        defer { closedir(list) }
        var names: [String] = []
        while names.count < mostNames, let entry = readdir(list) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard bytes.first != UInt8(ascii: "."), let name = String(validating: bytes, as: UTF8.self),
                HarmlessText.line(name) == name
            else { continue }
            var status = stat()
            guard stat(path + "/" + name, &status) == 0 else { continue }
            let kind = status.st_mode & S_IFMT
            if kind == S_IFDIR {
                names.append(name + "/")
            } else if kind == S_IFREG, !question.picturesOnly || endings.contains(where: name.lowercased().hasSuffix) {
                names.append(name)
            }
        }
        return names.sorted()
    }
}
