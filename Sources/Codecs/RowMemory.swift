import Synchronization

/// Memory for the rows of one query after the other. Rows are made on one thread and let go on another: given back to malloc each time,
/// the pages at the end of its heap would go back to the system and be fetched again with the next query, page by page.
///
/// May be used on any thread.
public final class RowMemory: @unchecked Sendable {
    /// What a hundred objects of a usual size take. Larger rows are rare, smaller ones malloc keeps at hand itself.
    public static let blockBytes = 32_768
    static let smallestBytes = 4_096
    /// Blocks that are kept at most: 1 MiB.
    static let keptMax = 32

    /// Addresses of blocks that are free; 0: none.
    private let kept: UnsafeMutablePointer<Atomic<UInt>>

    @export(interface) public init() {
        kept = .allocate(capacity: Self.keptMax)
        for place in 0..<Self.keptMax { (kept + place).initialize(to: Atomic(0)) }
    }

    deinit {
        for place in 0..<Self.keptMax { block(at: place)?.deallocate() }
        kept.deinitialize(count: Self.keptMax).deallocate()
    }

    /// - Returns: a block; nil when another size is better had from malloc.
    func take(_ bytes: Int) -> UnsafeMutableRawPointer? {
        guard Self.smallestBytes...Self.blockBytes ~= bytes else { return nil }
        for place in 0..<Self.keptMax where kept[place].load(ordering: .relaxed) != 0 {
            if let block = block(at: place) { return block }
        }
        return .allocate(byteCount: Self.blockBytes, alignment: MemoryLayout<UInt64>.alignment)
    }

    func giveBack(_ block: UnsafeMutableRawPointer) {
        for place in 0..<Self.keptMax where kept[place].load(ordering: .relaxed) == 0 {
            let isKept = kept[place].compareExchange(expected: 0, desired: UInt(bitPattern: block), ordering: .releasing).exchanged
            if isKept { return }
        }
        block.deallocate()
    }

    /// For tests.
    var keptCount: Int { (0..<Self.keptMax).count { kept[$0].load(ordering: .relaxed) != 0 } }

    private func block(at place: Int) -> UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: kept[place].exchange(0, ordering: .acquiring))
    }
}
