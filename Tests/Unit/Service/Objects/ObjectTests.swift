import Codecs
import Linux
import Messages
import Storage
import Testing

@testable import Documents
@testable import Service

/// A service without settings, asked for objects by nobody, and by users.
struct ObjectBench {
    let bench: ServiceBench

    init(_ settings: JSON = [:], keepsEvents: Bool = false) throws {
        bench = try ServiceBench(settings: settings, keepsEvents: keepsEvents)
        bench.service.core.passwordCost = 8
        bench.service.core.hasMailCarrier = true
    }

    func ask(_ api: String, _ parameters: JSON, _ token: String? = nil) -> Reply { bench.ask(api, parameters, token: token) }

    /// - Returns: the answer, or the code and text of the refusal.
    func answer(_ api: String, _ parameters: JSON, _ token: String? = nil) -> JSON {
        let reply = ask(api, parameters, token)
        if reply.isSuccess { return reply.body["answer"] ?? .null }
        return .string("\(reply.body["code"]?.stringValue ?? "\(reply.resultCode)") \(reply.body["error"]?.stringValue ?? reply.message)")
    }

    func create(_ className: String, _ fields: JSON, _ token: String? = nil) throws -> String {
        try #require(
            answer("objects.create", ["className": .string(className), "fields": fields], token)["objectId"]?.stringValue)
    }

    func get(_ className: String, _ objectId: String, _ token: String? = nil) -> JSON {
        answer("objects.get", ["className": .string(className), "objectId": .string(objectId)], token)
    }

    func update(_ className: String, _ objectId: String, _ fields: JSON, _ token: String? = nil) -> JSON {
        answer("objects.update", ["className": .string(className), "objectId": .string(objectId), "fields": fields], token)
    }

    func names(_ query: JSON, _ token: String? = nil) -> [String] {
        (answer("objects.find", query, token)["results"]?.arrayValue ?? []).map { $0["name"]?.stringValue ?? "" }
    }

    /// What the service does between requests until every index is complete.
    func fillIndexes() throws {
        let objects = Objects(core: bench.service.core)
        while let work = objects.dueIndex() {
            var reply: Reply?
            while reply == nil {
                try bench.database.begin()
                reply = try work.slice(false)
                try bench.database.commit()
            }
        }
    }

    func signUp(_ name: String) throws -> (userId: String, token: String) {
        let fields: JSON = ["userName": .string(name), "password": .string("password of \(name)")]
        let answer = answer("objects.create", ["className": "user", "fields": fields])
        return (try #require(answer["objectId"]?.stringValue), try #require(answer["sessionToken"]?.stringValue))
    }
}

@Suite struct `Objects of classes` {
    @Test func `an object comes back as it was saved, numbers exact`() throws {
        let bench = try ObjectBench()
        let fields: JSON = [
            "whole": 9_007_199_254_740_993, "real": .decimal("0.1"), "text": "a 'quoted\" line; DROP TABLE objects", "yes": true,
            "nothing": nil, "list": [1, .decimal("2.0"), ["x": [nil]]],
            "day": ["__type": "Date", "iso": "2020-01-31T00:00:00.001Z"],
            "place": ["__type": "GeoPoint", "latitude": .decimal("35.5"), "longitude": -7],
            "friend": ["__type": "Pointer", "className": "Horse", "objectId": "abc"],
        ]
        let id = try bench.create("Horse", fields)
        let row = bench.get("Horse", id)
        for (name, value) in fields.objectValue?.members ?? [] { #expect(row[name] == value, "\(name)") }
        #expect(row["acl"] == ["*": ["read": true, "write": true]])
        #expect(row["createDate"] == row["updateDate"] && row["createDate"]?.stringValue?.count == 24)
        #expect(id.count == 16)
    }

    @Test func `the newest object comes first, also of those that were made in one millisecond`() throws {
        let bench = try ObjectBench()
        var made: [String] = []
        for number in 0..<40 {
            made.append("\(number)")
            _ = try bench.create(number % 2 == 0 ? "Horse" : "Rider", ["name": .string(made[number])])
        }
        let horses = stride(from: 38, through: 0, by: -2).map { made[$0] }
        #expect(bench.names(["className": "Horse"]) == horses)
        #expect(bench.names(["className": "Horse", "order": "createDate"]) == horses.reversed())
    }

    @Test func `a change keeps what it does not name, and its date is later than the one before`() throws {
        let bench = try ObjectBench()
        let id = try bench.create("Horse", ["name": "Windy", "points": 5, "tags": ["a"]])
        var dates: [String] = [bench.get("Horse", id)["updateDate"]?.stringValue ?? ""]
        for change: JSON in [
            ["points": ["__op": "Increment", "amount": 3]], ["tags": ["__op": "AddUnique", "objects": ["a", "b"]]],
            ["tags": ["__op": "Remove", "objects": ["a"]]], ["name": nil],
        ] { dates.append(bench.update("Horse", id, change)["updateDate"]?.stringValue ?? "") }
        let row = bench.get("Horse", id)
        #expect(row["points"] == 8 && row["tags"] == ["b"] && row["name"] == .null)
        #expect(row["updateDate"]?.stringValue == dates.last)
        #expect(dates == dates.sorted() && Set(dates).count == dates.count)
    }

    @Test func `a change on condition of its date is made once`() throws {
        let bench = try ObjectBench()
        let id = try bench.create("Horse", ["points": 1])
        let date = bench.get("Horse", id)["updateDate"] ?? nil
        func change() -> JSON {
            bench.answer(
                "objects.update",
                [
                    "className": "Horse", "objectId": .string(id), "ifUpdateDate": date,
                    "fields": ["points": ["__op": "Increment", "amount": 1]],
                ])
        }
        #expect(change()["updateDate"] != nil)
        #expect(change().stringValue?.hasPrefix("E409001 ") == true)
        #expect(bench.get("Horse", id)["points"] == 2)
    }

    @Test func `a change that is sent again is made once and answered as the first time, and nobody else's is taken for it`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        let create: JSON = ["className": "Horse", "requestId": "r1", "fields": ["points": 1]]
        let first = bench.answer("objects.create", create), again = bench.answer("objects.create", create)
        #expect(first == again && first["objectId"] != nil)
        #expect(bench.answer("objects.create", create, una.token)["objectId"] != first["objectId"])
        let change: JSON = [
            "className": "Horse", "objectId": first["objectId"] ?? nil, "requestId": "r2",
            "fields": ["points": ["__op": "Increment", "amount": 1]],
        ]
        #expect(bench.answer("objects.update", change) == bench.answer("objects.update", change))
        #expect(bench.get("Horse", first["objectId"]?.stringValue ?? "")["points"] == 2)
        let delete: JSON = ["className": "Horse", "objectId": first["objectId"] ?? nil, "requestId": "r3"]
        #expect(bench.answer("objects.delete", delete) == .null && bench.answer("objects.delete", delete) == .null)
        // A refusal is no answer to keep.
        let wrong: JSON = ["className": "Horse", "objectId": "gone", "requestId": "r4", "fields": [:]]
        #expect(bench.answer("objects.update", wrong).stringValue?.hasPrefix("E404001") == true)
        #expect(try bench.bench.count("object_requests") == 4)
    }

    @Test func `a request id that was used for another change is refused, and gets no answer of the first`() throws {
        let bench = try ObjectBench()
        let first = bench.answer("objects.create", ["className": "Horse", "requestId": "r1", "fields": ["points": 1]])
        let id = first["objectId"]?.stringValue ?? ""
        let change: JSON = ["className": "Horse", "objectId": .string(id), "requestId": "r2", "fields": ["points": 2]]
        #expect(bench.answer("objects.update", change)["updateDate"] != nil)
        let others: [(String, JSON)] = [
            ("objects.create", ["className": "Horse", "requestId": "r1", "fields": ["points": 9]]),
            ("objects.create", ["className": "Donkey", "requestId": "r1", "fields": ["points": 1]]),
            ("objects.update", ["className": "Horse", "objectId": .string(id), "requestId": "r2", "fields": ["points": 3]]),
            ("objects.delete", ["className": "Horse", "objectId": .string(id), "requestId": "r2"]),
        ]
        for (name, other) in others {
            let reply = bench.bench.ask(name, other)
            #expect(reply.resultCode == ResultCode.changeIdTaken && reply.body["answer"] == nil)
        }
        #expect(bench.get("Horse", id)["points"] == 2)
        // Rows of earlier versions say nothing of their change.
        _ = try bench.bench.database.run("UPDATE object_requests SET change_hash = NULL", [])
        #expect(bench.answer("objects.update", change)["updateDate"] != nil)
    }

    @Test func `a user's deletion of itself that is sent again has its answer, though the session went with the user`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        func delete(_ requestId: JSON) -> Reply {
            bench.bench.ask(
                "objects.delete", ["className": "user", "objectId": .string(una.userId), "requestId": requestId], token: una.token)
        }
        #expect(delete("r1").isSuccess && delete("r1").isSuccess)
        #expect(!delete("r2").isSuccess)
        #expect(try bench.bench.count("users") == 0)
    }

    @Test func `a request id that was used before changes no password, ends no user and sends no push`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una"), right: JSON = ["userName": "Una", "password": "password of Una"]
        let push: JSON = ["message": "m", "target": ["ios"], "deliveryTime": ["__type": "Date", "iso": "2099-01-01T00:00:00.000Z"]]
        let pushId = try bench.create("push", push)
        #expect(bench.answer("objects.create", ["className": "Horse", "requestId": "r1", "fields": ["points": 1]])["objectId"] != nil)
        let jobs = try bench.bench.database.query("SELECT push_id, due_date FROM push_jobs", []).map { ($0.text(0), $0.integer(1)) }
        for (className, id, fields): (String, String, JSON) in [
            ("user", una.userId, ["password": "stolen"]), ("push", pushId, ["message": "stolen", "immediateDeliveryFlag": true]),
        ] {
            let change: JSON = ["className": .string(className), "objectId": .string(id), "requestId": "r1", "fields": fields]
            _ = bench.answer("objects.update", change)
            _ = bench.answer("objects.delete", ["className": .string(className), "objectId": .string(id), "requestId": "r1"])
            for _ in 0..<2 {
                _ = bench.answer("objects.create", ["className": .string(className), "requestId": "r1", "fields": push])
            }
        }
        #expect(bench.get("user", una.userId, una.token)["userName"] == "Una")
        #expect(bench.answer("users.logIn", right)["objectId"] == .string(una.userId))
        let after = try bench.bench.database.query("SELECT push_id, due_date FROM push_jobs", []).map { ($0.text(0), $0.integer(1)) }
        #expect(jobs.count == 1 && after.elementsEqual(jobs, by: ==))
    }

    @Test func `what no field can be is refused by its name and changes nothing`() throws {
        let bench = try ObjectBench()
        let id = try bench.create("Horse", ["points": 1])
        let before = bench.get("Horse", id)
        for (fields, refusal): (JSON, String) in [
            (["points": ["__op": "Add", "objects": [1]]], "E400002 points must be a list."),
            (["_id": 1], "E400004 _id is invalid format."), (["a b": 1], "E400004 a b is invalid format."),
            (["x\"; --": 1], "E400004 x\"; -- is invalid format."),
            (["place": ["__type": "GeoPoint", "latitude": 91, "longitude": 0]], "E403006 Invalid GeoPoint value."),
            (["points": ["__op": "Multiply"]], "E400004 points is invalid format."),
            (["acl": ["*": ["read": 1]]], "E400004 acl is invalid format."),
        ] { #expect(bench.update("Horse", id, fields) == .string(refusal)) }
        #expect(bench.get("Horse", id) == before)
        #expect(
            bench.answer("objects.create", ["className": "Ho rse", "fields": [:]]) == "E400004 className is invalid format.")
        #expect(bench.get("Horse", "gone") == "E404001 No data available.")
        #expect(bench.update("Horse", "gone", ["a": 1]) == "E404001 No data available.")
    }

    @Test func `who may not read an object does not learn of it; who may not write it is told`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una"), uwe = try bench.signUp("Uwe")
        let secret = try bench.create("Horse", ["name": "secret", "acl": [.init(una.userId): ["read": true, "write": true]]], una.token)
        let shown = try bench.create("Horse", ["name": "shown", "acl": ["*": ["read": true], .init(una.userId): ["write": true]]])
        for token in [uwe.token, nil] {
            #expect(bench.get("Horse", secret, token) == "E404001 No data available.")
            #expect(bench.update("Horse", secret, ["name": "stolen"], token) == "E404001 No data available.")
            #expect(bench.update("Horse", shown, ["name": "stolen"], token) == "E403001 No access with ACL.")
            #expect(
                bench.answer("objects.delete", ["className": "Horse", "objectId": .string(shown)], token) == "E403001 No access with ACL.")
            #expect(bench.names(["className": "Horse"], token) == ["shown"])
        }
        #expect(bench.names(["className": "Horse", "order": "name"], una.token) == ["secret", "shown"])
        #expect(bench.answer("objects.find", ["className": "Horse", "count": 1, "limit": 0], uwe.token)["count"] == 1)
        #expect(bench.update("Horse", shown, ["name": "changed"], una.token)["updateDate"] != nil)
    }

    @Test func `what is included is what the caller may read; the rest stays a pointer`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        func pointer(_ className: String, _ id: String) -> JSON {
            ["__type": "Pointer", "className": .string(className), "objectId": .string(id)]
        }
        let shown = try bench.create("Stable", ["name": "open", "owner": pointer("user", una.userId)])
        let horse = try bench.create("Horse", ["stable": pointer("Stable", shown)])
        func stable(_ token: String?) -> JSON {
            bench.answer("objects.get", ["className": "Horse", "objectId": .string(horse), "include": "stable.owner"], token)["stable"]
                ?? .null
        }
        #expect(stable(nil)["__type"] == "Object" && stable(nil)["name"] == "open")
        #expect(stable(nil)["owner"]?["__type"] == "Pointer")
        #expect(stable(una.token)["owner"]?["userName"] == "Una")
        let found = bench.answer("objects.find", ["className": "Horse", "include": "stable"])["results"]?.arrayValue?.first
        #expect(found?["stable"]?["className"] == "Stable")
    }

    @Test(arguments: [false, true]) func `the third long query by a field makes its index, and the next is short`(
        isDoneElsewhere: Bool
    ) throws {
        let bench = try ObjectBench()
        try bench.bench.database.begin()
        for number in 0..<3_000 {
            var object = StoredObject(className: "Horse", objectId: "h\(number)", date: Int64(number), acl: .publicReadWrite)
            object.fields["points"] = .integer(Int64(number))
            try Objects(core: bench.bench.service.core).insert(object)
        }
        try bench.bench.database.commit()
        func turns() -> Int {
            var turns = 0
            bench.bench.turnTaken = { _, _ in turns += 1 }
            #expect(bench.answer("objects.find", ["className": "Horse", "where": ["points": 2_718]])["results"]?.arrayValue?.count == 1)
            bench.bench.turnTaken = nil
            return turns
        }
        for _ in 0..<LongScans.timesMin { #expect(turns() > 10) }
        if isDoneElsewhere {
            let due = try #require(bench.bench.service.takeDue())
            #expect(bench.bench.service.dueSweep() == nil && bench.bench.service.takeDue() == nil)
            bench.bench.service.note(due)
        }
        try bench.fillIndexes()
        #expect(turns() == 1)
        #expect(try Objects(core: bench.bench.service.core).indexes(of: "Horse").map { $0.path.text } == ["points"])
    }

    @Test func `what an index leads to many of comes in the order that is asked for, whichever way is short`() throws {
        let bench = try ObjectBench(["ncmb": ["indexes": ["Horse.points", "Horse.name", "Horse.isOld"]]])
        try bench.bench.database.begin()
        for number in 0..<4_500 {
            var object = StoredObject(className: "Horse", objectId: "h\(number)", date: Int64(number), acl: .publicReadWrite)
            object.fields["points"] = .integer(Int64(number % 50))
            object.fields["name"] = .string("n\(1_000 + number)")
            if number < 1_500 { object.fields["isOld"] = true }
            try Objects(core: bench.bench.service.core).insert(object)
        }
        try bench.bench.database.commit()
        try bench.fillIndexes()
        let (newest, oldest) = (["n5499", "n5498", "n5497"], ["n1000", "n1001", "n1002"])
        let old = ["n2499", "n2498", "n2497"]
        for order in ["-createDate", "createDate", "-name", "name"] {
            let isDescending = order.hasPrefix("-")
            func found(_ condition: JSON) -> [String] {
                bench.names(["className": "Horse", "where": condition, "order": .string(order), "limit": 3])
            }
            #expect(found(["points": ["$gte": 0]]) == (isDescending ? newest : oldest), "\(order)")
            #expect(found(["isOld": true]) == (isDescending ? old : oldest), "\(order)")
        }
        let inner: JSON = ["className": "Horse", "where": ["points": ["$gte": 0]], "order": "-name", "limit": 3]
        #expect(bench.names(["className": "Horse", "where": ["name": ["$select": ["query": inner, "key": "name"]]]]) == newest)
    }

    @Test func `an index that the settings declare is filled, and stays when they do not name it any more`() throws {
        let bench = try ObjectBench(["ncmb": ["indexes": ["Horse.points"], "scanObjects": 1_000]])
        for number in 0..<1_200 { _ = try bench.create("Horse", ["points": .integer(Int64(number)), "stats": ["speed": 1]]) }
        let query: JSON = ["className": "Horse", "where": ["points": 718]]
        #expect(bench.answer("objects.find", query).stringValue?.contains("E413003") == true)
        try bench.fillIndexes()
        #expect(bench.answer("objects.find", query)["results"]?.arrayValue?.count == 1)
        #expect(bench.bench.console("loadSettings", ["settings": ["ncmb": ["indexes": ["Horse.stats.speed"]]]]).isSuccess)
        try bench.fillIndexes()
        let objects = Objects(core: bench.bench.service.core)
        #expect(try objects.indexes(of: "Horse").map { $0.path.text } == ["points", "stats.speed"])
        #expect(try objects.indexes(of: "Horse").allSatisfy { $0.isComplete })
        for wrong in ["Horse", "Horse.", ".points", "Horse.a b", "Horse._id", "Horse.1", "Horse.a'--"] {
            #expect(!bench.bench.console("loadSettings", ["settings": ["ncmb": ["indexes": [.string(wrong)]]]]).isSuccess, "\(wrong)")
        }
    }

    @Test func `a query that looks at too much is refused with the index to declare`() throws {
        let bench = try ObjectBench(["ncmb": ["scanObjects": 1_000]])
        try bench.bench.database.begin()
        for number in 0..<1_500 {
            let object = StoredObject(className: "Horse", objectId: "h\(number)", date: Int64(number), acl: .publicReadWrite)
            try Objects(core: bench.bench.service.core).insert(object)
        }
        try bench.bench.database.commit()
        let refusal = bench.answer("objects.find", ["className": "Horse", "where": ["points": 1]]).stringValue ?? ""
        #expect(refusal.hasPrefix("E413003 ") && refusal.hasSuffix("declare the index Horse.points in ncmb.indexes of the settings."))
    }
}
