import Codecs
import Linux
import Messages

/// The parameters of the requests, out of the address and the body of a call.
enum NCMBParameters {
    static func of(_ call: NCMBCall, _ route: NCMBRoute, _ target: NCMBTarget) throws(NCMBRefusal) -> JSONObject {
        switch route {
        case .rows(let className): try rows(call, className, target)
        case .row(let className, let objectId): try row(call, className, objectId, target)
        case .logIn: try logIn(call, target)
        case .logOut: [:]
        case .passwordReset, .mailEntry: picked(["mailAddress"], try call.fields())
        case .files: try rows(call, "file", target)
        case .file(let name): try file(call, name)
        case .opened(let objectId): ["objectId": .string(objectId), "fields": .object(try call.fields())]
        }
    }

    private static func rows(_ call: NCMBCall, _ className: String, _ target: NCMBTarget) throws(NCMBRefusal) -> JSONObject {
        var parameters = call.method == "GET" ? try NCMBSearch.parameters(target) : ["fields": .object(try call.fields())]
        parameters["className"] = .string(className)
        return parameters
    }

    private static func row(
        _ call: NCMBCall, _ className: String, _ objectId: String, _ target: NCMBTarget
    ) throws(NCMBRefusal) -> JSONObject {
        var parameters: JSONObject = ["className": .string(className), "objectId": .string(objectId)]
        if call.method == "GET" { parameters.set("include", try target.value("include")) }
        if call.method == "PUT" { parameters["fields"] = .object(try call.fields()) }
        return parameters
    }

    private static func file(_ call: NCMBCall, _ name: String) throws(NCMBRefusal) -> JSONObject {
        var parameters: JSONObject = ["fileName": .string(name)]
        if call.method == "PUT" { parameters["acl"] = try accessList(call) }
        return parameters
    }

    /// `{acl}`, the list alone, or a form with the part `acl`: each is what one of the clients sends.
    private static func accessList(_ call: NCMBCall) throws(NCMBRefusal) -> JSON? {
        if let boundary = NCMBMultipart.boundary(call.header("Content-Type") ?? "") {
            guard let parts = NCMBMultipart.parts(call.body, boundary) else { throw NCMBRefusal(.badRequest) }
            return try NCMBMultipart.accessList(parts, of: call.body)
        }
        let fields = try call.fields()
        if let list = fields["acl"] { return list }
        for member in fields.members where member.value.objectValue == nil { return nil }
        return fields.isEmpty ? nil : .object(fields)
    }

    /// Older clients log in with a query, newer ones with a body.
    private static func logIn(_ call: NCMBCall, _ target: NCMBTarget) throws(NCMBRefusal) -> JSONObject {
        let names = ["userName", "mailAddress", "password"]
        if call.method == "POST" { return picked(names, try call.fields()) }
        var parameters = JSONObject()
        for name in names { parameters.set(name, try target.value(name)) }
        return parameters
    }

    /// What is there under these names, of whatever type: the service says what is wrong with it.
    private static func picked(_ names: [String], _ fields: JSONObject) -> JSONObject {
        var parameters = JSONObject()
        for name in names { parameters[name] = fields[name] }
        return parameters
    }
}

/// The parameters of a search that the request has (REST reference, "Query").
enum NCMBSearch {
    static func parameters(_ target: NCMBTarget) throws(NCMBRefusal) -> JSONObject {
        var search = JSONObject()
        if let text = try target.value("where") { search["where"] = .object(try condition(text)) }
        search.set("order", try target.value("order"))
        for name in ["skip", "limit"] {
            guard let text = try target.value(name) else { continue }
            guard let number = Int64(text) else { throw .format(name) }
            search[name] = .integer(number)
        }
        // It is there or not there; clients write 1, but any value asks for it.
        if let text = try target.value("count") { search["count"] = .integer(Int64(text) ?? 1) }
        search.set("include", try target.value("include"))
        return search
    }

    private static func condition(_ text: String) throws(NCMBRefusal) -> JSONObject {
        if let condition = try NCMBCall.json(Array(text.utf8), .standard).objectValue { return condition }
        throw NCMBRefusal(.jsonMalformed)
    }
}
