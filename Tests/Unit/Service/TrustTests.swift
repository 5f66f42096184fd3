@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// What a server does not believe of those who ask it over a network (docs/trust.md, a row each).
@Suite struct `What a server believes` {
    private final class Server {
        let bench: ServiceBench

        init(_ type: String, _ more: JSONObject = [:]) throws {
            var settings: JSONObject = [
                "app": ["appId": "Shop", "typeCode": .string(type)],
                "stores": [["storeCode": "SANDBOX"], ["storeCode": "STEAM"], ["storeCode": "WEB", "verification": "SERVER"]],
                "products": [
                    Self.gem("SANDBOX"), Self.gem("STEAM"), Self.gem("WEB"),
                ],
                "ncmb": ["applicationKey": "a", "clientKey": "c"],
                "customerService": ["type": "GAMEBASE", "url": "https://help.example.com"],
                "idPs": ["guest": [:], "google": [:]],
            ]
            for member in more.members { settings[member.key] = member.value }
            bench = try ServiceBench(settings: .object(settings))
        }

        private static func gem(_ store: String) -> JSON {
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": .string(store),
                "marketItemId": .string("gem." + store),
                "price": "1", "currency": "USD",
            ]
        }

        func ask(_ api: String, _ parameters: JSON = [:], token: String? = nil) -> Reply {
            let origin = RequestName(text: api)?.facts.asker ?? .client
            var request = Request(api: api, origin: origin, transactionId: "t", accessToken: token, parameters: parameters)
            request.isOwnProcess = false
            return bench.ask(request)
        }

        func reserve(_ player: ServiceBench.Player, _ store: String) -> Reply {
            ask(
                "purchase.reserve", ["requestId": .string("r" + store), "gamebaseProductId": "gem", "storeCode": .string(store)],
                token: player.token)
        }

        func paid(_ player: ServiceBench.Player, _ seq: JSON?) -> Reply {
            ask(
                "purchase.report", ["paymentSeq": seq ?? nil, "status": "PAID", "storeTransactionId": "forged", "receipt": "forged"],
                token: player.token)
        }
    }

    @Test func `a request that is changed leaves those alone that it was a copy of`() {
        let first = Request(.objectsFind, origin: .client, transactionId: "t", accessToken: "a", parameters: ["className": "Horse"])
        var copy = first
        copy.isOwnProcess = false
        copy.accessToken = nil
        copy.changeId = "c"
        copy.proven = ["google": "p"]
        copy.parameters = ["className": "Rider"]
        #expect(first.isOwnProcess && first.accessToken == "a" && first.changeId == nil && first.proven == .null)
        #expect(first.parameters == ["className": "Horse"])
        #expect(!copy.isOwnProcess && copy.accessToken == nil && copy.changeId == "c" && copy.proven == ["google": "p"])
        #expect(copy.parameters == ["className": "Rider"] && copy.name == .objectsFind && copy.transactionId == "t")
    }

    @Test func `a payment of a real app is no test, and one of an app for development is`() throws {
        for (type, isTest) in [("REAL", false), ("SANDBOX", true)] {
            let server = try Server(type)
            let player = try server.bench.login()
            let reserved = server.reserve(player, "WEB")
            #expect(reserved.body["isSandbox"] == .bool(isTest), "\(type): \(reserved.message)")
            #expect(try server.bench.count("payments", "is_sandbox = \(isTest ? 1 : 0)") == 1)
        }
    }

    @Test func `of a store that the server asks only the carrier's word counts; a game by itself buys nothing there`() throws {
        let asked: JSON = [["storeCode": "SANDBOX"], ["storeCode": "STEAM"], ["storeCode": "WEB", "verification": "STORE"]]
        let server = try Server("REAL", ["stores": asked])
        let player = try server.bench.login()
        let reserved = server.reserve(player, "WEB")
        #expect(reserved.isSuccess)
        #expect(server.paid(player, reserved.body["paymentSeq"]).body["state"]?.stringValue == "RESERVED")
        let word: JSON = [
            "storeCode": "WEB", "orderKey": reserved.body["orderKey"] ?? nil, "status": "PAID", "storeTransactionId": "cs_1",
            "receipt": "r", "price": "1.00", "currency": "USD",
        ]
        for _ in 0..<2 {
            #expect(server.ask("carrier.storeReport", word).body["storeOrder"]?["state"]?.stringValue == "UNCONSUMED")
        }
        let own = Request(
            api: "purchase.reserve", origin: .client, transactionId: "t", accessToken: player.token,
            parameters: ["requestId": "own", "gamebaseProductId": "gem", "storeCode": "WEB"])
        #expect(server.bench.ask(own).resultCode == ResultCode.storeNotAvailable)
    }

    @Test func `requests that prove nothing are answered only in the process of the game`() throws {
        let server = try Server("SANDBOX")
        let player = try server.bench.login()
        let closed = RequestName.allCases.filter { $0.facts.needsOwnProcess }
        #expect(closed == [.iapSignIn, .purchaseImport])
        for name in closed {
            #expect(server.ask(name.text, ["userID": "victim"], token: player.token).resultCode == ResultCode.notAuthenticated)
        }
    }

    @Test func `a forged receipt buys nothing in a real app, and no money is taken that nobody can verify`() throws {
        let server = try Server("REAL")
        let player = try server.bench.login()
        #expect(server.reserve(player, "STEAM").resultCode == ResultCode.storeNotAvailable)
        #expect(server.reserve(player, "SANDBOX").resultCode == ResultCode.storeNotAvailable)
        // Reserved in the process itself, as by an operator's own tool.
        let reserved = server.bench.ask(
            "purchase.reserve", ["requestId": "own", "gamebaseProductId": "gem", "storeCode": "STEAM"], token: player.token)
        #expect(server.paid(player, reserved.body["paymentSeq"]).resultCode == ResultCode.storeNotAvailable)
        #expect(try server.bench.count("ledger") == 0)
        // What waits for a game server's verification is not granted before it.
        let web = server.reserve(player, "WEB")
        #expect(server.paid(player, web.body["paymentSeq"]).body["state"] == "PAID")
        #expect(try server.bench.count("ledger", "movement = 'GRANTED'") == 0)
    }

    @Test func `an order that no purchase here began is adopted only where a store is asked about it`() throws {
        let order: JSON = [
            "kind": "PROMOTION", "storeTransactionId": "forged", "marketItemId": "gem.WEB", "price": "1", "currency": "USD",
            "receipt": "forged",
        ]
        func adopt(_ server: Server, _ player: ServiceBench.Player, _ store: String, _ order: JSON) -> Int32 {
            var parameters = order.objectValue ?? [:]
            parameters["storeCode"] = .string(store)
            return server.ask("purchase.adopt", .object(parameters), token: player.token).resultCode
        }
        let real = try Server("REAL")
        let player = try real.bench.login()
        for store in ["STEAM", "WEB"] { #expect(adopt(real, player, store, order) != 0) }
        #expect(adopt(real, player, "WEB", order) == ResultCode.receiptRefused)
        #expect(adopt(real, player, "SANDBOX", order) == ResultCode.storeNotAvailable)
        let test = try Server("SANDBOX")
        let thief = try test.bench.login("the secret of somebody who steals"), buyer = try test.bench.login()
        #expect(adopt(test, thief, "SANDBOX", order) == ResultCode.parameterInvalid)
        let promotion = test.bench.console(
            "startPromotion", ["gamebaseProductId": "gem", "userId": .string(buyer.userId), "paid": true])
        let bought: JSON = ["kind": "PROMOTION", "storeTransactionId": promotion.body["storeTransactionId"] ?? nil]
        #expect(adopt(test, thief, "SANDBOX", bought) == ResultCode.buyerWrong)
        #expect(adopt(test, buyer, "SANDBOX", bought) == 0)
        for server in [real, test] {
            #expect(try server.bench.count("ledger", "movement = 'GRANTED'") == (server === test ? 1 : 0))
        }
    }

    @Test func `a sandbox order does not credit an app that has become real`() throws {
        let server = try Server("SANDBOX")
        let player = try server.bench.login()
        let purchase = try server.bench.pay(player, "gem", requestId: "r")
        let begun = server.reserve(player, "SANDBOX")
        var settings = try #require(server.bench.console("saveSettings").body["settings"]?.objectValue)
        var app = try #require(settings["app"]?.objectValue)
        app["typeCode"] = "REAL"
        settings["app"] = .object(app)
        #expect(server.bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        #expect(server.ask("purchase.report", purchase.report, token: player.token).resultCode == ResultCode.receiptRefused)
        var cancelled = try #require(purchase.report.objectValue)
        cancelled["status"] = "CANCELLED"
        #expect(server.ask("purchase.report", .object(cancelled), token: player.token).resultCode == ResultCode.receiptRefused)
        let order: JSON = ["orderKey": begun.body["orderKey"] ?? nil, "marketItemId": "gem.SANDBOX", "price": "1", "currency": "USD"]
        #expect(server.ask("store.begin", order, token: player.token).resultCode == ResultCode.receiptRefused)
        #expect(try server.bench.count("ledger") == 0)
    }

    @Test func `a sandbox subscription is not carried on in an app that has become real`() throws {
        let periods: JSON = 60_000
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"],
            "products": .array(
                ["crate", "pass"].map {
                    [
                        "gamebaseProductId": .string($0), "productType": "CONSUMABLE_AUTO_RENEWABLE", "price": "2.50", "currency": "USD",
                        "subscriptionPeriodMilliseconds": periods,
                    ]
                }),
        ])
        let player = try bench.login()
        _ = try bench.buy(player, "crate", requestId: "r1")
        let held = try bench.buy(player, "pass", requestId: "r2")
        #expect(bench.change(held, "HOLD").isSuccess)
        var settings = try #require(bench.console("saveSettings").body["settings"]?.objectValue)
        var app = try #require(settings["app"]?.objectValue)
        app["typeCode"] = "REAL"
        settings["app"] = .object(app)
        #expect(bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        bench.clock.advance(200_000)
        #expect(bench.notConsumed(player).count == 2)
        #expect(bench.change(held, "RECOVER").resultCode == ResultCode.paymentStateInvalid)
        #expect(try bench.count("ledger", "movement = 'RENEWED'") == 0)
        #expect(try bench.count("subscriptions", "status = 'EXPIRED'") == 1)
        try bench.expectSound()
    }

    @Test func `a player's word takes no money back`() throws {
        let server = try Server("REAL")
        let player = try server.bench.login()
        let web = server.reserve(player, "WEB")
        #expect(server.paid(player, web.body["paymentSeq"]).body["state"] == "PAID")
        let payment = web.body["paymentSeq"] ?? nil
        #expect(server.bench.console("verifyPayment", ["paymentSeq": payment, "verified": true]).message == "")
        for status in ["REFUNDED", "REVOKED", "CHARGEBACK"] {
            let said: JSON = ["paymentSeq": payment, "status": .string(status)]
            #expect(server.ask("purchase.report", said, token: player.token).body["state"] == "UNCONSUMED")
        }
        #expect(try server.bench.count("ledger", "movement IN ('REFUNDED', 'CHARGEBACK', 'REVOKED')") == 0)
    }

    @Test func `nobody becomes another user by naming that one's account at a provider`() throws {
        let server = try Server("REAL")
        let fields: JSON = ["authData": ["facebook": ["id": "victim"]]]
        let made = server.bench.ask("objects.create", ["className": "user", "fields": fields])
        #expect(made.message == "")
        let stolen = server.ask("objects.create", ["className": "user", "fields": fields])
        #expect(stolen.body["code"] == "E401003" && stolen.body["answer"] == nil)
        // A secret of the device's own is proof.
        let own: JSON = ["authData": ["anonymous": ["id": "3f8f1a52-9c1e-4d6f-8a70-3d2b1c0e9f11"]]]
        let player = server.ask("objects.create", ["className": "user", "fields": own])
        #expect(player.message == "")
        let link: JSON = [
            "className": "user", "objectId": player.body["answer"]?["objectId"] ?? nil, "fields": ["authData": ["facebook": ["id": "x"]]],
        ]
        #expect(server.ask("objects.update", link, token: player.body["answer"]?["sessionToken"]?.stringValue).body["code"] == "E401003")
        // And a whole user that is sent back with what was proven before is no new claim.
        let known: JSON = ["className": "user", "objectId": made.body["answer"]?["objectId"] ?? nil, "fields": fields]
        #expect(server.ask("objects.update", known, token: made.body["answer"]?["sessionToken"]?.stringValue).message == "")
    }

    @Test func `a provider's token that nobody verified logs nobody in to a real app`() throws {
        let server = try Server("REAL")
        let login: JSON = ["idPInfo": ["idPCode": "google", "accessToken": "victim"], "member": [:]]
        #expect(server.ask("gateway.idPLogin", login).resultCode == ResultCode.authenticationWrong)
        #expect(try server.bench.count("members") == 0)
    }

    @Test func `a sandbox app without a secret key lets in game servers of this process alone`() throws {
        let server = try Server("SANDBOX")
        let asked: JSON = ["access": ["wire": "gamebase", "appId": "Shop"], "body": [:]]
        #expect(server.ask("server.access", asked).resultCode == ResultCode.secretKeyInvalid)
        #expect(server.ask("server.access", ["access": ["wire": "iap"], "body": [:]]).resultCode == ResultCode.iapParameterInvalid)
        #expect(server.bench.ask(Request(.serverAccess, origin: .gameServer, transactionId: "t", parameters: asked)).message == "")
    }

    @Test func `who names a banned member gets no ticket to the customer service in that one's name`() throws {
        let server = try Server("SANDBOX")
        let player = try server.bench.login()
        #expect(server.bench.console("ban", ["userId": .string(player.userId), "banType": "PERMANENT"]).message == "")
        let asked: JSON = ["bannedUserId": .string(player.userId)]
        #expect(server.bench.ask("contact.prepare", asked).body["ticket"] != nil)
        let told = server.ask("contact.prepare", asked)
        #expect(told.message == "" && told.body["ticket"] == nil && told.body["userId"] == nil)
    }

    @Test func `a ban leads to the customer service by the token that it refused, also one whose successor never came`() throws {
        let server = try Server("SANDBOX")
        let player = try server.bench.login()
        func logIn() -> Reply {
            server.ask("gateway.tokenLogin", ["tokenInfo": ["idPCode": "guest", "accessToken": .string(player.token)], "member": [:]])
        }
        #expect(logIn().message == "")
        #expect(server.bench.console("ban", ["userId": .string(player.userId), "banType": "PERMANENT", "message": "m"]).message == "")
        #expect(logIn().resultCode == ResultCode.bannedAtLogin)
        let asked: JSON = ["bannedUserId": .string(player.userId)]
        let told = server.ask("contact.prepare", asked, token: player.token).body
        #expect(told["ticket"] != nil && told["userId"]?.stringValue == player.userId && told["purpose"] == "openContactForBannedUser")
        #expect(server.ask("contact.prepare", asked, token: "somebody-else").body["ticket"] == nil)
    }

    @Test func `metrics of another player are left out`() throws {
        let server = try Server("SANDBOX")
        let player = try server.bench.login()
        let event: (String, String) -> JSON = { id, user in
            ["eventId": .string(id), "type": "levelUp", "time": 1_795_000_000_000, "userId": .string(user), "data": ["userLevel": 2]]
        }
        let reply = server.ask("presence.sendEvents", ["events": [event("a", player.userId), event("b", "VICTIM")]], token: player.token)
        #expect(reply.body["accepted"] == 1 && reply.body["rejected"] == 1)
    }

    @Test func `a stranger names no app, and no device for the server's own`() throws {
        let bench = try ServiceBench()
        var request = Request(
            .getLaunching, origin: .client, transactionId: "t",
            parameters: ["appId": "Mine", "clientVersion": "1", "storeCode": "SANDBOX", "deviceKey": "d", "userId": ""])
        request.isOwnProcess = false
        #expect(bench.ask(request).resultCode == ResultCode.appUnregistered)
        var open = Request(.openService, origin: .client, transactionId: "t", parameters: ["device": "mine", "userId": "VICTIM"])
        open.isOwnProcess = false
        let reply = bench.ask(open)
        #expect(reply.message == "" && reply.body == [:])
        #expect(try bench.count("service_state", "name IN ('device', 'adoptedAppId')") == 0)
    }

    @Test func `the carrier's and the operator's requests are refused to players`() throws {
        let server = try Server("SANDBOX")
        let player = try server.bench.login()
        for name in RequestName.allCases where name.facts.asker != .client {
            var request = Request(name, origin: .client, transactionId: "t", accessToken: player.token)
            request.isOwnProcess = false
            #expect(server.bench.ask(request).resultCode == ResultCode.notAuthenticated, "\(name.text)")
        }
    }

    @Test func `the carrier learns whose a session is, and nothing of one that ended`() throws {
        let server = try Server("SANDBOX")
        let player = try server.bench.login()
        func whose(_ token: String?) -> Reply {
            server.bench.ask(Request(.carrierSession, origin: .carrier, transactionId: "t", accessToken: token))
        }
        #expect(whose(player.token).body["userId"] == .string(player.userId))
        #expect(whose("another").resultCode == ResultCode.accessTokenInvalid && whose(nil).resultCode == ResultCode.accessTokenInvalid)
        #expect(server.ask("gateway.logout", [:], token: player.token).message == "")
        #expect(whose(player.token).resultCode == ResultCode.accessTokenInvalid)
    }
}
