import Linux
import Testing

@testable import Client
@testable import Service

@Suite struct `The simulator` {
    /// So many are reported.
    private static let failuresMax = 5
    private static func number(_ name: String) -> UInt64? { Environment.value(name).flatMap { UInt64($0) } }

    /// SEED=n replays one seed and says what happens; SEEDS=n plays so many, from SEED on. FAULT=name breaks each world that way.
    @Test(arguments: [1, 2]) func `whatever network, clocks and restarts do, no purchase is lost or doubled, in 30 worlds`(
        half: UInt64
    ) throws {
        let first = Self.number("SEED") ?? 1
        let fault = Environment.value("FAULT").flatMap { SimulatorFault(rawValue: $0) }
        if let seed = Self.number("SEED"), Self.number("SEEDS") == nil {
            guard half == 1 else { return }
            let world = try Simulator.run(seed: seed, fault: fault) { print($0) }
            #expect(world.broken == nil, "seed \(seed): \(world.broken?.what ?? "")")
            return
        }
        let seeds = Self.number("SEEDS") ?? 60
        var failures = 0
        var tallies = [Int](repeating: 0, count: SimulatorWorld.Tally.allCases.count)
        for seed in stride(from: first + half - 1, to: first + seeds, by: 2) {
            let world = try Simulator.run(seed: seed, fault: fault)
            if let broken = world.broken {
                Issue.record("seed \(seed): \(broken.what). Replay: make simulate SEED=\(seed)")
                failures += 1
                if failures == Self.failuresMax { return }
                continue
            }
            for place in tallies.indices { tallies[place] += world.tallies[place] }
        }
        let said = SimulatorWorld.Tally.allCases.map { "\(tallies[$0.rawValue]) \($0)" }.joined(separator: ", ")
        // Worlds in which nothing happens prove nothing.
        for (tally, share) in [
            (.purchases, 2), (.failures, 2), (.consumes, 2), (.deaths, 2), (.renewals, 2), (.subscriptionsOver, 4), (.captures, 4),
            (.events, 4), (.changesOfUser, 4), (.refunds, 4), (.changesAmidPurchase, 8), (.unmatched, 40),
            (.promotions, 2), (.promotionsFailed, 8), (.limits, 20), (.undone, 1), (.sweeps, 8),
        ] as [(SimulatorWorld.Tally, Int)] {
            #expect(tallies[tally.rawValue] >= Int(seeds) / share, "\(tally): \(said)")
        }
        print("\(seeds) worlds: \(said)")
    }

    @Test(arguments: SimulatorFault.allCases) func `what is broken on purpose is found`(fault: SimulatorFault) throws {
        for seed in 1...60 as ClosedRange<UInt64> {
            guard let broken = try Simulator.run(seed: seed, fault: fault).broken else { continue }
            print("\(fault.rawValue) is found by seed \(seed): \(broken.what)")
            return
        }
        Issue.record("\(fault.rawValue) was not found in 60 worlds")
    }

    @Test func `a seed is the same world again`() throws {
        for seed in [3, 5, 8] as [UInt64] {
            let first = try Simulator.run(seed: seed), second = try Simulator.run(seed: seed)
            #expect(first.fingerprint == second.fingerprint && first.messages == second.messages && first.messages > 100)
        }
    }
}
