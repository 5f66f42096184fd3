import Linux
@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// A service with installations.
private struct PushBench {
    let files: FileBench
    var bench: ServiceBench { files.bench }

    init(settings: Bool = true) throws { files = try FileBench() }

    @discardableResult
    func install(_ token: String, _ fields: JSONObject = [:], session: String? = nil) -> String {
        var fields = fields
        fields["deviceToken"] = .string(token)
        return create("installation", .object(fields), session).body["answer"]?["objectId"]?.stringValue ?? ""
    }

    func create(_ className: String, _ fields: JSON, _ session: String? = nil) -> Reply {
        bench.ask("objects.create", ["className": .string(className), "fields": fields], token: session)
    }

    func update(_ className: String, _ id: String, _ fields: JSON) -> Reply {
        bench.ask("objects.update", ["className": .string(className), "objectId": .string(id), "fields": fields])
    }

    func push(_ fields: JSON, _ session: String? = nil) -> String {
        create("push", fields, session).body["answer"]?["objectId"]?.stringValue ?? ""
    }

    func get(_ push: String) -> JSON {
        bench.ask("objects.get", ["className": "push", "objectId": .string(push)]).body["answer"] ?? nil
    }

    func ids(_ condition: JSON) -> Set<String> {
        let reply = bench.ask("objects.find", ["className": "installation", "where": condition, "limit": 1000])
        return Set((reply.body["answer"]?["results"]?.arrayValue ?? []).compactMap { $0["objectId"]?.stringValue })
    }

    func waiting() throws -> Set<String> {
        Set(try bench.database.query("SELECT installation_id FROM installation_waiting", []).map { $0.text(0) })
    }

    func received(_ id: String, _ token: String, after: Int64 = 0) -> [JSON] {
        bench.ask("installations.receive", ["installationId": .string(id), "deviceToken": .string(token), "after": .integer(after)])
            .body["messages"]?.arrayValue ?? []
    }

    func acknowledge(_ id: String, _ token: String, _ seq: JSON?) -> Reply {
        bench.ask("installations.acknowledge", ["installationId": .string(id), "deviceToken": .string(token), "seq": seq ?? nil])
    }

    func date(_ milliseconds: Int64) -> JSON {
        ["__type": "Date", "iso": .string(ISO8601.text(epochMilliseconds: bench.clock.epochMilliseconds() + milliseconds))]
    }

    func send() throws { try files.sweep() }

    /// A push to 500 devices, whose sender ends in the middle.
    /// - Returns: to how many of them it was sent.
    func cutPush(_ fields: JSON) throws -> (id: String, sent: Int64) {
        for number in 0..<500 { install("t\(number)") }
        let id = push(fields)
        let work = try #require(bench.service.dueSweep())
        for _ in 0..<3 {
            try bench.database.begin()
            _ = try bench.service.proceeded(work)
            try bench.database.commit()
        }
        let sent = try bench.count("installation_waiting")
        #expect(sent > 0 && sent < 500)
        return (id, sent)
    }

    /// Another process opens the file, and waits for nobody's lease.
    func goOn() throws {
        let service = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 2))
        let work = try #require(service.dueSweep())
        var reply: Reply?
        while reply == nil {
            try bench.database.begin()
            reply = try service.proceeded(work)
            try bench.database.commit()
        }
    }
}

@Suite struct `Pushes` {
    @Test func `reach the channel that they are for, and everybody without one`() throws {
        let world = try PushBench()
        let eagle = world.install("e", ["deviceType": "ios", "channels": ["Eagle", "Hawk"]])
        let other = world.install("o", ["deviceType": "ios", "channels": ["Owl"]])
        let none = world.install("n", ["deviceType": "ios"])
        let robot = world.install("r", ["deviceType": "android", "channels": ["Eagle"]])
        let push = world.push(["target": ["ios"], "message": "test", "searchCondition": ["channels": ["$in": ["Eagle"]]]])
        #expect(world.get(push)["status"] == 0)
        try world.send()
        #expect(try world.waiting() == [eagle])
        #expect(world.received(eagle, "e").map { $0["message"] } == ["test"] && world.received(eagle, "e").first?["id"] == .string(push))
        let sent = world.get(push)
        #expect(sent["status"] == 2 && sent["deliveryPlanNumber"] == 1 && sent["deliveryNumber"] == 1 && sent["error"] == .some(.null))
        #expect(world.bench.takeEvents().filter { $0.kind == .installationsWaiting }.count == 1)
        _ = world.push(["target": ["ios"], "message": "all", "immediateDeliveryFlag": true, "searchCondition": [:]])
        try world.send()
        #expect(try world.waiting() == [eagle, other, none])
        _ = world.push(["title": "everybody"])
        try world.send()
        #expect(try world.waiting() == [eagle, other, none, robot])
    }

    @Test func `reach exactly what a query finds, in slices between the requests of others`() throws {
        let world = try PushBench()
        let random = ServiceTestRandom(seed: 5)
        for number in 0..<700 {
            let byte = random.bytes(3).map { Int64($0) }
            let channels: [JSON] = ["a", "b", "c"].prefix(Int(byte[0] % 4)).map { .string($0) }
            world.install(
                "t\(number)",
                ["deviceType": byte[1] % 2 == 0 ? "ios" : "android", "channels": .array(channels), "badge": .integer(byte[2])])
        }
        let conditions: [JSON] = [
            [:], ["channels": "b"], ["channels": ["$in": ["c", "x"]]], ["badge": ["$gt": 100, "$lt": 200]], ["channels": []],
            ["$or": [["badge": 7], ["channels": ["$all": ["a", "c"]]]]], ["deviceType": ["$regex": "^and"]], ["deviceToken": "t3"],
        ]
        // The third time round there are indexes, on which an installation of two channels is met twice.
        for round in 0..<4 {
            for condition in conditions {
                _ = try world.bench.database.run("DELETE FROM installation_waiting", [])
                let id = world.push(["searchCondition": condition])
                try world.send()
                let expected = world.ids(condition)
                #expect(try world.waiting() == expected, "round \(round): \(condition.text())")
                #expect(world.get(id)["deliveryNumber"] == .integer(Int64(expected.count)))
            }
        }
        let id = world.push(["message": "m"])
        let work = try #require(world.bench.service.dueSweep())
        var statuses: [JSON] = []
        var isOver = false
        while !isOver {
            try world.bench.database.begin()
            isOver = try world.bench.service.proceeded(work) != nil
            try world.bench.database.commit()
            statuses.append(world.get(id)["status"] ?? nil)
        }
        #expect(statuses.filter { $0 == 1 }.count >= 700 / SlicedWork.rows && statuses.last == 2)
    }

    @Test func `wait for their time, and may change or go until then`() throws {
        let world = try PushBench()
        let id = world.install("t")
        let (kept, moved, gone) = (
            world.push(["message": "kept", "deliveryTime": world.date(60_000)]),
            world.push(["message": "moved", "deliveryTime": world.date(60_000)]),
            world.push(["message": "gone", "deliveryTime": world.date(60_000)])
        )
        try world.send()
        #expect(world.received(id, "t").isEmpty)
        #expect(world.update("push", moved, ["deliveryTime": world.date(120_000), "message": "later"]).isSuccess)
        #expect(world.bench.ask("objects.delete", ["className": "push", "objectId": .string(gone)]).isSuccess)
        world.bench.clock.advance(59_999)
        try world.send()
        #expect(world.received(id, "t").isEmpty && world.get(kept)["status"] == 0)
        world.bench.clock.advance(1)
        try world.send()
        #expect(world.received(id, "t").map { $0["message"] } == ["kept"] && world.get(kept)["status"] == 2)
        world.bench.clock.advance(60_000)
        try world.send()
        #expect(world.received(id, "t").map { $0["message"] } == ["kept", "later"])
        // What is sent stays, whatever its object becomes.
        #expect(world.update("push", kept, ["message": "another", "status": 0, "deliveryNumber": 77]).isSuccess)
        try world.send()
        #expect(world.received(id, "t").count == 2 && world.get(kept)["status"] == 2 && world.get(kept)["deliveryNumber"] == 1)
        #expect(try world.bench.count("push_jobs") == 0)
    }

    @Test func `that cannot be are refused`() throws {
        let world = try PushBench()
        let time = world.date(60_000)
        let wrong: [(JSON, String)] = [
            (["deliveryTime": time, "immediateDeliveryFlag": true], "E400008"), (["immediateDeliveryFlag": false], "E400008"),
            (["deliveryExpirationDate": time, "deliveryExpirationTime": "1 day"], "E400008"),
            (["badgeIncrementFlag": true, "contentAvailable": true], "E400008"), (["deliveryTime": "tomorrow"], "E400004"),
            (["deliveryExpirationTime": "25 hour"], "E400004"), (["deliveryExpirationTime": "29 day"], "E400004"),
            (["deliveryExpirationTime": "0 day"], "E400004"), (["deliveryExpirationTime": "1 days"], "E400004"),
            (["deliveryExpirationTime": "+1 day"], "E400004"), (["deliveryExpirationTime": "99999999999999999999 day"], "E400004"),
            (["colour": "red"], "E400005"), (["message": 5], "E400002"), (["target": "ios"], "E400002"), (["target": [1]], "E400002"),
            (["target": ["iOS"]], "E400005"), (["target": ["ios", "windows"]], "E400005"),
            (["searchCondition": "all"], "E400002"), (["searchCondition": ["a": ["$what": 1]]], "E400005"),
            (["badgeSetting": -1], "E400002"),
            (["userSettingValue": "x"], "E400002"), (["dialog": 1], "E400002"), ([1], "E400002"),
            (["message": .string(String(repeating: "m", count: 8_193))], "E400009"),
        ]
        let id = world.push(["message": "m", "deliveryTime": time])
        for (fields, code) in wrong {
            #expect(world.files.code(world.create("push", fields)) == code, "\(fields.text())")
            if fields["immediateDeliveryFlag"] == nil {
                #expect(world.files.code(world.update("push", id, fields)) == code, "\(fields.text())")
            }
        }
        #expect(
            world.create("push", ["deliveryTime": time, "immediateDeliveryFlag": true]).body["error"]
                == "Either deliveryTime or immediateDeliveryFlag.")
        #expect(try world.bench.count("objects", "class_name = 'push'") == 1 && world.bench.count("push_jobs") == 1)
        let all: JSON = [
            "immediateDeliveryFlag": true, "target": ["ios", "android"], "searchCondition": [:], "message": "m",
            "userSettingValue": ["a": 1],
            "deliveryExpirationTime": "24 hour", "action": "a", "title": "t", "dialog": true, "badgeIncrementFlag": false,
            "badgeSetting": 3,
            "sound": "s", "contentAvailable": false, "category": "c", "richUrl": "u", "acl": nil, "deliveryTime": nil,
            "deliveryExpirationDate": nil, "groupId": "g", "mediaUrl": "https://example.com/a.png",
        ]
        #expect(all.objectValue?.count == 20 && world.create("push", all).isSuccess)
        for (name, value) in [
            ("groupId", String(repeating: "g", count: 129)), ("mediaUrl", "file:///etc/passwd"),
            ("mediaUrl", "https://example.com/" + String(repeating: "a", count: 2_029)),
        ] { #expect(!world.create("push", .object([name: .string(value)])).isSuccess, "\(name)") }
    }

    @Test func `wait until they are acknowledged or their time is over`() throws {
        let world = try PushBench()
        let (a, b) = (world.install("a"), world.install("b"))
        for number in 1...3 { _ = world.push(["message": .string("\(number)"), "deliveryExpirationTime": "1 hour"]) }
        try world.send()
        _ = world.push(["message": "long", "deliveryExpirationDate": world.date(7_200_000)])
        try world.send()
        let first = world.received(a, "a")
        try #require(first.count == 4)
        #expect(first.map { $0["message"] } == ["1", "2", "3", "long"] && world.received(a, "a") == first)
        #expect(world.received(a, "a", after: first[1]["seq"]?.int64Value ?? 0).map { $0["message"] } == ["3", "long"])
        for (id, token) in [(a, "b"), (b, "a"), (a, ""), ("", ""), ("nobody", "a")] {
            #expect(world.files.code(world.acknowledge(id, token, first[0]["seq"])) == "E404004")
            #expect(world.received(id, token).isEmpty)
        }
        for _ in 0..<2 { #expect(world.acknowledge(a, "a", first[1]["seq"]).isSuccess) }
        #expect(world.received(a, "a").map { $0["message"] } == ["1", "3", "long"] && world.received(b, "b").count == 4)
        #expect(world.acknowledge(b, "b", first[1]["seq"]).isSuccess)
        #expect(try world.bench.count("installation_messages") == 3)
        world.bench.clock.advance(3_600_000)
        #expect(world.received(a, "a").map { $0["message"] } == ["long"])
        world.bench.clock.advance(CalendarDay.dayMilliseconds)
        try world.send()
        #expect(try world.bench.count("installation_messages") == 0 && world.bench.count("installation_waiting") == 0)
        // A push whose time is over before it is sent reaches nobody.
        let late = world.push(["deliveryTime": world.date(10), "deliveryExpirationDate": world.date(5)])
        world.bench.clock.advance(10)
        try world.send()
        #expect(world.get(late)["status"] == 2 && world.get(late)["deliveryNumber"] == 0 && world.received(a, "a").isEmpty)
    }

    @Test func `wait in a limited number, and for nobody who is gone`() throws {
        let world = try PushBench()
        let (id, gone, removed) = (world.install("t"), world.install("gone"), world.install("removed"))
        for number in 0...Notifications.waitingMax {
            _ = world.push(["message": .string("\(number)")])
            try world.send()
        }
        let received = world.received(id, "t")
        #expect(received.count == Notifications.waitingMax && received.first?["message"] == "1")
        #expect(world.bench.ask("objects.delete", ["className": "installation", "objectId": .string(gone)]).isSuccess)
        #expect(world.bench.console("removeObject", ["className": "installation", "objectId": .string(removed)]).isSuccess)
        #expect(try world.bench.count("installation_waiting") == Int64(Notifications.waitingMax))
    }

    @Test func `go on after a crash, and nobody has them twice`() throws {
        let world = try PushBench()
        let id = try world.cutPush(["message": "m"]).id
        try world.goOn()
        #expect(try world.bench.count("installation_waiting") == 500 && world.bench.count("installation_messages") == 1)
        #expect(world.get(id)["status"] == 2 && world.get(id)["deliveryNumber"] == 500)
    }

    @Test func `say how many have them also when their time was over before they went on after a crash`() throws {
        let world = try PushBench()
        let (id, sent) = try world.cutPush(["message": "m", "deliveryExpirationDate": world.date(60_000)])
        world.bench.clock.advance(60_000)
        try world.goOn()
        #expect(world.get(id)["status"] == 2 && world.get(id)["deliveryNumber"] == .integer(sent))
    }

    @Test func `find what their creator may read, and say so when they cannot be sent`() throws {
        let world = try PushBench()
        let ann = try world.files.signUp("ann")
        let annId = world.bench.ask("objects.find", ["className": "user"], token: ann).body["answer"]?["results"]?.arrayValue?.first?[
            "objectId"]
        let own: JSON = .object([annId?.stringValue ?? "": ["read": true]])
        let hidden = world.install("hidden", ["acl": own], session: ann)
        let open = world.install("open")
        _ = world.push([:])
        try world.send()
        #expect(try world.waiting() == [open])
        _ = world.push([:], ann)
        try world.send()
        #expect(try world.waiting() == [open, hidden])
        #expect(world.bench.console("loadSettings", ["settings": ["ncmb": ["scanObjects": 1_000]]]).isSuccess)
        for number in 0...1_000 { _ = world.create("A", ["n": .integer(Int64(number))]) }
        let long: JSON = ["owner": ["$inQuery": ["className": "A", "where": ["x": 1]]]]
        let failed = world.push(["searchCondition": long])
        try world.send()
        #expect(world.get(failed)["status"] == 4 && world.get(failed)["error"]?.stringValue?.contains(".x in ncmb.indexes") == true)
        #expect(try world.bench.count("push_jobs") == 0)
        _ = world.push(["message": "next"])
        try world.send()
        #expect(world.received(open, "open").last?["message"] == "next")
    }

    @Test func `count who looked`() throws {
        let world = try PushBench()
        world.install("t")
        let id = world.push(["message": "m"])
        func opened(_ id: String, _ fields: JSON) -> Reply { world.bench.ask("push.opened", ["objectId": .string(id), "fields": fields]) }
        #expect(opened(id, ["deviceType": "ios", "deviceToken": "t"]).isSuccess && opened(id, [:]).isSuccess)
        #expect(world.get(id)["openNumber"] == 2)
        #expect(world.files.code(opened(id, ["deviceToken": "unknown"])) == "E404004")
        #expect(world.files.code(opened("nothing", [:])) == "E404001")
        #expect(world.get(id)["openNumber"] == 2)
    }
}

@Suite struct `Installations` {
    @Test func `have a token that no other has`() throws {
        let world = try PushBench()
        let first = world.create("installation", ["deviceToken": "000fa0ff", "deviceType": "ios", "timeZone": "Asia/Tokyo"])
        #expect(first.isSuccess)
        let again = world.create("installation", ["deviceToken": "000fa0ff"])
        #expect(world.files.code(again) == "E409001" && again.body["error"] == "Duplication Error.")
        for token: JSON in [nil, ""] {
            let reply = world.create("installation", ["deviceToken": token, "deviceType": "ios"])
            #expect(world.files.code(reply) == "E400003" && reply.body["error"] == "registrationId is must not be null.")
        }
    }

    @Test func `join channels and leave the last one`() throws {
        let world = try PushBench()
        let id = world.install("t")
        #expect(world.update("installation", id, ["channels": ["Eagle"]]).isSuccess && world.ids(["channels": "Eagle"]) == [id])
        #expect(world.update("installation", id, ["channels": []]).isSuccess && world.ids(["channels": "Eagle"]).isEmpty)
        for wrong: (JSON, String) in [("Eagle", "E400002"), ([1], "E400002"), ([""], "E400009")] {
            #expect(world.files.code(world.update("installation", id, ["channels": wrong.0])) == wrong.1)
        }
        #expect(world.files.code(world.update("installation", id, ["deviceType": 1])) == "E400004")
        #expect(world.update("installation", id, ["channels": nil, "badge": 3]).isSuccess)
    }
}
