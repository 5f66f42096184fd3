#if !hasFeature(Embedded)
import Linux

/// The sum of amounts of several currencies in one of them. It is rounded once, at its end.
struct ConvertedSum {
    /// Millionths of an amount times trillionths of a rate, in one of the currency.
    private static let ofOne: UInt128 = 1_000_000_000_000_000_000

    private var sum: Int128 = 0
    private var isUnknown = false

    mutating func add(_ amount: MoneySum, at trillionths: Int64) {
        guard let millionths = amount.inMillionths else {
            isUnknown = true
            return
        }
        let (product, overflow1) = millionths.multipliedReportingOverflow(by: Int128(trillionths))
        let (total, overflow2) = sum.addingReportingOverflow(product)
        if overflow1 || overflow2 { isUnknown = true }
        sum = total
    }

    /// Rounded half away from zero; nil when the sum is too large to be exact.
    func text(decimals: Int) -> String? {
        if isUnknown { return nil }
        let parts = (0..<decimals).reduce(UInt128(1)) { product, _ in product * 10 }
        let ofPart = Self.ofOne / parts
        let (whole, rest) = sum.magnitude.quotientAndRemainder(dividingBy: ofPart)
        let count = rest * 2 >= ofPart ? whole + 1 : whole
        let units = "\(sum < 0 && count > 0 ? "-" : "")\(count / parts)"
        return decimals > 0 ? "\(units).\(String(decoding: "\(count + parts)".utf8.suffix(decimals), as: UTF8.self))" : units
    }
}

extension ConversionSettings {
    /// Nobody pays a part of a yen.
    private var decimals: Int { StoreUnits.isWhole(currency) ? 0 : 2 }

    /// What several currencies are together, place by place.
    /// - Returns: the texts, and the currencies that have no rate and are not in them.
    func sums(_ amounts: [(currency: String, sums: [MoneySum])], count: Int) -> (texts: [String?], without: [String]) {
        var sums = [ConvertedSum](repeating: ConvertedSum(), count: count)
        var without: [String] = []
        for (name, amounts) in amounts {
            guard let rate = trillionths(of: name) else {
                without.append(name)
                continue
            }
            for (place, amount) in amounts.enumerated() { sums[place].add(amount, at: rate) }
        }
        return (sums.map { $0.text(decimals: decimals) }, without)
    }
}
#endif
