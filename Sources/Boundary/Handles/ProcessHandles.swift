import Linux
import Synchronization

/// The handles of this process. A forked child gets a table of its own, in which the parent's handles name nothing.
public enum ProcessHandles {
    /// Plain memory behind one atomic address: every getter of the C surface comes through here, and none may pay for a
    /// reference count or a check whether a global was made.
    private struct Shared {
        let table: Unmanaged<HandleTable>
        let directory: HandleTable.Directory
        let epoch: UInt64
    }

    private static let address = Atomic<UInt>(0)

    @inline(__always)
    private static var current: UnsafePointer<Shared> {
        if let shared = UnsafePointer<Shared>(bitPattern: address.load(ordering: .acquiring)),
            shared.pointee.epoch == ProcessEpoch.current
        {
            return shared
        }
        return make()
    }

    @inline(never)
    private static func make() -> UnsafePointer<Shared> {
        let known = address.load(ordering: .acquiring)
        let epoch = ProcessEpoch.current
        if let shared = UnsafePointer<Shared>(bitPattern: known), shared.pointee.epoch == epoch { return shared }
        var generation: UInt64 = 0
        for byte in SystemRandom().bytes(4) { generation = generation << 8 | UInt64(byte) }
        let table = HandleTable(firstGeneration: generation, epoch: epoch)
        let fresh = UnsafeMutablePointer<Shared>.allocate(capacity: 1)
        fresh.initialize(to: Shared(table: Unmanaged.passRetained(table), directory: table.directory, epoch: epoch))
        let (exchanged, found) = address.compareExchange(
            expected: known, desired: UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
        // What a parent left stays where it is: its slots may be locked by threads that do not exist here.
        guard !exchanged, let winner = UnsafePointer<Shared>(bitPattern: found) else { return UnsafePointer(fresh) }
        fresh.pointee.table.release()
        fresh.deallocate()
        return winner
    }

    public static var table: HandleTable { current.pointee.table.takeUnretainedValue() }

    /// `HandleTable.with`, on the table of this process.
    @inline(__always)
    public static func with<Object: BoundaryObject, Result>(
        _ handle: Handle, class handleClass: UInt8, as type: Object.Type, _ body: (Object) -> Result
    ) -> Result? {
        let current = current
        return HandleTable.with(
            handle, class: handleClass, as: type, in: current.pointee.directory, epoch: current.pointee.epoch, body)
    }
}
