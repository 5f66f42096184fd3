import Codecs
import Documents
import Linux

/// The file of the changes that wait. There are few, most of the time none.
final class EventualFile: Sendable {
    static let fileName = "changes.json"
    /// Changes of one user that wait at a time, when no other user's do.
    static let changesMax = 1_024
    /// Bytes of them together.
    static let bytesMax = 4 << 20
    /// All users together have so many times as much. No user takes more than half of what the others leave, so that changes of users who
    /// never log in again do not keep the next user's out.
    static let allUsersFactor = 2
    /// Around the changes themselves.
    private static let frameBytes = 256 << 10

    struct Content {
        var changes: [EventualChange] = []
        /// Of objects that were created, by the name that changes have for them.
        var ids: [String: String] = [:]
    }

    private let file: CheckedFile

    /// - Parameter directory: nil keeps them in memory.
    init(directory: String?) {
        file = CheckedFile(directory: directory, name: Self.fileName, bytesMax: Self.bytesMax * Self.allUsersFactor + Self.frameBytes)
    }

    /// What is damaged is set aside, and the error says where. nil when there is no file yet.
    func load(epochSeconds: Int64) throws(DeviceError) -> CheckedFile.Loaded<Content>? {
        try file.load(epochSeconds: epochSeconds, loss: "The changes in it were not sent", Self.content)
    }

    /// Durable on return.
    func save(_ content: Content) throws(DeviceError) {
        var ids = JSONObject()
        for (name, id) in content.ids { ids[name] = .string(id) }
        try file.save(["changes": .array(content.changes.map { .object($0.json) }), "ids": .object(ids)])
    }

    private static func content(_ json: JSON, _ leftOut: inout Int) -> Content? {
        guard let changes = json["changes"]?.arrayValue, let ids = json["ids"]?.objectValue else { return nil }
        var content = Content()
        for row in changes {
            guard let change = EventualChange(row) else {
                leftOut += 1
                continue
            }
            content.changes.append(change)
        }
        for (name, id) in ids.members { content.ids[name] = id.stringValue }
        return content
    }
}
