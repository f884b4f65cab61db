import Emoticons
import Glibc
import JSON
import RichText

/// Reads packs from disk: each a folder with a `pack.json`, format 1.
///
/// A mistake never hides the rest: what is right in a pack is loaded, and every mistake is told with its file, emoticon
/// and key. Keys that are not known are passed over. All text passes `HarmlessText`.
public enum PackLoader {
    /// The packs that were found and what is wrong with them.
    public struct Result: Sendable {
        /// The packs, in the order of the folders and of their names; of two with one id, the first.
        public var packs: [Pack] = []
        /// All mistakes, in the same order.
        public var mistakes: [PackMistake] = []
    }

    /// The largest manifest that is read, in bytes.
    public static let largestManifest = 4 << 20
    /// The most emoticons of one pack.
    public static let mostEmoticons = 10_000

    /// Reads all packs in `folders`; a folder that does not exist holds none.
    ///
    /// A pack in an earlier folder hides one of the same id in a later folder, as the user's own is meant to; two of
    /// one id in one folder are a mistake.
    public static func load(folders: [String]) -> Result {
        var result = Result()
        var homes: [String: String] = [:]
        for folder in folders {
            guard let names = Folder.names(in: folder) else { continue }
            for name in names.sorted() where !name.hasPrefix(".") {
                let path = folder + "/" + name
                guard access(path + "/pack.json", F_OK) == 0 else { continue }
                let (pack, mistakes) = load(folder: path)
                result.mistakes += mistakes
                guard let pack else { continue }
                let id = pack.id.lowercased()
                if let home = homes[id] {
                    if home.hasPrefix(folder + "/") {
                        let reason = "belongs to the pack in \(home) already"
                        result.mistakes.append(PackMistake(file: path + "/pack.json", key: "id", reason: reason))
                    }
                    continue
                }
                homes[id] = path
                result.packs.append(pack)
            }
        }
        return result
    }

    /// Reads the one pack in `folder`; nil when nothing of it can be used.
    public static func load(folder: String) -> (pack: Pack?, mistakes: [PackMistake]) {
        let file = folder + "/pack.json"
        do {
            let bytes = try RegularFile.read(file, limit: largestManifest)
            // One look at the folder, not one at each of hundreds of files.
            let files = Folder.plainFiles(in: folder)
            var (pack, mistakes) = load(bytes, file: file) { files.contains($0) }
            pack?.folder = folder
            return (pack, mistakes)
        } catch {
            return (nil, [PackMistake(file: file, reason: reason(error))])
        }
    }

    private static func reason(_ failure: RegularFile.Failure) -> String {
        switch failure {
        case .system(let code): "cannot be read: " + String(cString: strerror(code))
        case .notRegular: "is not a regular file"
        case .tooLarge: "is larger than \(largestManifest >> 20) MiB"
        }
    }

    /// Reads a manifest; `file` is named in mistakes, and `exists` says whether the pack's folder holds a picture.
    public static func load(
        _ manifest: some Sequence<UInt8>, file: String, exists: (String) -> Bool
    ) -> (pack: Pack?, mistakes: [PackMistake]) {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(Array(manifest))
        } catch {
            return (nil, [PackMistake(file: file, reason: "is not JSON at byte \(error.byte)")])
        }
        guard case .object(let keys) = value else {
            return (nil, [PackMistake(file: file, reason: "must be an object, not \(value.kind)")])
        }
        return PackManifest(keys, file: file).read(exists: exists)
    }
}
