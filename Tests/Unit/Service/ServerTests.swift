@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `The Gamebase Server API in process` {
    static let base = "/tcgb-inapp/v1.3/apps/Shop"

    @Test func `consume works once, and again only under the transaction id of the first time`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let receipt = try bench.buy(player, "gem", requestId: "r1", payload: "pay\"load")
        let first = try bench.consume(receipt, transactionId: "tx-1")
        #expect(first["header"] == ["transactionId": "tx-1", "isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"])
        #expect(
            first["result"] == [
                "price": .decimal("0.99"), "currency": "USD", "productSeq": 7, "marketId": "SANDBOX", "gamebaseProductId": "gem",
                "payload": "pay\"load",
            ])
        #expect(try bench.consume(receipt, transactionId: "tx-1") == first)
        #expect(try bench.consume(receipt, transactionId: "tx-2").headerCode == 5018)
        #expect(try bench.consume(receipt).headerCode == 5018)
        #expect(try bench.count("ledger", "movement = 'CONSUMED'") == 1)
        #expect(bench.notConsumed(player).isEmpty)
    }

    @Test func `one transaction id for every call still consumes each payment once`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let gem = try bench.buy(player, "gem", requestId: "r1")
        let chest = try bench.buy(player, "chest", requestId: "r2")
        #expect(try bench.consume(gem, transactionId: "always")["result"]?["gamebaseProductId"] == "gem")
        #expect(try bench.consume(chest, transactionId: "always")["result"]?["gamebaseProductId"] == "chest")
        #expect(try bench.count("ledger", "movement = 'CONSUMED'") == 2)
    }

    @Test func `consume needs both keys and a consumable`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let gem = try bench.buy(player, "gem", requestId: "r1")
        let pass = try bench.buy(player, "pass", requestId: "r2")
        let path = Self.base + "/consume"
        let seq = gem["paymentSeq"] ?? nil
        #expect(try bench.server("POST", path, ["paymentSeq": seq, "accessToken": pass["purchaseToken"] ?? nil]).headerCode == 5000)
        #expect(try bench.server("POST", path, ["paymentSeq": "1", "accessToken": gem["purchaseToken"] ?? nil]).headerCode == 5000)
        #expect(try bench.server("POST", path, ["paymentSeq": seq]).headerCode == 1100)
        #expect(try bench.server("POST", path, ["paymentSeq": 5, "accessToken": "x"]).headerCode == 1100)
        #expect(try bench.server("POST", path, []).headerCode == 5032)
        #expect(try bench.server("POST", path).headerCode == 5032)
        #expect(try bench.consume(pass).headerCode == 5000)
        let reserved = bench.reserve(player, "gem", requestId: "r3").body["paymentSeq"] ?? nil
        #expect(try bench.server("POST", path, ["paymentSeq": reserved, "accessToken": ""]).headerCode == 1100)
        #expect(bench.notConsumed(player).count == 1)
    }

    @Test func `a purchase token is verified with its payment`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let receipt = try bench.buy(player, "crate", requestId: "r1", payload: "p")
        let token = try #require(receipt["purchaseToken"]?.stringValue)
        let path = "\(Self.base)/payment/transaction?accessToken=\(token)"
        let result = try #require(try bench.server("GET", path)["result"])
        #expect(result["paymentSeq"] == receipt["paymentSeq"])
        #expect(result["userId"] == .string(player.userId))
        #expect(result["paymentToken"] == .string(token))
        #expect(result["gamebaseProductId"] == "crate")
        #expect(result["productType"] == "CONSUMABLE_AUTO_RENEWABLE")
        #expect(result["isConsumable"] == true)
        #expect(result["isTestPurchase"] == true)
        #expect(result["purchaseTime"]?.stringValue.flatMap { ISO8601.parse($0) } == bench.clock.epochMilliseconds())
        _ = try bench.consume(receipt)
        #expect(try bench.server("GET", path)["result"]?["isConsumable"] == false)
        #expect(try bench.server("GET", "\(Self.base)/payment/transaction?accessToken=nonsense").headerCode == 1100)
        #expect(try bench.server("GET", "\(Self.base)/payment/transaction").headerCode == 1100)
    }

    @Test func `a member's unconsumed payments are listed, by store when asked`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let receipt = try bench.buy(player, "gem", requestId: "r1")
        _ = try bench.buy(player, "pass", requestId: "r2")
        func list(_ body: JSON) throws -> [JSON]? { try bench.server("POST", Self.base + "/consumable", body)["result"]?.arrayValue }
        let user = JSON.string(player.userId)
        let all = try #require(try list(["userId": user, "marketIds": []]))
        #expect(all.count == 1)
        #expect(all.first?["accessToken"] == receipt["purchaseToken"])
        #expect(try list(["userId": user, "marketIds": ["SANDBOX", "GG"]])?.count == 1)
        #expect(try list(["userId": user, "marketIds": ["GG"]]) == [])
        #expect(try list(["userId": user, "marketId": "AS"]) == [])
        #expect(try list(["userId": "NOBODY"]) == [])
        #expect(try bench.server("POST", Self.base + "/consumable", [:]).headerCode == 1100)
    }

    @Test func `a login token is verified for its own member only`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let base = "/tcgb-gateway/v1.3/apps/Shop/members/"
        let answer = try bench.server("GET", "\(base)\(player.userId)/tokens/\(player.token)?linkedIdP=true", transactionId: "88a1")
        #expect(answer["header"]?["transactionId"] == "88a1")
        #expect(answer["member"]?["userId"] == .string(player.userId))
        #expect(answer["member"]?["valid"] == "Y")
        #expect(answer["member"]?["regDate"]?.stringValue.flatMap { ISO8601.parse($0) } == bench.clock.epochMilliseconds())
        #expect(answer["linkedIdP"]?["idPCode"] == "guest")
        #expect(try bench.server("GET", "\(base)\(player.userId)/tokens/\(player.token)")["linkedIdP"] == nil)
        #expect(try bench.server("GET", "\(base)NOBODY/tokens/\(player.token)").headerCode == -4_010_203)
        #expect(try bench.server("GET", "\(base)\(player.userId)/tokens/nonsense").headerCode == -4_010_203)
        #expect(bench.console("ban", ["userId": .string(player.userId), "banType": "PERMANENT"]).isSuccess)
        #expect(try bench.server("GET", "\(base)\(player.userId)/tokens/\(player.token)").headerCode == -4_010_205)
    }

    @Test func `wrong paths, apps, versions and keys are answered in the header, with HTTP 200`() throws {
        let bench = try ServiceBench.shop()
        for path in [
            "", "/", "/tcgb-inapp", "/tcgb-inapp/v1.3/apps/Shop", "/tcgb-inapp/v1.3/apps/Shop/", "/tcgb-inapp/v1.3/games/Shop/consume",
            "/x/v1.3/apps/Shop/consume",
            "/tcgb-inapp/v1.3/apps/Shop/consume/x", "?a=b", "//////",
        ] where !path.isEmpty {
            #expect(try bench.server("POST", path, [:]).headerCode == -4_040_101, "\(path)")
        }
        #expect(try bench.server("POST", "/tcgb-inapp/v1.3/apps/Shop/%zz", [:]).headerCode == -4_000_003)
        #expect(try bench.server("GET", Self.base + "/consume").headerCode == -4_040_101)
        #expect(try bench.server("POST", "/tcgb-inapp/v1.2/apps/Shop/consume", [:]).headerCode == -4_000_007)
        #expect(try bench.server("POST", "/tcgb-inapp/v1.3/apps/Other/consume", [:]).headerCode == -4_010_001)
        #expect(try bench.server("POST", Self.base + "/consume", [:], secretKey: "wrong").headerCode == -4_010_004)
        #expect(try bench.server("POST", Self.base + "/consume", [:], secretKey: nil).headerCode == -4_010_004)
        #expect(try bench.server("POST", Self.base + "/nothing", [:])["header"]?["isSuccessful"] == false)
    }

    @Test func `no game server gets in without saying which app it is of`() throws {
        let bench = try ServiceBench.shop()
        for name in RequestName.allCases where name.facts.asker == .gameServer && name != .serverAccess {
            let asked: JSON = ["access": ["wire": "none"], "body": [:]]
            let reply = bench.ask(Request(name, origin: .gameServer, transactionId: "t", parameters: asked))
            #expect(reply.resultCode == ResultCode.notAuthenticated, "\(name.text): \(reply.message)")
        }
    }

    @Test func `game server requests are not open to clients`() throws {
        let bench = try ServiceBench.shop()
        #expect(bench.ask("server.consume", ["access": ["wire": "none"]]).resultCode == ResultCode.notAuthenticated)
    }
}
