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
