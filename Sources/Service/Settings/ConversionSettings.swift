#if !hasFeature(Embedded)
import Codecs
import Linux

/// The currency in which figures add up amounts of several, and what one unit of each other is worth in it.
struct ConversionSettings: Equatable, SettingsTable {
    static let ratesMax = 64

    struct Rate: Equatable, SettingsTable {
        static let wholeDigitsMax = 6
        static let decimalsMax = 12

        var currency = ""
        var rate = ""

        mutating func fields(_ fields: inout SettingsFields) {
            fields.currency("currency", &currency)
            fields.requiredText("rate", &rate)
            if trillionths == 0 { fields.refuse("rate", "must be a decimal string above 0 such as \"0.0066\"") }
        }

        /// 0: the text is no plain decimal number, or has more digits than are reckoned with.
        fileprivate var trillionths: Int64 {
            let parts = rate.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard DecimalText.isPlain(rate), parts[0].count <= Self.wholeDigitsMax else { return 0 }
            let decimals = parts.count > 1 ? Array(parts[1]) : []
            guard decimals.count <= Self.decimalsMax else { return 0 }
            let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: Self.decimalsMax - decimals.count)
            return Int64(String(decoding: Array(parts[0]) + decimals + zeros, as: UTF8.self)) ?? 0
        }
    }

    var currency = ""
    var rates: [Rate] = []

    mutating func fields(_ fields: inout SettingsFields) {
        fields.currency("currency", &currency)
        fields.list("rates", &rates, max: Self.ratesMax)
        for (index, rate) in rates.enumerated() {
            let name = "rates[\(index)].currency"
            if rate.currency == currency { fields.refuse(name, "\(currency) is the currency that the others are converted to") }
            if rates.prefix(index).contains(where: { $0.currency == rate.currency }) {
                fields.refuse(name, "\(rate.currency) is there already")
            }
        }
    }

    /// Of one unit of a currency; nil: the settings have none.
    func trillionths(of name: String) -> Int64? {
        name == currency ? 1_000_000_000_000 : rates.first { $0.currency == name }?.trillionths
    }
}

extension FigureSettings {
    /// nil: amounts of several currencies are not added up.
    var conversion: ConversionSettings? {
        guard !conversionJSON.isNull else { return nil }
        do throws(SettingsError) { return try ConversionSettings(conversionJSON, at: "$.figures.conversion") } catch { return nil }
    }
}
#endif
