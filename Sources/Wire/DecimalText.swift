import Linux

/// Amounts of money as text: `0.99`, `1100`. No sign, no exponent, no needless zero; text keeps what binary fractions lose.
public enum DecimalText {
    public static let integerDigitsMax = 18
    public static let fractionDigitsMax = 6

    @export(interface) public static func isValid(_ text: String) -> Bool {
        var integerDigits = 0
        var fractionDigits = 0
        var startsWithZero = false
        var hasPoint = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if hasPoint {
                    fractionDigits += 1
                } else {
                    if integerDigits == 0 { startsWithZero = byte == UInt8(ascii: "0") }
                    integerDigits += 1
                }
                if integerDigits > integerDigitsMax || fractionDigits > fractionDigitsMax { return false }
            case UInt8(ascii: "."):
                if hasPoint { return false }
                hasPoint = true
            default:
                return false
            }
        }
        return integerDigits > 0 && (!startsWithZero || integerDigits == 1) && (!hasPoint || fractionDigits > 0)
    }

    /// The nearest Float; 0 for what is not valid. For display fields of the interface that are Float; never for arithmetic.
    @export(interface) public static func float(_ text: String) -> Float {
        isValid(text) ? NumberText.float(text) ?? 0 : 0
    }

    /// The nearest Double of a JSON number's text; nil when it is none or too large for a Double.
    static func double(_ text: String) -> Double? {
        NumberText.double(text)
    }
}
