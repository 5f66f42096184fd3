import Codecs
import Linux
import Messages

/// A call that moves a file: the service takes and gives it in parts, so that no request is long.
enum NCMBTransfer: Sendable {
    case upload(NCMBUpload)
    case download(FileDownload)

    enum Step {
        case ask(RequestName, JSONObject)
        /// What the last reply says.
        case answer
        case bytes([UInt8], type: String)
        case refusal(NCMBRefusal)
    }

    /// - Returns: nil for a call that one request is enough for.
    init?(_ request: RequestName, _ call: NCMBCall, _ fileName: String) throws(NCMBRefusal) {
        switch request {
        case .filesBegin: self = .upload(try NCMBUpload(call, fileName))
        case .filesRead: self = .download(FileDownload(fileName))
        default: return nil
        }
    }

    /// What the first request says.
    var first: JSONObject {
        switch self {
        case .upload(let upload): upload.first
        case .download(let download): download.first
        }
    }

    /// After a reply that is a success.
    mutating func next(_ reply: Reply) -> Step {
        switch self {
        case .upload(var upload):
            let step = upload.next(reply)
            self = .upload(upload)
            return step
        case .download(var download):
            let step = download.next(reply.body)
            self = .download(download)
            switch step {
            case .ask(let parameters): return .ask(.filesRead, parameters)
            case .whole(let type): return .bytes(download.bytes, type: type)
            case .refused(let code): return .refusal(NCMBRefusal(code))
            }
        }
    }
}

/// {begin} {append}… {finish}
struct NCMBUpload: Sendable {
    let first: JSONObject
    private let body: [UInt8]
    private let content: Range<Int>
    private var sent = 0
    private var upload: JSON?
    private var isFinishing = false

    init(_ call: NCMBCall, _ fileName: String) throws(NCMBRefusal) {
        guard let boundary = NCMBMultipart.boundary(call.header("Content-Type") ?? "") else { throw NCMBRefusal(.mediaTypeUnsupported) }
        guard let parts = NCMBMultipart.parts(call.body, boundary) else { throw NCMBRefusal(.badRequest) }
        guard let file = parts.first(where: { $0.name == "file" }) else { throw NCMBRefusal(.valueEmpty, NCMBErrorText.empty("file")) }
        var first: JSONObject = ["fileName": .string(fileName), "fileSize": .integer(Int64(file.content.count))]
        first.set("mimeType", file.type)
        first["acl"] = try NCMBMultipart.accessList(parts, of: call.body)
        self.first = first
        body = call.body
        content = file.content
    }

    mutating func next(_ reply: Reply) -> NCMBTransfer.Step {
        if isFinishing { return .answer }
        guard let upload = upload ?? reply.body["upload"] else { return .refusal(NCMBRefusal(.systemError)) }
        self.upload = upload
        guard sent < content.count else {
            isFinishing = true
            return .ask(.filesFinish, ["upload": upload])
        }
        let begin = content.lowerBound + sent
        let part = body[begin..<Swift.min(begin + FileDownload.partBytes, content.upperBound)]
        let from = Int64(sent)
        sent += part.count
        return .ask(.filesAppend, ["upload": upload, "from": .integer(from), "part": .string(Base64.encode(Array(part)))])
    }
}

/// Files have names for clients, and no objectId.
enum NCMBFileList {
    static func answer(_ answer: JSON?) -> JSON? {
        guard var object = answer?.objectValue, let rows = object["results"]?.arrayValue else { return answer }
        object["results"] = .array(
            rows.map { row in
                guard var row = row.objectValue else { return row }
                row["objectId"] = nil
                return .object(row)
            })
        return .object(object)
    }
}
