@testable import Messages
@testable import Service
import Codecs
import Testing

@Suite struct `Launching` {
    static let client: JSONObject = ["appId": "Shop", "clientVersion": "1.0.0", "storeCode": "SANDBOX", "deviceLanguage": "ja"]

    func status(_ bench: ServiceBench) -> JSON? {
        bench.ask("launching.getLaunchingStatus", .object(Self.client)).body["launching"]?["status"]?["code"]
    }

    @Test func `without settings the first app id is adopted and others are refused`() throws {
        let bench = try ServiceBench()
        let reply = bench.ask("launching.getLaunching", .object(Self.client))
        #expect(reply.isSuccess)
        #expect(reply.body["launching"]?["app"]?["typeCode"] == "SANDBOX")
        #expect(reply.body["launching"]?["app"]?["idP"]?["guest"] != nil)
        #expect(bench.ask("launching.getLaunching", ["appId": "Other"]).resultCode == ResultCode.appUnregistered)
        #expect(bench.ask("launching.getLaunching", [:]).message == "appId: is missing")
        let next = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 2))
        #expect(next.core.appId == "Shop")
    }

    @Test func `a client gets its own words back and the settings' parts`() throws {
        let bench = try ServiceBench.shop()
        let body = bench.ask("launching.getLaunching", .object(Self.client)).body
        #expect(body["request"]?["clientVersion"] == "1.0.0")
        #expect(body["request"]?["userId"] == "0")
        #expect(body["request"]?["usimCountryCode"] == "ZZ")
        #expect(body["launching"]?["app"]?["language"] == ["deviceLanguage": "ja", "defaultLanguage": "en"])
        #expect(body["launching"]?["maintenance"] == nil)
        #expect(body["tcIap"]?.arrayValue?.first?["storeCode"] == "SANDBOX")
        #expect(body["date"]?.stringValue.flatMap { ISO8601.parse($0) } == bench.clock.epochMilliseconds())
    }

    @Test func `a status change shows at once and is told to everyone`() throws {
        let bench = try ServiceBench.shop()
        #expect(status(bench) == 200)
        #expect(bench.console("setLaunchingStatus", ["status": 302, "message": "Closed"]).isSuccess)
        #expect(status(bench) == 302)
        #expect(bench.events.map { $0.kind } == ["launchingChanged"])
        #expect(bench.events.first?.userId == nil)
        #expect(bench.console("setLaunchingStatus", ["status": 250]).resultCode == ResultCode.parameterInvalid)
    }

    @Test func `a maintenance begins and ends by the service clock`() throws {
        let bench = try ServiceBench.shop()
        let begin = bench.clock.epochMilliseconds() + 60_000
        let reply = bench.console(
            "setMaintenance",
            [
                "maintenance": [
                    "message": "a & b", "beginDate": .string(ISO8601.text(epochMilliseconds: begin)),
                    "endDate": .string(ISO8601.text(epochMilliseconds: begin + 60_000)),
                ]
            ])
        #expect(reply.isSuccess)
        #expect(status(bench) == 200)
        bench.clock.advance(60_000)
        let body = bench.ask("launching.getLaunching", .object(Self.client)).body
        #expect(body["launching"]?["status"]?["code"] == 303)
        #expect(body["launching"]?["maintenance"]?["message"] == "a%20%26%20b")
        #expect(body["launching"]?["maintenance"]?["localBeginDate"] == .integer(begin))
        #expect(bench.console("advanceClock", ["milliseconds": 60_000]).isSuccess)
        #expect(status(bench) == 200)
    }

    @Test func `a maintenance without dates lasts from now until it is taken away`() throws {
        let bench = try ServiceBench.shop()
        #expect(bench.console("setMaintenance", ["maintenance": ["typeCode": "SYSTEM"]]).isSuccess)
        let begun = bench.clock.epochMilliseconds() / 1000 * 1000
        let kept = bench.console("saveSettings").body["settings"]?["maintenance"]?["beginDate"]?.stringValue
        #expect(kept.flatMap { ISO8601.parse($0) } == begun)
        #expect(status(bench) == 304)
        bench.clock.advance(86_400_000 * 365)
        #expect(status(bench) == 304)
        #expect(bench.console("setMaintenance", ["maintenance": nil]).isSuccess)
        #expect(status(bench) == 200)
        #expect(bench.console("setMaintenance", ["maintenance": ["massage": ""]]).message.hasPrefix("$.massage: is not known here"))
    }

    @Test func `players in service read the message of their version, and where it has none that of the console`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"], "clients": [["version": "1.0.0"], ["version": "2.0.0", "message": "Two is here"]],
        ])
        func message(_ version: JSON) -> JSON? {
            bench.ask("launching.getLaunchingStatus", ["appId": "Shop", "clientVersion": version]).body["launching"]?["status"]?["message"]
        }
        #expect(message("2.0.0") == "Two is here")
        #expect(message("1.0.0") == "IN_SERVICE")
        #expect(bench.console("setLaunchingStatus", ["status": 200, "message": "Welcome"]).isSuccess)
        #expect(message("2.0.0") == "Two is here")
        #expect(message("1.0.0") == "Welcome")
    }

    @Test func `registered versions have their status and others are told where to update`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop", "installUrl": "https://example.com/get"],
            "clients": [["version": "1.0.0", "status": 300, "message": "too old"], ["version": "2.0.0"]],
            "maintenance": ["message": "soon back"],
        ])
        #expect(status(bench) == 300)
        let current = bench.ask("launching.getLaunchingStatus", ["appId": "Shop", "clientVersion": "2.0.0"]).body
        #expect(current["launching"]?["status"]?["code"] == 303)
        let unknown = bench.ask("launching.getLaunching", ["appId": "Shop", "clientVersion": "0.1"])
        #expect(unknown.resultCode == ResultCode.clientVersionUnregistered)
        #expect(unknown.body["updateInfo"]?["installUrl"] == "https://example.com/get")
    }
}
