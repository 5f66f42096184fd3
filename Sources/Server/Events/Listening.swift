/// Streams and polls that are open: of all, and of each address and player, which would have all connections otherwise, behind a proxy
/// too. Belongs to the loop.
struct Listening {
    private(set) var count = 0
    private var open = OpenCounts()

    /// Players behind one address are many, and a player's devices few.
    static let ofAddressMax = 1_000
    static let ofPlayerMax = 100

    /// - Parameter keys: the address and the player, or the address alone; nil: not counted by itself.
    func hasRoom(_ keys: [UInt64?]) -> Bool {
        for (key, most) in zip(keys, [Self.ofAddressMax, Self.ofPlayerMax]) {
            if let key, open[key] >= most { return false }
        }
        return true
    }

    mutating func add(_ keys: [UInt64?]) {
        count += 1
        for case let key? in keys { open.add(key) }
    }

    mutating func remove(_ keys: [UInt64?]) {
        count -= 1
        for case let key? in keys { open.remove(key) }
    }
}
