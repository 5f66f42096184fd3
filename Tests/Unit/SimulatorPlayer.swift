import Linux
import Wire

@testable import Client
@testable import Service

/// A player at a device: the real client of the library, which dies and starts again, and a game on it that buys, lists and consumes.
final class SimulatorPlayer: @unchecked Sendable {
    private static let failuresMax = 3

    /// What the game knows of one purchase call.
    final class Attempt {
        let payload: String
        let product: String
        /// In the life in which it was made.
        var completions = 0
        /// The layer below said for certain that nothing was paid.
        var isRefusedForGood = false
        init(_ payload: String, _ product: String) {
            self.payload = payload
            self.product = product
        }
    }

    let name: String
    let clock: SimulatorClock
    private let world: SimulatorWorld
    private let server: SimulatorServer
    private let device: Device
    private var client: Client?
    private var link: SimulatorLink?
    private var life = 0
    private var isBusy = false
    private var failures = 0
    private(set) var attempts: [Attempt] = []
    private(set) var userId: String?
    /// By payment: told as bought or listed, and what became of it.
    private(set) var acknowledged: Set<String> = []
    private(set) var consuming: Set<String> = []
    private(set) var consumed: Set<String> = []
    private var succeeded: Set<String> = []
    private var known: [String: PurchasableReceipt] = [:]
    private(set) var listings = 0

    init(_ world: SimulatorWorld, _ server: SimulatorServer, name: String) throws {
        self.world = world
        self.server = server
        self.name = name
        clock = SimulatorClock(world)
        device = try Device.open(directory: nil, platform: Platform(clock: clock, random: ServiceTestRandom(seed: world.dice())))
    }

    // MARK: Life and death

    func start() {
        let link = SimulatorLink(world, server)
        var platform = Platform(clock: clock, random: ServiceTestRandom(seed: world.dice()))
        platform.service = link
        let client = Client(identifier: 1, platform: platform)
        self.link = link
        self.client = client
        life += 1
        isBusy = false
        failures = 0
        initialize()
    }

    /// The process is gone in this moment: nothing that was under way is told to the game.
    func die() {
        world.note("\(name) died")
        world.deaths += 1
        life += 1
        link?.isOpen = false
        _ = client?.shutdown(timeoutMilliseconds: 0)
        client = nil
        link = nil
    }

    func hear(_ event: ServerEvent) { link?.deliver(event) }

    /// What the client's own thread and the game's frame do.
    func turn() {
        guard let client else { return }
        client.reactor?.turn()
        _ = client.runLoop.drain()
    }

    // MARK: The game

    func act(calmly: Bool) {
        guard let client else { return start() }
        if isBusy { return }
        if failures >= Self.failuresMax || (!calmly && world.chance(4)) { return die() }
        if !client.isInitialized { return initialize() }
        if client.userID == nil { return login() }
        if calmly { return list() }
        switch world.below(10) {
        case 0...5: purchase()
        case 6: list()
        case 7...8: consume()
        default: break
        }
    }

    /// Runs `body` with a completion that counts only in this life, and only once.
    private func busy(_ what: String, _ body: (Client, @escaping (GamebaseError?) -> Void) -> Void) {
        guard let client else { return }
        let mine = life
        var times = 0
        isBusy = true
        body(client) { [self] error in
            guard life == mine else { return }
            times += 1
            world.require(times == 1, "\(name): \(what) was completed \(times) times")
            isBusy = false
            failures = error == nil ? 0 : failures + 1
            world.note("\(name): \(what): \(error.map { "\($0.code) \($0.message)" } ?? "done")")
            world.mark(Int(error?.code ?? 0))
        }
    }

    private func initialize() {
        busy("initialize") { client, done in
            client.initialize(Configuration(appID: "Shop", appVersion: "1.0")) { done($1) }
            // The device's file outlives the process; the client finds it open when its service first answers.
            client.lock.locked { client.state.device = device }
        }
    }

    private func login() {
        busy("login") { [self] client, done in
            let mine = life
            client.login(type: "guest", additionalInfo: nil) { [self] token, error in
                if life == mine, let token {
                    world.require(userId == nil || userId == token.member.userId, "\(name): the guest became another")
                    userId = token.member.userId
                }
                done(error)
            }
        }
    }

    private func purchase() {
        let attempt = Attempt("\(name)-\(attempts.count)", world.pick(["gem", "chest", "dinar"]))
        attempts.append(attempt)
        busy("purchase \(attempt.payload)") { [self] client, done in
            let mine = life
            client.requestPurchase(.gamebaseProductId(attempt.product), payload: attempt.payload, window: 0) { [self] receipt, error in
                if life == mine { bought(attempt, receipt, error) }
                done(error)
            }
        }
    }

    private func bought(_ attempt: Attempt, _ receipt: PurchasableReceipt?, _ error: GamebaseError?) {
        attempt.completions += 1
        if let receipt {
            world.require(receipt.payload == attempt.payload && receipt.gamebaseProductId == attempt.product, "\(name): the receipt of another purchase")
            // invariant 8
            world.require(succeeded.insert(receipt.paymentSeq).inserted, "\(name): payment \(receipt.paymentSeq) succeeded twice")
            // invariant 30
            world.require(receipt.sandboxPayment, "\(name): a receipt that does not say sandbox")
            world.purchases += 1
            see(receipt)
        } else {
            world.failures += 1
            let below = error?.underlying
            attempt.isRefusedForGood = below?.domain == IAPErrors.domain && (below?.code == 9 || below?.code == 10)
        }
    }

    private func see(_ receipt: PurchasableReceipt) {
        world.require(receipt.userId == userId, "\(name): a receipt of another player")
        acknowledged.insert(receipt.paymentSeq)
        known[receipt.paymentSeq] = receipt
    }

    private func list() {
        let toldBefore = acknowledged, consumedBefore = consumed
        busy("list") { [self] client, done in
            let mine = life
            client.requestPurchases(.notConsumed, allStores: world.chance(50), .gamebase) { [self] receipts, error in
                if life == mine, error == nil { listed(receipts, toldBefore, consumedBefore) }
                done(error)
            }
        }
    }

    private func listed(_ receipts: [PurchasableReceipt], _ toldBefore: Set<String>, _ consumedBefore: Set<String>) {
        listings += 1
        let listed = Set(receipts.map(\.paymentSeq))
        world.require(listed.count == receipts.count, "\(name): an entry is listed twice")
        // invariant 10
        world.require(listed.isDisjoint(with: consumedBefore), "\(name): consumed and listed again: \(listed.intersection(consumedBefore).sorted())")
        var lost = toldBefore.subtracting(listed).subtracting(consuming)
        lost.subtract(server.refunded(lost))
        world.require(lost.isEmpty, "\(name): acknowledged and gone: \(lost.sorted())")
        for receipt in receipts { see(receipt) }
    }

    /// The game's server takes one entry, asks again with the same id until it hears an answer, and sometimes once more with another.
    private func consume() {
        let open = acknowledged.subtracting(consumed).sorted()
        guard !open.isEmpty, let receipt = known[world.pick(open)] else { return }
        let isRepeated = consuming.contains(receipt.paymentSeq)
        consuming.insert(receipt.paymentSeq)
        askServer(receipt, id: "\(receipt.paymentSeq)-\(isRepeated ? world.below(1_000) : 0)", tries: 0)
    }

    private func askServer(_ receipt: PurchasableReceipt, id: String, tries: Int) {
        let body: JSON = ["paymentSeq": .string(receipt.paymentSeq), "accessToken": .string(receipt.purchaseToken ?? "")]
        let request = Request(
            api: "server.request", origin: .gameServer, transactionId: "t",
            parameters: [
                "method": "POST", "path": "/tcgb-inapp/v1.3/apps/Shop/consume", "secretKey": "shop-secret", "transactionId": .string(id),
                "body": .string(body.text()),
            ])
        world.carry(request, to: server) { [self] reply in
            guard reply.resultCode == 0, let text = reply.body["body"]?.stringValue, let header = (try? JSON.parse(text))?["header"] else {
                if tries < 20 { world.after(Int64(500 + world.below(5_000))) { self.askServer(receipt, id: id, tries: tries + 1) } }
                return
            }
            if header["isSuccessful"]?.boolValue == true {
                let first = consumers[receipt.paymentSeq] ?? id
                world.require(first == id, "\(name): payment \(receipt.paymentSeq) was consumed by \(first) and by \(id)")
                consumers[receipt.paymentSeq] = id
                world.consumes += 1
                consumed.insert(receipt.paymentSeq)
            } else if server.refunded([receipt.paymentSeq]).isEmpty {
                world.require(header["resultCode"]?.int64Value == 5018, "\(name): consume answered \(header.text())")
                consumed.insert(receipt.paymentSeq)
            }
        }
    }
    /// Who consumed what, by the id of the request.
    private var consumers: [String: String] = [:]

    /// When all has come to rest: what the game was told, against what the service has.
    func checkEnd() {
        world.require(listings > 0, "\(name): never got a list")
        for attempt in attempts {
            world.require(attempt.completions <= 1, "\(name): \(attempt.payload) was completed \(attempt.completions) times")
            guard attempt.isRefusedForGood else { continue }
            let granted = server.number("SELECT count(*) FROM payments WHERE payload = ? AND state IN (40, 50)", [.text(attempt.payload)])
            // invariant 9
            world.require(granted == 0, "\(name): \(attempt.payload) was refused for good and granted later")
        }
        guard let userId else { return }
        let open = server.rows("SELECT payment_seq FROM payments WHERE user_id = ? AND state = 40", [.text(userId)]).map { $0.text(0) }
        var mine = acknowledged.subtracting(consumed)
        mine.subtract(server.refunded(mine))
        // A consume whose answers were all lost was done or not; everything else is exactly what the game believes.
        world.require(Set(open).symmetricDifference(mine).isSubset(of: consuming), "\(name): the game has \(mine.sorted()) open and the service \(open)")
    }
}
