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
        let key = ServiceCore.fingerprint("\(try users.callerName(request)) \(requestId)")
        if let known = try query("SELECT answer FROM object_requests WHERE request_key = ?", [.text(key)]).first {
            let answer = KeptJSON.read(known.text(0))
            return .success(answer.map { ["answer": $0] } ?? [:])
        }
        let reply = try change()
        try run(
            "INSERT INTO object_requests (request_key, answer, made_date) VALUES (?, ?, ?)",
            [.text(key), .text((reply.body["answer"] ?? .null).text()), .integer(now)])
        return reply
    }
}
