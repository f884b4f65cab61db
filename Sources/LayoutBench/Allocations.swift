import Glibc

/// How many allocations `body` makes, or nil unless Bench/count.c is preloaded.
func countAllocations(_ body: () -> Void) -> Int? {
    guard let symbol = dlsym(nil, "allocation_count") else { return nil }
    let count = unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
    let before = count()
    body()
    return count() - before
}
