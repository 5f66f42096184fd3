import Codecs
import Linux
import Storage
import Testing

@testable import Engine
@testable import Messages
@testable import PostgreSQL
@testable import Service

// One decides by what it has read, and another changes that behind its question, whole, before the first one writes.

private let boards: JSON = [
    "app": ["appId": "Shop", "secretKey": "shop-secret"], "leaderboards": [["factor": 1, "scoreType": "ACCUMULATED"]],
]
private let access: JSON = ["wire": "gamebase", "appId": "Shop", "key": "shop-secret"]

func server(_ api: String, _ body: JSON) -> Request {
    Request(api: api, origin: .gameServer, transactionId: "t", parameters: ["access": access, "body": body])
}

private func score(_ player: ServiceBench.Player, _ points: Int64) -> JSON {
    ["factor": 1, "userId": .string(player.userId), "score": .integer(points)]
}

private func scoreOf(_ player: ServiceBench.Player, _ world: RaceWorld) -> JSON? {
    let list: JSON = ["list": [["factor": 1, "userId": .string(player.userId)]]]
    return world.bench.groups[1].commit([server("server.ranksOfList", list)])[0].reply.body["userInfoList"]?.arrayValue?.first?["score"]
}

/// What the tree counts is what is there.
private func wrongCounts(_ world: RaceWorld) throws -> String {
    let database = world.bench.databases[0]
    let entries = try world.count("leaderboard_entries")
    for sql in [
        "SELECT SUM(users) FROM leaderboard_boards", "SELECT SUM(entries) FROM leaderboard_blocks WHERE level = 1",
        "SELECT SUM(entries) FROM leaderboard_blocks WHERE level = 2",
    ] {
        let sum = try database.query(sql, []).first?.integer(0)
        if sum != entries { return "\(entries) entries, and \(sql): \(sum ?? -1)" }
    }
    return ""
}

/// A guest's move to a new device of this round, by a key that the guest was given.
private func move(of guest: ServiceBench.Player, _ world: RaceWorld, _ round: Int) -> Request {
    let offered = world.bench.ask("gateway.offerTransferAccount", token: guest.token).body
    let kept: JSON = ["id": offered["id"] ?? nil, "issuedType": "AUTO", "salt": offered["salt"] ?? nil, "key": "right"]
    #expect(world.bench.ask("gateway.keepTransferAccount", kept, token: guest.token).message == "")
    let device: JSON = ["idPCode": "guest", "accessToken": .string("the secret of the new device of round \(round)")]
    return PostgreSQLBench.request(
        "gateway.transferAccount", ["idPInfo": device, "account": ["id": offered["id"] ?? nil, "key": "right"], "member": [:]])
}

let crossings: [Race] = [
    Race("a score behind the question for the one before", cure: [.locks, .claims], settings: boards) { world, round in
        let player = try world.bench.login("the secret of the player in round \(round)")
        _ = world.bench.groups[0].commit([server("server.score", score(player, 1))])
        let replies = world.crossed(
            server("server.score", score(player, 5)), behind: "FROM leaderboard_entries WHERE board = ? AND user_id",
            by: server("server.score", score(player, 7)))
        #expect(replies.allSatisfy { $0.isSuccess })
        if let sum = scoreOf(player, world), sum.doubleValue != 13 { world.notes.append("1, 5 and 7 make \(sum.text())") }
    } wrong: { world in
        try world.notes.first ?? wrongCounts(world)
    },
    Race("the first score of a player behind the question for it", cure: [.locks, .claims], settings: boards) { world, round in
        let player = try world.bench.login("the secret of the player in round \(round)")
        world.crossed(
            server("server.score", score(player, 5)), behind: "FROM leaderboard_entries WHERE board = ? AND user_id",
            by: server("server.score", score(player, 7)))
    } wrong: { world in
        try wrongCounts(world)
    },
    Race("a member goes behind the question whether it is one that may have a score", cure: [.locks], settings: boards) { world, round in
        let player = try world.bench.login("the secret of the player in round \(round)")
        world.crossed(
            server("server.score", score(player, 5)), behind: "SELECT valid FROM members WHERE user_id",
            by: client("gateway.withdraw", [:], player))
        if try world.count("members", "user_id = '\(player.userId)' AND valid = 'D'") == 1,
            try world.count("leaderboard_entries", "user_id = '\(player.userId)'") > 0
        {
            world.notes.append("who has withdrawn has a score")
        }
    } wrong: { world in
        try world.notes.first ?? wrongCounts(world)
    },
    Race("a ban behind the question whether the one before is over", cure: [.locks]) { world, round in
        let player = try world.bench.login("the secret of the player in round \(round)")
        let end = world.bench.clock.epochMilliseconds() + 1_000
        let first: JSON = ["userId": .string(player.userId), "banType": "TEMPORARY", "endDate": .integer(end)]
        #expect(world.bench.ask("console.ban", first).message == "")
        world.bench.clock.advance(2_000)
        let ban = PostgreSQLBench.request("console.ban", ["userId": .string(player.userId), "banType": "PERMANENT"])
        world.crossed(client("presence.heartbeat", [:], player), behind: "FROM bans WHERE user_id", by: ban)
        if try world.count("bans", "user_id = '\(player.userId)' AND released_date IS NULL") != 1 {
            world.notes.append("a ban that was placed is none")
        }
        if try world.count("members", "user_id = '\(player.userId)' AND valid = 'B'") != 1 { world.notes.append("not banned") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a third player takes an account that a ticket is for", cure: [.claims], settings: providers) { world, round in
        let account = "ann \(round)"
        let owner = try world.bench.login("the secret of the owner in round \(round)")
        for (code, name) in [("google", account), ("steam", "steam \(round)")] { #expect(map(world, owner, code, name).message == "") }
        let guest = try world.bench.login("the secret of the guest in round \(round)")
        let ticket = map(world, guest, "google", account).body["forcingMappingTicket"]
        let other = try PostgreSQLBench.player(world.bench.ask("gateway.idPLogin", identity("steam", "steam \(round)")))
        #expect(world.bench.ask("gateway.removeMapping", ["idPCode": "google"], token: other.token).message == "")
        let shown: JSON = [
            "forcingMappingKey": ticket?["forcingMappingKey"] ?? nil, "mappedUserId": ticket?["mappedUserId"] ?? nil,
            "tokenInfo": ["idPCode": ticket?["idPCode"] ?? nil, "accessToken": ticket?["accessToken"] ?? nil],
        ]
        let replies = world.crossed(
            client("gateway.addMappingForcibly", shown, guest), behind: "FROM mappings WHERE idp_code = ? AND auth_key",
            by: PostgreSQLBench.request("gateway.idPLogin", identity("google", account)))
        let third = try PostgreSQLBench.player(replies[1])
        if replies[0].isSuccess, third.userId != guest.userId { world.notes.append("an account of two players") }
        if try world.count("mappings", "user_id = '\(third.userId)'") == 0 { world.notes.append("a player without an identity") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a guest maps an account while it moves to another device", cure: [.locks, .claims], settings: providers) { world, round in
        let guest = try world.bench.login("the secret of the guest in round \(round)")
        let replies = world.crossed(
            move(of: guest, world, round), behind: "FROM transfer_accounts WHERE account_id",
            by: client("gateway.addMapping", identity("google", "ann \(round)"), guest))
        guard replies[0].isSuccess else { return }
        if try world.count("mappings", "user_id = '\(guest.userId)' AND idp_code = 'guest'") == 0 {
            world.notes.append("the new device's secret leads nowhere")
        }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a guest's old device logs in while the guest moves to another", cure: [.claims], settings: providers) { world, round in
        let secret = "the secret of the guest in round \(round)"
        let guest = try world.bench.login(secret)
        world.crossed(PostgreSQLBench.login(secret), behind: "FROM mappings i JOIN members m", by: move(of: guest, world, round))
        if try world.count("sessions", "user_id = '\(guest.userId)'") != 1 { world.notes.append("the old device is in still") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a subscription is paid again behind the question whether it is due", cure: [.locks], settings: subscribing) { world, round in
        let player = try world.bench.login("the secret of the subscriber in round \(round)")
        let receipt = try world.bench.buy(player, "r", "pass")
        let seq = receipt["paymentSeq"] ?? nil
        #expect(world.bench.ask("console.changeSubscription", ["paymentSeq": seq, "action": "GRACE"]).message == "")
        world.bench.clock.advance(60_000)
        let replies = world.crossed(
            PostgreSQLBench.request("console.checkLedger"), behind: "FROM subscriptions WHERE store_code = ? AND original",
            by: PostgreSQLBench.request("console.changeSubscription", ["paymentSeq": seq, "action": "RECOVER"]))
        #expect(replies.allSatisfy { $0.isSuccess })
        if try world.count("subscriptions", "user_id = '\(player.userId)' AND status = 'ACTIVE' AND periods = 2") != 1 {
            world.notes.append("a period that was paid is not in its subscription")
        }
    } wrong: { world in
        world.notes.first ?? world.ledger
    },
]

private let subscribing: JSON = [
    "app": ["appId": "Shop"], "sandboxStore": ["gracePeriodMilliseconds": 30_000, "accountHoldMilliseconds": 600_000_000],
    "products": [["gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "price": "4.99", "currency": "USD"]],
]

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"))
struct `Work in slices over one PostgreSQL` {
    private static let entries = 25

    private func listOfOnes(_ player: ServiceBench.Player) -> Request {
        var request = server("server.scores", ["list": .array([JSON](repeating: score(player, 1), count: Self.entries))])
        request.changeId = "the id of the list of scores"
        return request
    }

    private func answered(_ world: RaceWorld, _ request: Request, at service: Int) -> Reply { world.bench.groups[service].answer(request) }

    private func world() throws -> (RaceWorld, ServiceBench.Player) {
        let world = try RaceWorld(
            Race("", cure: [], settings: boards) { _, _ in
            } wrong: { _ in
                ""
            }, without: [])
        return (world, try world.bench.login())
    }

    @Test func `scores of a list are counted once, though the server that began with them is gone`() throws {
        let (world, player) = try world()
        let begun = world.bench.groups[0].commit([listOfOnes(player)])[0]
        _ = world.bench.groups[0].proceed(try #require(begun.unfinished))
        let reply = answered(world, listOfOnes(player), at: 1)
        #expect(reply.body["userInfoList"]?.arrayValue?.count == Self.entries)
        #expect(scoreOf(player, world)?.doubleValue == Double(Self.entries))
        #expect(answered(world, listOfOnes(player), at: 0).body == reply.body)
        #expect(try wrongCounts(world) == "")
    }

    @Test func `scores of a list are counted once, though the answer to a commit is lost between them`() throws {
        let (world, player) = try world()
        let begun = world.bench.groups[0].commit([listOfOnes(player)])[0]
        world.loseAnswers(1)
        var outcome = begun
        while let work = outcome.unfinished { outcome = world.bench.groups[0].proceed(work) }
        #expect(!outcome.reply.isSuccess)
        #expect(answered(world, listOfOnes(player), at: 0).body["userInfoList"]?.arrayValue?.count == Self.entries)
        #expect(scoreOf(player, world)?.doubleValue == Double(Self.entries))
    }
}
