@testable import Codecs
@testable import Messages
@testable import Published

/// Calls of a client of the NIFCLOUD mobile backend, and what comes of them.
enum NCMBCalls {
    static let base = "/2013-09-01/"
    static let timestamp = "2013-12-02T02:44:35.452Z"
    static let clientKey = "the-client-key-that-nobody-may-see"
    static let keys: [(name: String, value: String)] = [
        ("X-NCMB-Application-Key", "app"), ("X-NCMB-Timestamp", timestamp), ("X-NCMB-Signature", "c2lnbmVk"),
    ]

    static func call(
        _ method: String, _ path: String, _ body: String = "", type: String? = "application/json",
        headers: [(name: String, value: String)] = keys
    ) -> NCMBCall {
        var all = headers
        if let type { all.append((name: "Content-Type", value: type)) }
        return NCMBCall(method: method, host: "localhost:8080", path: base + path, headers: all, body: Array(body.utf8))
    }

    static func front(_ method: String, _ path: String, _ body: String = "") -> NCMBFront { NCMBFront(call(method, path, body)) }

    /// The parameters without those that let the caller in.
    static func parameters(_ front: NCMBFront) -> JSON {
        var object = front.parameters.objectValue ?? [:]
        object["access"] = nil
        return .object(object)
    }

    static func refusal(_ code: String, _ text: String) -> Reply {
        .failure(
            ResultCode.documentRefused, "for developers only",
            body: ["code": .string(code), "error": .string(text), "clientKey": .string(clientKey)])
    }
}

extension NCMBAnswer {
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSON? { try? JSON.parse(bytes: body) }
    var code: String? { json?["code"]?.stringValue }
    var error: String? { json?["error"]?.stringValue }

    func header(_ name: String) -> String? {
        for header in headers where header.name == name { return header.value }
        return nil
    }

    var isSigned: Bool { header("X-NCMB-Response-Signature") != nil }
}
