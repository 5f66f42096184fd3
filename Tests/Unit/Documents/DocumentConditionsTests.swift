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

    /// Steps of sixty-four alternatives of one field, of which none holds.
    private func steps(_ row: JSONObject, _ path: String) throws -> Int {
        let condition = try Condition.read(["$or": .array((0..<64).map { [path: .integer($0)] })])
        var steps = 0
        let isFound = condition.matches(row, &steps)
        #expect(!isFound)
        return steps
    }

    @Test func `a query has as many patterns as it has tests, and dear ones as long as making them takes no time`() throws {
        func alternatives(_ patterns: [String]) -> JSON {
            let fields: [JSON] = stride(from: 0, to: patterns.count, by: 16).map { first in
                var fields = JSONObject()
                for place in first..<min(first + 16, patterns.count) { fields["f\(place)"] = ["$regex": .string(patterns[place])] }
                return .object(fields)
            }
            return ["$or": .array(fields)]
        }
        #expect(refusal(alternatives((0..<512).map { "^user-[0-9]{3,6}-(eu|us)-\($0)$" })) == nil)
        #expect(refusal(alternatives((0..<20).map { "(a|b|c)*[ac].{14}[bc].{14}\($0)$" })) == nil)
        // As many characters as a pattern has room for, each of them a set that is looked up in all others.
        var distinct = "[zy]{1000}[zx]{1000}[zw]{1000}"
        for scalar in 0x100..<0x2C0 { distinct.unicodeScalars.append(try #require(Unicode.Scalar(UInt32(scalar)))) }
        #expect(refusal(["a": ["$regex": .string(distinct)]]) == nil)
        for dear in [distinct, "(a?b?c?d?e?){400}", "(\\b|a)*\\bb{900}.{900}.{900}", "[a-c].{1000}.{1000}.{1000}.{900}"] {
            #expect(refusal(alternatives([String](repeating: dear, count: 512))) == .wrongLength, "\(dear.prefix(30))")
            #expect(
                refusal(["a": ["$inQuery": ["className": "C", "where": alternatives([String](repeating: dear, count: 512))]]])
                    == .wrongLength)
        }
    }

    @Test func `a pattern finds the same whatever others cost before it`() throws {
        for (pattern, texts) in [
            ("(a|b|c)*[ac].{4}[bc]x$", ["aaabbcx", "babbbbcx", "x"]), ("^a+b?$", ["aab", "aabb", "a"]), ("bc", ["abc", "ab"]),
        ] {
            var work = Pattern.workMax
            let late = try Pattern(pattern, work: &work)
            let first = try Pattern(pattern)
            for text in texts { #expect(late.isFound(in: text) == first.isFound(in: text), "\(pattern) in \(text)") }
            #expect(work > Pattern.workMax)
        }
    }

    @Test func `a test counts the values that it looks at, however deep they stand`() throws {
        let list = JSON.array([JSON](repeating: 77, count: 50_000))
        #expect(try steps(["a": 77], "a") == 64 * ConditionSteps.ofTest)
        #expect(try steps(["a": ["b": 77]], "a.b") == 64 * ConditionSteps.ofTest)
        let rows: [(JSONObject, String)] = [
            (["a": list], "a"), (["a": [list]], "a"), (["a": ["b": list]], "a"), (["a": ["b": list]], "a.b"),
            (["a": [["b": list]]], "a.b"), (["a": [["b": list]]], "a.0.b"), (["a": [["c": [list]]]], "a.0"),
            (["a": .string(String(repeating: "a", count: 4_000_000))], "a"),
        ]
        for (row, path) in rows {
            let steps = try steps(row, path)
            #expect(steps >= ConditionSteps.max && steps < ConditionSteps.max + 2 * ConditionSteps.ofTestMax, "\(path): \(steps)")
        }
    }

    @Test func `a long object of somebody's refuses no query that looks at it twice`() throws {
        let lists = JSON.array([JSON](repeating: .array([JSON](repeating: 77, count: 100_000)), count: 2))
        let condition = try Condition.read(["a": ["$ne": 1, "$nin": [2, 3]], "b": ["$exists": false]])
        var steps = 0
        let isFound = condition.matches(["a": lists], &steps)
        #expect(isFound && steps < ConditionSteps.max, "\(steps)")
    }
}
