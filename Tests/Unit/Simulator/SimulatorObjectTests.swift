import Linux
import Testing

@testable import Client
@testable import Service

@Suite struct `The simulator of objects` {
    /// So many are reported.
    private static let failuresMax = 5
    private static func number(_ name: String) -> UInt64? { Environment.value(name).flatMap { UInt64($0) } }

    /// SEED=n replays one seed and says what happens; SEEDS=n plays so many, from SEED on.
    @Test(arguments: [1, 2]) func `whatever network, disks and restarts do, two devices change an object exactly, in 30 worlds`(
        half: UInt64
    ) throws {
        if let seed = Self.number("SEED"), Self.number("SEEDS") == nil {
            guard half == 1 else { return }
            let world = try SimulatorObjects.run(seed: seed) { print($0) }.world
            #expect(world.broken == nil, "seed \(seed): \(world.broken?.what ?? "")")
            return
        }
        let first = Self.number("SEED") ?? 1
        let seeds = Self.number("SEEDS") ?? 60
        var failures = 0
        var tallies: [String: Int] = [:]
        for seed in stride(from: first + half - 1, to: first + seeds, by: 2) {
            let (world, told) = try SimulatorObjects.run(seed: seed)
            if let broken = world.broken {
                Issue.record("seed \(seed): \(broken.what). Replay: make simulate OF=objects SEED=\(seed)")
                failures += 1
                if failures == Self.failuresMax { return }
            }
            for (what, times) in told { tallies[what, default: 0] += times }
        }
        let said = tallies.keys.sorted().map { "\(tallies[$0] ?? 0) \($0)" }.joined(separator: ", ")
        // Worlds in which nothing happens prove nothing.
        for (what, share) in [
            ("saves", 1), ("kept", 1), ("notKept", 2), ("failures", 1), ("deaths", 1), ("reads", 1), ("presents", 1), ("gifts", 2),
            ("rows", 1), ("rowsGone", 2),
        ] { #expect(tallies[what, default: 0] >= Int(seeds) / share, "\(what): \(said)") }
        print("\(seeds) worlds of objects: \(said)")
    }

    @Test(arguments: SimulatorObjectFault.allCases) func `what is broken on purpose with objects is found`(
        fault: SimulatorObjectFault
    ) throws {
        for seed in 1...60 as ClosedRange<UInt64> {
            guard let broken = try SimulatorObjects.run(seed: seed, fault: fault).world.broken else { continue }
            print("\(fault.rawValue) is found by seed \(seed): \(broken.what)")
            return
        }
        Issue.record("\(fault.rawValue) was not found in 60 worlds")
    }

    @Test func `a seed is the same world of objects again`() throws {
        for seed in [3, 5, 8] as [UInt64] {
            let first = try SimulatorObjects.run(seed: seed).world, second = try SimulatorObjects.run(seed: seed).world
            #expect(first.fingerprint == second.fingerprint && first.messages == second.messages && first.messages > 50)
        }
    }
}
