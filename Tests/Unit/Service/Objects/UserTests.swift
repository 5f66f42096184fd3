import Codecs
import Linux
import Messages
import Storage
import Testing

@testable import Documents
@testable import Service

@Suite struct `Users of objects` {
    @Test func `a sign-up opens a session and answers authData; name and mail are one user's`() throws {
        let bench = try ObjectBench()
        func signUp(_ fields: JSON) -> JSON { bench.answer("objects.create", ["className": "user", "fields": fields]) }
        let first = signUp(["userName": "Una", "password": "secret", "mailAddress": "una@example.com", "ownerName": "U"])
        #expect(first.objectValue?.members.map { $0.key }.sorted() == ["authData", "createDate", "objectId", "sessionToken", "userName"])
        #expect(first["authData"] == .null)
        #expect(signUp(["userName": "Una", "password": "x"]) == "E409001 userName is duplication.")
        #expect(signUp(["userName": "Ulf", "password": "x", "mailAddress": "una@example.com"]) == "E409001 mailAddress is duplication.")
        #expect(signUp(["userName": "Ulf", "password": "x", "mailAddress": "una"]) == "E400004 mailAddress is invalid format.")
        for fields: JSON in [
            ["userName": "Ulf"], ["password": "x"], ["userName": "", "password": "x"], ["userName": "Ulf", "password": ""],
        ] {
            #expect(signUp(fields) == "E400003 userName or password is empty.")
        }
        let row = bench.get("user", try #require(first["objectId"]?.stringValue), first["sessionToken"]?.stringValue)
        #expect(row["ownerName"] == "U" && row["password"] == nil && row["sessionToken"] == nil)
        #expect(try bench.bench.count("users", "password_key = 'secret' OR password_salt = 'secret'") == 0)
    }

    @Test func `a log-in by name or mail ends the session before it`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        _ = bench.update("user", una.userId, ["mailAddress": "una@example.com"], una.token)
        func logIn(_ parameters: JSON) -> JSON { bench.answer("users.logIn", parameters) }
        let again = logIn(["userName": "Una", "password": "password of Una"])
        let token = try #require(again["sessionToken"]?.stringValue)
        #expect(bench.get("user", una.userId, una.token) == "E401001 Authentication error by header incorrect.")
        #expect(bench.get("user", una.userId, token)["userName"] == "Una")
        #expect(logIn(["mailAddress": "una@example.com", "password": "password of Una"])["objectId"] == .string(una.userId))
        #expect(bench.get("user", una.userId, token) == "E401001 Authentication error by header incorrect.")
        #expect(logIn(["userName": "Una"]) == "E400003 userName or password is empty.")
        #expect(logIn(["userName": "nobody", "password": "x"]) == "E401002 Authentication error with ID/PASS incorrect.")
    }

    @Test func `a password costs what the operator asks, and more from the next log-in on when that grows`() throws {
        let bench = try ObjectBench(["ncmb": ["passwordCost": 8]])
        bench.bench.service.core.passwordCost = nil
        let una = try bench.signUp("Una")
        let right: JSON = ["userName": "Una", "password": "password of Una"]
        func kept(_ cost: Int) throws -> Int64 { try bench.bench.count("users", "password_salt LIKE 'scrypt:\(cost):5:%'") }
        #expect(try kept(8) == 1)
        #expect(bench.bench.console("loadSettings", ["settings": ["ncmb": ["passwordCost": 9]]]).isSuccess)
        #expect(
            bench.answer("users.logIn", ["userName": "Una", "password": "x"]) == "E401002 Authentication error with ID/PASS incorrect.")
        #expect(try kept(8) == 1)
        for _ in 0..<2 {
            #expect(bench.answer("users.logIn", right)["objectId"] == .string(una.userId))
            #expect(try kept(9) == 1)
        }
        #expect(bench.bench.console("loadSettings", ["settings": ["ncmb": ["passwordCost": 8]]]).isSuccess)
        #expect(bench.answer("users.logIn", right)["objectId"] == .string(una.userId))
        #expect(try kept(9) == 1)
        #expect(!bench.bench.console("loadSettings", ["settings": ["ncmb": ["passwordCost": 7]]]).isSuccess)
    }

    @Test func `a key that was made by the older method still opens, and is made anew by the one of today`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        let salt = PasswordSalt.text(random: [UInt8](repeating: 7, count: PasswordSalt.randomBytes), iterations: 3)
        var work = try #require(PasswordSalt.derivation(of: "password of Una", salt: salt))
        work.advance(by: 3)
        let key = Base64URL.encode(try #require(work.key))
        _ = try bench.bench.database.run("UPDATE users SET password_salt = ?, password_key = ?", [.text(salt), .text(key)])
        #expect(
            bench.answer("users.logIn", ["userName": "Una", "password": "x"]) == "E401002 Authentication error with ID/PASS incorrect.")
        #expect(try bench.bench.count("users", "password_salt LIKE 'pbkdf2-sha256:3:%'") == 1)
        let right: JSON = ["userName": "Una", "password": "password of Una"]
        for _ in 0..<2 {
            #expect(bench.answer("users.logIn", right)["objectId"] == .string(una.userId))
            #expect(try bench.bench.count("users", "password_salt LIKE 'scrypt:8:5:%'") == 1)
        }
    }

    @Test func `keys of passwords are made beside each other in so much memory, and who gives up lets the next one begin`() throws {
        let turns = PasswordTurns()
        let some = PasswordTurns.kibibytesMax / 4
        var four = (0..<4).map { _ in turns.take(some) }
        #expect(four.allSatisfy { $0 != nil } && turns.take(1) == nil)
        four[2] = nil
        four[2] = turns.take(some)
        #expect(four[2] != nil && turns.take(1) == nil)
        four = []
        // One that takes more than all may is made, alone.
        let large = turns.take(2 * PasswordTurns.kibibytesMax)
        #expect(large != nil && turns.take(1) == nil)
    }

    @Test func `a name rests after ten wrong passwords, and no right one counts until then but its owner's`() throws {
        let bench = try ObjectBench()
        _ = try bench.signUp("Una")
        let right: JSON = ["userName": "Una", "password": "password of Una"]
        for _ in 0..<9 {
            #expect(bench.answer("users.logIn", ["userName": "Una", "password": "x"]).stringValue?.hasPrefix("E401002") == true)
        }
        #expect(bench.answer("users.logIn", right)["objectId"] != nil)
        let wrong: JSON = ["userName": "Una", "password": "x"]
        for _ in 0..<10 { #expect(bench.answer("users.logIn", wrong).stringValue?.hasPrefix("E401002") == true) }
        #expect(bench.answer("users.logIn", wrong) == "E429002 Too many requests.")
        _ = try bench.bench.database.run("DELETE FROM proven_places", [])
        #expect(bench.answer("users.logIn", right) == "E429002 Too many requests.")
        bench.bench.clock.advance(ProofTries.milliseconds + 1)
        #expect(bench.answer("users.logIn", right)["objectId"] != nil)
    }

    @Test func `a session lives 24 hours from the last access on`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        let hour: Int64 = 3_600_000
        for _ in 0..<3 {
            bench.bench.clock.advance(23 * hour)
            #expect(bench.get("user", una.userId, una.token)["userName"] == "Una")
        }
        bench.bench.clock.advance(24 * hour + Users.sessionStepMilliseconds + 1)
        #expect(bench.get("user", una.userId, una.token) == "E401001 Authentication error by header incorrect.")
    }

    @Test func `a provider's user signs up once and is logged in from then on; a link is one user's`() throws {
        let bench = try ObjectBench()
        let facebook: JSON = ["facebook": ["id": "77", "access_token": "t"]]
        func signUp() -> Reply { bench.ask("objects.create", ["className": "user", "fields": ["authData": facebook]]) }
        let first = signUp(), second = signUp()
        #expect(first.body["existed"] == nil && second.body["existed"] == true)
        #expect(first.body["answer"]?["objectId"] == second.body["answer"]?["objectId"])
        #expect(first.body["answer"]?["userName"]?.stringValue?.count == Users.generatedNameLength)
        let una = try bench.signUp("Una")
        #expect(bench.update("user", una.userId, ["authData": facebook], una.token) == "E409001 authData is duplication.")
        #expect(
            bench.update("user", una.userId, ["authData": ["google": ["id": "1"]]], una.token)["updateDate"] != nil)
        let twitter: JSON = ["authData": ["twitter": ["id": "5"]]]
        #expect(bench.update("user", una.userId, twitter, una.token)["updateDate"] != nil)
        func links() -> JSON? { bench.get("user", una.userId, una.token)["authData"] }
        #expect(links() == ["google": ["id": "1"], "twitter": ["id": "5"]])
        #expect(bench.update("user", una.userId, ["authData": ["google": nil]], una.token)["updateDate"] != nil)
        #expect(links() == ["twitter": ["id": "5"]])
        #expect(bench.update("user", una.userId, ["authData": ["twitter": nil]], una.token)["updateDate"] != nil)
        #expect(links() == .null)
        #expect(try bench.bench.count("object_names", "kind = 'authData.google'") == 0)
        #expect(bench.update("user", una.userId, ["authData": ["other": ["id": "1"]]], una.token) == "E403005 other must not be entered.")
    }

    @Test func `users are seen by themselves alone, inside of queries too`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        let pointer: JSON = ["__type": "Pointer", "className": "user", "objectId": .string(una.userId)]
        _ = try bench.create("Present", ["name": "cake", "receiver": pointer])
        let query: JSON = [
            "className": "Present",
            "where": ["receiver": ["$inQuery": ["className": "user", "where": ["objectId": .string(una.userId)]]]],
        ]
        #expect(bench.names(query, una.token) == ["cake"])
        #expect(bench.names(query) == [])
    }

    @Test func `a role's rights are those of the users in it and in the roles inside it; no role is inside itself`() throws {
        let bench = try ObjectBench()
        let una = try bench.signUp("Una")
        func pointer(_ className: String, _ id: String) -> JSON {
            ["__type": "Pointer", "className": .string(className), "objectId": .string(id)]
        }
        func adding(_ pointer: JSON) -> JSON { ["__op": "AddRelation", "objects": [pointer]] }
        let inner = try bench.create("role", ["roleName": "inner", "belongUser": adding(pointer("user", una.userId))])
        let outer = try bench.create("role", ["roleName": "outer", "belongRole": adding(pointer("role", inner))])
        let horse = try bench.create("Horse", ["name": "Windy", "acl": ["role:outer": ["read": true, "write": true]]])
        #expect(bench.get("Horse", horse) == "E404001 No data available.")
        #expect(bench.update("Horse", horse, ["name": "Stormy"], una.token)["updateDate"] != nil)
        #expect(bench.update("role", inner, ["belongRole": adding(pointer("role", outer))]) == "E403003 Operation that are prohibited.")
        #expect(
            bench.answer("objects.create", ["className": "role", "fields": ["roleName": "inner"]]) == "E409001 roleName is duplication.")
        let leaving: JSON = ["__op": "RemoveRelation", "objects": [pointer("user", una.userId)]]
        #expect(bench.update("role", inner, ["belongUser": leaving])["updateDate"] != nil)
        #expect(bench.get("Horse", horse, una.token) == "E404001 No data available.")
        let members: JSON = ["className": "role", "where": ["$relatedTo": ["object": pointer("role", outer), "key": "belongRole"]]]
        #expect(bench.answer("objects.find", members)["results"]?.arrayValue?.count == 1)
    }
}
