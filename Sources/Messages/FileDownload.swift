import Codecs
import Linux

/// A file on its way out of the service, which gives it in parts: what the next request says, and when it is whole.
public struct FileDownload: Sendable {
    /// As the service takes and gives them.
    public static let partBytes = 256 << 10
    public static let bytesMax: Int64 = 16 << 20
    /// A file that is replaced while it is read is read anew, so often.
    static let restartsMax = 3

    public enum Step {
        case ask(JSONObject)
        case whole(mimeType: String)
        /// Why it cannot be read.
        case refused(NCMBCode)
    }

    public let fileName: String
    public private(set) var bytes: [UInt8] = []
    public private(set) var size: Int64 = 0
    private var content: String?
    private var restarts = 0

    @export(interface) public init(_ fileName: String) { self.fileName = fileName }

    /// What the first request says.
    @export(interface) public var first: JSONObject { ["fileName": .string(fileName)] }

    /// After an answer.
    @export(interface) public mutating func next(_ body: JSON) -> Step {
        guard let part = body["part"]?.stringValue.flatMap({ Base64.decode($0) }), let content = body["content"]?.stringValue,
            let size = body["fileSize"]?.int64Value, size <= Self.bytesMax, let type = body["mimeType"]?.stringValue
        else { return .refused(.systemError) }
        self.size = size
        if let known = self.content, known != content {
            restarts += 1
            bytes = []
            if restarts > Self.restartsMax { return .refused(.unavailable) }
        }
        self.content = content
        guard body["from"]?.int64Value == Int64(bytes.count) else { return .refused(.systemError) }
        bytes += part
        if Int64(bytes.count) == size { return .whole(mimeType: type) }
        guard !part.isEmpty, bytes.count < size else { return .refused(.systemError) }
        return .ask(["fileName": .string(fileName), "from": .integer(Int64(bytes.count)), "content": .string(content)])
    }
}
