@testable import Documents
import Linux
@testable import Messages
@testable import Storage
import Codecs
import Testing

@testable import Service

/// The longest turn of each request at its largest allowed size, in counted work. Others are answered between two turns, so this is what a
/// stranger can make them wait at once.
@Suite struct `The longest turn` {
    /// Units of `Work` of one turn, and SQLite's steps.
    static let workMax = 3 * Work.ofTurn
    static let stepsMax: Int64 = 100_000
    /// A change of an object is one turn, and over a network an object may have so many bytes: they are read and written once, and checked.
    static let objectWork = 3 * Int(NCMBSettings.objectBytesDefault) / Work.bytesOfUnit + workMax
    /// So is a change of relations: each pointer is one row to write.
    static let relatedWork = Work.ofWrite * Objects.relatedOverNetworkMax + workMax
    /// And one that empties a relation by another value of its field: its rows are counted, and then go.
    static let emptiedWork = (Work.ofRow + Work.ofWrite) * Objects.relatedOverNetworkMax + workMax

    /// The roles inside one are looked through in one turn.
    static let rolesWork = 5 * AccessList.entriesMax + 3 * Objects.nestedRolesOverNetworkMax + workMax
    private static let objects = ["objects.create", "objects.update", "objects.get", "objects.delete"], looking = "objects.get of a role's"
    private static let related = "objects.update of relations", emptied = "objects.update in place of a relation"

    private enum Size {
        /// Its parameters are few and short: it is measured in the story of a player with a history.
        case small
        case largest
        /// Nobody but an operator asks for it.
        case operators
    }

    /// What a request may bring that makes it long. One that is not here fails.
    private static func size(_ name: RequestName) -> Size {
        switch name {
        case .objectsCreate, .objectsUpdate, .objectsFind, .objectsGet, .objectsDelete, .usersLogIn, .filesAppend, .sendEvents:
            return .largest
        default: break
        }
        switch name.facts.asker {
        case .console, .gameServer, .carrier: return .operators
        case .client: return small.contains(name) ? .small : .largest
        }
    }

    private static let small: Set<RequestName> = [
        .heartbeat, .getLaunching, .getLaunchingStatus, .getImageNotices, .getGameNotices, .getServerTime, .idPLogin, .tokenLogin, .logout,
        .withdraw, .idPSettings, .addMapping, .addMappingForcibly, .removeMapping, .changeLogin, .requestTemporaryWithdrawal,
        .cancelTemporaryWithdrawal, .queryTransferAccount, .offerTransferAccount, .keepTransferAccount, .checkTransferAccount,
        .transferAccount, .openService, .iapSignIn, .prepareContact, .queryTerms, .updateTerms, .adoptTerms, .pushRegister, .pushQuery,
        .pushReceive, .pushAcknowledge, .pushClicked, .purchaseItems, .purchaseReserve, .purchaseReport, .purchaseAdopt, .purchaseConsume,
        .purchaseImport, .purchaseFinished, .purchaseOpen, .purchaseNotConsumed, .purchaseActivated, .purchaseRestore, .storePromotions,
        .leaderboardRanks, .couponUse, .storeTakePromotion, .storeBegin, .storePoll, .usersLogOut,
        .usersRequestPasswordReset, .usersRequestMailEntry,
        .usersFinishPasswordReset, .usersFinishMailEntry, .pushOpened, .installationsReceive, .installationsAcknowledge, .filesBegin,
        .filesFinish, .filesRead, .filesUpdate, .filesDelete, .beginSignIn, .continueSignIn,
    ]

    private final class Turns {
        let bench: ServiceBench
        private(set) var work: [String: Int] = [:]
        private(set) var steps: [String: Int64] = [:]
        private(set) var turns = 0
        /// In place of the request's.
        var name: String?

        init(_ bench: ServiceBench) {
            self.bench = bench
            _ = bench.database.takeSteps()
            bench.turnTaken = { [unowned self] request, _ in
                turns += 1
                let name = name ?? request.api
                work[name] = max(work[name] ?? 0, bench.service.core.spent)
                steps[name] = max(steps[name] ?? 0, bench.database.takeSteps())
            }
        }

        func ask(_ api: String, _ parameters: JSON, token: String? = nil) -> Reply {
            var request = Request(api: api, origin: .client, transactionId: "t", accessToken: token, parameters: parameters)
            request.setCarried(from: "192.0.2.1")
            turns = 0
            return bench.ask(request)
        }
    }

    @Test func `of each request at its largest size has a bound`() throws {
        let bench = try ServiceBench(settings: ["app": ["appId": "Shop"], "ncmb": ["passwordCost": 14]])
        let turns = Turns(bench)
        try fill(bench)
        try find(turns)
        try change(turns)
        #expect(turns.ask("users.logIn", ["userName": "nobody", "password": "x"]).body["code"]?.stringValue == "E401002")
        #expect(turns.turns > 100)
        try upload(turns)
        try tell(turns)
        try look(turns)
        for (name, work) in turns.work {
            let most =
                switch name {
                case Self.looking: Self.rolesWork
                case Self.related: Self.relatedWork
                case Self.emptied: Self.emptiedWork
                default: Self.objects.contains(name) ? Self.objectWork : Self.workMax
                }
            #expect(work <= most, "\(name): a turn of \(work) units")
            #expect(turns.steps[name] ?? 0 <= Self.stepsMax, "\(name): a turn of \(turns.steps[name] ?? 0) steps of SQLite")
        }
    }

    @Test func `every request that anybody may send is measured`() throws {
        let story = GrowthStory(try GrowthWorld(count: 1_000))
        let before = story.bench.turnTaken
        var longest: [String: Int] = [:]
        story.bench.turnTaken = { request, reply in
            longest[request.api] = max(longest[request.api] ?? 0, story.bench.service.core.spent)
            before?(request, reply)
        }
        try story.play()
        for name in RequestName.allCases {
            switch Self.size(name) {
            case .operators: continue
            case .largest:
                #expect(Self.measured.contains(name), "\(name.text) has no entry: is it small, or where is its largest size?")
            case .small:
                guard !Growth.refused.contains(name.text), Growth.growing[name.text] == nil else { continue }
                #expect(longest[name.text] ?? Int.max <= Self.workMax, "\(name.text): a turn of \(longest[name.text] ?? -1) units")
            }
        }
    }

    private static let measured: Set<RequestName> = [
        .objectsCreate, .objectsUpdate, .objectsFind, .objectsGet, .objectsDelete, .usersLogIn, .filesAppend, .sendEvents,
    ]

    private func fill(_ bench: ServiceBench) throws {
        try bench.database.begin()
        let everyone = #"'{"*":{"read":true,"write":true}}'"#
        let letters = String(repeating: "abcacbbcabac", count: 200)
        for (name, fields) in [
            ("Horse", #"printf('{"points":%d,"name":"\#(letters)%d"}', i % 7, i)"#),
            ("Long", #"printf('{"text":"%s"}', replace(hex(zeroblob(32768)), '0', 'ab'))"#),
        ] {
            _ = try bench.database.run(
                """
                INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields)
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                SELECT ?, printf('O%015d', i), 1, 1000 + i, 1000 + i, \(everyone), \(fields) FROM n
                """, [.integer(name == "Horse" ? 1_000 : 100), .text(name)])
        }
        try bench.database.commit()
        _ = bench.database.takeSteps()
    }

    private func find(_ turns: Turns) throws {
        let dear: JSON = ["$regex": "(a|b|c)*[ac].{14}[bc].{14}x$"]
        let inner: JSON = ["$select": ["query": ["className": "Horse", "where": ["points": 3], "limit": 40], "key": "points"]]
        let alternatives: [JSON] = (0..<60).map { ["name": ["$regex": .string("[ab]\($0)c$")]] }
        let nested: [(String, JSON)] = (0..<200).map { ("f\($0)", inner) }
        var many = JSONObject()
        for (name, value) in nested { many[name] = value }
        let values: [JSON] = (0..<10_000).map { .integer($0) }
        for (name, parameters) in [
            ("a regular expression", ["className": "Horse", "where": ["name": dear]] as JSON),
            ("alternatives", ["className": "Horse", "where": ["$or": .array(alternatives)]]),
            ("queries within", ["className": "Horse", "where": .object(many)]),
            ("values", ["className": "Horse", "where": ["points": ["$in": .array(values)]], "limit": 1_000]),
            ("a sort", ["className": "Horse", "order": "-name", "limit": 1_000]),
            ("long objects", ["className": "Long", "limit": 1_000]),
            ("long objects, counted", ["className": "Long", "count": 1, "limit": 1, "where": ["text": ["$ne": "x"]]]),
        ] {
            let reply = turns.ask("objects.find", parameters)
            #expect(reply.isSuccess, "\(name): \(reply.message)")
            #expect(turns.turns > 1, "\(name) was one turn")
        }
    }

    private func upload(_ turns: Turns) throws {
        let upload = try #require(turns.ask("files.begin", ["fileName": "f", "mimeType": "text/plain"]).body["upload"])
        let part = Base64.encode([UInt8](repeating: 1, count: StoredFiles.partBytesMax))
        for place in 0..<2 {
            let from = JSON.integer(Int64(place * StoredFiles.partBytesMax))
            #expect(turns.ask("files.append", ["upload": upload, "from": from, "part": .string(part)]).isSuccess)
        }
        #expect(!turns.ask("files.append", ["upload": upload, "from": 0, "part": .string(part + "AAAA")]).isSuccess)
    }

    /// A whole batch of metrics, each with another level, and the same once more.
    private func tell(_ turns: Turns) throws {
        let player = try turns.bench.login()
        let events: [JSON] = (0..<Limit.metricsInRequest).map {
            [
                "eventId": .string("e\($0)"), "type": "levelUp", "time": .integer(turns.bench.clock.epochMilliseconds()),
                "userId": .string(player.userId), "data": ["userLevel": .integer(Int64($0))],
            ]
        }
        for accepted in [events.count, 0] {
            let reply = turns.ask(
                "presence.sendEvents", ["events": .array(events), "journal": ["name": "j", "dropped": 1, "damaged": 0]],
                token: player.token)
            #expect(reply.body["accepted"] == .integer(Int64(accepted)), "\(reply.message)")
            #expect(reply.body["duplicates"] == .integer(Int64(events.count - accepted)))
            #expect(turns.turns > 10)
        }
    }

    /// At an object that only a role may read, whose roles inside are as many as are looked at, and more.
    private func look(_ turns: Turns) throws {
        let fields: JSON = ["userName": "una", "password": "password"]
        #expect(turns.ask("objects.create", ["className": "user", "fields": fields]).isSuccess)
        let token = try #require(turns.ask("users.logIn", fields).body["answer"]?["sessionToken"]?.stringValue)
        func inner(_ numbers: Range<Int>) -> JSON {
            let roles: [JSON] = numbers.map { ["__type": "Pointer", "className": "role", "objectId": .string("inner\($0)")] }
            return ["__op": "AddRelation", "objects": .array(roles)]
        }
        let most = Objects.nestedRolesOverNetworkMax
        let made = turns.ask(
            "objects.create", ["className": "role", "fields": ["roleName": "wide", "belongRole": inner(0..<most / 2)]])
        let wide = try #require(made.body["answer"]?["objectId"])
        for (numbers, isTaken) in [(most / 2..<most, true), (most..<most + 1, false)] {
            let fields: JSON = ["belongRole": inner(numbers)]
            #expect(turns.ask("objects.update", ["className": "role", "objectId": wide, "fields": fields]).isSuccess == isTaken)
        }
        let list: JSON = ["role:wide": ["read": true]]
        let secret = turns.ask("objects.create", ["className": "Secret", "fields": ["acl": list]])
        let id = try #require(secret.body["answer"]?["objectId"])
        turns.name = Self.looking
        #expect(!turns.ask("objects.get", ["className": "Secret", "objectId": id], token: token).isSuccess)
        try lookAtMany(turns, token)
        turns.name = nil
    }

    /// At one that each of many roles may read, with many inside of each: others, and the same ones again and again.
    private func lookAtMany(_ turns: Turns, _ token: String) throws {
        let bench = turns.bench
        func secret(_ names: [String]) throws -> JSON {
            var list = JSONObject()
            for name in names { list["role:" + name] = ["read": true] }
            let made = turns.ask("objects.create", ["className": "Secret", "fields": ["acl": .object(list)]])
            return ["className": "Secret", "objectId": try #require(made.body["answer"]?["objectId"])]
        }
        let (wide, deep) = (try secret((0..<AccessList.entriesMax).map { "w\($0)" }), try secret(["d0"]))
        try bench.database.begin()
        func insert(_ name: String, _ inner: [String]) throws {
            let fields = #"{"roleName":"\#(name)","belongRole":{"__type":"Relation","className":"role"}}"#
            _ = try bench.database.run(
                """
                INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields)
                VALUES ('role', ?, 1, 5, 5, '{"*":{"read":true}}', ?)
                """, [.text(name), .text(fields)])
            _ = try bench.database.run(
                "INSERT INTO object_names (class_name, kind, name, object_id) VALUES ('role', 'roleName', ?, ?)",
                [.text(name), .text(name)])
            for id in inner {
                _ = try bench.database.run(
                    """
                    INSERT INTO relations (class_name, object_id, field, target_class, target_id)
                    VALUES ('role', ?, 'belongRole', 'role', ?)
                    """, [.text(name), .text(id)])
            }
        }
        for number in 0..<AccessList.entriesMax { try insert("w\(number)", (0..<20).map { "v\(number)of\($0)" }) }
        for number in 0..<200 { try insert("d\(number)", (number + 1..<201).map { "d\($0)" }) }
        try bench.database.commit()
        _ = bench.database.takeSteps()
        for object in [wide, deep] { #expect(!turns.ask("objects.get", object, token: token).isSuccess) }
        // Nor does a change look at more.
        let more: JSON = ["__op": "AddRelation", "objects": [["__type": "Pointer", "className": "role", "objectId": "d0"]]]
        #expect(!turns.ask("objects.create", ["className": "role", "fields": ["roleName": "e", "belongRole": more]]).isSuccess)
    }

    /// As large as an object may be over a network, and larger.
    private func change(_ turns: Turns) throws {
        let most = Int(NCMBSettings.objectBytesDefault)
        let text = String(repeating: "x", count: most - 100)
        let long = turns.ask("objects.create", ["className": "Big", "fields": ["text": .string(text)]])
        let id = try #require(long.body["answer"]?["objectId"])
        let big: JSON = ["className": "Big", "objectId": id]
        #expect(turns.ask("objects.get", big).isSuccess)
        func update(_ fields: JSON) -> Reply { turns.ask("objects.update", ["className": "Big", "objectId": id, "fields": fields]) }
        #expect(update(["more": 1]).isSuccess)
        #expect(update(["much": .string(String(repeating: "y", count: 100))]).body["code"] == "E413002")
        #expect(turns.ask("objects.create", ["className": "Big", "fields": ["text": .string(text + text)]]).body["code"] == "E413002")
        #expect(turns.ask("objects.delete", big).isSuccess)
        try relate(turns)
    }

    private static func pointers(_ count: Int, from first: Int = 0) -> JSON {
        .array((first..<first + count).map { ["__type": "Pointer", "className": "Horse", "objectId": .string("P\($0)")] })
    }

    private func relate(_ turns: Turns) throws {
        let most = Objects.relatedOverNetworkMax
        let owner = try #require(turns.ask("objects.create", ["className": "Owner", "fields": [:]]).body["answer"]?["objectId"])
        func update(_ fields: JSON) -> Reply { turns.ask("objects.update", ["className": "Owner", "objectId": owner, "fields": fields]) }
        turns.name = Self.related
        for (kind, count, isTaken) in [
            ("AddRelation", most, true), ("AddRelation", most + 1, false), ("AddRelation", 100_000, false), ("RemoveRelation", most, true),
        ] {
            let reply = update(["friends": ["__op": .string(kind), "objects": Self.pointers(count)]])
            #expect(reply.isSuccess == isTaken, "\(kind) \(count): \(reply.message)")
        }
        // In parts over several fields it is as many.
        let half = Self.pointers(most / 2 + 1)
        #expect(!update(["a": ["__op": "AddRelation", "objects": half], "b": ["__op": "AddRelation", "objects": half]]).isSuccess)
        for part in 0..<5 {
            #expect(update(["friends": ["__op": "AddRelation", "objects": Self.pointers(most, from: part * most)]]).isSuccess)
        }
        #expect(update(["few": ["__op": "AddRelation", "objects": Self.pointers(most)]]).isSuccess)
        turns.name = Self.emptied
        #expect(update(["few": nil]).isSuccess)
        #expect(!update(["friends": nil]).isSuccess)
        turns.name = "objects.delete of relations"
        #expect(turns.ask("objects.delete", ["className": "Owner", "objectId": owner]).isSuccess)
        turns.name = nil
        try ended(turns.bench, owner, 5 * most)
    }

    /// What was in a relation of an object that is gone: nobody finds it, no export has it, and it goes in slices.
    private func ended(_ bench: ServiceBench, _ owner: JSON, _ count: Int) throws {
        func left() throws -> Int64 {
            try bench.database.query("SELECT COUNT(*) FROM relations WHERE class_name = 'Owner'", [])[0].integer(0)
        }
        #expect(try left() == Int64(count))
        let related: JSON = ["object": ["__type": "Pointer", "className": "Owner", "objectId": owner], "key": "friends"]
        let found = bench.ask("objects.find", ["className": "Horse", "where": ["$relatedTo": related], "count": 1])
        #expect(found.body["answer"]?["count"] == 0, "\(found.message)")
        #expect(bench.console("giveMembers", ["className": "Owner"]).body["rows"] == [])
        let row: JSON = ["objectId": owner, "friends": ["__type": "Relation", "className": "Horse"]]
        #expect(bench.console("takeObject", ["className": "Owner", "row": row]).isSuccess)
        #expect(try left() == 0)
        try bench.database.begin()
        _ = try bench.database.run("INSERT INTO relation_ends (class_name, object_id) VALUES ('Owner', 'gone')", [])
        for number in 0..<3 * SlicedWork.rows {
            _ = try bench.database.run(
                """
                INSERT INTO relations (class_name, object_id, field, target_class, target_id)
                VALUES ('Owner', 'gone', 'friends', 'Horse', ?)
                """, [.text("P\(number)")])
        }
        try bench.database.commit()
        _ = try bench.login()
        bench.clock.advance(2 * CalendarDay.dayMilliseconds)
        try bench.sweepAll()
        #expect(try left() == 0)
        #expect(try bench.database.query("SELECT 1 FROM relation_ends", []).isEmpty)
    }
}
