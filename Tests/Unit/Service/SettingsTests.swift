import Linux
@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `Console settings` {
    static let product: JSONObject = ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "price": "0.99", "currency": "USD"]

    static func product(_ key: String, _ value: JSON?) -> JSON {
        var changed = product
        changed[key] = value
        return ["products": [.object(product), .object(changed)]]
    }

    static let wrong: [(settings: JSON, message: String)] = [
        ([1], "$: must be an object, is an array"),
        (["prodcuts": []], "$.prodcuts: is not known here; known are app, idPs"),
        (["app": "Shop"], "$.app: must be an object, is text"),
        (["app": ["appid": "Shop"]], "$.app.appid: is not known here"),
        (["app": ["appId": ""]], "$.app.appId: must not be empty"),
        (["app": ["appId": "my shop"]], "$.app.appId: must be printable ASCII without spaces, is \"my shop\""),
        (["app": ["typeCode": "TEST"]], "$.app.typeCode: must be one of SANDBOX, REAL, is \"TEST\""),
        (["app": ["defaultLanguage": "EN"]], "$.app.defaultLanguage: must be one of de, en"),
        (["idPs": ["gues": ["enabled": true]]], "$.idPs.gues: is not known here"),
        (["idPs": ["guest": ["enabled": 1]]], "$.idPs.guest.enabled: must be true or false, is a number"),
        (["clients": [["storeCode": "SANDBOX"]]], "$.clients[0].version: is missing"),
        (["clients": [["version": "1"], ["version": "1"]]], "$.clients[1]: repeats version and storeCode of $.clients[0]"),
        (["launching": ["status": 299]], "$.launching.status: must be a launching status"),
        (["launching": ["status": "200"]], "$.launching.status: must be a whole number, is text"),
        (["maintenance": ["beginDate": "tomorrow"]], "$.maintenance.beginDate: must be a date"),
        (
            ["maintenance": ["beginDate": "2030-01-02T00:00:00Z", "endDate": "2030-01-01T00:00:00Z"]],
            "$.maintenance.endDate: must be after beginDate"
        ),
        (["relatedUrls": ["termsUrl": "example.com"]], "$.relatedUrls.termsUrl: must be an address that starts with https://"),
        (["customerService": ["type": "PHONE"]], "$.customerService.type: must be one of GAMEBASE, TOAST, CUSTOM"),
        (["tcLaunching": ["a": 1]], "$.tcLaunching: must be text, is an object"),
        (["stores": [["storeCode": "SANDBOX"], ["storeCode": "SANDBOX"]]], "$.stores[1].storeCode: SANDBOX is there already"),
        (["products": [:]], "$.products: must be an array, is an object"),
        (product("price", .decimal("0.99")), "$.products[1].price: must be a decimal string such as \"1.99\", is a number"),
        (product("price", "1,99"), "$.products[1].price: must be a decimal string such as \"1.99\", is \"1,99\""),
        (product("price", nil), "$.products[1].price: is missing"),
        (product("currency", nil), "$.products[1].currency: is missing"),
        (product("currency", "usd"), "$.products[1].currency: must be three capital letters (ISO 4217)"),
        (product("productType", "NON_CONSUMABLE"), "$.products[1].productType: must be one of CONSUMABLE"),
        (product("gamebaseProductId", "gem"), "$.products[1].gamebaseProductId: \"gem\" is that of $.products[0] already"),
        (product("itemseq", 7), "$.products[1].itemseq: is not known here"),
        (product("subscriptionPeriodMilliseconds", 5), "$.products[1].subscriptionPeriodMilliseconds: is for subscriptions"),
        (["stores": [["storeCode": "STEAM"]], "products": [.object(product)]], "$.products[0].storeCode: SANDBOX is not one of $.stores"),
        (["sandboxStore": ["outcome": "approve"]], "$.sandboxStore.outcome: must be one of APPROVE, DECLINE, CANCEL, PENDING"),
        (["sandboxStore": ["delayMilliseconds": -1]], "$.sandboxStore.delayMilliseconds: must be between 0 and"),
        ("{\"app\": }", "$: not JSON at line 1, column 9"),
    ]

    @Test func `a wrong value is refused with its path and changes nothing`() throws {
        let bench = try ServiceBench.shop()
        let before = bench.console("saveSettings").body
        for (settings, message) in Self.wrong {
            let reply = bench.console("loadSettings", ["settings": settings])
            #expect(reply.resultCode == ResultCode.parameterInvalid)
            #expect(reply.message.hasPrefix(message), "\(reply.message)")
        }
        #expect(bench.console("saveSettings").body == before)
        #expect(bench.events.isEmpty)
    }

    @Test func `what is saved can be loaded and is the same again`() throws {
        let first = try ServiceBench.shop()
        let saved = try #require(first.console("saveSettings").body["settings"])
        let second = try ServiceBench(settings: saved)
        #expect(second.console("saveSettings").body["settings"] == saved)
        #expect(saved["products"]?.arrayValue?.count == 5)
        #expect(saved["products"]?.arrayValue?[1]["itemSeq"] == 1001)
        #expect(saved["products"]?.arrayValue?[2]["subscriptionPeriodMilliseconds"] == 2_592_000_000)
    }

    @Test func `the settings of the demo are accepted`() throws {
        let bytes = try #require(try Files.read(Repository.file("examples/console.json"), bytesMax: 1 << 20))
        let bench = try ServiceBench(settings: .string(String(decoding: bytes, as: UTF8.self)))
        let saved = bench.console("saveSettings").body["settings"]
        #expect(saved?["app"]?["appId"] == "QuickStart")
        #expect(saved?["products"]?.arrayValue?.map { $0["price"]?.stringValue } == ["0.99", "1200", "4.99"])
    }

    @Test func `settings survive the process and a rollback brings the old ones back`() throws {
        let bench = try ServiceBench.shop()
        try bench.database.begin()
        let request = Request(
            api: "console.setLaunchingStatus", origin: .console, transactionId: "t", parameters: ["status": 302, "message": "over"])
        #expect(try bench.service.reply(to: request).isSuccess)
        bench.database.rollback()
        bench.service.requestRolledBack()
        #expect(bench.service.takeEvents().isEmpty)
        #expect(bench.console("saveSettings").body["settings"]?["launching"]?["status"] == 200)

        #expect(bench.console("setLaunchingStatus", ["status": 302]).isSuccess)
        let next = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 9))
        #expect(next.core.settings == bench.service.core.settings)
        #expect(next.core.settings.launching.status == 302)
    }

    @Test func `the console is not open to clients and game servers`() throws {
        let bench = try ServiceBench.shop()
        for origin in [RequestOrigin.client, .gameServer] {
            let reply = bench.ask(Request(api: "console.saveSettings", origin: origin, transactionId: "t"))
            #expect(reply.resultCode == ResultCode.notAuthenticated)
            #expect(reply.body == [:])
        }
        #expect(RequestName(text: "console.noSuchThing") == nil)
        #expect(RequestName(text: "consoleSaveSettings") == nil)
    }
}
