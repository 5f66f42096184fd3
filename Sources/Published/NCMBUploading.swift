#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages

/// A file that comes in while it is sent on: no more than one part of it is in memory. The signature of the call is over its head, so that
/// nothing of the body has to be there before the service is asked.
public struct NCMBUploading: Sendable {
    public enum Step {
        /// The service is to be asked what `request` and `parameters` say.
        case ask
        /// More of the body must come.
        case more
        case answer(NCMBAnswer)
    }

    public private(set) var request = RequestName.filesBegin
    public private(set) var parameters: JSON = [:]
    public let sessionToken: String?
    private let fileName: String
    private let access: NCMBAccess
    private var form: NCMBForm
    private var type: String?
    private var content: [UInt8] = []
    private var sent: Int64 = 0
    private var upload: JSON?
    private var isOver = false
    private var isFinishing = false
    private var refusal: NCMBRefusal?

    /// - Parameter head: a call without its body.
    /// - Returns: nil for a call that uploads nothing, or that `NCMBFront` refuses without reading its body.
    public init?(head: NCMBCall) {
        guard head.method == "POST", head.excess == nil, let target = NCMBTarget(head.path),
            case .file(let name)? = NCMBRoute(target.path),
            let boundary = NCMBMultipart.boundary(head.header("Content-Type") ?? "")
        else { return nil }
        do throws(NCMBRefusal) { access = try NCMBAccess(head) } catch { return nil }
        fileName = name
        sessionToken = head.header("X-NCMB-Apps-Session-Token")
        form = NCMBForm(boundary)
    }

    /// - Parameter isLast: nothing comes behind it.
    public mutating func take(_ piece: [UInt8], isLast: Bool) {
        for event in form.take(piece) {
            switch event {
            case .file(let type): self.type = type
            case .content(let bytes): if refusal == nil { content += bytes }
            }
        }
        isOver = isLast
        if refusal != nil { return }
        if form.isWrong || (isLast && !form.isWhole) { refusal = NCMBRefusal(.badRequest) }
        if refusal == nil, isLast, !form.hasFile { refusal = NCMBRefusal(.valueEmpty, NCMBErrorText.empty("file")) }
        if refusal == nil, form.isACLTooLong { refusal = NCMBRefusal(.jsonMalformed) }
        if refusal != nil { content = [] }
    }

    /// What is to be done now. A refusal waits for the end of the body: whoever sends it then reads the answer.
    public mutating func next() -> Step {
        if let refusal { return isOver ? .answer(answer(refusal, nil)) : .more }
        guard form.hasFile else { return .more }
        guard let upload else {
            var first: JSONObject = ["fileName": .string(fileName)]
            first.set("mimeType", type)
            return ask(.filesBegin, first)
        }
        if content.count >= FileDownload.partBytes || (isOver && !content.isEmpty) {
            let part = content.prefix(FileDownload.partBytes)
            let step = ask(.filesAppend, ["upload": upload, "from": .integer(sent), "part": .string(Base64.encode(Array(part)))])
            sent += Int64(part.count)
            content.removeFirst(part.count)
            return step
        }
        guard isOver else { return .more }
        var last: JSONObject = ["upload": upload]
        if !form.acl.isEmpty {
            do throws(NCMBRefusal) { last["acl"] = try NCMBCall.json(form.acl, .standard) } catch {
                refusal = error
                return .answer(answer(error, nil))
            }
        }
        isFinishing = true
        return ask(.filesFinish, last)
    }

    private mutating func ask(_ request: RequestName, _ own: JSONObject) -> Step {
        var parameters: JSONObject = ["access": access.json]
        for member in own.members { parameters[member.key] = member.value }
        self.request = request
        self.parameters = .object(parameters)
        return .ask
    }

    /// Goes on with the reply to what was asked.
    /// - Returns: the answer to the call, where this is its end and the body was read.
    public mutating func took(_ reply: Reply) -> NCMBAnswer? {
        guard reply.isSuccess else {
            let refused = NCMBRefusal(reply)
            lastRefused = reply
            refusal = refused
            content = []
            return isOver ? answer(refused, reply) : nil
        }
        if isFinishing {
            upload = nil
            let body = (reply.body["answer"] ?? .null).isNull ? [] : (reply.body["answer"] ?? .null).bytes()
            let key = reply.body["clientKey"]?.stringValue
            return NCMBFront.answer(201, body, signature: key.map { access.signature(of: body, isBinary: false, key: $0) })
        }
        if upload == nil {
            upload = reply.body["upload"]
            if upload == nil { refusal = NCMBRefusal(.systemError) }
        }
        return nil
    }

    private var lastRefused: Reply?

    /// What is asked while it is under way: whether it may go on (`carrier.session`); nil before it has begun.
    public var question: JSON? {
        upload == nil ? nil : ["access": access.json, "fileName": .string(fileName), "writes": true]
    }

    /// The answer when it may not.
    public func refused(_ reply: Reply) -> NCMBAnswer { answer(NCMBRefusal(reply), reply) }

    private func answer(_ refusal: NCMBRefusal, _ reply: Reply?) -> NCMBAnswer {
        let body = refusal.body
        let key = refusal.isSigned ? (reply ?? lastRefused)?.body["clientKey"]?.stringValue : nil
        return NCMBFront.answer(
            refusal.code.status, body, signature: key.map { access.signature(of: body, isBinary: false, key: $0) })
    }

    /// What takes back what was begun: of an upload that is cut nothing stays.
    public var abandoning: JSON? {
        guard let upload else { return nil }
        return ["access": access.json, "upload": upload, "abandons": true]
    }
}
#endif
