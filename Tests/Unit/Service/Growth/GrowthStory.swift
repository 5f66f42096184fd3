@testable import Messages
@testable import Service
@testable import Storage
import Codecs
import Testing

/// Every request that the service knows, asked in a world with a history. It is the same story in every world, so that what each request
/// costs can be compared.
final class GrowthStory {
    /// What a request cost each time it was asked, by its name.
    private(set) var steps: [String: [Int64]] = [:]
    private(set) var turns: [String: Int] = [:]
    private(set) var succeeded: Set<String> = []
    /// At the end, what is held of the player goes: then sums have counted what is there no more.
    var erases = true
    private let world: GrowthWorld
    let bench: ServiceBench
    var player = ServiceBench.Player(userId: "", token: "")

    init(_ world: GrowthWorld) {
        self.world = world
        bench = world.bench
        bench.service.core.hasMailCarrier = true
        bench.turnTaken = { [weak self] request, reply in self?.note(request, reply) }
    }

    private func note(_ request: Request, _ reply: Reply?) {
        let name = request.api
        let isSuccess = reply?.isSuccess ?? true
        steps[name, default: []].append(bench.database.takeSteps())
        turns[name, default: 0] += 1
        if isSuccess { succeeded.insert(name) } else { failures.append("\(name): \(reply?.message ?? "")") }
    }
    private(set) var failures: [String] = []

    func ask(_ api: String, _ parameters: JSON = [:]) -> JSON { bench.ask(api, parameters, token: player.token).body }

    func play() throws {
        try signIn()
        try buy()
        try subscribe()
        try buyElsewhere()
        lists()
        try keepFiles()
        try servers()
        try serversOfMembers()
        try push()
        screens()
        try accounts()
        try console()
        try objects()
        try leave()
        rest()
    }

    private func carry() {
        _ = bench.ask(Request(.carrierSession, origin: .carrier, transactionId: "t", accessToken: player.token))
        _ = bench.ask(Request(.carrierEvents, origin: .carrier, transactionId: "t", parameters: ["after": 0, "max": 10]))
        _ = bench.ask(Request(.carrierKeys, origin: .carrier, transactionId: "t"))
        _ = bench.ask(Request(.carrierStores, origin: .carrier, transactionId: "t"))
        _ = bench.ask(Request(.carrierMails, origin: .carrier, transactionId: "t", parameters: ["max": 1]))
        _ = bench.ask(Request(.carrierAlarms, origin: .carrier, transactionId: "t", parameters: ["max": 1]))
        let report: JSON = ["storeCode": "WEB", "orderKey": "WEB-1", "status": "INIT"]
        _ = bench.ask(Request(.carrierStoreReport, origin: .carrier, transactionId: "t", parameters: report))
        let minute = JSON.integer(bench.clock.epochMilliseconds() / 60_000)
        let connected: JSON = [
            "server": 1, "counts": [["minute": 1, "players": 3]], "minute": minute, "part": 0,
            "users": [["userId": .string(player.userId), "minutes": 5]],
        ]
        _ = bench.ask(Request(.carrierPlayers, origin: .carrier, transactionId: "t", parameters: connected))
        let round: JSON = ["storeCode": "WEB", "leaseMilliseconds": 1]
        _ = bench.ask(Request(.carrierIdP, origin: .carrier, transactionId: "t", parameters: ["idPCode": "google"]))
        for kind in ["CONSENT_REVOKED", "ACCOUNT_DELETED"] {
            let login = ask("gateway.idPLogin", ["idPInfo": ["idPCode": "google", "accessToken": "leaving"], "member": [:]])
            #expect(login["token"] != nil)
            let told: JSON = ["idPCode": "google", "authKey": "leaving", "kind": .string(kind)]
            _ = bench.ask(Request(.carrierIdPNotice, origin: .carrier, transactionId: "t", parameters: told))
        }
        _ = bench.ask(Request(.carrierStoreRound, origin: .carrier, transactionId: "t", parameters: round))
    }

    private func signIn() throws {
        _ = ask("launching.getLaunching", ["appId": "Shop"])
        _ = ask("launching.getLaunchingStatus", ["appId": "Shop"])
        _ = ask("launching.getImageNotices")
        _ = ask("launching.getGameNotices")
        _ = ask("service.open")
        player = try bench.login(GrowthWorld.secret)
        #expect(player.userId == GrowthWorld.userId)
        let again = ask("gateway.tokenLogin", ["tokenInfo": ["idPCode": "guest", "accessToken": .string(player.token)], "member": [:]])
        player.token = again["token"]?["accessToken"]?.stringValue ?? ""
        carry()
        _ = ask("presence.heartbeat")
        _ = ask(
            "presence.sendEvents",
            [
                "events": .array(
                    (0..<20).map {
                        [
                            "eventId": .string("new-\($0)"), "type": "levelUp", "time": .integer(bench.clock.epochMilliseconds()),
                            "userId": .string(player.userId), "data": ["userLevel": .integer($0)],
                        ]
                    }), "journal": ["name": "j", "dropped": 1, "damaged": 0],
            ])
        _ = ask("gateway.idPSettings", ["idPCode": "google"])
        _ = ask("iap.signIn", ["userID": "a-name"])
        // A ban that is over, and a suspended one.
        let end = bench.clock.epochMilliseconds() + 1000
        _ = bench.console("ban", ["userId": .string(player.userId), "banType": "TEMPORARY", "endDate": .integer(end)])
        bench.clock.advance(2000)
        _ = ask("presence.heartbeat")
        _ = bench.console("ban", ["userId": .string(player.userId), "banType": "PERMANENT"])
        _ = bench.console("releaseBan", ["userId": .string(player.userId)])
        _ = bench.console(
            "setGraceBan",
            [
                "userId": .string(player.userId),
                "graceBan": [
                    "gracePeriodDate": .integer(end + 86_400_000), "message": "pay",
                    "releaseRuleCondition": ["amount": "900000", "count": 1000, "currency": "USD", "conditionType": "AND"],
                ],
            ])
        _ = ask("presence.heartbeat")
    }

    private func buy() throws {
        _ = ask("purchase.items", ["storeCode": "SANDBOX"])
        var bought: [JSON] = []
        for index in 0..<GrowthWorld.listed { bought.append(try bench.buy(player, "gem", requestId: "story-\(index)")) }
        _ = ask("purchase.consume", ["paymentSeq": bought[0]["paymentSeq"] ?? nil, "accessToken": bought[0]["purchaseToken"] ?? nil])
        let order = try bench.pay(player, "gem", requestId: "story-finish")
        _ = ask("store.poll", ["orderKey": .string(order.orderKey)])
        #expect(bench.ask("purchase.report", order.report, token: player.token).isSuccess)
        _ = ask("purchase.finished", ["paymentSeq": .string(order.paymentSeq)])
        // Given up, declined, and left open.
        for status in ["CANCELLED", "DECLINED", "UNKNOWN", "PENDING"] {
            let seq = bench.reserve(player, "gem", requestId: "story-\(status)").body["paymentSeq"] ?? nil
            _ = ask("purchase.report", ["paymentSeq": seq, "status": .string(status)])
        }
        _ = ask("purchase.open")
        // Taken up by another key, taken back, settled by the console.
        _ = bench.console("setSandboxStore", ["outcome": "PENDING"])
        let reserved = bench.reserve(player, "gem", requestId: "story-wait").body
        _ = ask(
            "store.begin",
            [
                "orderKey": reserved["orderKey"] ?? nil, "marketItemId": "m.gem", "price": "0.99", "currency": "USD",
            ])
        _ = bench.console("settlePendingPurchases", ["userId": .string(player.userId), "outcome": "APPROVE"])
        _ = bench.console("settlePendingPurchases", ["outcome": "APPROVE"])
        _ = bench.console("setSandboxStore", ["outcome": "APPROVE"])
        let offer = bench.console("startPromotion", ["gamebaseProductId": "gem", "userId": .string(player.userId)]).body
        _ = ask("store.promotions")
        _ = ask("store.takePromotion", ["offerId": offer["offerId"] ?? nil])
        let promotion = bench.console("startPromotion", ["gamebaseProductId": "gem", "userId": .string(player.userId), "paid": true]).body
        _ = ask(
            "purchase.adopt",
            [
                "storeCode": "SANDBOX", "kind": "PROMOTION", "storeTransactionId": promotion["storeTransactionId"] ?? nil,
                "orderKey": promotion["orderKey"] ?? nil,
            ])
        _ = bench.console("refund", ["paymentSeq": bought[1]["paymentSeq"] ?? nil, "kind": "REFUND"])
        _ = bench.console("setGraceBan", ["userId": .string(player.userId)])
    }

    private func subscribe() throws {
        let crate = try bench.buy(player, "crate", requestId: "story-crate")
        _ = try bench.buy(player, "gold", requestId: "story-gold")
        bench.clock.advance(31 * 86_400_000)
        player = try bench.login(GrowthWorld.secret)
        _ = ask("purchase.activated", ["storeCode": "SANDBOX"])
        for action in ["GRACE", "RECOVER", "CANCEL", "RESTART"] {
            _ = bench.console("changeSubscription", ["paymentSeq": crate["paymentSeq"] ?? nil, "action": .string(action)])
        }
    }

    private func buyElsewhere() throws {
        let steam = ask("purchase.reserve", ["requestId": "story-steam", "gamebaseProductId": "gem", "storeCode": "STEAM"])
        _ = ask(
            "purchase.report",
            ["paymentSeq": steam["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": "steam-1", "receipt": "r"])
        _ = ask("purchase.adopt", ["storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": "steam-2", "marketItemId": "s.gem"])
        // A receipt that does not fit.
        let wrong = ask("purchase.reserve", ["requestId": "story-wrong", "gamebaseProductId": "gem", "storeCode": "STEAM"])
        _ = ask(
            "purchase.report",
            [
                "paymentSeq": wrong["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": "steam-3", "receipt": "r",
                "price": "0.10",
            ])
        let waiting = ask("purchase.reserve", ["requestId": "story-keys", "gamebaseProductId": "gem", "storeCode": "X-KEYS"])
        _ = ask(
            "purchase.report",
            ["paymentSeq": waiting["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": "keys-1", "receipt": "r"])
        _ = bench.console("verifyPayment", ["paymentSeq": waiting["paymentSeq"] ?? nil, "verified": true])
        _ = ask("purchase.import", ["entries": [["paymentSeq": "777", "gamebaseProductId": "gem"]]])
    }

    private func lists() {
        _ = ask("purchase.notConsumed", ["allStores": true])
        _ = ask("purchase.activated", ["allStores": true])
        _ = ask("purchase.restore", ["allStores": true])
        _ = ask("purchase.open")
        _ = ask("purchase.reserve", ["requestId": "story-open", "gamebaseProductId": "gem", "unlessOpen": true])
        _ = ask("purchase.reserve", ["requestId": "story-once", "gamebaseProductId": "gem", "atOnce": true])
        _ = ask("store.promotions")
    }

    private func servers() throws {
        let gem = try bench.buy(player, "gem", requestId: "story-server")
        let gem2 = try bench.buy(player, "gem", requestId: "story-server-2")
        let base = "/tcgb-inapp/v1.3/apps/Shop"
        let user: JSON = .string(player.userId)
        _ = try bench.server("GET", "\(base)/nothing")
        _ = try bench.server("GET", "\(base)/payment/transaction?accessToken=\(gem["purchaseToken"]?.stringValue ?? "")")
        _ = try bench.consume(gem, transactionId: "first")
        _ = try bench.consume(gem, transactionId: "first")
        _ = try bench.server("POST", "\(base)/consumable", ["userId": user])
        _ = try bench.server("POST", "\(base)/active-subscriptions", ["userId": user, "packageName": "p"])
        let running = bench.receipts("purchase.activated", player)
        let keys: JSON = ["paymentSeq": running.last?["paymentSeq"] ?? nil, "accessToken": running.last?["purchaseToken"] ?? nil]
        _ = try bench.server("POST", "\(base)/subscriptions/status", ["payments": [keys]])
        _ = try bench.server("POST", "\(base)/subscriptions/cancel", keys)
        _ = try bench.server("POST", "\(base)/subscriptions/revoke", keys)
        _ = try bench.server("GET", "/tcgb-gateway/v1.3/apps/Shop/members/\(player.userId)/tokens/\(player.token)?linkedIdP=true")
        let ticket = ask("contact.prepare")["ticket"] ?? nil
        _ = try bench.server(
            "POST", "/tcgb-gateway/v1.3/apps/Shop/members/\(player.userId)/tickets/verify", ["ticket": ticket, "purpose": "openContact"])
        for (path, body) in [
            ("consume", ["paymentSeq": gem2["paymentSeq"] ?? nil, "accessToken": gem2["purchaseToken"] ?? nil] as JSON),
            ("consumable", ["userKey": user]), ("activeSubscriptionList", ["userKey": user]),
        ] {
            _ = try bench.server("POST", "/v1/service/\(path)", body, secretKey: "iap-key")
        }
    }

    private func push() throws {
        let device: JSON = .string(GrowthWorld.deviceKey)
        _ = ask("push.register", ["deviceKey": device, "pushEnabled": true])
        _ = ask("push.query", ["deviceKey": device])
        _ = bench.console("sendPush", ["title": "t", "userIds": [.string(player.userId)]])
        _ = bench.console("sendPush", ["title": "t", "userIds": [.string(player.userId)]])
        let received = ask("push.receive", ["deviceKey": device])
        let message = received["messages"]?.arrayValue?.first
        let token = received["token"] ?? nil
        let click: JSON = ["messageId": message?["id"] ?? nil, "token": token, "action": "BUY"]
        _ = ask("push.clicked", click)
        _ = ask("push.acknowledge", ["seq": message?["seq"] ?? nil, "token": token])
        _ = ask("push.clicked", click)
        let later = bench.console(
            "sendPush", ["title": "t", "sendDate": .integer(bench.clock.epochMilliseconds() + 5_000)])
        _ = bench.console("cancelPush", ["messageId": later.body["messageId"] ?? nil])
    }

    private func screens() {
        _ = ask("contact.prepare")
        _ = ask("coupon.use", ["couponCode": "NEWYEAR", "storeCode": "SANDBOX", "transactionId": "t"])
        let device: JSON = .string(GrowthWorld.deviceKey)
        _ = bench.ask(
            "tos.updateTerms",
            [
                "deviceKey": device, "termsSeq": 1, "termsVersion": "1", "contents": [["termsContentSeq": 1, "agreed": true]],
            ])
        _ = ask("tos.adoptTerms", ["deviceKey": device])
        _ = ask("tos.queryTerms", ["deviceKey": device])
    }

    private func accounts() throws {
        _ = ask("gateway.requestTemporaryWithdrawal")
        _ = ask("gateway.cancelTemporaryWithdrawal")
        var offer = ask("gateway.offerTransferAccount").objectValue ?? [:]
        offer["key"] = "the-key-of-the-password"
        offer["password"] = nil
        _ = ask("gateway.keepTransferAccount", .object(offer))
        _ = ask("gateway.queryTransferAccount")
        let account: JSON = ["id": offer["id"] ?? nil, "key": "the-key-of-the-password"]
        let device: JSON = ["idPCode": "guest", "accessToken": "another-device-of-the-player-here"]
        _ = bench.ask("gateway.checkTransferAccount", ["idPInfo": device, "account": ["id": "nobody"]])
        _ = bench.ask("gateway.checkTransferAccount", ["idPInfo": device, "account": ["id": offer["id"] ?? nil]])
        let moved = bench.ask("gateway.transferAccount", ["idPInfo": device, "account": account, "member": [:]]).body
        player.token = moved["token"]?["accessToken"]?.stringValue ?? ""
        let ann = bench.ask("gateway.idPLogin", ["idPInfo": ["idPCode": "google", "accessToken": "ann"]]).body
        let bob = bench.ask("gateway.idPLogin", ["idPInfo": ["idPCode": "steam", "accessToken": "bob"]]).body
        for (code, name) in [("google", "ann"), ("steam", "bob")] {
            let reply = bench.ask(
                "gateway.addMapping", ["idPInfo": ["idPCode": .string(code), "accessToken": .string(name)]], token: player.token)
            let ticket = reply.body["forcingMappingTicket"] ?? nil
            let shown: JSON = [
                "forcingMappingKey": ticket["forcingMappingKey"] ?? nil, "mappedUserId": ticket["mappedUserId"] ?? nil,
                "tokenInfo": ["idPCode": ticket["idPCode"] ?? nil, "accessToken": ticket["accessToken"] ?? nil],
            ]
            _ = ask(code == "google" ? "gateway.addMappingForcibly" : "gateway.changeLogin", shown)
        }
        _ = (ann, bob)
        _ = bench.console("revokeIdP", ["idPCode": "google", "authKey": "ann"])
        let own = bench.ask("gateway.idPLogin", ["idPInfo": ["idPCode": "google", "accessToken": "ann"]]).body
        player.token = own["token"]?["accessToken"]?.stringValue ?? ""
        #expect(own["member"]?["userId"] == .string(GrowthWorld.userId))
        _ = ask("gateway.addMapping", ["idPInfo": ["idPCode": "steam", "accessToken": "carl"]])
        _ = ask("gateway.removeMapping", ["idPCode": "steam"])
    }

    private func console() throws {
        _ = bench.console("checkLedger")
        _ = bench.console("report")
        for kind in Figures.kinds {
            _ = bench.console("figures", ["kind": .string(kind)])
            for by in Figures.divisions(of: kind) { _ = bench.console("figures", ["kind": .string(kind), "by": .string(by)]) }
        }
        _ = bench.console("payments", ["userId": .string(player.userId)])
        _ = bench.console("exportMember", ["userId": .string(player.userId)])
        _ = bench.console("kickout", ["userIds": [.string(player.userId)]])
        _ = bench.console("setLaunchingStatus", ["status": 200])
        _ = bench.console("setMaintenance", ["maintenance": nil])
        _ = bench.console("setCatalogue", ["products": bench.console("saveSettings").body["settings"]?["products"] ?? nil])
        _ = bench.console("sendPush", ["title": "t"])
        _ = bench.console("pushReach")
        _ = bench.console("pushTags")
        _ = bench.console("transferAccount", ["userId": .string(player.userId), "action": "show"])
        _ = bench.console("advanceClock", ["milliseconds": 1000])
        _ = bench.console("loadSettings", ["settings": GrowthWorld.settings])
    }

    /// Requests that need neither parameters nor a player need no place in the story either.
    private func rest() {
        for name in RequestName.allCases where !succeeded.contains(name.text) && name.facts.asker == .client { _ = bench.ask(name.text) }
    }

    private func leave() throws {
        let other = try bench.login("a-guest-who-leaves-the-game-at-once")
        _ = bench.ask("gateway.logout", token: other.token)
        _ = bench.console("withdrawMember", ["userId": .string(other.userId)])
        _ = ask("gateway.withdraw")
        if erases { _ = bench.console("eraseMember", ["userId": .string(player.userId)]) }
    }
}
