import ChatCore
import Glibc

/// Folders of the person's own: made with mode 0700 where they are missing.
enum PrivateFolder {
    /// Makes the folder at an absolute `path` and those above it; returns whether it can be written to.
    @discardableResult
    static func make(_ path: String) -> Bool {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            mkdir(made, 0o700)
        }
        return access(path, W_OK) == 0
    }

    /// The file in the state folder in which `what` of `me` is kept for one archive; nil where there is no such folder.
    static func stateFile(
        _ what: String, of me: Person, at archivePath: String, environment: [String: String]
    ) -> String? {
        guard let folder = CrashReport.folder(environment) else { return nil }
        // FNV-1a: a name of fixed length, whatever path and id hold.
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in Array((archivePath + "\0" + me.id.text).utf8) { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        return folder + "/\(what)-" + String(hash, radix: 16) + ".json"
    }

    /// Makes the folder that the file at an absolute `path` is to lie in.
    @discardableResult
    static func make(holding path: String) -> Bool {
        make(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    }
}
