import ChatUI
import Glibc
import JSON
import RichText

extension SettingsFile {
    /// Writes one setting into the file, which keeps all else, comments too. Nil when that was done, else a sentence that
    /// says why not and what to write by hand.
    func keep(_ key: String, _ source: String) -> String? {
        let line = "\(key): \(source)"
        do throws(Failure) {
            guard access(path, F_OK) == 0 else {
                try write(Array("{\n  \(line),\n}\n".utf8))
                return nil
            }
            let bytes = try SettingsFile.bytes(of: path)
            guard let document = try? JSON5Document(bytes) else {
                throw Failure("the file has a mistake, which /set reload names")
            }
            try write(document.setting(key, to: source))
            return nil
        } catch {
            return "In force until you leave, but not kept: \(error.sentence). Write \(line) into "
                + HarmlessText.line(path)
        }
    }

    /// Replaces the file in one step, with the mode that it has; a link to it stays a link.
    private func write(_ bytes: [UInt8]) throws(Failure) {
        let target = SettingsFile.resolved(path)
        var status = stat()
        let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o600
        SettingsFile.makeFolders(of: target)
        let temporary = target + ".new-\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw Failure(String(cString: strerror(errno))) }
        let isWritten = FileBytes.write(bytes, to: file) && fsync(file) == 0
        let code = errno
        close(file)
        if isWritten && rename(temporary, target) == 0 { return }
        let reason = String(cString: strerror(isWritten ? errno : code))
        unlink(temporary)
        throw Failure(reason)
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    static func makeFolders(of path: String) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o700)
        }
    }

    /// Makes the default file, with every setting as a comment; refuses where there is one.
    func writeDefault() throws(Failure) {
        SettingsFile.makeFolders(of: path)
        let shown = HarmlessText.line(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { throw Failure("\(shown) is there already; it was not changed") }
            throw Failure("cannot make \(shown): \(String(cString: strerror(errno)))", .inputOutput)
        }
        defer { close(file) }
        guard FileBytes.write(Array(SettingsListing.defaultFile.utf8), to: file) else {
            unlink(path)
            throw Failure("cannot write \(shown): \(String(cString: strerror(errno)))", .inputOutput)
        }
    }
}
