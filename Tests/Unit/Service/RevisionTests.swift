import Codecs
import Testing

@testable import Messages
@testable import Service

@Suite struct `Settings that two people change` {
    private static let code = ResultCode.settingsChanged

    private func revision(_ bench: ServiceBench) throws -> JSON { try #require(bench.console("saveSettings").body["revision"]) }

    @Test(
        arguments: [
            ("loadSettings", "settings", ServiceBench.shopSettings), ("setMaintenance", "maintenance", ["message": "m"]),
            ("setLaunchingStatus", "status", 302),
            ("setCatalogue", "products", []), ("setCatalogue", "product", ["gamebaseProductId": "gem", "price": "1.09"]),
        ] as [(String, String, JSON)])
    func `are written over by who has read the newest alone, and by who does not say what it read`(
        request: String, name: String, value: JSON
    ) throws {
        let bench = try ServiceBench.shop()
        let read = try revision(bench)
        #expect(bench.console("setLaunchingStatus", ["status": 203]).message == "")
        let now = try revision(bench)
        #expect(now != read)
        let refused = bench.console(request, [name: value, "revision": read])
        #expect(refused.resultCode == Self.code && refused.body["revision"] == now)
        #expect(refused.message.hasPrefix("revision: "))
        #expect(try revision(bench) == now, "what is refused changes nothing")
        #expect(bench.console(request, [name: value, "revision": now]).message == "")
        #expect(try revision(bench) != now)
        #expect(bench.console(request, [name: value, "revision": now]).resultCode == Self.code)
        #expect(bench.console(request, [name: value]).message == "")
    }

    @Test func `are not changed by half of what contradicts itself`() throws {
        let bench = try ServiceBench.shop()
        let read = try revision(bench)
        let both: JSON = ["products": [], "product": ["gamebaseProductId": "gem", "price": "1.09"]]
        #expect(bench.console("setCatalogue", both).message.hasPrefix("product: "))
        #expect(try revision(bench) == read)
        #expect(bench.console("payments", ["before": "x"]).message.hasPrefix("before: "))
        for (name, value): (String, JSON) in [("marketItemId", "another"), ("itemSeq", 987_654)] {
            let reply = bench.console("startPromotion", ["gamebaseProductId": "gem", name: value])
            #expect(reply.message.hasPrefix("\(name): is of another product"))
        }
        #expect(try bench.count("store_offers") == 0)
    }

    @Test func `come with the date of the clock that decides what of them holds`() throws {
        let bench = try ServiceBench.shop()
        #expect(bench.console("advanceClock", ["milliseconds": 86_400_000]).message == "")
        #expect(bench.console("saveSettings").body["date"] == .integer(bench.clock.epochMilliseconds() + 86_400_000))
    }

    @Test func `are named by what is shown of them: who changes nothing overtakes nobody, and secrets are not told`() throws {
        let bench = try ServiceBench.shop()
        let read = try revision(bench)
        let settings = bench.console("saveSettings").body["settings"] ?? nil
        #expect(bench.console("loadSettings", ["settings": settings, "revision": read]).message == "")
        #expect(try revision(bench) == read)
        #expect(read.stringValue?.utf8.count == 32)
    }

    @Test func `of a file are loaded once: who reads it again undoes nothing, and another file is loaded`() throws {
        let bench = try ServiceBench.shop()
        let load: (String) -> Reply = { bench.console("loadSettings", ["settings": ServiceBench.shopSettings, "file": .string($0)]) }
        #expect(load("one").body["isLoaded"] == nil)
        #expect(bench.console("setLaunchingStatus", ["status": 203]).message == "")
        let changed = try revision(bench)
        #expect(load("one").body["isLoaded"] == true)
        #expect(try revision(bench) == changed)
        #expect(load("two").body["isLoaded"] == nil)
        #expect(try revision(bench) != changed)
        #expect(load("one").body["isLoaded"] == nil, "a file that is as it was before the last one is another than the last one")
    }
}
