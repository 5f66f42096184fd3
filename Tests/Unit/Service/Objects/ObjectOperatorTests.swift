import Codecs
import Testing

@testable import Documents
@testable import Service

@Suite struct `Objects that an operator finds` {
    private func find(_ bench: ObjectBench, _ query: JSON) -> JSON {
        let reply = bench.bench.console("findObjects", query)
        #expect(reply.isSuccess, "\(query.text()): \(reply.message)")
        return reply.body["answer"] ?? .null
    }

    private func points(_ answer: JSON) -> [JSON] { (answer["results"]?.arrayValue ?? []).map { $0["points"] ?? .null } }

    @Test func `an operator finds what nobody may read, in order, page by page, with the number of all`() throws {
        let bench = try ObjectBench()
        for points in Int64(0)..<5 { _ = try bench.create("Horse", ["name": "a", "points": .integer(points), "acl": [:]]) }
        #expect(bench.names(["className": "Horse"]) == [])
        let query: JSON = ["className": "Horse", "where": ["points": ["$gte": 1]], "order": "-points", "limit": 3, "count": 1]
        let first = find(bench, query)
        #expect(points(first) == [4, 3, 2] && first["count"] == 4)
        var rest = try #require(query.objectValue)
        rest["skip"] = 3
        let last = find(bench, .object(rest))
        #expect(points(last) == [1] && last["count"] == 4)
        #expect(points(find(bench, ["className": "Horse", "limit": 0, "count": 1])) == [])
        // The rows are those of an export.
        let given = bench.bench.console("giveObjects", ["className": "Horse"]).body["rows"]?.arrayValue ?? []
        let found = find(bench, ["className": "Horse"])["results"]?.arrayValue ?? []
        #expect(found.count == 5 && given.count == 5)
        #expect(found.allSatisfy { given.contains($0) })
    }

    @Test func `members of relations are given page by page, each once, of all objects and fields`() throws {
        let bench = try ServiceBench(settings: [:])
        let horses = (0..<40).map { JSON.object(["__type": "Pointer", "className": "Horse", "objectId": .string("h\($0)")]) }
        let all: JSON = ["__op": "AddRelation", "objects": .array(horses)]
        for _ in 0..<2 {
            let fields: JSON = ["owned": all, "rented": all]
            #expect(bench.ask("objects.create", ["className": "Stable", "fields": fields]).message == "")
        }
        var page: JSONObject = ["className": "Stable"]
        var given: [String] = []
        var counts: [Int] = []
        while counts.count < 9 {
            let rows = bench.console("giveMembers", .object(page)).body["rows"]?.arrayValue ?? []
            guard let last = rows.last else { break }
            counts.append(rows.count)
            given += rows.map { $0.text() }
            (page["objectId"], page["field"], page["targetId"]) = (last["objectId"], last["field"], last["target"]?["objectId"])
        }
        #expect(counts == [Objects.pageRows, Objects.pageRows, 160 - 2 * Objects.pageRows])
        #expect(Set(given).count == 160)
    }

    @Test func `an operator's search takes no parameter but those of a query, and tells what is wrong with one`() throws {
        let bench = try ObjectBench()
        bench.bench.slips = true
        for name in ["include", "rows", "query", "accessToken"] {
            var query: JSONObject = ["className": "Horse"]
            query[name] = "a"
            let reply = bench.bench.console("findObjects", .object(query))
            #expect(!reply.isSuccess && reply.message.contains(KnownNames.refusal), "\(name): \(reply.message)")
        }
        let wrong: [JSON] = [
            [:], ["className": "a b"], ["className": "Horse", "where": []], ["className": "Horse", "where": ["a": ["$regex": "("]]],
            ["className": "Horse", "limit": 1_001], ["className": "Horse", "skip": -1],
        ]
        for query in wrong {
            let reply = bench.bench.console("findObjects", query)
            #expect(!reply.isSuccess && !reply.message.isEmpty, "\(query.text())")
        }
        let byPlayer = bench.ask("console.findObjects", ["className": "Horse"])
        #expect(!byPlayer.isSuccess)
    }

    @Test func `an operator's search neither shows what is kept as a digest nor finds by it`() throws {
        // As a server keeps it: in a game's own file links stand as they were given.
        let bench = try ObjectBench(keepsEvents: true)
        let links: JSON = ["google": ["id": "9"]]
        let user: JSON = ["objectId": "una", "userName": "Una", "mailAddress": "una@example.com", "authData": links]
        #expect(bench.bench.console("takeObject", ["className": "user", "row": user]).isSuccess)
        _ = try bench.create("installation", ["deviceToken": "token"])
        let kept = try #require(bench.bench.console("giveObjects", ["className": "user"]).body["rows"]?.arrayValue?.first)
        let digest = try #require(kept["authData"]?["google"]?["id"]?.stringValue)
        #expect(GuardedField.isDigest(digest))
        _ = try bench.create("Horse", ["name": .string(digest), "owner": ["__type": "Pointer", "className": "user", "objectId": "una"]])
        let guarded = [
            ("user", ["authData", "authData.google", "authData.google.id", "password", "sessionToken"]), ("installation", ["deviceToken"]),
        ]
        for (className, paths) in guarded {
            let name = JSON.string(className)
            let all = find(bench, ["className": name])
            #expect(all["results"]?.arrayValue?.count == 1)
            for path in paths {
                let tests: [JSON] = [
                    ["$exists": true], ["$ne": nil], ["$regex": ".*"], ["$gt": ""], .string(digest), ["$in": [.string(digest)]],
                ]
                for test in tests {
                    let found = find(bench, ["className": name, "where": [path: test], "count": 1])
                    #expect(found["count"] == 0, "\(path) \(test.text())")
                    let inner: JSON = ["className": name, "where": [path: test]]
                    let around = find(bench, ["className": "Horse", "where": ["owner": ["$inQuery": inner]], "count": 1])
                    #expect(around["count"] == 0, "\(path) \(test.text())")
                }
                let absent: JSON = ["className": name, "where": [path: ["$exists": false]], "order": .string("-\(path)"), "count": 1]
                #expect(find(bench, absent)["count"] == 1)
                let selected: JSON = ["query": ["className": name, "where": [:]], "key": .string(path)]
                #expect(find(bench, ["className": "Horse", "where": ["name": ["$select": selected]], "count": 1])["count"] == 0)
                let field = String(path.prefix { $0 != "." })
                #expect(all["results"]?.arrayValue?.first?[field] == nil, "\(field)")
            }
            #expect(!all.text().contains(digest.prefix(8)))
        }
        // What is kept as it was given is the operator's to see.
        let byMail = find(bench, ["className": "user", "where": ["mailAddress": "una@example.com"]])
        #expect(byMail["results"]?.arrayValue?.first?["userName"] == "Una")
    }
}
