import Codecs
import Linux
import Messages
import Storage

/// What has become of pushes, for game servers: the newest first, in pages ("Messages" and "Reservations" of the NHN Cloud Push API v2.4
/// guide).
extension Push {
    /// That are counted and gone through; who looks for older ones names a time.
    static let requestsListedMax = 1_000
    static let requestsPageMax: Int64 = 100
    static let requestsPageDefault: Int64 = 25
    /// "Up to the latest 30 days".
    static let requestDays: Int64 = 30

    /// A date of a reservation is a message as soon as something of it is sent.
    private static let isMessage = """
        (COALESCE(c.request, c.campaign) = c.campaign OR c.accepted > 0 OR c.state IN ('\(PushCampaign.State.sending)', \
        '\(PushCampaign.State.sent)'))
        """

    private static let messageColumns = """
        SELECT c.campaign, c.state, c.title, c.send_date, c.accepted, c.withheld, c.ended_date, r.words, r.created_date, r.is_reservation
        FROM push_campaigns c LEFT JOIN push_requests r ON r.request = c.request
        """

    private static let statuses = [
        "READY": "(c.state = 'SCHEDULED' OR c.state = 'PLANNED' AND c.accepted = 0)",
        "PROCESSING": "(c.state = 'SENDING' OR c.state = 'PLANNED' AND c.accepted > 0)", "COMPLETE": "c.state = 'SENT' AND c.accepted > 0",
        "CANCEL_NO_TARGET": "c.state = 'SENT' AND c.accepted = 0", "CANCEL_UNKNOWN": "c.state IN ('CANCELLED', 'CANCELLING', 'EXPIRED')",
        // Of certificates and kinds of phones, which there are not.
        "CANCEL_INVALID_CERTIFICATE": "1 = 0", "CANCEL_INVALID_MESSAGE": "1 = 0", "CANCEL_UNSUPPORTED_MESSAGE_TYPE": "1 = 0",
        "CANCEL_UNAUTHORIZED": "1 = 0",
    ]

    /// A list's conditions, and the page of it that is asked for.
    private struct Listing {
        var conditions: [String]
        var values: [Value]

        mutating func add(_ condition: String, _ value: Int64) {
            conditions.append(condition)
            values.append(.integer(value))
        }

        var text: String { conditions.joined(separator: " AND ") }
    }

    // MARK: Messages

    /// {messageId} or {from?, to?, deliveryType?, messageStatus?, pageIndex?, pageSize?} -> {pushes, totalCount}
    func messages(_ parameters: Parameters) throws(Failure) -> Reply {
        if parameters.value("messageId") != nil {
            let id = try id(parameters, "messageId")
            guard let row = try query("\(Self.messageColumns) WHERE c.campaign = ? AND \(Self.isMessage)", [.integer(id)]).first else {
                throw Failure.refused(ResultCode.pushMissing, "messageId: names no push that is kept")
            }
            return .success(["pushes": [Self.message(row)], "totalCount": 1])
        }
        var list = Listing(conditions: [Self.isMessage], values: [])
        let (from, to) = try times(parameters, "from", "to")
        list.add("c.send_date >= ?", max(from ?? Int64.min, now &- Self.requestDays * CalendarDay.dayMilliseconds))
        if let to { list.add("c.send_date <= ?", to) }
        if parameters.value("deliveryType") != nil {
            let isReserved = try parameters.oneOf("deliveryType", ["INSTANT", "RESERVATION"]) == "RESERVATION"
            list.conditions.append(isReserved ? "c.request <> c.campaign" : "COALESCE(c.request, c.campaign) = c.campaign")
        }
        if parameters.value("messageStatus") != nil {
            let status = try parameters.oneOf("messageStatus", Self.statuses.keys.sorted())
            list.conditions.append(Self.statuses[status] ?? "1 = 0")
        }
        return try page(
            parameters,
            "SELECT c.campaign FROM push_campaigns c WHERE \(list.text) ORDER BY c.send_date DESC, c.campaign DESC", list.values)
    }

    /// {reservationId, pageIndex?, pageSize?} -> {pushes, totalCount}: what was sent of it.
    func messagesOfReservation(_ parameters: Parameters) throws(Failure) -> Reply {
        let request = try reservation(parameters)
        return try page(
            parameters,
            "SELECT c.campaign FROM push_campaigns c WHERE c.request = ? AND \(Self.isMessage) ORDER BY c.send_date DESC, c.campaign DESC",
            [.integer(request)])
    }

    private func page(_ parameters: Parameters, _ ids: String, _ values: [Value]) throws(Failure) -> Reply {
        let (all, page) = try paged(parameters, ids, values)
        var pushes: [JSON] = []
        for id in page {
            pushes += try query("\(Self.messageColumns) WHERE c.campaign = ?", [.integer(id)]).map { Self.message($0) }
        }
        return .success(["pushes": .array(pushes), "totalCount": .integer(all)])
    }

    private static func message(_ row: Row) -> JSON {
        [
            "messageId": .string("\(row.integer(0))"), "state": .string(row.text(1)), "title": .string(row.text(2)),
            "sendDate": row.integer(3).json, "accepted": row.integer(4).json, "withheld": row.integer(5).json,
            "endedDate": row.integerOrNil(6)?.json ?? .null, "words": row.textOrNil(7).flatMap { stored($0) } ?? [:],
            // A message of a reservation is made when it is sent.
            "createdDate": (row.integerOrNil(9) == 0 ? row.integer(8) : row.integer(3)).json,
        ]
    }

    /// {messageId?, messageErrorType?, messageErrorCause?, from?, to?, limit?, pageNumber?} -> {errors}: what could not be sent in its
    /// time, which is all that fails here.
    func messageErrors(_ parameters: Parameters) throws(Failure) -> Reply {
        let week = now &- 7 * CalendarDay.dayMilliseconds
        let (from, to) = try times(parameters, "from", "to")
        var list = Listing(conditions: ["state = '\(PushCampaign.State.expired)'"], values: [])
        list.add("send_date >= ?", max(from ?? week, now &- Self.requestDays * CalendarDay.dayMilliseconds))
        list.add("send_date <= ?", to ?? now)
        if parameters.value("messageId") != nil { list.add("campaign = ?", try id(parameters, "messageId")) }
        let types = ["CLIENT_ERROR", "EXTERNAL_ERROR", "INTERNAL_ERROR"]
        var isOther = false
        if parameters.value("messageErrorType") != nil { isOther = try parameters.oneOf("messageErrorType", types) != "INTERNAL_ERROR" }
        if parameters.value("messageErrorCause") != nil {
            isOther = try parameters.oneOf("messageErrorCause", Self.errorCauses) != "EXPIRED_TIME_OUT" || isOther
        }
        let limit = try parameters.optionalInteger("limit", in: 1...Self.requestsPageMax) ?? Self.requestsPageMax
        let page = try parameters.optionalInteger("pageNumber", in: 1...Int64(Self.requestsListedMax)) ?? 1
        if isOther { return .success(["errors": []]) }
        let rows = try query(
            "SELECT campaign, title, send_date FROM push_campaigns WHERE \(list.text) ORDER BY send_date DESC LIMIT ? OFFSET ?",
            list.values + [.integer(limit), .integer((page - 1) * limit)])
        return .success([
            "errors": .array(
                rows.map { row in
                    ["messageId": .string("\(row.integer(0))"), "title": .string(row.text(1)), "sendDate": row.integer(2).json]
                })
        ])
    }

    private static let errorCauses = [
        "UNSUPPORTED_MESSAGE_TYPE", "INVALID_MESSAGE", "INVALID_CERTIFICATE", "UNAUTHORIZED", "EXPIRED_TIME_OUT", "APNS_ERROR", "FCM_ERROR",
        "TENCENT_ERROR", "AGENT_ERROR", "ADM_ERROR", "DUPLICATED_MESSAGE_TOKEN",
    ]

    // MARK: Reservations

    /// {reservationId} or {from?, to?, deliveryFrom?, deliveryTo?, reservationStatus?, pageIndex?, pageSize?} -> {reservations,
    /// totalCount}: `from` and `to` are when they were made.
    func reservations(_ parameters: Parameters) throws(Failure) -> Reply {
        if parameters.value("reservationId") != nil {
            return .success(["reservations": [try reservation(try reservation(parameters))], "totalCount": 1])
        }
        var list = Listing(conditions: ["r.is_reservation = 1"], values: [])
        let (from, to) = try times(parameters, "from", "to")
        if let from { list.add("r.created_date >= ?", from) }
        if let to { list.add("r.created_date <= ?", to) }
        let (first, last) = try times(parameters, "deliveryFrom", "deliveryTo")
        if first != nil || last != nil {
            let dated = "c.send_date >= ? AND c.send_date <= ?"
            list.conditions.append("EXISTS (SELECT 1 FROM push_campaigns c WHERE c.request = r.request AND \(dated))")
            list.values += [.integer(first ?? 0), .integer(last ?? Int64.max)]
        }
        if parameters.value("reservationStatus") != nil {
            // The guide's table of what is asked says COMPLETE, that of what is answered COMPLETED.
            let status = try parameters.oneOf("reservationStatus", ["RESERVED", "COMPLETE", "COMPLETED"])
            let waits = "EXISTS (SELECT 1 FROM push_campaigns w WHERE w.request = r.request AND w.due_date > 0)"
            list.conditions.append(status == "RESERVED" ? waits : "NOT \(waits)")
        }
        let (all, page) = try paged(
            parameters, "SELECT r.request FROM push_requests r WHERE \(list.text) ORDER BY r.request DESC", list.values)
        var reservations: [JSON] = []
        for id in page { reservations.append(try reservation(id)) }
        return .success(["reservations": .array(reservations), "totalCount": .integer(all)])
    }

    /// - Returns: its number, of one that there is.
    func reservation(_ parameters: Parameters) throws(Failure) -> Int64 { try known(try id(parameters, "reservationId")) }

    /// {reservationIds}: as texts.
    func reservationsNamed(_ parameters: Parameters) throws(Failure) -> [Int64] {
        var ids: [Int64] = []
        for text in try parameters.texts("reservationIds", countMax: Self.reservationsNamedMax, bytesMax: 20) ?? [] {
            let id = try known(Int64(text) ?? -1)
            if !ids.contains(id) { ids.append(id) }
        }
        guard !ids.isEmpty else { throw parameters.wrong("reservationIds", "must name 1 to \(Self.reservationsNamedMax) reservations") }
        return ids
    }

    private func known(_ request: Int64) throws(Failure) -> Int64 {
        let found = try query("SELECT 1 FROM push_requests WHERE request = ? AND is_reservation = 1", [.integer(request)])
        guard !found.isEmpty else { throw Failure.refused(ResultCode.pushMissing, "there is no reservation \(request)") }
        return request
    }

    private func reservation(_ request: Int64) throws(Failure) -> JSON {
        guard
            let row = try query(
                "SELECT words, created_date, updated_date FROM push_requests WHERE request = ?", [.integer(request)]
            ).first
        else { return [:] }
        let dates = try query(
            """
            SELECT campaign, state, send_date, is_local, accepted, ended_date FROM push_campaigns WHERE request = ?
            ORDER BY send_date, campaign LIMIT \(Self.requestsListedMax)
            """, [.integer(request)])
        let isOver = dates.allSatisfy { $0.integerOrNil(5) != nil }
        return [
            "reservationId": .string("\(request)"), "words": Self.stored(row.text(0)) ?? [:], "createdDate": row.integer(1).json,
            "updatedDate": row.integer(2).json, "isOver": .bool(isOver),
            // "The current time when it is not complete."
            "completedDate": (isOver ? dates.map { $0.integer(5) }.max() ?? now : now).json,
            "schedules": .array(
                dates.map { date in
                    [
                        "scheduleId": .string("\(date.integer(0))"), "state": .string(date.text(1)), "sendDate": date.integer(2).json,
                        "localTime": .bool(date.bool(3)), "accepted": date.integer(4).json,
                    ]
                }),
        ]
    }

    // MARK: What is asked

    private func id(_ parameters: Parameters, _ name: String) throws(Failure) -> Int64 {
        Int64(try parameters.text(name, bytesMax: 20)) ?? -1
    }

    func times(_ parameters: Parameters, _ from: String, _ to: String) throws(Failure) -> (from: Int64?, to: Int64?) {
        let times = (from: try time(parameters, from), to: try time(parameters, to))
        if let begin = times.from, let end = times.to, begin > end { throw parameters.wrong(to, "must not be before \(from)") }
        return times
    }

    private func time(_ parameters: Parameters, _ name: String) throws(Failure) -> Int64? {
        guard let text = try parameters.optionalText(name, bytesMax: 64) else { return nil }
        guard let date = ISO8601.parse(text) else {
            throw parameters.wrong(name, "must be a date such as 2026-01-31T09:00:00.000+09:00")
        }
        return date
    }

    private func paged(_ parameters: Parameters, _ ids: String, _ values: [Value]) throws(Failure) -> (all: Int64, page: [Int64]) {
        let index = try parameters.optionalInteger("pageIndex", in: 0...Int64(Self.requestsListedMax)) ?? 0
        let size = try parameters.optionalInteger("pageSize", in: 1...Self.requestsPageMax) ?? Self.requestsPageDefault
        let all = try query("\(ids) LIMIT \(Self.requestsListedMax)", values).map { $0.integer(0) }
        return (Int64(all.count), Array(all.dropFirst(Int(index * size)).prefix(Int(size))))
    }
}

extension Int64 {
    fileprivate var json: JSON { .integer(self) }
}
