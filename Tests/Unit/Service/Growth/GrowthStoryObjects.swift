import Codecs
import Testing

@testable import Messages
@testable import Service

/// Objects and users in a world with a history.
extension GrowthStory {
    func objects() throws {
        bench.service.core.passwordCost = 8
        let member = player.token
        defer { player.token = member }
        player.token = try signUp("Una")
        let horse = ask("objects.create", ["className": "Horse", "fields": ["points": 5, "name": "Windy"]])["answer"]?["objectId"] ?? nil
        let key: JSON = ["className": "Horse", "objectId": horse]
        _ = ask("objects.get", key)
        for _ in 0..<2 {
            _ = ask("objects.update", ["className": "Horse", "objectId": horse, "fields": ["points": ["__op": "Increment", "amount": 1]]])
        }
        for query: JSON in [
            ["className": "Horse", "where": ["objectId": horse]],
            ["className": "Horse", "where": ["points": 7]],
            ["className": "Horse", "where": ["points": ["$gt": 6, "$lt": 8]]],
            ["className": "Horse", "order": "-points", "limit": 3],
            ["className": "Horse", "limit": 3],
            ["className": "user", "where": ["userName": "nobody", "objectId": ["$in": ["a", "b"]]]],
        ] { _ = ask("objects.find", query) }
        _ = ask("objects.delete", key)
        let first: JSON = ["__type": "Pointer", "className": "Story", "objectId": "first"]
        let row: JSON = ["objectId": "first", "list": ["__op": "AddRelation", "objects": [first]]]
        for _ in 0..<2 { _ = bench.console("takeObject", ["className": "Story", "row": row]) }
        let written = bench.console("giveObjects", ["className": "Story"]).body["rows"]?.arrayValue?.first?["updateDate"] ?? nil
        _ = bench.console("takeObject", ["className": "Story", "row": row, "ifUpdateDate": written])
        _ = bench.console("takeMember", ["className": "Story", "row": ["objectId": "first", "field": "list", "target": first]])
        _ = bench.console("giveClass", ["after": "Story"])
        for name in ["giveObjects", "giveMembers"] { _ = bench.console(name, ["className": "Story"]) }
        for query: JSON in [
            ["className": "Horse", "where": ["points": 7]], ["className": "Horse", "order": "-points", "limit": 3],
        ] { _ = bench.console("findObjects", query) }
        _ = bench.console("removeObject", ["className": "Story", "objectId": "first"])
        _ = bench.ask("users.logIn", ["userName": "Una", "password": "wrong"])
        player.token = bench.ask("users.logIn", ["userName": "Una", "password": "Una"]).body["answer"]?["sessionToken"]?.stringValue ?? ""
        _ = ask("users.logOut")
    }

    private func signUp(_ name: String) throws -> String {
        let reply = bench.ask("objects.create", ["className": "user", "fields": ["userName": .string(name), "password": .string(name)]])
        return try #require(reply.body["answer"]?["sessionToken"]?.stringValue)
    }
}
