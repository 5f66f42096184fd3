/// How deep lists and objects of a JSON text stand in each other, without reading the text.
public enum JSONNesting {
    /// - Parameter text: well-formed JSON.
    @export(interface) public static func isAtMost(_ depthMax: Int, _ text: ArraySlice<UInt8>) -> Bool {
        var depth = 0
        var inText = false
        var isEscaped = false
        for byte in text {
            if inText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > depthMax { return false }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return true
    }
}
