import Foundation
import Testing

extension EndToEnd {
    /// Archives that cannot be used: told in one line, and left as they are to the last byte.
    @Suite final class ArchiveFaults {
        private let sandbox = Sandbox()
        private var room: String { sandbox.folder + "/place" }
        private var path: String { room + "/archive.sqlite" }

        /// A folder with one archive that holds a message, and nothing beside it.
        private func makeArchive() throws {
            _ = sandbox.file("place/none", "")
            try FileManager.default.removeItem(atPath: room + "/none")
            #expect(try sandbox.mingle("send", "--archive", path, "hello").status == 0)
            try? FileManager.default.removeItem(atPath: path + ".people")
        }

        private func python(_ script: String) throws {
            let outcome = try sandbox.run("/usr/bin/python3", "-c", "import sqlite3\n" + script)
            guard outcome.status == 0 else { throw HarnessError(outcome.complaint) }
        }

        private func expectRefusal(saying words: String) throws {
            let before = sandbox.bytes(of: path)
            let names = try FileManager.default.contentsOfDirectory(atPath: room).sorted()
            for command in [["send", "x"], ["tail"], ["export"], ["import"], []] {
                let outcome = try sandbox.start(command + ["--archive", path], input: Array(#"{"text":"x"}"#.utf8))
                    .wait()
                #expect(outcome.status == 1, "\(command)")
                #expect(outcome.output.isEmpty, "\(command)")
                #expect(outcome.complaint.contains(words), "\(command): \(outcome.complaint)")
                #expect(outcome.complaint.contains(path))
                #expect(outcome.complaint.split(separator: "\n").count == 1, "\(command)")
            }
            let shell = try sandbox.shell(width: 160)
            try shell.waitUntilShown("$")
            try shell.say("mingle --archive '\(path)'; echo \"exit $?\"")
            #expect(try shell.waitUntilShown("exit 1").contains(words), "told on a terminal that scrolls")
            #expect(sandbox.bytes(of: path) == before, "not a byte has changed")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: room).sorted() == names, "nothing lies beside it")
        }

        @Test func noDatabase() throws {
            _ = sandbox.file("place/archive.sqlite", "These are the minutes of the meeting.\n")
            try expectRefusal(saying: "damaged or is not an archive")
        }

        @Test func aDamagedDatabase() throws {
            try makeArchive()
            var bytes = sandbox.bytes(of: path)
            for index in 16..<min(bytes.count, 4096) { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
            _ = sandbox.file("place/archive.sqlite", bytes)
            try expectRefusal(saying: "damaged or is not an archive")
        }

        @Test func aDatabaseThatWasCutShort() throws {
            try makeArchive()
            let bytes = sandbox.bytes(of: path)
            _ = sandbox.file("place/archive.sqlite", Array(bytes[..<(bytes.count / 2)]))
            try expectRefusal(saying: "damaged or is not an archive")
        }

        @Test func aDatabaseOfAnotherProgram() throws {
            _ = sandbox.file("place/archive.sqlite", "")
            try python("db = sqlite3.connect('\(path)'); db.execute('CREATE TABLE t (x)'); db.commit()")
            try expectRefusal(saying: "belongs to another program")
        }

        @Test func aNewerFormat() throws {
            try makeArchive()
            try python("db = sqlite3.connect('\(path)'); db.execute('PRAGMA user_version = 99'); db.commit()")
            try expectRefusal(saying: "has format 99, which is newer")
        }

        @Test func aFileThatMayOnlyBeRead() throws {
            try makeArchive()
            let before = sandbox.bytes(of: path)
            chmod(path, 0o444)
            chmod(room, 0o555)
            defer { chmod(room, 0o755) }
            let person = try sandbox.unprivileged()
            let sent = try sandbox.spawn(person + ["send", "--archive", path, "x"]).wait()
            #expect(sent.status == 1)
            #expect(sent.complaint == "mingle: The archive \(path) can only be read.\n")
            let exported = try sandbox.spawn(person + ["export", "--archive", path]).wait()
            #expect(exported.status == 0, "\(exported.complaint)")
            #expect(exported.lines.count == 1)
            #expect(sandbox.bytes(of: path) == before)
        }

        @Test func aLockedFile() throws {
            try makeArchive()
            let script = """
                import sqlite3, time
                db = sqlite3.connect('\(path)', isolation_level=None)
                db.execute('BEGIN IMMEDIATE')
                print('locked', flush=True)
                time.sleep(60)
                """
            let other = try sandbox.spawn(["/usr/bin/python3", "-c", script])
            try other.wait(untilOutputHolds: "locked")
            let sent = try sandbox.mingle("send", "--archive", path, "x")
            #expect(sent.status == 1)
            #expect(
                sent.complaint
                    == "mingle: still trying to send it\nmingle: The archive \(path) is locked by another program.\n")
            other.kill()
            #expect(try sandbox.mingle("export", "--archive", path).lines.count == 1)
        }

        @Test func aDamagedFileIsNamedAndRepaired() throws {
            let lines = (0..<600).map { #"{"id":"\#($0)","from":{"id":"a"},"text":"message number \#($0) of many"}"# }
            #expect(try sandbox.mingle("import", "--archive", path, input: lines.joined(separator: "\n")).status == 0)
            #expect(try sandbox.mingle("archive", "check", "--archive", path).status == 0)
            try python(
                """
                data = bytearray(open('\(path)', 'rb').read())
                page = data.rfind(b'message number 300 of') // 4096 * 4096
                data[page:page + 300] = bytes([0xA5]) * 300
                open('\(path)', 'wb').write(data)
                """)
            let checked = try sandbox.mingle("archive", "check", "--archive", path)
            #expect(checked.status == 1)
            #expect(checked.text.contains("damaged"))
            let repaired = try sandbox.mingle("archive", "repair", "--archive", path)
            #expect(repaired.status == 0, "\(repaired.complaint)")
            #expect(try sandbox.mingle("archive", "check", "--archive", path).status == 0)
            let kept = try sandbox.mingle("export", "--archive", path).lines
            #expect(kept.count > 400 && kept.count < 600)
            #expect(repaired.text.contains("saved \(kept.count) messages"))
        }

        @Test func whatIsNoFileAndWhatIsNotThere() throws {
            try makeArchive()
            #expect(try sandbox.mingle("send", "--archive", room, "x").complaint.contains("is not a file"))
            let tail = try sandbox.mingle("tail", "--archive", room + "/none.sqlite")
            #expect(tail.status == 1)
            #expect(tail.complaint == "mingle: The archive \(room)/none.sqlite does not exist.\n")
            #expect(try !FileManager.default.contentsOfDirectory(atPath: room).contains { $0.hasPrefix("none") })
        }

        @Test func aFullDiskLosesNothingThatWasSent() throws {
            let text = String(repeating: "x", count: 30_000)
            _ = sandbox.file("text", text)
            // A file may have 600 blocks of 512 bytes.
            let loop = """
                ulimit -f 600; sent=0; failed=0
                for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
                    if '\(Program.path)' send - < '\(sandbox.folder)/text' 2>>'\(sandbox.folder)/complaints'
                    then sent=$((sent + 1)); else failed=$((failed + 1)); fi
                done
                echo "$sent $failed"
                """
            let counts = try sandbox.run("/bin/sh", "-c", loop).text.split(whereSeparator: \.isWhitespace).compactMap {
                Int($0)
            }
            #expect(counts.count == 2 && counts[0] > 0 && counts[1] > 0, "some had room, and some had none: \(counts)")
            let messages = try sandbox.mingle("export").lines.map { try Exported($0) }
            #expect(messages.count == counts[0])
            #expect(messages.allSatisfy { $0.text == text })
            let complaints = String(decoding: sandbox.bytes(of: sandbox.folder + "/complaints"), as: UTF8.self)
            #expect(complaints.split(separator: "\n").allSatisfy { $0.contains("There is no room left on the disk") })
        }

        @Test func aPersonalArchiveIsForItsOwnerOnly() throws {
            #expect(try sandbox.mingle("send", "x").status == 0)
            var status = stat()
            #expect(stat(sandbox.archive, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            #expect(stat(sandbox.folder + "/data/mingle", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o700)
        }
    }
}
