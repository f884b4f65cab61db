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

    /// Makes the folder that the file at an absolute `path` is to lie in.
    @discardableResult
    static func make(holding path: String) -> Bool {
        make(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    }
}
