import Codecs
import Messages
import Service
import Testing

@testable import Server

@Suite struct `Amounts as stores count them` {
    @Test func `are exact in every currency, and what the store's own table excludes is none`() {
        let table: [(interface: String, price: String, currency: String, count: Int64?)] = [
            ("CHECKOUT", "0.99", "USD", 99), ("CHECKOUT", "12.5", "EUR", 1250), ("CHECKOUT", "12.50", "EUR", 1250),
            ("CHECKOUT", "7", "USD", 700), ("CHECKOUT", "120", "JPY", 120), ("CHECKOUT", "120.00", "JPY", 120),
            ("CHECKOUT", "0.5", "JPY", nil), ("CHECKOUT", "0", "USD", 0), ("CHECKOUT", "999999999999", "USD", 99_999_999_999_900),
            ("CHECKOUT", "999999999999999999", "USD", nil), ("CHECKOUT", "0.999", "USD", nil), ("CHECKOUT", "-1", "USD", nil),
            ("CHECKOUT", "", "USD", nil), ("CHECKOUT", "1e3", "USD", nil),
            // Whole ones, in hundredths.
            ("CHECKOUT", "5000", "UGX", 500_000), ("CHECKOUT", "5000.50", "UGX", nil), ("CHECKOUT", "40", "ISK", 4_000),
            ("CHECKOUT", "40.10", "ISK", nil),
            // Charged in hundredths; paid out in whole ones.
            ("CHECKOUT", "10.50", "HUF", 1_050), ("CHECKOUT", "10.50", "TWD", 1_050),
            // Thousandths in tens.
            ("CHECKOUT", "5.12", "KWD", 5_120), ("CHECKOUT", "5.120", "KWD", 5_120), ("CHECKOUT", "5.124", "KWD", nil),
            ("CHECKOUT", "3.125", "TND", nil),
            // Steam counts everything in hundredths.
            ("STEAM", "0.99", "USD", 99), ("STEAM", "120", "JPY", 12_000), ("STEAM", "120.5", "JPY", nil),
            ("STEAM", "1010", "KRW", 101_000),
            ("STEAM", "1015", "KRW", nil), ("STEAM", "3.12", "KWD", 312), ("STEAM", "3.125", "KWD", nil),
        ]
        for (interface, price, currency, count) in table {
            let units = StoreUnits.of(currency, at: interface)
            #expect(units.count(price) == count, "\(price) \(currency) at \(interface)")
            if let count { #expect(units.text(count).flatMap { units.count($0) } == count) }
        }
        #expect(StoreUnits.of("USD", at: "CHECKOUT").text(5) == "0.05")
        #expect(StoreUnits.of("USD", at: "CHECKOUT").text(-1) == nil)
        #expect(StoreUnits.of("KWD", at: "CHECKOUT").text(5_124) == "5.124")
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
