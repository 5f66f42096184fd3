import Linux

/// The handles of this process. A forked child gets a table of its own, in which the parent's handles name nothing.
public enum ProcessHandles {
    /// Without reference counts on the way, because every getter of the C surface comes through here.
    private struct Shared {
        let table: Unmanaged<HandleTable>
        let directory: HandleTable.Directory
        let epoch: UInt64
    }

    nonisolated(unsafe) private static var shared: Shared = make()

    private static func make() -> Shared {
        let random = SystemRandom().bytes(3)
        var generation: UInt64 = 0
        for byte in random { generation = generation << 8 | UInt64(byte) }
        let epoch = ProcessEpoch.current
        let table = HandleTable(firstGeneration: generation, epoch: epoch)
        return Shared(table: Unmanaged.passRetained(table), directory: table.directory, epoch: epoch)
    }

    @inline(__always)
    private static var current: Shared {
        let shared = shared
        return shared.epoch == ProcessEpoch.current ? shared : startAfresh()
    }

    @inline(never)
    private static func startAfresh() -> Shared {
        // The parent's table stays where it is: its slots may be locked by threads that do not exist here.
        let fresh = make()
        shared = fresh
        return fresh
    }

    public static var table: HandleTable { current.table.takeUnretainedValue() }

    /// `HandleTable.with`, on the table of this process.
    @inline(__always)
    public static func with<Object: BoundaryObject, Result>(
        _ handle: Handle, class handleClass: UInt8, as type: Object.Type, _ body: (Object) -> Result
    ) -> Result? {
        let current = current
        return HandleTable.with(handle, class: handleClass, as: type, in: current.directory, epoch: current.epoch, body)
    }
}
