import Codecs
import Storage
import Testing

@testable import Engine
@testable import Messages
@testable import Service

@Suite struct `Indexes of a database that other services write to as well` {
    @Test func `an index over long objects is filled with as many in a turn as a turn takes`() throws {
        let bench = try SharedBench(["app": ["appId": "Shop"], "ncmb": ["indexes": ["Map.n"]]])
        let count = 5, bytes = 1 << 20
        let long = JSON.string(String(repeating: "x", count: bytes))
        for number in 0..<count {
            let fields: JSON = ["n": .integer(Int64(number)), "tiles": long]
            #expect(bench.ask("objects.create", ["className": "Map", "fields": fields]).message == "")
        }
        // Settings declare it, and what is due makes and fills it.
        #expect(try bench.count("object_indexes") == 0)
        func doWhatIsDue() {
            while let work = bench.group.dueSweep() {
                while bench.group.proceed(work).unfinished != nil {}
            }
        }
        doWhatIsDue()
        bench.clock.advance(2 * ServiceCore.saveMilliseconds)
        doWhatIsDue()
        #expect(try bench.count("object_indexes", "built_to IS NULL") == 1 && bench.count("object_keys") == Int64(count))
        #expect(bench.database.mostBytes < 2 * bytes)
    }

    @Test(arguments: [true, false]) func `an index is made though another service undoes the slice that begins it`(isDeclared: Bool) throws
    {
        let ncmb: JSON = isDeclared ? ["indexes": ["Horse.points"]] : [:]
        let bench = try SharedBench(["app": ["appId": "Shop"], "ncmb": ncmb])
        if !isDeclared {
            for number in 0...Objects.lookedAtMax {
                _ = try bench.database.real.run(
                    """
                    INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields)
                    VALUES ('Horse', ?, 1, ?, 1, '{"*":{"read":true}}', '{}')
                    """, [.text("h\(number)"), .integer(Int64(number))])
            }
            for _ in 0..<LongScans.timesMin {
                let find = SharedBench.request("objects.find", ["className": "Horse", "where": ["points": 1]])
                var outcome = bench.group.commit([find])[0]
                while let work = outcome.unfinished { outcome = bench.group.proceed(work) }
                #expect(outcome.reply.message == "")
            }
        }
        bench.database.overtake = ("INSERT INTO object_indexes", { bench.database.conflictsAtCommit = 1 })
        while let work = bench.group.dueSweep() {
            while bench.group.proceed(work).unfinished != nil {}
        }
        #expect(bench.database.overtake == nil && bench.database.conflictsAtCommit == 0)
        #expect(try bench.count("object_indexes", "path = 'points'") == 1)
    }
}
