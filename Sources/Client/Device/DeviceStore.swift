// The Device room: what this installation is called and how its guest proves who he is. One small file that must neither be lost nor
// half-written; what the service makes of it is the session's business.
import Linux

/// Where the device identity is kept. Tests and simulators bring their own.
public protocol DeviceStore: AnyObject {
    /// nil when nothing was saved yet.
    func load() throws(FileError) -> [UInt8]?
    /// Replaces what was saved. Durable on return.
    func save(_ bytes: [UInt8]) throws(FileError)
    /// Keeps these bytes beside what was saved. Durable on return.
    /// - Returns: where they are.
    func copyAside(_ bytes: [UInt8], epochSeconds: Int64) throws(FileError) -> String
    /// Moves what was saved out of the way, unchanged, so that `load` gives nil.
    /// - Returns: where it is now.
    func setAside(epochSeconds: Int64) throws(FileError) -> String
}

/// Keeps the identity for as long as the object lives.
public final class MemoryDeviceStore: DeviceStore {
    private var bytes: [UInt8]?

    public init(_ bytes: [UInt8]? = nil) { self.bytes = bytes }

    public func load() throws(FileError) -> [UInt8]? { bytes }
    public func save(_ bytes: [UInt8]) throws(FileError) { self.bytes = bytes }

    public func copyAside(_ bytes: [UInt8], epochSeconds: Int64) throws(FileError) -> String { "memory" }

    public func setAside(epochSeconds: Int64) throws(FileError) -> String {
        bytes = nil
        return "memory"
    }
}

/// Keeps what it is given in a file that only its owner may read: the identity, normally in `<storage>/device.json`, and whatever else is
/// small and replaced whole.
public final class FileDeviceStore: DeviceStore {
    /// An identity is far below 1 KiB; tokens of identity providers may be long.
    public static let bytesMax = 64 << 10
    /// How many damaged files of one second get names of their own.
    private static let asideNamesMax = 16

    public let path: String
    private let bytesMax: Int

    public init(path: String, bytesMax: Int = FileDeviceStore.bytesMax) {
        self.path = path
        self.bytesMax = bytesMax
    }

    public func load() throws(FileError) -> [UInt8]? {
        Files.removeDrafts(path)
        let bytes = try Files.read(path, bytesMax: bytesMax)
        // An earlier process may have ended, or failed, before the file's name was durable. The file is used from now on, so its name is
        // flushed; without a file, the name of the folder.
        if bytes != nil { try Folders.flush(Paths.parent(path)) } else { try Folders.flushName(Paths.parent(path)) }
        return bytes
    }

    public func save(_ bytes: [UInt8]) throws(FileError) {
        try Files.replaceDurably(path, bytes)
    }

    public func copyAside(_ bytes: [UInt8], epochSeconds: Int64) throws(FileError) -> String {
        let aside = asideName(epochSeconds)
        try Files.replaceDurably(aside, bytes)
        return aside
    }

    public func setAside(epochSeconds: Int64) throws(FileError) -> String {
        let aside = asideName(epochSeconds)
        try Files.move(path, to: aside)
        return aside
    }

    private func asideName(_ epochSeconds: Int64) -> String {
        let name = path + ".damaged-" + String(epochSeconds)
        var aside = name
        for number in 1..<Self.asideNamesMax where Files.exists(aside) { aside = name + "-" + String(number) }
        return aside
    }
}
