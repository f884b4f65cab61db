import Glibc

/// A folder for one test, which goes with everything in it when the value does.
public final class TemporaryFolder {
    /// The folder's path, without a slash at its end.
    public let path: String

    /// Makes a new folder of mode 0700 under `$TMPDIR`, or under `/tmp`.
    public init() {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((base + "/mingle-test-XXXXXX").utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary folder can be made")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { TemporaryFolder.remove(path) }

    /// The path of `name` in the folder.
    public func callAsFunction(_ name: String) -> String { path + "/" + name }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in Files.names(path) { remove(path + "/" + name) }
        }
        Glibc.remove(path)
    }
}
