/// How many of something are open, by whose they are. Belongs to the loop.
struct OpenCounts {
    private var counts: [UInt64: Int] = [:]

    subscript(key: UInt64) -> Int { counts[key, default: 0] }

    mutating func add(_ key: UInt64) { counts[key, default: 0] += 1 }

    mutating func remove(_ key: UInt64) {
        let left = self[key] - 1
        counts[key] = left > 0 ? left : nil
    }
}
