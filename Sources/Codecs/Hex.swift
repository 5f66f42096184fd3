/// Lower-case hexadecimal text.
public enum Hex {
    static let digits: [UInt8] = [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102]

    @export(interface) public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The lower 60 bits: as many digits as a text holds without memory of its own.
    @export(interface) public static func short(_ number: UInt64) -> String {
        let count = 15
        return String(unsafeUninitializedCapacity: count) { text in
            for place in 0..<count { text[place] = digits[Int(truncatingIfNeeded: number >> UInt64(4 * (count - 1 - place)) & 15)] }
            return count
        }
    }

    /// The value of one digit, either case.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
