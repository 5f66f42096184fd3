import Linux
import Testing

@testable import Client
@testable import Service

/// Several players, the service, the store and the network in one thread and in virtual time, from one seed.
struct Simulator {
    static let playSeconds: Int64 = 90
    static let day: Int64 = 86_400_000

    let world: SimulatorWorld
    private let server: SimulatorServer
    private let players: [SimulatorPlayer]

    private init(seed: UInt64, log: ((String) -> Void)?) throws {
        world = SimulatorWorld(seed: seed)
        world.log = log
        let world = world
        let server = try SimulatorServer(world)
        self.server = server
        players = try (0..<(2 + world.below(2))).map { try SimulatorPlayer(world, server, name: "player-\($0)") }
    }

    /// - Returns: the world after its end; `broken` says what went wrong.
    static func run(seed: UInt64, log: ((String) -> Void)? = nil) throws -> SimulatorWorld {
        let simulator = try Simulator(seed: seed, log: log)
        simulator.play()
        simulator.rest()
        simulator.world.end()
        simulator.server.onEvent = { _ in }
        return simulator.world
    }

    private func play() {
        server.onEvent = { [players, world] event in
            for player in players where world.chance(90) { world.after(Int64(world.below(500))) { player.hear(event) } }
        }
        for player in players { schedule(player, until: Self.playSeconds * 1_000) }
        disturb()
        tick()
        advance(to: Self.playSeconds * 1_000)
    }

    private func advance(to end: Int64) {
        var steps = 0
        while world.broken == nil, world.step(before: end) {
            for player in players { player.turn() }
            steps += 1
            if steps % 50 == 0 { server.checkBooks() }
        }
    }

    private func schedule(_ player: SimulatorPlayer, until end: Int64) {
        world.after(Int64(100 + world.below(1_500))) { [self] in
            guard world.now < end else { return }
            player.act(calmly: false)
            schedule(player, until: end)
        }
    }

    /// Clients look at their timers and overdue calls at least this often.
    private func tick() {
        world.after(world.now < Self.playSeconds * 1_000 ? 1_000 : 10_000) { [self] in tick() }
    }

    /// Weather, clocks, the store and the service change their minds.
    private func disturb() {
        world.after(Int64(1_000 + world.below(8_000))) { [self] in
            guard world.now < Self.playSeconds * 1_000 else { return }
            if world.chance(40) { server.refund() }
            switch world.below(8) {
            case 0...2:
                world.weather = world.pick([.calm, .calm, .calm, .lossy, .lossy, .slow, .slow, .outage])
                world.note("the network is \(world.weather.rawValue)")
            case 3: server.changeStore()
            case 4: server.settlePending(all: false)
            case 5: server.restart()
            case 6: world.pick(players).clock.jump(world.pick([0, -Self.day, 3_650 * Self.day]))
            default:
                let jump = world.pick([0, -Self.day, 3_650 * Self.day])
                world.note("the service's clock is off by \(jump) ms")
                server.clock.jump(jump)
            }
            disturb()
        }
    }

    /// The network calms down, the store decides what it left open, old reservations expire, everybody starts again.
    private func rest() {
        guard world.broken == nil else { return }
        world.note("it calms down")
        world.weather = .calm
        server.settlePending(all: true)
        advance(to: world.now + 180_000)
        server.settlePending(all: true)
        advance(to: world.now + Service.reservationMilliseconds + 1_000)
        for player in players { player.die() }
        for player in players { actCalmly(player, lists: player.listings + 2) }
        advance(to: world.now + 120_000)
        server.checkBooks()
        server.checkCaptured()
        for player in players where world.broken == nil { player.checkEnd() }
        for player in players { player.die() }
    }

    /// Until it has been shown its list, and once more.
    private func actCalmly(_ player: SimulatorPlayer, lists: Int) {
        world.after(Int64(100 + world.below(1_000))) { [self] in
            guard player.listings < lists else { return }
            player.act(calmly: true)
            actCalmly(player, lists: lists)
        }
    }
}

@Suite struct `The simulator` {
    private static func number(_ name: String) -> UInt64? { Environment.value(name).flatMap { UInt64($0) } }

    /// SEED=n replays one seed and says what happens; SEEDS=n plays so many, from SEED on.
    @Test(arguments: [1, 2]) func `whatever network, clocks and restarts do, no purchase is lost or doubled, in 500 worlds`(half: UInt64) throws {
        let first = Self.number("SEED") ?? 1
        if let seed = Self.number("SEED"), Self.number("SEEDS") == nil {
            guard half == 1 else { return }
            let world = try Simulator.run(seed: seed) { print($0) }
            #expect(world.broken == nil, "seed \(seed): \(world.broken?.what ?? "")")
            return
        }
        let seeds = Self.number("SEEDS") ?? 1_000
        var purchases = 0, refunds = 0, failures = 0, consumes = 0, deaths = 0
        for seed in stride(from: first + half - 1, to: first + seeds, by: 2) {
            let world = try Simulator.run(seed: seed)
            if let broken = world.broken {
                Issue.record("seed \(seed): \(broken.what). Replay: make simulate SEED=\(seed)")
                return
            }
            purchases += world.purchases
            refunds += world.refunds
            failures += world.failures
            consumes += world.consumes
            deaths += world.deaths
        }
        // Worlds in which nothing happens prove nothing.
        let enough = Int(seeds)
        #expect(purchases > enough && failures > enough && refunds > enough / 2 && consumes > enough && deaths > enough)
        print("\(seeds) worlds: \(purchases) purchases, \(failures) that failed, \(consumes) consumes, \(refunds) refunds, \(deaths) deaths of a client")
    }

    @Test func `a seed is the same world again`() throws {
        for seed in [3, 5, 8] as [UInt64] {
            let first = try Simulator.run(seed: seed), second = try Simulator.run(seed: seed)
            #expect(first.fingerprint == second.fingerprint && first.messages == second.messages && first.messages > 100)
        }
    }
}
