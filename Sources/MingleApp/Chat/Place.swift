import Archive
import ChatCore
import Glibc
import LocalTransport
import RichText

/// Where a subcommand works: the archive, the room, and who one is there; options win over the settings file.
struct Place {
    let archivePath: String
    /// Whether it is the file that is used where nobody names one.
    let isStandardArchive: Bool
    let room: RoomID
    /// Whether an option or the settings name the room.
    let isRoomNamed: Bool
    let sharing: Archive.Sharing
    let settings: SettingsFile
    private let name: String?

    init(_ invocation: Invocation) throws(Failure) {
        settings = try SettingsFile(invocation.value("--config"))
        // The chat shows them on its screen.
        if !invocation.subcommand.name.isEmpty {
            for mistake in settings.mistakes { Output.tell("settings: " + HarmlessText.line(mistake.text)) }
        }
        let environment = Environment.all
        let path = invocation.value("--archive") ?? settings.archive
        isStandardArchive = path == nil
        archivePath = path ?? Archive.standardPath(environment: environment)
        if archivePath.isEmpty { throw .usage("--archive needs the name of a file") }
        let room = HarmlessText.line(invocation.value("--room") ?? settings.room ?? "lobby")
        if room.isEmpty { throw .usage("--room needs a name") }
        self.room = RoomID(room)
        isRoomNamed = invocation.value("--room") != nil || settings.room != nil
        sharing = invocation.has("--shared") ? .shared : .personal
        name = invocation.value("--as") ?? settings.name
        if let name, HarmlessText.line(name).isEmpty { throw .usage("--as needs a name") }
    }

    /// Who one is.
    var me: Person { LocalIdentity.current(chosen: name) }

    /// Opens the archive for one piece of work.
    func archive(_ access: Archive.Access = .readWrite) throws(Failure) -> Archive {
        do throws(ArchiveError) {
            return try Archive(path: archivePath, sharing: sharing, access: access)
        } catch {
            throw Failure(error.sentence)
        }
    }
}

/// The environment as a dictionary, as the program found it, without Foundation.
enum Environment {
    static let all: [String: String] = {
        var result: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { result[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return result
    }()
}
