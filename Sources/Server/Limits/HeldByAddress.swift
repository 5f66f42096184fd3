import Messages

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

/// Memory for bodies, by their length: long bodies, which may come slowly for minutes, take no memory of shorter ones.
/// Belongs to the loop.
struct BodyBudgets {
    enum Length: Int, CaseIterable {
        /// Purchases, sign-ins and the most frequent requests.
        case short
        case usual
        /// Of objects and settings, and those in chunks, whose length nobody knows.
        case long

        /// - Parameter bytes: as the head says; nil: it does not.
        init(_ bytes: Int?) {
            guard let bytes, bytes <= HTTPForm.bodyBytesMax else {
                self = .long
                return
            }
            self = bytes <= HTTPLimit.shortBodyBytes ? .short : .usual
        }

        fileprivate var most: Int {
            switch self {
            case .short: HTTPLimit.shortBodiesBytesMax
            case .usual: HTTPLimit.usualBodiesBytesMax
            case .long: HTTPLimit.longBodiesBytesMax
            }
        }
    }

    private var budgets = Length.allCases.map { ByteBudget($0.most) }

    func hasRoom(_ bytes: Int, _ address: UInt64?, _ length: Length) -> Bool { budgets[length.rawValue].hasRoom(bytes, address) }

    mutating func add(_ bytes: Int, _ address: UInt64?, _ length: Length) { budgets[length.rawValue].add(bytes, address) }

    var count: Int { budgets.reduce(0) { $0 + $1.count } }
}

/// Bytes that lie in memory for somebody: counted together, and for each address, so that no address takes what the others need. Belongs
/// to the loop.
struct ByteBudget {
    private let most: Int
    private(set) var count = 0
    private var byAddress: [UInt64: Int] = [:]

    /// One address may have so much of it: a quarter.
    static let share = 4

    init(_ most: Int) { self.most = most }

    /// - Parameter address: nil: one that is not counted by itself.
    func hasRoom(_ bytes: Int, _ address: UInt64?) -> Bool {
        guard bytes <= most - count else { return false }
        return address.map { bytes <= most / Self.share - byAddress[$0, default: 0] } ?? true
    }

    /// Counts more, or with less than 0 what is gone.
    mutating func add(_ bytes: Int, _ address: UInt64?) {
        count += bytes
        guard let address, bytes != 0 else { return }
        let now = byAddress[address, default: 0] + bytes
        byAddress[address] = now > 0 ? now : nil
    }
}
