#if !hasFeature(Embedded)
import Codecs

/// Amounts as a store that is asked writes them: whole numbers of a unit that the store's documentation gives for each currency. It is not
/// ISO 4217's: docs.stripe.com/currencies counts UGX and ISK in hundredths and takes whole ones only, and wants thousandths in tens;
/// partner.steamgames.com/doc/store/pricing/currencies counts everything in hundredths, some currencies in steps.
public struct StoreUnits {
    let digits: Int
    /// The store takes multiples of it alone.
    let step: Int64

    private static let whole: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF",
    ]
    private static let wholeInHundredths: Set<String> = ["ISK", "UGX"]
    private static let thousandths: Set<String> = ["BHD", "JOD", "KWD", "OMR", "TND"]
    private static let steamSteps: [String: Int64] = [
        "CLP": 100, "COP": 100, "CRC": 500, "IDR": 100, "INR": 100, "JPY": 100, "KRW": 1_000,
    ]

    /// Whether nobody pays a part of one of this currency.
    static func isWhole(_ currency: String) -> Bool { whole.contains(currency) || wholeInHundredths.contains(currency) }

    public static func of(_ currency: String, at interface: String) -> StoreUnits {
        if interface == "STEAM" { return StoreUnits(digits: 2, step: steamSteps[currency] ?? 1) }
        if whole.contains(currency) { return StoreUnits(digits: 0, step: 1) }
        if wholeInHundredths.contains(currency) { return StoreUnits(digits: 2, step: 100) }
        return thousandths.contains(currency) ? StoreUnits(digits: 3, step: 10) : StoreUnits(digits: 2, step: 1)
    }

    /// - Returns: nil for a price that the store does not take: finer than its unit, between its steps, or too large.
    public func count(_ price: String) -> Int64? {
        guard DecimalText.isValid(price) else { return nil }
        let parts = price.split(separator: ".", omittingEmptySubsequences: false)
        var fraction = parts.count > 1 ? Array(parts[1].utf8) : []
        while fraction.count > digits, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        guard fraction.count <= digits else { return nil }
        while fraction.count < digits { fraction.append(UInt8(ascii: "0")) }
        guard let count = Int64(String(parts[0]) + String(decoding: fraction, as: UTF8.self)), count % step == 0 else { return nil }
        return count
    }

    /// What the store said, whatever its steps.
    /// - Returns: nil for less than nothing.
    public func text(_ count: Int64) -> String? {
        guard count >= 0 else { return nil }
        var text = "\(count)"
        if digits == 0 { return text }
        while text.utf8.count <= digits { text = "0" + text }
        return "\(text.dropLast(digits)).\(text.suffix(digits))"
    }

    /// The smallest price, for messages.
    fileprivate var smallest: String { text(step) ?? "" }
}

extension ConsoleSettings {
    /// The first price that the store of its product would not take as it is. Found when settings are loaded: at the store it would be
    /// found by a player.
    func checkPrices() throws(SettingsError) {
        for (index, product) in products.enumerated() {
            guard let store = stores.first(where: { $0.storeCode == product.storeCode }), store.verification == "STORE" else { continue }
            let units = StoreUnits.of(product.currency, at: store.interface)
            if let count = units.count(product.price), count > 0 { continue }
            throw SettingsError(
                "$.products[\(index)].price",
                "\(product.price) \(product.currency) of \"\(product.gamebaseProductId)\" is no price at the store \(store.storeCode): "
                    + "\(store.interface) takes multiples of \(units.smallest) \(product.currency), more than 0")
        }
    }
}
#endif
