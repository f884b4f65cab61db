import Emoticons
import Glibc
import PictureStore

/// The emoticons of all packs that are installed.
enum Packs {
    static func standard() -> (catalogue: Catalogue, mistakes: [String]) {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let executable = count > 0 ? String(decoding: path[..<count], as: UTF8.self) : ""
        let folders = PackFolders.standard(environment: Environment.all, executable: executable)
        let loaded = PackLoader.load(folders: folders)
        return (Catalogue(packs: loaded.packs), loaded.mistakes.map(\.description))
    }
}
