import Emoticons
import Glibc
import Pictures
import RichText
import Terminal

/// Why a pack of another program was not taken.
public struct ImportFailure: Error, Hashable, Sendable {
    /// What is wrong, in a few words: one line, harmless whatever the paths in it hold.
    public let reason: String

    /// A pack is not taken for this reason.
    init(reason: String) { self.reason = HarmlessText.line(reason) }
}

/// Makes a pack out of a folder or a zip file of another program: a Pidgin theme, an export of Misskey, or pictures
/// whose names are the codes, as Mastodon keeps them.
///
/// Every picture is decoded in the confined process, and drawn in cells once and for all.
public struct PackImporter: Sendable {
    /// What was made.
    public struct Result: Hashable, Sendable {
        /// The pack's id.
        public var id: String
        /// The folder in which it lies.
        public var folder: String
        /// How many emoticons it has.
        public var count: Int
        /// What was left out, and why: a harmless sentence each.
        public var skipped: [String]
    }

    private let decoder: DecoderProcess
    private let packs: String

    /// An importer that puts packs into the folder `packs`, which is made where it does not exist.
    public init(decoder: DecoderProcess, packs: String) {
        self.decoder = decoder
        self.packs = packs
    }

    /// Reads the folder or zip file at `path`; the pack is called `id`, or like the file.
    public func read(_ path: String, id: String? = nil) throws(ImportFailure) -> Result {
        let id = id ?? ForeignPack.name(Self.stem(path))
        guard CodeGrammar.isName(id) else {
            throw ImportFailure(reason: "\(HarmlessText.line(id)) is no name for a pack")
        }
        let target = packs + "/" + id
        guard access(target, F_OK) != 0 else { throw ImportFailure(reason: "there is a pack in \(target) already") }
        let source = try Source(path)
        let pack = ForeignPack(files: source.names) { source.file($0) }
        guard !pack.entries.isEmpty else {
            throw ImportFailure(
                reason: pack.missing.isEmpty
                    ? "there are no emoticons in it" : "none of the files that it names is there")
        }

        // Nobody sees the pack before it is whole.
        let draft = packs + "/.\(id).\(getpid())"
        guard Folder.make(draft, mode: 0o755) else { throw ImportFailure(reason: "\(packs) cannot be written") }
        defer { Folder.remove(draft) }
        var writer = ImportedPack(id: id, foreign: pack)
        for entry in pack.entries.prefix(PackLoader.mostEmoticons) {
            guard let bytes = source.file(entry.file) else {
                writer.skip(entry, "cannot be read")
                continue
            }
            do {
                let limits = DecoderProcess.Limits(width: 128, height: 128, frames: 2)
                let picture = try decoder.decode(bytes, limits)
                try writer.add(entry, picture, bytes, folder: draft)
            } catch let failure as DecodeFailure {
                writer.skip(entry, failure.sentence)
            } catch {
                throw ImportFailure(reason: "\(draft) cannot be written")
            }
        }
        guard writer.count > 0 else { throw ImportFailure(reason: writer.skipped.first ?? "there is nothing in it") }
        guard RegularFile.write(Array(writer.manifest.utf8), to: draft + "/pack.json"), rename(draft, target) == 0
        else {
            throw ImportFailure(reason: "\(target) cannot be written")
        }
        return Result(id: id, folder: target, count: writer.count, skipped: writer.skipped)
    }

    private static func stem(_ path: String) -> String {
        let name = ForeignPack.lastPart(path)
        return name.lowercased().hasSuffix(".zip") ? String(name.dropLast(4)) : name
    }

    /// A folder or an archive.
    private struct Source {
        let names: [String]
        let file: (String) -> [UInt8]?

        init(_ path: String) throws(ImportFailure) {
            var status = stat()
            guard stat(path, &status) == 0 else { throw ImportFailure(reason: String(cString: strerror(errno))) }
            if status.st_mode & S_IFMT == S_IFDIR {
                names = (Folder.names(in: path) ?? []).sorted()
                file = { try? RegularFile.read(path + "/" + $0, limit: DecoderProcess.largestInput) }
            } else {
                guard let bytes = try? RegularFile.read(path, limit: 256 << 20) else {
                    throw ImportFailure(reason: "it cannot be read, or is larger than 256 MiB")
                }
                guard let archive = ZipArchive(bytes) else {
                    throw ImportFailure(reason: "it is neither a folder nor a zip")
                }
                names = archive.names
                file = { archive.file($0) }
            }
        }
    }
}
