/// Which names fields may have. A name reaches statements and paths, so that its letters are few: ASCII letters, digits and `_`, no digit
/// first; `_id` is refused as the service refused it.
public enum FieldNames {
    public static let bytesMax = 128

    /// The fields that the service keeps itself.
    public static let objectId = "objectId"
    public static let createDate = "createDate"
    public static let updateDate = "updateDate"
    public static let acl = "acl"

    @export(interface) public static func isValid(_ name: String) -> Bool { isWord(name) && name != "_id" && !isIndex(name) }

    /// Also an object's id.
    @export(interface) public static func isWord(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard bytes.count >= 1, bytes.count <= bytesMax else { return false }
            for byte in bytes where !isWord(byte) { return false }
            return true
        }
    }

    /// A key of a dictionary inside a value, which is the game's own and reaches no statement: any text in which no path is cut and no
    /// operator begins.
    static func isKey(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard let first = bytes.first, first != UInt8(ascii: "$"), bytes.count <= bytesMax else { return false }
            for byte in bytes where byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: ".") { return false }
            return true
        }
    }

    @inline(__always) private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Begins with a digit.
    static func isIndex(_ name: String) -> Bool {
        guard let first = name.utf8.first else { return false }
        return first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
    }

    /// Their values are dates, although JSON has them as plain text.
    static func isDate(_ name: String) -> Bool { name == createDate || name == updateDate }
}
