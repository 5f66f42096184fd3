import Codecs
import Linux
import Messages

/// What a call of a game server becomes: one request of the service, and how its reply reads for the caller. As over HTTP, a refusal is an
/// answer too: the status is always 200, and the header of the body says what happened.
public struct ServerFront: Sendable {
    public static let status: Int32 = 200

    public let request: RequestName
    public let parameters: JSON
    /// Adds the caller's words to a reply that is a success, or refuses after all.
    private let reading: @Sendable (JSON) throws(Refusal) -> JSONObject
    private let hasTransactionId: Bool
    private let isOfPush: Bool
    private let transactionId: String?

    struct Refusal: Error {
        let code: Int32
        let message: String
    }

    @export(interface) public init(_ call: ServerCall) {
        let route = IAPFront.serves(call) ? IAPFront.route(call) : GamebaseFront.route(call)
        request = route.request
        parameters = ["access": .object(route.access), "body": route.body]
        reading = route.reading
        isOfPush = call.isOfPush
        hasTransactionId = !IAPFront.serves(call) && !isOfPush
        transactionId = call.transactionId
    }

    /// The answer's body; nil when the reply is none: the service could not be reached or could not keep what it did.
    /// - Parameter trace: what a refusal says besides, where the carrier knows it.
    @export(interface) public func body(_ reply: Reply, trace: JSONObject? = nil) -> String? {
        if ResultCode.meansNoAnswer(reply.resultCode) { return nil }
        let id = hasTransactionId ? transactionId ?? reply.transactionId ?? "" : nil
        guard reply.isSuccess else { return Self.answer(code(reply.resultCode), reply.message, id, trace: trace) }
        do throws(Refusal) {
            return Self.answer(ResultCode.success, "SUCCESS", id, try reading(reply.body))
        } catch {
            return Self.answer(code(error.code), error.message, id, trace: trace)
        }
    }

    private func code(_ code: Int32) -> Int32 {
        #if !hasFeature(Embedded)
        if isOfPush { return Self.pushCode(code) }
        #endif
        return code
    }

    #if !hasFeature(Embedded)
    /// What NHN Cloud Push says where the gateway before it has a code of its own ("Error Codes" of NHN Cloud Push).
    public static func pushCode(_ code: Int32) -> Int32 {
        switch code {
        case ResultCode.success: code
        case 40_001...40_999, ResultCode.pushSystem: code
        case ResultCode.gatewayJSONInvalid, ResultCode.contentTypeWrong: 40_002
        case ResultCode.apiVersionUnknown: 40_011
        case ResultCode.secretKeyInvalid, ResultCode.notAuthenticated: 40_101
        case ResultCode.appIdInvalid: 40_102
        case ResultCode.apiUnknown: ResultCode.pushMissing
        case ResultCode.parameterInvalid: ResultCode.pushParameter
        default: code
        }
    }
    #endif

    /// The call names no app, so nobody can be asked: `body` of an empty success is its answer.
    @export(interface) public var isOfNoApp: Bool { parameters["access"]?["wire"]?.stringValue == "none" }

    /// A body for what a carrier says itself.
    /// - Parameters:
    ///   - code: of the interface, not 0.
    ///   - transactionId: nil for interfaces without.
    ///   - members: stand beside the header.
    @export(interface) public static func answer(
        _ code: Int32, _ message: String, _ transactionId: String?, _ members: JSONObject = [:], trace: JSONObject? = nil
    ) -> String {
        var header = JSONObject()
        header.set("transactionId", transactionId)
        header["isSuccessful"] = .bool(code == ResultCode.success)
        header["resultCode"] = .integer(Int64(code))
        header["resultMessage"] = .string(message)
        if let trace, code != ResultCode.success { header["traceError"] = .object(trace) }
        var answer: JSONObject = ["header": .object(header)]
        for member in members.members { answer[member.key] = member.value }
        return JSON.object(answer).text()
    }
}

/// Where a call goes.
struct ServerRoute: Sendable {
    var request: RequestName
    /// What the service lets the caller in by.
    var access: JSONObject
    var body: JSON = [:]
    var reading: @Sendable (JSON) throws(ServerFront.Refusal) -> JSONObject

    /// A call that comes to nothing. The caller is let in first: who may not ask is not told what is served.
    static func refusal(_ code: Int32, _ message: String, access: JSONObject) -> ServerRoute {
        ServerRoute(request: .serverAccess, access: access) { _ throws(ServerFront.Refusal) in
            throw ServerFront.Refusal(code: code, message: message)
        }
    }

    /// Takes the JSON object in the call's body to a request.
    /// - Parameter invalid: the code of a body that is none.
    static func posted(
        _ request: RequestName, _ call: ServerCall, access: JSONObject, adding members: JSONObject = [:],
        invalid: Int32 = ResultCode.iapJSONInvalid, _ reading: @escaping @Sendable (JSON) -> JSONObject
    ) -> ServerRoute {
        parsed(call, access, invalid) { json in
            guard var body = json.objectValue else { return refusal(invalid, "the body must be a JSON object", access: access) }
            for member in members.members { body[member.key] = member.value }
            return plain(request, access: access, body, reading)
        }
    }

    /// Takes the JSON array in the call's body to a request, as `list`.
    static func listed(
        _ request: RequestName, _ call: ServerCall, access: JSONObject, adding members: JSONObject = [:], invalid: Int32,
        _ reading: @escaping @Sendable (JSON) -> JSONObject
    ) -> ServerRoute {
        parsed(call, access, invalid) { json in
            guard json.arrayValue != nil else { return refusal(invalid, "the body must be a JSON array", access: access) }
            var body = members
            body["list"] = json
            return plain(request, access: access, body, reading)
        }
    }

    static func plain(
        _ request: RequestName, access: JSONObject, _ body: JSONObject, _ reading: @escaping @Sendable (JSON) -> JSONObject
    ) -> ServerRoute {
        ServerRoute(request: request, access: access, body: .object(body)) { body throws(ServerFront.Refusal) in reading(body) }
    }

    /// The code of a value that is wrong, beside the one of a body that is not JSON.
    private static func ofValue(_ invalid: Int32) -> Int32 {
        switch invalid {
        case ResultCode.iapJSONInvalid: ResultCode.iapParameterInvalid
        case ResultCode.gatewayJSONInvalid: ResultCode.parameterInvalid
        default: invalid
        }
    }

    static func parsed(_ call: ServerCall, _ access: JSONObject, _ invalid: Int32, _ route: (JSON) -> ServerRoute) -> ServerRoute {
        do throws(JSONError) {
            return route(try JSON.parse(call.body))
        } catch {
            if error.kind == .textRefused { return refusal(ofValue(invalid), error.reason, access: access) }
            return refusal(invalid, "the body is not JSON at byte \(error.offset): \(error.reason)", access: access)
        }
    }
}

extension JSON {
    /// The list under `key` with each entry in the caller's words.
    func entries(_ key: String, _ form: (JSON) -> JSONObject) -> JSON {
        .array((self[key]?.arrayValue ?? []).map { .object(form($0)) })
    }
}
