import Codecs
import Linux

/// An exact sum of decimal amounts, in whole units and millionths.
package struct MoneySum {
    private static let millionths: Int64 = 1_000_000

    private var units: Int64 = 0
    private var parts: Int64 = 0
    private var digits = 0
    private var isTooLarge = false

    package init() {}

    /// Adds a valid amount `times` times; what is not valid makes the sum unknown.
    package mutating func add(_ amount: String, times: Int64) {
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

    /// A sum that is not known is large.
    func isAtLeast(_ amount: String) -> Bool {
        var least = MoneySum()
        least.add(amount, times: 1)
        if isTooLarge || least.isTooLarge { return isTooLarge }
        return units == least.units ? parts >= least.parts : units > least.units
    }

    /// With as many decimal places as the most precise amount had; nil when the sum is not known exactly.
    package var text: String? {
        if isTooLarge { return nil }
        if units < 0 {
            // Only what went back can exceed what came in.
            var opposite = MoneySum()
            opposite.take(self)
            return opposite.text.map { "-\($0)" }
        }
        if digits == 0 { return "\(units)" }
        // Without the digit of the million, which keeps the zeros behind it.
        let fraction = "\(Self.millionths + parts)".utf8.dropFirst().prefix(digits)
        return "\(units).\(String(decoding: fraction, as: UTF8.self))"
    }
}

extension MoneySum {
    /// Whether two amounts are the same number, with however many zeros.
    static func same(_ left: String, _ right: String) -> Bool {
        var (a, b) = (MoneySum(), MoneySum())
        a.add(left, times: 1)
        b.add(right, times: 1)
        return !a.isTooLarge && !b.isTooLarge && a.units == b.units && a.parts == b.parts
    }

    /// A sum that is not known exactly is more than any limit.
    func isAtMost(_ limit: String) -> Bool {
        var other = MoneySum()
        other.add(limit, times: 1)
        return !isTooLarge && !other.isTooLarge && (units, parts) <= (other.units, other.parts)
    }

    mutating func add(_ other: MoneySum) {
        if other.isTooLarge { isTooLarge = true }
        digits = max(digits, other.digits)
        accumulate(other.units, other.parts, 1)
    }

    mutating func take(_ other: MoneySum) {
        if other.isTooLarge { isTooLarge = true }
        digits = max(digits, other.digits)
        // The part stays between 0 and a whole, also below zero: -0.25 is -1 and 0.75.
        var parts = self.parts - other.parts
        var borrowed: Int64 = 0
        if parts < 0 {
            parts += Self.millionths
            borrowed = 1
        }
        let (difference, overflow1) = units.subtractingReportingOverflow(other.units)
        let (left, overflow2) = difference.subtractingReportingOverflow(borrowed)
        if overflow1 || overflow2 { isTooLarge = true }
        units = left
        self.parts = parts
    }

    #if !hasFeature(Embedded)
    /// nil when the sum is not known exactly.
    var inMillionths: Int128? { isTooLarge ? nil : Int128(units) * Int128(Self.millionths) + Int128(parts) }
    #endif

    /// Equal as numbers and both known.
    func isSame(_ other: MoneySum) -> Bool { !isTooLarge && !other.isTooLarge && units == other.units && parts == other.parts }
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
