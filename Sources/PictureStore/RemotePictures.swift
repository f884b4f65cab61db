import Glibc
import HTTP

/// Pictures of the network as files on this machine, each fetched once.
///
/// They lie in one folder under the digests of their addresses, 0600 in a 0700 folder; when they are more than the cap
/// together, those that were not used for the longest are removed. Nothing is fetched but what is asked for: whether it
/// may be is decided before (`PictureConsent`).
public struct RemotePictures: Sendable {
    /// The folder.
    public let folder: String
    /// The most that all files together may take, in bytes.
    public let capacity: Int
    private let client: HTTPClient
    private let privateServers: @Sendable () -> [PrivateServer]

    /// Pictures in `folder`, which is made when it is first needed.
    /// - Parameter privateServers: gives the servers of the user's own that the system's authorities do not vouch for; asked
    ///   with each fetch.
    public init(
        folder: String, capacity: Int = 256 << 20, client: HTTPClient = HTTPClient(),
        privateServers: @escaping @Sendable () -> [PrivateServer] = { [] }
    ) {
        self.folder = folder
        self.capacity = capacity
        self.client = client
        self.privateServers = privateServers
    }

    /// The folder under the user's cache (XDG Base Directory Specification 0.8); nil without a home.
    public static func standardFolder(environment: [String: String]) -> String? {
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/mingle/pictures" }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache/mingle/pictures" }
        return nil
    }

    /// The file that holds the picture at `url`; nil when it was not fetched yet.
    public func file(of url: String) -> String? {
        let path = path(of: url)
        guard access(path, R_OK) == 0 else { return nil }
        // Its time says when it was last used.
        utimes(path, nil)
        return path
    }

    /// Fetches the picture at `url` unless it is there, and returns its file. Not for the main thread.
    public func fetch(_ url: String, cancellation: Cancellation = Cancellation()) throws(FetchFailure) -> String {
        if let file = file(of: url) { return file }
        let bytes: [UInt8]
        do throws(HTTPFailure) {
            bytes = try got(url, cancellation)
        } catch {
            throw .network(error)
        }
        // What the server calls it means nothing.
        guard PictureKind(of: bytes) != nil else { throw .noPicture }
        guard Folder.make(folder, mode: 0o700) else { throw .unwritable }
        let path = path(of: url)
        let draft = path + ".\(getpid()).\(UInt64.random(in: 0 ... .max))"
        guard RegularFile.write(bytes, to: draft, mode: 0o600), rename(draft, path) == 0 else {
            unlink(draft)
            throw .unwritable
        }
        removeOldest(but: path)
        return path
    }

    /// Gets what lies at `url`; where the system does not know who vouches for its server, by the private ones.
    private func got(_ url: String, _ cancellation: Cancellation) throws(HTTPFailure) -> [UInt8] {
        let servers = privateServers()
        let host = PrivateServer.host(in: url)
        if let own = servers.first(where: { $0.holds(host) }) {
            // It may stand in the private network, since it proves to be of the account's own domain. Nor does it lead
            // elsewhere, which could be anything in that network.
            var client = client
            (client.authorities, client.reach, client.redirects) = (own.authorities, .anywhere, 0)
            return try client.get(url, cancellation: cancellation)
        }
        var failure: HTTPFailure
        do throws(HTTPFailure) {
            return try client.get(url, cancellation: cancellation)
        } catch {
            failure = error
        }
        for server in servers where failure == .notVerified {
            var client = client
            client.authorities = server.authorities
            do throws(HTTPFailure) {
                return try client.get(url, cancellation: cancellation)
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func path(of url: String) -> String { folder + "/" + SHA256.text(Array(url.utf8)) }

    private func removeOldest(but kept: String) {
        var files: [(path: String, size: Int, used: Int)] = []
        for name in Folder.names(in: folder) ?? [] {
            var status = stat()
            let path = folder + "/" + name
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            files.append(
                (path, Int(status.st_size), status.st_mtim.tv_sec * 1_000 + status.st_mtim.tv_nsec / 1_000_000))
        }
        var total = files.reduce(0) { $0 + $1.size }
        for file in files.sorted(by: { $0.used < $1.used }) where total > capacity && file.path != kept {
            unlink(file.path)
            total -= file.size
        }
    }
}

/// Why a picture of the network is not there.
public enum FetchFailure: Error, Hashable, Sendable {
    /// It could not be got.
    case network(HTTPFailure)
    /// What came is no PNG, JPEG, GIF or WebP.
    case noPicture
    /// The cache cannot be written.
    case unwritable

    /// The reason as a sentence without a full stop.
    public var sentence: String {
        switch self {
        case .network(let failure): failure.sentence
        case .noPicture: "it is no picture"
        case .unwritable: "the cache cannot be written"
        }
    }
}

/// What a file is, by its first bytes.
public enum PictureKind: String, Hashable, Sendable {
    /// Portable Network Graphics.
    case png
    /// JPEG.
    case jpeg
    /// Graphics Interchange Format.
    case gif
    /// WebP.
    case webP

    /// The kind of `bytes`; nil for what is none of these.
    public init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webP
        } else {
            return nil
        }
    }
}
