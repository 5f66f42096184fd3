import Codecs
import Linux
import Storage
import Testing

@testable import Documents
@testable import Messages
@testable import Service

/// A share of the app's storage for each user and each network.
@Suite struct `Shares of storage` {
    /// Somebody elsewhere: a network, and perhaps a user.
    private struct Somebody {
        let network: String
        let token: String?
    }

    private func ask(_ bench: ObjectBench, _ somebody: Somebody, _ api: String, _ parameters: JSON) -> Reply {
        var request = Request(api: api, origin: .client, transactionId: "t", accessToken: somebody.token, parameters: parameters)
        request.setCarried(from: somebody.network)
        return bench.bench.ask(request)
    }

    private func people(_ bench: ObjectBench) throws -> [Somebody] {
        let una = try bench.signUp("Una"), uwe = try bench.signUp("Uwe")
        return [
            Somebody(network: "192.0.2.1", token: nil), Somebody(network: "192.0.2.2", token: nil),
            Somebody(network: "192.0.2.1", token: una.token), Somebody(network: "192.0.2.2", token: una.token),
            Somebody(network: "", token: uwe.token), Somebody(network: "", token: nil),
        ]
    }

    /// What the rows say, without the sums.
    private func counted(_ bench: ObjectBench) throws -> [String: Int64] {
        var sums: [String: Int64] = [:]
        func add(_ row: Row, _ kind: String, _ amount: Int64) {
            for place in 0..<2 where !row.text(place).isEmpty { sums["\(row.text(place)) \(kind)", default: 0] += amount }
        }
        let objects = try bench.bench.database.query(
            """
            SELECT owner, network, class_name, LENGTH(fields) + LENGTH(acl) + \(Objects.memberBytes) * (SELECT COUNT(*) FROM relations r
                WHERE r.class_name = o.class_name AND r.object_id = o.object_id), bytes FROM objects o
            """, [])
        for row in objects {
            let kinds = ["installation": "installations", "role": "roles"]
            if row.text(2) != "file", row.text(2) != "user" { add(row, kinds[row.text(2)] ?? "objects", 1) }
            if !row.text(0).isEmpty || !row.text(1).isEmpty { #expect(row.integer(3) == row.integer(4)) }
            add(row, "objectBytes", row.integer(4))
        }
        let contents = try bench.bench.database.query(
            """
            SELECT owner, network, (SELECT COALESCE(SUM(LENGTH(c.bytes)), 0) FROM file_chunks c WHERE c.content_id = f.content_id)
            FROM file_contents f
            """, [])
        for row in contents {
            add(row, "files", 1)
            add(row, "fileBytes", row.integer(2) + StoredFiles.contentBytes)
        }
        return sums.filter { $0.value != 0 }
    }

    /// A change of a relation: members come twice, and those go that are none.
    private static func relation(_ kind: Int, _ next: (Int) -> Int) -> JSON {
        if kind == 3 { return ["friends": [nil, "no relation"][next(2)]] }
        let pointers = (0..<next(80)).map { _ -> JSON in
            ["__type": "Pointer", "className": "Horse", "objectId": .string("h\(next(60))")]
        }
        return ["friends": ["__op": kind == 2 ? "RemoveRelation" : "AddRelation", "objects": .array(pointers)]]
    }

    private static func list(_ count: Int) -> JSON {
        var list: JSONObject = ["*": ["read": true, "write": true]]
        for number in 0..<count { list["user\(number)"] = ["read": true] }
        return .object(list)
    }

    private func kept(_ bench: ObjectBench) throws -> [String: Int64] {
        var sums: [String: Int64] = [:]
        for row in try bench.bench.database.query("SELECT owner, kind, amount FROM storage_shares WHERE day = 0 AND amount <> 0", []) {
            sums["\(row.text(0)) \(row.text(1))"] = row.integer(2)
        }
        return sums
    }

    @Test func `a push stays in its sender's share, however many look at it, and counts also those whose share is full`() throws {
        let bench = try ObjectBench(["app": ["appId": "Shop"], "shares": ["network": ["objects": 1]]])
        let sender = Somebody(network: "192.0.2.1", token: nil), player = Somebody(network: "192.0.2.2", token: nil)
        let pushes = try [sender, player].map { who in
            try #require(
                ask(bench, who, "objects.create", ["className": "push", "fields": ["message": "m"]]).body["answer"]?["objectId"])
        }
        let before = try kept(bench)
        for _ in 0..<10 { #expect(ask(bench, player, "push.opened", ["objectId": pushes[0]]).isSuccess) }
        #expect(bench.get("push", pushes[0].stringValue ?? "")["openNumber"] == 10)
        let after = try kept(bench)
        for (share, amount) in before { #expect(amount == after[share] || share.hasSuffix(" objectBytes"), "\(share)") }
        #expect(try counted(bench) == after)
    }

    @Test(arguments: [1, 2, 3]) func `sums agree with the rows, whatever anybody does`(seed: UInt64) throws {
        let bench = try ObjectBench(["app": ["appId": "Shop"]])
        let people = try people(bench)
        let bytes = ServiceTestRandom(seed: seed).bytes(24_000)
        var place = 0
        func next(_ count: Int) -> Int {
            place += 2
            return (Int(bytes[place - 2]) << 8 | Int(bytes[place - 1])) % count
        }
        var objects: [(className: String, id: String)] = []
        var uploads: [JSON] = []
        for step in 0..<400 {
            let who = people[next(people.count)]
            let text = JSON.string(String(repeating: "x", count: next(400)))
            switch next(10) {
            case 0, 1, 2:
                let className = ["Horse", "role", "installation", "Horse"][next(4)]
                let fields: JSON = ["text": text, "roleName": .string("r\(step)"), "deviceToken": .string("d\(step)")]
                let reply = ask(bench, who, "objects.create", ["className": .string(className), "fields": fields])
                if let id = reply.body["answer"]?["objectId"]?.stringValue { objects.append((className, id)) }
            case 3, 4, 5:
                guard !objects.isEmpty else { continue }
                let (className, id) = objects[next(objects.count)]
                let fields = [["text": text], Self.relation(next(4), next), ["acl": Self.list(next(9))]][next(3)]
                _ = ask(bench, who, "objects.update", ["className": .string(className), "objectId": .string(id), "fields": fields])
            case 6:
                guard !objects.isEmpty else { continue }
                let (className, id) = objects.remove(at: next(objects.count))
                let key: JSON = ["className": .string(className), "objectId": .string(id)]
                if next(2) == 0 { _ = bench.bench.console("removeObject", key) } else { _ = ask(bench, who, "objects.delete", key) }
            case 7:
                let begun = ask(bench, who, "files.begin", ["fileName": .string("f\(next(4))")])
                if let upload = begun.body["upload"] { uploads.append(upload) }
            case 8:
                guard let upload = uploads.last else { continue }
                let part = JSON.string(Base64.encode([UInt8](repeating: 7, count: 1 + next(300))))
                _ = ask(bench, who, "files.append", ["upload": upload, "from": 0, "part": part])
                if next(2) == 0 { _ = ask(bench, who, "files.finish", ["upload": upload, "abandons": .bool(next(3) == 0)]) }
            default: _ = ask(bench, who, "files.delete", ["fileName": .string("f\(next(4))")])
            }
            #expect(try kept(bench) == counted(bench), "step \(step)")
        }
        bench.bench.clock.advance(StoredFiles.uploadMilliseconds + 2)
        try bench.bench.sweepAll()
        #expect(try bench.bench.count("file_contents", "state = 0") == 0)
        #expect(try kept(bench) == counted(bench))
    }

    @Test func `metrics of a network have a number of bytes for each day, and those that are sent again take none`() throws {
        // Four, each of 256 bytes and its data.
        let bench = try ObjectBench(["app": ["appId": "Shop"], "shares": ["network": ["metricBytes": 1_100]]])
        let guest = try bench.bench.login()
        func send(_ ids: ClosedRange<Int>, from network: String?) -> Reply {
            let events = ids.map { id -> JSON in
                ["eventId": .string("e\(id)"), "type": "levelUp", "time": 1, "userId": .string(guest.userId), "data": ["userLevel": 2]]
            }
            guard let network else { return bench.bench.ask("presence.sendEvents", ["events": .array(events)], token: guest.token) }
            return ask(bench, Somebody(network: network, token: guest.token), "presence.sendEvents", ["events": .array(events)])
        }
        for _ in 0..<5 { #expect(send(1...4, from: "192.0.2.1").isSuccess) }
        // Another batch that is partly there already comes whole, or not at all.
        let refused = send(4...6, from: "192.0.2.1")
        #expect(!refused.isSuccess && refused.message.contains("shares.network.metricBytes"))
        #expect(try bench.bench.count("analytics_events") == 4)
        #expect(send(5...8, from: "192.0.2.2").body["accepted"] == 4)
        // What the game's own process sends is in nobody's share.
        for first in [11, 21, 31] { #expect(send(first...first + 9, from: nil).isSuccess) }
        bench.bench.clock.advance(CalendarDay.dayMilliseconds)
        #expect(send(41...44, from: "192.0.2.1").isSuccess && !send(45...45, from: "192.0.2.1").isSuccess)
    }

    @Test func `a store of the version before goes on, and its rows get owners when they grow`() throws {
        let bench = try ServiceBench(settings: ["app": ["appId": "Shop"]]) { database in
            try Migrations.apply(Schema.migrations.filter { $0.version < 27 }, to: database)
            _ = try database.run(
                """
                INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields)
                VALUES ('Horse', 'old', 1, 5, 5, '{"*":{"read":true,"write":true}}', '{"name":"h"}')
                """, [])
            _ = try database.run(
                """
                INSERT INTO file_contents (content_id, state, state_date, file_name, mime_type, parts, bytes)
                VALUES ('up', 0, 5, 'f', 'text/plain', 0, 0)
                """, [])
        }
        func ask(_ api: String, _ parameters: JSON) -> Reply {
            var request = Request(api: api, origin: .client, transactionId: "t", parameters: parameters)
            request.setCarried(from: "192.0.2.1")
            return bench.ask(request)
        }
        let horse: JSON = ["className": "Horse", "objectId": "old"]
        #expect(ask("objects.get", horse).body["answer"]?["name"] == "h")
        #expect(try bench.count("storage_shares") == 0)
        #expect(ask("objects.update", ["className": "Horse", "objectId": "old", "fields": ["name": "longer"]]).isSuccess)
        #expect(try bench.count("storage_shares", "kind = 'objects' AND amount = 1") == 1)
        #expect(ask("objects.delete", horse).isSuccess)
        #expect(try bench.count("storage_shares", "amount <> 0") == 0)
        try bench.sweepAll()
        #expect(try bench.count("file_contents") == 0)
    }

    @Test func `one network's share is one network's, and its refusal says what to do`() throws {
        let small: JSON = ["objects": 3, "objectBytes": 1_000_000, "files": 2, "fileBytes": 100_000]
        let bench = try ObjectBench(["app": ["appId": "Shop"], "shares": ["network": small, "user": ["objects": 2]]])
        let people = try people(bench)
        func create(_ who: Somebody) -> Reply { ask(bench, who, "objects.create", ["className": "Horse", "fields": [:]]) }
        for _ in 0..<3 { #expect(create(people[0]).isSuccess) }
        let refused = create(people[0])
        #expect(refused.body["code"] == "E429001")
        #expect(
            refused.body["error"]
                == "This network has its share of 3 objects; delete some, or ask the operator for more (shares.network.objects).")
        // The same network for everybody in it, and the user's own for the user, wherever it is.
        #expect(!create(people[2]).isSuccess && create(people[3]).isSuccess && create(people[3]).isSuccess && !create(people[3]).isSuccess)
        #expect(create(people[1]).isSuccess && !create(people[1]).isSuccess)
        // This machine is no network; the process of the game has no share.
        for _ in 0..<4 { #expect(create(people[5]).isSuccess) }
        for _ in 0..<2 { #expect(create(people[4]).isSuccess) }
        #expect(!create(people[4]).isSuccess)
        for _ in 0..<5 { _ = try bench.create("Horse", [:]) }
    }

    @Test func `rights and members of relations are counted with the bytes of their object`() throws {
        let bench = try ObjectBench(["app": ["appId": "Shop"], "shares": ["network": ["objectBytes": 20_000]]])
        let people = try people(bench)
        let horse: JSON = ["className": "Horse", "fields": [:]]
        let id = try #require(ask(bench, people[0], "objects.create", horse).body["answer"]?["objectId"])
        func update(_ who: Somebody, _ fields: JSON) -> Reply {
            ask(bench, who, "objects.update", ["className": "Horse", "objectId": id, "fields": fields])
        }
        func members(_ range: Range<Int>, _ operation: String = "AddRelation") -> JSON {
            let pointers = range.map { ["__type": "Pointer", "className": "Horse", "objectId": .string("h\($0)")] as JSON }
            return ["friends": ["__op": .string(operation), "objects": .array(pointers)]]
        }
        #expect(update(people[0], members(0..<100)).isSuccess && update(people[0], members(0..<100)).isSuccess)
        let refused = update(people[0], members(100..<200))
        #expect(refused.body["code"] == "E429001" && refused.body["error"]?.stringValue?.contains("shares.network.objectBytes") == true)
        #expect(update(people[0], ["acl": Self.list(400)]).body["code"] == "E429001")
        // What was refused is not there, and what goes gives its room back; what is not there gives none.
        #expect(update(people[0], members(500..<900, "RemoveRelation")).isSuccess && !update(people[0], members(100..<200)).isSuccess)
        #expect(update(people[0], members(0..<50, "RemoveRelation")).isSuccess && update(people[0], members(100..<150)).isSuccess)
        #expect(update(people[0], ["friends": nil]).isSuccess && update(people[0], ["acl": Self.list(400)]).isSuccess)
        #expect(try kept(bench) == counted(bench))
    }

    @Test(arguments: ["", "a b", "../a", String(repeating: "x", count: 129), String(repeating: "x", count: 100_000)])
    func `a member of a relation has an id that an object may have`(id: String) throws {
        let bench = try ObjectBench(["app": ["appId": "Shop"]])
        let pointer: JSON = ["__type": "Pointer", "className": "Horse", "objectId": .string(id)]
        let fields: JSON = ["friends": ["__op": "AddRelation", "objects": [pointer]]]
        let reply = ask(
            bench, Somebody(network: "192.0.2.1", token: nil), "objects.create", ["className": "Horse", "fields": fields])
        #expect(reply.body["code"] == "E400004")
        #expect(try bench.bench.count("relations") == 0)
    }

    @Test func `an upload that nobody goes on with is over in an hour, and gives back what it took`() throws {
        let bench = try ObjectBench(["app": ["appId": "Shop"], "shares": ["network": ["files": 1]]])
        let people = try people(bench)
        #expect(ask(bench, people[0], "files.begin", ["fileName": "a"]).isSuccess)
        #expect(!ask(bench, people[0], "files.begin", ["fileName": "b"]).isSuccess)
        bench.bench.clock.advance(StoredFiles.uploadMilliseconds / 2)
        let other = try #require(ask(bench, people[1], "files.begin", ["fileName": "c"]).body["upload"])
        bench.bench.clock.advance(StoredFiles.uploadMilliseconds / 2 + 2)
        try bench.bench.sweepAll()
        #expect(ask(bench, people[0], "files.begin", ["fileName": "b"]).isSuccess)
        #expect(ask(bench, people[1], "files.append", ["upload": other, "from": 0, "part": "AAAA"]).isSuccess)
        #expect(try kept(bench) == counted(bench))
        // A service that begins finds what is over.
        bench.bench.clock.advance(StoredFiles.uploadMilliseconds + 2)
        try bench.bench.service.core.readNextUploadDate()
        #expect(bench.bench.service.restMilliseconds.map { $0 <= 0 } == true)
        try bench.bench.sweepAll()
        #expect(try bench.bench.count("file_contents") == 0)
    }

    @Test func `files of an import are nobody's share, from wherever the operator sends them`() throws {
        let bench = try ObjectBench(["app": ["appId": "Shop"], "shares": ["network": ["files": 1]]])
        let people = try people(bench)
        for number in 0..<3 {
            let row: JSON = ["objectId": .string("f\(number)"), "fileName": .string("file \(number)"), "mimeType": "text/plain"]
            #expect(bench.bench.console("takeFile", ["row": row]).body["isNew"] == true)
            let begun = ask(bench, people[0], "files.begin", ["fileName": .string("file \(number)"), "mimeType": "text/plain"])
            let upload = try #require(begun.body["upload"], "\(begun.body)")
            #expect(ask(bench, people[0], "files.append", ["upload": upload, "from": 0, "part": "AAAA"]).isSuccess)
            #expect(bench.bench.console("takeFile", ["row": row, "upload": upload]).body["isNew"] == true)
            #expect(try kept(bench) == counted(bench) && bench.bench.count("file_contents", "network IS NULL") == Int64(number + 1))
        }
        #expect(ask(bench, people[0], "files.begin", ["fileName": "a player's"]).isSuccess)
        #expect(!ask(bench, people[0], "files.begin", ["fileName": "another"]).isSuccess)
        #expect(bench.bench.ask("files.delete", ["fileName": "file 0"]).isSuccess)
        #expect(try kept(bench) == counted(bench))
    }

    @Test func `accounts, guests and devices of a network have a number for each day`() throws {
        let terms: JSON = [
            "termsSeq": 1, "termsVersion": "1", "termsCountryType": "ETC", "contents": [["termsContentSeq": 1, "name": "All"]],
        ]
        let bench = try ObjectBench([
            "app": ["appId": "Shop"], "shares": ["network": ["accounts": 2, "guests": 2, "devices": 2]], "terms": [terms],
        ])
        let here = Somebody(network: "192.0.2.1", token: nil), there = Somebody(network: "192.0.2.2", token: nil)
        var number = 0
        func account(_ who: Somebody) -> Bool {
            number += 1
            let fields: JSON = ["authData": ["anonymous": ["id": .string("a-secret-of-the-device-\(number)")]]]
            return ask(bench, who, "objects.create", ["className": "user", "fields": fields]).isSuccess
        }
        func guest(_ who: Somebody) -> Bool {
            number += 1
            let login: JSON = ["idPCode": "guest", "accessToken": .string("a-guest-secret-of-32-characters-\(number)")]
            return ask(bench, who, "gateway.idPLogin", ["idPInfo": login, "member": [:]]).isSuccess
        }
        func answer(_ who: Somebody, _ device: String) -> Bool {
            let answers: JSON = [["termsContentSeq": 1, "agreed": true]]
            return ask(
                bench, who, "tos.updateTerms",
                ["deviceKey": .string(device), "termsSeq": 1, "termsVersion": "1", "contents": answers]
            ).isSuccess
        }
        func device(_ who: Somebody) -> Bool {
            number += 1
            return answer(who, "device \(number)")
        }
        for make in [account, guest, device] {
            #expect(make(here) && make(here) && !make(here) && make(there))
        }
        // One that has answered answers again; of one that was refused nothing is kept.
        #expect(answer(here, "device \(number - 3)"))
        #expect(try bench.bench.count("terms_consents") == 3)
        bench.bench.clock.advance(CalendarDay.dayMilliseconds)
        #expect(account(here) && guest(here) && device(here))
        bench.bench.clock.advance(3 * CalendarDay.dayMilliseconds)
        try bench.bench.sweepAll()
        #expect(try bench.bench.count("storage_shares", "day > 0") == 0)
    }

    @Test func `what another asks between two slices of somebody's request gives that one nothing`() throws {
        let bench = try ObjectBench(["app": ["appId": "Shop", "typeCode": "REAL"], "idPs": ["guest": [:]]])
        bench.bench.service.core.passwordCost = 14
        let una = try bench.signUp("Una")
        var turns = 0
        bench.bench.turnTaken = { request, reply in
            guard request.name == .objectsUpdate, reply == nil else { return }
            turns += 1
            _ = bench.bench.console("saveSettings")
        }
        let forged: JSON = ["password": "another", "authData": ["google": ["id": "the-victims", "access_token": "t"]]]
        let reply = ask(
            bench, Somebody(network: "192.0.2.1", token: una.token), "objects.update",
            ["className": "user", "objectId": .string(una.userId), "fields": forged])
        #expect(turns > 0 && !reply.isSuccess, "\(reply.body)")
    }
}
