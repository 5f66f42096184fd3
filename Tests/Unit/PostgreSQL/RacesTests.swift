import Codecs
import Linux
import Storage
import Testing

@testable import Engine
@testable import Messages
@testable import PostgreSQL
@testable import Service

/// Two services that are asked at the same moment, each over a connection of its own, and what must be true afterwards. Each race is also
/// run with the care left out that prevents it: then it must go wrong, or the test would show nothing.
struct Race: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What must be left out for it to go wrong: all of these together.
    let cure: Set<Care>
    /// And of the schema.
    let rules: [String]
    let rounds = 4
    let settings: JSON
    /// Prepares a round, and has the two requests sent.
    let play: @Sendable (RaceWorld, Int) throws -> Void
    /// What is wrong afterwards; empty: nothing.
    let wrong: @Sendable (RaceWorld) throws -> String

    init(
        _ name: String, cure: Set<Care>, rules: [String] = [], settings: JSON? = nil,
        _ play: @escaping @Sendable (RaceWorld, Int) throws -> Void,
        wrong: @escaping @Sendable (RaceWorld) throws -> String
    ) {
        testDescription = name
        self.cure = cure
        self.rules = rules
        self.settings = settings ?? ServiceBench.shopSettings
        self.play = play
        self.wrong = wrong
    }
}

/// Two services over one database, and what one round of a race leaves for the end.
final class RaceWorld {
    let bench: PostgreSQLBench
    private let databases: [Careless]
    private let meeting: Meeting
    var notes: [String] = []

    init(_ race: Race, without omitted: Set<Care>) throws {
        let meeting = Meeting()
        self.meeting = meeting
        var made: [Careless] = []
        bench = try PostgreSQLBench(services: 2, settings: race.settings) {
            made.append(Careless($0, without: omitted, meeting))
            return made[made.count - 1]
        }
        databases = made
        if !omitted.isEmpty { for rule in race.rules { _ = try bench.databases[0].run(rule, []) } }
    }

    /// Both at the same moment, at one service each.
    @discardableResult func atOnce(_ first: Request, _ second: Request) -> [Reply] {
        final class Pair: @unchecked Sendable {
            let groups: [RequestGroup], requests: [Request]
            var replies: [Reply?] = [nil, nil]
            init(_ groups: [RequestGroup], _ requests: [Request]) {
                self.groups = groups
                self.requests = requests
            }
        }
        let pair = Pair(bench.groups, [first, second])
        meeting.open()
        let other = Thread.start(name: "race") { pair.replies[1] = pair.groups[1].commit([pair.requests[1]])[0].reply }
        pair.replies[0] = pair.groups[0].commit([pair.requests[0]])[0].reply
        other?.join()
        meeting.close()
        return pair.replies.compactMap { $0 }
    }

    /// At the second service, and whole at the first one as soon as the second has seen that there is no answer yet.
    func overtaken(_ request: Request) -> [Reply] {
        var first: Reply?
        databases[1].behind = ("change_answers", { [bench] in first = bench.groups[0].commit([request])[0].reply })
        let second = bench.groups[1].commit([request])[0].reply
        return [first, second].compactMap { $0 }
    }

    /// The first at one service, and the second at the other behind a question of the first's, whole unless it has to wait for the first.
    /// - Returns: the answer to each.
    /// - Parameter isBegun: a question of what is left when the first slice of its work is done.
    /// - Parameter late: so much later than the second comes the first, by its own clock.
    /// - Parameter first: nil: what is due at the one service.
    @discardableResult func crossed(
        _ first: Request?, isBegun: Bool = false, behind text: String, by second: Request, late: Int64 = 0
    ) -> [Reply] {
        final class Crossing: @unchecked Sendable {
            let groups: [RequestGroup], second: Request
            let isDone = Latch()
            var replies: [Reply?] = [nil, nil]
            var thread: Thread?
            init(_ groups: [RequestGroup], _ second: Request) {
                self.groups = groups
                self.second = second
            }
        }
        let crossing = Crossing(bench.groups, second)
        databases[0].behind = (
            text,
            {
                [bench] in
                bench.clock.advance(-late)
                crossing.thread = Thread.start(name: "race") {
                    crossing.replies[1] = crossing.groups[1].answer(crossing.second)
                    crossing.isDone.open()
                }
                _ = crossing.isDone.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 150))
                bench.clock.advance(late)
            }
        )
        let crosses = databases[0].behind
        if isBegun { databases[0].behind = nil }
        var outcome = RequestGroup.Outcome(reply: .success())
        if let first { outcome = bench.groups[0].commit([first])[0] } else { outcome.unfinished = bench.groups[0].dueSweep() }
        if isBegun { databases[0].behind = crosses }
        while let work = outcome.unfinished { outcome = bench.groups[0].proceed(work) }
        crossing.replies[0] = outcome.reply
        #expect(crossing.thread != nil, "nothing was asked that has \(text)")
        crossing.thread?.join()
        return crossing.replies.compactMap { $0 }
    }

    /// The first at one service, to its end, and one slice of the second at the other, behind a question of the first's second slice.
    func interleaved(_ first: Request, behind text: String, by second: Request) -> Reply {
        var outcome = bench.groups[0].commit([first])[0]
        databases[0].behind = (text, { [bench] in _ = bench.groups[1].commit([second]) })
        while let work = outcome.unfinished { outcome = bench.groups[0].proceed(work) }
        return outcome.reply
    }

    /// The next commits of the first service are made, and it does not learn of it.
    func loseAnswers(_ count: Int) { databases[0].lostAnswers = count }

    func count(_ table: String, _ condition: String = "1 = 1") throws -> Int64 { try bench.count(table, condition) }

    var ledger: String { bench.ask("console.checkLedger").body["sound"] == true ? "" : "the ledger is not sound" }
}

func client(_ api: String, _ parameters: JSON, _ player: ServiceBench.Player) -> Request {
    PostgreSQLBench.request(api, parameters, token: player.token)
}

private func reserve(_ id: String, _ more: JSONObject = [:]) -> JSON {
    var wish: JSONObject = ["requestId": .string(id), "gamebaseProductId": "gem", "storeCode": "SANDBOX"]
    for (key, value) in more.members { wish[key] = value }
    return .object(wish)
}

func identity(_ code: String, _ name: String) -> JSON { ["idPInfo": ["idPCode": .string(code), "accessToken": .string(name)]] }

let providers: JSON = [
    "app": ["appId": "Shop"], "idPs": ["guest": [:], "google": [:], "steam": [:]],
    "transferAccount": ["enabled": true, "once": true, "block": ["attempts": 30, "minutes": 10]],
]

func map(_ world: RaceWorld, _ player: ServiceBench.Player, _ code: String, _ name: String) -> Reply {
    world.bench.ask("gateway.addMapping", identity(code, name), token: player.token)
}

private let movementsAreOnce = "ALTER TABLE ledger DROP CONSTRAINT ledger_pkey"

private let races: [Race] = [
    Race("a refund and a consumption", cure: [.claims]) { world, round in
        let player = try world.bench.login("the secret of the buyer in round \(round)")
        let receipt = try world.bench.buy(player, "r")
        let consume: JSON = ["paymentSeq": receipt["paymentSeq"] ?? nil, "accessToken": receipt["purchaseToken"] ?? nil]
        world.atOnce(
            client("purchase.consume", consume, player),
            PostgreSQLBench.request("console.refund", ["paymentSeq": receipt["paymentSeq"] ?? nil, "kind": "REFUND"]))
    } wrong: { world in
        // What was consumed is not taken back, what was taken back was not consumed.
        let ends = try world.count("ledger", "movement = 'CONSUMED'") + world.count("ledger", "movement = 'REVOKED'")
        return ends == 4 ? world.ledger : "\(ends) ends of 4 payments"
    },
    Race("two consumptions of one payment", cure: [.claims], rules: [movementsAreOnce]) { world, round in
        let player = try world.bench.login("the secret of the buyer in round \(round)")
        let receipt = try world.bench.buy(player, "r")
        let consume: JSON = ["paymentSeq": receipt["paymentSeq"] ?? nil, "accessToken": receipt["purchaseToken"] ?? nil]
        world.atOnce(client("purchase.consume", consume, player), client("purchase.consume", consume, player))
    } wrong: { world in
        let ends = try world.count("ledger", "movement = 'CONSUMED'")
        return ends == 4 ? world.ledger : "\(ends) consumptions of 4 payments"
    },
    Race("two reservations of which one may be open", cure: [.locks]) { world, round in
        let player = try world.bench.login("the secret of the buyer in round \(round)")
        world.atOnce(
            client("purchase.reserve", reserve("at one", ["unlessOpen": true]), player),
            client("purchase.reserve", reserve("at two", ["unlessOpen": true]), player))
    } wrong: { world in
        let payments = try world.count("payments")
        return payments == 4 ? "" : "\(payments) payments of 4 players"
    },
    Race("one report of a payment, twice", cure: [.claims], rules: [movementsAreOnce]) { world, round in
        let player = try world.bench.login("the secret of the buyer in round \(round)")
        let reserved = world.bench.ask("purchase.reserve", reserve("r"), token: player.token).body
        let wish: JSON = [
            "orderKey": reserved["orderKey"] ?? nil, "marketItemId": reserved["marketItemId"] ?? nil, "price": "0.99", "currency": "USD",
        ]
        let order = world.bench.ask("store.begin", wish, token: player.token).body
        let report: JSON = [
            "paymentSeq": reserved["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": order["storeTransactionId"] ?? nil,
            "receipt": order["receipt"] ?? nil,
        ]
        world.atOnce(client("purchase.report", report, player), client("purchase.report", report, player))
    } wrong: { world in
        let grants = try world.count("ledger", "movement = 'GRANTED'")
        return grants == 4 ? world.ledger : "\(grants) grants of 4 payments"
    },
    Race("the last two identities of a player are taken away", cure: [.locks], settings: providers) { world, round in
        let player = try world.bench.login("the secret of the guest in round \(round)")
        let both = try ["google", "steam"].map { code in
            #expect(map(world, player, code, "\(code) \(round)").message == "")
            return try PostgreSQLBench.player(world.bench.ask("gateway.idPLogin", identity(code, "\(code) \(round)")))
        }
        world.atOnce(
            client("gateway.removeMapping", ["idPCode": "steam"], both[0]), client("gateway.removeMapping", ["idPCode": "google"], both[1]))
        if try world.count("mappings", "user_id = '\(player.userId)'") == 0 { world.notes.append("a player without an identity") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race(
        "one account is mapped to two players", cure: [.claims, .locks], rules: ["ALTER TABLE mappings DROP CONSTRAINT mappings_pkey"],
        settings: providers
    ) { world, round in
        let first = try world.bench.login("the secret of the one in round \(round)")
        let second = try world.bench.login("the secret of the other in round \(round)")
        world.atOnce(
            client("gateway.addMapping", identity("google", "ann \(round)"), first),
            client("gateway.addMapping", identity("google", "ann \(round)"), second))
    } wrong: { world in
        let owners = try world.count("mappings", "idp_code = 'google'")
        return owners == 4 ? "" : "\(owners) owners of 4 accounts"
    },
    Race("one token logs in twice", cure: [.claims]) { world, round in
        let player = try world.bench.login("the secret of the twin in round \(round)")
        let login = PostgreSQLBench.request(
            "gateway.tokenLogin", ["tokenInfo": ["idPCode": "guest", "accessToken": .string(player.token)], "member": [:]])
        world.atOnce(login, login)
        if try world.count("sessions", "user_id = '\(player.userId)'") != 2 { world.notes.append("a token with two successors") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("two consoles change settings", cure: [.claims]) { world, round in
        let status: JSON = ["status": round % 2 == 0 ? 203 : 200], outcome: JSON = ["outcome": round % 2 == 0 ? "DECLINE" : "APPROVE"]
        world.atOnce(
            PostgreSQLBench.request("console.setLaunchingStatus", status), PostgreSQLBench.request("console.setSandboxStore", outcome))
        for service in 0..<2 {
            let settings = world.bench.ask("console.saveSettings", at: service).body["settings"]
            if settings?["launching"]?["status"] != status["status"]
                || (settings?["sandboxStore"]?["outcome"] ?? "APPROVE") != outcome["outcome"]
            {
                world.notes.append("a change of settings is lost")
            }
        }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("payments are numbered", cure: [.numbers], rules: ["ALTER TABLE payments DROP CONSTRAINT payments_pkey CASCADE"]) { world, round in
        let one = try world.bench.login("the secret of the one in round \(round)")
        let two = try world.bench.login("the secret of the other in round \(round)", at: 1)
        let replies = world.atOnce(client("purchase.reserve", reserve("r"), one), client("purchase.reserve", reserve("r"), two))
        if replies.contains(where: { $0.message != "" }) { world.notes.append("a number that was given twice") }
    } wrong: { world in
        let numbers = try world.bench.databases[0].query("SELECT COUNT(DISTINCT payment_seq) FROM payments", []).first?.integer(0)
        return numbers == 8 ? world.notes.first ?? "" : "\(numbers ?? 0) numbers of 8 payments"
    },
    Race("a ticket that forces a mapping is used twice", cure: [.claims, .locks], settings: providers) { world, round in
        let owner = try world.bench.login("the secret of the owner in round \(round)")
        #expect(map(world, owner, "google", "ann \(round)").message == "")
        let guest = try world.bench.login("the secret of the guest in round \(round)")
        guard let ticket = map(world, guest, "google", "ann \(round)").body["forcingMappingTicket"] else {
            return world.notes.append("no ticket")
        }
        let shown: JSON = [
            "forcingMappingKey": ticket["forcingMappingKey"] ?? nil, "mappedUserId": ticket["mappedUserId"] ?? nil,
            "tokenInfo": ["idPCode": ticket["idPCode"] ?? nil, "accessToken": ticket["accessToken"] ?? nil],
        ]
        let replies = world.atOnce(
            client("gateway.addMappingForcibly", shown, guest), client("gateway.changeLogin", shown, guest))
        if replies.filter({ $0.message == "" }).count != 1 { world.notes.append("a ticket that was used \(replies.map { $0.message })") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race(
        "a ticket of the customer service is used twice", cure: [.claims],
        settings: [
            "app": ["appId": "Shop", "secretKey": "shop-secret"], "customerService": ["type": "GAMEBASE", "url": "https://example.com/cs"],
        ]
    ) { world, round in
        let player = try world.bench.login("the secret of the caller in round \(round)")
        guard let ticket = world.bench.ask("contact.prepare", token: player.token).body["ticket"] else {
            return world.notes.append("no ticket")
        }
        let access: JSON = ["wire": "gamebase", "appId": "Shop", "key": "shop-secret"]
        let parameters: JSON = ["access": access, "body": ["userId": .string(player.userId), "ticket": ticket, "purpose": "openContact"]]
        let verify = Request(api: "server.verifyTicket", origin: .gameServer, transactionId: "t", parameters: parameters)
        let replies = world.atOnce(verify, verify)
        if replies.filter({ $0.isSuccess }).count != 1 { world.notes.append("a ticket that was used \(replies.map { $0.message })") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a guest is moved to two devices by an account that is good once", cure: [.claims, .locks], settings: providers) { world, round in
        let guest = try world.bench.login("the secret of the guest in round \(round)")
        let offered = world.bench.ask("gateway.offerTransferAccount", token: guest.token).body
        let kept: JSON = ["id": offered["id"] ?? nil, "issuedType": "AUTO", "salt": offered["salt"] ?? nil, "key": "right"]
        #expect(world.bench.ask("gateway.keepTransferAccount", kept, token: guest.token).message == "")
        func move(_ device: String) -> Request {
            let idP: JSON = ["idPCode": "guest", "accessToken": .string("the secret of the \(device) device of round \(round)")]
            return PostgreSQLBench.request(
                "gateway.transferAccount", ["idPInfo": idP, "account": ["id": offered["id"] ?? nil, "key": "right"], "member": [:]])
        }
        let replies = world.atOnce(move("first"), move("second"))
        if replies.filter({ $0.message == "" }).count != 1 { world.notes.append("an account that moved \(replies.map { $0.message })") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("two wrong tries to move a guest", cure: [.claims], settings: providers) { world, round in
        let device: JSON = ["idPCode": "guest", "accessToken": .string("the secret of the guesser of round \(round)")]
        let guess = PostgreSQLBench.request("gateway.checkTransferAccount", ["idPInfo": device, "account": ["id": "NOBODYS"]])
        world.atOnce(guess, guess)
    } wrong: { world in
        let tries = try world.count("transfer_failures", "fail_count = 2")
        return tries == 4 ? "" : "\(tries) of 4 devices have both of their tries counted"
    },
    Race("two devices that add to one object", cure: [.claims]) { world, round in
        let made = world.bench.ask("objects.create", ["className": "horse", "fields": ["wins": 0]]).body["answer"]?["objectId"] ?? nil
        let more: JSON = ["className": "horse", "objectId": made, "fields": ["wins": ["__op": "Increment", "amount": 1]]]
        world.atOnce(PostgreSQLBench.request("objects.update", more), PostgreSQLBench.request("objects.update", more))
        let wins = world.bench.ask("objects.get", ["className": "horse", "objectId": made]).body["answer"]?["wins"]
        if wins != 2 { world.notes.append("two additions make \(wins?.text() ?? "nothing")") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a change whose answer was lost is asked again, and again at the other service", cure: [.answers]) { world, round in
        let made = world.bench.ask("objects.create", ["className": "horse", "fields": ["wins": 0]]).body["answer"]?["objectId"] ?? nil
        var more = PostgreSQLBench.request(
            "objects.update", ["className": "horse", "objectId": made, "fields": ["wins": ["__op": "Increment", "amount": 1]]])
        more.changeId = "the id of the change in round \(round)"
        world.atOnce(more, more)
        _ = world.bench.groups[1].commit([more])
        let wins = world.bench.ask("objects.get", ["className": "horse", "objectId": made]).body["answer"]?["wins"]
        if wins != 1 { world.notes.append("one change makes \(wins?.text() ?? "nothing")") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a change is asked again while its first try ends", cure: [.refusals]) { world, round in
        let player = try world.bench.login("the secret of the buyer in round \(round)")
        let receipt = try world.bench.buy(player, "r")
        var consume = client(
            "purchase.consume", ["paymentSeq": receipt["paymentSeq"] ?? nil, "accessToken": receipt["purchaseToken"] ?? nil], player)
        consume.changeId = "the id of the consumption in round \(round)"
        let replies = world.overtaken(consume)
        if replies.count != 2 || replies.contains(where: { $0.message != "" }) {
            world.notes.append("one consumption is answered \(replies.map { $0.message })")
        }
    } wrong: { world in
        world.notes.first ?? world.ledger
    },
]

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"), .serialized)
struct `Races of two services over one PostgreSQL` {
    @Test(arguments: races + crossings + crossingsOfUsers + crossingsOfMoney + crossingsOfPushes)
    func `end as if one had come after the other`(
        race: Race
    ) throws {
        let world = try RaceWorld(race, without: [])
        for round in 0..<race.rounds { try race.play(world, round) }
        #expect(try race.wrong(world) == "")
    }

    @Test(arguments: races + crossings + crossingsOfUsers + crossingsOfMoney + crossingsOfPushes)
    func `go wrong without what prevents them, and the test sees it`(
        race: Race
    ) throws {
        let world = try RaceWorld(race, without: race.cure)
        for round in 0..<race.rounds { try race.play(world, round) }
        #expect(try race.wrong(world) != "")
    }
}
