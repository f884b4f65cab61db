import Glibc

/// Where packs are looked for.
public enum PackFolders {
    /// The folders that may hold packs, in the order in which names are looked for; they need not exist.
    ///
    /// The user's data folder, the system's (XDG Base Directory Specification 0.8: relative paths are passed over),
    /// then what was installed with the program (`../share/mingle/emoticons` beside it), and for a program that was
    /// built in the repository the `emoticons` folder there.
    public static func standard(environment: [String: String], executable: String) -> [String] {
        var folders: [String] = []
        if let home = absolute(environment["XDG_DATA_HOME"]) {
            folders.append(home + "/mingle/emoticons")
        } else if let home = absolute(environment["HOME"]) {
            folders.append(home + "/.local/share/mingle/emoticons")
        }
        let system = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        for folder in system.split(separator: ":") {
            if let folder = absolute(String(folder)) { folders.append(folder + "/mingle/emoticons") }
        }
        guard let program = absolute(executable) else { return unique(folders) }
        let bin = parent(program)
        if let bin { folders.append((parent(bin) ?? "") + "/share/mingle/emoticons") }
        if let repository = repository(above: bin) { folders.append(repository + "/emoticons") }
        return unique(folders)
    }

    /// The nearest folder upwards that holds the package and its packs.
    private static func repository(above folder: String?) -> String? {
        var place = folder
        while let current = place {
            if access(current + "/Package.swift", F_OK) == 0, access(current + "/emoticons", F_OK) == 0 {
                return current
            }
            place = parent(current)
        }
        return nil
    }

    /// The path without slashes at its end, or nil when it is not absolute.
    private static func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/") else { return nil }
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// The folder that holds `path`; nil for the root.
    private static func parent(_ path: String) -> String? {
        guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func unique(_ folders: [String]) -> [String] {
        var seen: Set<String> = []
        return folders.filter { seen.insert($0).inserted }
    }
}
