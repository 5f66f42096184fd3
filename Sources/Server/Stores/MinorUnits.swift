import Wire

/// Amounts as stores that count in the smallest coin write them.
enum MinorUnits {
    /// Currencies without a smaller coin, and those with thousandths; all others have hundredths.
    private static let whole: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF",
    ]
    private static let thousandths: Set<String> = ["BHD", "JOD", "KWD", "OMR", "TND"]

    static func digits(_ currency: String) -> Int { whole.contains(currency) ? 0 : thousandths.contains(currency) ? 3 : 2 }

    /// - Returns: nil for a price that is finer than the smallest coin, or too large.
    static func count(_ price: String, digits: Int) -> Int64? {
        guard DecimalText.isValid(price) else { return nil }
        let parts = price.split(separator: ".", omittingEmptySubsequences: false)
        var fraction = parts.count > 1 ? Array(parts[1].utf8) : []
        while fraction.count > digits, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        guard fraction.count <= digits else { return nil }
        while fraction.count < digits { fraction.append(UInt8(ascii: "0")) }
        return Int64(String(parts[0]) + String(decoding: fraction, as: UTF8.self))
    }

    /// - Returns: nil for less than nothing.
    static func text(_ count: Int64, digits: Int) -> String? {
        guard count >= 0 else { return nil }
        var text = "\(count)"
        if digits == 0 { return text }
        while text.utf8.count <= digits { text = "0" + text }
        return "\(text.dropLast(digits)).\(text.suffix(digits))"
    }
}
