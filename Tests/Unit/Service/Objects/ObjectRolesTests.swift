import Codecs
import Linux
import Testing

@testable import Documents
@testable import Messages
@testable import Service
@testable import Storage

/// Roles are asked for by the names that rights have.
@Suite struct `Roles of users` {
    private static func pointer(_ className: String, _ id: String) -> JSON {
        ["__type": "Pointer", "className": .string(className), "objectId": .string(id)]
    }

    private static func adding(_ className: String, _ ids: [String]) -> JSON {
        ["__op": "AddRelation", "objects": .array(ids.map { pointer(className, $0) })]
    }

    private func steps(_ bench: ObjectBench, _ ask: () -> Void) -> Int {
        _ = bench.bench.database.takeSteps()
        ask()
        return Int(bench.bench.database.takeSteps())
    }

    @Test func `roles into which others put a user cost that user nothing, and hide none of its own`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        let real = try bench.create("role", ["roleName": "real", "belongUser": Self.adding("user", [una.userId])])
        _ = real
        for number in 0..<5 {
            _ = try bench.create("Horse", ["name": .string("h\(number)"), "acl": ["role:real": ["read": true]]])
        }
        func asked() { #expect(bench.names(["className": "Horse"], una.token).count == 5) }
        asked()
        let before = steps(bench, asked)
        for number in 0..<3_000 {
            _ = try bench.create("role", ["roleName": .string("stranger\(number)"), "belongUser": Self.adding("user", [una.userId])])
        }
        // Nothing of it is gone through: what is more is how deep a name lies in its index.
        #expect(steps(bench, asked) <= before + 10)
    }

    @Test func `rights go with the field, the relation and the role`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        func role(_ name: String) throws -> String {
            let id = try bench.create("role", ["roleName": .string(name), "belongUser": Self.adding("user", [una.userId])])
            _ = try bench.create("Horse", ["name": .string(name), "acl": [.init("role:\(name)"): ["read": true]]])
            return id
        }
        let names = ["null", "removed", "deleted", "kept", "again"]
        var ids: [String: String] = [:]
        for name in names { ids[name] = try role(name) }
        func seen() -> Set<String> { Set(bench.names(["className": "Horse"], una.token)) }
        #expect(seen() == Set(names))
        for (name, value): (String, JSON) in [
            ("null", nil), ("again", nil),
            ("removed", ["__op": "RemoveRelation", "objects": [Self.pointer("user", una.userId)]]),
        ] { #expect(bench.update("role", ids[name] ?? "", ["belongUser": value])["updateDate"] != nil) }
        #expect(bench.answer("objects.delete", ["className": "role", "objectId": .string(ids["deleted"] ?? "")]) == .null)
        #expect(seen() == ["kept"])
        #expect(try bench.bench.database.query("SELECT COUNT(*) FROM relations", []).first?.integer(0) == 1)
        // Somebody else joins: who was in it before is not back.
        let uwe = try bench.signUp("Uwe")
        #expect(bench.update("role", ids["again"] ?? "", ["belongUser": Self.adding("user", [uwe.userId])])["updateDate"] != nil)
        #expect(seen() == ["kept"] && bench.names(["className": "Horse"], uwe.token) == ["again"])
    }

    @Test func `a role's members are in relations, and what could be none changes nothing`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        let role = try bench.create("role", ["roleName": "r", "belongUser": Self.adding("user", [una.userId])])
        _ = try bench.create("Horse", ["name": "h", "acl": ["role:r": ["read": true]]])
        let relation: JSON = ["__type": "Relation", "className": "Horse"]
        let wrong: [JSON] = [.array([Self.pointer("user", una.userId)]), Self.pointer("user", una.userId), "nobody", [:], relation]
        for value in wrong {
            let refusal: JSON = "E400002 belongUser must be a relation to the class user, changed with AddRelation."
            #expect(bench.update("role", role, ["belongUser": value]) == refusal)
            let fields: JSON = ["roleName": "new", "belongRole": value]
            #expect(bench.answer("objects.create", ["className": "role", "fields": fields]).stringValue?.hasPrefix("E400002 ") == true)
        }
        for (field, members) in [("belongUser", "role"), ("belongRole", "user"), ("belongRole", "Horse")] {
            let fields: JSON = ["roleName": "new", .init(field): Self.adding(members, ["x"])]
            #expect(bench.answer("objects.create", ["className": "role", "fields": fields]).stringValue?.hasPrefix("E400002 ") == true)
        }
        #expect(bench.names(["className": "Horse"], una.token) == ["h"])
        // Clients send whole rows back.
        let whole = bench.get("role", role)
        #expect(bench.update("role", role, whole)["updateDate"] != nil && bench.names(["className": "Horse"], una.token) == ["h"])
    }

    @Test func `what an earlier version left of a relation grants nothing, and does not come back`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una"), uwe = try bench.signUp("Uwe")
        let role = try bench.create("role", ["roleName": "old", "belongUser": nil])
        _ = try bench.create("Horse", ["name": "h", "acl": ["role:old": ["read": true]]])
        try bench.bench.database.begin()
        _ = try bench.bench.database.run(
            "INSERT INTO relations (class_name, object_id, field, target_class, target_id) VALUES ('role', ?, 'belongUser', 'user', ?)",
            [.text(role), .text(una.userId)])
        try bench.bench.database.commit()
        #expect(bench.names(["className": "Horse"], una.token) == [])
        #expect(bench.update("role", role, ["belongUser": Self.adding("user", [uwe.userId])])["updateDate"] != nil)
        #expect(bench.names(["className": "Horse"], una.token) == [] && bench.names(["className": "Horse"], uwe.token) == ["h"])
    }

    @Test func `roles inside roles are looked through to their limit, one more is refused, and what is larger is named`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        let inner = try bench.create("role", ["roleName": "inner", "belongUser": Self.adding("user", [una.userId])])
        var last = inner
        for number in 0..<40 {
            last = try bench.create("role", ["roleName": .string("r\(number)"), "belongRole": Self.adding("role", [last])])
        }
        _ = try bench.create("Horse", ["name": "deep", "acl": ["role:r39": ["read": true]]])
        #expect(bench.names(["className": "Horse"], una.token) == ["deep"])
        #expect(bench.update("role", inner, ["belongRole": Self.adding("role", [last])]).stringValue?.hasPrefix("E403003") == true)
        // More than may be inside.
        let many = Self.adding("role", (1..<Objects.nestedRolesMax).map { "x\($0)" })
        let wide = try bench.create("role", ["roleName": "wide", "belongRole": many])
        #expect(bench.update("role", wide, ["belongRole": Self.adding("role", ["y1"])])["updateDate"] != nil)
        #expect(bench.update("role", wide, ["belongRole": Self.adding("role", ["y2"])]).stringValue?.hasPrefix("E400009") == true)
        #expect(bench.update("role", inner, ["belongRole": Self.adding("role", [wide])]).stringValue?.hasPrefix("E400009") == true)
        let uwe = try bench.signUp("Uwe")
        try bench.bench.database.begin()
        _ = try bench.bench.database.run(
            "INSERT INTO relations (class_name, object_id, field, target_class, target_id) VALUES ('role', ?, 'belongRole', 'role', 'z')",
            [.text(wide)])
        try bench.bench.database.commit()
        _ = try bench.create("Horse", ["name": "wide", "acl": ["role:wide": ["read": true]]])
        let found = bench.answer("objects.find", ["className": "Horse"], uwe.token)
        #expect(found["rolesTooLarge"] == ["wide"] && found["results"] == [])
        #expect(bench.names(["className": "Horse"], una.token) == ["deep"])
    }

    // MARK: Strangers

    private func asked(_ bench: ObjectBench, _ api: String, _ parameters: JSON, _ token: String? = nil) -> JSON {
        var request = Request(api: api, origin: .client, transactionId: "t", accessToken: token, parameters: parameters)
        request.setCarried(from: "192.0.2.1")
        let reply = bench.bench.ask(request)
        return reply.isSuccess ? reply.body["answer"] ?? .null : reply.body["code"] ?? .integer(Int64(reply.resultCode))
    }

    @Test(arguments: ["SANDBOX", "REAL"], [nil, true, false])
    func `strangers push, make roles and change installations where a setting lets them`(type: String, opened: Bool?) throws {
        let open = JSON.optional(opened)
        let bench = try ObjectBench([
            "app": ["appId": "Shop", "typeCode": .string(type)],
            "ncmb": ["clientPush": open, "openRoles": open, "openInstallations": open],
        ])
        let isOpen = opened ?? (type == "SANDBOX")
        let una = try bench.signUp("Una"), uwe = try bench.signUp("Uwe")
        let everybodys = try bench.create("role", ["roleName": "everybodys"])
        let unas = try bench.create("role", ["roleName": "unas", "acl": ["*": ["read": true], .init(una.userId): ["write": true]]])
        let device = try bench.create("installation", ["deviceToken": "t1"])
        func outcome(_ api: String, _ parameters: JSON, _ token: String? = nil) -> Bool {
            let answer = asked(bench, api, parameters, token)
            #expect(answer.stringValue == nil || answer == "E403003", "\(answer)")
            return answer.stringValue == nil
        }
        func change(_ className: String, _ id: String, _ fields: JSON) -> JSON {
            ["className": .string(className), "objectId": .string(id), "fields": fields]
        }
        #expect(outcome("objects.create", ["className": "push", "fields": ["message": "m"]]) == isOpen)
        #expect(outcome("objects.create", ["className": "role", "fields": ["roleName": "new"]], uwe.token) == isOpen)
        let join: JSON = ["belongUser": Self.adding("user", [uwe.userId])]
        #expect(outcome("objects.update", change("role", everybodys, join), uwe.token) == isOpen)
        #expect(outcome("objects.update", change("role", unas, join), una.token))
        #expect(outcome("objects.update", change("installation", device, ["channels": ["a"]])) == isOpen)
        #expect(outcome("objects.update", change("installation", device, ["channels": ["a"], "deviceToken": "wrong"])) == isOpen)
        var known = try #require(change("installation", device, ["channels": ["b"]]).objectValue)
        known["deviceToken"] = isOpen ? "wrong" : "t1"
        #expect(outcome("objects.update", .object(known)))
        #expect(outcome("objects.delete", ["className": "installation", "objectId": .string(device)]) == isOpen)
        // In the process of the game nobody is a stranger.
        _ = try bench.create("push", ["message": "m"])
    }
}

extension JSON {
    fileprivate static func optional(_ value: Bool?) -> JSON { value.map { .bool($0) } ?? .null }
}
