@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// Wrong forms of a right body, and a right one in a wrong place: each value replaced by what it must not be.
private struct Mutations {
    static let wrong: [JSON] = [
        nil, true, -1, 0, .integer(Int64.max), .decimal("1.5"), "", "x", .string(String(repeating: "y", count: 70_000)), [], [:], [1],
        ["a": "b"],
    ]
    let values: [String: [JSON]]

    /// Every body that differs from this one in one place.
    func all(_ body: JSON, _ key: String = "") -> [JSON] {
        var bodies = Self.wrong + (values[key] ?? [])
        if let object = body.objectValue {
            for member in object.members {
                var without = object
                without[member.key] = nil
                bodies.append(.object(without))
                for value in all(member.value, member.key) {
                    var changed = object
                    changed[member.key] = value
                    bodies.append(.object(changed))
                }
            }
        } else if let array = body.arrayValue {
            for (index, element) in array.enumerated() {
                for value in all(element, key) {
                    var changed = array
                    changed[index] = value
                    bodies.append(.array(changed))
                }
            }
        }
        return bodies
    }
}

/// Asks and compares the whole database before and after.
private final class RefusalWatch {
    /// Who may keep what, in which tables.
    static let tables: [KeptWhenRefused: [String]] = [
        .standing: [
            "members", "member_states", "figures", "figure_additions", "bans", "grace_bans", "mappings", "payments",
            "ledger",
            "unmatched_money", "sandbox_orders",
            "subscriptions", "transfer_accounts", "proof_tries", "proven_places",
            "push_tokens", "push_waiting", "push_tagged", "idp_revocations", "analytics_events",
        ],
        .session: ["sessions"], .forcingTicket: ["forcing_tickets"], .transferTry: ["transfer_failures", "proof_tries"],
        .logInTry: ["proof_tries"], .unmatchedMoney: ["unmatched_money", "payments", "ledger"], .sandboxOrder: ["sandbox_orders"],
        .answer: ["change_answers"],
    ]
    static let askers: [KeptWhenRefused: [String]] = [
        .forcingTicket: ["gateway.addMapping"],
        .transferTry: ["gateway.checkTransferAccount", "gateway.transferAccount", "gateway.keepTransferAccount", "server.checkTransfer"],
        .logInTry: ["users.logIn", "coupon.use"], .unmatchedMoney: ["purchase.report", "purchase.adopt"], .sandboxOrder: ["store.begin"],
    ]

    let bench: ServiceBench
    private let names: [String]
    private var before: [[Row]] = []
    private(set) var refused: Set<String> = []
    private(set) var kept: Set<KeptWhenRefused> = []
    private(set) var asked = 0
    /// Names of requests that left something behind, with the tables.
    private(set) var left: [String: Set<String>] = [:]

    init(_ bench: ServiceBench) throws {
        self.bench = bench
        names = try bench.database.query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", []).map { $0.text(0) }
        before = try dump()
    }

    private func dump() throws -> [[Row]] {
        try names.map { try bench.database.query("SELECT * FROM \($0)", []) }
    }

    /// Grows with every row that is written, undone or not: while it stands, nothing can be different.
    private func writes() throws -> Int64 { try bench.database.query("SELECT total_changes()", []).first?.integer(0) ?? -1 }

    private func differences(_ before: [[Row]], _ after: [[Row]]) -> [String] {
        var tables: [String] = []
        for (index, name) in names.enumerated()
        where before[index].count != after[index].count || zip(before[index], after[index]).contains(where: { $0.values != $1.values }) {
            tables.append(name)
        }
        return tables
    }

    /// What makes the key of a password has written nothing yet, and its other slices are alone in their transactions.
    private func finish() throws(StorageError) -> Reply? {
        guard let work = bench.service.takeUnfinished() else { return nil }
        bench.database.rollback()
        try bench.database.begin()
        while true { if let end = try bench.service.proceeded(work) { return end } }
    }

    /// What was accepted, and what a refusal means to keep, is taken back: the next request finds the same world.
    func ask(_ request: Request, shared: Bool) throws {
        asked += 1
        var request = request
        // Every third is one that may be sent again.
        if asked % 3 == 0 { request.changeId = "change number \(asked)" }
        try bench.database.begin()
        var before = self.before
        if shared, asked % 16 == 0 {
            let first = Request(api: "console.kickout", origin: .console, transactionId: "t")
            #expect(try bench.service.reply(to: first, sharesTransaction: true).isSuccess)
            #expect(bench.service.takeEvents().count == 1)
            before = try dump()
        }
        let writes = try writes()
        let figures = bench.service.core.figures.length
        var reply: Reply
        do {
            reply = try bench.service.reply(to: request, sharesTransaction: shared)
            if let end = try finish() { (reply, before) = (end, self.before) }
        } catch {
            guard error.isRequestsOwn else { throw error }
            reply = .failure(ResultCode.storageFailed, error.message)
            // In a database of many services it would be told as overtaken, and never be answered.
            #expect(!error.message.hasPrefix("a write found no row"), "\(request.api): \(error.message)")
        }
        let events = bench.service.takeEvents()
        let isRefused = !reply.isSuccess
        let means = isRefused ? Set(bench.service.core.progress.named) : []
        if isRefused {
            refused.insert(request.api)
            kept.formUnion(means)
            let changed = try self.writes() == writes ? [] : differences(before, try dump())
            var allowed: Set<String> = []
            for what in means {
                allowed.formUnion(Self.tables[what] ?? [])
                if let askers = Self.askers[what], !askers.contains(request.api), !means.contains(.standing) {
                    left[request.api, default: []].insert("\(what)")
                }
            }
            for table in changed where !allowed.contains(table) { left[request.api, default: []].insert(table) }
            let counts = bench.service.core.figures.length != figures  // Written with the commit, so not among the tables yet.
            if counts || !events.isEmpty, !means.contains(.standing) { left[request.api, default: []].insert(counts ? "sums" : "events") }
        }
        if isRefused, means.isEmpty, !(shared && asked % 16 == 0) {
            try bench.database.commit()
        } else {
            bench.database.rollback()
            bench.service.requestRolledBack()
        }
    }
}

@Suite struct `Refusals` {
    private static func origin(_ name: String) -> RequestOrigin {
        RequestName(text: name)?.facts.asker ?? .client
    }

    static func request(_ name: String, _ body: JSON, _ token: String?) -> Request {
        Request(api: name, origin: origin(name), transactionId: "t", accessToken: token, parameters: body)
    }

    @Test func `every request that the service knows is tried`() throws {
        #expect(try RefusalWorld().names == Set(RequestName.texts))
        #expect(Set(RequestName.texts).count == RequestName.allCases.count)
    }

    @Test(arguments: [false, true]) func `a refused request leaves nothing behind but what it names`(shared: Bool) throws {
        let world = try RefusalWorld()
        let watch = try RefusalWatch(world.bench)
        let mutations = Mutations(values: world.values)
        var random = ServiceTestRandom(seed: shared ? 2 : 1).bytes(1 << 16)
        for name in RequestName.texts {
            for (player, body) in world.bodies(of: name) {
                let token = player.flatMap { world.players[$0]?.token }
                for token in world.tokens { try watch.ask(Self.request(name, body, token), shared: shared) }
                let wrong = mutations.all(body)
                for body in wrong { try watch.ask(Self.request(name, body, token), shared: shared) }
                // Two things at once, and another player.
                for _ in 0..<20 where !random.isEmpty && !wrong.isEmpty {
                    let twice = mutations.all(wrong[Int(random.removeLast()) % wrong.count])
                    let other = world.tokens[Int(random.removeLast()) % world.tokens.count]
                    try watch.ask(
                        Self.request(name, twice[(Int(random.removeLast()) << 8 | Int(random.removeLast())) % twice.count], other),
                        shared: shared)
                }
                try watch.ask(
                    Request(api: name, origin: Self.origin(name) == .client ? .console : .client, transactionId: "t", parameters: body),
                    shared: shared)
            }
        }
        for (name, places) in watch.left.sorted(by: { $0.key < $1.key }) {
            Issue.record("\(name) was refused and left something in \(places.sorted().joined(separator: ", "))")
        }
        #expect(watch.refused == Set(RequestName.texts))
        #expect(watch.kept == Set(KeptWhenRefused.allCases))
        #expect(watch.asked > 10_000)
    }

    @Test func `a ban that is over is noted by a request that is refused, though it tried something else in between`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"], "stores": [["storeCode": "WEB", "verification": "SERVER"]],
            "products": [
                ["gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "storeCode": "WEB", "price": "4", "currency": "USD"]
            ],
        ])
        let player = try bench.login()
        func reserve(_ id: JSON) -> Reply {
            bench.ask("purchase.reserve", ["requestId": id, "gamebaseProductId": "pass", "storeCode": "WEB"], token: player.token)
        }
        func banned() -> JSON? { bench.console("report").body["users"]?["banned"] }
        // Waits for a server; the next reservation looks whether it can go on, and is refused because it cannot.
        let paid: JSON = [
            "paymentSeq": reserve("r1").body["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": "t", "receipt": "r",
        ]
        #expect(bench.ask("purchase.report", paid, token: player.token).body["state"] == "PAID")
        let ban: JSON = ["userId": .string(player.userId), "banType": "TEMPORARY", "endDate": .integer(bench.service.core.now + 1000)]
        #expect(bench.console("ban", ban).isSuccess)
        bench.clock.advance(1000)
        #expect(banned() == 1)
        #expect(reserve("r2").resultCode == ResultCode.alreadyInProgress)
        #expect(banned() == 0)
    }
}
