import Linux

/// Amounts of money as text: `0.99`, `1100`. No sign, no exponent, no needless zero; text keeps what binary fractions lose.
public enum DecimalText {
    public static let integerDigitsMax = 18
    public static let fractionDigitsMax = 6

    @export(interface) public static func isValid(_ text: String) -> Bool {
        isPlain(text, integerDigitsMax: integerDigitsMax, fractionDigitsMax: fractionDigitsMax)
    }

    /// The same for a price in a value object, which may be longer than the amounts that are reckoned with.
    @export(interface) public static func isPlain(_ text: String) -> Bool {
        isPlain(text, integerDigitsMax: plainDigitsMax, fractionDigitsMax: plainDigitsMax)
    }

    private static func isPlain(_ text: String, integerDigitsMax: Int, fractionDigitsMax: Int) -> Bool {
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

    /// Digits that a price in a value object may have on either side of the point: those of an NSDecimalNumber.
    public static let plainDigitsMax = 38

    /// A JSON number of 0 or more without its exponent: `1.5e3` is `1500`. Nil when that is longer than `plainDigitsMax`.
    @export(interface) public static func plain(_ number: String) -> String? {
        var digits: [UInt8] = []
        var pointAt: Int?
        var exponentText = ""
        var inExponent = false
        for byte in number.utf8 {
            if inExponent {
                exponentText.unicodeScalars.append(Unicode.Scalar(byte))
            } else if byte == UInt8(ascii: ".") {
                pointAt = digits.count
            } else if byte | 0x20 == UInt8(ascii: "e") {
                inExponent = true
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                digits.append(byte)
            } else {
                return nil
            }
            if digits.count > 4 * plainDigitsMax { return nil }
        }
        guard let exponent = inExponent ? Int(exponentText) : 0, exponent.magnitude <= UInt(4 * plainDigitsMax) else { return nil }
        var point = (pointAt ?? digits.count) + exponent
        while point <= 0 {
            digits.insert(UInt8(ascii: "0"), at: 0)
            point += 1
        }
        while digits.count < point { digits.append(UInt8(ascii: "0")) }
        while point > 1, digits[0] == UInt8(ascii: "0") {
            digits.removeFirst()
            point -= 1
        }
        // What was written as 1.250 stays so; only an exponent's own zeros are no part of the number.
        if inExponent { while digits.count > point, digits[digits.count - 1] == UInt8(ascii: "0") { digits.removeLast() } }
        guard point <= plainDigitsMax, digits.count - point <= plainDigitsMax else { return nil }
        if point < digits.count { digits.insert(UInt8(ascii: "."), at: point) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The nearest Float; 0 for what is not valid. For display fields of the interface that are Float; never for arithmetic.
    @export(interface) public static func float(_ text: String) -> Float {
        guard isPlain(text), let number = NumberText.float(text) else { return 0 }
        return number
    }

    /// The nearest Double of a JSON number's text; nil when it is none or too large for a Double.
    static func double(_ text: String) -> Double? {
        NumberText.double(text)
    }
}
