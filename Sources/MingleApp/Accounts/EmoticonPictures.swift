import Emoticons
import Glibc
import RichText
import Synchronization

/// The files of emoticons, for whoever names them to others; the packs are read when the first one is asked for.
final class EmoticonPictures: Sendable {
    private let catalogue = Mutex<Catalogue?>(nil)
    /// No emoticon is larger.
    private static let largest = 1 << 20

    /// The bytes of the still picture of `code`; nil without one.
    func bytes(of code: EmoticonCode) -> [UInt8]? {
        let catalogue = catalogue.withLock { known in
            let catalogue = known ?? Packs.standard().catalogue
            known = catalogue
            return catalogue
        }
        guard let path = catalogue.file(of: code, moves: false) else { return nil }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return FileBytes.read(file, limit: EmoticonPictures.largest)
    }
}
