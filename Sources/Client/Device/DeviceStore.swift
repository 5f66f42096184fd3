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
