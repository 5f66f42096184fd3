import Codecs
import Linux
import Messages

/// What a call of the NIFCLOUD mobile backend's REST interface (version 2013-09-01) becomes: a request of the service, for files several,
/// one after the other; and how the reply reads for the caller. Or an answer at once, when there is nothing to ask.
public struct NCMBFront: Sendable {
    /// What the service is asked now; nil when the call is answered at once.
    public private(set) var request: RequestName?
    public private(set) var parameters: JSON
    /// `X-NCMB-Apps-Session-Token`: who is logged in, says the caller.
    public let sessionToken: String?
    private let access: NCMBAccess?
    private let refusal: NCMBRefusal?
    /// Of calls that take several requests.
    private var transfer: NCMBTransfer?
    private let isFileList: Bool

    private struct Asked {
        let request: RequestName
        let parameters: JSONObject
        let access: NCMBAccess
        let transfer: NCMBTransfer?
        let isFileList: Bool
    }

    @export(interface) public init(_ call: NCMBCall) {
        do throws(NCMBRefusal) {
            let asked = try Self.read(call)
            access = asked.access
            refusal = nil
            transfer = asked.transfer
            isFileList = asked.isFileList
            sessionToken = call.header("X-NCMB-Apps-Session-Token")
            (request, parameters) = (nil, [:])
            ask(asked.request, asked.parameters)
        } catch {
            (request, parameters) = (nil, [:])
            (sessionToken, access, transfer, isFileList) = (nil, nil, nil, false)
            refusal = error
        }
    }

    private mutating func ask(_ request: RequestName, _ own: JSONObject) {
        var parameters: JSONObject = ["access": access?.json ?? [:]]
        for member in own.members { parameters[member.key] = member.value }
        self.request = request
        self.parameters = .object(parameters)
    }

    /// The answer when there is nothing to ask. It has no signature: only the service knows the keys.
    @export(interface) public var answerAtOnce: NCMBAnswer? {
        refusal.map { Self.answer($0.code.status, $0.body, signature: nil) }
    }

    /// Goes on with the reply to `request`.
    /// - Returns: the answer to the call; nil when the service is to be asked once more, what `request` and `parameters` say now.
    @export(interface) public mutating func next(_ reply: Reply) -> NCMBAnswer? {
        guard reply.isSuccess, var transfer else { return answer(reply) }
        let step = transfer.next(reply)
        self.transfer = transfer
        switch step {
        case .ask(let request, let parameters):
            ask(request, parameters)
            return nil
        case .answer: return answer(reply)
        case .bytes(let bytes, let type): return answer(bytes, type, reply)
        case .refusal(let refusal): return answer(refusal, reply)
        }
    }

    /// The answer to a call of which this is the last reply; of most calls it is the only one.
    @export(interface) public func answer(_ reply: Reply) -> NCMBAnswer {
        if let answerAtOnce { return answerAtOnce }
        if reply.isSuccess {
            let body = Self.printed(isFileList ? NCMBFileList.answer(reply.body["answer"]) : withNulls(reply.body["answer"]))
            return Self.answer(status(reply), body, signature: signature(body, reply))
        }
        return answer(NCMBRefusal(reply), reply)
    }

    private func withNulls(_ answer: JSON?) -> JSON? {
        guard request == .objectsGet || request == .objectsFind, let className = parameters["className"]?.stringValue else { return answer }
        return NCMBNulls.added(to: answer, of: className)
    }

    private func answer(_ refusal: NCMBRefusal, _ reply: Reply) -> NCMBAnswer {
        let body = refusal.body
        return Self.answer(refusal.code.status, body, signature: refusal.isSigned ? signature(body, reply) : nil)
    }

    /// With no type but the stored one, as the original does; what a browser would make of a page among the files is for the carrier.
    private func answer(_ bytes: [UInt8], _ type: String, _ reply: Reply) -> NCMBAnswer {
        Self.answer(200, bytes, type: type, signature: signature(bytes, isBinary: true, reply))
    }

    private static func read(_ call: NCMBCall) throws(NCMBRefusal) -> Asked {
        let target = NCMBTarget(call.path)
        let route = target.flatMap { NCMBRoute($0.path) }
        var isFileList = false
        var name: String?
        switch route {
        case .files?: isFileList = true
        case .file(let text)?: name = text
        default: break
        }
        if let excess = call.excess { throw NCMBRefusal(excess == .objectTooLarge && name != nil ? .fileTooLarge : excess) }
        if let script = NCMBTarget.script(call.path) { throw NCMBRefusal(.rowMissing, script + " not found") }
        guard let target, let route else { throw NCMBRefusal(.serviceMissing) }
        guard let request = route.request(call.method) else { throw NCMBRefusal(.methodNotAllowed) }
        let access = try NCMBAccess(call)
        if let name, let transfer = try NCMBTransfer(request, call, name) {
            let asked = transfer.first
            return Asked(request: request, parameters: asked, access: access, transfer: transfer, isFileList: false)
        }
        // Of a file's rights one of the clients sends the form of an upload.
        let isForm = request == .filesUpdate && NCMBMultipart.boundary(call.header("Content-Type") ?? "") != nil
        guard isForm || call.isOfMediaType else { throw NCMBRefusal(.mediaTypeUnsupported) }
        if target.path[0] == "classes", NCMBRoute.isReserved(target.path[1]) { throw NCMBRefusal(.operationProhibited) }
        return Asked(
            request: request, parameters: try NCMBParameters.of(call, route, target), access: access, transfer: nil, isFileList: isFileList)
    }

    private static func printed(_ answer: JSON?) -> [UInt8] {
        guard let answer, !answer.isNull else { return [] }
        return answer.bytes()
    }

    /// Never 202 or 204: older clients take those for errors.
    private func status(_ reply: Reply) -> Int32 {
        switch request {
        case .objectsCreate: reply.body["existed"]?.boolValue == true ? 200 : 201
        case .usersRequestPasswordReset, .usersRequestMailEntry, .filesFinish: 201
        default: 200
        }
    }

    private func signature(_ body: [UInt8], isBinary: Bool = false, _ reply: Reply) -> String? {
        guard let access, let key = reply.body["clientKey"]?.stringValue else { return nil }
        return access.signature(of: body, isBinary: isBinary, key: key)
    }

    static func answer(
        _ status: Int32, _ body: [UInt8], type: String = "application/json;charset=UTF-8", signature: String?
    ) -> NCMBAnswer {
        var headers = [(name: "Content-Type", value: type)]
        if let signature { headers.append((name: "X-NCMB-Response-Signature", value: signature)) }
        // Some old clients cannot read a 401 that names no way to log in.
        if status == 401 { headers.append((name: "WWW-Authenticate", value: "NCMB realm=\"NCMB\"")) }
        return NCMBAnswer(status: status, headers: headers, body: body)
    }
}

/// What is sent back for a call, over whatever carries it. The length of the body is for the carrier to say.
public struct NCMBAnswer: Sendable {
    public let status: Int32
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]
}
