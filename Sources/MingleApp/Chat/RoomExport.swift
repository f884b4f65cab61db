import Archive
import ChatCore
import Dispatch
import Glibc
import RichText

/// `/export`: a room's messages as JSON lines, oldest first, in a new file that only its owner reads.
struct RoomExport: Sendable {
    /// The archive that a room is in, and what it is called there.
    let place: @Sendable (RoomID) -> (path: String, room: RoomID)

    /// What an account has heard is on the disk a quarter of a second later: what one sees is to be in the file.
    private static let settlingTime = DispatchTimeInterval.milliseconds(300)

    /// Writes the file in a thread of its own, and tells in a sentence how that went.
    func write(
        _ room: RoomID, to path: String, told: @escaping @Sendable (_ sentence: String, _ isFailure: Bool) -> Void
    ) {
        let start = Routes.isOfAccount(room) ? DispatchTime.now() + RoomExport.settlingTime : .now()
        DispatchQueue.global().asyncAfter(deadline: start) {
            do throws(Failure) {
                let count = try write(room, to: path)
                told(
                    "\(count == 1 ? "1 message was" : "\(count) messages were") written to \(HarmlessText.line(path))",
                    false)
            } catch {
                told("Not exported: " + error.sentence, true)
            }
        }
    }

    private func write(_ room: RoomID, to path: String) throws(Failure) -> Int {
        let target = PictureFiles.expanded(path)
        let file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw Failure("\(HarmlessText.line(path)): \(String(cString: strerror(errno)))", .inputOutput)
        }
        defer { close(file) }
        do throws(Failure) {
            return try write(room, file)
        } catch {
            // Half an export looks like a whole one.
            unlink(target)
            throw error
        }
    }

    private func write(_ room: RoomID, _ file: Int32) throws(Failure) -> Int {
        var count = 0
        var bytes: [UInt8] = []
        var isWritten = true
        do throws(ArchiveError) {
            let place = place(room)
            let archive = try Archive(path: place.path, sharing: .personal, access: .readOnly)
            try archive.forEachMessage(in: place.room, since: nil) { message in
                bytes += Array((MessageJSON.encode(message) + "\n").utf8)
                count += 1
                guard bytes.count > 1 << 16 else { return true }
                isWritten = FileBytes.write(bytes, to: file)
                bytes.removeAll(keepingCapacity: true)
                return isWritten
            }
        } catch {
            throw Failure(error.sentence)
        }
        guard isWritten, FileBytes.write(bytes, to: file) else {
            throw Failure("cannot write: \(String(cString: strerror(errno)))", .inputOutput)
        }
        return count
    }
}
