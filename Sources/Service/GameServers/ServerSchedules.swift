import Codecs
import Linux
import Messages

/// Dates that come again, for reservations ("Create Delivery Schedule" of NHN Cloud Push v2.4). Nothing is kept.
extension GameServers {
    static let scheduleDays: Int64 = 60
    static let scheduleTimesMax = 24

    private static let weekdays = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"]
    /// 1970-01-01 was a Thursday.
    private static let firstWeekday: Int64 = 4
    /// Days are Korea's, as the original's.
    private static let zoneMilliseconds: Int64 = 9 * 3_600_000

    /// {type: EVERY_DAY | EVERY_WEEK | EVERY_MONTH, fromDate, toDate, times, days?, daysOfWeek?} -> {schedules}: in order.
    func serverPushSchedule(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admittedBySecretKey(request, code: ResultCode.pushParameter)
        let type = try parameters.oneOf("type", ["EVERY_DAY", "EVERY_WEEK", "EVERY_MONTH"])
        let today = (now &+ Self.zoneMilliseconds) / CalendarDay.dayMilliseconds
        let from = try day(parameters, "fromDate"), to = try day(parameters, "toDate")
        guard from >= today else { throw parameters.wrong("fromDate", "must not be over") }
        guard to >= from else { throw parameters.wrong("toDate", "must not be before fromDate") }
        guard to <= today + Self.scheduleDays else {
            throw parameters.wrong("toDate", "must be at most \(Self.scheduleDays) days ahead")
        }
        let times = try times(parameters)
        var days: [Int64] = []
        if type == "EVERY_WEEK" { days = try weekdays(parameters) }
        if type == "EVERY_MONTH" { days = try daysOfMonth(parameters) }
        var schedules: [JSON] = []
        for day in from...to {
            let date = ISO8601.text(epochMilliseconds: day * CalendarDay.dayMilliseconds).prefix(10)
            let isMeant =
                switch type {
                case "EVERY_WEEK": days.contains((day + Self.firstWeekday) % 7)
                case "EVERY_MONTH": days.contains(Int64(date.suffix(2)) ?? 0)
                default: true
                }
            if isMeant { schedules += times.map { .string("\(date)T\($0)") } }
        }
        return .success(["schedules": .array(schedules)])
    }

    private func day(_ parameters: Parameters, _ name: String) throws(Failure) -> Int64 {
        let text = try parameters.text(name)
        guard text.utf8.count == 10, let date = ISO8601.parse(text + "T00:00:00Z") else {
            throw parameters.wrong(name, "must be a day such as 2026-12-30")
        }
        return date / CalendarDay.dayMilliseconds
    }

    private func times(_ parameters: Parameters) throws(Failure) -> [String] {
        var times: [String] = []
        for text in try parameters.texts("times", countMax: Self.scheduleTimesMax) ?? [] {
            guard text.utf8.count == 5, ISO8601.parse("2000-01-01T\(text):00Z") != nil else {
                throw parameters.wrong("times", "must be times such as 09:30")
            }
            if !times.contains(text) { times.append(text) }
        }
        guard !times.isEmpty else { throw parameters.wrong("times", "must be a list of 1 to \(Self.scheduleTimesMax) times") }
        return times.sorted()
    }

    private func weekdays(_ parameters: Parameters) throws(Failure) -> [Int64] {
        let days = try (parameters.texts("daysOfWeek", countMax: 7) ?? []).map { name in Self.weekdays.firstIndex(of: name) }
        guard !days.isEmpty, !days.contains(nil) else {
            throw parameters.wrong("daysOfWeek", "must be a list of days such as MONDAY")
        }
        return days.compactMap { $0.map { Int64($0) } }
    }

    private func daysOfMonth(_ parameters: Parameters) throws(Failure) -> [Int64] {
        let days = parameters.value("days")?.arrayValue?.map { $0.int64Value ?? 0 } ?? []
        guard (1...31).contains(days.count), days.allSatisfy({ (1...31).contains($0) }) else {
            throw parameters.wrong("days", "must be a list of days from 1 to 31")
        }
        return days
    }
}
