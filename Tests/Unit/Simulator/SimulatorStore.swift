import Codecs

@testable import Client
@testable import Service

/// A store of the host's own, as it is behind the network: it takes the money last, charges an order once, renews subscriptions by itself
/// and remembers everything. Its clock is right, and it belongs to no process here.
final class SimulatorStore: @unchecked Sendable {
    enum Status: String {
        case open = "INIT", approved = "APPROVED", paid = "PAID", denied = "DENIED", failed = "FAILED", refunded = "REFUNDED", revoked =
            "REVOKED"
    }

    /// One payment: an order's, or a further period's.
    final class Charge {
        let transaction: String
        let original: String?
        let order: Order
        let begin: Int64
        var isFinished = false
        var status = Status.paid
        init(_ transaction: String, original: String?, _ order: Order, begin: Int64) {
            self.transaction = transaction
            self.original = original
            self.order = order
            self.begin = begin
        }
    }

    final class Order {
        let key: String
        let user: String
        let item: String
        let price: String
        let currency: String
        let isSubscription: Bool
        /// At whose device it was begun, and in which life of that.
        let player: SimulatorPlayer
        let life: Int
        var status = Status.open
        var charges: [Charge] = []
        /// What is charged; a store that converts amounts may get it wrong.
        var charged: String
        init(_ request: Asked, _ player: SimulatorPlayer) {
            key = request.key
            user = request.user
            item = request.item
            price = request.price
            currency = request.currency
            isSubscription = request.productType != "CONSUMABLE"
            self.player = player
            life = player.life
            charged = price
        }
    }

    /// What a question says, once it is under way.
    struct Asked {
        var key = "", user = "", item = "", price = "", currency = "", productType = ""
    }

    static let period: Int64 = 12_000
    static let renewalsMax = 3

    let code: String
    /// Orders that an earlier run left approved are called off.
    let abandons: Bool
    let world: SimulatorWorld
    private(set) var orders: [Order] = []
    private var byKey: [String: Order] = [:]
    private(set) var charges: [String: Charge] = [:]
    /// It charges nobody by itself any more.
    var isClosed = false
    var questions = SimulatorQuestions()

    init(_ world: SimulatorWorld, code: String, abandons: Bool) {
        self.world = world
        self.code = code
        self.abandons = abandons
    }

    /// The orders hold their players, and those the store.
    func end() { (orders, byKey, charges) = ([], [:], [:]) }

    func order(_ key: String) -> Order? { byKey[key] }

    // MARK: What it is asked

    /// The checkout opens, or is there already.
    func begin(_ asked: Asked, _ player: SimulatorPlayer) -> JSON {
        if let order = byKey[asked.key] { return describe(order) }
        let order = Order(asked, player)
        orders.append(order)
        byKey[asked.key] = order
        if !order.isSubscription, world.chance(6) { order.charged = "0." + order.price.split(separator: ".").joined() }
        world.note("\(code): order \(order.key) of \(order.user)")
        world.after(Int64(300 + world.below(world.chance(20) ? 60_000 : 5_000))) { [self] in playerDecides(order) }
        return describe(order)
    }

    func playerDecides(_ order: Order) {
        guard order.status == .open else { return }
        let die = world.below(20)
        if die < 15 { change(order, .approved) } else if die < 18 { change(order, .denied) } else if die < 19 { change(order, .failed) }
    }

    /// Takes the money of an approved order, once; says nothing new of any other.
    func capture(_ key: String) -> JSON {
        guard let order = byKey[key] else { return ["status": "UNKNOWN"] }
        guard order.status == .approved else { return ["status": "UNKNOWN", "storeErrorCode": order.status == .paid ? "6" : "5"] }
        if world.chance(5) {
            change(order, .failed)
            return describe(order)
        }
        charge(order, "\(code)-T\(orders.count)-\(order.key)", original: nil, begin: world.now)
        change(order, .paid)
        if order.isSubscription { renewLater(order) }
        return describe(order)
    }

    func poll(_ key: String) -> JSON { byKey[key].map(describe) ?? ["status": "UNKNOWN"] }

    func finish(_ key: String) {
        if let charge = charges[key] { charge.isFinished = true }
        if let charge = byKey[key]?.charges.first { charge.isFinished = true }
    }

    /// What is not finished, and what went back: of the store's account at this device, whoever plays there.
    func openList(_ player: SimulatorPlayer) -> [JSON] {
        var list: [JSON] = []
        for order in orders where order.player === player {
            if order.charges.isEmpty {
                if order.status == .open || order.status == .approved { list.append(describe(order)) }
            }
            for charge in order.charges where !charge.isFinished || charge.status != .paid { list.append(describe(charge)) }
        }
        return list
    }

    /// The subscriptions that a user bought, all periods.
    func restoreList(_ player: SimulatorPlayer, _ user: String) -> [JSON] {
        var list: [JSON] = []
        for order in orders where order.player === player && order.user == user && order.isSubscription {
            for charge in order.charges { list.append(describe(charge)) }
        }
        return list
    }

    // MARK: What it does

    private func charge(_ order: Order, _ transaction: String, original: String?, begin: Int64) {
        let charge = Charge(transaction, original: original, order, begin: begin)
        order.charges.append(charge)
        charges[transaction] = charge
        world.count(.captures)
        world.note("\(code): charged \(order.user) \(order.charged) \(order.currency) for \(transaction)")
    }

    private func renewLater(_ order: Order) {
        world.after(Self.period) { [self] in
            guard !isClosed, let first = order.charges.first, first.status == .paid, order.charges.count <= Self.renewalsMax else { return }
            charge(
                order, "\(first.transaction)..\(order.charges.count)", original: first.transaction,
                begin: first.begin + Int64(order.charges.count) * Self.period)
            if let newest = order.charges.last { tell(describe(newest), order.player) }
            renewLater(order)
        }
    }

    private func change(_ order: Order, _ status: Status) {
        order.status = status
        world.note("\(code): order \(order.key) is \(status.rawValue)")
        tell(describe(order), order.player)
    }

    /// Money of an order goes back.
    func refund() {
        // What was charged wrong is given back by hand.
        let paid = orders.filter { $0.status == .paid && $0.charged == $0.price }
        guard !paid.isEmpty else { return }
        let order = world.pick(paid)
        let status: Status = world.chance(50) ? .refunded : .revoked
        order.charges.first?.status = status
        change(order, status)
    }

    /// Players who are still at a checkout will not come back.
    func closeCheckouts() {
        for order in orders where order.status == .open { change(order, .denied) }
    }

    /// Events come late, twice, in any order or not at all, and say what was so when they were sent.
    private func tell(_ transaction: JSON, _ player: SimulatorPlayer) {
        let text = JSON.array([transaction]).text()
        for _ in 0..<world.pick([0, 1, 1, 1, 2, 3]) {
            world.after(Int64(world.below(world.chance(20) ? 60_000 : 3_000))) { [self] in
                world.count(.events)
                player.hear(text, of: code)
            }
        }
    }

    // MARK: How it says it

    private func describe(_ order: Order) -> JSON {
        if let charge = order.charges.first { return describe(charge) }
        return ["orderKey": .string(order.key), "status": .string(order.status.rawValue), "pollAfterMilliseconds": 2_000]
    }

    private func describe(_ charge: Charge) -> JSON {
        var json: JSONObject = [
            "status": .string(charge.status.rawValue), "storeTransactionId": .string(charge.transaction), "receipt": "r",
            "marketItemId": .string(charge.order.item), "price": .string(charge.order.charged), "currency": .string(charge.order.currency),
            "purchaseTime": .integer(SimulatorClock.start + charge.begin),
        ]
        if charge.order.isSubscription { json["expiryTime"] = .integer(SimulatorClock.start + charge.begin + Self.period) }
        if let original = charge.original {
            json["originalTransactionId"] = .string(original)
            json["kind"] = "RENEWAL"
        } else {
            json["orderKey"] = .string(charge.order.key)
        }
        return .object(json)
    }
}
