#if !hasFeature(Embedded)

/// What a rule sees at one moment.
package enum AlarmSight: Sendable {
    /// Beyond its limit.
    case bad
    /// Within it, and so near that it may be beyond it again at once.
    case near
    case good
    /// Nothing can be said: in a maintenance, or before there are numbers.
    case unknown
}

/// How an alarm goes: it is raised once, told again while it lasts, and ends when everything was good for a while without a break. So what
/// goes up and down around a limit is one alarm.
package struct AlarmCourse: Equatable, Sendable {
    package enum Step: Sendable { case none, raise, remind, end }

    /// When it was told last; nil: it is not raised.
    package var toldDate: Int64?
    /// Since when all was good; nil: it is not.
    package var calmDate: Int64?

    /// So long all must be good before it ends.
    package static let calmMilliseconds: Int64 = 120_000

    package init(toldDate: Int64? = nil, calmDate: Int64? = nil) { (self.toldDate, self.calmDate) = (toldDate, calmDate) }

    /// - Parameter remindMilliseconds: from one message to the next while the alarm is active; 0: no reminders.
    package mutating func see(_ sight: AlarmSight, at now: Int64, remindMilliseconds: Int64) -> Step {
        guard let told = toldDate else {
            guard sight == .bad else { return .none }
            (toldDate, calmDate) = (now, nil)
            return .raise
        }
        guard sight == .good else {
            calmDate = nil
            return sight == .bad ? remind(told, now, remindMilliseconds) : .none
        }
        // A date that is later than now was written by a clock that was wrong.
        guard let calm = calmDate, calm <= now else {
            calmDate = now
            return .none
        }
        guard now &- calm >= Self.calmMilliseconds else { return .none }
        (toldDate, calmDate) = (nil, nil)
        return .end
    }

    private mutating func remind(_ told: Int64, _ now: Int64, _ milliseconds: Int64) -> Step {
        guard milliseconds > 0 else { return .none }
        if told > now {
            toldDate = now
            return .none
        }
        guard now &- told >= milliseconds else { return .none }
        toldDate = now
        return .remind
    }
}
#endif
