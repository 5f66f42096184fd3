@testable import Documents
@testable import Messages
@testable import Service
import Codecs
import Linux
import Storage
import Testing

/// Stands for the key of a server.
final class TestKeeper: SecretKeeper {
    func seal(_ text: String, for place: String) -> String? {
        GuardedField.sealedPrefix + "test." + Base64URL.encode(text.utf8.map { $0 ^ 0x5A } + Array(place.utf8))
    }

    func open(_ text: String, for place: String) -> String? {
        guard let bytes = TextParts.rest(of: text, behind: GuardedField.sealedPrefix + "test.").flatMap({ Base64URL.decode($0) }),
            bytes.count > place.utf8.count, Array(bytes.suffix(place.utf8.count)) == Array(place.utf8)
        else { return nil }
        return String(decoding: bytes.dropLast(place.utf8.count).map { $0 ^ 0x5A }, as: UTF8.self)
    }
}

/// The world of refusals as a server has it, with a marked secret in every place that may hold one. Everybody may read the user.
private final class SecretWorld {
    let world: RefusalWorld
    let mark: String
    let una: String
    let installation: String
    var bench: ServiceBench { world.bench }

    static let secretKey = "game-server-"

    init(_ mark: String, path: String = ":memory:") throws {
        self.mark = mark
        world = try RefusalWorld(ServiceBench(path: path, keepsEvents: true, keeper: TestKeeper()))
        una = world.players["Una"]?.userId ?? ""
        installation = world.objectIds["installation"]?.stringValue ?? ""
        try plantSettings()
        try plantObjects()
        _ = bench.takeEvents()
    }

    private func plantSettings() throws {
        var settings = try #require(bench.console("saveSettings").body["settings"]?.objectValue)
        var app = settings["app"]?.objectValue ?? [:]
        app["secretKey"] = .string(Self.secretKey + mark)
        app["iapAppKey"] = .string("iap-" + mark)
        settings["app"] = .object(app)
        settings["ncmb"] = [
            "applicationKey": "application", "clientKey": .string("client-" + mark), "indexes": ["user.level", "Horse.name"],
        ]
        settings["testDevices"] = ["deviceKeys": [.string("device-" + mark)]]
        settings["idPs"] = [
            "guest": [:], "google": ["clientSecret": .string("secret-" + mark), "privateKey": .string("private-" + mark)], "steam": [:],
        ]
        settings["stores"] = .array(
            (settings["stores"]?.arrayValue ?? []).map { store in
                guard store["storeCode"] == "PAGE", var page = store.objectValue else { return store }
                page["apiKey"] = .string("api-" + mark)
                page["webhookSecret"] = .string("webhook-" + mark)
                return .object(page)
            })
        #expect(bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        try bench.sweepAll()
    }

    private func plantObjects() throws {
        let token = world.players["Una"]?.token
        let links: JSON = [
            "anonymous": ["id": .string("anonymous-" + mark)],
            "facebook": ["id": .string("facebook-" + mark), "access_token": .string("token-" + mark)],
            "twitter": [
                "id": .string("twitter-" + mark), "screen_name": "una", "oauth_token": .string("oauth-" + mark),
                "oauth_token_secret": .string("hush-" + mark), "consumer_secret": .string("consumer-" + mark),
            ],
        ]
        func update(_ className: JSON, _ id: String, _ fields: JSON) {
            let reply = bench.ask("objects.update", ["className": className, "objectId": .string(id), "fields": fields], token: token)
            #expect(reply.message == "")
        }
        update(
            "user", una,
            [
                "authData": links, "mailAddress": .string("\(mark)@example.com"), "level": 7,
                "acl": ["*": ["read": true], .init(una): ["read": true, "write": true]],
            ])
        update("installation", installation, ["deviceToken": .string("device-token-" + mark), "badge": 1])
        let push: JSON = [
            "message": "m", "deliveryTime": ["__type": "Date", "iso": "2099-01-01T00:00:00.000Z"],
            "searchCondition": ["$or": [["deviceToken": .string("device-token-" + mark)], ["deviceToken": ["$in": [.string(mark)]]]]],
        ]
        #expect(bench.ask("objects.create", ["className": "push", "fields": push]).message == "")
    }

    enum Asker: CaseIterable { case stranger, other, owner, gameServer, operator_ }

    func request(_ name: RequestName, _ body: JSON, _ asker: Asker) -> Request {
        let (origin, token): (RequestOrigin, String?) =
            switch asker {
            case .stranger: (.client, nil)
            case .other: (.client, world.players["Uwe"]?.token)
            case .owner: (.client, world.players["Una"]?.token)
            case .gameServer: (.gameServer, nil)
            case .operator_: (.console, nil)
            }
        var request = Request(name, origin: origin, transactionId: "t", accessToken: token, parameters: body)
        request.isOwnProcess = false
        return request
    }

    /// The answer with what it told, in a transaction that is taken back: the next one finds the same world.
    func said(_ request: Request) throws -> String {
        try bench.database.begin()
        defer {
            bench.database.rollback()
            bench.service.requestRolledBack()
            _ = bench.service.takeEvents()
        }
        var reply = try bench.service.reply(to: request)
        if let work = bench.service.takeUnfinished() {
            while true { if let end = try bench.service.proceeded(work) { reply = end; break } }
        }
        let told = bench.service.core.raised.filter { $0.kind != .ncmbMail }.map { "\($0.kind.text) \($0.body.text())" }
        return "\(reply.resultCode) \(reply.message) \(reply.body.text()) \(told.joined(separator: " "))"
    }

    /// Every shape of a condition over a path.
    static func conditions(_ path: String, _ guess: String) -> [JSON] {
        let tests: [JSON] = [
            .string(guess), ["$ne": .string(guess)], ["$in": [.string(guess), "x"]], ["$nin": [.string(guess)]], ["$exists": true],
            ["$exists": false], ["$regex": .string(String(guess.prefix(4)))], ["$regex": ".*"], ["$regex": "^[a-m]"], ["$gt": ""],
            ["$lt": .string(guess)], ["$gte": .string(guess)], ["$lte": .string(guess)], ["$all": [.string(guess)]],
            ["$inArray": [.string(guess)]], ["$ninArray": [.string(guess)]], ["$gt": "", "$lt": "~"], nil, ["$ne": nil],
            ["$select": ["query": ["className": "Horse", "where": [:]], "key": "name"]],
            ["$inQuery": ["className": "user", "where": [:]]],
        ]
        var all: [JSON] = tests.map { [.init(path): $0] }
        all += tests.map { ["$or": [[.init(path): $0], ["objectId": "nobody"]]] }
        all += tests.prefix(8).map { ["$and": [[.init(path): $0], ["createDate": ["$gt": "2000-01-01T00:00:00.000Z"]]]] }
        return all
    }

    /// Finds in which the path is a condition, an order, selected, in a query within a query, or of what is included.
    func finds(_ className: String, _ path: String, _ guess: String) -> [JSON] {
        let conditions = Self.conditions(path, guess)
        let name = JSON.string(className)
        var all: [JSON] = conditions.map { ["className": name, "where": $0, "count": 1] }
        for order in [path, "-" + path, "level,\(path)"] { all.append(["className": name, "order": .string(order), "count": 1]) }
        for condition in conditions {
            let query: JSON = ["className": name, "where": condition]
            for test in ["$inQuery", "$notInQuery"] {
                all.append(["className": "Horse", "where": ["owner": [.init(test): query]], "count": 1, "include": "owner"])
            }
            let role = world.objectIds["role"] ?? nil
            let related: JSON = ["object": ["__type": "Pointer", "className": "role", "objectId": role], "key": "belongUser"]
            all.append(["className": name, "where": ["$and": [condition, ["$relatedTo": related]]], "count": 1])
        }
        for operand: JSON in [["query": ["className": name, "where": [:]], "key": .string(path)]] {
            for field in ["name", "level", "objectId"] {
                all.append(["className": "Horse", "where": [.init(field): ["$select": operand]], "count": 1])
            }
        }
        for include in ["owner", "owner.\(path)", path] {
            all.append(["className": "Horse", "include": .string(include)])
            all.append(["className": name, "include": .string(include)])
        }
        return all
    }

    static let paths: [(className: String, paths: [String])] = [
        (
            "user",
            [
                "authData", "authData.anonymous", "authData.anonymous.id", "authData.facebook.access_token", "authData.twitter.oauth_token",
                "mailAddress", "password", "sessionToken",
            ]
        ),
        ("installation", ["deviceToken", "deviceToken.0"]),
    ]
}

@Suite struct `Secrets are not data` {
    /// Of the same length, so that nothing but the letters is different.
    private static let marks = ["MARKED-secret-of-a-world-0123456789", "other5-SECRET-in-b-world-9876543210"]

    /// Nobody learns a secret of a stored object, and no answer depends on it, however it is asked.
    @Test func `no find tells a stranger or another player of a field that is not theirs`() throws {
        let worlds = try Self.marks.map { try SecretWorld($0) }
        var asked = 0
        for asker in [SecretWorld.Asker.stranger, .other] {
            for (className, paths) in SecretWorld.paths {
                for path in paths {
                    for guess in [
                        Self.marks[0], "anonymous-" + Self.marks[0], "\(Self.marks[0])@example.com", "device-token-" + Self.marks[0],
                    ] {
                        for find in worlds[0].finds(className, path, guess) {
                            let said = try worlds.map { try $0.said($0.request(.objectsFind, find, asker)) }
                            #expect(said[0] == said[1], "\(asker) \(find.text())")
                            #expect(
                                !said[0].contains(Self.marks[0]) && !said[0].contains(GuardedField.digest("", of: "").prefix(8)),
                                "\(find.text())")
                            asked += 1
                        }
                    }
                }
            }
        }
        #expect(asked > 5_000)
    }

    @Test func `every request of every asker answers without a secret`() throws {
        let worlds = try Self.marks.map { try SecretWorld($0) }
        for name in RequestName.allCases {
            for asker in SecretWorld.Asker.allCases {
                var bodies = worlds[0].world.bodies(of: name.text).map { $0.body }
                for (className, id) in [("user", worlds[0].una), ("installation", worlds[0].installation)] {
                    bodies.append(["className": .string(className), "objectId": .string(id), "include": "owner"])
                    bodies.append(["className": .string(className), "row": ["objectId": .string(id)]])
                }
                for body in bodies {
                    let said = try worlds.map { world in
                        // A game server says the key that it has.
                        let text = body.text().replacing("\"shop-secret\"", with: "\"\(SecretWorld.secretKey)\(world.mark)\"")
                            .replacing("\"iap-key\"", with: "\"iap-\(world.mark)\"")
                        return try world.said(world.request(name, try JSON.parse(text), asker))
                    }
                    for (place, text) in said.enumerated() {
                        var text = text
                        // A user sees its own address, and who logs in by the right password is that user; an operator sees everybody's.
                        if asker == .owner || asker == .operator_ || name == .usersLogIn {
                            text = text.replacing("\(Self.marks[place])@example.com", with: "")
                        }
                        #expect(!text.contains(Self.marks[place]), "\(name.text) \(asker) \(body.text())")
                    }
                    if asker == .stranger || asker == .other || asker == .gameServer, name != .usersLogIn {
                        #expect(said[0] == said[1], "\(name.text) \(asker) \(body.text())")
                    }
                }
            }
        }
    }

    @Test func `what opens something is not in the file`() throws {
        let folder = TestFolder()
        let path = folder.file("gamebase.db")
        let world = try SecretWorld(Self.marks[0], path: path)
        try world.bench.sweepAll()
        world.bench.database.close()
        for suffix in ["", "-wal"] {
            guard let bytes = try? Files.read(path + suffix, bytesMax: 64 << 20) else { continue }
            let text = String(decoding: bytes, as: UTF8.self).replacing("\(Self.marks[0])@example.com", with: "")
            // Those of stores and providers gamebased seals before a service hears of them.
            var found = text
            for name in ["api-", "webhook-", "secret-", "private-"] { found = found.replacing(name + Self.marks[0], with: "") }
            #expect(!found.contains(Self.marks[0]), "\(suffix)")
        }
    }

    @Test func `settings that were shown are loaded again with their secrets, each at its own place`() throws {
        let world = try SecretWorld(Self.marks[0])
        let shown = try #require(world.bench.console("saveSettings").body["settings"])
        #expect(!shown.text().contains(Self.marks[0]))
        func stored() throws -> String {
            try world.bench.database.query("SELECT value FROM service_state WHERE name = 'settings'", [])[0].text(0)
        }
        let before = try stored()
        #expect(world.bench.console("loadSettings", ["settings": shown]).message == "")
        #expect(try stored() == before)
        // Of the settings in force a mark of another place, or of another secret, opens nothing.
        var moved = try #require(shown.objectValue)
        moved["tcLaunching"] = shown["stores"]?.arrayValue?.last?["apiKey"] ?? nil
        #expect(world.bench.console("loadSettings", ["settings": .object(moved)]).message == "")
        #expect(try !stored().contains("\"tcLaunching\":\"api-"))
    }

    @Test func `every text of the settings that opens something is in the table`() throws {
        let file = Repository.file("include/Gamebase/console.schema.json")
        let schema = try JSON.parse(String(decoding: #require(try Files.read(file, bytesMax: 4 << 20)), as: UTF8.self))
        var marked: Set<String> = []
        var named: Set<String> = []
        func walk(_ json: JSON, _ path: [String]) {
            guard let object = json.objectValue else { return }
            if let reference = object["$ref"]?.stringValue {
                var target = schema
                for part in reference.split(separator: "/").dropFirst() { target = target[String(part)] ?? nil }
                walk(target, path)
            }
            if object["writeOnly"] == true { marked.insert(path.joined(separator: ".")) }
            let last = (path.last == "*" ? path.dropLast().last : path.last)?.lowercased() ?? ""
            let isText = object["type"] == "string" || object["type"]?.arrayValue?.contains("string") ?? false
            if isText, ["key", "secret", "token", "password"].contains(where: { last.contains($0) }) {
                named.insert(path.joined(separator: "."))
            }
            for (name, value) in object["properties"]?.objectValue?.members ?? [] { walk(value, path + [name]) }
            for (_, value) in object["patternProperties"]?.objectValue?.members ?? [] { walk(value, path + ["*"]) }
            for word in ["items", "additionalProperties"] { if let value = object[word] { walk(value, path + ["*"]) } }
        }
        walk(schema, [])
        // Each provider has its place by its code.
        func general(_ paths: Set<String>) -> Set<String> {
            Set(
                paths.map { path in
                    let parts = path.split(separator: ".")
                    return parts.first == "idPs" && parts.count > 2 ? "idPs.*." + parts.dropFirst(2).joined(separator: ".") : path
                })
        }
        // The schema leaves alarms whole: gamebased alone reads what is in them.
        marked.insert("alarms.webhookSecret")
        (marked, named) = (general(marked), general(named))
        let table = Set(GuardedField.ofAllSettings().map { $0.name })
        #expect(marked == table, "\(marked.symmetricDifference(table))")
        // Their names sound so, and they are none.
        let harmless: Set = [
            "ncmb.applicationKey", "idPs.*.keyId", "idPs.*.keysUrl", "idPs.*.tokenUrl", "blocked.deviceKeys.*",
            "transferAccount.passwordCharacters",
        ]
        #expect(named.subtracting(table).subtracting(harmless).isEmpty, "\(named.subtracting(table).subtracting(harmless))")
    }

    /// A database of before, with the mark in each secret.
    private static func oldDatabase(_ mark: String) throws -> SQLiteDatabase {
        let old = try SQLiteDatabase.open(path: ":memory:")
        try Migrations.apply(Schema.migrations.filter { $0.version < 26 }, to: old)
        let acl = #"{"*":{"read":true,"write":true}}"#
        for (className, id, fields) in [
            ("user", "una", #"{"userName":"una","authData":{"anonymous":{"id":"\#(mark)"}},"mailAddress":"a@b.c"}"#),
            ("user", "uwe", #"{"userName":"uwe","authData":{"facebook":{"id":"f-\#(mark)","access_token":"t-\#(mark)"}}}"#),
            ("installation", "one", #"{"deviceToken":"d-\#(mark)"}"#), ("installation", "two", #"{"deviceToken":"e-\#(mark)"}"#),
        ] {
            _ = try old.run(
                "INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields) VALUES (?, ?, 1, ?, ?, ?, ?)",
                [.text(className), .text(id), .integer(id == "una" || id == "one" ? 1 : 2), .integer(1), .text(acl), .text(fields)])
        }
        for (className, kind, name, id) in [
            ("user", "userName", "una", "una"), ("user", "userName", "uwe", "uwe"), ("user", "authData.anonymous", mark, "una"),
            ("user", "authData.facebook", "f-" + mark, "uwe"), ("user", "mailAddress", "a@b.c", "una"),
            ("installation", "deviceToken", "d-" + mark, "one"), ("installation", "deviceToken", "e-" + mark, "two"),
        ] {
            _ = try old.run(
                "INSERT INTO object_names (class_name, kind, name, object_id) VALUES (?, ?, ?, ?)",
                [.text(className), .text(kind), .text(name), .text(id)])
        }
        _ = try old.run(
            "INSERT INTO service_state (name, value) VALUES ('settings', ?)",
            [
                .text(
                    #"{"app":{"appId":"Shop","secretKey":"s-\#(mark)"},"#
                        + #""ncmb":{"applicationKey":"a","clientKey":"c-\#(mark)","indexes":["user.mailAddress"]}}"#
                )
            ])
        _ = try old.run(
            """
            INSERT INTO object_indexes (index_id, class_name, path, is_declared, has_lists, built_to)
            VALUES (1, 'user', 'mailAddress', 1, 0, NULL)
            """,
            [])
        return old
    }

    @Test func `a row that was kept in clear is found by its digest after the schema was raised`() throws {
        let mark = Self.marks[0]
        let old = try Self.oldDatabase(mark)
        let service = try Service.open(
            database: old, clock: ServiceTestClock(), random: ServiceTestRandom(seed: 1), keepsEvents: true, keeper: TestKeeper())
        func ask(_ name: RequestName, _ body: JSON, _ origin: RequestOrigin = .client) throws -> JSON {
            var request = Request(name, origin: origin, transactionId: "t", parameters: body)
            request.isOwnProcess = false
            try old.begin()
            let reply = try service.reply(to: request)
            try old.commit()
            #expect(reply.message == "")
            return reply.body
        }
        let tables = try old.query("SELECT name FROM sqlite_master WHERE type = 'table'", []).map { $0.text(0) }
        for table in tables {
            for row in try old.query("SELECT * FROM \(table)", []) { #expect(!"\(row.values)".contains(mark), "\(table)") }
        }
        #expect(try old.query("SELECT index_id FROM object_indexes", []).isEmpty)
        let known = try ask(.objectsCreate, ["className": "user", "fields": ["authData": ["anonymous": ["id": .string(mark)]]]])
        #expect(known["existed"] == true && known["answer"]?["objectId"] == "una")
        let messages = try ask(.installationsReceive, ["installationId": "two", "deviceToken": .string("e-" + mark)])
        #expect(messages["messages"] == [])
        let access: JSON = ["wire": "gamebase", "appId": "Shop", "key": .string("s-" + mark)]
        _ = try ask(.serverAccess, ["access": access, "body": [:]], .gameServer)
    }

    @Test func `a game's own file keeps what its user is linked with, until a server has it`() throws {
        let folder = TestFolder()
        let path = folder.file("gamebase.db")
        let links: JSON = ["google": ["id": "g", "access_token": .string(Self.marks[0])]]
        let game = try ServiceBench(path: path)
        let made = game.ask("objects.create", ["className": "user", "fields": ["authData": links]]).body["answer"] ?? nil
        let una: JSON = ["className": "user", "objectId": made["objectId"] ?? nil]
        #expect(game.ask("objects.get", una, token: made["sessionToken"]?.stringValue).body["answer"]?["authData"] == links)
        game.database.close()
        let database = try SQLiteDatabase.open(path: path)
        let server = try Service.open(database: database, clock: game.clock, random: ServiceTestRandom(seed: 2), keepsEvents: true)
        try database.begin()
        let own = try server.reply(
            to: Request(.objectsGet, origin: .client, transactionId: "t", accessToken: made["sessionToken"]?.stringValue, parameters: una))
        try database.commit()
        #expect(own.body["answer"]?["authData"] == ["google": [:]])
        #expect(try !database.query("SELECT fields FROM objects", []).contains { $0.text(0).contains(Self.marks[0]) })
    }
}

/// What lets a user in is that user's own, and hard to guess.
@Suite struct `New users` {
    private static func server(_ type: String) throws -> ServiceBench {
        try ServiceBench(settings: ["app": ["appId": "Shop", "typeCode": .string(type)]], keepsEvents: true)
    }

    private static func ask(_ bench: ServiceBench, _ name: RequestName, _ body: JSON, token: String? = nil) -> Reply {
        bench.service.core.passwordCost = 8
        var request = Request(name, origin: .client, transactionId: "t", accessToken: token, parameters: body)
        request.isOwnProcess = false
        return bench.ask(request)
    }

    private static func signUp(_ bench: ServiceBench, _ fields: JSON) -> Reply {
        ask(bench, .objectsCreate, ["className": "user", "fields": fields])
    }

    @Test func `an anonymous id that can be guessed makes no new user of a real app, and one that is there stays`() throws {
        let bench = try Self.server("SANDBOX")
        let short: JSON = ["authData": ["anonymous": ["id": "7"]]]
        #expect(Self.signUp(bench, short).message == "")
        #expect(bench.console("loadSettings", ["settings": ["app": ["appId": "Shop", "typeCode": "REAL"]]]).message == "")
        let known = Self.signUp(bench, short)
        #expect(known.body["existed"] == true)
        let refused = Self.signUp(bench, ["authData": ["anonymous": ["id": "123456789012345"]]])
        #expect(refused.body["code"] == "E400009" && refused.message.hasPrefix("authData.anonymous.id: has 15 bytes"))
        #expect(Self.signUp(bench, ["authData": ["anonymous": ["id": "1234567890123456"]]]).message == "")
        let own = known.body["answer"] ?? nil
        let link: JSON = ["className": "user", "objectId": own["objectId"] ?? nil, "fields": ["authData": ["anonymous": ["id": "8"]]]]
        #expect(Self.ask(bench, .objectsUpdate, link, token: own["sessionToken"]?.stringValue).body["code"] == "E400009")
        // What the owner sees, sent back, is no change.
        let seen: JSON = ["className": "user", "objectId": own["objectId"] ?? nil, "fields": ["authData": ["anonymous": [:]], "level": 2]]
        #expect(Self.ask(bench, .objectsUpdate, seen, token: own["sessionToken"]?.stringValue).message == "")
        #expect(Self.signUp(bench, short).body["existed"] == true)
    }

    @Test func `a digest that was read somewhere is no id, no token and no key`() throws {
        let bench = try Self.server("SANDBOX")
        _ = Self.signUp(bench, ["authData": ["anonymous": ["id": "the-secret-of-a-device"]]])
        let digest = GuardedField.digest("the-secret-of-a-device", of: "authData.anonymous")
        #expect(Self.signUp(bench, ["authData": ["anonymous": ["id": .string(digest)]]]).body["existed"] == nil)
        let made = Self.ask(bench, .objectsCreate, ["className": "installation", "fields": ["deviceToken": "token"]])
        let proof: JSON = [
            "installationId": made.body["answer"]?["objectId"] ?? nil,
            "deviceToken": .string(GuardedField.digest("token", of: "deviceToken")),
        ]
        #expect(Self.ask(bench, .installationsReceive, proof).body["code"] == "E404004")
    }

    @Test func `who may write a user may not change what lets it in`() throws {
        let bench = try Self.server("REAL")
        let una =
            Self.signUp(bench, ["userName": "Una", "password": "p", "acl": ["*": ["read": true, "write": true]]]).body["answer"] ?? nil
        let uwe = Self.signUp(bench, ["userName": "Uwe", "password": "p"]).body["answer"] ?? nil
        func change(_ fields: JSON, _ asker: JSON) -> Reply {
            let body: JSON = ["className": "user", "objectId": una["objectId"] ?? nil, "fields": fields]
            return Self.ask(bench, .objectsUpdate, body, token: asker["sessionToken"]?.stringValue)
        }
        let open: JSON = ["acl": ["*": ["read": true, "write": true]], "level": 1]
        #expect(change(open, una).message == "")
        #expect(change(["level": 2], uwe).message == "")
        for fields: JSON in [
            ["password": "mine"], ["mailAddress": "uwe@example.com"], ["authData": ["anonymous": ["id": "1234567890123456"]]],
            ["userName": "Ulf"],
        ] {
            #expect(change(fields, uwe).body["code"] == "E403001" && change(fields, [:]).body["code"] == "E403001", "\(fields.text())")
            #expect(change(fields, una).message == "", "\(fields.text())")
        }
    }

    @Test func `a name that looks like another is no new name`() throws {
        let bench = try Self.server("REAL")
        for name in [
            "una\u{200B}", "\u{202E}anu", "una\u{7}", "u\u{AD}na", "una\u{3000}b", " una", "una ", "\u{FF35}na", "\u{1D414}na",
            "u\u{301}na",
            "un\u{430}", "\u{3A5}na", "una\u{FE0F}", "una\u{A0}", "una\u{2028}", "\u{E0041}una", "\u{FF71}", "una\u{FEFF}",
            // Parts of a syllable, a radical, and letters that are there a second time.
            "\u{1112}\u{1161}\u{11AB}국", "\u{2F2D}田 学", "\u{2F804}", "か\u{309B}", "un\u{AA}", "un\u{1D43}", "un\u{251}", "una\u{B2}",
            "\u{1D1C}na", "\u{1C6}una", "u\u{20D0}na", "\u{FE8D}", "\u{1F71}",
        ] {
            let refused = Self.signUp(bench, ["userName": .string(name), "password": "p"])
            #expect(refused.body["code"] == "E400004" && refused.message.hasPrefix("userName is invalid format. It "), "\(name)")
        }
        let clear = [
            "una", "Una", "Yamada Manami", "山田 学", "ヤマダ", "Ünal", "Юля", "νίκη", "한국", "ㅋㅋㅋ", "がぎ", "น้ำ", "Straße", "una_1@b", "🐎",
        ]
        for name in clear {
            #expect(Self.signUp(bench, ["userName": .string(name), "password": "p"]).message == "", "\(name)")
        }
        let una = Self.signUp(bench, ["userName": "third", "password": "p"]).body["answer"] ?? nil
        let rename: JSON = ["className": "user", "objectId": una["objectId"] ?? nil, "fields": ["userName": "una\u{200B}"]]
        #expect(Self.ask(bench, .objectsUpdate, rename, token: una["sessionToken"]?.stringValue).body["code"] == "E400004")
        // In the game's own process names are the game's.
        #expect(bench.ask("objects.create", ["className": "user", "fields": ["userName": "\u{FF35}na", "password": "p"]]).message == "")
    }
}
