import Codecs
import Documents
import Linux
import Messages
import Storage

/// A change that is sent again, because its answer was lost, is made once and gets the answer of the first time.
extension Objects {
    static let requestIdBytesMax = 64
    /// For a device that was away; who comes later is taken for new.
    static let requestDays: Int64 = 30

    /// With {requestId?}, which the caller makes and keeps before it asks.
    func once(_ request: Request, _ parameters: Parameters, _ change: () throws(Failure) -> Reply) throws(Failure) -> Reply {
        guard let requestId = try parameters.optionalText("requestId", bytesMax: Self.requestIdBytesMax), !requestId.isEmpty else {
            return try change()
        }
        // Of somebody else's request nothing is told, not even that there was one.
        var key = ServiceCore.fingerprint("\(try users.callerName(request)) \(requestId)")
        let asked = Self.digest(request)
        if let known = try query("SELECT answer, change_hash FROM object_requests WHERE request_key = ?", [.text(key)]).first {
            // Earlier versions kept no digest.
            guard known.textOrNil(1) ?? asked == asked else {
                throw Failure.refused(ResultCode.changeIdTaken, "requestId: names another change; make a new one for each change")
            }
            let answer = KeptJSON.read(known.text(0))
            return .success(answer.map { ["answer": $0] } ?? [:])
        }
        let reply = try change()
        // A user who deletes itself has no session any more when the deletion comes again.
        if request.name == .objectsDelete { key = ServiceCore.fingerprint("\(try users.callerName(request)) \(requestId)") }
        try run(
            "INSERT INTO object_requests (request_key, answer, made_date, change_hash) VALUES (?, ?, ?, ?)",
            [.text(key), .text((reply.body["answer"] ?? .null).text()), .integer(now), .text(asked)])
        return reply
    }

    /// The parts of a change that are the same when it is sent again: all but the credentials of its sender. A password may be among
    /// them; the `requestId` beside it is stored nowhere in clear, so the digest cannot be used to guess the password.
    private static func digest(_ request: Request) -> String {
        var said = request.parameters.objectValue ?? [:]
        for name in ["access", ObjectClass.deviceToken] { said[name] = nil }
        return ServiceCore.fingerprint("\(request.name.text)\n\(JSON.object(said).text())")
    }
}

extension Schema {
    /// A change whose name was used for another one is refused, and does not get that one's answer.
    static let boundRequests = ["ALTER TABLE object_requests ADD COLUMN change_hash TEXT"]
}
