import Codecs
import Storage
import Testing

@testable import Documents
@testable import Messages
@testable import Service

@Suite struct `Objects that an operator changes` {
    /// As a server keeps them: secrets as their digests.
    private let bench: ObjectBench

    init() throws { bench = try ObjectBench(keepsEvents: true) }

    private func given(_ className: String, _ id: String) throws -> JSONObject {
        let rows = bench.bench.console("giveObjects", ["className": .string(className)]).body["rows"]?.arrayValue ?? []
        return try #require(rows.first { $0["objectId"]?.stringValue == id }?.objectValue)
    }

    /// As the page does it: what it shows to nobody it does not send back.
    /// - Parameter read: what the operator has read; nil: what is there.
    /// - Returns: "", or what the service says of a refusal.
    private func write(
        _ className: String, _ id: String, since read: JSONObject? = nil, _ change: (inout JSONObject) -> Void
    ) throws -> String {
        let read = try read ?? given(className, id)
        var row = read
        for name in ["authData", "deviceToken"] { row[name] = nil }
        change(&row)
        let date = read["updateDate"] ?? nil
        let reply = bench.bench.console("takeObject", ["className": .string(className), "row": .object(row), "ifUpdateDate": date])
        return reply.isSuccess ? "" : reply.message
    }

    @Test func `a user is changed in its place, and keeps its session, its password and its links`() throws {
        let una = try bench.signUp("Una")
        let links: JSON = ["anonymous": ["id": "0123456789abcdef0123456789abcdef"]]
        let fields: JSON = ["coins": 1, "old": true, "mailAddress": "una@example.com", "authData": links]
        #expect(bench.update("user", una.userId, fields, una.token)["updateDate"] != nil)
        let before = try given("user", una.userId)
        let day: JSON = ["__type": "Date", "iso": "2020-01-31T00:00:00.001Z"]
        let acl: JSON = ["*": ["read": true], una.userId: ["read": true, "write": true]]
        let refusal = try write("user", una.userId) { row in
            row["coins"] = 2
            row["old"] = nil
            row["day"] = day
            row["acl"] = acl
        }
        #expect(refusal == "")
        let after = try given("user", una.userId)
        #expect(after["authData"] != nil && after["authData"] == before["authData"])
        #expect(after["createDate"] == before["createDate"] && after["updateDate"] != before["updateDate"])
        let seen = bench.get("user", una.userId, una.token)
        #expect(seen["coins"] == 2 && seen["old"] == nil && seen["day"] == day && seen["acl"] == acl)
        #expect(bench.get("user", una.userId)["userName"] == "Una")
        let logIn: JSON = ["userName": "Una", "password": "password of Una"]
        #expect(bench.answer("users.logIn", logIn)["objectId"] == .string(una.userId))
        let byLink = bench.answer("objects.create", ["className": "user", "fields": ["authData": links]])
        #expect(byLink["objectId"] == .string(una.userId))
    }

    @Test func `another mail address is one user's and not confirmed`() throws {
        let una: JSON = ["objectId": "una", "userName": "Una", "mailAddress": "una@example.com", "mailAddressConfirm": true]
        let uwe: JSON = ["objectId": "uwe", "userName": "Uwe", "mailAddress": "uwe@example.com"]
        for row in [una, uwe] { #expect(bench.bench.console("takeObject", ["className": "user", "row": row]).isSuccess) }
        #expect(try write("user", "una") { $0["coins"] = 1 } == "")
        #expect(try given("user", "una")["mailAddressConfirm"] == true)
        #expect(try write("user", "una") { $0["mailAddress"] = "uwe@example.com" } == "mailAddress is duplication.")
        #expect(try write("user", "una") { $0["mailAddress"] = 1 } == "mailAddress must be text.")
        #expect(try write("user", "una") { $0["mailAddress"] = "other@example.com" } == "")
        #expect(try given("user", "una")["mailAddressConfirm"] == false)
    }

    @Test func `what the service, a log-in or the device writes is refused by its name, and a user stays readable by itself`() throws {
        let una = try bench.signUp("Una")
        let device = try bench.create("installation", ["deviceToken": "token", "deviceType": "ios", "timeZone": "Asia/Tokyo"])
        let owned: [(className: String, id: String, field: String, value: JSON?)] = [
            ("user", una.userId, "userName", "Ulf"), ("user", una.userId, "userName", nil), ("user", una.userId, "password", "x"),
            ("user", una.userId, "sessionToken", "x"), ("user", una.userId, "authData", ["google": ["id": "9"]]),
            ("user", una.userId, "mailAddressConfirm", true), ("installation", device, "deviceToken", "other"),
            ("installation", device, "deviceType", "android"), ("installation", device, "deviceType", nil),
            ("installation", device, "timeZone", "UTC"), ("installation", device, "sdkVersion", "1"),
        ]
        for (className, id, field, value) in owned {
            let before = try given(className, id)
            let refusal = try write(className, id) { $0[field] = value }
            #expect(refusal.hasPrefix("\(field) is not changed by an operator: "), "\(field): \(refusal)")
            #expect(try given(className, id) == before, "\(field)")
        }
        for acl: JSON in [[:], ["*": ["write": true]], ["another": ["read": true]]] {
            #expect(try write("user", una.userId) { $0["acl"] = acl }.hasPrefix("acl: "), "\(acl.text())")
        }
        #expect(bench.get("user", una.userId, una.token)["userName"] == "Una")
    }

    @Test func `an installation keeps its token, and what a push asks of it holds`() throws {
        let device = try bench.create("installation", ["deviceToken": "token", "deviceType": "ios", "channels": ["East"]])
        let refusal = try write("installation", device) { row in
            row["channels"] = ["West"]
            row["badge"] = 3
        }
        #expect(refusal == "")
        let own = bench.answer("objects.get", ["className": "installation", "objectId": .string(device), "deviceToken": "token"])
        #expect(own["deviceToken"] == "token" && own["channels"] == ["West"] && own["badge"] == 3 && own["deviceType"] == "ios")
        #expect(try write("installation", device) { $0["channels"] = [1] } == "channels must be a list of texts.")
        let found: JSON = ["className": "installation", "where": ["channels": "West"], "count": 1]
        #expect(bench.answer("objects.find", found)["count"] == 1)
    }

    @Test func `who writes second is refused, and nothing is lost; relations keep their members`() throws {
        let friend: JSON = ["__type": "Pointer", "className": "Horse", "objectId": "a"]
        let horse = try bench.create("Horse", ["points": 1, "friends": ["__op": "AddRelation", "objects": [friend]]])
        func members() -> Int? { bench.bench.console("giveMembers", ["className": "Horse"]).body["rows"]?.arrayValue?.count }
        let read = try given("Horse", horse)
        #expect(bench.update("Horse", horse, ["points": 2])["updateDate"] != nil)
        #expect(try write("Horse", horse, since: read) { $0["points"] = 3 }.hasPrefix("The object was changed at "))
        #expect(bench.get("Horse", horse)["points"] == 2)
        let now = try given("Horse", horse)
        #expect(try write("Horse", horse, since: now) { $0["points"] = 3 } == "")
        // In the same millisecond.
        #expect(try write("Horse", horse, since: now) { $0["points"] = 4 }.hasPrefix("The object was changed at "))
        #expect(bench.get("Horse", horse)["points"] == 3 && members() == 1)
        #expect(try write("Horse", horse) { $0["friends"] = nil } == "")
        #expect(members() == 0)
        let last = try given("Horse", horse)
        #expect(bench.bench.console("removeObject", ["className": "Horse", "objectId": .string(horse)]).isSuccess)
        #expect(try write("Horse", horse, since: last) { $0["points"] = 5 } == "No data available.")
        for name in ["file", "push"] {
            let row: JSON = ["className": .string(name), "row": ["objectId": "a"], "ifUpdateDate": "x"]
            #expect(bench.bench.console("takeObject", row).message == "Operation that are prohibited.")
        }
    }

    @Test func `a user whom the operator removes leaves no more behind than one who goes, and no session`() throws {
        let bench = try ObjectBench()
        var left: [Set<String>] = []
        for name in ["Una", "Uwe"] {
            let user = try bench.signUp(name)
            let address = JSON.string("\(name)@example.com")
            #expect(bench.update("user", user.userId, ["mailAddress": address], user.token)["updateDate"] != nil)
            _ = bench.answer("users.requestPasswordReset", ["mailAddress": address])
            let there = try tables(of: user.userId, bench.bench.database)
            #expect(there.isSuperset(of: ["objects", "object_names", "users", "user_sessions", "one_time_keys"]), "\(there.sorted())")
            let key: JSON = ["className": "user", "objectId": .string(user.userId)]
            let isGone = name == "Una" ? bench.bench.console("removeObject", key) : bench.ask("objects.delete", key, user.token)
            #expect(isGone.isSuccess, "\(isGone.message)")
            left.append(try tables(of: user.userId, bench.bench.database))
            #expect(bench.get("Horse", "a", user.token) == "E401001 Authentication error by header incorrect.")
            let logIn: JSON = ["userName": .string(name), "password": .string("password of \(name)")]
            #expect(bench.answer("users.logIn", logIn) == "E401002 Authentication error with ID/PASS incorrect.")
        }
        #expect(left[0] == left[1])
        #expect(left[0].isDisjoint(with: ["objects", "object_names", "users", "user_sessions", "one_time_keys"]), "\(left[0].sorted())")
    }

    /// Those that have a row of the user.
    private func tables(of userId: String, _ database: SQLiteDatabase) throws -> Set<String> {
        let names = try database.query("SELECT name FROM sqlite_master WHERE type = 'table'", []).map { $0.text(0) }
        return Set(try names.filter { try database.query("SELECT * FROM \($0)", []).contains { $0.values.contains(.text(userId)) } })
    }
}
