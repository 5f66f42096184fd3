import Codecs
import Linux
import Service

/// The clock of a database that servers share: to all of them it is the same time, whatever their machines' clocks say. Measured with each
/// connection and each minute; between two measurements it goes on by the monotonic clock. Until the first it is the machine's.
public final class DatabaseClock: WitnessedClock, @unchecked Sendable {
    private let machine: any Clock
    private let lock = Lock()
    // Guarded by the lock.
    /// What is added to the monotonic clock, in milliseconds.
    private var offset: Int64?
    /// How far the offset may be wrong.
    private var width = Int64.max
    private var measuredNanoseconds = Int64.min

    /// Clocks of quartz part by less than this many milliseconds in this time.
    static let measureNanoseconds: Int64 = 60_000_000_000
    private static let driftMilliseconds: Int64 = 10
    static let question = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"

    public init(_ machine: any Clock) { self.machine = machine }

    public func monotonicNanoseconds() -> Int64 { machine.monotonicNanoseconds() }

    public func epochMilliseconds() -> Int64 {
        guard let offset = lock.locked({ offset }) else { return machine.epochMilliseconds() }
        return machine.monotonicNanoseconds() / 1_000_000 &+ offset
    }

    public func otherEpochMilliseconds() -> Int64? { lock.locked { offset } == nil ? nil : machine.epochMilliseconds() }

    /// How far this machine's clock is ahead of the database's; behind it when negative.
    public var machineAheadMilliseconds: Int64 {
        let service = Timestamp<ServiceClock>(epochMilliseconds: epochMilliseconds())
        return Timestamp<MachineClock>(epochMilliseconds: machine.epochMilliseconds()).milliseconds(aheadOf: service)
    }

    var isDue: Bool {
        let now = machine.monotonicNanoseconds()
        return lock.locked { offset == nil || now - measuredNanoseconds >= Self.measureNanoseconds }
    }

    /// - Parameters:
    ///   - asks: gives the database's time, in milliseconds since 1970.
    func measure<E: Error>(_ asks: () throws(E) -> Int64?) throws(E) {
        let before = machine.monotonicNanoseconds()
        guard let date = try asks() else { return }
        note(Timestamp(epochMilliseconds: date), before: before, after: machine.monotonicNanoseconds())
    }

    /// The database read its clock somewhere between the two. An offset that fits stays as it is unless this one is narrower: a slow answer
    /// does not move the time.
    func note(_ date: Timestamp<ServiceClock>, before: Int64, after: Int64) {
        let read = date.epochMilliseconds
        let (earliest, latest) = (read &- after / 1_000_000, read &- before / 1_000_000)
        lock.locked {
            measuredNanoseconds = after
            let fits = offset.map { $0 >= earliest &- Self.driftMilliseconds && $0 <= latest &+ Self.driftMilliseconds } ?? false
            if fits, latest &- earliest >= width { return }
            offset = earliest &+ (latest &- earliest) / 2
            width = latest &- earliest
        }
    }
}
