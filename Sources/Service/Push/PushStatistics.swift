import Codecs
import Linux
import Messages
import Storage

/// Figures of pushes and registrations ("Statistics" of the NHN Cloud Push API v2.4 guide). What is counted of a push is counted at the
/// time when it was sent. Of registrations there are those of now: how many there were is not kept.
extension Push {
    /// Pushes, or stretches of time, that one answer tells of.
    static let statisticsMax = 1_000
    /// Beyond so many names, what is counted has none.
    static let statisticNamesMax = 256
    private static let otherNames = "OTHERS"
    private static let hourMilliseconds: Int64 = 3_600_000
    /// Days are Korea's, as the original's.
    private static let zoneMilliseconds = 9 * hourMilliseconds
    private static let units: [String: Int64] = ["MINUTES": 60_000, "HOURS": hourMilliseconds, "DAYS": CalendarDay.dayMilliseconds]
    private static let unitOfType = ["MINUTELY": "MINUTES", "HOURLY": "HOURS", "DAILY": "DAYS", "BY_DAY": "DAYS"]

    /// What is asked for.
    private struct Asked {
        var category: String
        var from: Int64
        var to: Int64
        var unit: Int64
        var message: Int64?
        /// It asks for kinds that there are none of.
        var isOfNothing: Bool
    }

    /// By the beginning of a stretch of time, and by event.
    private typealias Figures = [Int64: [String: Int64]]

    /// {eventCategory, statisticsType?, timeUnit?, from?, to?, extra1s?, messageId?, statsIds?, statsCriteria?} -> {stats, total}
    func statistics(_ parameters: Parameters) throws(Failure) -> SlicedWork {
        let asked = try asked(parameters)
        return SlicedWork((figures: Figures(), device: "", user: "")) { (state) throws(Failure) in
            if asked.isOfNothing { return Self.told([:]) }
            if asked.category == "MESSAGE" { return Self.told(try sent(asked)) }
            let rows = try query(
                """
                SELECT device_key, user_id, language, country, push_enabled, ad_agreement, ad_agreement_night, registered_date
                FROM push_tokens WHERE (device_key, user_id) > (?, ?) ORDER BY device_key, user_id LIMIT \(SlicedWork.rows)
                """, [.text(state.device), .text(state.user)])
            for row in rows { try count(row, asked, &state.figures) }
            guard let last = rows.last, rows.count == SlicedWork.rows else { return Self.told(state.figures) }
            (state.device, state.user) = (last.text(0), last.text(1))
            return nil
        }
    }

    private func asked(_ parameters: Parameters) throws(Failure) -> Asked {
        let categories = ["MESSAGE", "TOKEN_REGISTRATION", "TOKEN_LANGUAGE", "TOKEN_COUNTRY", "TOKEN_AGREEMENT"]
        let category = try parameters.oneOf("eventCategory", categories)
        let earliest = now &- Self.requestDays * CalendarDay.dayMilliseconds
        let times = try times(parameters, "from", "to")
        let from = max(times.from ?? earliest, earliest), to = min(times.to ?? now, now)
        // "The default is by the time that is asked for": how, the guide does not say.
        var unit = to &- from <= 3 * Self.hourMilliseconds ? "MINUTES" : to &- from <= 3 * CalendarDay.dayMilliseconds ? "HOURS" : "DAYS"
        if parameters.value("statisticsType") != nil {
            let type = try parameters.oneOf("statisticsType", ["NORMAL", "MINUTELY", "HOURLY", "DAILY", "BY_DAY"])
            unit = Self.unitOfType[type] ?? unit
        }
        if parameters.value("timeUnit") != nil { unit = try parameters.oneOf("timeUnit", ["MINUTES", "HOURS", "DAYS"]) }
        if let criteria = try parameters.texts("statsCriteria", countMax: 5), criteria != ["EVENT"] {
            throw parameters.wrong("statsCriteria", "must be EVENT: pushes have no extras and no templates here")
        }
        let types = try parameters.texts("extra1s", countMax: Self.pushTypes.count) ?? []
        for type in types where !Self.pushTypes.contains(type) { throw parameters.wrong("extra1s", "must be types such as LINUX or FCM") }
        // Keys of events are made in the original's console; nothing is counted under one here.
        let keys = try parameters.texts("statsIds", countMax: Self.reservationsNamedMax, bytesMax: 64) ?? []
        var message: Int64?
        if let text = try parameters.optionalText("messageId", bytesMax: 20) { message = Int64(text) ?? -1 }
        return Asked(
            category: category, from: from, to: to, unit: Self.units[unit] ?? CalendarDay.dayMilliseconds, message: message,
            isOfNothing: !keys.isEmpty || (!types.isEmpty && !types.contains(Self.pushType)))
    }

    private func sent(_ asked: Asked) throws(Failure) -> Figures {
        var conditions = "send_date >= ? AND send_date <= ?"
        var values: [Value] = [.integer(asked.from), .integer(asked.to)]
        if let message = asked.message {
            conditions += " AND campaign = ?"
            values.append(.integer(message))
        }
        let rows = try query(
            """
            SELECT send_date, accepted, withdrawn, delivered, clicked FROM push_campaigns WHERE \(conditions) ORDER BY send_date
            LIMIT \(Self.statisticsMax + 1)
            """, values)
        guard rows.count <= Self.statisticsMax else { throw Self.tooMany(rows.count) }
        var figures = Figures()
        for row in rows {
            let begin = Self.begin(row.integer(0), asked.unit)
            for (place, event) in ["SENT", "SENT_FAILED", "RECEIVED", "OPENED"].enumerated() {
                figures[begin, default: [:]][event, default: 0] += row.integer(1 + place)
            }
        }
        return figures
    }

    private func count(_ row: Row, _ asked: Asked, _ figures: inout Figures) throws(Failure) {
        var begin = now, event: String
        switch asked.category {
        case "TOKEN_LANGUAGE": event = row.text(2)
        case "TOKEN_COUNTRY": event = row.text(3)
        case "TOKEN_AGREEMENT":
            event = !row.bool(4) ? "OFF" : !row.bool(5) ? "AD_OFF" : !row.bool(6) ? "NIGHT_AD_OFF" : "ON"
        default:
            guard (asked.from...max(asked.from, asked.to)).contains(row.integer(7)) else { return }
            begin = Self.begin(row.integer(7), asked.unit)
            event = "REGISTERED"
        }
        // What is of now has one time, however long it takes to count it.
        if asked.category != "TOKEN_REGISTRATION" { begin = figures.keys.first ?? now }
        if figures[begin]?[event] == nil, figures[begin]?.count ?? 0 >= Self.statisticNamesMax { event = Self.otherNames }
        figures[begin, default: [:]][event, default: 0] += 1
        guard figures.count <= Self.statisticsMax else { throw Self.tooMany(figures.count) }
    }

    private static func tooMany(_ count: Int) -> Failure {
        .refused(ResultCode.pushTooMany, "there are more than \(statisticsMax): ask for a shorter time from \"from\" to \"to\"")
    }

    private static func begin(_ date: Int64, _ unit: Int64) -> Int64 { (date &+ zoneMilliseconds) / unit * unit &- zoneMilliseconds }

    private static func told(_ figures: Figures) -> Reply {
        var total: [String: Int64] = [:]
        var stats: [JSON] = []
        for (begin, events) in figures.sorted(by: { $0.key < $1.key }) {
            stats.append(["eventDate": .integer(begin), "events": object(events)])
            for (event, count) in events { total[event, default: 0] += count }
        }
        return .success(["stats": .array(stats), "total": object(total)])
    }

    private static func object(_ counts: [String: Int64]) -> JSON {
        var object = JSONObject()
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { object[name] = .integer(count) }
        return .object(object)
    }
}
