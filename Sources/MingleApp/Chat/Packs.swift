import Emoticons
import Glibc
import PictureStore

/// The emoticons of all packs that are installed.
enum Packs {
    /// The path of this program; empty when the system does not tell.
    static var executable: String {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        return count > 0 ? String(decoding: path[..<count], as: UTF8.self) : ""
    }

    /// No emoticons, for settings that nobody looks at.
    static let none = Catalogue(packs: [])

    static func standard() -> (catalogue: Catalogue, mistakes: [String]) {
        let folders = PackFolders.standard(environment: Environment.all, executable: executable)
        let loaded = PackLoader.load(folders: folders)
        return (Catalogue(packs: loaded.packs), loaded.mistakes.map(\.description))
    }
}
