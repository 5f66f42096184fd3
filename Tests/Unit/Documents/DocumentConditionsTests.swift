import Codecs
import Testing

@testable import Documents

@Suite struct `Conditions as they are read` {
    private static let here: JSON = ["__type": "GeoPoint", "latitude": 35, "longitude": 139]

    private func refusal(_ json: JSON) -> DocumentError.Code? {
        do throws(DocumentError) {
            _ = try ConditionReader.read(json)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: ["$in", "$nin", "$inArray", "$ninArray", "$all"])
    func `a list of values has up to ten thousand`(name: String) {
        func list(_ count: Int) -> JSON { ["a": [name: .array([JSON](repeating: 7, count: count))]] }
        #expect(refusal(list(10_000)) == nil)
        #expect(refusal(list(10_001)) == .wrongLength)
    }

    @Test func `conditions stand eight deep in each other and no deeper`() {
        func nested(_ depth: Int) -> JSON { depth == 1 ? ["a": 1] : ["$or": [nested(depth - 1)]] }
        #expect(refusal(nested(8)) == nil)
        #expect(refusal(nested(9)) == .wrongLength)
    }

    @Test func `a query inside of a condition has a point of its own, wherever it stands`() {
        let near: JSON = ["place": ["$nearSphere": Self.here]]
        let inner: JSON = ["shop": ["$inQuery": ["className": "Shop", "where": near]]]
        #expect(refusal(inner) == nil)
        #expect(refusal(["$or": [inner, ["a": 1]]]) == nil)
        #expect(refusal(["place": ["$nearSphere": Self.here], "shop": inner["shop"] ?? nil]) == nil)
        // Rows cannot be sorted by a point that only some of them are looked for by.
        #expect(refusal(["$or": [near, ["a": 1]]]) == .invalidGeoPoint)
    }

    @Test func `dates are compared with dates and with nothing else`() {
        func date(_ iso: JSON) -> JSON { ["__type": "Date", "iso": iso] }
        func row(_ id: JSON, _ at: JSON) -> JSON { ["objectId": id, "at": at, "acl": ["*": ["read": true]]] }
        let rows = [
            row("old", date("1969-12-31T23:59:59.999Z")), row("new", date("2026-01-01T00:00:00Z")), row("text", "2026-01-01T00:00:00Z"),
            row("number", 1_767_225_600_000),
        ]
        let world = DocumentWorld(["classes": ["Log": .array(rows)]])
        func found(_ comparison: String) -> JSON? {
            world.answer(["where": ["at": [comparison: date("1970-01-01T00:00:00Z")]]], in: "Log", nil)["results"]
        }
        #expect(found("$gt") == ["new"])
        #expect(found("$lte") == ["old"])
    }
}
