/// A point in time as one clock shows it, in milliseconds since 1970-01-01 UTC. Two clocks are never compared: a time of one and a time of
/// another are of different types, and what would compare them does not compile.
public struct Timestamp<Shown>: Comparable, Hashable, Sendable {
    public let epochMilliseconds: Int64

    public init(epochMilliseconds: Int64) { self.epochMilliseconds = epochMilliseconds }

    public static func < (left: Self, right: Self) -> Bool { left.epochMilliseconds < right.epochMilliseconds }

    public func advanced(byMilliseconds distance: Int64) -> Self {
        let (sum, overflow) = epochMilliseconds.addingReportingOverflow(distance)
        return Self(epochMilliseconds: overflow ? (distance < 0 ? Int64.min : Int64.max) : sum)
    }

    /// How far one clock is ahead of another that was read at the same moment. The one thing that two clocks are asked together.
    public func milliseconds<Other>(aheadOf other: Timestamp<Other>) -> Int64 {
        let (distance, overflow) = epochMilliseconds.subtractingReportingOverflow(other.epochMilliseconds)
        return overflow ? (epochMilliseconds < 0 ? Int64.min : Int64.max) : distance
    }
}

/// The clock that the service goes by: over PostgreSQL the database's, else this machine's.
public enum ServiceClock {}
/// The clock of a store or another server that was asked.
public enum StoreClock {}
/// The clock of this machine, whatever the service goes by.
public enum MachineClock {}
