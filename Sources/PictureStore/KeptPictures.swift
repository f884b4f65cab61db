import Glibc
import Pictures

/// The pictures of local messages: copies in one folder beside the archive, named by what they hold, so that they
/// outlive the files that they were made of and a picture that is sent twice is there once.
///
/// The folder and its files are for whom the archive is for: its owner, or its group.
public struct KeptPictures: Sendable {
    /// The folder.
    public let folder: String
    private let archive: String

    /// The pictures of the archive at `archive`; the folder is made when the first one is kept.
    public init(archive: String) {
        self.archive = archive
        folder = archive + ".pictures"
    }

    /// Whether `name` can be that of a kept picture: a digest and an ending, so that it leads nowhere else.
    public static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 64, (3...4).contains(parts[1].count) else { return false }
        return parts.joined().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Keeps the picture in the file at `path`, and returns its name in the folder.
    ///
    /// Whether it can be decoded is not looked at. What is too large, or by its first bytes no picture, is not kept.
    public func keep(_ path: String) throws(KeepFailure) -> String {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.read(path, limit: DecoderProcess.largestInput)
        } catch {
            switch error {
            case .system(let code): throw .unreadable(code)
            case .notRegular: throw .notRegular
            case .tooLarge: throw .tooLarge
            }
        }
        guard let kind = PictureKind(of: bytes) else { throw .noPicture }
        let name = SHA256.text(bytes) + "." + kind.ending
        let target = folder + "/" + name
        let mode = try makeFolder()
        var status = stat()
        if lstat(target, &status) == 0 { return name }
        let draft = folder + "/.new-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        guard RegularFile.write(bytes, to: draft, mode: mode), chmod(draft, mode) == 0, rename(draft, target) == 0
        else {
            let code = errno
            unlink(draft)
            throw .unwritable(code)
        }
        return name
    }

    /// Makes the folder where it is missing, and returns the mode of files in it.
    private func makeFolder() throws(KeepFailure) -> mode_t {
        var file = stat()
        guard stat(archive, &file) == 0 else { throw .unwritable(errno) }
        let isShared = file.st_mode & 0o020 != 0
        if mkdir(folder, 0o700) == 0 {
            // What root makes beside somebody's archive is theirs.
            if geteuid() == 0 { chown(folder, file.st_uid, file.st_gid) }
            // The group first: changing it would take the set-group bit away again.
            if isShared, chown(folder, uid_t.max, file.st_gid) != 0 || chmod(folder, 0o2770) != 0 {
                throw .unwritable(errno)
            }
        } else if errno != EEXIST {
            throw .unwritable(errno)
        }
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .unwritable(ENOTDIR) }
        return isShared ? 0o640 : 0o600
    }
}

/// Why a picture was not kept.
public enum KeepFailure: Error, Hashable, Sendable {
    /// The file cannot be read; the system's error number.
    case unreadable(Int32)
    /// It is a folder, a pipe or a device.
    case notRegular
    /// It is larger than pictures may be.
    case tooLarge
    /// It is no PNG, JPEG, GIF or WebP.
    case noPicture
    /// The folder beside the archive cannot be written; the system's error number.
    case unwritable(Int32)

    /// The reason as a sentence without a full stop.
    public var sentence: String {
        switch self {
        case .unreadable(let code): "cannot be read: " + String(cString: strerror(code))
        case .notRegular: "is not a regular file"
        case .tooLarge: "is larger than \(DecoderProcess.largestInput >> 20) MiB"
        case .noPicture: "is no PNG, JPEG, GIF or WebP"
        case .unwritable(let code): "cannot be kept beside the archive: " + String(cString: strerror(code))
        }
    }
}

extension PictureKind {
    /// How the names of such files end.
    public var ending: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .gif: "gif"
        case .webP: "webp"
        }
    }
}
