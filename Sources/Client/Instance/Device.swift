import Linux
import Wire

/// Who this installation is, and the file that remembers it. A change is on disk when `update` returns.
final class Device: @unchecked Sendable {
    private let store: any DeviceStore
    private let writing = Lock()
    private let reading = Lock()
    private var current: DeviceIdentity

    var identity: DeviceIdentity { reading.locked { current } }

    private init(store: any DeviceStore, identity: DeviceIdentity) {
        self.store = store
        current = identity
    }

    static let fileName = "device.json"

    static func file(_ directory: String) -> String { directory + "/" + fileName }

    static func exists(_ directory: String) -> Bool { Files.exists(file(directory)) }

    /// Reads the identity, or makes one and writes it before anything can be told about it.
    /// - Parameter directory: nil keeps it in memory.
    static func open(directory: String?, platform: Platform) throws(DeviceError) -> Device {
        let store: any DeviceStore
        if let directory { store = FileDeviceStore(path: file(directory)) } else { store = MemoryDeviceStore() }
        let identity = try DeviceIdentity.loadOrCreate(store, random: platform.random, clock: platform.clock)
        return Device(store: store, identity: identity)
    }

    /// Readers see the change only when it is durable. Waits for the disk: never call it on the host's thread.
    func update(_ change: (inout DeviceIdentity) -> Void) throws(DeviceError) {
        try writing.locked { () throws(DeviceError) in
            var next = identity
            change(&next)
            if next == identity { return }
            try next.save(store)
            reading.locked { current = next }
        }
    }
}
