import Codecs

extension JSON {
    /// The value at a dotted path with indices, such as `tcIap[0].storeCode`; nil when there is none or the path is malformed.
    package func value(at path: String) -> JSON? {
        var here = self
        var rest = path.utf8[...]
        var isFirst = true
        while let byte = rest.first {
            if byte == UInt8(ascii: "[") {
                guard let (index, after) = JSON.index(rest), let elements = here.arrayValue, index < elements.count else { return nil }
                here = elements[index]
                rest = after
            } else {
                if !isFirst {
                    guard byte == UInt8(ascii: ".") else { return nil }
                    rest = rest.dropFirst()
                }
                let end = rest.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? rest.endIndex
                guard end > rest.startIndex, let key = String(rest[..<end]), let inner = here[key] else { return nil }
                here = inner
                rest = rest[end...]
            }
            isFirst = false
        }
        return here
    }

    /// `[12]` at the start of `path`: the number, and what follows.
    private static func index(_ path: Substring.UTF8View) -> (Int, Substring.UTF8View)? {
        guard let close = path.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let digits = path[path.index(after: path.startIndex)..<close]
        guard let text = String(digits), text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let index = Int(text) else { return nil }
        return (index, path[path.index(after: close)...])
    }
}
