import Published
@testable import Messages
import Codecs

@testable import Client
@testable import Service

/// What the game knows of one of its users: what was bought, listed and consumed. It outlives the processes, as the game's own server does.
final class SimulatorWallet: @unchecked Sendable {
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

    /// What the user signs in with; of NHN Cloud's calls the user's name.
    let name: String
    let isGuest: Bool
    let isNamed: Bool
    private let world: SimulatorWorld
    private let server: SimulatorServer
    private(set) var attempts: [Attempt] = []
    /// As the client calls the user.
    private(set) var userId: String?
    /// By payment: told as bought or listed, and what became of it.
    private(set) var acknowledged: Set<String> = []
    private(set) var consuming: Set<String> = []
    private(set) var consumed: Set<String> = []
    /// Subscriptions' periods that are not consumed, told in a receipt.
    private var held: Set<String> = []
    private var succeeded: Set<String> = []
    private var known: [String: PurchasableReceipt] = [:]
    /// Who consumed what, by the id of the request.
    private var consumers: [String: String] = [:]
    /// Whole lists that were shown, by the store that was in use.
    private(set) var listings: [String: Int] = [:]

    init(_ world: SimulatorWorld, _ server: SimulatorServer, name: String, isGuest: Bool, isNamed: Bool) {
        self.world = world
        self.server = server
        self.name = name
        self.isGuest = isGuest
        self.isNamed = isNamed
        if isNamed { userId = name }
    }

    /// As the service calls the user.
    var serviceUser: String? { isNamed ? server.member(named: name) : userId }

    func signedIn(as user: String) {
        world.require(userId == nil || userId == user, "\(name): became another user")
        userId = user
    }

    // MARK: Buying

    func attempt(_ product: String) -> Attempt {
        let attempt = Attempt("\(name)-\(attempts.count)", product)
        attempts.append(attempt)
        return attempt
    }

    func bought(_ attempt: Attempt, _ receipt: PurchasableReceipt?, _ error: GamebaseError?) {
        attempt.completions += 1
        if let receipt {
            world.require(
                receipt.payload == attempt.payload && receipt.gamebaseProductId == attempt.product,
                "\(name): the receipt of another purchase")
            // invariant 8
            world.require(succeeded.insert(receipt.paymentSeq).inserted, "\(name): payment \(receipt.paymentSeq) succeeded twice")
            // invariant 30
            world.require(receipt.sandboxPayment, "\(name): a receipt that does not say sandbox")
            world.count(.purchases)
            see(receipt)
        } else {
            world.count(.failures)
            let below = error?.domain == IAPErrors.domain ? error : error?.underlying
            attempt.isRefusedForGood = below?.domain == IAPErrors.domain && (below?.code == 9 || below?.code == 10)
        }
    }

    func see(_ receipt: PurchasableReceipt) {
        // invariant 16
        world.require(receipt.userId == userId, "\(name): \(receipt.paymentSeq) is \(receipt.userId ?? "")'s, not \(userId ?? "")'s")
        if receipt.productType == "AUTO_RENEWABLE" {
            held.insert(receipt.paymentSeq)
        } else {
            acknowledged.insert(receipt.paymentSeq)
        }
        known[receipt.paymentSeq] = receipt
    }

    // MARK: Lists

    /// What a list must hold, as known before it was asked for.
    struct Expected {
        let listed: Set<String>
        let restored: Set<String>
        let consumed: Set<String>
    }

    /// - Parameter store: nil for all.
    func expected(at store: String?) -> Expected {
        let isThere: (String) -> Bool = { [known] in store == nil || known[$0]?.storeCode == store }
        let subscribed = acknowledged.filter { known[$0]?.productType != "CONSUMABLE" }
        return Expected(
            listed: acknowledged.filter(isThere), restored: held.union(subscribed).filter { known[$0]?.storeCode == "SANDBOX" },
            consumed: consumed)
    }

    func listed(_ receipts: [PurchasableReceipt], _ before: Expected, at store: String, isWhole: Bool) {
        if isWhole { listings[store, default: 0] += 1 }
        let listed = Set(receipts.map(\.paymentSeq))
        world.require(listed.count == receipts.count, "\(name): an entry is listed twice")
        // invariant 10
        world.require(
            listed.isDisjoint(with: before.consumed), "\(name): consumed and listed again: \(listed.intersection(before.consumed).sorted())"
        )
        var lost = before.listed.subtracting(listed).subtracting(consuming)
        lost.subtract(server.refunded(lost))
        world.require(lost.isEmpty, "\(name): acknowledged and gone: \(lost.sorted())")
        for receipt in receipts { see(receipt) }
    }

    /// What is over is restored too, what was consumed stays consumed.
    // invariant 27
    func restored(_ receipts: [PurchasableReceipt], _ before: Expected, at store: String) {
        if store == "SANDBOX" {
            var lost = before.restored.subtracting(receipts.map(\.paymentSeq))
            lost.subtract(server.refunded(lost))
            world.require(lost.isEmpty, "\(name): subscribed and not restored: \(lost.sorted())")
        }
        for receipt in receipts {
            world.require(receipt.productType != "CONSUMABLE" || store != "SANDBOX", "\(name): a consumable was restored")
            see(receipt)
        }
    }

    // MARK: Consuming

    /// Something that the game has not consumed yet, or did not hear that it has.
    func somethingToConsume() -> PurchasableReceipt? {
        let open = acknowledged.subtracting(consumed).sorted()
        return open.isEmpty ? nil : known[world.pick(open)]
    }

    /// The game's server takes one entry, asks again with the same id until it hears an answer, and sometimes once more with another.
    func consumeAtServer(_ receipt: PurchasableReceipt) {
        let isRepeated = consuming.contains(receipt.paymentSeq)
        consuming.insert(receipt.paymentSeq)
        askServer(receipt, id: "\(receipt.paymentSeq)-\(isRepeated ? world.below(1_000) : 0)", tries: 0)
    }

    private func askServer(_ receipt: PurchasableReceipt, id: String, tries: Int) {
        let body: JSON = ["paymentSeq": .string(receipt.paymentSeq), "accessToken": .string(receipt.purchaseToken ?? "")]
        let front = ServerFront(
            ServerCall(
                method: "POST", path: "/tcgb-inapp/v1.3/apps/Shop/consume", key: "shop-secret", transactionId: id, body: body.text()))
        let request = Request(front.request, origin: .gameServer, transactionId: "t", parameters: front.parameters)
        world.carry(request, to: server) { [self] reply in
            guard let text = front.body(reply), let header = (try? JSON.parse(text))?["header"] else {
                if tries < 20 { world.after(Int64(500 + world.below(5_000))) { self.askServer(receipt, id: id, tries: tries + 1) } }
                return
            }
            if header["isSuccessful"]?.boolValue == true {
                isConsumed(receipt, by: id)
            } else if server.refunded([receipt.paymentSeq]).isEmpty {
                world.require(header["resultCode"]?.int64Value == 5018, "\(name): consume answered \(header.text())")
                consumed.insert(receipt.paymentSeq)
            }
        }
    }

    func consumes(_ receipt: PurchasableReceipt) { consuming.insert(receipt.paymentSeq) }

    func isConsumed(_ receipt: PurchasableReceipt, by id: String) {
        let first = consumers[receipt.paymentSeq] ?? id
        world.require(first == id, "\(name): payment \(receipt.paymentSeq) was consumed by \(first) and by \(id)")
        consumers[receipt.paymentSeq] = id
        world.count(.consumes)
        consumed.insert(receipt.paymentSeq)
    }

    // MARK: The end

    /// When all has come to rest: what the game was told, against what the service has.
    func checkEnd() {
        for attempt in attempts {
            world.require(attempt.completions <= 1, "\(name): \(attempt.payload) was completed \(attempt.completions) times")
            guard attempt.isRefusedForGood else { continue }
            let granted = server.number(
                "SELECT count(*) FROM payments WHERE payload = ? AND state IN (40, 50)", [.text(attempt.payload)])
            // invariant 9
            world.require(granted == 0, "\(name): \(attempt.payload) was refused for good and granted later")
        }
        guard let user = serviceUser else { return }
        let open = server.rows(
            "SELECT payment_seq FROM payments WHERE user_id = ? AND state = 40 AND product_type <> 'AUTO_RENEWABLE'", [.text(user)]
        ).map { $0.text(0) }
        var mine = acknowledged.subtracting(consumed)
        mine.subtract(server.refunded(mine))
        // A consume whose answers were all lost was done or not; everything else is exactly what the game believes.
        world.require(
            Set(open).symmetricDifference(mine).isSubset(of: consuming),
            "\(name): the game has \(mine.sorted()) open and the service \(open)")
    }
}
