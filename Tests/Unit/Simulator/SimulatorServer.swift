@testable import Engine
import Linux
@testable import Messages
import Codecs
import Storage

@testable import Service

/// The service and its database, or several services over one. Each can die before and after a commit, and starts again on what was
/// committed.
final class SimulatorServer: @unchecked Sendable {
    static let renewalsMax: Int64 = 4
    static let settings: JSON = [
        "app": ["appId": "Shop", "secretKey": "shop-secret"],
        "idPs": ["guest": [:], "google": [:]],
        "stores": [["storeCode": "SANDBOX"], ["storeCode": "STEAM"], ["storeCode": "X-WEB"]],
        "products": [
            ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "m.gem", "price": "0.99", "currency": "USD"],
            ["gamebaseProductId": "chest", "productType": "CONSUMABLE", "marketItemId": "m.chest", "price": "1200", "currency": "JPY"],
            ["gamebaseProductId": "dinar", "productType": "CONSUMABLE", "marketItemId": "m.dinar", "price": "1.125", "currency": "KWD"],
            [
                "gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "marketItemId": "m.pass", "price": "4.99", "currency": "USD",
                "subscriptionPeriodMilliseconds": 10_000, "subscriptionGroup": "vip",
            ],
            [
                "gamebaseProductId": "gold", "productType": "AUTO_RENEWABLE", "marketItemId": "m.gold", "price": "9.99", "currency": "USD",
                "subscriptionPeriodMilliseconds": 10_000, "subscriptionGroup": "vip",
            ],
            [
                "gamebaseProductId": "crate", "productType": "CONSUMABLE_AUTO_RENEWABLE", "marketItemId": "m.crate", "price": "2.50",
                "currency": "USD", "subscriptionPeriodMilliseconds": 8_000,
            ],
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "s.gem", "price": "0.89", "currency": "EUR",
                "storeCode": "STEAM",
            ],
            [
                "gamebaseProductId": "chest", "productType": "CONSUMABLE", "marketItemId": "s.chest", "price": "900", "currency": "JPY",
                "storeCode": "STEAM",
            ],
            [
                "gamebaseProductId": "season", "productType": "CONSUMABLE_AUTO_RENEWABLE", "marketItemId": "s.season", "price": "3.000",
                "currency": "KWD", "storeCode": "STEAM", "subscriptionPeriodMilliseconds": 12_000,
            ],
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "w.gem", "price": "1.05", "currency": "USD",
                "storeCode": "X-WEB",
            ],
        ],
        "retention": ["unpaidPaymentDays": .integer(RetentionSettings.unpaidPaymentDaysMin)],
        "sandboxStore": ["gracePeriodMilliseconds": 3000, "accountHoldMilliseconds": 4000, "renewalsMax": .integer(renewalsMax)],
    ]
    static let products: [String: [String]] = [
        "SANDBOX": ["gem", "chest", "dinar", "pass", "gold", "crate", "crate"], "STEAM": ["gem", "chest", "season"], "X-WEB": ["gem"],
    ]

    let clock: SimulatorClock
    let database: SQLiteDatabase
    let world: SimulatorWorld
    let books = SimulatorBooks()
    let subscriptions: SimulatorSubscriptions
    let offers: SimulatorOffers
    private(set) var nodes: [SimulatorNode] = []
    /// Until here events of the outbox are told.
    var eventPlace: Int64 = 0
    private var handled = 0
    private var consoleRequests = 0
    var onEvent: (ServerEvent) -> Void = { _ in }

    /// - Parameter services: one has its database to itself, several share it.
    init(_ world: SimulatorWorld, services: Int = 1, without omission: SimulatorOmission? = nil) throws {
        self.world = world
        clock = SimulatorClock(world)
        subscriptions = SimulatorSubscriptions(world)
        offers = SimulatorOffers(world)
        database = try SQLiteDatabase.open(path: ":memory:")
        if services == 1 {
            nodes = [SimulatorNode(world, clock, SimulatorDatabase(database), number: 0)]
        } else {
            for number in 1...services {
                let connection = SimulatorConnection(database, world, number: Int64(number), without: omission)
                let node = SimulatorNode(world, clock, connection, number: number)
                nodes.append(node)
                join(connection, of: node)
            }
        }
        for node in nodes { _ = try node.storage.opened() }
        var settings = Self.settings.objectValue ?? JSONObject()
        if world.fault != .limitsLapse {
            let limits = Self.limits.keys.sorted().map { ["currency": .string($0), "amount": .string(Self.limits[$0] ?? "")] as JSON }
            settings["purchases"] = ["monthlyLimits": .array(limits)]
        }
        let reply = console("loadSettings", ["settings": .object(settings)])
        world.require(reply?.resultCode == 0, "the settings were refused: \(reply?.message ?? "")")
    }

    func end() {
        onEvent = { _ in }
        for node in nodes { node.sweep = nil }
        database.close()
    }

    /// - Returns: nil when nobody answers.
    func handle(_ request: Request, from player: SimulatorPlayer? = nil) -> Reply? {
        if isShared { return commitAtOnce(request, from: player) }
        let node = nodes[0], disk = node.disk
        if node.isDown { return nil }
        let dies = world.weather != .calm && world.chance(1) ? world.below(2) : -1
        offers.prepare(request, self)
        guard let outcome = commit(falsified(request), from: player, at: node, dies: dies == 0) else { return nil }
        let reply = falsified(outcome.reply, of: request)
        if disk.hasForgotten { return reply }
        for event in outcome.events { onEvent(event) }
        sweepOn(node)
        checkChanges(request, outcome.events)
        subscriptions.check(request, reply, self)
        offers.look(request, reply, self)
        if dies == 1 {
            restart(node)
            return nil
        }
        return reply
    }

    /// Now and then the same request comes twice in one group, and the first of them fails in its last statement: nobody must see that it
    /// was there.
    private func commit(
        _ request: Request, from player: SimulatorPlayer?, at node: SimulatorNode, dies: Bool
    ) -> RequestGroup.Outcome? {
        let disk = node.disk
        disk.beforeCommit = { [self] () throws(StorageError) in
            if world.fault != nil { try falsify(request, of: player) }
            if world.fault == .answersBeforeCommit, ["purchase.report", "objects.update"].contains(request.api), world.chance(5) {
                return .forget
            }
            return dies ? .die : .commit
        }
        handled += 1
        disk.failsFirst = handled % 7 == 0
        let outcomes = node.group.commit(disk.failsFirst ? [request, request] : [request]).filter { !$0.isDeferred }
        disk.failsFirst = false
        disk.beforeCommit = { () throws(StorageError) in .commit }
        if dies, !disk.hasForgotten {
            restart(node)
            return nil
        }
        if disk.hasFailedFirst, let first = outcomes.first {
            world.count(.undone)
            world.require(
                first.reply.resultCode == ResultCode.storageFailed, "\(request.api) failed and was answered \(first.reply.resultCode)")
            world.require(first.events.isEmpty, "\(request.api) failed and its events were told")
        }
        guard let outcome = outcomes.last, outcome.reply.resultCode != ResultCode.storageFailed else {
            world.require(false, "\(request.api): the storage failed: \(outcomes.last?.reply.message ?? "")")
            return nil
        }
        return finished(outcome, node)
    }

    /// As the service's thread does: between requests a slice of the sweep, when one is due.
    func sweepOn(_ node: SimulatorNode) {
        if node.sweep == nil { node.sweep = node.group.dueSweep() }
        guard let work = node.sweep else { return }
        let slice = node.group.proceed(work)
        world.require(
            isShared || slice.reply.resultCode != ResultCode.storageFailed, "the sweep failed: \(slice.reply.message)")
        node.sweep = slice.unfinished
        if node.sweep == nil { world.count(.sweeps) }
    }

    /// Long work of the console: nobody comes between its slices here.
    func finished(_ outcome: RequestGroup.Outcome, _ node: SimulatorNode) -> RequestGroup.Outcome {
        var outcome = outcome
        while let work = outcome.unfinished {
            let slice = node.group.proceed(work)
            world.require(isShared || slice.reply.resultCode != ResultCode.storageFailed, "the storage failed: \(slice.reply.message)")
            outcome = RequestGroup.Outcome(reply: slice.reply, events: outcome.events + slice.events, unfinished: slice.unfinished)
        }
        return outcome
    }

    func console(_ operation: String, _ parameters: JSON = [:]) -> Reply? {
        var request = Request(api: "console." + operation, origin: .console, transactionId: "t", parameters: parameters)
        consoleRequests += 1
        if isShared { request.changeId = "the operator's request \(consoleRequests)" }
        let reply = handle(request)
        world.note(
            "console: \(operation) \(parameters["action"]?.stringValue ?? parameters["kind"]?.stringValue ?? "") -> \(reply?.resultCode ?? -1)"
        )
        world.require(reply?.message.contains(KnownNames.refusal) != true, "the simulator asks wrongly: \(reply?.message ?? "")")
        return reply
    }

    /// One of the processes ends here; the next one has what was committed.
    func restart() { restart(nodes.count == 1 ? nodes[0] : world.pick(nodes)) }

    func restart(_ node: SimulatorNode) {
        if node.isWorking || isShared && node.isDown { return }
        world.note("service \(node.number) died")
        node.die()
        world.after(Int64(world.below(5_000))) { [self] in start(node) }
    }

    private func start(_ node: SimulatorNode) {
        do {
            _ = try node.storage.opened()
            node.isDown = false
        } catch {
            // It does not reach its database yet.
            guard isShared else { return world.require(false, "the service did not start again: \(error)") }
            world.after(500) { [self] in start(node) }
        }
    }

    // MARK: The SANDBOX store and the operator

    /// The console lets the store decide differently from now on.
    func changeStore() {
        let delay = world.pick([0, 0, 200, 5_000, 120_000] as [Int64])
        let outcome = world.pick(["APPROVE", "APPROVE", "APPROVE", "APPROVE", "LOSE_ANSWER", "DECLINE", "CANCEL", "PENDING"])
        _ = console("setSandboxStore", ["outcome": .string(outcome), "delayMilliseconds": .integer(delay)])
    }

    /// What the store left open is decided.
    func settlePending(all: Bool) {
        let date = all ? Int64.max : clock.epochMilliseconds()
        for row in rows(
            "SELECT order_key FROM sandbox_orders WHERE outcome = 'PENDING' AND ready_date <= ? ORDER BY order_key", [.integer(date)])
        where all || world.chance(40) {
            _ = console(
                "settlePendingPurchases",
                ["orderKey": .string(row.text(0)), "outcome": .string(world.pick(["APPROVE", "DECLINE", "CANCEL"]))])
        }
    }

    /// Money goes back for a payment.
    func refund() {
        let granted = rows("SELECT payment_seq FROM payments WHERE state IN (40, 50) ORDER BY payment_seq").map { $0.text(0) }
        guard !granted.isEmpty else { return }
        _ = console("refund", ["paymentSeq": .string(world.pick(granted)), "kind": .string(world.pick(["REFUND", "CHARGEBACK"]))])
    }

    /// Something happens to a subscription, or is tried though it cannot.
    func changeSubscription() {
        let periods = rows("SELECT payment_seq FROM payments WHERE original_payment_id IS NOT NULL ORDER BY payment_seq").map { $0.text(0) }
        guard !periods.isEmpty else { return }
        let action = world.pick([
            "CANCEL", "RESTART", "FAIL_RENEWAL", "FAIL_RENEWAL", "GRACE", "HOLD", "PAUSE", "RECOVER", "RECOVER", "RECOVER", "REVOKE",
            "EXPIRE",
        ])
        _ = console("changeSubscription", ["paymentSeq": .string(world.pick(periods)), "action": .string(action)])
    }

    // MARK: Looking at what was committed

    func rows(_ sql: String, _ values: [Value] = []) -> [Row] {
        do {
            return try database.query(sql, values)
        } catch {
            world.require(false, "\(error): \(sql)")
            return []
        }
    }

    func number(_ sql: String, _ values: [Value] = []) -> Int64 { rows(sql, values).first?.integer(0) ?? -1 }

    /// What was refunded, among these.
    func refunded(_ payments: Set<String>) -> Set<String> {
        payments.isEmpty ? [] : Set(rows("SELECT payment_seq FROM payments WHERE state = 92").map { $0.text(0) }).intersection(payments)
    }

    /// 0 when there is no such payment.
    func state(ofOrder key: String) -> Int64 {
        rows("SELECT max(state) FROM payments WHERE order_key = ?", [.text(key)]).first?.integer(0) ?? 0
    }

    /// Whether an order or a transaction ended as an entry, be it given back since.
    func hasEntry(_ key: String, _ storeCode: String) -> Bool {
        number(
            "SELECT count(*) FROM payments WHERE store_code = ? AND (order_key = ? OR store_transaction_id = ?) AND state IN (40, 50, 92)",
            [.text(storeCode), .text(key), .text(key)]) > 0
    }

    /// The member behind a name that the game gave, or nil.
    func member(named name: String) -> String? {
        rows("SELECT user_id FROM mappings WHERE idp_code = 'nhncloud' AND auth_key = ?", [.text(name)]).first?.text(0)
    }
}
