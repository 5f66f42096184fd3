import Codecs
import Linux
import Storage
import Testing

@testable import Engine
@testable import Messages
@testable import PostgreSQL
@testable import Service

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"), .serialized)
struct `Services over one PostgreSQL` {
    @Test func `a player's money takes the same way as in the file, and the ledger is sound`() throws {
        let bench = try PostgreSQLBench()
        let player = try bench.login()
        let receipt = try bench.buy(player, "r")
        let consume: JSON = ["paymentSeq": receipt["paymentSeq"] ?? nil, "accessToken": receipt["purchaseToken"] ?? nil]
        #expect(bench.ask("purchase.consume", consume, token: player.token).message == "")
        #expect(bench.ask("purchase.consume", consume, token: player.token).body["innerCode"] != nil)
        #expect(bench.ask("console.refund", ["paymentSeq": receipt["paymentSeq"] ?? nil, "kind": "REFUND"]).message == "")
        #expect(bench.ask("console.checkLedger").body["sound"] == true)
        #expect(try bench.count("ledger") == 4)
        #expect(throws: StorageError.self) { try bench.databases[0].run("DELETE FROM ledger", []) }
        #expect(bench.ask("console.report").message == "")
    }

    /// As they come over a network: each change has an id.
    private func trips(of requests: [Request], _ bench: PostgreSQLBench) throws -> (replies: [Reply], trips: Int) {
        let before = bench.databases[0].exchanges
        let named = requests.enumerated().map { place, request in
            var request = request
            request.changeId = "the id of change \(place) behind \(before) trips"
            return request
        }
        let replies = bench.groups[0].commit(named).map { $0.reply }
        #expect(replies.allSatisfy { $0.message == "" })
        return (replies, bench.databases[0].exchanges - before)
    }

    @Test func `a group that writes what is nobody's takes two trips`() throws {
        let bench = try PostgreSQLBench()
        let made = (0..<20).map { _ in PostgreSQLBench.request("objects.create", ["className": "horse", "fields": [:]]) }
        let horses = try trips(of: made, bench).replies.map { $0.body["answer"]?["objectId"] ?? nil }
        for round in 0..<3 {
            let wins: JSON = ["wins": .integer(Int64(round))]
            let written = try trips(
                of: horses.map { PostgreSQLBench.request("objects.update", ["className": "horse", "objectId": $0, "fields": wins]) }, bench)
            if round == 2 { #expect(written.trips == 2) }
        }
    }

    @Test func `a group of strangers registers, logs in, writes and buys in a handful of trips`() throws {
        let bench = try PostgreSQLBench()
        func trips(_ requests: [Request]) throws -> (replies: [Reply], trips: Int) { try self.trips(of: requests, bench) }
        func names(_ round: Int) -> [Request] { (0..<20).map { PostgreSQLBench.login("the secret of player \($0) in round \(round)") } }
        _ = try trips(names(0))
        let registered = try trips(names(1))
        #expect(registered.trips == 2)
        var tokens = registered.replies.compactMap { $0.body["token"]?["accessToken"]?.stringValue }
        // What ends the session of two log-ins ago is foreseen once it was seen.
        for round in 0..<3 {
            let again = try trips(
                tokens.map {
                    PostgreSQLBench.request(
                        "gateway.tokenLogin", ["tokenInfo": ["idPCode": "guest", "accessToken": .string($0)], "member": [:]])
                })
            tokens = again.replies.compactMap { $0.body["token"]?["accessToken"]?.stringValue }
            if round == 2 { #expect(again.trips == 3) }
        }
        for round in 0..<3 {
            let reserved = try trips(
                tokens.enumerated().map { place, token in
                    PostgreSQLBench.request(
                        "purchase.reserve",
                        ["requestId": .string("request \(round) of \(place)"), "gamebaseProductId": "gem", "storeCode": "SANDBOX"],
                        token: token)
                })
            #expect(Set(reserved.replies.compactMap { $0.body["paymentSeq"]?.stringValue }).count == 20)
            // Sessions; members locked, and what is read behind the lock; writes.
            if round == 2 { #expect(reserved.trips <= 4) }
        }
        #expect(try bench.count("members") == 40)
        #expect(try bench.databases[0].query("SELECT members FROM member_states WHERE valid = 'Y'", []).first?.integer(0) == 40)
    }

    @Test func `a batch of metrics takes as many trips as one metric does, and each is kept once`() throws {
        let bench = try PostgreSQLBench()
        let player = try bench.login()
        func trips(_ count: Int, _ batch: Int) throws -> Int {
            let events: [JSON] = (0..<count).map { place in
                [
                    "eventId": .string("event \(place) of \(batch)"), "type": "levelUp", "userId": .string(player.userId),
                    "time": .integer(bench.clock.epochMilliseconds()), "data": ["userLevel": .integer(Int64(place + batch))],
                ]
            }
            let before = bench.databases[0].exchanges
            // The last one comes twice in its batch.
            let reply = bench.ask("presence.sendEvents", ["events": .array(events + events.suffix(1))], token: player.token)
            #expect(reply.message == "" && reply.body["accepted"] == .integer(Int64(count)) && reply.body["duplicates"] == 1)
            #expect(bench.ask("presence.sendEvents", ["events": .array(events)], token: player.token).body["accepted"] == 0)
            return bench.databases[0].exchanges - before
        }
        for batch in 0..<3 { _ = try trips(10, batch) }
        let ten = try trips(10, 3)
        print("two batches of ten metrics: \(ten) trips")
        #expect(try ten == trips(1, 4) && ten <= 14)
        #expect(try bench.count("analytics_events") == 41)
        #expect(try bench.databases[0].query("SELECT SUM(level_ups) FROM level_ups", []).first?.integer(0) == 41)
    }

    @Test func `levels and groups of players that nobody is in go with the next sweep`() throws {
        let bench = try PostgreSQLBench()
        let player = try bench.login()
        for number in 0..<3 {
            let name = JSON.string("name \(number)")
            let data: JSON = ["userLevel": .integer(Int64(number)), "channelId": name, "characterId": name, "classId": name]
            let event: JSON = [
                "eventId": name, "type": "setUserMeta", "userId": .string(player.userId),
                "time": .integer(bench.clock.epochMilliseconds()), "data": data,
            ]
            #expect(bench.ask("presence.sendEvents", ["events": [event]], token: player.token).body["accepted"] == 1)
        }
        #expect(try bench.count("player_groups") == 9 && bench.count("level_users") == 3)
        bench.clock.advance(2 * CalendarDay.dayMilliseconds)
        while let due = bench.groups[0].dueSweep() {
            var outcome = bench.groups[0].proceed(due)
            while let more = outcome.unfinished { outcome = bench.groups[0].proceed(more) }
        }
        #expect(try bench.count("player_groups") == 3 && bench.count("level_users") == 1)
    }

    @Test func `a request that is refused or wrong in a group leaves the others alone`() throws {
        let bench = try PostgreSQLBench()
        let players = try (0..<6).map { try bench.login("the secret of player number \($0)") }
        for round in 0..<2 {
            let requests = players.enumerated().map { place, player in
                PostgreSQLBench.request(
                    "purchase.reserve",
                    [
                        "requestId": .string(place == 3 ? "zero \0 \(round)" : "request \(round)"),
                        "gamebaseProductId": place == 1 ? "nothing" : "gem", "storeCode": "SANDBOX",
                    ], token: place == 5 ? "of nobody" : player.token)
            }
            let replies = bench.groups[0].commit(requests).map { $0.reply }
            #expect(replies.map { $0.isSuccess } == [true, false, true, false, true, false])
            #expect(replies[3].resultCode == ResultCode.storageFailed)
        }
        #expect(try bench.count("payments") == 6)
    }

    @Test func `an index has what is saved while it is made by who does not know of it`() throws {
        let bench = try PostgreSQLBench(settings: ["app": ["appId": "Shop"], "ncmb": ["indexes": ["horse.points"]]])
        let group = bench.groups[0]
        func work() {
            while let due = group.dueSweep() {
                var outcome = group.proceed(due)
                while let more = outcome.unfinished { outcome = group.proceed(more) }
            }
        }
        #expect(bench.ask("objects.create", ["className": "horse", "fields": ["points": 5]]).isSuccess)
        // Another server saves one more, and has not committed it yet.
        let other = try PostgreSQLWorld.database(bench.home)
        let columns = "class_name, version, create_date, update_date, acl, fields"
        try other.begin()
        let more = "INSERT INTO objects (object_id, \(columns)) SELECT 'laterlaterlater1', \(columns) FROM objects"
        #expect(try other.run(more, []) == 1)
        work()
        try other.commit()
        #expect(try bench.count("object_indexes") == 1 && bench.count("object_keys") == 0)
        bench.clock.advance(2 * ServiceCore.saveMilliseconds)
        work()
        #expect(try bench.count("object_indexes", "built_to IS NULL") == 1)
        #expect(try bench.count("object_keys", "object_id = 'laterlaterlater1'") > 0)
        other.close()
    }

    @Test func `objects that took too long to save are saved again, with the indexes that there are by then`() throws {
        let bench = try PostgreSQLBench(settings: ["app": ["appId": "Shop"]])
        let service = try Service.open(
            database: bench.databases[0], clock: bench.clock, random: ServiceTestRandom(seed: 7))
        try service.begin()
        let outcome = try service.handle(PostgreSQLBench.request("objects.create", ["className": "horse", "fields": [:]]))
        #expect(outcome.reply?.isSuccess == true)
        bench.clock.advance(ServiceCore.saveMilliseconds + 1)
        #expect(throws: StorageError.self) { try service.commit() }
        bench.databases[0].rollback()
        service.requestRolledBack()
        #expect(try bench.count("objects") == 0)
    }

    @Test func `the same guest who registers at four services at once is one member`() throws {
        let bench = try PostgreSQLBench(services: 4)
        let groups = Unchecked(content: bench.groups)
        for round in 0..<10 {
            let ids = Unchecked(content: KeptTexts())
            together(4) { place in
                let reply = groups.content[place].taken(PostgreSQLBench.login("the secret of the guest in round \(round)"))
                ids.content.add(reply.body["member"]?["userId"]?.stringValue ?? reply.message)
            }
            #expect(Set(ids.content.all).count == 1, "\(ids.content.all)")
        }
        #expect(try bench.count("members") == 10)
        #expect(try bench.count("mappings") == 10)
    }

    @Test func `services count sums of a day apart, so that no commit waits for another's, and reports add them up`() throws {
        let bench = try PostgreSQLBench(services: 2)
        _ = try bench.login("the secret of the first player")
        let report = PostgreSQLBench.request("console.report", ["activeInLastDay": false])
        #expect(bench.groups[0].answer(report).isSuccess)
        let other = try PostgreSQLWorld.database(bench.home)
        try other.begin()
        #expect(try other.run("UPDATE figures SET amount = amount", []) > 0)
        // So many that it adds them up.
        for player in 0..<ServiceCore.additionsMax { _ = try bench.login("the secret of another player, number \(player)", at: 1) }
        #expect(try bench.count("figure_additions") == 0)
        other.rollback()
        let sums = try bench.databases[0].query(
            "SELECT amount FROM figures WHERE measure = 'joined' AND dimension = '' ORDER BY unit", [])
        #expect(sums.map { $0.integer(0) } == [1, Int64(ServiceCore.additionsMax)])
        let today = try bench.databases[0].query("SELECT MAX(day) FROM figures WHERE measure = 'joined'", [])[0].integer(0)
        let figures = bench.groups[0]
        let day = FigureRange.text(today)
        let reply = figures.answer(
            PostgreSQLBench.request("console.figures", ["kind": "members", "from": .string(day), "to": .string(day)]))
        #expect(reply.body["figures"]?["new"] == [.integer(1 + Int64(ServiceCore.additionsMax))])
    }

    @Test func `minutes that several services count add up, and become a part of their hours once`() throws {
        let bench = try PostgreSQLBench(services: 4)
        let groups = Unchecked(content: bench.groups)
        for _ in 0..<200 {
            let minute = bench.clock.epochMilliseconds() / 60_000
            together(4) { place in
                let count: JSON = ["minute": .integer(minute), "players": .integer(Int64(place + 1))]
                let parameters: JSON = ["server": .integer(Int64(place)), "counts": [count]]
                let request = Request(.carrierPlayers, origin: .carrier, transactionId: "t", parameters: parameters)
                let reply = groups.content[place].taken(request)
                #expect(reply.isSuccess, "\(reply.message)")
            }
            bench.clock.advance(60_000)
        }
        #expect(try bench.databases[0].query("SELECT COUNT(*) FROM player_minutes", [])[0].integer(0) <= 4 * 121)
        let reply = groups.content[0].answer(PostgreSQLBench.request("console.figures", ["kind": "concurrent"]))
        let peaks = reply.body["figures"]?["peak"]?.arrayValue ?? []
        #expect(peaks.last == 10 && peaks.dropLast().allSatisfy { $0 == .null || $0 == 10 }, "\(peaks)")
        let minutes = reply.body["figures"]?["playMinutes"]?.arrayValue?.reduce(0) { $0 + ($1.int64Value ?? 0) }
        #expect(minutes == 2000)
    }

    @Test func `batches of events that meet crosswise are all taken, each once`() throws {
        let bench = try PostgreSQLBench(services: 2)
        let groups = Unchecked(content: bench.groups)
        let players = try (0..<2).map { try bench.login("the secret of the sender \($0)") }
        let date = bench.clock.epochMilliseconds()
        together(2) { place in
            for round in 0..<10 {
                let levels = (0..<20).map { Int64(place == 0 ? $0 : 19 - $0) }
                let events: [JSON] = levels.map { level in
                    [
                        "eventId": .string("\(place) \(round) \(level)"), "type": "levelUp", "time": .integer(date),
                        "userId": .string(players[place].userId), "data": ["userLevel": .integer(level + 1)],
                    ]
                }
                let request = PostgreSQLBench.request("presence.sendEvents", ["events": .array(events)], token: players[place].token)
                let reply = groups.content[place].taken(request)
                #expect(reply.isSuccess, "\(reply.message)")
            }
        }
        #expect(try bench.count("analytics_events") == 400)
        #expect(try bench.databases[0].query("SELECT SUM(level_ups) FROM level_ups", []).first?.integer(0) == 400)
        // One begins with the highest level; the other reaches each.
        let reached = try bench.databases[0].query("SELECT SUM(players) FROM level_ups", []).first?.integer(0)
        #expect(groups.content[0].answer(PostgreSQLBench.request("console.report", ["activeInLastDay": false])).isSuccess)
        let counted = try bench.databases[0].query("SELECT SUM(amount) FROM figures WHERE measure = 'leveled'", []).first?.integer(0)
        #expect(reached == 21 && counted == 21)
        #expect(try bench.databases[0].query("SELECT SUM(users) FROM level_users", []).first?.integer(0) == 2)
    }

    @Test func `services that begin at once on nothing make one schema`() throws {
        let home = try PostgreSQLWorld.home()
        let numbers = Unchecked(content: KeptTexts())
        together(4) { _ in
            let storage = ServiceStorage(clock: ServiceTestClock(), random: ServiceTestRandom(seed: 1)) { () throws(StorageError) in
                try PostgreSQLDatabase.open(home, clock: SystemClock())
            }
            let reply = RequestGroup(storage).taken(PostgreSQLBench.request("launching.getServerTime"))
            do throws(StorageError) {
                numbers.content.add(reply.message + "\(try storage.opened().1.instanceNumber)", storage)
            } catch {
                numbers.content.add(error.message)
            }
        }
        #expect(Set(numbers.content.all) == ["0", "1", "2", "3"])
    }

    @Test func `a server that cuts connections in the middle of groups loses nothing that was answered`() throws {
        let bench = try PostgreSQLBench(services: 2)
        let killer = try PostgreSQLWorld.database()
        let schema = bench.home.schema
        let pids = try bench.databases.map { try $0.query("SELECT pg_backend_pid()", []).first?.integer(0) ?? 0 }
        #expect(pids.count == 2)
        let groups = Unchecked(content: bench.groups), databases = Unchecked(content: bench.databases), cut = Unchecked(content: killer)
        let answered = Unchecked(content: KeptTexts()), isOver = Unchecked(content: Latch())
        together(3) { place in
            if place == 2 {
                for _ in 0..<15 {
                    _ = try? cut.content.query(
                        """
                        SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
                        WHERE l.relation = '\(schema).members'::regclass AND a.pid <> pg_backend_pid()
                        """, [])
                    _ = isOver.content.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 20))
                }
                return
            }
            for round in 0..<25 {
                let requests = (0..<8).map { PostgreSQLBench.login("at \(place) round \(round), the secret of \($0)") }
                for reply in groups.content[place].taken(requests) {
                    if let userId = reply.body["member"]?["userId"]?.stringValue { answered.content.add(userId) }
                }
            }
        }
        withExtendedLifetime(databases) {}
        #expect(answered.content.all.count == 400)
        // The last cut may have hit a connection of the groups that nobody has used since.
        func count(_ condition: String) throws -> Int64 {
            try killer.query("SELECT COUNT(*) FROM \(schema).members WHERE \(condition)", []).first?.integer(0) ?? 0
        }
        #expect(try count("1 = 1") == 400)
        for userId in answered.content.all { #expect(try count("user_id = '\(userId)'") == 1) }
    }

    @Test func `workers answer each in order, hear each other's events, and stop in time`() throws {
        let home = try PostgreSQLWorld.home()
        let services = (0..<2).map { _ in PostgreSQLService(home: home, clock: SystemClock(), random: SystemRandom(), workers: 2) }
        for service in services { #expect(service.start()) }
        func ask(_ service: Int, _ request: Request) -> Reply {
            let latch = Latch(), box = Unchecked(content: KeptReplies())
            services[service].send(request) {
                box.content.add($0)
                latch.open()
            }
            #expect(latch.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 20_000)))
            return box.content.all.first ?? .failure(0, "no answer")
        }
        #expect(ask(0, PostgreSQLBench.request("console.loadSettings", ["settings": ServiceBench.shopSettings])).message == "")
        let player = try PostgreSQLBench.player(ask(1, PostgreSQLBench.login("a-guest-secret-of-32-characters!")))
        let heard = Latch(), kinds = Unchecked(content: KeptTexts())
        let subscription = services[1].subscribe { event in
            kinds.content.add(event.kind.text)
            if event.kind == .serverPush { heard.open() }
        }
        // It hears from when its reader has begun; a kickout before that is another test's business.
        var tries = 0
        repeat {
            tries += 1
            #expect(ask(0, PostgreSQLBench.request("console.kickout", ["userIds": [.string(player.userId)]])).message == "")
        } while !heard.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 500)) && tries < 20
        #expect(kinds.content.all.contains(EventKind.serverPush.text))
        #expect(services[1].unsubscribe(subscription, untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 5_000)))
        let order = Unchecked(content: KeptTexts()), all = Latch()
        for number in 0..<100 {
            let request = PostgreSQLBench.request(
                "purchase.reserve", ["requestId": .string("\(number)"), "gamebaseProductId": "gem", "storeCode": "SANDBOX"],
                token: player.token)
            services[1].send(request) { reply in
                order.content.add(reply.message + "\(number)")
                if number == 99 { all.open() }
            }
        }
        #expect(all.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 30_000)))
        #expect(order.content.all == (0..<100).map { "\($0)" })
        for service in services { #expect(service.stop(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 10_000))) }
    }

    @Test func `what one worker has made due is sent by the one that looks for it, without waiting for its next look`() throws {
        let service = PostgreSQLService(home: try PostgreSQLWorld.home(), clock: SystemClock(), random: SystemRandom(), workers: 2)
        #expect(service.start())
        func ask(_ request: Request) -> Reply {
            let latch = Latch(), box = Unchecked(content: KeptReplies())
            service.send(request) {
                box.content.add($0)
                latch.open()
            }
            #expect(latch.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 20_000)))
            return box.content.all.first ?? .failure(0, "no answer")
        }
        #expect(ask(PostgreSQLBench.request("console.loadSettings", ["settings": ServiceBench.shopSettings])).message == "")
        let installation: JSON = ["className": "installation", "fields": ["deviceToken": "token", "deviceType": "ios"]]
        #expect(ask(PostgreSQLBench.request("objects.create", installation)).message == "")
        // Whose worker is not the one that looks.
        var push = PostgreSQLBench.request("objects.create", ["className": "push", "fields": ["message": "hello", "target": ["ios"]]])
        for number in 0..<100 where service.place(of: push) == 0 { push.changeId = "the id of push number \(number)" }
        #expect(service.place(of: push) == 1)
        let made = ask(push)
        #expect(made.message == "")
        let find = PostgreSQLBench.request("objects.get", ["className": "push", "objectId": made.body["answer"]?["objectId"] ?? nil])
        let deadline = deadlineNanoseconds(SystemClock(), afterMilliseconds: 20_000)
        var status: JSON?
        repeat { status = ask(find).body["answer"]?["status"] } while status != 2 && SystemClock().monotonicNanoseconds() < deadline
        #expect(status == 2)
        #expect(service.stop(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 10_000)))
    }

    @Test func `a store moves into PostgreSQL and back, whole or not at all`() throws {
        let clock = ServiceTestClock()
        let first = try ServiceBench(settings: ServiceBench.shopSettings)
        let file = first.database
        for number in 0..<3 { _ = try first.buy(first.login("the secret of the mover \(number)"), "gem", requestId: "r") }
        // A game's own process, which may be next, reads only what is in `figures`.
        let early = try SQLiteDatabase.open(path: ":memory:"), sums = "SELECT measure, SUM(amount) FROM figures GROUP BY measure ORDER BY 1"
        #expect(try first.count("figure_additions") > 0)
        #expect(try StoreMove.move(from: file, to: early, clock: clock, random: ServiceTestRandom(seed: 1)).isLedgerSound)
        #expect(try early.query("SELECT 1 FROM figure_additions", []).isEmpty)
        #expect(try first.count("figure_additions") > 0)
        _ = first.console("report")
        #expect(try early.query(sums, []) == file.query(sums, []))
        let home = try PostgreSQLWorld.home()
        let shared = try PostgreSQLDatabase.open(home, clock: SystemClock())
        let there = try StoreMove.move(from: file, to: shared, clock: clock, random: ServiceTestRandom(seed: 1))
        #expect(there.isLedgerSound && there.rows > 20)
        #expect(throws: StorageError.self) { try StoreMove.move(from: file, to: shared, clock: clock, random: ServiceTestRandom(seed: 1)) }
        let back = try SQLiteDatabase.open(path: ":memory:")
        let report = try StoreMove.move(from: shared, to: back, clock: clock, random: ServiceTestRandom(seed: 1))
        // A shared database has a row more: where the next event's place is.
        #expect(report.isLedgerSound && report.rows == there.rows + 1 && report.tables == there.tables)
        for table in ["members", "payments", "ledger", "sessions", "service_state"] {
            // In what form secrets are kept is said anew by the server that opened it in between.
            let rows = table == "service_state" ? "service_state WHERE name <> 'secretsKept'" : table
            let one = try file.query("SELECT * FROM \(rows) ORDER BY 1, 2", []),
                two = try back.query("SELECT * FROM \(rows) ORDER BY 1, 2", [])
            #expect(one == two, "\(table)")
        }
    }
}

private final class KeptTexts: @unchecked Sendable {
    private let lock = Lock()
    private var texts: [String] = []
    private var kept: [AnyObject] = []
    func add(_ text: String, _ object: AnyObject? = nil) {
        lock.locked {
            texts.append(text)
            if let object { kept.append(object) }
        }
    }
    var all: [String] { lock.locked { texts } }
}

private final class KeptReplies: @unchecked Sendable {
    private let lock = Lock()
    private var replies: [Reply] = []
    func add(_ reply: Reply) { lock.locked { replies.append(reply) } }
    var all: [Reply] { lock.locked { replies } }
}

/// A source that notes how much one question brings.
private final class MeasuredDatabase: Database {
    private let inner: SQLiteDatabase
    private(set) var most = 0

    init(_ inner: SQLiteDatabase) { self.inner = inner }

    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int { try inner.run(sql, values) }
    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        let rows = try inner.query(sql, values)
        var bytes = 0
        for row in rows {
            for value in row.values { if case .text(let text) = value { bytes += text.utf8.count } }
        }
        most = max(most, bytes)
        return rows
    }
    func begin() throws(StorageError) { try inner.begin() }
    func commit() throws(StorageError) { try inner.commit() }
    func rollback() { inner.rollback() }
    func savepoint() throws(StorageError) { try inner.savepoint() }
    func releaseSavepoint() throws(StorageError) { try inner.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try inner.rollbackToSavepoint() }
    func close() { inner.close() }
}

@Suite struct `A store that moves` {
    @Test func `is read some megabytes at a time, however long its rows are`() throws {
        let bench = try ServiceBench(settings: ServiceBench.shopSettings)
        let file = bench.database
        let insert = """
            INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields) VALUES (?, ?, 1, 0, 0, '{}', ?)
            """
        // Short ones on both sides, as many as a page has.
        for number in 0..<StoreMove.pageRows {
            for name in ["A", "Z"] { _ = try file.run(insert, [.text(name), .text("o\(number)"), .text("{}")]) }
        }
        let longBytes = 2 << 20
        let long = Value.text("{\"a\":\"" + String(repeating: "x", count: longBytes) + "\"}")
        for number in 0..<6 { _ = try file.run(insert, [.text("Map"), .text("o\(number)"), long]) }
        let source = MeasuredDatabase(file), target = try SQLiteDatabase.open(path: ":memory:")
        #expect(try StoreMove.move(from: source, to: target, clock: bench.clock, random: ServiceTestRandom(seed: 1)).isLedgerSound)
        #expect(source.most > longBytes && source.most <= Int(StoreMove.pageCharacters) + longBytes)
        for name in ["A", "Map", "Z"] {
            let sql = "SELECT object_id, fields FROM objects WHERE class_name = '\(name)' ORDER BY object_id"
            #expect(try file.query(sql, []) == target.query(sql, []), "\(name)")
        }
    }
}
