import CHTTPServer

/// Gives memory back that long answers and bodies left free. The allocator keeps it, in pieces between what is used: many long answers at
/// once left several times as much as waited to be taken, for good. Belongs to the loop.
final class FreedMemory {
    private static let lookMilliseconds: Int64 = 5_000
    /// So often it is looked after the last long one: what waits to be taken is gone by then.
    private static let looksMax = 24
    /// So much more than the process ever did without: below that the next requests need it again.
    private static let grownBytes: Int64 = 64 << 20

    private let loop: Loop
    /// It goes through all that is free, which takes some milliseconds.
    private let aside: Aside
    private var leastResident = gb_resident_bytes()
    /// Bytes that are resident and not in use.
    private var leastUnused = FreedMemory.unused
    private var looksLeft = 0
    private var isWaiting = false

    init(_ loop: Loop, _ aside: Aside) { (self.loop, self.aside) = (loop, aside) }

    /// A long answer or body was here.
    func noteLong() {
        looksLeft = Self.looksMax
        lookLater()
    }

    private func lookLater() {
        if isWaiting || looksLeft == 0 { return }
        isWaiting = true
        looksLeft -= 1
        loop.after(milliseconds: Self.lookMilliseconds) { [weak self] in self?.look() }
    }

    private static var unused: Int64 { gb_resident_bytes() - gb_used_bytes() }

    private func look() {
        let bytes = gb_resident_bytes()
        leastResident = min(leastResident, bytes)
        guard bytes - leastResident >= Self.grownBytes else {
            isWaiting = false
            return
        }
        let done = OnLoop<Int64> { [weak self] in
            self?.leastUnused = $0
            self?.isWaiting = false
            self?.lookLater()
        }
        aside.run(at: .last) { [loop, leastUnused] in
            var unused = Self.unused
            if unused - leastUnused >= Self.grownBytes {
                gb_give_memory_back()
                unused = Self.unused
            } else {
                unused = min(unused, leastUnused)
            }
            let least = unused
            loop.post { done.run(least) }
        }
    }
}
