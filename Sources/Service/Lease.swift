import Codecs

/// Something is one service's until a date of the clock that all services of it go by: of no other clock can a lease be made or asked.
struct Lease {
    let end: Timestamp<ServiceClock>
    let milliseconds: Int64

    init(from now: Timestamp<ServiceClock>, milliseconds: Int64) {
        end = now.advanced(byMilliseconds: milliseconds)
        self.milliseconds = milliseconds
    }

    init(until end: Timestamp<ServiceClock>, milliseconds: Int64) { (self.end, self.milliseconds) = (end, milliseconds) }

    /// One that would last for longer than it is long was taken by a clock that was wrong, and is void.
    func isHeld(at now: Timestamp<ServiceClock>) -> Bool { now < end && end.milliseconds(aheadOf: now) <= milliseconds }
}

/// Since something was done, by one clock.
struct Age {
    /// nil: a clock says that it was later than now.
    let milliseconds: Int64?

    init(of date: Timestamp<ServiceClock>, at now: Timestamp<ServiceClock>) {
        milliseconds = now < date ? nil : now.milliseconds(aheadOf: date)
    }
}
