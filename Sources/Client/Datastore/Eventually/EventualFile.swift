import Documents
import Linux
import Wire

/// The file of the changes that wait: written whole, in one step, with a checksum in front. There are few, most of the time none.
final class EventualFile: @unchecked Sendable {
    static let fileName = "changes.json"
    /// Changes that wait at a time.
    static let changesMax = 1_024
    /// Bytes of them together.
    static let bytesMax = 4 << 20
    /// Around the changes themselves.
    private static let frameBytes = 256 << 10
    private static let version: Int64 = 1
    private static let checksumDigits = 8

    struct Content {
        var changes: [EventualChange] = []
        /// Of objects that were created, by the name that changes have for them.
        var ids: [String: String] = [:]
    }

    private let store: any DeviceStore

    /// - Parameter directory: nil keeps them in memory.
    init(directory: String?) {
        if let directory {
            store = FileDeviceStore(path: directory + "/" + Self.fileName, bytesMax: Self.bytesMax + Self.frameBytes)
        } else {
            store = MemoryDeviceStore()
        }
    }

    /// What is damaged is set aside, and the error says where.
    func load(epochSeconds: Int64) throws(DeviceError) -> Content {
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes = try store.load()
        } catch {
            throw .file(error)
        }
        guard let bytes, !bytes.isEmpty else { return Content() }
        let json = Self.checked(bytes)
        if let version = json?["version"]?.int64Value, version > Self.version {
            throw .newer("\(Self.fileName) was written by a newer version of this library (format \(version)); use that version")
        }
        if let json, let content = Self.content(json) { return content }
        let place: String
        do throws(FileError) {
            place = try store.setAside(epochSeconds: epochSeconds)
        } catch {
            throw .file(error)
        }
        throw .damaged("\(Self.fileName) is damaged; it was kept as \(place). The changes in it were not sent")
    }

    /// Durable on return.
    func save(_ content: Content) throws(DeviceError) {
        var ids = JSONObject()
        for (name, id) in content.ids { ids[name] = .string(id) }
        let text = JSON.object([
            "version": .integer(Self.version), "changes": .array(content.changes.map { .object($0.json) }), "ids": .object(ids),
        ]).text()
        var bytes = Array(Self.checksum(Array(text.utf8)[...]).utf8)
        bytes.append(contentsOf: text.utf8)
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

    private static func checked(_ bytes: [UInt8]) -> JSON? {
        guard bytes.count > checksumDigits else { return nil }
        let rest = bytes[checksumDigits...]
        guard checksum(rest).utf8.elementsEqual(bytes[..<checksumDigits]) else { return nil }
        return try? JSON.parse(bytes: Array(rest), limits: JSONLimits(depthMax: 64, bytesMax: bytesMax + frameBytes, membersMax: 1 << 20))
    }

    private static func content(_ json: JSON) -> Content? {
        guard let changes = json["changes"]?.arrayValue, let ids = json["ids"]?.objectValue else { return nil }
        var content = Content()
        for row in changes {
            guard let change = EventualChange(row) else { return nil }
            content.changes.append(change)
        }
        for (name, id) in ids.members { content.ids[name] = id.stringValue }
        return content
    }
}
