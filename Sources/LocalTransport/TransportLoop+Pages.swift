import Archive
import ChatCore
import RichText

extension TransportLoop {
    /// Tells where one was reading in `room` when one left it.
    func tellReadingPlace(_ room: RoomID) {
        do throws(ArchiveError) {
            guard let place = try archive.readingPlace(of: me.id, in: room) else { return }
            deliver(.readingPlace(room, place))
        } catch {
            complain(error)
        }
    }

    /// Answers `load`: no message that the feed has not told is in it, so that none comes twice or too early.
    func tellPage(_ room: RoomID, _ landmark: Landmark, limit: Int) {
        readFeed()
        let limit = min(max(2, limit), 10_000)
        do throws(ArchiveError) {
            var page = try archive.page(at: landmark, in: room, limit: limit)
            page.messages.removeAll { ($0.order ?? .max) > feed.last }
            deliver(.page(room, page))
        } catch {
            complain(error)
            deliver(.page(room, Page(landmark, [], reachesStart: false, reachesEnd: false)))
        }
    }

    /// Answers `search`.
    func tellFindings(_ room: RoomID, _ search: Search, before: Int64?, limit: Int) {
        let limit = min(max(1, limit), 1000)
        // What an older program has added meanwhile is found too.
        indexing.begin()
        indexing.goOn(in: archive, at: Clock.steady)
        var found: [Message] = []
        do throws(ArchiveError) {
            found = try archive.search(search, in: room, before: before, limit: limit + 1)
        } catch {
            complain(error)
        }
        deliver(
            .found(
                room,
                Findings(search, before: before, messages: Array(found.prefix(limit)), hasMore: found.count > limit)))
        if indexing.isBehind {
            deliver(.notice("Older messages are still being indexed; search again soon", isFailure: false))
        }
    }
}

/// The index of messages that came into the archive by an older program: made bit by bit while nothing else is to do.
struct Indexing {
    /// Messages that are indexed at a time, which takes some tens of milliseconds.
    private static let step = 1000

    /// Whether some messages may not be in the index.
    private(set) var isBehind = true
    private var notBefore: Int64 = .min

    /// When to go on; nil when nothing is left to do.
    var next: Int64? { isBehind ? notBefore : nil }

    /// Looks again whether there is something to do.
    mutating func begin() {
        isBehind = true
        notBefore = .min
    }

    /// Indexes some messages, if that is due at `now`.
    mutating func goOn(in archive: Archive, at now: Int64) {
        guard isBehind, notBefore <= now else { return }
        do throws(ArchiveError) {
            isBehind = try archive.indexMore(limit: Indexing.step)
            notBefore = now
        } catch {
            // Others write now, or the disk is full; search is worth no complaint, and waits.
            notBefore = now + 1000
        }
    }
}
