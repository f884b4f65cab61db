import Glibc

/// Folders of the file system.
enum Folder {
    /// The names in the folder at `path`, in no order and without `.` and `..`; nil where it cannot be read.
    static func names(in path: String) -> [String]? {
        var names: [String] = []
        return list(path) { name, _ in names.append(name) } ? names : nil
    }

    /// The names of what is a file there, and no folder, no device and no link, which might lead anywhere.
    static func plainFiles(in path: String) -> Set<String> {
        var names: Set<String> = []
        _ = list(path) { name, kind in
            var status = stat()
            // Some file systems do not tell the kind with the name.
            let isPlain =
                kind == DT_REG
                || kind == DT_UNKNOWN && lstat(path + "/" + name, &status) == 0
                    && status.st_mode & S_IFMT == S_IFREG
            if isPlain { names.insert(name) }
        }
        return names
    }

    /// Calls `body` with each name and its kind; whether the folder could be read.
    private static func list(_ path: String, _ body: (String, Int) -> Void) -> Bool {
        guard let list = opendir(path) else { return false }
        defer { closedir(list) }
        while let entry = readdir(list) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { body(name, Int(entry.pointee.d_type)) }
        }
        return true
    }

    /// Makes the folder at an absolute `path` and those above it that are missing, all of that mode; whether it is there.
    static func make(_ path: String, mode: mode_t) -> Bool {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            mkdir(made, mode)
        }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Removes the folder at `path` with all that is in it, as far as that can be done. Links are not followed.
    static func remove(_ path: String) {
        for name in names(in: path) ?? [] {
            let inner = path + "/" + name
            var status = stat()
            if lstat(inner, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { remove(inner) } else { unlink(inner) }
        }
        rmdir(path)
    }
}
