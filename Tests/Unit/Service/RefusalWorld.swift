@testable import Messages
@testable import Published
import Codecs
import Storage
import Testing
@testable import Service

/// A service in which something is in every state that a request could meet, and a body for each request that it answers.
final class RefusalWorld {
    static let settings: JSON = [
        "app": ["appId": "Shop", "secretKey": "shop-secret", "iapAppKey": "iap-key"],
        "idPs": ["guest": [:], "google": [:], "steam": [:]],
        "stores": [
            ["storeCode": "SANDBOX"], ["storeCode": "STEAM"], ["storeCode": "WEB", "verification": "SERVER"],
            ["storeCode": "PAGE", "verification": "STORE"],
        ],
        "products": [
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "m.gem", "price": "0.99", "currency": "USD",
                "itemSeq": 7,
            ],
            ["gamebaseProductId": "chest", "productType": "CONSUMABLE", "marketItemId": "m.chest", "price": "1200", "currency": "JPY"],
            [
                "gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "marketItemId": "m.pass", "price": "4.99", "currency": "USD",
                "subscriptionPeriodMilliseconds": 3_600_000,
            ],
            [
                "gamebaseProductId": "old", "productType": "CONSUMABLE", "marketItemId": "m.old", "price": "1", "currency": "USD",
                "active": false,
            ],
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": "STEAM", "marketItemId": "s.gem", "price": "1.50",
                "currency": "USD",
            ],
            [
                "gamebaseProductId": "season", "productType": "AUTO_RENEWABLE", "storeCode": "STEAM", "marketItemId": "s.season",
                "price": "3", "currency": "USD",
            ],
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": "WEB", "marketItemId": "w.gem", "price": "1.50",
                "currency": "USD",
            ],
        ],
        "purchases": ["monthlyLimits": [["currency": "JPY", "amount": "3000"]]],
        "sandboxStore": ["unknownMarketItemIds": ["m.unknown"]],
        "transferAccount": ["enabled": true, "block": ["attempts": 3, "minutes": 60]],
        "customerService": ["type": "GAMEBASE", "url": "https://help.example.com"],
        "coupons": [["couponCode": "XMAS", "title": "Christmas"], ["couponCode": "NEWYEAR", "title": "New year"]],
        "leaderboards": [["factor": 1]],
        "terms": [
            [
                "termsSeq": 4, "termsVersion": "1", "termsCountryType": "ETC",
                "contents": [["termsContentSeq": 1, "name": "rules", "required": true], ["termsContentSeq": 2, "name": "mail"]],
            ]
        ],
    ]

    let bench: ServiceBench
    var players: [String: ServiceBench.Player] = [:]
    /// By the name of a parameter: what a request could name that is not meant.
    private(set) var values: [String: [JSON]] = [:]
    var objectIds: [String: JSON] = [:]
    var bodies: [String: [(player: String?, body: JSON)]] = [:]
    /// A reservation that its store has not heard of.
    private var toBegin: JSON = [:]
    private var guestSecret: JSON = "the-secret-of-a-device-with-nobody"

    /// - Parameter bench: an empty service.
    init(_ bench: ServiceBench? = nil) throws {
        self.bench = try bench ?? ServiceBench()
        #expect(self.bench.console("loadSettings", ["settings": Self.settings]).message == "")
        try sellThings()
        try makeMembers()
        try makeTickets()
        try makeUsers()
        fillValues()
        fillBodies()
        fillServerBodies()
        fillPushBodies()
        fillObjectBodies()
        bodies.merge(try fileBodies()) { $1 }
        try fillRest()
        _ = self.bench.takeEvents()
    }

    /// A request that needs no parameters needs no entry here either.
    private func fillRest() throws {
        for name in RequestName.texts where bodies[name] == nil {
            try bench.database.begin()
            let reply = try bench.service.reply(to: Refusals.request(name, [:], player("ann").token))
            bench.database.rollback()
            bench.service.requestRolledBack()
            if reply.isSuccess { bodies[name] = [("ann", [:])] }
        }
    }

    func bodies(of name: String) -> [(player: String?, body: JSON)] { bodies[name] ?? [] }
    var names: Set<String> { Set(bodies.keys) }
    var tokens: [String?] { players.keys.sorted().map { players[$0]?.token } + [nil, "", "no-token"] }

    // MARK: What is there

    private func player(_ name: String) -> ServiceBench.Player { players[name] ?? ServiceBench.Player(userId: "", token: "") }

    private func ask(_ name: String, _ api: String, _ parameters: JSON = [:]) -> JSON {
        let reply = bench.ask(api, parameters, token: players[name]?.token)
        #expect(reply.message == "", "\(api)")
        return reply.body
    }

    private func reserve(_ name: String, _ product: String, _ store: String, _ requestId: String) -> JSON {
        ask(
            name, "purchase.reserve", ["requestId": .string(requestId), "gamebaseProductId": .string(product), "storeCode": .string(store)])
    }

    private func paid(_ name: String, _ product: String, _ store: String, _ id: String) -> JSON {
        let seq = reserve(name, product, store, id)["paymentSeq"] ?? nil
        return ask(
            name, "purchase.report", ["paymentSeq": seq, "status": "PAID", "storeTransactionId": .string("t-\(id)"), "receipt": "r"])
    }

    private var sold: [JSON] = []

    private func sellThings() throws {
        players["ann"] = try bench.login()
        let ann = player("ann")
        sold.append(try bench.buy(ann, "gem", requestId: "bought"))
        let eaten = try bench.buy(ann, "gem", requestId: "eaten")
        _ = ask(
            "ann", "purchase.consume",
            ["paymentSeq": eaten["paymentSeq"] ?? nil, "accessToken": eaten["purchaseToken"] ?? nil, "requestId": "c"])
        sold.append(eaten)
        let back = try bench.buy(ann, "gem", requestId: "back")
        #expect(bench.console("refund", ["paymentSeq": back["paymentSeq"] ?? nil, "kind": "REFUND"]).isSuccess)
        sold.append(try bench.buy(ann, "pass", requestId: "subscribed"))
        _ = reserve("ann", "gem", "STEAM", "reserved")
        _ = ask("ann", "purchase.report", ["paymentSeq": reserve("ann", "gem", "STEAM", "no")["paymentSeq"] ?? nil, "status": "CANCELLED"])
        sold.append(paid("ann", "gem", "STEAM", "steam")["receipt"] ?? nil)
        _ = paid("ann", "gem", "WEB", "waits")
        _ = try bench.pay(ann, "gem", requestId: "unreported")
        #expect(bench.console("setSandboxStore", ["outcome": "PENDING"]).isSuccess)
        toBegin = reserve("ann", "gem", "SANDBOX", "to begin")
        let pending = reserve("ann", "gem", "SANDBOX", "pending")
        _ = ask(
            "ann", "store.begin",
            [
                "orderKey": pending["orderKey"] ?? nil, "marketItemId": "m.gem", "price": "0.99", "currency": "USD",
            ])
        #expect(bench.console("setSandboxStore", ["outcome": "LOSE_ANSWER"]).isSuccess)
        for paid in [false, true] {
            #expect(
                bench.console("startPromotion", ["gamebaseProductId": "gem", "userId": .string(ann.userId), "paid": .bool(paid)]).isSuccess)
        }
    }

    private func login(_ name: String, _ code: String = "google") throws {
        let body = ask(name, "gateway.idPLogin", ["idPInfo": ["idPCode": .string(code), "accessToken": .string(name)]])
        players[name] = ServiceBench.Player(
            userId: try #require(body["member"]?["userId"]?.stringValue), token: try #require(body["token"]?["accessToken"]?.stringValue))
    }

    private func makeMembers() throws {
        for name in ["bob", "banned", "freed", "leaving", "owing", "gone", "back"] { try login(name) }
        let now = bench.clock.epochMilliseconds()
        func console(_ operation: String, _ parameters: JSON) { #expect(bench.console(operation, parameters).message == "") }
        console("ban", ["userId": .string(player("banned").userId), "banType": "PERMANENT"])
        console("ban", ["userId": .string(player("freed").userId), "banType": "TEMPORARY", "endDate": .integer(now + 1000)])
        console(
            "setGraceBan",
            ["userId": .string(player("owing").userId), "graceBan": ["gracePeriodDate": .integer(now + 1000), "message": "pay"]])
        // One who goes while a store holds what does not fit its reservation.
        _ = reserve("leaving", "gem", "SANDBOX", "left")
        _ = ask("leaving", "gateway.requestTemporaryWithdrawal")
        _ = ask("gone", "gateway.withdraw")
        _ = ask("ann", "push.register", ["deviceKey": "device", "pushEnabled": true])
        _ = ask(
            "ann", "tos.updateTerms",
            ["deviceKey": "device", "termsSeq": 4, "termsVersion": "1", "contents": [["termsContentSeq": 1, "agreed": true]]])
        console("sendPush", ["title": "hello", "userIds": [.string(player("ann").userId)]])
        campaign = bench.console("sendPush", ["title": "later", "sendDate": .integer(now + 1000)]).body["messageId"] ?? nil
        console("revokeIdP", ["idPCode": "google", "authKey": "bob"])
    }

    private var campaign: JSON = nil
    private var ticket: JSON = [:]
    private var shortTermTicket: JSON = nil
    private(set) var account: JSON = [:]

    private func makeTickets() throws {
        account = ask("ann", "gateway.offerTransferAccount")
        _ = ask(
            "ann", "gateway.keepTransferAccount",
            [
                "id": account["id"] ?? nil, "issuedType": "AUTO", "salt": Self.quickSalt, "key": "the-right-key",
            ])
        for secret in [
            guestSecret, "the-secret-of-a-blocked-device!!", "the-secret-of-a-blocked-device!!", "the-secret-of-a-blocked-device!!",
        ] {
            let wrong: JSON = ["idPInfo": ["idPCode": "guest", "accessToken": secret], "account": ["id": "NOBODYS"]]
            #expect(!bench.ask("gateway.checkTransferAccount", wrong).isSuccess)
        }
        // The renewals, the bans and the withdrawal come due, the tickets do not.
        bench.clock.advance(7 * 86_400_000)
        let mapping: JSON = ["idPInfo": ["idPCode": "google", "accessToken": "bob"]]
        ticket = bench.ask("gateway.addMapping", mapping, token: player("ann").token).body["forcingMappingTicket"] ?? nil
        shortTermTicket = ask("ann", "contact.prepare")["ticket"] ?? nil
        // A session that has a successor which nobody used yet.
        let fresh = ask("back", "gateway.tokenLogin", ["tokenInfo": ["idPCode": "google", "accessToken": .string(player("back").token)]])
        players["fresh"] = ServiceBench.Player(userId: player("back").userId, token: fresh["token"]?["accessToken"]?.stringValue ?? "")
    }

    // MARK: What is asked

    private func column(_ sql: String) -> [JSON] {
        ((try? bench.database.query(sql, [])) ?? []).map { .string($0.text(0)) }
    }

    private func fillValues() {
        let payments = column("SELECT payment_seq FROM payments ORDER BY payment_seq")
        let orders = column("SELECT order_key FROM payments UNION SELECT order_key FROM sandbox_orders")
        let transactions = column(
            "SELECT store_transaction_id FROM sandbox_orders UNION SELECT store_transaction_id FROM payments WHERE store_transaction_id IS NOT NULL"
        )
        values = [
            "paymentSeq": payments, "orderKey": orders, "storeTransactionId": transactions, "originalTransactionId": transactions,
            "userId": players.values.map { .string($0.userId) }.sorted { $0.text() < $1.text() },
            "storeCode": ["SANDBOX", "STEAM", "WEB", "NOWHERE"],
            "offerId": column("SELECT offer_id FROM store_offers"),
            "requestId": column("SELECT REPLACE(request_id, 'client ', '') FROM payments"),
            "status": ["INIT", "PENDING", "APPROVED", "PAID", "CANCELLED", "DECLINED", "REFUNDED", "CHARGEBACK", "UNKNOWN"],
            "kind": ["PROMOTION", "RENEWAL", "RESTORE", "FOREIGN", "REFUND", "CHARGEBACK"],
            "idPCode": ["guest", "google", "steam", "nhncloud"],
            "gamebaseProductId": ["gem", "chest", "pass", "old", "season"],
            "marketItemId": ["m.gem", "s.gem", "s.season", "m.unknown", "w.gem"],
            "action": Subscriptions.subscriptionActions.map { .string($0) }, "outcome": SandboxStoreSettings.outcomes.map { .string($0) },
            "id": [account["id"] ?? nil, "NOBODYS"], "price": ["0.99", "0.990", "1200"], "currency": ["USD", "JPY"],
            "accessToken": players.values.map { .string($0.token) } + [
                "the-secret-of-a-blocked-device!!", "a-guest-secret-of-32-characters!", "bob", "leaving", "freed",
            ],
        ]
    }

    /// A game server's call as its front makes it a request.
    func serve(_ path: String, _ body: JSON, _ method: String = "POST") {
        let front = ServerFront(
            ServerCall(
                method: method, path: "/" + path, key: path.hasPrefix("v1") ? "iap-key" : "shop-secret", transactionId: "given",
                body: body.text()))
        bodies[front.request.text, default: []].append((nil, front.parameters))
    }

    private func fillBodies() {
        let ann = player("ann")
        let bought = sold[0], subscribed = sold[2], steam = sold[3]
        let idP: JSON = ["idPCode": "google", "accessToken": "bob"]
        let guest: JSON = ["idPCode": "guest", "accessToken": guestSecret]
        let shown: JSON = [
            "forcingMappingKey": ticket["forcingMappingKey"] ?? nil, "mappedUserId": ticket["mappedUserId"] ?? nil,
            "tokenInfo": ["idPCode": "google", "accessToken": ticket["accessToken"] ?? nil],
        ]
        let launching: JSON = ["appId": "Shop", "clientVersion": "1.0", "storeCode": "SANDBOX", "userId": "0"]
        let keys: JSON = ["paymentSeq": bought["paymentSeq"] ?? nil, "accessToken": bought["purchaseToken"] ?? nil]
        let subscriptionKeys: JSON = ["paymentSeq": subscribed["paymentSeq"] ?? nil, "accessToken": subscribed["purchaseToken"] ?? nil]
        let unreported = values["paymentSeq"]?.dropLast().last ?? nil
        let record: JSONObject = [
            "storeTransactionId": "t-new", "receipt": "r", "marketItemId": "s.gem", "price": "1.50", "currency": "USD",
            "purchaseTime": 1_700_000_000_000,
        ]
        var report = record, adopt = record, renewal = record
        report["paymentSeq"] = unreported
        report["status"] = "PAID"
        report["userData"] = ["userLevel": 3]
        (adopt["storeCode"], adopt["kind"], adopt["payload"], adopt["orderKey"]) = ("STEAM", "FOREIGN", "p", "STEAM-ORDER")
        (renewal["storeCode"], renewal["kind"], renewal["originalTransactionId"], renewal["marketItemId"]) = (
            "STEAM", "RENEWAL", "t-steam", "s.season"
        )
        bodies = [
            "leaderboard.ranks": [("ann", ["factor": 1, "start": 1, "count": 10]), ("ann", ["factor": 1, "before": 1, "after": 1])],
            "coupon.use": [("ann", ["couponCode": "NEWYEAR", "storeCode": "SANDBOX", "transactionId": "t"])],
            "carrier.session": [("ann", [:])],
            "carrier.events": [("ann", ["after": 1, "max": 5])],
            "carrier.keys": [(nil, [:])],
            "carrier.players": [
                (
                    nil,
                    [
                        "server": 1, "counts": [["minute": .integer(bench.clock.epochMilliseconds() / 60_000), "players": 5]],
                        "minute": .integer(bench.clock.epochMilliseconds() / 60_000), "part": 0,
                        "users": [["userId": "ann", "minutes": 5]],
                    ]
                )
            ],
            "carrier.stores": [(nil, [:])],
            "carrier.storeReport": [
                (
                    nil,
                    [
                        "storeCode": "PAGE", "orderKey": "PAGE-1", "status": "PAID", "storeTransactionId": "cs_1", "receipt": "pi_1",
                        "price": "0.99", "currency": "USD",
                    ]
                )
            ],
            "carrier.storeRound": [
                (nil, ["storeCode": "PAGE", "leaseMilliseconds": 1000, "afterDate": 1, "afterSeq": "1"])
            ],
            "carrier.idP": [(nil, ["idPCode": "google"])],
            "carrier.alarms": [
                (
                    nil,
                    [
                        "max": 1, "service": "a", "reconcileSeconds": 60, "differences": 0,
                        "minutes": [["minute": 1, "requests": 1, "failures": 0]],
                        "ended": [["id": "m", "lease": 1, "state": "SENT", "reason": "250"]],
                        "past": [["id": "p", "subject": "a:1", "raisedDate": 1, "endedDate": 2, "minutes": 3]],
                    ]
                )
            ],
            "carrier.mails": [(nil, ["max": 1, "ended": [["id": "m", "lease": 1, "state": "SENT", "reason": "250"]]])],
            "carrier.idPNotice": [(nil, ["idPCode": "google", "authKey": "bob", "kind": "CONSENT_REVOKED"])],
            "presence.heartbeat": [("ann", ["userId": .string(ann.userId)])],
            "presence.sendEvents": [
                (
                    "ann",
                    [
                        "events": [
                            ["eventId": "e", "type": "levelUp", "time": 1, "userId": .string(ann.userId), "data": ["userLevel": 2]]
                        ],
                        "journal": ["name": "j", "dropped": 1, "damaged": 1],
                    ]
                )
            ],
            "launching.getLaunching": [(nil, launching)], "launching.getLaunchingStatus": [(nil, launching)],
            "gateway.idPLogin": [(nil, ["idPInfo": idP, "member": [:]]), (nil, ["idPInfo": guest, "member": [:]])],
            "gateway.tokenLogin": [(nil, ["tokenInfo": ["idPCode": "guest", "accessToken": .string(ann.token)], "member": [:]])],
            "gateway.logout": [("ann", [:])], "gateway.withdraw": [("ann", ["userId": .string(ann.userId)])],
            "gateway.idPSettings": [(nil, ["idPCode": "google"])],
            "gateway.beginSignIn": [(nil, ["idPCode": "google", "flow": "BROWSER", "port": 40_000])],
            "gateway.continueSignIn": [(nil, ["ticket": "t", "code": "c", "state": "s"])],
            "gateway.addMapping": [("ann", ["idPInfo": ["idPCode": "steam", "accessToken": "new"]]), ("ann", ["idPInfo": idP])],
            "gateway.addMappingForcibly": [("ann", shown)], "gateway.changeLogin": [("ann", shown)],
            "gateway.removeMapping": [("bob", ["idPCode": "google"])],
            "gateway.requestTemporaryWithdrawal": [("ann", [:])], "gateway.cancelTemporaryWithdrawal": [("ann", [:])],
            "gateway.queryTransferAccount": [("ann", [:])],
            "gateway.offerTransferAccount": [
                (
                    "ann",
                    [
                        "renewal": [
                            "renewalModeType": "MANUAL", "renewalTargetType": 1, "accountId": "abcdefghijkl",
                            "accountPassword": "abcdefghijkl",
                        ]
                    ]
                )
            ],
            "gateway.keepTransferAccount": [
                ("ann", ["id": "abcdefghijkl", "issuedType": "MANUAL", "salt": account["salt"] ?? nil, "key": "k"])
            ],
            "gateway.checkTransferAccount": [(nil, ["idPInfo": guest, "account": ["id": account["id"] ?? nil]])],
            "gateway.transferAccount": [
                (nil, ["idPInfo": guest, "account": ["id": account["id"] ?? nil, "key": "the-right-key"], "member": [:]])
            ],
            "service.open": [(nil, ["userId": .string(ann.userId), "device": "device"])], "iap.signIn": [(nil, ["userID": "hero"])],
            "contact.prepare": [("ann", [:]), (nil, ["bannedUserId": .string(player("banned").userId)])],
            "tos.queryTerms": [("ann", ["deviceKey": "device", "country": "US"])],
            "tos.updateTerms": [
                (
                    "ann",
                    [
                        "deviceKey": "device", "termsSeq": 4, "termsVersion": "1",
                        "contents": [
                            ["termsContentSeq": 2, "agreed": true], ["termsContentSeq": 1, "agreed": true],
                        ],
                    ]
                )
            ],
            "tos.adoptTerms": [("bob", ["deviceKey": "device"])],
            "launching.getImageNotices": [(nil, ["utcOffsetMinutes": 60])], "launching.getGameNotices": [(nil, [:])],
            "push.register": [
                (
                    "ann",
                    [
                        "deviceKey": "device", "pushEnabled": false, "adAgreement": true, "adAgreementNight": true, "languageCode": "en",
                        "deviceCountryCode": "US", "timezone": "UTC", "offsetMinutes": 0, "sandbox": true, "options": [:],
                    ]
                )
            ],
            "push.query": [("ann", ["deviceKey": "device"])], "push.receive": [("ann", ["deviceKey": "device", "after": 0])],
            "push.acknowledge": [(nil, ["seq": 5, "token": "t"])],
            "push.clicked": [(nil, ["messageId": "5", "token": "t", "action": "BUY"])],
            "purchase.items": [("ann", ["storeCode": "SANDBOX"])],
            "purchase.reserve": [
                (
                    "ann",
                    [
                        "requestId": "new", "gamebaseProductId": "gem", "payload": "p", "storeCode": "SANDBOX",
                        "offerId": values["offerId"]?.first ?? nil,
                    ]
                ), ("ann", ["requestId": "more", "itemSeq": 7]),
                ("ann", ["requestId": "pass", "gamebaseProductId": "pass", "storeCode": "SANDBOX"]),
                ("ann", ["requestId": "market", "marketItemId": "m.gem", "unlessOpen": true]),
                ("ann", ["requestId": "reserved", "marketItemId": "s.gem"]),
                ("ann", ["requestId": "once", "marketItemId": "m.gem", "atOnce": true, "userData": ["userLevel": 2]]),
            ],
            "purchase.report": [
                ("ann", .object(report)), ("ann", ["paymentSeq": unreported, "status": "FAILED", "detailCode": 10, "storeErrorCode": "e"]),
                ("ann", ["storeCode": "STEAM", "storeTransactionId": steam["paymentId"] ?? nil, "status": "APPROVED"]),
            ],
            "purchase.adopt": [
                ("ann", .object(adopt)), ("ann", .object(renewal)),
                (
                    "ann",
                    [
                        "storeCode": "SANDBOX", "kind": "PROMOTION", "storeTransactionId": values["storeTransactionId"]?.first ?? nil,
                    ]
                ),
            ],
            "purchase.consume": [
                ("ann", ["paymentSeq": keys["paymentSeq"] ?? nil, "accessToken": keys["accessToken"] ?? nil, "requestId": "c"])
            ],
            "purchase.import": [
                (
                    "ann",
                    [
                        "entries": [
                            ["paymentSeq": "1", "gamebaseProductId": "gem", "storeCode": "SANDBOX", "price": "1", "currency": "USD"],
                            [
                                "paymentSeq": "2", "marketItemId": "s.season", "storeCode": "STEAM", "price": "3", "currency": "USD",
                                "purchaseToken": "a-token-of-8",
                                "storeTransactionId": "i-2", "receipt": "r", "purchaseTime": 1, "expiryTime": 2, "payload": "p",
                            ],
                        ]
                    ]
                )
            ],
            "purchase.finished": [("ann", ["paymentSeq": bought["paymentSeq"] ?? nil])], "purchase.open": [("ann", [:])],
            "purchase.notConsumed": [("ann", ["storeCode": "SANDBOX", "allStores": false])],
            "purchase.activated": [("ann", ["storeCode": "SANDBOX", "allStores": false])],
            "purchase.restore": [("ann", ["storeCode": "SANDBOX", "allStores": false])],
            "store.promotions": [("ann", [:])], "store.takePromotion": [("ann", ["offerId": values["offerId"]?.first ?? nil])],
            "store.begin": [
                ("ann", ["orderKey": toBegin["orderKey"] ?? nil, "marketItemId": "m.gem", "price": "0.99", "currency": "USD"])
            ],
            "store.poll": [("ann", ["orderKey": values["orderKey"]?.first ?? nil])],
            "console.loadSettings": [(nil, ["settings": ["app": ["appId": "Shop"], "transferAccount": ["enabled": false]]])],
            "console.saveSettings": [(nil, [:])],
            "console.setLaunchingStatus": [(nil, ["status": 302, "message": "m"])],
            "console.setMaintenance": [(nil, ["maintenance": ["message": "m", "reason": "r"]])],
            "console.setCatalogue": [
                (
                    nil,
                    [
                        "products": [
                            ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "price": "1", "currency": "USD"]
                        ]
                    ]
                )
            ],
            "console.setSandboxStore": [(nil, ["outcome": "APPROVE", "delayMilliseconds": 5])],
            "console.settlePendingPurchases": [
                (nil, ["userId": .string(ann.userId), "outcome": "APPROVE"]),
                (nil, ["orderKey": values["orderKey"]?.first ?? nil, "outcome": "DECLINE"]),
            ],
            "console.refund": [(nil, ["paymentSeq": bought["paymentSeq"] ?? nil, "kind": "REFUND"])],
            "console.changeSubscription": [(nil, ["paymentSeq": subscribed["paymentSeq"] ?? nil, "action": "CANCEL"])],
            "console.startPromotion": [(nil, ["gamebaseProductId": "gem", "userId": .string(ann.userId), "paid": true])],
            "console.verifyPayment": [(nil, ["paymentSeq": bought["paymentSeq"] ?? nil, "verified": false])],
            "console.payments": [(nil, ["userId": .string(ann.userId)])], "console.checkLedger": [(nil, [:])],
            "console.report": [(nil, ["activeInLastDay": false])],
            "console.figures": [(nil, ["kind": "money", "by": "product", "tests": true])],
            "console.findMembers": [(nil, ["text": .string(ann.userId)])],
            "console.transferAccount": [(nil, ["userId": .string(ann.userId), "action": "show"])],
            "console.pushTags": [(nil, [:])],
            "console.pushReach": [
                (
                    nil,
                    [
                        "userIds": [.string(ann.userId)], "countries": ["JP"], "languages": ["ja"], "advertisement": true,
                    ]
                )
            ],
            "console.withdrawMember": [(nil, ["userId": .string(player("bob").userId)])],
            "console.mails": [(nil, [:])], "console.alarms": [(nil, [:])], "console.testAlarm": [(nil, [:])],
            "console.clearBounce": [(nil, ["mailAddress": "ann@example.com"])],
            "console.exportMember": [(nil, ["userId": .string(ann.userId), "indexed": true, "after": "[1]"])],
            "console.eraseMember": [(nil, ["userId": .string(ann.userId)])],
            "console.kickout": [
                (
                    nil,
                    [
                        "popup": ["defaultLanguage": "en", "messages": ["en": ["title": "t", "message": "m"]]],
                        "userIds": [.string(ann.userId)],
                        "clientVersions": ["1.0"], "extras": "e", "logout": true, "disconnect": true, "stopHeartbeat": true,
                    ]
                )
            ],
            "console.ban": [
                (nil, ["userId": .string(ann.userId), "banType": "TEMPORARY", "endDate": .integer(Int64.max), "message": "m"])
            ],
            "console.releaseBan": [(nil, ["userId": .string(player("banned").userId)])],
            "console.setGraceBan": [
                (
                    nil,
                    [
                        "userId": .string(ann.userId),
                        "graceBan": [
                            "gracePeriodDate": .integer(Int64.max - 1), "message": "m", "banType": "TEMPORARY",
                            "endDate": .integer(Int64.max),
                            "releaseRuleCondition": ["amount": "1", "count": 1, "currency": "USD", "conditionType": "AND"],
                        ],
                    ]
                )
            ],
            "console.revokeIdP": [(nil, ["idPCode": "google", "authKey": "bob"])],
            "console.advanceClock": [(nil, ["milliseconds": 5])],
            "console.cancelPush": [(nil, ["messageId": campaign])],
            "console.sendPush": [
                (
                    nil,
                    [
                        "title": "t", "body": "b", "messages": ["en": ["title": "t", "body": "b"]], "extras": ["k": "v"],
                        "userIds": [.string(ann.userId), .string(player("bob").userId)], "advertisement": true, "timeToLiveSeconds": 5,
                        "countries": ["US"], "languages": ["en"], "sendDate": 5, "localTime": true,
                    ]
                )
            ],
        ]
        let inApp = "tcgb-inapp/v1.3/apps/Shop"
        let gateway = "tcgb-gateway/v1.3/apps/Shop/members/\(ann.userId)"
        let userKey: JSON = ["userKey": .string(ann.userId), "userChannel": "GF"]
        serve("\(inApp)/consume", keys)
        serve("\(inApp)/consumable", ["userId": .string(ann.userId), "marketIds": ["SANDBOX"]])
        serve("\(inApp)/payment/transaction?accessToken=\(keys["accessToken"]?.stringValue ?? "")", nil, "GET")
        serve("\(inApp)/active-subscriptions", ["userId": .string(ann.userId), "packageName": "p", "marketIds": ["SANDBOX"]])
        serve("\(inApp)/subscriptions/status", ["payments": [subscriptionKeys, keys]])
        serve("\(inApp)/subscriptions/cancel", subscriptionKeys)
        serve("\(inApp)/subscriptions/revoke", subscriptionKeys)
        serve("\(gateway)/tokens/\(ann.token)?linkedIdP=true", nil, "GET")
        serve("\(gateway)/tickets/verify", ["ticket": shortTermTicket, "purpose": "openContact"])
        serve("\(gateway)/nothing", nil)
        serve("v1/service/consume", keys)
        serve("v1/service/consumable", userKey)
        serve("v1/service/activeSubscriptionList", userKey)
    }
}
