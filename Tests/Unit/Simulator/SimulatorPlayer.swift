@testable import Engine
import Linux
@testable import Messages
import Codecs

@testable import Client
@testable import Service

/// A device at which several users play: the real client of the library, which dies and starts again, and a game on it.
final class SimulatorPlayer: @unchecked Sendable {
    private static let failuresMax = 3

    let name: String
    let clock: SimulatorClock
    let world: SimulatorWorld
    let server: SimulatorServer
    let stores: [SimulatorStore]
    /// Gamebase's users sign in; those of the NHN Cloud calls are named by the game.
    let isNamed: Bool
    let wallets: [SimulatorWallet]
    private let device: Device
    private(set) var client: Client?
    private var link: SimulatorLink?
    private(set) var life = 0
    var isSigningIn = false
    var isBuying = false
    var isAsking = false
    private var failures = 0
    /// Who is to play next.
    var wanted: SimulatorWallet
    /// Who plays, as far as the client is concerned.
    private(set) var playing: SimulatorWallet?

    init(_ world: SimulatorWorld, _ server: SimulatorServer, _ stores: [SimulatorStore], name: String) throws {
        self.world = world
        self.server = server
        // A build for a store knows that one and SANDBOX.
        self.stores = [world.pick(stores)]
        self.name = name
        clock = SimulatorClock(world)
        device = try Device.open(
            directory: nil, platform: Platform(clock: clock, random: ServiceTestRandom(seed: world.dice()), services: EngineServices()))
        let isNamed = world.chance(30)
        self.isNamed = isNamed
        wallets = (0..<(1 + world.below(3))).map {
            SimulatorWallet(world, server, name: "\(name)-user-\($0)", isGuest: $0 == 0 && !isNamed, isNamed: isNamed)
        }
        wanted = wallets[0]
    }

    // MARK: Life and death

    private func start() {
        life += 1
        let link = SimulatorLink(world, server, self)
        var platform = Platform(clock: clock, random: ServiceTestRandom(seed: world.dice()), services: EngineServices())
        platform.service = link
        let client = Client(identifier: 1, platform: platform)
        self.link = link
        self.client = client
        isSigningIn = false
        isBuying = false
        isAsking = false
        failures = 0
        for store in stores { _ = client.purchases.setStore(SimulatorAdapter(store, server, self).registration, for: store.code) }
        client.addEventHandler(identity: EventHandlerIdentity(function: 1, context: 0)) { [self] in heard($0) }
        client.purchases.setPromotionHandler { [self] in heardPromotion($0, $1) }
        initialize()
    }

    /// What the player began in the store's window has ended.
    private func heardPromotion(_ receipt: PurchasableReceipt?, _ error: GamebaseError?) {
        guard let client else { return }
        world.note("\(name): a promotion: \(error.map { "\($0.code) \($0.message)" } ?? receipt?.paymentSeq ?? "")")
        guard let receipt else {
            // It was over in the moment before.
            return server.offers.tellFailed(
                client.lock.locked { client.state.purchases.offers.over.last } ?? "", error?.code ?? 0, to: name)
        }
        world.count(.promotions)
        world.require(receipt.promotionPayment, "\(name): \(receipt.paymentSeq) is told as a promotion and is none")
        let user = isNamed ? client.purchases.iapUserID : client.userID
        world.require(
            receipt.userId == user,
            "\(name): the promotion \(receipt.paymentSeq) of \(receipt.userId ?? "") was told while \(user ?? "nobody") plays")
        wallets.first { $0.userId == receipt.userId }?.see(receipt)
    }

    /// The process is gone in this moment: nothing that was under way is told to the game.
    func die() {
        world.note("\(name) died")
        world.count(.deaths)
        leave()
    }

    /// A client that runs holds itself, and all of its world with it.
    func leave() {
        life += 1
        link?.isOpen = false
        _ = client?.shutdown(timeoutMilliseconds: 0)
        client = nil
        link = nil
        playing = nil
    }

    func hear(_ event: ServerEvent) { link?.deliver(event) }

    func hear(_ event: String, of store: String) { _ = client?.purchases.handleStoreEvent(event, for: store) }

    /// What the client's own thread and the game's frame do.
    func turn() {
        guard let client else { return }
        client.reactor?.turn()
        _ = client.runLoop.drain()
        let user = isNamed ? client.purchases.iapUserID : client.userID
        if user != playing?.userId { playing = wallets.first { $0.userId != nil && $0.userId == user } }
    }

    /// A purchase that came about without a call is told to who made it, and to nobody else.
    private func heard(_ message: EventMessage) {
        guard message.category == EventMessage.Category.purchaseUpdated,
            let receipt = (try? JSON.parse(message.data ?? "")).flatMap(PurchasableReceipt.init(json:))
        else { return }
        world.require(
            receipt.userId == client?.userID,
            "\(name): \(receipt.paymentSeq) of \(receipt.userId ?? "") was told while \(client?.userID ?? "nobody") plays")
    }

    private func initialize() {
        guard let client else { return }
        if isNamed {
            client.purchases.initializeIAP(appKey: "Shop")
            return
        }
        busy("initialize", \.isSigningIn) { client, done in
            client.initialize(Configuration(appID: "Shop", appVersion: "1.0")) { done($1) }
            // The device's file outlives the process; the client finds it open when its service first answers.
            client.lock.locked { client.state.device = device }
        }
    }

    // MARK: The game

    /// Runs `body` with a completion that counts only in this life, and only once.
    func busy(
        _ what: String, _ flag: ReferenceWritableKeyPath<SimulatorPlayer, Bool>,
        _ body: (Client, @escaping (GamebaseError?) -> Void) -> Void
    ) {
        guard let client else { return }
        let mine = life
        var times = 0
        self[keyPath: flag] = true
        body(client) { [self] error in
            guard life == mine else { return }
            times += 1
            world.require(times == 1, "\(name): \(what) was completed \(times) times")
            self[keyPath: flag] = false
            failures = error == nil ? 0 : failures + 1
            world.note("\(name): \(what): \(error.map { "\($0.code) \($0.message)" } ?? "done")")
            world.mark(Int(error?.code ?? 0))
        }
    }

    func act() {
        guard let client else { return start() }
        if isSigningIn { return }
        if failures >= Self.failuresMax || world.chance(4) { return die() }
        if !isNamed, !client.isInitialized { return initialize() }
        guard let playing else { return signIn(wanted) }
        if wallets.count > 1, world.chance(isBuying ? 12 : 4) { return changeUser() }
        if isAsking { return }
        if isBuying {
            if world.chance(20) { list(playing) }
            return
        }
        switch world.below(14) {
        case 0...6: purchase(playing)
        case 7: list(playing)
        case 8: listActive(playing)
        case 9: restore(playing)
        case 10...12: consume(playing)
        default: break
        }
    }

    /// Everybody looks at every store once more, and twice.
    /// - Returns: false when everybody has.
    func actCalmly() -> Bool {
        guard let client else {
            start()
            return true
        }
        if isSigningIn || isBuying || isAsking { return true }
        if failures >= Self.failuresMax {
            die()
            return true
        }
        if !isNamed, !client.isInitialized {
            initialize()
            return true
        }
        guard let (wallet, _) = unseen.isEmpty ? nil : world.pick(unseen) else { return false }
        if let playing, let own = unseen.first(where: { $0.0 === playing }), world.chance(80) {
            list(playing, at: own.1)
        } else {
            signIn(wallet)
        }
        return true
    }
    private var unseen: [(SimulatorWallet, String)] {
        var unseen: [(SimulatorWallet, String)] = []
        for wallet in wallets {
            for store in ["SANDBOX"] + stores.map(\.code) where wallet.listings[store, default: 0] < calmListings {
                unseen.append((wallet, store))
            }
        }
        return unseen
    }
    /// What keeps it from being through.
    var missing: String {
        "\(client == nil) \(isSigningIn) \(isBuying) \(isAsking) \(failures) "
            + unseen.map { "\($0.0.name) at \($0.1)" }.joined(separator: ", ")
    }
    /// How many whole lists everybody is to have seen of each store.
    var calmListings = 0
    func becomeCalm() { calmListings = 2 + (wallets.flatMap { $0.listings.values }.max() ?? 0) }
}
