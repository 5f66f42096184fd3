import Codecs
import Linux

/// What holds beyond the table of a zone's file: a TZ string of POSIX with the extensions of RFC 9636, section 3.3.1,
/// "CET-1CEST,M3.5.0,M10.5.0/3".
struct ZoneRule: Equatable, Sendable {
    static let bytesMax = 128

    /// Seconds ahead of UTC.
    let standard: Int64
    let summer: Summer?

    struct Summer: Equatable, Sendable {
        let offset: Int64
        let begin: Day
        let end: Day
    }

    /// A day of each year, and a time of its clock.
    struct Day: Equatable, Sendable {
        enum Form: Equatable, Sendable {
            /// 1 to 365; the leap day is not counted.
            case julian(Int64)
            /// 0 to 365.
            case ordinal(Int64)
            /// Week 5 is the last one; day 0 is Sunday.
            case week(month: Int64, week: Int64, day: Int64)
        }

        let form: Form
        let seconds: Int64

        /// In seconds of the local clock.
        func local(_ year: Int64) -> Int64 {
            let first = CivilDate.day(year, 1, 1)
            let day: Int64
            switch form {
            case .julian(let count): day = first + count - 1 + (count >= 60 && CivilDate.isLeap(year) ? 1 : 0)
            case .ordinal(let count): day = first + count
            case .week(let month, let week, let weekday):
                let firstOfMonth = CivilDate.day(year, month, 1)
                // 1970-01-01 was a Thursday.
                let ahead = Instant.remainder(weekday - (firstOfMonth + 4), 7)
                var ofMonth = ahead + (week - 1) * 7
                if ofMonth >= CivilDate.daysInMonth(year, month) { ofMonth -= 7 }
                day = firstOfMonth + ofMonth
            }
            return day * NightHours.daySeconds + seconds
        }
    }

    func offset(at time: Int64) -> Int64 {
        guard let summer else { return standard }
        let year = CivilDate.date(ofDay: Instant.quotient(Instant.sum(time, standard), NightHours.daySeconds)).year
        // A rule's time may lie a week off its day, and so in another year: the last change before the time is looked for among three.
        var last = Int64.min
        var isSummer = false
        for year in (year - 1)...(year + 1) {
            let end = summer.end.local(year) - summer.offset
            let begin = summer.begin.local(year) - standard
            if end <= time, end >= last { (last, isSummer) = (end, false) }
            // Where one ends as the next begins, it is summer all the year.
            if begin <= time, begin >= last { (last, isSummer) = (begin, true) }
        }
        return isSummer ? summer.offset : standard
    }

    /// Nil for what is no such rule.
    static func read(_ bytes: [UInt8]) -> ZoneRule? {
        guard bytes.count <= bytesMax else { return nil }
        var reader = ZoneRuleReader(bytes)
        return reader.rule()
    }
}
