import Linux
@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// Pushes to many installations, of which some of both cannot be read; a process that dies between two slices; devices that show what they
/// get and say so.
private final class PushWorld {
    static let devices = 3 * SlicedWork.rows / 2
    static let pushes = 9

    let files: FileBench
    var bench: ServiceBench { files.bench }
    private var chance: ServiceTestRandom
    private var service: Service
    private var work: SlicedWork?
    private var devices: [(id: String, token: String, last: Int64, shown: [String])] = []
    private(set) var good: [String] = []
    private(set) var bad: [String] = []
    private var badDevices: Set<String> = []
    private(set) var slices = 0

    init(seed: UInt64) throws {
        files = try FileBench()
        chance = ServiceTestRandom(seed: seed)
        service = files.bench.service
        for number in 0..<Self.devices {
            let token = "t\(number)"
            let made = bench.ask("objects.create", ["className": "installation", "fields": ["deviceToken": .string(token)]])
            devices.append((made.body["answer"]?["objectId"]?.stringValue ?? "", token, 0, []))
        }
        for number in 0..<Self.pushes {
            let made = bench.ask("objects.create", ["className": "push", "fields": ["message": .string("\(number)")]])
            let id = try #require(made.body["answer"]?["objectId"]?.stringValue)
            if number % 3 == 1 { try damage(id) } else { good.append(id) }
        }
        for place in 0..<Self.devices where place % 50 == 7 {
            badDevices.insert(devices[place].id)
            try spoil(devices[place].id, "{")
        }
    }

    private func pick(_ count: Int) -> Int { Int(chance.bytes(1)[0]) % count }

    private func spoil(_ id: String, _ fields: String) throws {
        _ = try bench.database.run("UPDATE objects SET fields = ? WHERE object_id = ?", [.text(fields), .text(id)])
    }

    private func damage(_ push: String) throws {
        bad.append(push)
        switch bad.count % 3 {
        case 0: try spoil(push, "{\"message\": ")
        case 1: try spoil(push, "{\"searchCondition\": {\"a\": {\"$what\": 1}}}")
        default: _ = try bench.database.run("DELETE FROM objects WHERE object_id = ?", [.text(push)])
        }
    }

    /// A slice, or the end of the process in its place; and devices look meanwhile.
    func step() throws {
        slices += 1
        if pick(5) == 0 {
            work = nil
            service = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: UInt64(slices)))
            return
        }
        if work == nil { work = service.dueSweep() }
        if let current = work {
            try bench.database.begin()
            let reply = try service.proceeded(current)
            try bench.database.commit()
            if reply != nil { work = nil }
        } else {
            bench.clock.advance(1_000)
        }
        for _ in 0..<20 { look(Int(chance.bytes(2).reduce(0) { $0 << 8 | Int64($1) }) % Self.devices) }
    }

    /// A device shows what waits behind the last that it has.
    func look(_ place: Int) {
        let device = devices[place]
        let told = bench.ask(
            "installations.receive",
            ["installationId": .string(device.id), "deviceToken": .string(device.token), "after": .integer(device.last)])
        for message in told.body["messages"]?.arrayValue ?? [] {
            devices[place].shown.append(message["id"]?.stringValue ?? "")
            devices[place].last = max(device.last, message["seq"]?.int64Value ?? 0)
            _ = bench.ask(
                "installations.acknowledge",
                ["installationId": .string(device.id), "deviceToken": .string(device.token), "seq": message["seq"] ?? nil])
        }
    }

    var isOver: Bool { get throws { try bench.count("push_jobs") == 0 } }

    func check(_ seed: UInt64) throws {
        for place in devices.indices { look(place) }
        let sound = devices.filter { !badDevices.contains($0.id) }
        for device in sound { #expect(device.shown.sorted() == good.sorted(), "seed \(seed): \(device.id)") }
        for push in good {
            let found = bench.ask("objects.get", ["className": "push", "objectId": .string(push)]).body["answer"] ?? nil
            #expect(found["status"] == 2 && found["deliveryNumber"] == .integer(Int64(sound.count)), "seed \(seed): \(found.text())")
        }
        #expect(try bench.count("installation_waiting") == 0 && bench.count("installation_messages") == 0, "seed \(seed)")
    }
}

@Suite struct `Progress of pushes` {
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func `whatever of them is bad, each good one reaches each device once, in so many slices`(
        _ seed: UInt64
    ) throws {
        let world = try PushWorld(seed: seed)
        let most = 40 * PushWorld.pushes
        while try !world.isOver, world.slices < most { try world.step() }
        #expect(try world.isOver, "seed \(seed): after \(world.slices) slices")
        try world.check(seed)
    }

    /// More installations than a few slices reach, and a push to them.
    private static func pushed(_ ask: (String, JSON) -> JSON) -> (ids: [JSON], push: JSON) {
        var ids: [JSON] = []
        for number in 0..<(3 * SlicedWork.rows) {
            let made = ask("objects.create", ["className": "installation", "fields": ["deviceToken": .string("t\(number)")]])
            ids.append(made["answer"]?["objectId"] ?? nil)
        }
        return (ids, ask("objects.create", ["className": "push", "fields": ["message": "m"]])["answer"]?["objectId"] ?? nil)
    }

    @Test func `of one that is deleted while it is sent nothing is left of who was told`() throws {
        let files = try FileBench()
        let bench = files.bench
        func ask(_ api: String, _ parameters: JSON) -> JSON {
            let reply = bench.ask(api, parameters)
            #expect(reply.message == "")
            return reply.body
        }
        let (ids, push) = Self.pushed(ask)
        let work = try #require(bench.service.dueSweep())
        func proceed() throws -> Reply? {
            try bench.database.begin()
            defer { try? bench.database.commit() }
            return try bench.service.proceeded(work)
        }
        for _ in 0..<3 { #expect(try proceed() == nil) }
        for (number, id) in ids.enumerated() {
            let device: JSONObject = ["installationId": id, "deviceToken": .string("t\(number)")]
            for message in ask("installations.receive", .object(device))["messages"]?.arrayValue ?? [] {
                var shown = device
                shown["seq"] = message["seq"] ?? nil
                _ = ask("installations.acknowledge", .object(shown))
            }
        }
        #expect(try bench.count("installation_waiting", "told = 1") > SlicedWork.rows)
        _ = ask("objects.delete", ["className": "push", "objectId": push])
        for _ in 0..<20 where try proceed() != nil { break }
        #expect(try bench.count("installation_waiting") == 0 && bench.count("installation_messages") == 0)
    }

    @Test func `who was told while a push is sent is not told again when it begins anew`() throws {
        let files = try FileBench()
        let bench = files.bench
        func ask(_ api: String, _ parameters: JSON) -> JSON { bench.ask(api, parameters).body }
        let (ids, push) = Self.pushed(ask)
        let work = try #require(bench.service.dueSweep())
        for _ in 0..<3 {
            try bench.database.begin()
            _ = try bench.service.proceeded(work)
            try bench.database.commit()
        }
        var told: [Int: Int] = [:]
        func look() {
            for (number, id) in ids.enumerated() {
                let device: JSONObject = ["installationId": id, "deviceToken": .string("t\(number)")]
                for message in ask("installations.receive", .object(device))["messages"]?.arrayValue ?? [] {
                    told[number, default: 0] += 1
                    var shown = device
                    shown["seq"] = message["seq"] ?? nil
                    for _ in 0..<2 { #expect(bench.ask("installations.acknowledge", .object(shown)).isSuccess) }
                }
            }
        }
        look()
        #expect(!told.isEmpty && told.count < ids.count)
        let next = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 2))
        while let work = next.dueSweep() {
            while true {
                try bench.database.begin()
                let reply = try next.proceeded(work)
                try bench.database.commit()
                if reply != nil { break }
            }
        }
        look()
        #expect(told.count == ids.count && told.values.allSatisfy { $0 == 1 })
        let found = ask("objects.get", ["className": "push", "objectId": push])["answer"] ?? nil
        #expect(found["deliveryNumber"] == .integer(Int64(ids.count)) && found["status"] == 2)
        #expect(try bench.count("installation_waiting") == 0 && bench.count("installation_messages") == 0)
    }
}
