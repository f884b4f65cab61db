import Glibc

/// Small things that tests do with files.
public enum Files {
    /// The bytes of the file at `path`; nil when it cannot be read.
    public static func bytes(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count <= 0 { return count == 0 ? result : nil }
            result += buffer[..<count]
        }
    }

    /// Writes `bytes` as the whole file at `path`, of mode 0644. Returns whether that went well.
    @discardableResult
    public static func write(_ bytes: some Collection<UInt8>, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { return false }
        defer { close(file) }
        let array = Array(bytes)
        return Glibc.write(file, array, array.count) == array.count
    }

    /// The permission bits of the file or folder at `path`; nil when there is none.
    public static func mode(_ path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// The names in the folder at `path`, sorted.
    public static func names(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var result: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { result.append(name) }
        }
        return result.sorted()
    }
}
