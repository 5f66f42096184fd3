import Codecs
import Linux
import Storage
import Synchronization
import Testing

@testable import Engine
@testable import Messages
@testable import PostgreSQL
@testable import Service

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"), .serialized)
struct `Rows that somebody holds` {
    private final class Answers: @unchecked Sendable {
        private let lock = Lock()
        private let arrived = ConditionVariable()
        private var all: [String: Reply] = [:]

        func put(_ name: String, _ reply: Reply) {
            lock.locked {
                all[name] = reply
                arrived.broadcast()
            }
        }

        func wait(_ count: Int, seconds: Int64) -> [String: Reply] {
            let deadline = SystemClock().monotonicNanoseconds() + seconds * 1_000_000_000
            return lock.locked {
                while all.count < count, arrived.wait(lock, untilNanoseconds: deadline) {}
                return all
            }
        }
    }

    private static func reserve(_ player: ServiceBench.Player, _ id: String) -> Request {
        PostgreSQLBench.request(
            "purchase.reserve", ["requestId": .string(id), "gamebaseProductId": "gem", "storeCode": "SANDBOX"], token: player.token)
    }

    @Test func `a member's row that is held keeps from an answer nobody but who needs it, and that one comes when it is free`() throws {
        let bench = try PostgreSQLBench()
        let players = try (0..<24).map { try bench.login("the secret of the player \($0) of many") }
        let service = PostgreSQLService(home: bench.home, clock: RunningClock(bench.clock), random: SystemRandom(), workers: 1)
        #expect(service.start())
        defer { _ = service.stop(untilNanoseconds: SystemClock().monotonicNanoseconds() + 5_000_000_000) }
        let answers = Answers()
        // What it reads for such requests it knows from others.
        for (number, player) in players.enumerated() {
            service.send(Self.reserve(player, "first")) { answers.put("first \(number)", $0) }
        }
        #expect(answers.wait(24, seconds: 30).values.allSatisfy { $0.isSuccess })
        let holder = try PostgreSQLWorld.database(bench.home)
        try holder.begin()
        _ = try holder.query("SELECT user_id FROM members WHERE user_id = ? FOR UPDATE", [.text(players[0].userId)])
        _ = try holder.run("UPDATE members SET valid = valid WHERE user_id = ?", [.text(players[0].userId)])
        for (number, player) in players.enumerated() {
            service.send(Self.reserve(player, "second")) { answers.put("second \(number)", $0) }
            // Behind its own, in order.
            service.send(Self.reserve(player, "third")) { answers.put("third \(number)", $0) }
        }
        let others = answers.wait(24 + 46, seconds: 15)
        #expect(others.count == 24 + 46 && others["second 0"] == nil && others["third 0"] == nil, "\(others.count - 24) of 46")
        #expect(others.values.allSatisfy { $0.isSuccess })
        holder.rollback()
        let all = answers.wait(24 + 48, seconds: 15)
        #expect(all.count == 24 + 48 && all.values.allSatisfy { $0.isSuccess })
        holder.close()
    }
}
