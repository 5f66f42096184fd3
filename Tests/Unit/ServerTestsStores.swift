import Messages
import Testing
import Wire

@testable import Server

@Suite struct `Amounts in the smallest coin` {
    @Test func `are exact in every currency, and what is finer is none`() {
        let table: [(price: String, currency: String, count: Int64)] = [
            ("0.99", "USD", 99), ("12.5", "EUR", 1250), ("12.50", "EUR", 1250), ("7", "USD", 700), ("120", "JPY", 120),
            ("120.00", "JPY", 120),
            ("3.125", "KWD", 3125), ("0", "USD", 0), ("999999999999", "USD", 99_999_999_999_900),
        ]
        for (price, currency, count) in table {
            let digits = MinorUnits.digits(currency)
            #expect(MinorUnits.count(price, digits: digits) == count)
            let back = MinorUnits.text(count, digits: digits)
            #expect(back.flatMap { MinorUnits.count($0, digits: digits) } == count)
        }
        for (price, currency) in [("0.999", "USD"), ("0.5", "JPY"), ("-1", "USD"), ("", "USD"), ("1e3", "USD")] {
            #expect(MinorUnits.count(price, digits: MinorUnits.digits(currency)) == nil)
        }
        #expect(MinorUnits.text(5, digits: 2) == "0.05")
        #expect(MinorUnits.text(-1, digits: 2) == nil)
        #expect(MinorUnits.count("999999999999999999", digits: 2) == nil)
    }
}

@Suite struct `A webhook's signature` {
    private let body = Array(#"{"id":"evt_1"}"#.utf8)

    private func signed(_ secret: String, _ seconds: Int64) -> String {
        let text = Array("\(seconds).".utf8) + body
        return "t=\(seconds),v1=\(Hex.encode(HMACSHA256.authenticate(text, key: Array(secret.utf8))))"
    }

    @Test func `is right for five minutes on either side, and no longer`() {
        for distance in [Int64(-300), -1, 0, 300] {
            #expect(WebhookSignature.refusal(signed("s", 1_000_000), body, secret: "s", nowSeconds: 1_000_000 + distance) == nil)
        }
        for distance in [Int64(-301), 301, Int64.max - 2_000_000] {
            #expect(WebhookSignature.refusal(signed("s", 1_000_000), body, secret: "s", nowSeconds: 1_000_000 + distance) != nil)
        }
        #expect(WebhookSignature.refusal(signed("s", 1_000_000), body, secret: "", nowSeconds: 1_000_000) != nil)
        #expect(WebhookSignature.refusal(signed("", 1_000_000), body, secret: "", nowSeconds: 1_000_000) != nil)
    }
}
