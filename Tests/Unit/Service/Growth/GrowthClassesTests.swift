import Linux
@testable import Storage
import Codecs
import Testing

@testable import Documents
@testable import Service

/// What is asked of a class of GROWTH_OBJECTS objects, in SQLite's steps; GROWTH_FILE is where they are kept. It has a process to itself,
/// whose memory is told as well; `Tests/suites/growth.py` compares. GROWTH_BROKEN drops the index first. Among the other unit tests it
/// plays a small class, of whose rows it says whether they are the service's.
@Suite struct `Growth of a class` {
    static let count = Environment.value("GROWTH_OBJECTS").flatMap { Int($0) } ?? 1_000

    @Test func `what is asked of a class is counted`() throws {
        let count = Self.count
        let world = try GrowthClass(count: count, path: Environment.value("GROWTH_FILE") ?? ":memory:")
        try world.checkRows()
        if Environment.value("GROWTH_BROKEN") != nil {
            _ = try world.bench.database.run("DELETE FROM object_indexes", [])
            world.bench.service.core.knownIndexes.forget()
        }
        for (name, steps) in try world.asked() { print("steps: \(name): \(steps)") }
        for line in try Files.read("/proc/self/status", bytesMax: 1 << 16).map({ String(decoding: $0, as: UTF8.self) })?
            .split(separator: "\n") ?? [] where line.hasPrefix("VmHWM:")
        { print("memory: \(line.split(separator: " ")[1])") }
        #expect(try world.number("SELECT max(rowid) FROM objects") >= Int64(count))
        world.bench.database.close()
    }
}

/// A class of many horses in a file, with two declared indexes. Its rows are the service's, as `checkRows` sees.
struct GrowthClass {
    /// One transaction's.
    private static let portion = 50_000
    /// So many horses have the same points.
    static let ofSamePoints: Int64 = 5
    private static let paths = ["points", "score"]

    let bench: ServiceBench
    private let count: Int
    private var database: SQLiteDatabase { bench.database }

    init(count: Int, path: String) throws {
        self.count = count
        bench = try ServiceBench(settings: [:], path: path)
        for (place, path) in Self.paths.enumerated() {
            _ = try bench.database.run(
                "INSERT INTO object_indexes (index_id, class_name, path, is_declared, has_lists) VALUES (?, 'Horse', ?, 1, 0)",
                [.integer(Int64(place + 1)), .text(path)])
        }
        // What a power cut leaves of it is of no interest.
        _ = try bench.database.query("PRAGMA synchronous=OFF", [])
        for first in stride(from: 1, through: count, by: Self.portion) { try fill(first...min(count, first + Self.portion - 1)) }
        _ = try bench.database.query("PRAGMA synchronous=FULL", [])
        _ = bench.database.takeSteps()
    }

    private static func points(_ number: Int64) -> Int64 { number / ofSamePoints }
    /// Far from the order of the ids.
    private static func score(_ number: Int64) -> Int64 { number * 7_919 % 1_000_003 }

    private static func id(_ number: Int64) -> String { "H" + String(repeating: "0", count: 15 - "\(number)".utf8.count) + "\(number)" }

    private func fill(_ numbers: ClosedRange<Int>) throws {
        try database.begin()
        let date = bench.clock.epochMilliseconds() - 86_400_000
        _ = try database.run(
            """
            INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields)
            WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            SELECT 'Horse', printf('H%015d', i), 1, ? + i, ? + i, '{"*":{"read":true,"write":true}}',
                printf('{"name":"horse %d","points":%d,"score":%d}', i, i / \(Self.ofSamePoints), i * 7919 % 1000003) FROM n
            """, [.integer(Int64(numbers.lowerBound)), .integer(Int64(numbers.upperBound)), .integer(date), .integer(date)])
        for place in Self.paths.indices {
            for number in numbers {
                let value = place == 0 ? Self.points(Int64(number)) : Self.score(Int64(number))
                _ = try database.run(
                    "INSERT INTO object_keys (index_id, key, object_id, roles) VALUES (?, ?, ?, 7)",
                    [.integer(Int64(place + 1)), .blob(ValueKey(.integer(value)).indexedBytes), .text(Self.id(Int64(number)))])
            }
        }
        try database.commit()
    }

    /// One of the rows beside one that the service writes of the same values.
    func checkRows() throws {
        let number = Int64(count / 2)
        let fields: JSON = [
            "name": .string("horse \(number)"), "points": .integer(Self.points(number)), "score": .integer(Self.score(number)),
        ]
        let reply = bench.ask("objects.create", ["className": "Horse", "fields": fields])
        let id = try #require(reply.body["answer"]?["objectId"]?.stringValue)
        let columns = "length(object_id), version, acl, fields, typeof(create_date), create_date = update_date"
        let made = try [id, Self.id(number)].map {
            try database.query("SELECT \(columns) FROM objects WHERE class_name = 'Horse' AND object_id = ?", [.text($0)])
                .map { row in (0..<6).map { row.text($0) } }
        }
        #expect(made[0] == made[1] && made[0].count == 1)
        let keys = try [id, Self.id(number)].map {
            try database.query("SELECT index_id, hex(key), roles FROM object_keys WHERE object_id = ? ORDER BY index_id", [.text($0)])
                .map { row in (0..<3).map { row.text($0) } }
        }
        #expect(keys[0] == keys[1] && keys[0].count == Self.paths.count)
        #expect(bench.ask("objects.delete", ["className": "Horse", "objectId": .string(id)]).isSuccess)
        _ = database.takeSteps()
    }

    func number(_ sql: String) throws -> Int64 { try database.query(sql, []).first?.integer(0) ?? -1 }

    /// What each question costs, by its name.
    func asked() throws -> [(String, Int64)] {
        let horse: JSON = .string(Self.id(Int64(count / 2)))
        let points: JSON = .integer(Self.points(Int64(count / 2)))
        let key: JSON = ["className": "Horse", "objectId": horse]
        let some = Int(Self.ofSamePoints)
        var costs: [(String, Int64)] = []
        for (name, request, parameters, found) in [
            ("get by id", "objects.get", key, nil),
            ("find by id", "objects.find", ["className": "Horse", "where": ["objectId": horse]], 1),
            ("equality", "objects.find", ["className": "Horse", "where": ["points": points]], some),
            ("equality in a list", "objects.find", ["className": "Horse", "where": ["points": ["$in": [points, -1]]]], some),
            ("range", "objects.find", ["className": "Horse", "where": ["points": ["$gte": points, "$lte": points]]], some),
            ("count of an equality", "objects.find", ["className": "Horse", "where": ["points": points], "count": 1, "limit": 1], 1),
            ("top 100 of an ordered index", "objects.find", ["className": "Horse", "order": "-score", "limit": 100], 100),
            ("first 100 of an ordered index", "objects.find", ["className": "Horse", "order": "score", "limit": 100], 100),
            ("newest 100", "objects.find", ["className": "Horse", "limit": 100], 100),
            ("save", "objects.create", ["className": "Horse", "fields": ["points": points, "score": 1]], nil),
            (
                "increment", "objects.update",
                ["className": "Horse", "objectId": horse, "fields": ["score": ["__op": "Increment", "amount": 1]]], nil
            ),
            ("delete", "objects.delete", key, nil),
        ] as [(String, String, JSON, Int?)] {
            let reply = bench.ask(request, parameters)
            costs.append((name, database.takeSteps()))
            #expect(reply.isSuccess, "\(name): \(reply.message)")
            if let found { #expect(reply.body["answer"]?["results"]?.arrayValue?.count == found, "\(name)") }
        }
        return costs
    }
}
