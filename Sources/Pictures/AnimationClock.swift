/// The times of a moving picture's frames.
public struct AnimationTimes: Hashable, Sendable {
    /// How long each frame is shown, in milliseconds.
    public let milliseconds: [Int]
    /// One round, in milliseconds.
    public let round: Int

    /// Times as a file has them; what is shorter than 20 ms is taken as 100, as everywhere.
    public init(_ milliseconds: [Int]) {
        self.milliseconds = milliseconds.map { $0 < 20 ? 100 : min($0, 60_000) }
        round = self.milliseconds.reduce(0, +)
    }

    /// The frame that is shown `elapsed` milliseconds after the start, and when the next one is due after the start;
    /// after `rounds` rounds the first frame stays, and nothing is due.
    public func frame(after elapsed: Int, rounds: Int) -> (frame: Int, next: Int?) {
        guard milliseconds.count > 1, elapsed >= 0, elapsed / round < rounds else { return (0, nil) }
        var end = elapsed / round * round
        for (frame, time) in milliseconds.enumerated() {
            end += time
            if elapsed < end { return (frame, end) }
        }
        return (0, nil)
    }
}

/// When pictures move.
public enum AnimationMode: String, CaseIterable, Hashable, Sendable {
    /// Always.
    case on
    /// While the terminal has the focus.
    case focused
    /// Never: the first frame stands still.
    case off
}

/// Says which frame of each moving picture is shown, and when the screen is to be drawn again: one clock for all.
///
/// Frames change on a grid of time, so that a screen full of moving pictures is drawn a few times a second, and less often
/// the more of them would be written. Only what is in sight moves, and nothing does while the clock is paused; without
/// anything to move there is no next time.
public struct AnimationClock<ID: Hashable & Sendable>: Sendable {
    /// When pictures move.
    public var mode: AnimationMode
    /// The finest grid of time, in milliseconds: 125 usually, 250 over a slow line.
    public let grid: Int
    /// The grid of what is in sight, in milliseconds: coarser where it would write more than ``mostBytes``.
    public private(set) var step: Int
    /// How often a picture goes round before it stands still.
    public let rounds: Int
    /// The most pictures that move at the same time; the first in sight go before.
    public static var mostMoving: Int { 12 }
    /// What moving emoticons write at most, in bytes a second, as far as it can be told beforehand.
    public static var mostBytes: Int { 18 << 10 }
    /// How many starts are remembered.
    private static var mostRemembered: Int { 1_000 }

    private var starts: [ID: Int] = [:]
    private var visible: [Moving] = []
    private var pausedSince: Int?

    /// A clock that shows nothing yet.
    public init(mode: AnimationMode = .focused, grid: Int = 125, rounds: Int = 3) {
        self.mode = mode
        self.grid = max(grid, 84)
        step = self.grid
        self.rounds = max(rounds, 0)
    }

    /// Something that moves.
    public struct Moving: Sendable {
        /// What it is.
        public var id: ID
        /// The times of its frames.
        public var times: AnimationTimes
        /// What a new frame writes, in bytes; 0 for what is not held back.
        public var bytes: Int

        /// Something that moves at those times.
        public init(_ id: ID, _ times: AnimationTimes, bytes: Int = 0) {
            self.id = id
            self.times = times
            self.bytes = max(bytes, 0)
        }
    }

    /// Says what is in sight, from the top, at `now` (milliseconds of any clock that only goes forward).
    public mutating func show(_ pictures: [Moving], at now: Int) {
        visible = pictures.filter { $0.times.milliseconds.count > 1 }
        step = max(grid, moving.reduce(0) { $0 + min($1.bytes, 1 << 20) } * 1_000 / Self.mostBytes)
        if starts.count > Self.mostRemembered {
            let kept = Set(visible.map(\.id))
            starts = starts.filter { kept.contains($0.key) }
        }
        for picture in visible where starts[picture.id] == nil { starts[picture.id] = onGrid(pausedSince ?? now) }
    }

    /// Lets a picture go round again from its start, because somebody points at it.
    public mutating func restart(_ id: ID, at now: Int) { starts[id] = onGrid(pausedSince ?? now) }

    /// The terminal has the focus, or has lost it, at `now`.
    public mutating func focus(_ isFocused: Bool, at now: Int) {
        if isFocused {
            guard let since = pausedSince else { return }
            for id in starts.keys { starts[id, default: 0] += max(now - since, 0) / step * step }
            pausedSince = nil
        } else if mode == .focused, pausedSince == nil {
            pausedSince = now
        }
    }

    /// The frame of `id` at `now`; the first for what is not in sight or does not move.
    public func frame(of id: ID, at now: Int) -> Int {
        guard mode != .off, let start = starts[id], let picture = moving.first(where: { $0.id == id }) else { return 0 }
        return picture.times.frame(after: max(onGrid(pausedSince ?? now) - start, 0), rounds: rounds).frame
    }

    /// When the screen is to be drawn again; nil when nothing moves.
    public func nextTime(after now: Int) -> Int? {
        guard mode != .off, pausedSince == nil, !visible.isEmpty else { return nil }
        var nearest: Int?
        for picture in moving {
            guard let start = starts[picture.id],
                let next = picture.times.frame(after: max(onGrid(now) - start, 0), rounds: rounds).next
            else { continue }
            let time = (start + next + step - 1) / step * step
            nearest = min(nearest ?? time, time)
        }
        return nearest.map { max($0, onGrid(now) + step) }
    }

    private var moving: ArraySlice<Moving> { visible.prefix(Self.mostMoving) }

    private func onGrid(_ time: Int) -> Int { time / step * step }
}
