import Archive
import ChatCore
import Glibc
import LocalTransport
import RichText
import TestSupport
import Testing

@Suite(.serialized) struct ProcessTests {
    let folder = TemporaryFolder()
    private var path: String { folder("archive.sqlite") }

    @Test func fourWritersLoseAndDoubleNothing() throws {
        let reader = try Guest("Reader", path)
        #expect(reader.waitForPeople(["Reader"]))
        let start = now()
        let names = ["A", "B", "C", "D"]
        let writers = names.map { PeerProcess("write", path, $0, "2500") }
        #expect(reader.recorder.wait(300_000) { $0.received.count >= 10_000 } != nil)
        let took = now() - start
        for writer in writers { writer.finish() }
        let heard = reader.recorder.received
        #expect(heard.count == 10_000)
        #expect(heard.compactMap(\.order) == heard.compactMap(\.order).sorted())
        for (name, writer) in zip(names, writers) {
            let expected = (0..<2500).map { "\(name)-\($0)" }
            #expect(heard.filter { $0.author.name == name }.map(\.id.text) == expected)
            #expect(writer.lines.filter { $0.hasPrefix("sent ") } == expected.map { "sent " + $0 })
        }
        print("10,000 messages of 4 processes heard by a fifth in \(Int(took)) ms")
    }

    @Test func writersThatCommitEachMessageLoseAndDoubleNothing() throws {
        let reader = try Guest("Reader", path)
        #expect(reader.waitForPeople(["Reader"]))
        let writers = ["A", "B", "C", "D"].map { PeerProcess("append", path, $0, "250") }
        #expect(reader.recorder.wait(300_000) { $0.received.count >= 1000 } != nil)
        for writer in writers { writer.finish() }
        #expect(reader.recorder.received.count == 1000)
        #expect(Set(reader.recorder.received.map(\.id)).count == 1000)
        for writer in writers { #expect(writer.lines.count == 250) }
    }

    @Test func processesThatMakeTheArchiveAtOnceMakeOneArchive() throws {
        for round in 1...10 {
            let path = folder("\(round).sqlite")
            let writers = ["A", "B", "C", "D"].map { PeerProcess("append", path, $0, "5") }
            for writer in writers { writer.finish() }
            for writer in writers {
                #expect(writer.lines.filter { $0.hasPrefix("sent ") }.count == 5, "\(writer.lines)")
            }
            #expect(try Archive(path: path).messages(in: lobby, limit: 100).count == 20)
        }
    }

    @Test func aWriterThatIsKilledLosesNothingThatItCalledSent() throws {
        for round in 1...5 {
            let writer = PeerProcess("append-for-ever", path, "K\(round)")
            #expect(writer.wait { $0.count >= 20 * round })
            writer.kill()
            writer.readRest()
            let sent = writer.lines.filter { $0.hasPrefix("sent ") }.map { String($0.dropFirst(5)) }
            let kept = try Archive(path: path).messages(in: lobby, limit: 100_000).map(\.id.text)
            let own = kept.filter { $0.hasPrefix("K\(round)-") }
            #expect(Array(own.prefix(sent.count)) == sent)
            #expect(own.count <= sent.count + 1)
        }
    }

    @Test func aTransportThatIsKilledLosesNothingThatItCalledSent() throws {
        for round in 1...5 {
            let writer = PeerProcess("write", path, "T\(round)", "20000")
            #expect(writer.wait { $0.count >= 1000 * round })
            writer.kill()
            writer.readRest()
            let sent = writer.lines.filter { $0.hasPrefix("sent ") }.map { String($0.dropFirst(5)) }
            let kept = try Archive(path: path).messages(in: lobby, limit: 1_000_000).map(\.id.text)
            let own = kept.filter { $0.hasPrefix("T\(round)-") }
            #expect(Array(own.prefix(sent.count)) == sent)
            #expect(own == own.indices.map { "T\(round)-\($0)" })
        }
    }

    @Test func aProcessThatIsKilledLeavesThePeopleList() throws {
        let ann = try Guest("Ann", path)
        let bea = PeerProcess("sit", path, "Bea")
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        bea.kill()
        let gone = try #require(ann.recorder.wait(60_000) { $0.people == ["Ann"] })
        #expect(Files.names(path + ".people").count == 1)
        print("a killed process left the people list after \(gone.formattedTenths) ms")
    }

    @Test func newsFromAnotherProcessComeSoon() throws {
        let bea = PeerProcess("tick", path, "Bea")
        let ann = try Guest("Ann", path)
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        var latencies: [Double] = []
        for number in 0..<50 {
            bea.tell("tick")
            _ = try #require(ann.recorder.wait(60_000) { $0.received.count == number + 1 })
            // The text is the moment at which the other process gave it to be sent.
            let start = try #require(Double(FlatText(ann.recorder.received[number].body).text))
            latencies.append(now() - start)
        }
        bea.finish()
        latencies.sort()
        print(
            "a message from another process was heard \(latencies[25].formattedTenths) ms after it was sent (median), "
                + "\(latencies[49].formattedTenths) ms (longest)")
    }

    @Test func aMessageCrossesProcessesSoon() throws {
        let ann = try Guest("Ann", path)
        let bea = PeerProcess("append", path, "Bea", "1")
        #expect(bea.line("sent ") == "Bea-0")
        #expect(
            ann.recorder.wait(60_000) { recorder in
                recorder.received.count == 1
                    || recorder.all.contains { event in
                        if case .history(_, let messages, _) = event { messages.count == 1 } else { false }
                    }
            } != nil)
    }

    @Test func waitingCostsNothing() throws {
        let idle = PeerProcess("idle", path, "Bea", "2000")
        let answer = try #require(idle.line("idle ", within: 60_000))
        let numbers = answer.split(separator: " ").compactMap { Int($0) }
        try #require(numbers.count == 2)
        #expect(numbers[0] < 400_000)
        #expect(numbers[1] <= 10)
        print("idle for 2 s: \(numbers[0]) us of processor time, \(numbers[1]) wake-ups")
        idle.finish()
    }

    @Test func aFullDiskLosesNothingThatWasCalledSent() throws {
        // A limit on the size of files stands for a full disk; it needs no rights.
        try fill(path, limit: "300000")
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to mount a small disk"))
    func aRealFullDiskLosesNothingThatWasCalledSent() throws {
        let disk = folder("disk")
        mkdir(disk, 0o700)
        guard mount("tmpfs", disk, "tmpfs", 0, "size=512k") == 0 else {
            Issue.record("a small disk cannot be mounted here: \(String(cString: strerror(errno)))", severity: .warning)
            return
        }
        defer { umount2(disk, Int32(MNT_DETACH)) }
        try fill(disk + "/archive.sqlite", limit: "0")
    }

    private func fill(_ path: String, limit: String) throws {
        let peer = PeerProcess("fill", path, "F", limit)
        #expect(peer.wait(120_000) { $0.filter { $0.hasPrefix("sent ") || $0.hasPrefix("failed ") }.count >= 2000 })
        peer.finish()
        let sent = peer.lines.filter { $0.hasPrefix("sent ") }.map { String($0.dropFirst(5)) }
        let failed = peer.lines.filter { $0.hasPrefix("failed ") }
        #expect(!failed.isEmpty)
        #expect(failed.allSatisfy { $0.hasSuffix(ArchiveError.diskFull(path: path, code: 0).sentence) })
        let kept = try Archive(path: path, access: .readOnly).messages(in: lobby, limit: 10_000).map(\.id.text)
        #expect(Set(sent).isSubset(of: kept))
        #expect(sent.count + failed.count == 2000)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to become another user"))
    func anotherUserOfTheGroupSharesTheRoom() throws {
        let group: gid_t = 65534
        #expect(chown(folder.path, 0, group) == 0 && chmod(folder.path, 0o2770) == 0)
        let recorder = Recorder()
        let transport = try LocalTransport(path: path, sharing: .shared, me: person("Ann")) { recorder.take($0) }
        defer { transport.stop() }
        transport.perform(.open(lobby))
        #expect(recorder.wait { $0.people == ["Ann"] } != nil)
        let other = PeerProcess("as-nobody", path, "Bea")
        #expect(other.line("sent ") == "Bea-0", "\(other.lines)")
        #expect(recorder.wait { $0.received.map(\.author.name) == ["Bea"] } != nil)
        #expect(recorder.people == ["Ann", "Bea"])
        transport.perform(.setTyping(lobby, true))
        #expect(other.line("typing ") == "Ann")
        #expect(Files.mode(path) == 0o660)
        #expect(Files.mode(path + ".people") == 0o2770)
        other.kill()
        #expect(recorder.wait { $0.people == ["Ann"] } != nil)
    }
}

/// What happens to files that one may not write, or not even read.
@Suite(.serialized, .enabled(if: geteuid() == 0, "needs root, to become another user")) struct OtherUserTests {
    let folder = TemporaryFolder()
    private var path: String { folder("archive.sqlite") }

    private func make(mode: mode_t) throws -> [UInt8]? {
        do { try Archive(path: path).append([message("1"), message("2")]) }
        #expect(chmod(folder.path, 0o755) == 0 && chmod(path, mode) == 0)
        return Files.bytes(path)
    }

    @Test(arguments: [(0o640, true), (0o600, false)] as [(mode_t, Bool)])
    func anArchiveThatOneMayNotWriteSaysSo(_ mode: mode_t, _ isReadable: Bool) throws {
        let before = try make(mode: mode)
        let peer = PeerProcess("as-nobody", path, "Bea")
        let readOnly = ArchiveError.readOnly(path: path, code: 0)
        let expected = isReadable ? readOnly : ArchiveError.permission(path: path, code: 0)
        #expect(peer.line("error ") == expected.sentence)
        peer.finish()
        #expect(Files.bytes(path) == before)
        #expect(Files.names(folder.path) == ["archive.sqlite"])
    }

    @Test func anArchiveInAFolderThatOneMayNotWriteCanBeRead() throws {
        let before = try make(mode: 0o644)
        let peer = PeerProcess("read-as-nobody", path, "Bea")
        #expect(peer.line("read ") == "1,2", "\(peer.lines)")
        peer.finish()
        #expect(Files.bytes(path) == before)
    }

    @Test func anArchiveThatOthersWriteCanBeReadMeanwhile() throws {
        _ = try make(mode: 0o644)
        let archive = try Archive(path: path)
        try archive.append(message("3"))
        let peer = PeerProcess("read-as-nobody", path, "Bea")
        #expect(peer.line("read ") == "1,2,3", "\(peer.lines)")
        peer.finish()
        #expect(try archive.append(message("4")).order != nil)
    }
}

extension Double {
    /// The number with one digit after the point.
    var formattedTenths: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
