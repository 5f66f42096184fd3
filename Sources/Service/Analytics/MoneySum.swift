import Linux
import Wire

/// An exact sum of decimal amounts, in whole units and millionths.
struct MoneySum {
    private static let millionths: Int64 = 1_000_000

    private var units: Int64 = 0
    private var parts: Int64 = 0
    private var digits = 0
    private var isTooLarge = false

    /// Adds a valid amount `times` times; what is not valid makes the sum unknown.
    mutating func add(_ amount: String, times: Int64) {
        guard DecimalText.isValid(amount), times >= 0 else {
            isTooLarge = true
            return
        }
        var whole: Int64 = 0
        var fraction: Int64 = 0
        var scale = Self.millionths
        var isFraction = false
        for byte in amount.utf8 {
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else if isFraction {
                scale /= 10
                fraction += Int64(byte - UInt8(ascii: "0")) * scale
            } else {
                whole = whole * 10 + Int64(byte - UInt8(ascii: "0"))
            }
        }
        digits = max(digits, isFraction ? amount.utf8.count - (amount.utf8.firstIndexOffset(of: UInt8(ascii: ".")) + 1) : 0)
        accumulate(whole, fraction, times)
    }

    private mutating func accumulate(_ whole: Int64, _ fraction: Int64, _ times: Int64) {
        let (wholes, overflow1) = whole.multipliedReportingOverflow(by: times)
        let (fractions, overflow2) = fraction.multipliedReportingOverflow(by: times)
        let (partSum, overflow3) = parts.addingReportingOverflow(fractions)
        let (unitSum, overflow4) = units.addingReportingOverflow(wholes)
        let (carried, overflow5) = unitSum.addingReportingOverflow(partSum / Self.millionths)
        if overflow1 || overflow2 || overflow3 || overflow4 || overflow5 { isTooLarge = true }
        units = carried
        parts = partSum % Self.millionths
    }

    /// With as many decimal places as the most precise amount had; nil when the sum is not known exactly.
    var text: String? {
        if isTooLarge { return nil }
        if digits == 0 { return "\(units)" }
        var fraction = "\(Self.millionths + parts)"
        fraction.removeFirst()
        return "\(units).\(fraction.prefix(digits))"
    }
}

extension String.UTF8View {
    fileprivate func firstIndexOffset(of byte: UInt8) -> Int {
        var offset = 0
        for other in self {
            if other == byte { return offset }
            offset += 1
        }
        return offset
    }
}
