/// Division that rounds down, also before 1970.
enum Instant {
    static func quotient(_ value: Int64, _ by: Int64) -> Int64 {
        let quotient = value / by
        return value % by < 0 ? quotient - 1 : quotient
    }

    static func remainder(_ value: Int64, _ by: Int64) -> Int64 {
        let rest = value % by
        return rest < 0 ? rest + by : rest
    }

    static func seconds(ofMilliseconds milliseconds: Int64) -> Int64 { quotient(milliseconds, 1000) }

    /// The nearest that there is.
    static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, isTooFar) = left.addingReportingOverflow(right)
        return isTooFar ? (right < 0 ? .min : .max) : sum
    }
}
