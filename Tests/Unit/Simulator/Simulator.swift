import Codecs

@testable import Client
@testable import Service

/// Several players, the service, the stores and the network in one thread and in virtual time, from one seed.
struct Simulator {
    static let playSeconds: Int64 = 90
    static let day: Int64 = 86_400_000
    /// How far the service's clock may be ahead by less than a day.
    private static let aheadMilliseconds: Int64 = 1_200_000
    /// Answers to changes are kept for a day, so services that share a database stay within one.
    private static let shortJumps: [Int64] = [0, 0, -aheadMilliseconds, aheadMilliseconds]

    let world: SimulatorWorld
    private let server: SimulatorServer
    private let stores: [SimulatorStore]
    private let players: [SimulatorPlayer]
    /// Where several services share a database.
    private let counters: [SimulatorCounter]
    private let counted: [String]

    private init(
        seed: UInt64, services: Int, without omission: SimulatorOmission?, fault: SimulatorFault?, log: ((String) -> Void)?
    ) throws {
        world = SimulatorWorld(seed: seed, fault: fault)
        world.log = log
        let world = world
        let server = try SimulatorServer(world, services: services, without: omission)
        self.server = server
        let counted = services > 1 ? SimulatorCounter.makeObjects(server, 2) : []
        self.counted = counted
        counters = services > 1 ? ["counter-1", "counter-2"].map { SimulatorCounter(world, server, counted, name: $0) } : []
        let stores = [SimulatorStore(world, code: "STEAM", abandons: false), SimulatorStore(world, code: "X-WEB", abandons: true)]
        self.stores = stores
        players = try (0..<(2 + world.below(2))).map { try SimulatorPlayer(world, server, stores, name: "player-\($0)") }
    }

    /// - Returns: the world after its end; `broken` says what went wrong.
    static func run(
        seed: UInt64, services: Int = 1, without omission: SimulatorOmission? = nil, fault: SimulatorFault? = nil,
        log: ((String) -> Void)? = nil
    ) throws -> SimulatorWorld {
        let simulator = try Simulator(seed: seed, services: services, without: omission, fault: fault, log: log)
        simulator.play()
        simulator.rest()
        for player in simulator.players { player.leave() }
        simulator.world.end()
        for store in simulator.stores { store.end() }
        simulator.server.end()
        return simulator.world
    }

    private func play() {
        server.onEvent = { [players, world] event in
            for player in players where world.chance(90) { world.after(Int64(world.below(500))) { player.hear(event) } }
        }
        for player in players { schedule(player, until: Self.playSeconds * 1_000) }
        for counter in counters { schedule(counter) }
        disturb()
        tick()
        advance(to: Self.playSeconds * 1_000)
    }

    private func advance(to end: Int64) {
        var steps = 0
        while world.broken == nil, world.step(before: end) {
            for player in players { player.turn() }
            steps += 1
            if steps % 100 == 0 { server.checkBooks() }
        }
    }

    private func schedule(_ player: SimulatorPlayer, until end: Int64) {
        world.after(Int64(100 + world.below(1_500))) { [self] in
            guard world.now < end else { return }
            player.act()
            schedule(player, until: end)
        }
    }

    private func schedule(_ counter: SimulatorCounter) {
        world.after(Int64(100 + world.below(1_500))) { [self] in
            guard world.now < Self.playSeconds * 1_000 else { return }
            counter.act()
            schedule(counter)
        }
    }

    /// Clients look at their timers and overdue calls at least this often.
    private func tick() {
        world.after(world.now < Self.playSeconds * 1_000 ? 1_000 : 10_000) { [self] in tick() }
    }

    /// Weather, clocks, the stores and the service change their minds.
    private func disturb() {
        world.after(Int64(1_000 + world.below(8_000))) { [self] in
            guard world.now < Self.playSeconds * 1_000 else { return }
            if world.chance(40) { server.refund() }
            if world.chance(40) { server.changeSubscription() }
            if world.chance(60) { server.offer() }
            if world.chance(15) { world.pick(stores).refund() }
            if server.isShared, world.chance(70) { server.part(players.map(\.name) + [""]) }
            switch world.below(9) {
            case 0...2:
                world.weather = world.pick([.calm, .calm, .calm, .lossy, .lossy, .slow, .slow, .outage])
                world.note("the network is \(world.weather.rawValue)")
            case 3...4: server.changeStore()
            case 5: server.settlePending(all: false)
            case 6: server.restart()
            case 7: world.pick(players).clock.jump(world.pick([0, -Self.day, 3_650 * Self.day]))
            default: jump(world.pick(server.isShared ? Self.shortJumps : Self.shortJumps + [-Self.day, 32 * Self.day, 3_650 * Self.day]))
            }
            disturb()
        }
    }

    private func jump(_ milliseconds: Int64) {
        world.note("the service's clock is off by \(milliseconds) ms")
        server.clock.jump(milliseconds)
    }

    /// The network calms down, the stores decide what they left open, old reservations expire, everybody starts again and looks.
    private func rest() {
        guard world.broken == nil else { return }
        world.note("it calms down")
        world.weather = .calm
        server.heal()
        // What a clock that was ahead has dated waits for its date: that comes, too.
        jump(server.clock.furthest)
        server.closeOffers()
        server.settlePending(all: true)
        advance(to: world.now + 180_000)
        for store in stores {
            store.closeCheckouts()
            store.isClosed = true
        }
        server.settlePending(all: true)
        // Reservations grow old, and what a clock that was ahead dated shows.
        advance(to: world.now + max(Payments.reservationMilliseconds, Self.aheadMilliseconds) + 1_000)
        SimulatorCounter.checkEnd(counters, counted, server, world)
        // All subscriptions end, or those that the clocks let run go on.
        if world.chance(50) { jump(7_300 * Self.day) }
        let lookDate = server.clock.epochMilliseconds()
        for player in players {
            player.die()
            player.becomeCalm()
            actCalmly(player)
        }
        advance(to: world.now + 120_000)
        server.checkBooks()
        // Before the operator's check, which books what came due since the players' last lists.
        for player in players where world.broken == nil {
            world.require(!player.actCalmly(), "\(player.name): not everybody got a list of every store (\(player.missing))")
            for wallet in player.wallets { wallet.checkEnd() }
        }
        server.checkCaptured(lookDate)
        server.subscriptions.checkEnd(server)
        for store in stores { server.checkCaptured(store) }
        for player in players { player.die() }
    }

    private func actCalmly(_ player: SimulatorPlayer) {
        world.after(Int64(100 + world.below(500))) { [self] in
            if player.actCalmly() { actCalmly(player) }
        }
    }
}
