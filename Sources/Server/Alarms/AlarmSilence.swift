import Codecs
import Linux
import Service

/// Whether an app's database answers, as this server sees it. Nothing of it is in the database: it is kept here, and told from here.
struct AlarmSilence {
    private var course = AlarmCourse()
    /// Since when nothing was answered, on the monotonic clock; nil: the last question was.
    private var since: Int64?
    private(set) var id = ""
    /// By the clock of the day.
    private(set) var raisedDate: Int64 = 0
    private(set) var minutes: Int64 = 0
    /// It is over, and does not stand in the app's log yet.
    private(set) var isUnwritten = false

    private static let minuteNanoseconds: Int64 = 60_000_000_000

    var isRaised: Bool { course.toldDate != nil }

    mutating func failed(_ nanoseconds: Int64) { since = since ?? nanoseconds }

    mutating func answered() {
        since = nil
        if isRaised { isUnwritten = true }
    }

    mutating func written() { isUnwritten = false }

    /// - Parameters:
    ///   - limit: of minutes.
    ///   - newId: for an alarm that is raised now.
    mutating func look(
        limit: Int64, remindMilliseconds: Int64, nanoseconds: Int64, date: Int64, newId: () -> String
    ) -> AlarmCourse.Step {
        let age = since.map { (nanoseconds - $0) / Self.minuteNanoseconds } ?? 0
        let sight: AlarmSight = since == nil ? .good : age >= limit ? .bad : .near
        let step = course.see(sight, at: nanoseconds / 1_000_000, remindMilliseconds: remindMilliseconds)
        if since != nil { minutes = age }
        if case .raise = step { (id, raisedDate, isUnwritten) = (newId(), date, false) }
        return step
    }
}
