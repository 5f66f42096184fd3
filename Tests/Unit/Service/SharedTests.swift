import Codecs
import Linux
import Storage
import Testing

@testable import Engine
@testable import Messages
@testable import Service

/// A database that other services write to as well: what they do between two statements of a transaction is there for the second one, and
/// stays when the transaction is undone.
final class SharedDatabase: Database, @unchecked Sendable {
    let real: SQLiteDatabase
    let isShared = true
    /// What another service does before the first statement that has the text in it.
    var overtake: (text: String, act: () throws -> Void)?
    var conflictsAtCommit = 0
    /// The longest answer to one question.
    private(set) var mostBytes = 0
    private(set) var statements: [String] = []
    private var others: [() throws -> Void] = []

    init() throws { real = try SQLiteDatabase.open(path: ":memory:") }

    private func before(_ sql: String) -> String {
        statements.append(sql)
        if let next = overtake, sql.contains(next.text) {
            overtake = nil
            others.append(next.act)
            try? next.act()
        }
        return sql.replacing(" FOR UPDATE", with: "")
    }

    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int { try real.run(before(sql), values) }
    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        let rows = try real.query(before(sql), values)
        var bytes = 0
        for row in rows {
            for value in row.values { if case .text(let text) = value { bytes += text.utf8.count } }
        }
        mostBytes = max(mostBytes, bytes)
        return rows
    }

    func begin() throws(StorageError) {
        try real.begin()
        for act in others { try? act() }
        others = []
    }

    func commit() throws(StorageError) {
        if conflictsAtCommit > 0 {
            conflictsAtCommit -= 1
            throw .conflict("another service has written the same rows")
        }
        try real.commit()
        others = []
    }

    func rollback() { real.rollback() }
    func savepoint() throws(StorageError) { try real.savepoint() }
    func releaseSavepoint() throws(StorageError) { try real.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try real.rollbackToSavepoint() }
    func close() {}
}

/// One of several services over a database, asked in groups as the embedded one is.
final class SharedBench {
    let clock = ServiceTestClock()
    let database: SharedDatabase
    let storage: ServiceStorage
    let group: RequestGroup
    /// Another service, whose statements are not watched.
    let other: Service

    init(_ settings: JSON = ServiceBench.shopSettings) throws {
        let database = try SharedDatabase()
        let clock = clock
        self.database = database
        storage = ServiceStorage(clock: clock, random: ServiceTestRandom(seed: 1)) { () throws(StorageError) in database }
        group = RequestGroup(storage)
        #expect(
            group.commit([Request(api: "console.loadSettings", origin: .console, transactionId: "t", parameters: ["settings": settings])])[
                0
            ]
            .reply.message == "")
        other = try Service.open(database: database.real, clock: clock, random: ServiceTestRandom(seed: 2))
    }

    static func request(_ api: String, _ parameters: JSON = [:], token: String? = nil) -> Request {
        let origin: RequestOrigin = api.hasPrefix("console.") ? .console : .client
        return Request(api: api, origin: origin, transactionId: "t", accessToken: token, parameters: parameters)
    }

    func ask(_ api: String, _ parameters: JSON = [:], token: String? = nil) -> Reply {
        let isOvertaken = database.overtake != nil
        let reply = group.commit([Self.request(api, parameters, token: token)])[0].reply
        // A statement that is not there any more would let every test of a race pass.
        #expect(!isOvertaken || database.overtake == nil, "nobody overtook \(api)")
        return reply
    }

    /// Inside the transaction of the one that it overtakes, as if it had been committed beside it.
    func askOther(_ api: String, _ parameters: JSON = [:], token: String? = nil) {
        other.requestRolledBack()
        let reply = try? other.reply(to: Self.request(api, parameters, token: token))
        #expect(reply?.message == "")
    }

    /// What went out behind a place, as a carrier reads it.
    func told(after seq: Int64) throws -> [PlacedEvent] {
        let request = Request(.carrierEvents, origin: .carrier, transactionId: "t", parameters: ["after": .integer(seq)])
        let reply = group.commit([request])[0].reply
        #expect(reply.message == "")
        return try #require(reply.body["events"]?.arrayValue).map { try #require(PlacedEvent(form: $0)) }
    }

    func login(_ secret: String = "a-guest-secret-of-32-characters!") throws -> ServiceBench.Player {
        let reply = ask("gateway.idPLogin", ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": [:]])
        #expect(reply.message == "")
        return ServiceBench.Player(
            userId: try #require(reply.body["member"]?["userId"]?.stringValue),
            token: try #require(reply.body["token"]?["accessToken"]?.stringValue))
    }

    func buy(_ player: ServiceBench.Player, _ requestId: String) throws -> JSON {
        let reserved = ask(
            "purchase.reserve", ["requestId": .string(requestId), "gamebaseProductId": "gem", "storeCode": "SANDBOX"], token: player.token
        ).body
        let order = ask(
            "store.begin",
            [
                "orderKey": reserved["orderKey"] ?? nil, "marketItemId": reserved["marketItemId"] ?? nil, "price": "0.99",
                "currency": "USD",
            ], token: player.token
        ).body
        let report: JSON = [
            "paymentSeq": reserved["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": order["storeTransactionId"] ?? nil,
            "receipt": order["receipt"] ?? nil,
        ]
        return try #require(ask("purchase.report", report, token: player.token).body["receipt"])
    }

    func count(_ table: String, _ condition: String = "1 = 1") throws -> Int64 {
        try database.real.query("SELECT COUNT(*) FROM \(table) WHERE \(condition)", []).first?.integer(0) ?? -1
    }
}

@Suite struct `Services that share a database` {
    @Test func `a refund that a consumption overtakes is begun anew and takes no grant back`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        let receipt = try bench.buy(player, "r")
        let consume: JSON = ["paymentSeq": receipt["paymentSeq"] ?? nil, "accessToken": receipt["purchaseToken"] ?? nil]
        bench.database.overtake = ("SET state = ?, closed_date", { bench.askOther("purchase.consume", consume, token: player.token) })
        let reply = bench.ask("console.refund", ["paymentSeq": receipt["paymentSeq"] ?? nil, "kind": "REFUND"])
        #expect(reply.message == "")
        #expect(try bench.count("ledger", "movement = 'CONSUMED'") == 1)
        #expect(try bench.count("ledger", "movement = 'REFUNDED'") == 1)
        #expect(try bench.count("ledger", "movement = 'REVOKED'") == 0)
        #expect(bench.ask("console.checkLedger").body["sound"] == true)
    }

    @Test func `of two changes of the settings at once none is lost`() throws {
        let bench = try SharedBench()
        bench.database.overtake = (
            "UPDATE service_state SET value",
            {
                // As another service writes them: with the version that they grow by.
                let version = try bench.database.real.query("SELECT value FROM service_state WHERE name = 'version'", [])
                bench.askOther("console.setLaunchingStatus", ["status": 203])
                _ = try bench.database.real.run(
                    "UPDATE service_state SET value = ? WHERE name = 'version'", [.text("\((Int64(version[0].text(0)) ?? 0) + 1)")])
            }
        )
        #expect(bench.ask("console.setSandboxStore", ["outcome": "DECLINE"]).message == "")
        let settings = bench.ask("console.saveSettings").body["settings"]
        #expect(settings?["launching"]?["status"] == 203)
        #expect(settings?["sandboxStore"]?["outcome"] == "DECLINE")
    }

    @Test func `what another service changed is read at the beginning of the next transaction`() throws {
        let bench = try SharedBench()
        let next = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 3), number: 7)
        #expect(bench.ask("console.setLaunchingStatus", ["status": 302, "message": "over"]).message == "")
        try next.begin()
        let saved = try next.reply(to: SharedBench.request("console.saveSettings"))
        try bench.database.commit()
        #expect(saved.body["settings"]?["launching"]?["status"] == 302)
    }

    @Test func `payment numbers of two services never meet and end in the service's own`() throws {
        let bench = try SharedBench()
        let seventh = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 3), number: 7)
        let eighth = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 4), number: 8)
        var numbers: [String] = []
        for _ in 0..<1000 { numbers += [seventh.core.newPaymentSeq(), eighth.core.newPaymentSeq()] }
        #expect(Set(numbers).count == 2000)
        #expect(numbers.enumerated().allSatisfy { $0.element.hasSuffix($0.offset % 2 == 0 ? "007" : "008") })
        #expect(numbers[1998] > numbers[0] && numbers.allSatisfy { $0.utf8.count == 19 })
    }

    @Test func `the same guest who registers at two services is one member`() throws {
        let bench = try SharedBench()
        let secret = "another-secret-of-32-characters!"
        let login: JSON = ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": [:]]
        bench.database.overtake = ("INSERT INTO mappings", { bench.askOther("gateway.idPLogin", login) })
        let reply = bench.ask("gateway.idPLogin", login)
        #expect(reply.message == "")
        #expect(try bench.count("members") == 1)
        #expect(try bench.count("mappings") == 1)
    }

    @Test func `one token that logs in twice at once has one successor`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        let login: JSON = ["tokenInfo": ["idPCode": "guest", "accessToken": .string(player.token)], "member": [:]]
        bench.database.overtake = ("UPDATE sessions SET successor_hash", { bench.askOther("gateway.tokenLogin", login) })
        #expect(bench.ask("gateway.tokenLogin", login).message == "")
        #expect(try bench.count("sessions") == 2)
    }

    private static let moving: JSON = [
        "app": ["appId": "Shop"], "idPs": ["guest": [:], "google": [:], "steam": [:]], "transferAccount": ["enabled": true],
    ]

    private static func identity(_ code: String, _ name: String) -> JSON {
        ["idPInfo": ["idPCode": .string(code), "accessToken": .string(name)], "member": [:]]
    }

    /// A member with two identities beside the guest's.
    private static func ann(_ bench: SharedBench) throws -> ServiceBench.Player {
        let owner = try bench.login()
        for code in ["google", "steam"] {
            let added = bench.ask("gateway.addMapping", ["idPInfo": identity(code, "ann")["idPInfo"] ?? nil], token: owner.token)
            #expect(added.message == "")
        }
        return owner
    }

    @Test func `a guest that moves while its old device logs in is on the new one alone`() throws {
        let bench = try SharedBench(Self.moving)
        let guest = try bench.login()
        let offered = bench.ask("gateway.offerTransferAccount", token: guest.token).body
        let kept: JSON = ["id": offered["id"] ?? nil, "issuedType": "AUTO", "salt": offered["salt"] ?? nil, "key": "right"]
        #expect(bench.ask("gateway.keepTransferAccount", kept, token: guest.token).message == "")
        let device: JSON = ["idPCode": "guest", "accessToken": "the secret of the new device"]
        let move: JSON = ["idPInfo": device, "account": ["id": offered["id"] ?? nil, "key": "right"], "member": [:]]
        bench.database.overtake = ("UPDATE members SET last_login_date", { bench.askOther("gateway.transferAccount", move) })
        #expect(try bench.login().userId != guest.userId)
        #expect(try bench.count("sessions", "user_id = '\(guest.userId)'") == 1)
        #expect(try bench.count("mappings", "user_id = '\(guest.userId)'") == 1)
    }

    @Test func `an identity that is taken off a member while it signs in opens no session of that member`() throws {
        let bench = try SharedBench(Self.moving)
        let owner = try Self.ann(bench)
        let other = bench.ask("gateway.idPLogin", Self.identity("steam", "ann"))
        let token = try #require(other.body["token"]?["accessToken"]?.stringValue)
        bench.database.overtake = (
            "UPDATE members SET last_login_date", { bench.askOther("gateway.removeMapping", ["idPCode": "google"], token: token) }
        )
        let reply = bench.ask("gateway.idPLogin", Self.identity("google", "ann"))
        #expect(reply.message == "" && reply.body["member"]?["userId"] != .string(owner.userId))
        #expect(try bench.count("sessions", "user_id = '\(owner.userId)' AND idp_code = 'google'") == 0)
    }

    @Test func `a change to a member whose identity moves on meanwhile is no way to that member`() throws {
        let bench = try SharedBench(Self.moving)
        let owner = try Self.ann(bench)
        let steam = bench.ask("gateway.idPLogin", Self.identity("steam", "ann"))
        let token = try #require(steam.body["token"]?["accessToken"]?.stringValue)
        let guest = try bench.login("another-secret-of-32-characters!")
        let refused = bench.ask("gateway.addMapping", ["idPInfo": Self.identity("google", "ann")["idPInfo"] ?? nil], token: guest.token)
        let ticket = try #require(refused.body["forcingMappingTicket"])
        let shown: JSON = [
            "forcingMappingKey": ticket["forcingMappingKey"] ?? nil, "mappedUserId": ticket["mappedUserId"] ?? nil,
            "tokenInfo": ["idPCode": ticket["idPCode"] ?? nil, "accessToken": ticket["accessToken"] ?? nil],
        ]
        bench.database.overtake = (
            "UPDATE members SET last_login_date", { bench.askOther("gateway.removeMapping", ["idPCode": "google"], token: token) }
        )
        #expect(bench.ask("gateway.changeLogin", shown, token: guest.token).resultCode == ResultCode.memberMissing)
        #expect(try bench.count("sessions", "user_id = '\(owner.userId)' AND idp_code = 'google'") == 0)
    }

    @Test func `what a member refuses while the agreement of its device is brought stays refused`() throws {
        let contents: JSON = [["termsContentSeq": 11, "name": "rules", "required": true]]
        let terms: JSON = ["termsSeq": 1, "termsVersion": "1", "termsCountryType": "ETC", "contents": contents]
        let bench = try SharedBench(["app": ["appId": "Shop"], "terms": [terms]])
        func answer(_ agreed: Bool) -> JSON {
            [
                "deviceKey": "device", "termsSeq": 1, "termsVersion": "1",
                "contents": [["termsContentSeq": 11, "agreed": .bool(agreed)]],
            ]
        }
        #expect(bench.ask("tos.updateTerms", answer(true)).message == "")
        bench.clock.advance(1)
        let player = try bench.login()
        bench.database.overtake = ("FOR UPDATE", { bench.askOther("tos.updateTerms", answer(false), token: player.token) })
        #expect(bench.ask("tos.adoptTerms", ["deviceKey": "device"], token: player.token).message == "")
        #expect(try bench.count("terms_consents", "owner = 'member:\(player.userId)'") == 0)
        #expect(try bench.count("terms_agreements", "owner = 'member:\(player.userId)' AND agreed = 1") == 0)
    }

    @Test func `metrics that are on their way while another server lets their member go are not kept`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        let event: JSON = [
            "eventId": "e", "type": "levelUp", "userId": .string(player.userId), "time": .integer(bench.clock.epochMilliseconds()),
            "data": ["userLevel": 2],
        ]
        // Behind the look for the sender's session, and before anything is kept.
        bench.database.overtake = (
            "FOR UPDATE", { bench.askOther("gateway.withdraw", ["userId": .string(player.userId)], token: player.token) }
        )
        let reply = bench.ask("presence.sendEvents", ["events": [event]], token: player.token)
        #expect(reply.body["accepted"] == 0 && reply.body["rejected"] == 1, "\(reply.message)")
        #expect(try bench.count("analytics_events") == 0)
    }

    @Test func `nothing is reserved for a member whom another server lets go behind the look for its session`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        bench.database.overtake = (
            "FOR UPDATE", { bench.askOther("gateway.withdraw", ["userId": .string(player.userId)], token: player.token) }
        )
        let wish: JSON = ["requestId": "r", "gamebaseProductId": "gem", "storeCode": "SANDBOX"]
        let refused = bench.ask("purchase.reserve", wish, token: player.token)
        #expect(refused.resultCode == ResultCode.memberDeleted, "\(refused.message)")
        #expect(try bench.count("payments") == 0)
    }

    @Test func `who opens a push at the same moment as another counts behind it, and begins nothing anew`() throws {
        let bench = try SharedBench(["app": ["appId": "Shop"]])
        let made = bench.ask("objects.create", ["className": "push", "fields": ["message": "m"]])
        let id = try #require(made.body["answer"]?["objectId"])
        // Before the push is looked at: later it would be a conflict, and all of the group undone.
        bench.database.overtake = ("FOR UPDATE", { bench.askOther("push.opened", ["objectId": id]) })
        #expect(bench.ask("push.opened", ["objectId": id]).message == "")
        #expect(bench.ask("objects.get", ["className": "push", "objectId": id]).body["answer"]?["openNumber"] == 2)
    }

    @Test func `who removes an identity has the member to itself while it counts`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        _ = bench.ask("gateway.removeMapping", ["userId": .string(player.userId), "idPCode": "google"], token: player.token)
        let locked = try #require(bench.database.statements.lastIndex { $0.hasSuffix("FOR UPDATE") })
        let counted = try #require(bench.database.statements.lastIndex { $0.contains("FROM mappings a") })
        #expect(locked < counted)
    }

    @Test func `a token whose provider takes its consent back while it logs in has no successor`() throws {
        let bench = try SharedBench(Self.moving)
        _ = try Self.ann(bench)
        let token = try #require(bench.ask("gateway.idPLogin", Self.identity("google", "ann")).body["token"]?["accessToken"])
        let told: JSON = ["idPCode": "google", "authKey": "ann", "kind": "CONSENT_REVOKED"]
        bench.database.overtake = (
            "UPDATE sessions SET successor_hash",
            {
                bench.other.requestRolledBack()
                let notice = Request(.carrierIdPNotice, origin: .carrier, transactionId: "t", parameters: told)
                #expect((try? bench.other.reply(to: notice))?.body["isKnown"] == true)
            }
        )
        let login: JSON = ["tokenInfo": ["idPCode": "google", "accessToken": token], "member": [:]]
        let refused = bench.ask("gateway.tokenLogin", login)
        #expect(refused.resultCode == ResultCode.accessTokenInvalid && refused.body["idPRevoked"] != nil, "\(refused.message)")
        #expect(try bench.count("sessions", "idp_code = 'google' AND expires_date > \(bench.clock.epochMilliseconds())") == 0)
    }

    @Test func `a provider's notice about an account that moves to another member is about that one`() throws {
        let bench = try SharedBench(`Mappings and tickets`.settings)
        let login: JSON = ["idPInfo": ["idPCode": "google", "accessToken": "ann"], "member": [:]]
        let before = try #require(bench.ask("gateway.idPLogin", login).body["member"]?["userId"]?.stringValue)
        let guest = try bench.login()
        // As another server moves it, by force: behind the look for its member, and before the lock.
        bench.database.overtake = (
            "FOR UPDATE",
            {
                _ = try bench.database.real.run(
                    "UPDATE mappings SET user_id = ? WHERE idp_code = 'google' AND auth_key = 'ann'", [.text(guest.userId)])
            }
        )
        let told: JSON = ["idPCode": "google", "authKey": "ann", "kind": "ACCOUNT_DELETED"]
        let notice = Request(.carrierIdPNotice, origin: .carrier, transactionId: "t", parameters: told)
        #expect(bench.group.commit([notice])[0].reply.body["isKnown"] == true)
        #expect(try bench.count("members", "valid = 'Y' AND user_id = '\(before)'") == 1)
        #expect(try bench.count("members", "valid = 'D' AND user_id = '\(guest.userId)'") == 1)
    }

    @Test func `a group whose commit another service forestalls is begun anew, and each is answered once`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        let requests = (0..<5).map { number in
            SharedBench.request(
                "purchase.reserve",
                ["requestId": .string("r\(number)"), "gamebaseProductId": "gem", "storeCode": "SANDBOX"], token: player.token)
        }
        bench.database.conflictsAtCommit = 2
        let outcomes = bench.group.commit(requests)
        #expect(outcomes.map { $0.reply.message } == ["", "", "", "", ""])
        #expect(Set(outcomes.compactMap { $0.reply.body["paymentSeq"]?.stringValue }).count == 5)
        #expect(try bench.count("payments") == 5)
    }

    @Test func `a request that is overtaken for ever is refused in the end, and nothing of it stays`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        bench.database.conflictsAtCommit = 1000
        let reply = bench.ask(
            "purchase.reserve", ["requestId": "r", "gamebaseProductId": "gem", "storeCode": "SANDBOX"], token: player.token)
        #expect(reply.resultCode == ResultCode.tooManyRequests)
        #expect(bench.database.conflictsAtCommit == 1000 - RequestGroup.triesMax)
        bench.database.conflictsAtCommit = 0
        #expect(try bench.count("payments") == 0)
    }

    @Test func `events are rows of the transaction that they tell of`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        let before = try bench.told(after: 0)
        #expect(before.last { $0.event.kind != .rightsChanged }?.event.kind == .launchingChanged)
        let seen = before.last?.seq ?? 0
        #expect(
            !bench.ask("console.kickout", ["userIds": ["x"], "extras": .string(String(repeating: "x", count: (1 << 20) - 1_000))]).isSuccess
        )
        bench.database.conflictsAtCommit = 1
        let kickout = SharedBench.request("console.kickout", ["userIds": [.string(player.userId)]])
        let outcome = bench.group.commit([kickout])[0]
        #expect(outcome.reply.message == "" && outcome.events.map { $0.kind } == [.serverPush])
        let entries = try bench.told(after: seen)
        #expect(entries.map { $0.event.kind } == [.serverPush])
        #expect(entries[0].event.body["userIds"] == [.string(player.userId)])
        #expect(try bench.told(after: entries[0].seq).isEmpty)
    }

    @Test func `places of events grow though clocks go back, services begin anew and all events are gone`() throws {
        let bench = try SharedBench()
        var group = bench.group
        var places: [Int64] = []
        func kickout() throws {
            let before = places.last ?? 0
            #expect(group.commit([SharedBench.request("console.kickout")])[0].reply.message == "")
            let rows = try bench.database.real.query("SELECT event_seq FROM outbox WHERE event_seq > ?", [.integer(before)])
            places.append(try #require(rows.map { $0.integer(0) }.min()))
            #expect(rows.allSatisfy { $0.integer(0) > before } && rows.count >= 1)
            places.append(try #require(rows.map { $0.integer(0) }.max()))
        }
        try kickout()
        for step in 0..<6 {
            bench.clock.advance(step % 2 == 0 ? -3_600_000 : 1)
            group = RequestGroup(
                ServiceStorage(clock: bench.clock, random: ServiceTestRandom(seed: 9)) {
                    [database = bench.database] () throws(StorageError) in
                    database
                })
            if step > 2 { _ = try bench.database.real.run("DELETE FROM outbox", []) }
            try kickout()
        }
        #expect(places == places.sorted() && Set(places).count >= 7)
        #expect(places[0] >= 1_795_000_000_000_000)
        // Two in one transaction, and two services.
        let before = places.last ?? 0
        _ = group.commit([SharedBench.request("console.kickout"), SharedBench.request("console.kickout")])
        _ = bench.group.commit([SharedBench.request("console.kickout")])
        #expect(try bench.told(after: before).map { $0.seq } == [before + 1, before + 2, before + 3])
    }

    @Test func `who goes on from events that are gone, or from a place that was never given, is told so`() throws {
        let bench = try SharedBench()
        func page(_ after: Int64) throws -> OutboxPage { try OutboxPage.read(bench.database, after: after, max: 100) }
        for _ in 0..<3 { #expect(bench.ask("console.kickout").message == "") }
        let all = try page(0)
        #expect(all.events.count >= 3 && all.floor == (all.events.first?.seq ?? 0) - 1)
        #expect(all.newest == all.events.last?.seq && all.through == all.newest)
        let service = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 5))
        bench.clock.advance(CalendarDay.dayMilliseconds / 2)
        #expect(bench.ask("console.kickout").message == "")
        bench.clock.advance(CalendarDay.dayMilliseconds / 2 + 1)
        try service.begin()
        service.core.rolledBack()
        try service.core.refresh()
        #expect(try Dispatch(core: service.core).retention.sweepEvents(service.core.now, service.core.now))
        try service.commit()
        let left = try page(0)
        #expect(left.floor == all.newest && left.events.map { $0.seq } == [left.newest])
        bench.clock.advance(CalendarDay.dayMilliseconds)
        try service.begin()
        #expect(try Dispatch(core: service.core).retention.sweepEvents(service.core.now, service.core.now))
        try service.commit()
        #expect(try page(0).events.isEmpty)
        #expect(try page(0).floor == left.newest && page(0).newest == left.newest)
    }

    @Test func `a page of events has a limit in bytes, and goes on where it ended`() throws {
        let bench = try SharedBench()
        let newest = try OutboxPage.read(bench.database, after: Int64.max, max: 1).newest
        let long = JSON.object(["text": .string(String(repeating: "x", count: (1 << 20) - 1_000))]).text()
        for number in 1...10 as ClosedRange<Int64> {
            _ = try bench.database.real.run(
                "INSERT INTO outbox (event_seq, kind, body, raised_date) VALUES (?, 'serverPush', ?, 0)",
                [.integer(newest + number), .text(long)])
        }
        _ = try bench.database.real.run("UPDATE event_places SET newest = newest + 10", [])
        var place = newest
        var counts: [Int] = []
        while place < newest + 10 {
            let page = try OutboxPage.read(bench.database, after: place, max: 1_000)
            #expect(page.events.first?.seq == place + 1 && page.through == page.events.last?.seq)
            counts.append(page.events.count)
            place = page.through
        }
        #expect(counts == [4, 4, 2])
    }

    @Test func `an event that cannot be read costs itself alone: what is behind it is told`() throws {
        let bench = try SharedBench()
        let newest = try OutboxPage.read(bench.database, after: Int64.max, max: 1).newest
        for (number, event) in [("serverPush", "{"), ("ofALaterVersion", "{}"), ("serverPush", "{}")].enumerated() {
            _ = try bench.database.real.run(
                "INSERT INTO outbox (event_seq, kind, body, raised_date) VALUES (?, ?, ?, 0)",
                [.integer(newest + 1 + Int64(number)), .text(event.0), .text(event.1)])
        }
        _ = try bench.database.real.run("UPDATE event_places SET newest = newest + 3", [])
        let first = try OutboxPage.read(bench.database, after: newest, max: 2)
        #expect(first.events.isEmpty && first.through == newest + 2)
        let second = try OutboxPage.read(bench.database, after: first.through, max: 2)
        #expect(second.events.map { $0.seq } == [newest + 3] && second.through == newest + 3)
        #expect(try bench.told(after: newest).map { $0.seq } == [newest + 3])
    }

    @Test func `a service that has its database to itself writes no outbox and takes no locks`() throws {
        let recorder = StatementRecorder()
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, recorder: recorder)
        let player = try bench.login()
        _ = try bench.buy(player, "gem", requestId: "r")
        _ = bench.console("kickout", ["userIds": [.string(player.userId)]])
        #expect(try bench.count("outbox") == 0)
        #expect(try bench.count("event_places") == 0)
        #expect(try bench.count("service_state", "name = 'version'") == 0)
        #expect(!recorder.statements.contains { $0.hasSuffix("FOR UPDATE") })
    }

    /// A message to 450 devices is queued in three slices; the first one is part of the request.
    private func sent(by bench: SharedBench, conflictsInEach conflicts: Int) throws -> Reply {
        let player = try bench.login()
        for device in 0..<450 {
            _ = try bench.database.real.run(
                """
                INSERT INTO push_tokens (device_key, user_id, token, push_enabled, ad_agreement, ad_agreement_night, language, country,
                    timezone, offset_minutes, sandbox, options, registered_date) VALUES (?, ?, ?, 1, 1, 1, 'en', 'US', 'UTC', 0, 1, '{}', 0)
                """, [.text("device \(1000 + device)"), .text(player.userId), .text("token \(device)")])
        }
        var outcome = bench.group.commit([SharedBench.request("console.sendPush", ["title": "t"])])[0]
        while let work = outcome.unfinished {
            bench.database.conflictsAtCommit = conflicts
            repeat { outcome = bench.group.proceed(work) } while outcome.unfinished != nil && bench.database.conflictsAtCommit > 0
            if outcome.unfinished != nil { outcome = bench.group.proceed(work) }
        }
        return outcome.reply
    }

    @Test func `a slice that another service overtook is done again, and nothing is left out or counted twice`() throws {
        let bench = try SharedBench()
        let reply = try sent(by: bench, conflictsInEach: 2)
        #expect(reply.message == "")
        #expect(reply.body["accepted"] == 450)
        #expect(try bench.count("push_waiting") == 450)
    }

    @Test func `a slice that is overtaken each time ends its work, and what the slices before it did stays`() throws {
        let bench = try SharedBench()
        #expect(try sent(by: bench, conflictsInEach: RequestGroup.triesMax).resultCode == ResultCode.tooManyRequests)
        #expect(try bench.count("push_waiting") == Int64(SlicedWork.rows))
        let other = try SharedBench()
        #expect(try sent(by: other, conflictsInEach: RequestGroup.triesMax - 1).body["accepted"] == 450)
    }

    @Test func `a name that another service takes while a password's key is made is refused as taken`() throws {
        let bench = try SharedBench(["app": ["appId": "Shop"], "ncmb": ["passwordCost": 8]])
        func take() throws {
            _ = try bench.database.real.run(
                "INSERT INTO object_names (class_name, kind, name, object_id) VALUES ('user', 'userName', 'ann', 'other')", [])
        }
        let fields: JSON = ["userName": "ann", "password": "first"]
        var outcome = bench.group.commit([SharedBench.request("objects.create", ["className": "user", "fields": fields])])[0]
        bench.database.overtake = ("INSERT INTO object_names", take)
        while let work = outcome.unfinished {
            outcome = bench.group.proceed(work)
            // What was undone here with the slice is the other's, and stays.
            if bench.database.overtake == nil, try bench.count("object_names") == 0 { try take() }
        }
        #expect(bench.database.overtake == nil && outcome.reply.body["code"] == "E409001")
    }

    @Test func `what was answered without the service is not done by a later slice`() throws {
        let bench = try SharedBench(["app": ["appId": "Shop"], "ncmb": ["passwordCost": 8]])
        let fields: JSON = ["userName": "Una", "password": "secret"]
        var request = SharedBench.request("objects.create", ["className": "user", "fields": fields])
        let mark = GivenUp()
        request.givenUp = mark
        var outcome = bench.group.commit([request])[0]
        bench.database.overtake = ("INSERT INTO object_names", { mark.set() })
        while let work = outcome.unfinished, !mark.isSet { outcome = bench.group.proceed(work, for: request) }
        #expect(mark.isSet)
        #expect(try bench.count("objects") == 0)
        let work = try #require(outcome.unfinished)
        #expect(FairLine.Entry(work: work, pending: PendingRequest(request: request) { _ in }).isVanished)
    }

    @Test func `work that leaves nothing before its end begins anew when the storage was opened again`() throws {
        let folder = TestFolder()
        let storage = ServiceStorage(clock: ServiceTestClock(), random: ServiceTestRandom(seed: 1)) { () throws(StorageError) in
            try SQLiteDatabase.open(path: folder.file("game.db"))
        }
        let group = RequestGroup(storage)
        let settings: JSON = ["app": ["appId": "Shop"], "ncmb": ["passwordCost": 8]]
        #expect(group.commit([SharedBench.request("console.loadSettings", ["settings": settings])])[0].reply.message == "")
        let fields: JSON = ["userName": "ann", "password": "secret"]
        let request = SharedBench.request("objects.create", ["className": "user", "fields": fields])
        var outcome = group.commit([request])[0]
        #expect(outcome.unfinished != nil)
        // As another request's fault has it closed.
        storage.reopenNextTime()
        while let work = outcome.unfinished { outcome = group.proceed(work, for: request) }
        #expect(outcome.reply.body["answer"]?["objectId"] != nil, "\(outcome.reply.message)")
        storage.close()
    }

    @Test func `a file that another service replaces while it is read is read whole, and by its new rights`() throws {
        let bench = try SharedBench()
        func begun(_ bytes: [UInt8], _ more: JSONObject = [:]) throws -> JSON {
            var first = more
            first["fileName"] = "map"
            let upload = try #require(bench.ask("files.begin", .object(first)).body["upload"])
            let part: JSON = ["upload": upload, "from": 0, "part": .string(Base64.encode(bytes))]
            #expect(bench.ask("files.append", part).message == "")
            return upload
        }
        let first = try begun([1, 2, 3])
        #expect(bench.ask("files.finish", ["upload": first]).message == "")
        for statement in ["file_contents", "FROM file_chunks"] {
            let longer = try begun([4, 5, 6, 7])
            bench.database.overtake = (statement, { bench.askOther("files.finish", ["upload": longer]) })
            let reply = bench.ask("files.read", ["fileName": "map"])
            #expect(reply.body["part"] == .string(Base64.encode([4, 5, 6, 7])) && reply.body["fileSize"] == 4, "\(statement)")
            let again = try begun([1, 2, 3])
            #expect(bench.ask("files.finish", ["upload": again]).message == "")
        }
        let secret = try begun([8], ["acl": [:]])
        bench.database.overtake = ("file_contents", { bench.askOther("files.finish", ["upload": secret]) })
        let refused = bench.ask("files.read", ["fileName": "map"])
        #expect(refused.body["code"] == "E403001" && refused.body["part"] == nil)
    }

    @Test func `a store whose secrets are turned into digests is read a few objects at a time, and each of them is`() throws {
        let database = try SharedDatabase()
        try Migrations.apply(Schema.migrations, to: database.real)
        let count = 40, bytes = 128 << 10
        for number in 0..<count {
            let fields = #"{"deviceToken":"token \#(number)","text":"\#(String(repeating: "x", count: bytes))"}"#
            _ = try database.real.run(
                """
                INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields)
                VALUES ('installation', ?, 1, 1, 1, '{}', ?)
                """, [.text("i\(number)"), .text(fields)])
        }
        _ = try Service.open(database: database, clock: ServiceTestClock(), random: ServiceTestRandom(seed: 1), keepsEvents: true)
        let kept = try database.real.query("SELECT fields FROM objects", []).map { $0.text(0) }
        #expect(kept.count == count && kept.allSatisfy { !$0.contains("token ") })
        #expect(database.mostBytes < count * bytes / 2)
    }

    @Test func `over a network nothing is believed that only a player's own device can know`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        for (api, parameters) in [("iap.signIn", ["userID": "somebody"]), ("purchase.import", [:])] as [(String, JSON)] {
            var request = SharedBench.request(api, parameters, token: player.token)
            request.isOwnProcess = false
            #expect(bench.group.commit([request])[0].reply.resultCode == ResultCode.notAuthenticated, "\(api)")
        }
        let events: [JSON] = [player.userId, "SOMEBODYELSE0000"].map { userId in
            [
                "eventId": .string("e-\(userId)"), "type": "levelUp", "time": .integer(bench.clock.epochMilliseconds()),
                "userId": .string(userId), "data": ["userLevel": 3],
            ]
        }
        var request = SharedBench.request("presence.sendEvents", ["events": .array(events)], token: player.token)
        request.isOwnProcess = false
        let reply = bench.group.commit([request])[0].reply
        #expect(reply.body["accepted"] == 1)
        #expect(reply.body["rejected"] == 1)
    }
}
