import Codecs
import Linux
import Messages
import Storage

/// Lists of what happened from one time to another, in pages ("Ban Histories", "Ban Release Histories", "Withdraw Histories").
extension GameServers {
    static let pageSizeDefault: Int64 = 100
    static let pageSizeMax: Int64 = 1_000
    /// Rows that are counted for the answer's `totalElements`; who asks for more is told to ask for a shorter time.
    static let historyRowsMax: Int64 = 100_000
    private static let withdrawalDays: Int64 = 365

    /// The older first, and the newer first.
    private static let byBegin = ["ORDER BY begin_date, user_id", "ORDER BY begin_date DESC, user_id DESC"]
    private static let byRelease = ["ORDER BY released_date, user_id", "ORDER BY released_date DESC, user_id DESC"]
    private static let byWithdrawal = ["ORDER BY withdrawn_date, user_id", "ORDER BY withdrawn_date DESC, user_id DESC"]

    /// {kind: ALL | CURRENT | RELEASED, begin, end, page?, size?, order?} -> {pagingInfo, result}
    func serverBans(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admittedBySecretKey(request)
        let columns = "user_id, ban_type, begin_date, end_date, banned_by, released_date, released_by"
        switch try parameters.oneOf("kind", ["ALL", "CURRENT", "RELEASED"]) {
        case "CURRENT":
            let lasting = "bans WHERE released_date IS NULL AND (end_date IS NULL OR end_date > ?)"
            return try page(parameters, columns, lasting, [.integer(now)], Self.byBegin, Self.ban)
        case "RELEASED":
            let released = "bans WHERE released_by IS NOT NULL AND released_date >= ? AND released_date <= ?"
            return try page(parameters, columns, released, try times(parameters), Self.byRelease, Self.ban)
        default:
            let all = "bans WHERE begin_date >= ? AND begin_date <= ?"
            return try page(parameters, columns, all, try times(parameters), Self.byBegin, Self.ban)
        }
    }

    /// {begin, end, page?, size?, order?, eventLogType?} -> {pagingInfo, result}: of the last year.
    func serverWithdrawals(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admittedBySecretKey(request)
        var times = try times(parameters)
        let year = now &- Self.withdrawalDays * CalendarDay.dayMilliseconds
        if case .integer(let begin) = times[0] { times[0] = .integer(max(begin, year)) }
        var rows = "members WHERE withdrawn_date IS NOT NULL AND withdrawn_date >= ? AND withdrawn_date <= ?"
        if parameters.value("eventLogType") != nil {
            let type = try parameters.oneOf("eventLogType", ["WAA", "WACS", "WAES", "WAAI", "WAHI", "WAGE"])
            rows += " AND withdrawal_type = ?"
            times.append(.text(type))
        }
        return try page(parameters, "user_id, withdrawn_date, withdrawn_by", rows, times, Self.byWithdrawal) { row in
            ["userId": .string(row.text(0)), "date": Self.time(row.integer(1)), "regUser": .optional(row.textOrNil(2))]
        }
    }

    private func times(_ parameters: Parameters) throws(Failure) -> [Value] {
        let (begin, end) = (try date(parameters, "begin"), try date(parameters, "end"))
        guard begin <= end else { throw parameters.wrong("end", "must not be before begin") }
        return [.integer(begin), .integer(end)]
    }

    private func page(
        _ parameters: Parameters, _ columns: String, _ rows: String, _ values: [Value], _ orders: [String], _ form: (Row) -> JSON
    ) throws(Failure) -> Reply {
        let page = try number(parameters, "page", 0, in: 0...Self.historyRowsMax)
        let size = try number(parameters, "size", Self.pageSizeDefault, in: 1...Self.pageSizeMax)
        let isDescending = parameters.value("order") == nil ? false : try parameters.oneOf("order", ["ASC", "DESC"]) == "DESC"
        let counted = try query("SELECT COUNT(*) FROM (SELECT 1 AS one FROM \(rows) LIMIT \(Self.historyRowsMax + 1)) AS few", values)
        let total = counted.first?.integer(0) ?? 0
        guard total <= Self.historyRowsMax else {
            throw parameters.wrong("end", "more than \(Self.historyRowsMax) are in this range; request a shorter one")
        }
        let found = try query(
            "SELECT \(columns) FROM \(rows) \(orders[isDescending ? 1 : 0]) LIMIT ? OFFSET ?",
            values + [.integer(size), .integer(page * size)])
        let pages = (total + size - 1) / size
        return .success([
            "pagingInfo": [
                "first": .bool(page == 0), "last": .bool(page + 1 >= pages), "numberOfElements": .integer(Int64(found.count)),
                "page": .integer(page), "size": .integer(size), "totalElements": .integer(total), "totalPages": .integer(pages),
            ],
            "result": .array(found.map { form($0) }),
        ])
    }

    /// A query's numbers are texts.
    private func number(
        _ parameters: Parameters, _ name: String, _ missing: Int64, in range: ClosedRange<Int64>
    ) throws(Failure) -> Int64 {
        guard let text = try parameters.optionalText(name, bytesMax: 20) else { return missing }
        guard let number = Int64(text), range.contains(number) else {
            throw parameters.wrong(name, "must be between \(range.lowerBound) and \(range.upperBound), is \"\(text)\"")
        }
        return number
    }

    private static func ban(_ row: Row) -> JSON {
        let banned = row.textOrNil(4).flatMap { told($0) } ?? [:]
        var ban: JSONObject = [
            "userId": .string(row.text(0)), "banCaller": banned["caller"] ?? "CONSOLE", "banReason": banned["banReason"] ?? .null,
            "banType": .string(row.text(1)), "beginDate": time(row.integer(2)),
        ]
        if let end = row.integerOrNil(3) { ban["endDate"] = time(end) }
        for key in ["flags", "name", "templateCode", "regUser"] { ban[key] = banned[key] }
        guard let released = row.textOrNil(6).flatMap({ told($0) }) else { return .object(ban) }
        ban["releaseCaller"] = released["caller"] ?? "CONSOLE"
        ban["releaseReason"] = released["banReleaseReason"] ?? .null
        ban["releaseDate"] = time(row.integer(5))
        ban["releaseUser"] = released["releaseUser"]
        return .object(ban)
    }

    private static func told(_ text: String) -> JSON? { KeptJSON.read(text) }

    private static func time(_ date: Int64) -> JSON { .string(ISO8601.text(epochMilliseconds: date)) }
}
