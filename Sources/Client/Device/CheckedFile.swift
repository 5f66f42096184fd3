import Codecs
import Linux

/// A small file of the client's own: JSON that is written whole, in one step, with a checksum in front.
final class CheckedFile: @unchecked Sendable {
    private static let version: Int64 = 1
    private static let checksumDigits = 8
    /// Lists and objects inside each other. What games write is 32 deep at most (`FieldCheck.depthMax`), with what is around it.
    static let depthMax = 64

    let name: String
    private let store: any DeviceStore
    private let bytesMax: Int

    /// - Parameter directory: nil keeps it in memory.
    init(directory: String?, name: String, bytesMax: Int) {
        self.name = name
        self.bytesMax = bytesMax
        store = directory.map { FileDeviceStore(path: $0 + "/" + name, bytesMax: bytesMax) } ?? MemoryDeviceStore()
    }

    struct Loaded<Content> {
        let content: Content
        /// What to log: some entries could not be read, and where a copy of them is.
        let warning: String?
    }

    /// - Parameter read: nil for JSON that is not the file's; counts the entries that it left out. They cost the others nothing: a copy of
    ///   the file is kept, and it goes on without them.
    /// - Returns: nil when nothing was saved yet.
    /// - Throws: What is damaged is set aside, and the error says where; `loss` says what that means.
    func load<Content>(
        epochSeconds: Int64, loss: StaticString, _ read: (JSON, inout Int) -> Content?
    ) throws(DeviceError) -> Loaded<Content>? {
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes = try store.load()
        } catch {
            // Left in its place it would keep all that is saved later from the disk.
            throw error.isTooLarge ? setAside(epochSeconds, loss, "is longer than \(bytesMax) bytes") : .file(error)
        }
        guard let bytes, !bytes.isEmpty else { return nil }
        let json = checked(bytes)
        if let version = json?["version"]?.int64Value, version > Self.version {
            throw .newer("\(name) was written by a newer version of this library (format \(version)); use that version")
        }
        var leftOut = 0
        if let json, let content = read(json, &leftOut) {
            guard leftOut > 0 else { return Loaded(content: content, warning: nil) }
            let copy: String
            do throws(FileError) {
                copy = try store.copyAside(bytes, epochSeconds: epochSeconds)
            } catch {
                throw .file(error)
            }
            return Loaded(content: content, warning: "\(name): \(leftOut) entries cannot be read; they are kept as \(copy). \(loss)")
        }
        throw setAside(epochSeconds, loss, "is damaged")
    }

    private func setAside(_ epochSeconds: Int64, _ loss: StaticString, _ what: String) -> DeviceError {
        do throws(FileError) {
            return .damaged("\(name) \(what); it was kept as \(try store.setAside(epochSeconds: epochSeconds)). \(loss)")
        } catch {
            return .file(error)
        }
    }

    /// Durable on return.
    /// - Throws: `refused` for what `load` would not read; what was saved before is still there.
    func save(_ content: JSONObject) throws(DeviceError) {
        var content = content
        content["version"] = .integer(Self.version)
        let text = JSON.object(content).text()
        var bytes = Array(Self.checksum(Array(text.utf8)[...]).utf8)
        bytes.append(contentsOf: text.utf8)
        guard bytes.count <= bytesMax else { throw .refused("\(name) would be longer than \(bytesMax) bytes") }
        guard JSONNesting.isAtMost(Self.depthMax, bytes[Self.checksumDigits...]) else {
            throw .refused("\(name) would be nested deeper than \(Self.depthMax)")
        }
        do throws(FileError) {
            try store.save(bytes)
        } catch {
            throw .file(error)
        }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
        let sum = bytes.withUnsafeBytes { CRC32C.shared.checksum($0) }
        return Hex.encode([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) })
    }

    private func checked(_ bytes: [UInt8]) -> JSON? {
        guard bytes.count > Self.checksumDigits else { return nil }
        let rest = bytes[Self.checksumDigits...]
        guard Self.checksum(rest).utf8.elementsEqual(bytes[..<Self.checksumDigits]) else { return nil }
        return try? JSON.parse(bytes: Array(rest), limits: limits)
    }

    /// A value takes a byte at least, so that their number has no limit of its own.
    private var limits: JSONLimits {
        JSONLimits(depthMax: Self.depthMax, bytesMax: bytesMax, membersMax: bytesMax)
    }
}
