@testable import Engine
import Linux
@testable import Messages
import Codecs
import Testing

@testable import Client
@testable import Service

/// A service at the other end of a client, and what goes there.
private final class Trips: ServiceConnection, @unchecked Sendable {
    let bench: ServiceBench
    private(set) var names: [String] = []
    /// Requests that left something to be flushed.
    private(set) var commits = 0
    /// What is asked is done, and nobody hears of it.
    var losesAnswers = false
    private var waiting: [() -> Void] = []

    init(_ bench: ServiceBench) { self.bench = bench }

    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {
        waiting.append { [self] in
            names.append(request.api)
            let before = changes
            let reply = bench.ask(request)
            if changes != before { commits += 1 }
            completion(losesAnswers ? .failure(ResultCode.serviceUnreachable, "the answer was lost") : reply)
        }
    }

    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 { 1 }
    func listen(_ id: Int64, as accessToken: String?) {}
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool { true }

    private var changes: Int64 { (try? bench.database.query("SELECT total_changes()", []).first?.integer(0)) ?? -1 }

    /// - Returns: false when nothing is under way.
    func turn() -> Bool {
        if waiting.isEmpty { return false }
        waiting.removeFirst()()
        return true
    }

    func forget() {
        names = []
        commits = 0
    }
}

private final class Shopper {
    let trips: Trips
    let client: Client
    private(set) var receipts: [PurchasableReceipt] = []
    private(set) var questions: [StoreRequest.Kind] = []
    /// The categories of the events that the game heard.
    private(set) var heard: [String] = []

    /// - Parameter isPlayer: logs in with Gamebase; else the player is known to NHN Cloud's calls alone.
    init(_ settings: JSON = ServiceBench.shopSettings, isPlayer: Bool = false) throws {
        let bench = try ServiceBench(settings: settings)
        trips = Trips(bench)
        var platform = Platform(clock: bench.clock, random: ServiceTestRandom(seed: 9), services: EngineServices())
        platform.service = trips
        client = Client(identifier: 1, platform: platform)
        if isPlayer {
            logIn()
        } else {
            client.purchases.initializeIAP(appKey: "Shop")
            #expect(client.purchases.setIAPUser("somebody"))
        }
        rest()
        trips.forget()
    }

    private func logIn() {
        client.addEventHandler(identity: EventHandlerIdentity(function: 1, context: 0)) { [weak self] in self?.heard.append($0.category) }
        client.initialize(Configuration(appID: "Shop", appVersion: "1.0")) { #expect($1 == nil) }
        rest()
        client.accounts.login(type: "guest", additionalInfo: nil) { #expect($1 == nil) }
    }

    deinit { _ = client.shutdown(timeoutMilliseconds: 0) }

    func rest() {
        repeat {
            client.reactor?.turn()
            _ = client.runLoop.drain()
        } while trips.turn()
        _ = client.runLoop.drain()
    }

    /// - Returns: the requests of the purchase and of what follows it.
    func buy() -> [String] {
        trips.forget()
        client.purchases.purchase(PurchaseWish(.gamebaseProductId("gem"), .nhnCloud)) { [self] receipt, error in
            #expect(error == nil, "\(error?.message ?? "")")
            if let receipt { receipts.append(receipt) }
        }
        rest()
        return trips.names
    }

    /// A store of the host's that sells nothing now.
    func register(_ code: String) {
        let adapter = HostStoreAdapter(
            capabilities: 0, kinds: [.begin, .poll, .finish, .open],
            ask: { [self] request in
                questions.append(request.kind)
                _ = request.succeed([])
            }, close: {})
        #expect(client.purchases.setStore(adapter, for: code))
    }
}

@Suite struct `The trips of a purchase` {
    @Test func `a purchase that SANDBOX takes at once is one trip to the service and one durable commit, another three`() throws {
        let shopper = try Shopper()
        let bench = shopper.trips.bench
        for times in 1...3 {
            #expect(shopper.buy() == ["purchase.reserve"])
            #expect(shopper.trips.commits == 1)
            #expect(shopper.receipts.count == times)
        }
        #expect(bench.console("setSandboxStore", ["outcome": "LOSE_ANSWER"]).isSuccess)
        #expect(shopper.buy() == ["purchase.reserve", "store.begin", "store.poll", "purchase.report"])
        #expect(shopper.trips.commits == 3)
        #expect(try bench.count("payments", "state = 40 AND store_finished = 1") == 4)
        #expect(try bench.count("sandbox_orders", "finished = 1") == 4)
        try bench.expectSound()
    }

    // order: reprocess points
    @Test func `what is open costs a purchase the trips that settle it, and only that purchase`() throws {
        let shopper = try Shopper()
        _ = shopper.buy()
        // As if the answer of the store had been lost with a process: paid, and nobody knows.
        let bench = shopper.trips.bench
        let token = try #require(shopper.client.lock.locked { shopper.client.state.purchases.iapUser?.accessToken })
        let purchase = try bench.pay(ServiceBench.Player(userId: "", token: token), "gem", requestId: "lost")
        let resumed = ["purchase.reserve", "store.poll", "purchase.report"]
        #expect(shopper.buy() == resumed + ["purchase.reserve"])
        #expect(shopper.trips.commits == 2)
        #expect(try bench.state(purchase.paymentSeq) == "UNCONSUMED")
        #expect(shopper.buy().count == 1)
        try bench.expectSound()
    }

    // order: reprocess points; invariant 6
    @Test func `a store of the host's is asked what it has open before each purchase`() throws {
        let shopper = try Shopper()
        shopper.register("STEAM")
        for times in 1...2 {
            #expect(shopper.buy() == ["purchase.open", "purchase.reserve"])
            #expect(shopper.questions == [StoreRequest.Kind](repeating: .open, count: times))
        }
        #expect(shopper.client.purchases.setStore(nil, for: "STEAM"))
        #expect(shopper.buy().count == 1)
    }
}

@Suite struct `Purchases whose player does not wait` {
    @Test func `what a store says when the call of a purchase has ended is found by the next list, which tells of it`() throws {
        let shopper = try Shopper(`Other stores`.settings, isPlayer: true)
        let client = shopper.client, paid: JSON = ["status": "PAID", "storeTransactionId": "t1", "receipt": "r"]
        var begun: StoreRequest?
        let adapter = HostStoreAdapter(
            capabilities: 0, kinds: [.begin, .poll],
            ask: { if $0.kind == .begin { begun = $0 } else { _ = $0.succeed(paid) } }, close: {})
        #expect(client.purchases.setStore(adapter, for: "STEAM"))
        client.purchases.setStoreCode("STEAM")
        client.purchases.requestPurchase(.gamebaseProductId("gem"), payload: nil, window: 0) { #expect($0 == nil && $1 != nil) }
        let call = Client.lastCall
        shopper.rest()
        #expect(client.cancelCall(call))
        shopper.trips.forget()
        #expect(try #require(begun).succeed(paid))
        shopper.rest()
        #expect(shopper.trips.names == [])
        var listed = 0
        client.purchases.requestPurchases(.notConsumed, allStores: false, .gamebase) { receipts, _ in listed += receipts.count }
        shopper.rest()
        #expect(listed == 1)
        #expect(shopper.heard.filter { $0 == EventMessage.Category.purchaseUpdated }.count == 1)
    }

    @Test func `what SANDBOX took at once when the call of a purchase has ended is told, once, and is in the list`() throws {
        let shopper = try Shopper(isPlayer: true)
        let client = shopper.client
        client.purchases.requestPurchase(.gamebaseProductId("gem"), payload: nil, window: 0) { #expect($0 == nil && $1 != nil) }
        #expect(client.cancelCall(Client.lastCall))
        shopper.rest()
        #expect(shopper.trips.names == ["purchase.reserve"])
        var listed = 0
        client.purchases.requestPurchases(.notConsumed, allStores: false, .gamebase) { receipts, _ in listed += receipts.count }
        shopper.rest()
        #expect(listed == 1)
        #expect(shopper.heard.filter { $0 == EventMessage.Category.purchaseUpdated }.count == 1)
    }

    @Test func `a game is not asked about an offer whose player does not play any more`() throws {
        let shopper = try Shopper(), client = shopper.client
        var asked = 0
        client.purchases.setIAPDelegate(
            IAPDelegate(
                didReceive: nil, didFail: nil,
                shouldAdd: { _ in
                    asked += 1
                    return true
                }))
        #expect(shopper.trips.bench.console("startPromotion", ["gamebaseProductId": "gem"]).message == "")
        #expect(client.purchases.setIAPUser("second"))
        while shopper.trips.turn() {}
        // The question waits in the run loop.
        #expect(shopper.trips.names.contains("purchase.items"))
        #expect(client.purchases.setIAPUser("third"))
        shopper.rest()
        #expect(asked == 1)
    }
}

@Suite struct `What a store has open` {
    private func place() -> UInt {
        var mark = 0
        return withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    }

    @Test func `is looked through to the last of a thousand orders on a stack that does not grow with them`() throws {
        let shopper = try Shopper()
        let buyer = Buyer(userID: "somebody", memberId: "", accessToken: "", isPlayer: false)
        let adapter = HostStoreAdapter(capabilities: 0, kinds: [.begin, .poll, .finish, .open], ask: { _ in }, close: {})
        let store = HostStore(client: shopper.client, adapter: adapter, storeCode: "STEAM", buyer: buyer)
        // Each is at its checkout, so that nobody has to be asked about it.
        let open = (1...1_000).compactMap { StoreTransaction.read(["status": "INIT", "orderKey": .string("STEAM-\($0)")]) }
        #expect(open.count == 1_000)
        let begun = place()
        var ended: [UInt] = []
        StoreBooking(shopper.client, store, buyer, open) { _, _ in ended.append(place()) }.run()
        #expect(ended.count == 1)
        #expect(ended.allSatisfy { max(begun, $0) - min(begun, $0) < 65_536 })
    }
}

@Suite struct `Consumptions by the player's own game` {
    @Test func `whose answer was lost are answered like the first when the game asks again`() throws {
        let shopper = try Shopper()
        _ = shopper.buy()
        let receipt = try #require(shopper.receipts.first)
        var ends: [GamebaseError?] = []
        func consume(isLost: Bool) {
            shopper.trips.losesAnswers = isLost
            shopper.client.purchases.consumeIAP(paymentSeq: receipt.paymentSeq, accessToken: receipt.purchaseToken ?? "") {
                ends.append($0)
            }
            shopper.rest()
        }
        for isLost in [true, true, false] { consume(isLost: isLost) }
        #expect(ends.map { $0 == nil } == [false, false, true])
        #expect(try shopper.trips.bench.count("ledger", "movement = 'CONSUMED'") == 1)
        // That one was heard: the next is another consumption of what is consumed.
        consume(isLost: false)
        #expect(ends.last??.code == IAPCode.purchaseStatusInvalid)
    }
}

@Suite struct `Payments told` {
    @Test func `each payment is news once, and after 1,024 others again`() {
        var told = PaymentsTold()
        func insert(_ number: String) -> Bool { told.insert(number) }
        for round in [true, false] {
            for number in 1...PaymentsTold.countMax { #expect(insert("\(number)") == round) }
        }
        #expect(insert("one more"))
        #expect(insert("1"))
        #expect(!insert("3"))
        told.forget("3")
        told.forget("never told")
        #expect(insert("3"))
        #expect(!insert("3"))
    }
}
