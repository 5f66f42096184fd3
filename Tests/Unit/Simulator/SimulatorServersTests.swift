import Linux
import Testing

@testable import Client
@testable import Service

@Suite struct `The simulator of servers` {
    /// So many are reported.
    private static let failuresMax = 5
    private static func number(_ name: String) -> UInt64? { Environment.value(name).flatMap { UInt64($0) } }
    /// Two or three.
    private static func services(_ seed: UInt64) -> Int { 2 + Int(seed % 2) }

    /// SEED=n replays one seed and says what happens; SEEDS=n plays so many, from SEED on.
    @Test(arguments: [1, 2]) func `whatever servers, their database and partitions do, nothing is lost or doubled, in 15 worlds`(
        half: UInt64
    ) throws {
        if let seed = Self.number("SEED"), Self.number("SEEDS") == nil {
            guard half == 1 else { return }
            let world = try Simulator.run(seed: seed, services: Self.services(seed)) { print($0) }
            #expect(world.broken == nil, "seed \(seed): \(world.broken?.what ?? "")")
            return
        }
        let first = Self.number("SEED") ?? 1
        let seeds = Self.number("SEEDS") ?? 30
        var failures = 0
        var tallies = [Int](repeating: 0, count: SimulatorWorld.Tally.allCases.count)
        for seed in stride(from: first + half - 1, to: first + seeds, by: 2) {
            let world = try Simulator.run(seed: seed, services: Self.services(seed))
            for place in tallies.indices { tallies[place] += world.tallies[place] }
            guard let broken = world.broken else { continue }
            Issue.record("seed \(seed): \(broken.what). Replay: make simulate OF=servers SEED=\(seed)")
            failures += 1
            if failures == Self.failuresMax { return }
        }
        let said = SimulatorWorld.Tally.allCases.map { "\(tallies[$0.rawValue]) \($0)" }.joined(separator: ", ")
        // Worlds in which nothing happens prove nothing.
        for (tally, share) in [
            (.purchases, 2), (.consumes, 2), (.deaths, 2), (.captures, 4), (.changes, 1), (.overtaken, 1), (.conflicts, 1),
            (.commitsLost, 1), (.commitsUnheard, 1), (.cuts, 1), (.repeats, 1), (.refunds, 2),
        ] as [(SimulatorWorld.Tally, Int)] {
            #expect(tallies[tally.rawValue] >= Int(seeds) / share, "\(tally): \(said)")
        }
        print("\(seeds) worlds of servers: \(said)")
    }

    @Test(arguments: SimulatorOmission.allCases) func `what services need among themselves is missed when it is left out`(
        omission: SimulatorOmission
    ) throws {
        for seed in 1...100 as ClosedRange<UInt64> {
            guard let broken = try Simulator.run(seed: seed, services: Self.services(seed), without: omission).broken else { continue }
            print("\(omission.rawValue) left out is found by seed \(seed): \(broken.what)")
            return
        }
        Issue.record("\(omission.rawValue) left out was not found in 100 worlds")
    }

    @Test func `two devices change an object exactly, whichever of the servers they reach, in 30 worlds`() throws {
        for seed in 1...30 as ClosedRange<UInt64> {
            let world = try SimulatorObjects.run(seed: seed, services: Self.services(seed)).world
            #expect(world.broken == nil, "seed \(seed): \(world.broken?.what ?? "")")
        }
    }

    @Test func `a seed is the same world of servers again`() throws {
        for seed in [3, 5, 8] as [UInt64] {
            let first = try Simulator.run(seed: seed, services: Self.services(seed))
            let second = try Simulator.run(seed: seed, services: Self.services(seed))
            #expect(first.fingerprint == second.fingerprint && first.messages == second.messages && first.messages > 100)
        }
    }
}
