import ChatCore
import HTTP
import RichText
import Synchronization
import TestSupport
import Testing
import XMPP
import XMPPTestSupport
import XMPPTransport

/// Files that go along with messages (XEP-0363, XEP-0066, XEP-0447), at a real server.
@Suite(.serialized) struct SharedFileTests {
    private let garden = RoomID("garden@rooms.chat.test")

    private func start(largest: Int = 1 << 20) -> Prosody? {
        var options = Prosody.Options()
        options.largestUpload = largest
        return Prosody(options)
    }

    private func attachment(_ name: String, _ bytes: [UInt8], in folder: TemporaryFolder, type: String)
        -> FileAttachment
    {
        Files.write(bytes, to: folder(name))
        return FileAttachment(path: folder(name), name: name, size: bytes.count, mediaType: type)
    }

    private func fetched(_ address: String, _ server: Prosody) -> [UInt8]? {
        try? HTTPClient(reach: .anywhere, authorities: server.authority).get(address)
    }

    @Test func aPictureArrivesWithItsCaptionAndItsSize() throws {
        let server = try #require(start())
        defer { server.kill() }
        let folder = TemporaryFolder()
        let lines = Mutex<[String]>([])
        var settings = Peer.settings("ann", at: server)
        settings.trace = { line in lines.withLock { $0.append(line) } }
        let (ann, bea) = (Client("ann", settings), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        let bytes = [UInt8](repeating: 0xA5, count: 300_000)
        var sent = attachment("my roses.png", bytes, in: folder, type: "image/png")
        sent.pixels = FileAttachment.Pixels(width: 640, height: 320)
        let own = Picture(
            source: .init(.localStatic, sent.path), size: CellSize(width: 48, height: 12), alt: "my roses.png")
        let mention = Mention(.person(bea.contents.room(garden)?.me?.id ?? PersonID("?")), name: "bea")
        ann.say(
            [.picture(own), .lineBreak, .text("for ", .plain), .mention(mention)], in: garden, id: "p1",
            attachment: sent)
        // A text does not wait for the file before it.
        ann.say("and good morning", in: garden)
        #expect(bea.wait { $0.messages(garden).count == 2 })
        let message = try #require(bea.contents.messages(garden).first { $0.body.mentions.count == 1 })
        guard case .picture(let picture)? = message.body.elements.first else {
            Issue.record("no picture in \(message.body)")
            return
        }
        #expect(picture.source.kind == .remoteStatic && picture.source.location.hasPrefix("https://localhost:"))
        #expect(picture.size == CellSize(width: 48, height: 12) && picture.alt == "my roses.png, 640 × 320")
        #expect(message.body.elements.dropFirst().first == .lineBreak)
        #expect(message.body.mentions == [mention])
        #expect(fetched(picture.source.location, server) == bytes)
        // The place and what opens it are nobody's business.
        let log = lines.withLock { $0 }.joined()
        #expect(log.contains("urn:xmpp:http:upload:0") && !log.contains("Bearer") && !log.contains("Authorization"))
        // Whoever sent it keeps what is on the own disk, and heard how far it was.
        #expect(ann.wait { $0.room(garden)?.timeline[MessageID("p1")]?.delivery == .sent })
        let kept = ann.contents.room(garden)?.timeline[MessageID("p1")]
        #expect(kept?.body.elements.first == .picture(own) && kept?.attachment == nil)
        let parts = ann.contents.events.compactMap { event -> Double? in
            if case .progress(garden, MessageID("p1"), let part) = event { part } else { nil }
        }
        #expect(parts == parts.sorted() && parts.last == 1 && parts.allSatisfy { (0...1).contains($0) })
        // A correction of the caption leads to the same picture.
        ann.amend(MessageID("p1"), .edit([.picture(own), .lineBreak, .text("for all", .plain)]), in: garden)
        #expect(bea.wait { $0.messages(garden).contains { $0.id == message.id && $0.edits.count == 1 } })
        let edited = bea.contents.messages(garden).first { $0.id == message.id }
        #expect(edited?.body.elements.last == .text("for all", .plain))
        #expect(FlatText(edited?.body ?? "").pictures.first?.value.source == picture.source)
        ann.stop()
        bea.stop()
    }

    @Test func aFileArrivesAsALinkWithNameAndSize() throws {
        let server = try #require(start())
        defer { server.kill() }
        let folder = TemporaryFolder()
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(RoomID("bea@chat.test")) && bea.enter(RoomID("ann@chat.test")))
        let bytes = Array("a report".utf8)
        let sent = attachment("report.pdf", bytes, in: folder, type: "application/pdf")
        let id = ann.say([.text(sent.line, .plain)], in: RoomID("bea@chat.test"), attachment: sent)
        #expect(bea.wait { $0.texts(RoomID("ann@chat.test")).count == 1 })
        let text = try #require(bea.contents.texts(RoomID("ann@chat.test")).first)
        #expect(text.hasPrefix("report.pdf, 8 bytes: https://localhost:") && text.hasSuffix("/report.pdf"))
        let address = String(text.dropFirst("report.pdf, 8 bytes: ".count))
        #expect(fetched(address, server) == bytes)
        #expect(ann.wait { $0.room(RoomID("bea@chat.test"))?.timeline[id]?.order != nil })
        #expect(ann.contents.texts(RoomID("bea@chat.test")) == [text], "both see the same line")
        // The archive tells it again.
        let later = Client("bea", at: server)
        #expect(later.enter(RoomID("ann@chat.test")))
        #expect(later.wait { $0.texts(RoomID("ann@chat.test")) == [text] })
        for client in [ann, bea, later] { client.stop() }
    }

    @Test func whatCannotBeSentFailsWithItsReasonAndMayBeTriedAgain() throws {
        let server = try #require(start(largest: 10_000))
        defer { server.kill() }
        let folder = TemporaryFolder()
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        let large = attachment("large.bin", [UInt8](repeating: 1, count: 10_001), in: folder, type: "application/x")
        ann.say("large", in: garden, attachment: large)
        #expect(ann.wait { $0.failures == ["10 kB are more than the 10 kB that the server takes"] })
        var changed = attachment("changed.bin", [1, 2, 3], in: folder, type: "application/octet-stream")
        changed.size = 4
        ann.say("changed.bin, 4 bytes", in: garden, id: "c1", attachment: changed)
        #expect(ann.wait { $0.failures.last == "the file cannot be read, or was changed meanwhile" })
        changed.size = 3
        ann.say("changed.bin, 3 bytes", in: garden, id: "c1", attachment: changed)
        #expect(bea.wait { $0.texts(garden).first?.hasPrefix("changed.bin, 3 bytes: https://") == true })
        #expect(bea.contents.texts(garden).count == 1)
        ann.stop()
        bea.stop()
    }

    @Test func aServerWithoutTheServiceIsToldOf() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let folder = TemporaryFolder()
        let ann = Client("ann", at: server)
        #expect(ann.enter(garden))
        ann.say("a", in: garden, attachment: attachment("a", [1], in: folder, type: "application/x"))
        #expect(ann.wait { $0.failures == ["the server chat.test takes no files"] })
        ann.stop()
    }

    @Test func aCertificateOfSomebodyElseIsRefused() throws {
        let server = try #require(start())
        defer { server.kill() }
        let folder = TemporaryFolder()
        let other = Certificates(folder: folder.path, names: ["elsewhere.test"])
        let address = server.filesAddress + "a.bin"
        #expect(throws: HTTPFailure.notVerified) {
            try HTTPClient(reach: .anywhere, authorities: other.authority).put([1], to: address)
        }
        // The system's authorities do not vouch for it either.
        #expect(throws: HTTPFailure.notVerified) { try HTTPClient(reach: .anywhere).put([1], to: address) }
        // The right authority leads on: now it is the server that refuses, since it gave no place.
        #expect(throws: HTTPFailure.self) {
            do throws(HTTPFailure) {
                try HTTPClient(reach: .anywhere, authorities: server.authority).put([1], to: address)
            } catch {
                #expect(error != .notVerified && error != .forbiddenAddress)
                throw error
            }
        }
    }
}
