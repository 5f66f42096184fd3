import Codecs
import Documents
import Linux
import Messages

/// What a file has besides its fields: its bytes, where they are, and what is under way with them. Safe to call from any thread.
final class FileState: @unchecked Sendable {
    enum Content {
        /// Only the service has them.
        case none
        case bytes(DataBytes)
        /// In a file of the device, which is read when they are needed.
        case path(String)
    }

    private let lock = Lock()
    private var source = Content.none
    private var isSaved = true
    private var type: String?
    private var open = OpenCalls()

    var content: Content { lock.locked { source } }
    var isUnsaved: Bool { lock.locked { !isSaved } }
    var contentType: String? { lock.locked { type } }

    func set(_ content: Content) {
        lock.locked {
            source = content
            if case .none = content { isSaved = true } else { isSaved = false }
        }
    }

    func set(type: String?) { lock.locked { self.type = type } }
    func saved() { lock.locked { isSaved = true } }

    func received(_ bytes: DataBytes) {
        lock.locked {
            if case .none = source { source = .bytes(bytes) }
        }
    }

    func began(_ client: Client, _ call: CallIdentifier) { lock.locked { open.began(client, call) } }
    var cancelCount: UInt64 { lock.locked { open.cancelCount } }
    func cancel() { lock.locked { open.take() }.end(with: Self.cancelled) }
    static var cancelled: GamebaseError { OpenCalls.cancelled("NCMBFile_cancel") }
}

/// Files as objects.
extension DataObject {
    static let fileName = "fileName"
    static let mimeType = "mimeType"
    static let fileSize = "fileSize"

    @export(interface) public var fileName: String? { value(Self.fileName)?.stringValue }

    var file: FileState {
        lock.locked {
            if let known = state.file { return known }
            let made = FileState()
            state.file = made
            return made
        }
    }

    @export(interface) public var contentType: String? { file.contentType ?? value(Self.mimeType)?.stringValue }
    @export(interface) public func setContentType(_ type: String?) { file.set(type: type) }
    @export(interface) public func cancelTransfers() { file.cancel() }

    /// Whether its bytes are on this device.
    @export(interface) public var isDataAvailable: Bool { if case .none = file.content { false } else { true } }

    /// Whether a save would send something.
    @export(interface) public var isFileDirty: Bool { file.isUnsaved || unsavedAccess != nil }

    /// The path at which the REST interface has it.
    @export(interface) public var fileAddress: String? { fileName.map { "/2013-09-01/files/" + PercentEncoding.encode($0) } }

    /// A list that the service does not have yet, and its version.
    var unsavedAccess: (list: AccessList, version: UInt64)? {
        lock.locked {
            guard let access = state.access, state.accessSaved != access.version else { return nil }
            return (access.current, access.version)
        }
    }

    /// What the service told of it.
    func note(_ facts: JSONObject, accessVersion: UInt64? = nil) {
        lock.locked {
            if let accessVersion { state.accessSaved = accessVersion }
            if let date = facts[FieldNames.createDate].flatMap({ DocumentDate.milliseconds($0) }) { state.createDate = date }
            if let date = facts[FieldNames.updateDate].flatMap({ DocumentDate.milliseconds($0) }) { state.updateDate = date }
            for name in [Self.fileName, Self.mimeType, Self.fileSize] {
                if let fact = facts[name] { state.known[name] = fact }
            }
            showAgain()
        }
    }
}

extension ClientDatastore {
    /// - Parameter name: nil: a random one.
    private func newFile(_ name: String?, _ content: FileState.Content) -> DataObject {
        let file = newObject(className: ClientDatastore.fileClass)
        file.note([DataObject.fileName: .string(name ?? Hex.encode(platform.random.bytes(16)))])
        file.file.set(content)
        return file
    }

    /// - Parameter bytes: nil: the service's, if it has a file of the name.
    @export(interface) public func newFile(_ name: String?, bytes: [UInt8]?) -> DataObject {
        newFile(name, bytes.map { .bytes(DataBytes($0)) } ?? .none)
    }

    @export(interface) public func newFile(_ name: String, path: String) -> DataObject { newFile(name, .path(path)) }
}

/// Bytes that stay where they are.
public final class DataBytes: @unchecked Sendable {
    public let start: UnsafeMutableRawPointer
    public let count: Int

    @export(interface) public init(_ bytes: [UInt8]) {
        let room = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
        bytes.withUnsafeBytes { if let from = $0.baseAddress { room.copyMemory(from: from, byteCount: $0.count) } }
        start = room
        count = bytes.count
    }

    deinit { start.deallocate() }

    func part(at offset: Int, count: Int) -> [UInt8] { [UInt8](UnsafeRawBufferPointer(start: start + offset, count: count)) }
}
