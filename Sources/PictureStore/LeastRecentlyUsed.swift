/// A store of bounded size that forgets what was not asked for the longest.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The most that all values together may cost.
    let capacity: Int
    private(set) var cost = 0
    private var entries: [Key: (value: Value, cost: Int, use: Int)] = [:]
    private var clock = 0

    init(capacity: Int) { self.capacity = capacity }

    /// The value of `key`, which counts as used now.
    mutating func value(_ key: Key) -> Value? {
        guard var entry = entries[key] else { return nil }
        clock += 1
        entry.use = clock
        entries[key] = entry
        return entry.value
    }

    /// Keeps `value`, in the place of what was kept for `key`; one that costs more than the capacity is not kept.
    mutating func insert(_ value: Value, for key: Key, cost: Int) {
        remove(key)
        guard cost <= capacity else { return }
        // Few pictures are kept, so looking through all of them costs nothing beside decoding one.
        while self.cost + cost > capacity, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
            remove(oldest.key)
        }
        clock += 1
        entries[key] = (value, cost, clock)
        self.cost += cost
    }

    private mutating func remove(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        cost -= entry.cost
    }
}
