import Codecs
import Linux
import Messages

/// What a search is asked for with (REST reference, "Query"): only what was given.
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
