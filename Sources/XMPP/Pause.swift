/// How long to wait before the next attempt: twice as long each time, and never the same for everybody, so that a
/// server that comes back is not met by all its clients at once.
struct Pause {
    private let first: Int64
    private let longest: Int64
    private(set) var attempts = 0

    init(first: Int64, longest: Int64) {
        self.first = first
        self.longest = longest
    }

    /// The next pause in milliseconds: between half and the whole of what its turn allows.
    mutating func next(using generator: inout some RandomNumberGenerator) -> Int64 {
        let whole = min(longest, first << Int64(min(attempts, 20)))
        attempts += 1
        return whole / 2 + Int64.random(in: 0...max(1, whole / 2), using: &generator)
    }

    /// It worked: the next pause is a short one again.
    mutating func reset() { attempts = 0 }
}
