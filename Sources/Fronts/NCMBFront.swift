import Linux
import Messages
import Wire

/// What a call of the NIFCLOUD mobile backend's REST interface (version 2013-09-01) becomes: one request of the service and how its reply
/// reads for the caller; or an answer at once, when there is nothing to ask.
public struct NCMBFront: Sendable {
    /// nil when the call is answered at once.
    public let request: RequestName?
    public let parameters: JSON
    /// `X-NCMB-Apps-Session-Token`: who is logged in, says the caller.
    public let sessionToken: String?
    private let access: NCMBAccess?
    private let refusal: NCMBRefusal?

    @export(interface) public init(_ call: NCMBCall) {
        do throws(NCMBRefusal) {
            let asked = try Self.read(call)
            request = asked.request
            var parameters: JSONObject = ["access": asked.access.json]
            for member in asked.parameters.members { parameters[member.key] = member.value }
            self.parameters = .object(parameters)
            sessionToken = call.header("X-NCMB-Apps-Session-Token")
            access = asked.access
            refusal = nil
        } catch {
            request = nil
            parameters = [:]
            sessionToken = nil
            access = nil
            refusal = error
        }
    }

    /// The answer when there is nothing to ask. It has no signature: only the service knows the keys.
    @export(interface) public var answerAtOnce: NCMBAnswer? {
        refusal.map { Self.answer($0.code.status, $0.body, signature: nil) }
    }

    @export(interface) public func answer(_ reply: Reply) -> NCMBAnswer {
        if let answerAtOnce { return answerAtOnce }
        if reply.isSuccess {
            let body = Self.printed(reply.body["answer"])
            return Self.answer(status(reply), body, signature: signature(body, reply))
        }
        let refusal = NCMBRefusal(reply)
        let body = refusal.body
        return Self.answer(refusal.code.status, body, signature: refusal.isSigned ? signature(body, reply) : nil)
    }

    private static func read(
        _ call: NCMBCall
    ) throws(NCMBRefusal) -> (request: RequestName, parameters: JSONObject, access: NCMBAccess) {
        if let excess = call.excess { throw NCMBRefusal(excess) }
        guard let target = NCMBTarget(call.path), let route = NCMBRoute(target.path) else { throw NCMBRefusal(.serviceMissing) }
        guard let request = route.request(call.method) else { throw NCMBRefusal(.methodNotAllowed) }
        let access = try NCMBAccess(call)
        guard call.isOfMediaType else { throw NCMBRefusal(.mediaTypeUnsupported) }
        if target.path[0] == "classes", NCMBRoute.isReserved(target.path[1]) { throw NCMBRefusal(.operationProhibited) }
        return (request, try NCMBParameters.of(call, route, target), access)
    }

    private static func printed(_ answer: JSON?) -> [UInt8] {
        guard let answer, !answer.isNull else { return [] }
        return answer.bytes()
    }

    /// Never 202 or 204: older clients take those for errors.
    private func status(_ reply: Reply) -> Int32 {
        switch request {
        case .objectsCreate: reply.body["existed"]?.boolValue == true ? 200 : 201
        case .usersRequestPasswordReset, .usersRequestMailEntry: 201
        default: 200
        }
    }

    private func signature(_ body: [UInt8], _ reply: Reply) -> String? {
        guard let access, let key = reply.body["clientKey"]?.stringValue else { return nil }
        return access.signature(of: body, key: key)
    }

    private static func answer(_ status: Int32, _ body: [UInt8], signature: String?) -> NCMBAnswer {
        var headers = [(name: "Content-Type", value: "application/json;charset=UTF-8")]
        if let signature { headers.append((name: "X-NCMB-Response-Signature", value: signature)) }
        // Some old clients cannot read a 401 that names no way to log in.
        if status == 401 { headers.append((name: "WWW-Authenticate", value: "NCMB realm=\"NCMB\"")) }
        return NCMBAnswer(status: status, headers: headers, body: body)
    }
}
