@testable import Engine
@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `Sweeps of a database that other services write to as well` {
    private func sweep(_ group: RequestGroup) {
        while let work = group.dueSweep() {
            while group.proceed(work).unfinished != nil {}
        }
    }

    /// Two that lock rows of both tables in different orders would undo each other.
    @Test func `levels and groups of nobody go, in the order in which metrics write them`() throws {
        let bench = try SharedBench()
        let player = try bench.login()
        let tables = ["level_users", "player_groups"]
        func firstWrites(_ act: () -> Void) -> [String] {
            let before = bench.database.statements.count
            act()
            let writes = bench.database.statements[before...].filter { $0.hasPrefix("INSERT INTO ") || $0.hasPrefix("DELETE FROM ") }
            let places = tables.map { table in writes.firstIndex { $0.contains(table) } ?? Int.max }
            #expect(!places.contains(Int.max), "not every table was written")
            return zip(tables, places).sorted { $0.1 < $1.1 }.map { $0.0 }
        }
        let event: JSON = [
            "eventId": "e", "type": "levelUp", "userId": .string(player.userId), "time": .integer(bench.clock.epochMilliseconds()),
            "data": ["userLevel": 2, "channelId": "c", "classId": "k"],
        ]
        let written = firstWrites {
            #expect(bench.ask("presence.sendEvents", ["events": [event]], token: player.token).body["accepted"] == 1)
        }
        #expect(try bench.count("level_users", "users > 0") == 1 && bench.count("player_groups", "users > 0 AND name IN ('c', 'k')") == 2)
        #expect(bench.ask("gateway.withdraw", [:], token: player.token).message == "")
        bench.clock.advance(86_400_001)
        #expect(firstWrites { sweep(bench.group) } == written)
        #expect(try bench.count("level_users") == 0 && bench.count("player_groups", "name IN ('c', 'k')") == 0)
    }

    @Test func `a round that fails each time is tried again an hour later, and not behind each reopening`() throws {
        let bench = try SharedBench()
        _ = try bench.login()
        sweep(bench.group)
        bench.clock.advance(86_400_001)
        var rounds = 0
        func fail() {
            while rounds < 10, let work = bench.group.dueSweep() {
                let before = bench.database.statements.count
                var outcome = bench.group.proceed(work)
                // With its first slice a round notes that it has begun. The next one fails; other work that is due is done.
                if bench.database.statements[before...].contains(where: { $0.hasPrefix("DELETE FROM change_answers") }) {
                    rounds += 1
                    bench.storage.reopenNextTime()
                    #expect(bench.ask("service.open").message == "")
                } else {
                    while outcome.unfinished != nil { outcome = bench.group.proceed(work) }
                }
            }
        }
        fail()
        #expect(rounds == 1)
        bench.clock.advance(3_599_000)
        fail()
        #expect(rounds == 1)
        bench.clock.advance(1_000)
        fail()
        #expect(rounds == 2)
    }
}
