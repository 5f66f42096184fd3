import Codecs
import Linux
import Storage
import Testing

@testable import Documents
@testable import Messages
@testable import Service

/// What may be kept is one definition: whatever a path accepts, every reader reads; and a row that nobody can read costs itself alone.
@Suite struct `What is kept can be read` {
    /// An object of so many values, itself included, in lists that are as long as a field may have them.
    static func fields(values: Int, _ others: JSONObject = [:]) -> JSON {
        var object = others
        var left = values - 1 - others.members.reduce(0) { $0 + count($1.value) }
        var number = 0
        while left > 0 {
            let size = min(left - 1, FieldOperation.elementsMax)
            object["list\(number)"] = .array([JSON](repeating: 0, count: size))
            left -= size + 1
            number += 1
        }
        return .object(object)
    }

    static func count(_ json: JSON) -> Int {
        1 + (json.arrayValue ?? []).reduce(0) { $0 + count($1) } + (json.objectValue?.members ?? []).reduce(0) { $0 + count($1.value) }
    }

    /// Each class by each path that writes it, with what it needs.
    private static let paths: [(request: String, className: String, others: JSONObject)] = [
        ("objects.create", "Horse", [:]), ("objects.update", "Horse", [:]), ("console.takeObject", "Horse", [:]),
        ("objects.create", "role", ["roleName": "keepers"]), ("objects.create", "installation", ["deviceToken": "token"]),
        ("objects.create", "user", ["userName": "una", "password": "pw"]),
    ]

    @Test(arguments: [1_048_577, 1_050_625, KeptJSON.valuesMax, KeptJSON.valuesMax + 1])
    func `an object of as many values as may be kept is read by every reader, and one more is refused`(values: Int) throws {
        for path in Self.paths where path.className == "Horse" || values == 1_048_577 {
            let bench = try ObjectBench()
            // The password is no field.
            let more = path.others["password"] == nil ? 0 : 1
            try check(bench, path, Self.fields(values: values + more, path.others), isKept: values <= KeptJSON.valuesMax)
        }
    }

    private func check(
        _ bench: ObjectBench, _ path: (request: String, className: String, others: JSONObject), _ fields: JSON, isKept: Bool
    )
        throws
    {
        let neighbour = try bench.create("Horse", ["name": "neighbour"])
        var id = "taken"
        let reply: Reply
        switch path.request {
        case "console.takeObject":
            var row = try #require(fields.objectValue)
            // Not one of the values that are kept.
            row["objectId"] = .string(id)
            reply = bench.bench.console("takeObject", ["className": "Horse", "row": .object(row)])
        case "objects.update":
            id = try bench.create("Horse", [:])
            reply = bench.ask("objects.update", ["className": "Horse", "objectId": .string(id), "fields": fields])
        default:
            reply = bench.ask("objects.create", ["className": .string(path.className), "fields": fields])
            id = reply.body["answer"]?["objectId"]?.stringValue ?? id
        }
        #expect(reply.isSuccess == isKept, "\(path): \(reply.message)")
        if !isKept { #expect(reply.body["code"] == "E413002") }
        #expect(bench.names(["className": "Horse", "where": ["name": "neighbour"]]) == ["neighbour"])
        guard isKept else { return }
        try readAll(bench, path.className, id, fields)
        #expect(bench.get("Horse", neighbour)["name"] == "neighbour")
    }

    /// Every reader there is.
    private func readAll(_ bench: ObjectBench, _ className: String, _ id: String, _ fields: JSON) throws {
        var token: String?
        if className == "user" { token = bench.answer("users.logIn", ["userName": "una", "password": "pw"])["sessionToken"]?.stringValue }
        let row = bench.get(className, id, token)
        #expect(row["list0"] == fields["list0"] && row["list10"] == fields["list10"])
        let found = bench.ask("objects.find", ["className": .string(className), "where": ["objectId": .string(id)]], token)
        #expect(found.body["answer"]?["results"]?.arrayValue?.first?["list10"] == fields["list10"])
        // As it travels, with what is around it.
        let limits = HTTPForm.answerLimits
        #expect(try JSON.parse(bytes: found.form.bytes(), limits: limits) == found.form)
        let request = Request(
            .objectsUpdate, origin: .client, transactionId: "t",
            parameters: ["className": .string(className), "objectId": .string(id), "fields": row])
        #expect(try JSON.parse(bytes: request.body.bytes(), limits: HTTPForm.limits(.objectsUpdate)) == request.body)
        let rows = try #require(bench.ask("objects.find", ["className": .string(className), "rows": true], token).rows)
        #expect(
            (0..<rows.count).contains { rows[$0].document(of: className, KnownAccessList(), for: .console)?["list10"] == fields["list10"] })
        #expect(bench.answer("objects.find", ["className": .string(className), "count": 1, "limit": 0], token)["count"] != 0)
        let given = bench.bench.console("giveObjects", ["className": .string(className)]).body
        #expect(given["damaged"] == nil && (given["rows"]?.arrayValue ?? []).contains { $0["list10"] == fields["list10"] })
        #expect(bench.update(className, id, ["more": 1], token)["updateDate"] != nil || Self.count(fields) == KeptJSON.valuesMax)
        #expect(bench.answer("objects.delete", ["className": .string(className), "objectId": .string(id)], token) == .null)
    }

    @Test func `what is nested deeper than may be kept is refused wherever it comes from`() throws {
        func nested(_ depth: Int) -> JSON { (0..<depth).reduce(JSON.integer(1)) { value, _ in .array([value]) } }
        let bench = try ObjectBench()
        for depth in [FieldCheck.depthMax, FieldCheck.depthMax + 1, 63, 64, 68] {
            let isKept = depth <= FieldCheck.depthMax
            let tried: [(String, JSON)] = [
                ("Horse", ["a": nested(depth)]), ("push", ["message": "m", "userSettingValue": ["a": nested(depth - 1)]]),
            ]
            for (className, fields) in tried {
                let reply = bench.ask("objects.create", ["className": .string(className), "fields": fields])
                #expect(reply.isSuccess == isKept, "\(className) \(depth)")
            }
            _ = bench.ask("objects.create", ["className": "push", "fields": ["message": "m", "searchCondition": ["a": nested(depth)]]])
        }
        for className in ["Horse", "push"] {
            #expect(bench.answer("objects.find", ["className": .string(className)])["damaged"] == nil)
            #expect(bench.bench.console("giveObjects", ["className": .string(className)]).body["damaged"] == nil)
        }
        try bench.bench.sweepAll()
        #expect(try bench.bench.count("push_jobs") == 0)
    }

    @Test func `a push of the console that is kept is told, whatever letters it has`() throws {
        let bench = try ServiceBench(settings: ["app": ["appId": "Shop"]])
        let text = JSON.string(String(repeating: "\u{1}", count: Push.pushBodyBytesMax))
        var messages = JSONObject()
        for number in 0..<Push.pushLanguagesMax { messages["l\(number)"] = ["body": text] }
        let player = try bench.login()
        _ = bench.ask(
            "push.register",
            ["deviceKey": "d", "languageCode": "l1", "pushEnabled": true, "timezone": "UTC"], token: player.token)
        let sent = bench.console("sendPush", ["messages": .object(messages)])
        #expect(sent.isSuccess, "\(sent.message)")
        for row in try bench.database.query("SELECT content FROM push_messages", []) { #expect(Push.stored(row.text(0)) != nil) }
        let campaigns = try bench.database.query("SELECT push FROM push_campaigns WHERE push <> ''", [])
        for row in campaigns { #expect(Push.stored(row.text(0)) != nil) }
    }

    // MARK: What is damaged already

    /// A class with a neighbour before and behind the row whose text is cut.
    private func damaged(_ bench: ObjectBench, _ className: String, _ fields: (Int) -> JSON, _ damage: String) throws -> [String] {
        let ids = try (0..<3).map { try bench.create(className, fields($0)) }
        try bench.bench.database.begin()
        _ = try bench.bench.database.run(
            "UPDATE objects SET \(damage) WHERE class_name = ? AND object_id = ?", [.text(className), .text(ids[1])])
        try bench.bench.database.commit()
        return ids
    }

    private static let damages = ["fields = '{\"name\":'", "acl = '{\"'", "fields = '[]', acl = '7'"]

    @Test(arguments: damages) func `a damaged row costs itself alone, and who may write it removes it`(damage: String) throws {
        let bench = try ObjectBench(["ncmb": ["indexes": ["Horse.points"]]])
        let ids = try damaged(bench, "Horse", { ["name": .string("h\($0)"), "points": .integer(Int64($0))] }, damage)
        try bench.fillIndexes()
        for query: JSON in [
            ["className": "Horse"], ["className": "Horse", "order": "points"], ["className": "Horse", "order": "-createDate", "limit": 10],
            ["className": "Horse", "where": ["points": ["$gte": 0]]], ["className": "Horse", "where": ["name": ["$regex": "h"]]],
            ["className": "Horse", "where": ["objectId": ["$in": .array(ids.map { .string($0) })]]],
        ] {
            #expect(Set(bench.names(query)) == ["h0", "h2"], "\(query)")
        }
        // What an index leads to has a line in it, which a damaged row has not. A row of which the rights are damaged is nobody's.
        let named = bench.answer("objects.find", ["className": "Horse", "where": ["name": ["$regex": "h"]]])["damaged"]
        #expect(named == (damage.contains("acl") ? nil : [.string(ids[1])]))
        #expect(bench.update("Horse", ids[0], ["points": 7])["updateDate"] != nil)
        let given = bench.bench.console("giveObjects", ["className": "Horse"]).body
        #expect(given["rows"]?.arrayValue?.count == 2 && given["damaged"] == [.string(ids[1])])
        if !damage.contains("acl") { #expect(bench.get("Horse", ids[1]).stringValue?.hasPrefix("E502003") == true) }
        let gone = bench.answer("objects.delete", ["className": "Horse", "objectId": .string(ids[1])])
        if damage.contains("acl") {
            #expect(gone == "E404001 No data available.")
            #expect(bench.bench.console("removeObject", ["className": "Horse", "objectId": .string(ids[1])]).isSuccess)
        } else {
            #expect(gone == .null)
        }
        #expect(bench.answer("objects.find", ["className": "Horse"])["damaged"] == nil)
        #expect(try bench.bench.count("objects") == 2)
    }

    @Test func `damaged installations, pushes, roles, users and files stop nobody else's`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        _ = try damaged(bench, "installation", { ["deviceToken": .string("t\($0)"), "deviceType": "ios"] }, Self.damages[0])
        let member: JSON = [
            "__op": "AddRelation", "objects": [["__type": "Pointer", "className": "user", "objectId": .string(una.userId)]],
        ]
        let roles = try damaged(bench, "role", { ["roleName": .string("r\($0)"), "belongUser": member] }, Self.damages[0])
        for number in 0..<3 {
            _ = try bench.create("Horse", ["name": .string("h\(number)"), "acl": [.init("role:r\(number)"): ["read": true]]])
        }
        #expect(Set(bench.names(["className": "Horse"], una.token)) == ["h0", "h2"])
        // A push that is damaged is not sent, and the next is.
        let pushes = try damaged(bench, "push", { ["message": .string("m\($0)")] }, Self.damages[0])
        try bench.bench.sweepAll()
        #expect(bench.get("push", pushes[2])["deliveryNumber"] == 2)
        #expect(try bench.bench.count("push_jobs") == 0)
        let others = try ["Uwe", "Ute"].map { try bench.signUp($0) }
        try bench.bench.database.begin()
        _ = try bench.bench.database.run("UPDATE objects SET fields = '{' WHERE object_id = ?", [.text(others[0].userId)])
        try bench.bench.database.commit()
        #expect(bench.answer("users.logIn", ["userName": "Ute", "password": "password of Ute"])["sessionToken"] != nil)
        for (className, id) in [("role", roles[1]), ("user", others[0].userId), ("push", pushes[1])] {
            #expect(bench.bench.console("removeObject", ["className": .string(className), "objectId": .string(id)]).isSuccess)
        }
        // Its name is free again.
        _ = try bench.create("role", ["roleName": "r1"])
        _ = try bench.signUp("Uwe")
        try removeFile(bench)
    }

    private func removeFile(_ bench: ObjectBench) throws {
        for name in ["a", "b"] {
            let upload = try #require(bench.ask("files.begin", ["fileName": .string(name)]).body["upload"])
            _ = bench.ask("files.append", ["upload": upload, "from": 0, "part": .string(Base64.encode([1, 2, 3]))])
            #expect(bench.ask("files.finish", ["upload": upload]).isSuccess)
        }
        try bench.bench.database.begin()
        _ = try bench.bench.database.run("UPDATE objects SET fields = '{' WHERE class_name = 'file' AND fields LIKE '%\"a\"%'", [])
        try bench.bench.database.commit()
        #expect(bench.answer("objects.find", ["className": "file"])["results"]?.arrayValue?.count == 1)
        #expect(bench.ask("files.delete", ["fileName": "a"]).isSuccess)
        #expect(bench.ask("files.read", ["fileName": "b"]).isSuccess)
        #expect(try bench.bench.count("file_contents") == 1)
    }
}
