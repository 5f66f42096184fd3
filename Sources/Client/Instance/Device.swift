import Codecs
import Linux

/// Who this installation is, and the file that remembers it. A change is on disk when `update` returns.
final class Device: @unchecked Sendable {
    private let store: any DeviceStore
    private let writing = Lock()
    private let reading = Lock()
    private var current: DeviceIdentity
    /// What the file has. Guarded by `writing`.
    private var stored: DeviceIdentity

    var identity: DeviceIdentity { reading.locked { current } }

    private init(store: any DeviceStore, identity: DeviceIdentity) {
        self.store = store
        current = identity
        stored = identity
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

    /// Readers see the change only when it is durable. Waits for the disk: never call it on the host's thread, nor on the client's own.
    /// - Parameter change: runs twice when something was marked meanwhile.
    func update(_ change: (inout DeviceIdentity) -> Void) throws(DeviceError) {
        try writing.locked { () throws(DeviceError) in
            let before = identity
            var next = before
            change(&next)
            if next == stored { return }
            try save(next)
            reading.locked {
                if current == before { current = next } else { change(&current) }
            }
        }
    }

    /// Readers see the change at once, and the file has it with the next `update` or `save`. Waits for nothing.
    func mark(_ change: (inout DeviceIdentity) -> Void) { reading.locked { change(&current) } }

    /// Writes what was marked. Waits for the disk, as `update` does.
    func save() throws(DeviceError) {
        try writing.locked { () throws(DeviceError) in
            let next = identity
            if next != stored { try save(next) }
        }
    }

    /// With `writing` held.
    private func save(_ next: DeviceIdentity) throws(DeviceError) {
        try next.save(store)
        stored = next
    }
}
