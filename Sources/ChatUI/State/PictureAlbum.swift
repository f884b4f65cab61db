import Pictures
import RichText
import Terminal

/// What is known of the pictures that were in sight lately; bounded, with the oldest forgotten first.
struct PictureAlbum {
    /// What became of a request.
    enum Condition: Equatable {
        case awaited
        case ready(Shown)
        case failed(String)
    }

    /// A picture that can be shown.
    struct Shown: Equatable {
        var frames: [Frame]
        var times: AnimationTimes
        /// The file's own width and height.
        var pixels: Size
    }

    /// One frame of it.
    enum Frame: Equatable {
        case cells(CellPicture)
        case placed(KittyPlacement)
    }

    private struct Entry {
        var condition: Condition
        var cost = 256
        var numbers: [Int] = []
        var use = 0
        /// Whether the terminal may have lost what it was sent.
        var isStale = false
    }

    /// The most bytes of cells that are kept.
    static let mostBytes = 12 << 20
    /// The most requests that are remembered.
    static let mostEntries = 1_000
    /// Numbers of pictures in the terminal's memory that are used at the same time: with a palette there are no more.
    static let mostNumbers = 240

    private var entries: [PictureRequest: Entry] = [:]
    private(set) var cost = 0
    private var free: [Int] = (0..<PictureAlbum.mostNumbers).reversed()
    private var round = 0
    /// Drawn by every client, so that two in one terminal do not take each other's pictures.
    let salt: UInt32

    init(salt: UInt32) { self.salt = salt }

    subscript(request: PictureRequest) -> Condition? { entries[request]?.condition }

    /// Says what is in sight, and returns what is to be loaded for it.
    mutating func show(_ requests: [PictureRequest]) -> [PictureErrand] {
        round += 1
        var errands: [PictureErrand] = []
        for request in requests {
            guard entries[request] != nil else {
                entries[request] = Entry(condition: .awaited, use: round)
                cost += 256
                errands.append(.load(request))
                continue
            }
            let wasInSight = (entries[request]?.use ?? 0) == round - 1
            entries[request]?.use = round
            if !wasInSight, case .failed? = entries[request]?.condition, !request.isRemote {
                // It may have failed for want of time or memory. Servers are asked again only when somebody wants that.
                entries[request]?.condition = .awaited
                errands.append(.load(request))
                continue
            }
            if entries[request]?.isStale == true {
                entries[request]?.isStale = false
                errands.append(.load(request))
            }
        }
        return errands
    }

    /// Takes in what became of `request`, which is forgotten if nothing of it is awaited any more.
    mutating func take(_ result: Result<PreparedPicture, PictureFailure>, for request: PictureRequest)
        -> [PictureErrand]
    {
        guard var entry = entries[request] else { return [] }
        cost -= entry.cost
        var errands: [PictureErrand] = []
        switch result {
        case .failure(let failure): entry.condition = .failed(failure.reason)
        case .success(let picture):
            switch picture.frames {
            case .cells(let cells):
                entry.condition = .ready(
                    Shown(frames: cells.map(Frame.cells), times: picture.times, pixels: picture.pixels))
                entry.cost = 256 + cells.reduce(0) { $0 + $1.cells.count * MemoryLayout<CellPicture.Cell>.stride }
            case .bitmaps(let bitmaps, let size):
                errands += makeRoom(numbers: bitmaps.count - entry.numbers.count, but: request)
                errands += place(bitmaps, size, picture, request.drawing.depth, in: &entry)
            }
        }
        entries[request] = entry
        cost += entry.cost
        return errands + makeRoom(numbers: 0, but: request)
    }

    /// The terminal may have forgotten what it was sent: what is in sight is sent again.
    mutating func refresh() {
        for (request, entry) in entries where !entry.numbers.isEmpty { entries[request]?.isStale = true }
    }

    /// Forgets everything, and returns what the terminal is to forget.
    mutating func removeAll() -> [PictureErrand] { Array(entries.keys).flatMap { remove($0) } }

    /// Forgets the requests of which `condition` holds, so that they are made again.
    mutating func forget(where condition: (PictureRequest) -> Bool) -> [PictureErrand] {
        entries.keys.filter(condition).flatMap { remove($0) }
    }

    private mutating func place(
        _ bitmaps: [Bitmap], _ size: CellSize, _ picture: PreparedPicture, _ depth: ColourDepth, in entry: inout Entry
    ) -> [PictureErrand] {
        while entry.numbers.count < bitmaps.count, let number = free.popLast() { entry.numbers.append(number) }
        guard let first = entry.numbers.first else {
            entry.condition = .failed("too many pictures are in sight")
            return []
        }
        // Where the numbers do not suffice for all frames, the picture stands still.
        if entry.numbers.count < bitmaps.count {
            free += entry.numbers.dropFirst()
            entry.numbers = [first]
        }
        let placements = entry.numbers.map {
            KittyPlacement(id: KittyPlacement.number($0, salt: salt, depth: depth), size: size)
        }
        entry.condition = .ready(
            Shown(frames: placements.map(Frame.placed), times: picture.times, pixels: picture.pixels))
        return zip(bitmaps, placements).map(PictureErrand.send)
    }

    /// Forgets the oldest until what is kept is within bounds and so many numbers are free; what is in sight stays.
    private mutating func makeRoom(numbers: Int, but kept: PictureRequest) -> [PictureErrand] {
        var errands: [PictureErrand] = []
        while cost > PictureAlbum.mostBytes || entries.count > PictureAlbum.mostEntries || free.count < numbers {
            let oldest = entries.filter { $0.value.use < round && $0.key != kept && $0.value.condition != .awaited }
                .min { $0.value.use < $1.value.use }
            guard let oldest else { break }
            errands += remove(oldest.key)
        }
        return errands
    }

    private mutating func remove(_ request: PictureRequest) -> [PictureErrand] {
        guard let entry = entries.removeValue(forKey: request) else { return [] }
        cost -= entry.cost
        free += entry.numbers
        return entry.numbers.map {
            .remove(KittyPlacement.number($0, salt: salt, depth: request.drawing.depth))
        }
    }
}

extension PictureRequest {
    /// Whether the picture is on the network.
    fileprivate var isRemote: Bool { if case .remote = origin { true } else { false } }
}

extension PictureAlbum {
    /// Every number that the terminal may have been sent under, for a way of drawing of that depth.
    static func numbers(salt: UInt32, depth: ColourDepth) -> [UInt32] {
        (0..<mostNumbers).map { KittyPlacement.number($0, salt: salt, depth: depth) }
    }
}
