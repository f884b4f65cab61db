import Glibc

/// Reads whole files that others may have put there.
enum RegularFile {
    /// Why a file was not read.
    enum Failure: Error {
        /// The system gave this error number.
        case system(Int32)
        /// It is a folder, a pipe or a device.
        case notRegular
        /// It is larger than the limit.
        case tooLarge
    }

    /// The bytes of the file at `path`, through symbolic links; at most `limit`.
    ///
    /// A pipe or a device is refused without waiting for anybody at its other end.
    static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .system(errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        guard status.st_size <= limit else { throw .tooLarge }

        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(errno)
            }
            bytes += chunk[..<count]
            // The file may grow while it is read.
            guard bytes.count <= limit else { throw .tooLarge }
        }
    }

    /// Writes `bytes` as the new file at `path`, of that mode; whether that went well.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o644) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { return false }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            start += count
        }
        return close(file) == 0 && start == bytes.count
    }
}
