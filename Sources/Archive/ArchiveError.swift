import CSQLite
import Glibc
import RichText

/// What can go wrong with an archive: what, where (the path), and the code of SQLite or of the system behind it.
public enum ArchiveError: Error, Hashable, Sendable {
    /// Another program holds the archive, longer than one waits.
    case locked(path: String, code: Int32)
    /// The file is damaged, or no SQLite database at all.
    case corrupt(path: String, code: Int32)
    /// At the path stands a folder, a device or another thing that is no file.
    case notAFile(path: String)
    /// The file is a database of another program.
    case foreign(path: String, applicationID: Int32)
    /// The file was written by a newer version of this program.
    case newerFormat(path: String, version: Int)
    /// The file can be read but not written.
    case readOnly(path: String, code: Int32)
    /// There is no room for more, on the disk or by the limits of the account.
    case diskFull(path: String, code: Int32)
    /// The file or its folder may not be used by this account.
    case permission(path: String, code: Int32)
    /// The folder in which the file should be does not exist.
    case folderMissing(path: String)
    /// The file does not exist, and one only wanted to read it.
    case missing(path: String)
    /// The file at the path is no longer the one that was opened: what is written now would be lost.
    case replaced(path: String)
    /// The message has more text than the archive keeps: ``Archive/longestText`` bytes.
    case messageTooLong(path: String)
    /// The archive is there already, for its owner alone, and was to be a shared one.
    case personal(path: String)
    /// Anything else, in SQLite's words.
    case failed(path: String, code: Int32, reason: String)

    /// The archive's path.
    public var path: String {
        switch self {
        case .locked(let path, _), .corrupt(let path, _), .foreign(let path, _), .newerFormat(let path, _),
            .readOnly(let path, _), .diskFull(let path, _), .permission(let path, _), .folderMissing(let path),
            .missing(let path), .notAFile(let path), .replaced(let path), .messageTooLong(let path),
            .personal(let path),
            .failed(let path, _, _):
            path
        }
    }

    /// The extended result code of SQLite, or 0 when the fault was found before SQLite was asked.
    public var code: Int32 {
        switch self {
        case .locked(_, let code), .corrupt(_, let code), .readOnly(_, let code), .diskFull(_, let code),
            .permission(_, let code), .failed(_, let code, _):
            code
        case .foreign, .newerFormat, .folderMissing, .missing, .notAFile, .replaced, .messageTooLong, .personal: 0
        }
    }

    /// What happened, as one line that a person can act on.
    public var sentence: String {
        let file = HarmlessText.line(path)
        switch self {
        case .locked: return "The archive \(file) is locked by another program."
        case .corrupt:
            return "The archive \(file) is damaged or is not an archive; it was left as it is. "
                + "What can be read of it is saved by mingle archive repair."
        case .notAFile: return "\(file) is not a file, so it cannot be an archive."
        case .foreign: return "The file \(file) belongs to another program; it was left as it is."
        case .newerFormat(_, let version):
            return "The archive \(file) has format \(version), which is newer than this program; it was left as it is."
        case .readOnly: return "The archive \(file) can only be read."
        case .diskFull: return "There is no room left on the disk for the archive \(file)."
        case .permission: return "The archive \(file) may not be used by this account."
        case .folderMissing: return "The folder of the archive \(file) does not exist."
        case .missing: return "The archive \(file) does not exist."
        case .replaced: return "The archive \(file) was moved or removed while it was open."
        case .personal: return "The archive \(file) is there already and for its owner alone; chmod 660 shares it."
        case .messageTooLong: return "The message is too long for the archive \(file)."
        case .failed(_, let code, let reason):
            return "The archive \(file) failed: \(HarmlessText.line(reason)) (\(code))."
        }
    }

    /// The error that SQLite's extended result `code` stands for; `systemCode` is the `errno` behind it.
    init(path: String, code: Int32, systemCode: Int32, reason: String) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path: path, code: code)
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt(path: path, code: code)
        case SQLITE_READONLY: self = .readOnly(path: path, code: code)
        case SQLITE_FULL: self = .diskFull(path: path, code: code)
        case SQLITE_PERM, SQLITE_AUTH: self = .permission(path: path, code: code)
        case SQLITE_TOOBIG: self = .messageTooLong(path: path)
        case SQLITE_IOERR where [ENOSPC, EFBIG, EDQUOT].contains(systemCode): self = .diskFull(path: path, code: code)
        case SQLITE_CANTOPEN where [EACCES, EPERM].contains(systemCode): self = .permission(path: path, code: code)
        case SQLITE_CANTOPEN where systemCode == EROFS: self = .readOnly(path: path, code: code)
        case SQLITE_CANTOPEN where [ENOSPC, EDQUOT].contains(systemCode): self = .diskFull(path: path, code: code)
        default: self = .failed(path: path, code: code, reason: reason)
        }
    }
}
