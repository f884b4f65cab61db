import Archive
import ChatCore
import Glibc
import RichText

/// `mingle export`: the messages of the archive as JSON lines, oldest first.
enum Export {
    static func run(_ invocation: Invocation) throws(Failure) {
        try invocation.expectNoArguments()
        let place = try Place(invocation)
        var since: Timestamp?
        if let text = invocation.value("--since") {
            guard let time = Timestamp(iso8601: text) else {
                throw .usage("--since needs a time such as 2026-11-30T09:00:00Z, not \(HarmlessText.line(text))")
            }
            since = time
        }
        if let account = try Account.chosen(invocation) {
            return try write(place, of: account, since: since)
        }
        let room = invocation.has("--room") ? place.room : nil
        var output = Output()
        try write(try place.archive(.readOnly), room, since: since, to: &output)
        try output.flush()
    }

    /// Writes the messages of a room of `account`: those that its server has, or without a connection those that are kept
    /// here.
    private static func write(_ place: Place, of account: Account, since: Timestamp?) throws(Failure) {
        var output = Output()
        do throws(Failure) {
            let visit = try Visit(place, account: account)
            let all = visit.all(since: since)
            visit.leave()
            for message in all.messages { try output.line(MessageJSON.encode(message)) }
            try output.flush()
            if let failure = all.failure { throw failure }
        } catch  where error.code != .inputOutput {
            guard access(account.archivePath, R_OK) == 0 else { throw error }
            Output.tell(error.sentence + "; what is kept on this machine is written")
            let kept: Archive
            do throws(ArchiveError) {
                kept = try Archive(path: account.archivePath, access: .readOnly)
            } catch {
                throw Failure(error.sentence)
            }
            try write(kept, place.room, since: since, to: &output)
        }
        try output.flush()
    }

    /// Writes the messages of `room` of the archive at `place` into a new file at `path`, of mode 0600, for `/export`.
    /// Returns how many there were. A file that is there already is not touched.
    @discardableResult
    static func write(_ place: Place, _ room: RoomID, to path: String) throws(Failure) -> Int {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw Failure("cannot make \(HarmlessText.line(path)): \(String(cString: strerror(errno)))", .inputOutput)
        }
        defer { close(file) }
        var output = Output(to: file)
        let count = try write(try place.archive(.readOnly), room, since: nil, to: &output)
        try output.flush()
        return count
    }

    /// Writes messages as JSON lines, oldest first. Returns how many there were.
    @discardableResult
    private static func write(
        _ archive: Archive, _ room: RoomID?, since: Timestamp?, to output: inout Output
    ) throws(Failure) -> Int {
        var count = 0
        var failure: Failure?
        do throws(ArchiveError) {
            try archive.forEachMessage(in: room, since: since) { message in
                do throws(Failure) {
                    try output.line(MessageJSON.encode(message))
                    count += 1
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        } catch {
            throw Failure(error.sentence)
        }
        if let failure { throw failure }
        return count
    }
}

/// `mingle import`: JSON lines into the archive. What is there already by its id is not doubled.
enum Import {
    private static let batch = 500

    static func run(_ invocation: Invocation) throws(Failure) {
        let place = try Place(invocation)
        var input = try Input(try invocation.optionalArgument())
        let archive = try place.archive()
        var pending: [Message] = []
        var (line, read, mistakes, stored) = (0, 0, 0, 0)
        func store() throws(Failure) {
            do throws(ArchiveError) {
                let before = try archive.newestOrder()
                // One id may stand twice in a batch too.
                let places = Set(try archive.append(pending).compactMap(\.order))
                stored += places.count { $0 > before }
            } catch {
                throw Failure(error.sentence)
            }
            pending.removeAll(keepingCapacity: true)
        }
        while let record = try input.record(endingWith: 0x0A) {
            line += 1
            if record.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            do throws(Failure) {
                let message = try MessageLines.decode(record, line: line, room: place.room)
                guard Archive.canKeep(message) else { throw Failure("line \(line): the message is too long") }
                pending.append(message)
                read += 1
            } catch {
                Output.tell(error.sentence)
                mistakes += 1
            }
            if pending.count == batch { try store() }
        }
        if !pending.isEmpty { try store() }
        Output.tell("imported \(stored), there already \(read - stored)")
        if mistakes > 0 { throw .told }
    }
}

/// JSON lines from outside. A line without an id is known by what it says, so that it is not doubled either.
///
/// A line's mistakes are told with the line's number.
enum MessageLines {
    static func decode(_ record: [UInt8], line: Int, room: RoomID = RoomID("lobby")) throws(Failure) -> Message {
        do throws(MessageJSONError) {
            return try MessageJSON.decode(
                record, id: MessageID("line-" + fingerprint(of: record)), time: SystemClock.now, room: room,
                author: Person(id: PersonID("unknown"), name: "unknown"))
        } catch {
            throw Failure("line \(line): " + error.sentence)
        }
    }

    /// Two hashes of the line (FNV-1a, forwards and backwards): the same for the same bytes, on every machine.
    private static func fingerprint(of record: [UInt8]) -> String {
        func hash(_ bytes: some Sequence<UInt8>) -> String {
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return String(hash, radix: 32)
        }
        return hash(record) + "-" + hash(record.reversed())
    }
}
