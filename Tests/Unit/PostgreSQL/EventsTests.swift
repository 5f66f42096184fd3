import Codecs
import Linux
import Storage
import Testing

@testable import Engine
@testable import Messages
@testable import PostgreSQL
@testable import Service

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"), .serialized)
struct `Services over one PostgreSQL and their events` {
    /// - Parameter connections: the clock by which a connection waits before it tries again, and leases its number. One that stands still
    ///   would wait for ever behind a conflict.
    private func group(
        _ home: PostgreSQLHome, _ clock: ServiceTestClock, connections: any Clock = SystemClock(), seed: UInt64
    ) -> RequestGroup {
        let watcher = RequestForesight()
        return RequestGroup(
            ServiceStorage(clock: clock, random: ServiceTestRandom(seed: seed), watcher: watcher) { () throws(StorageError) in
                let database = try PostgreSQLDatabase.open(home, clock: connections, ways: Service.waysOfKeys)
                watcher.database = database
                return database
            })
    }

    @Test func `who reads while clocks differ by hours misses no event, hears none twice, and their order stays`() throws {
        let home = try PostgreSQLWorld.home()
        let clocks = (0..<3).map { _ in ServiceTestClock() }
        clocks[1].advance(7_200_000)
        clocks[2].advance(-7_200_000)
        let groups = Unchecked(content: (0..<3).map { group(home, clocks[$0], seed: UInt64($0 + 1)) })
        let load = PostgreSQLBench.request("console.loadSettings", ["settings": ServiceBench.shopSettings])
        #expect(groups.content[0].commit([load])[0].reply.message == "")
        let reader = try PostgreSQLWorld.database(home)
        let before = try OutboxPage.read(reader, after: Int64.max, max: 1).newest
        let seen = Unchecked(content: SeenPlaces(before))
        let rounds = 40
        // An event with a change of what all share would be one transaction at a time anyhow; a ban is of one member.
        let players = try (0..<3).map { place in
            try (0..<rounds).map { round in
                let login = PostgreSQLBench.login("secret \(round) of service number \(place)")
                return try PostgreSQLBench.player(groups.content[place].commit([login])[0].reply)
            }
        }
        let told = Unchecked(content: players)
        let connection = Unchecked(content: reader)
        together(4) { place in
            if place == 3 {
                while seen.content.count < 3 * rounds, seen.content.looks < 20_000 { seen.content.look(connection.content) }
                return
            }
            for round in 0..<rounds {
                let ban: JSON = ["userId": .string(told.content[place][round].userId), "banType": "PERMANENT", "message": "m"]
                #expect(groups.content[place].taken(PostgreSQLBench.request("console.ban", ban)).message == "")
            }
        }
        #expect(seen.content.isOrdered && seen.content.failure == nil, "\(seen.content.failure ?? "")")
        let all = try OutboxPage.read(reader, after: before, max: 1_000)
        #expect(all.events.count >= 3 * rounds && seen.content.places == all.events.prefix(seen.content.count).map { $0.seq })
    }

    @Test func `a service whose number lapsed while it slept takes another, and its group is answered`() throws {
        let home = try PostgreSQLWorld.home()
        let clock = ServiceTestClock()
        let group = group(home, clock, connections: clock, seed: 1)
        let load = PostgreSQLBench.request("console.loadSettings", ["settings": ServiceBench.shopSettings])
        #expect(group.commit([load])[0].reply.message == "")
        let other = try PostgreSQLWorld.database(home)
        _ = try other.run("UPDATE service_leases SET expires_date = 0 WHERE name = 'n0'", [])
        let third = try PostgreSQLWorld.database(home)
        #expect(third.instanceNumber == 0)
        clock.advance(InstanceNumber.renewMilliseconds + 1)
        let replies = group.commit([PostgreSQLBench.login("the secret of one who waited"), load]).map { $0.reply.message }
        #expect(replies == ["", ""])
        #expect(try other.query("SELECT name FROM service_leases WHERE name >= 'n' AND name < 'o'", []).count == 3)
    }
}

/// What a reader has read, look by look.
private final class SeenPlaces {
    private(set) var places: [Int64] = []
    private(set) var looks = 0
    private(set) var failure: String?
    private var through: Int64

    init(_ place: Int64) { through = place }

    var count: Int { places.count }
    var isOrdered: Bool { zip(places, places.dropFirst()).allSatisfy { $0 < $1 } }

    func look(_ database: PostgreSQLDatabase) {
        looks += 1
        do throws(StorageError) {
            let page = try OutboxPage.read(database, after: through, max: 7)
            places += page.events.map { $0.seq }
            through = page.through
        } catch {
            failure = error.message
            looks = Int.max / 2
        }
    }
}
