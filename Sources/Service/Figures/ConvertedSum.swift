#if !hasFeature(Embedded)
import Linux

/// The sum of amounts of several currencies in one of them. It is rounded once, at its end.
struct ConvertedSum {
    private static let decimals = 2
    /// Millionths of an amount times trillionths of a rate, in one hundredth.
    private static let ofHundredth: Int128 = 10_000_000_000_000_000

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
    var text: String? {
        if isUnknown { return nil }
        let (whole, rest) = sum.magnitude.quotientAndRemainder(dividingBy: Self.ofHundredth.magnitude)
        let hundredths = rest * 2 >= Self.ofHundredth.magnitude ? whole + 1 : whole
        let digits = Array("\(hundredths + 100)".utf8)
        let units = "\(hundredths / 100)"
        return "\(sum < 0 && hundredths > 0 ? "-" : "")\(units).\(String(decoding: digits.suffix(Self.decimals), as: UTF8.self))"
    }
}

extension ConversionSettings {
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
        return (sums.map { $0.text }, without)
    }
}
#endif
