/// A step from a value to one in it.
public enum JSONStep: Sendable {
    case key(String)
    case element(Int)
}

extension JSONError {
    /// A fault of a text that is JSON, but does not hold what it should. It is told where the last member's key, or the element, begins; a
    /// path that leads nowhere ends where it is lost. Reads the text again, so it is for faults only.
    @export(interface) public init(in bytes: [UInt8], at path: [JSONStep], _ reason: String) {
        self = bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return JSONError(in: bytes, at: 0, reason) }
            let limits = JSONLimits(depthMax: JSONLimits.standard.depthMax, bytesMax: bytes.count, membersMax: .max)
            var parser = JSONParser(start: start, count: bytes.count, limits: limits)
            return JSONError(in: bytes, at: parser.offset(of: path), reason)
        }
    }
}

extension JSONParser {
    mutating func offset(of path: [JSONStep]) -> Int {
        if count >= 3, start[0] == 0xEF { at = 3 }
        skipSpace()
        var found = at
        do throws(JSONError) {
            for step in path {
                guard let next = try enter(step) else { return found }
                found = next
            }
        } catch {}
        return found
    }

    /// - Returns: where the member's key or the element begins; `at` is then where its value does. Nil when there is none.
    private mutating func enter(_ step: JSONStep) throws(JSONError) -> Int? {
        var isObject = false
        if take(UInt8(ascii: "{")) { isObject = true } else if !take(UInt8(ascii: "[")) { return nil }
        var place = 0
        repeat {
            skipSpace()
            let begin = at
            var isWanted = false
            if isObject {
                guard take(UInt8(ascii: "\"")) else { return nil }
                let key = try string()
                skipSpace()
                guard take(UInt8(ascii: ":")) else { return nil }
                skipSpace()
                if case .key(let wanted) = step { isWanted = ExactText.same(wanted, key) }
            } else if case .element(let wanted) = step {
                isWanted = wanted == place
            }
            if isWanted { return begin }
            _ = try value()
            place += 1
            skipSpace()
        } while take(UInt8(ascii: ","))
        return nil
    }
}
