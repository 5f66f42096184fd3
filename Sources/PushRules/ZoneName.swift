import Linux

/// Names of the tz database, "Asia/Tokyo": whoever opens the file of one in the folder of zones asks here first, so that no name leads out
/// of that folder.
public enum ZoneName {
    public static let bytesMax = 64
    static let partsMax = 3

    /// One to three parts of letters, digits, `+`, `-` and `_`, which begin with a letter. No `.` at all: no name has one, `..` does.
    @export(interface) public static func isValid(_ name: String) -> Bool {
        guard (1...bytesMax).contains(name.utf8.count) else { return false }
        var parts = 1
        var isFirst = true
        for byte in name.utf8 {
            let lower = byte | 0x20
            switch byte {
            case UInt8(ascii: "/"):
                if isFirst { return false }
                parts += 1
                isFirst = true
                continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                if isFirst { return false }
            default: guard lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "z") else { return false }
            }
            isFirst = false
        }
        return !isFirst && parts <= partsMax
    }
}
