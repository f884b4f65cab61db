import Archive
import RichText

/// `mingle archive check|repair|compact`: looking after the archive.
enum ArchiveCommands {
    static func run(_ invocation: Invocation) throws(Failure) {
        let path = try Place(invocation).archivePath
        guard let name = try invocation.optionalArgument(), let work = works[name] else {
            throw .usage("archive needs one of: check, repair, compact")
        }
        let lines: [String]
        do throws(ArchiveError) {
            lines = try work(path)
        } catch .corrupt where name == "repair" {
            throw Failure(
                "nothing can be read of \(HarmlessText.line(path)); it was left as it is, and backups lie beside it")
        } catch {
            throw Failure(error.sentence)
        }
        var output = Output()
        // SQLite's words name tables and indexes, and a file that somebody made may call those as it likes.
        for line in lines { try output.line(HarmlessText.line(line)) }
        try output.flush()
        // Scripts ask by the exit code whether it is sound.
        if name == "check", lines.count > 1 { throw Failure.told }
    }

    /// What each of them does to the archive at a path, and what it has to say.
    private static let works: [String: @Sendable (String) throws(ArchiveError) -> [String]] = [
        "check": { path throws(ArchiveError) in
            let problems = try ArchiveCare.check(path)
            let name = HarmlessText.line(path)
            if problems.isEmpty {
                return ["\(name) is sound; \(kilobytes(try ArchiveCare.freeBytes(path))) of it are free"]
            }
            return problems + [
                "\(name) is damaged; mingle archive repair saves what can be read, and backups lie beside it"
            ]
        },
        "repair": { path throws(ArchiveError) in
            let report = try ArchiveCare.repair(path, now: SystemClock.now)
            return [
                "saved \(report.messages) messages and \(report.changes) changes; "
                    + (report.gaps == 0 ? "nothing was lost" : "\(report.gaps) places could not be read"),
                "the old file is \(HarmlessText.line(report.old)); programs that have it open need a new start",
            ]
        },
        "compact": { path throws(ArchiveError) in
            let free = try ArchiveCare.freeBytes(path)
            try ArchiveCare.compact(path)
            return ["gave back \(kilobytes(free))"]
        },
    ]

    private static func kilobytes(_ bytes: Int64) -> String { "\((bytes + 1023) / 1024) KiB" }
}
