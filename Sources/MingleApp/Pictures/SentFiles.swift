import ChatCore
import ChatUI
import Glibc
import PictureStore
import RichText

/// Files that go along with messages.
enum SentFiles {
    /// What is to be told of the file at `path`, which is made absolute; or why it cannot be sent.
    static func attachment(at path: String) -> Result<FileAttachment, PictureFailure> {
        guard let resolved = realpath(path, nil) else {
            return .failure(PictureFailure(String(cString: strerror(errno))))
        }
        defer { free(resolved) }
        let file = open(resolved, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return .failure(PictureFailure(String(cString: strerror(errno)))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .failure(PictureFailure("it is no file"))
        }
        var start = [UInt8](repeating: 0, count: 16)
        let count = max(read(file, &start, start.count), 0)
        let whole = String(cString: resolved)
        // The name is the one by which it was asked for, also where that is a link.
        let name = HarmlessText.line(PictureFiles.name(of: path))
        return .success(
            FileAttachment(
                path: whole, name: name.isEmpty ? "file" : name, size: Int(status.st_size),
                mediaType: mediaType(name, Array(start.prefix(count)))))
    }

    /// By the first bytes where they tell, else by the name.
    private static func mediaType(_ name: String, _ start: [UInt8]) -> String {
        switch PictureKind(of: start) {
        case .png: return "image/png"
        case .jpeg: return "image/jpeg"
        case .gif: return "image/gif"
        case .webP: return "image/webp"
        case nil: break
        }
        let ending = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
        return byEnding[ending] ?? "application/octet-stream"
    }

    /// What is sent most (IANA's media types); everything else is just bytes.
    private static let byEnding = [
        "txt": "text/plain", "log": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html",
        "json": "application/json", "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip",
        "svg": "image/svg+xml", "mp3": "audio/mpeg", "ogg": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac",
        "wav": "audio/wav", "m4a": "audio/mp4", "mp4": "video/mp4", "webm": "video/webm", "mkv": "video/x-matroska",
    ]
}
