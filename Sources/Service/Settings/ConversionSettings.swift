import Linux
import Wire

extension SettingsFields {
    /// A part that gamebased alone reads. A service in a game's process stores it unread, for a server that takes the directory over.
    @inline(never)
    mutating func ofServers(_ key: String, _ value: inout JSON, _ read: (JSON, String) throws(SettingsError) -> JSON) {
        guard let part = object(for: key, value)?.part(key) else { return }
        self.read { () throws(SettingsError) in
            guard part.json.objectValue != nil else { throw SettingsError(part.path, "must be an object, is \(part.json.kindName)") }
            value = try read(part.json, part.path)
        }
    }

    mutating func conversion(_ key: String, _ value: inout JSON) {
        ofServers(key, &value) { (json, path) throws(SettingsError) in
            #if hasFeature(Embedded)
            json
            #else
            try ConversionSettings(json, at: path).json
            #endif
        }
    }
}

#if !hasFeature(Embedded)
/// The currency in which figures add up amounts of several, and what one unit of each other is worth in it.
struct ConversionSettings: Equatable, SettingsTable {
    static let ratesMax = 64

    struct Rate: Equatable, SettingsTable {
        static let wholeDigitsMax = 6
        static let decimalsMax = 12

        var currency = ""
        var rate = ""
        /// In trillionths.
        private(set) var trillionths: Int64 = 0

        mutating func fields(_ fields: inout SettingsFields) {
            fields.currency("currency", &currency)
            fields.requiredText("rate", &rate)
            trillionths = Self.trillionths(rate) ?? 0
            if trillionths == 0 { fields.refuse("rate", "must be a decimal string above 0 such as \"0.0066\"") }
        }

        /// nil: it is no plain decimal number, or has more digits than are reckoned with.
        private static func trillionths(_ text: String) -> Int64? {
            let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard DecimalText.isPlain(text), parts[0].count <= wholeDigitsMax else { return nil }
            let decimals = parts.count > 1 ? Array(parts[1]) : []
            guard decimals.count <= decimalsMax else { return nil }
            let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: decimalsMax - decimals.count)
            return Int64(String(decoding: Array(parts[0]) + decimals + zeros, as: UTF8.self))
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
