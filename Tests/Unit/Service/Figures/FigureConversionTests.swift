import Codecs
import Linux
import Testing

@testable import Messages
@testable import Service

@Suite struct `Amounts of several currencies` {
    private static let rates: JSON = [["currency": "JPY", "rate": "0.0066"]]

    private func bench(_ conversion: JSON) throws -> ServiceBench {
        var settings = try #require(ServiceBench.shopSettings.objectValue)
        settings["figures"] = ["conversion": conversion]
        return try ServiceBench(settings: .object(settings))
    }

    private func figures(_ bench: ServiceBench, _ query: JSON) -> JSON {
        let reply = bench.console("figures", query)
        #expect(reply.message == "")
        return reply.body
    }

    @Test func `are added up by the rates of the settings, by day, by part and by day of joining`() throws {
        let bench = try bench(["currency": "USD", "rates": Self.rates])
        let player = try bench.login()
        for number in 0..<3 { _ = try bench.buy(player, "gem", requestId: "gem \(number)") }
        let chest = try bench.buy(player, "chest", requestId: "chest")
        let refund: JSON = ["paymentSeq": chest["paymentSeq"] ?? nil, "kind": "REFUND"]
        #expect(bench.console("refund", refund).message == "")
        _ = try bench.buy(player, "chest", requestId: "another chest")
        // 3 * 0.99 + 2 * 1200 * 0.0066, and 1200 * 0.0066 of it went back.
        let whole = figures(bench, ["kind": "money"])["converted"] ?? nil
        #expect(whole["currency"] == "USD" && whole["without"] == [])
        #expect(whole["amounts"]?.arrayValue?.last == "18.81" && whole["refundedAmounts"]?.arrayValue?.last == "7.92")
        #expect(whole["amounts"]?.arrayValue?.first == "0.00")
        #expect(whole["payments"]?.numbers.last == 5 && whole["refunds"]?.numbers.last == 1)
        let parts = figures(bench, ["kind": "money", "by": "product"])["parts"]?.arrayValue ?? []
        #expect(parts.map { $0["converted"]?["amounts"]?.arrayValue?.last } == ["2.97", "15.84"])
        let cohort = figures(bench, ["kind": "value"])["cohorts"]?.arrayValue?.last?["converted"] ?? nil
        #expect(cohort["after"]?["0"] == "10.89" && cohort["after"]?["1"] == .null && cohort["until"] == "10.89")
        #expect(cohort["without"] == [])
    }

    @Test func `without a rate are named and left out, and without rates nothing is added up`() throws {
        let bench = try bench(["currency": "EUR", "rates": Self.rates])
        let player = try bench.login()
        for product in ["gem", "chest"] { _ = try bench.buy(player, product, requestId: product) }
        let whole = figures(bench, ["kind": "money"])["converted"] ?? nil
        #expect(whole["without"] == ["USD"] && whole["amounts"]?.arrayValue?.last == "7.92" && whole["payments"]?.numbers.last == 1)
        var settings = try #require(ServiceBench.shopSettings.objectValue)
        settings["figures"] = [:]
        #expect(bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        #expect(figures(bench, ["kind": "money"])["converted"] == nil)
        #expect(figures(bench, ["kind": "value"])["cohorts"]?.arrayValue?.last?["converted"] == nil)
    }

    @Test func `are rounded to whole ones in a currency without decimals`() throws {
        let bench = try bench(["currency": "JPY", "rates": [["currency": "USD", "rate": "150.5"]]])
        let player = try bench.login()
        for product in ["gem", "chest"] { _ = try bench.buy(player, product, requestId: product) }
        // 0.99 * 150.5 + 1200 = 1348.995.
        let whole = figures(bench, ["kind": "money"])["converted"] ?? nil
        #expect(whole["amounts"]?.arrayValue?.last == "1349" && whole["amounts"]?.arrayValue?.first == "0")
        let cohort = figures(bench, ["kind": "value"])["cohorts"]?.arrayValue?.last?["converted"] ?? nil
        #expect(cohort["after"]?["0"] == "1349" && cohort["until"] == "1349")
    }

    @Test func `are exact until the sum is rounded, half away from zero`() throws {
        func sum(_ amounts: [(amount: String, times: Int64, rate: String)], takes: Bool = false) throws -> String? {
            var sum = ConvertedSum()
            for (amount, times, rate) in amounts {
                var money = MoneySum(), back = MoneySum()
                if takes { back.add(amount, times: times) } else { money.add(amount, times: times) }
                money.take(back)
                let rates: JSON = ["currency": "USD", "rates": [["currency": "JPY", "rate": .string(rate)]]]
                sum.add(money, at: try #require(try ConversionSettings(rates, at: "$").trillionths(of: "JPY")))
            }
            return sum.text(decimals: 2)
        }
        #expect(try sum([]) == "0.00")
        #expect(try sum([("1", 1, "0.005")]) == "0.01" && sum([("1", 1, "0.004999999999")]) == "0.00")
        #expect(try sum([("1", 1, "0.005")], takes: true) == "-0.01" && sum([("1", 1, "0.004999999999")], takes: true) == "0.00")
        // Each alone would be nothing.
        #expect(try sum([("0.000001", 1, "2500"), ("0.000001", 1, "2500")]) == "0.01")
        #expect(try sum([("0.000001", 4_999, "1")]) == "0.00" && sum([("0.000001", 5_000, "1")]) == "0.01")
        #expect(try sum([("999999999.99", 1_000, "0.000000000001")]) == "1.00")
        #expect(try sum([("123456789012", 1, "999999.999999999999")]) == "123456789011999999.88")
        #expect(try sum([("999999999999999999", 9, "999999")]) == nil)
        #expect(try sum([("999999999999999999", 9_000, "1"), ("1", 1, "1")]) == nil)
    }

    @Test func `are added up by rates alone that say what they are`() throws {
        func refusal(_ conversion: JSON) -> String {
            do throws(SettingsError) {
                _ = try ConsoleSettings(json: ["figures": ["conversion": conversion]])
                return ""
            } catch { return "\(error.path): \(error.reason)" }
        }
        func rated(_ rate: JSON) -> JSON { ["currency": "USD", "rates": [["currency": "JPY", "rate": rate]]] }
        #expect(refusal(rated("0.0066")) == "" && refusal(rated("150")) == "" && refusal(["currency": "USD"]) == "")
        for rate in ["0", "0.0", "00.1", "-1", "1e3", ".5", "1.", "1000000", "0.0000000000001", ""] {
            #expect(refusal(rated(.string(rate))).hasPrefix("$.figures.conversion.rates[0].rate: "), "\(rate)")
        }
        #expect(refusal(rated(1)).hasPrefix("$.figures.conversion.rates[0].rate: "))
        let twice: JSON = [["currency": "JPY", "rate": "1"], ["currency": "JPY", "rate": "2"]]
        #expect(refusal(["currency": "USD", "rates": twice]) == "$.figures.conversion.rates[1].currency: JPY is there already")
        #expect(refusal(["currency": "JPY", "rates": Self.rates]).hasPrefix("$.figures.conversion.rates[0].currency: JPY is the currency"))
        #expect(refusal(["rates": []]).hasPrefix("$.figures.conversion.currency: is missing"))
        #expect(refusal(["currency": "usd"]).hasPrefix("$.figures.conversion.currency: must be three capital letters"))
        #expect(refusal([]).hasPrefix("$.figures.conversion: must be an object"))
        let names = (0..<65).map { "A\(Character(UnicodeScalar(65 + UInt8($0 / 26))))\(Character(UnicodeScalar(65 + UInt8($0 % 26))))" }
        let many = JSON.array(names.map { ["currency": .string($0), "rate": "1"] })
        #expect(refusal(["currency": "USD", "rates": many]) == "$.figures.conversion.rates: must hold at most 64 entries, holds 65")
    }
}
