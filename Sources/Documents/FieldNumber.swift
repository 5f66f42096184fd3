import Codecs

/// Numbers of fields: 64-bit integers stay exact, everything else is a Double.
public enum FieldNumber {
    /// Nil when one is no number, and when the sum is in no range: nothing wraps and nothing is rounded in silence.
    static func sum(_ left: JSON, _ right: JSON) -> JSON? {
        if let a = left.int64Value, let b = right.int64Value {
            let (sum, isOver) = a.addingReportingOverflow(b)
            return isOver ? nil : .integer(sum)
        }
        guard let a = left.doubleValue, let b = right.doubleValue, (a + b).isFinite else { return nil }
        return json(a + b)
    }

    /// With the digits that give the same Double back.
    @export(interface) public static func json(_ real: Double) -> JSON { .decimal("\(real)") }
}
