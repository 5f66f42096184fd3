import Codecs
import Linux
import Messages
import Storage

/// What rounds keep of a store that is asked: whose turn it is, how far the store's report was read, and what of it was put aside.
extension Schema {
    /// A place in a report is the store's own since this version, and has another name: one that our clock made, perhaps when it was wrong,
    /// is not used any more. `next_date` is NULL for a row that only a round of the operator's looks at again.
    static let storeRows = [
        """
        CREATE TABLE store_rows (store_code TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL,
            aside_date BIGINT NOT NULL, tries BIGINT NOT NULL, next_date BIGINT, PRIMARY KEY (store_code, kind, name))
        """,
        "CREATE INDEX store_rows_due ON store_rows (store_code, next_date)",
        "CREATE INDEX payments_begun ON payments (store_code, payment_seq) WHERE \(Payment.isBegunElsewhere)",
    ]
}

#if !hasFeature(Embedded)
extension Payments {
    static let asideWaitMilliseconds: Int64 = 5_000
    static let asideWaitMillisecondsMax = CalendarDay.dayMilliseconds
    /// Nearly a month.
    static let asideTriesMax: Int64 = 40
    static let asideOfRound = 100
    static let olderOfRound = 10
    /// Of a store. Beyond it the place in the report stays where it is.
    static let asideMax: Int64 = 10_000
    private static let asideAtOnce = 200
    private static let asideKinds = ["TRANSACTION", "PAYMENT", "ROW", "REPORT"]
    private static let placeBytesMax = 1_024
    private static let reasonBytesMax = 500

    private struct RoundNames {
        let lease: String
        let place: String
        let whole: String
        let older: String
        let turn: String

        init(_ storeCode: String) {
            lease = "store lease \(storeCode)"
            place = "store place \(storeCode)"
            whole = "store whole \(storeCode)"
            older = "store older \(storeCode)"
            turn = "store turn \(storeCode)"
        }
    }

    /// Under which it is kept when a store's report was read to its end last.
    static func reportName(_ storeCode: String) -> String { RoundNames(storeCode).whole }

    /// {storeCode, leaseMilliseconds?, place?, isWhole?, aside?, forget?, afterDate?, afterSeq?, underWayAfter?}
    /// -> {isMine, now, place, aside, asideCount, fresh, reportAge, orders, older, underWay, refunds, …}: a round of looking at what is
    /// open, and of asking for what is to go back. With a lease it begins: of servers that share a database one has it. `place`:
    /// how far the store's own report was read, in the store's words; `aside`: rows of it that could not be entered,
    /// [{kind, name, reason}], kept with the place in one transaction; `forget`: those that could. `underWayNext` is the `underWayAfter`
    /// of the next page.
    func storeRound(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let storeCode = try parameters.text("storeCode", bytesMax: Limit.storeCodeBytes)
        let names = RoundNames(storeCode)
        let milliseconds = try parameters.optionalInteger("leaseMilliseconds", in: 1...CalendarDay.dayMilliseconds)
        let afterDate = try parameters.optionalInteger("afterDate", in: 0...Int64.max) ?? 0
        let afterSeq = try parameters.optionalText("afterSeq", bytesMax: 64) ?? ""
        var answer: JSONObject = ["isMine": true, "now": .integer(now), "reportAge": try reportAge(names)]
        if let milliseconds, try !takeLease(names.lease, milliseconds) {
            answer["isMine"] = false
            return .success(.object(answer))
        }
        if let fresh = try keepRead(parameters, storeCode, names) {
            answer["fresh"] = .array(fresh.map { .string($0) })
            answer["asideCount"] = .integer(try asideCount(storeCode))
            answer["reportAge"] = try reportAge(names)
            return .success(.object(answer))
        }
        let behind = request.parameters["underWayAfter"]
        if behind == nil { answer["orders"] = .array(try reservedOrders(storeCode, afterDate, afterSeq).map { storeView(of: $0) }) }
        if behind == nil, afterDate == 0 {
            let isOperators = milliseconds == nil
            answer["refunds"] = .array(try dueRefunds(at: storeCode, isOperators: isOperators))
            answer["place"] = .optional(try stored(names.place))
            let aside = try isOperators ? asideInTurn(storeCode, names.turn) : dueAside(storeCode)
            answer["aside"] = .array(try aside.map { (row) throws(Failure) in try asked(row, storeCode) })
            answer["asideCount"] = .integer(try asideCount(storeCode))
            answer["older"] = .array(try olderOrders(storeCode, names.older).map { storeView(of: $0) })
        }
        if afterDate == 0 {
            let after = behind == nil ? ["", "", ""] : (behind?.arrayValue ?? []).compactMap { $0.stringValue }
            guard after.count == 3 else { throw parameters.wrong("underWayAfter", "must be the `underWayNext` of an answer") }
            let orders = try undecidedOrders(storeCode, after)
            answer["underWay"] = .array(orders.map { storeView(of: $0) })
            if orders.count == Self.storeOrdersMax, let last = orders.last {
                answer["underWayNext"] = [.string(last.userId), .string(last.gamebaseProductId), .string(last.paymentSeq)]
            }
        }
        return .success(.object(answer))
    }

    /// Reservations that no clock says are of the last hours, a few in each round, in turn: their dates, or now, may be of a clock that was
    /// wrong. What a store waits to be told to take is in no report.
    private func olderOrders(_ storeCode: String, _ name: String) throws(Failure) -> [Payment] {
        let found = try query(
            """
            SELECT \(Payment.columns) FROM payments WHERE \(Payment.isBegunElsewhere) AND store_code = ? AND payment_seq > ?
            ORDER BY store_code, payment_seq LIMIT \(Self.olderOfRound)
            """, [.text(storeCode), .text(try stored(name) ?? "")]
        ).map { Payment($0) }
        let next = found.count < Self.olderOfRound ? "" : found.last?.paymentSeq ?? ""
        if try stored(name) ?? "" != next { try store(name, next) }
        return found.filter { $0.reservedDate < now &- Self.storeLooksMilliseconds }
    }

    // MARK: The lease

    /// Kept as its end and its length. One that would last longer than it is long was written by a clock that was wrong, and is void.
    private func takeLease(_ name: String, _ milliseconds: Int64) throws(Failure) -> Bool {
        let lease = Lease(from: core.time, milliseconds: milliseconds)
        let mine = "\(lease.end.epochMilliseconds) \(milliseconds)"
        let held = try stored(name)
        let parts = (held ?? "").split(separator: " ").map { Int64($0) }
        if parts.count == 2, let end = parts[0], let length = parts[1],
            Lease(until: Timestamp(epochMilliseconds: end), milliseconds: length).isHeld(at: core.time)
        {
            return false
        }
        return try replace(name, held, by: mine)
    }

    private func store(_ name: String, _ value: String) throws(Failure) {
        try run(
            "INSERT INTO service_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [.text(name), .text(value)])
    }

    // MARK: The report

    /// How long ago it had been read to its end; nil when it never was, or when a clock says that it was later than now.
    private func reportAge(_ names: RoundNames) throws(Failure) -> JSON {
        guard let date = try stored(names.whole).flatMap({ Int64($0) }) else { return .null }
        return Age(of: Timestamp(epochMilliseconds: date), at: core.time).milliseconds.map { .integer($0) } ?? .null
    }

    /// - Returns: the names of rows that were not put aside before; nil when there was nothing to keep.
    private func keepRead(_ parameters: Parameters, _ storeCode: String, _ names: RoundNames) throws(Failure) -> [String]? {
        let place = try parameters.optionalText("place", bytesMax: Self.placeBytesMax)
        let aside = try rows("aside", parameters), forget = try rows("forget", parameters)
        guard place != nil || parameters.value("aside") != nil || parameters.value("forget") != nil else { return nil }
        var fresh: [String] = []
        for row in forget {
            try run(
                "DELETE FROM store_rows WHERE store_code = ? AND kind = ? AND name = ?",
                [.text(storeCode), .text(row.kind), .text(row.name)])
        }
        if !aside.isEmpty, try asideCount(storeCode) + Int64(aside.count) > Self.asideMax {
            throw .refused(
                ResultCode.tooManyRequests,
                "aside: \(Self.asideMax) rows of the store \(storeCode) are set aside already; correct the cause")
        }
        for row in aside {
            let isFresh = try runCounted(
                """
                INSERT INTO store_rows (store_code, kind, name, reason, aside_date, tries, next_date) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (store_code, kind, name) DO NOTHING
                """,
                [
                    .text(storeCode), .text(row.kind), .text(row.name), .text(row.reason), .integer(now), .integer(row.tries),
                    Self.nextLook(row.tries, now).map { .integer($0) } ?? .null,
                ])
            if isFresh > 0 { fresh.append(row.name) }
        }
        if let place { try store(names.place, place) }
        if try parameters.bool("isWhole", default: false) { try store(names.whole, "\(now)") }
        return fresh
    }

    private func rows(
        _ name: String, _ parameters: Parameters
    ) throws(Failure) -> [(kind: String, name: String, reason: String, tries: Int64)] {
        let list = parameters.value(name)?.arrayValue ?? []
        guard list.count <= Self.asideAtOnce else { throw parameters.wrong(name, "must be at most \(Self.asideAtOnce) rows") }
        var rows: [(kind: String, name: String, reason: String, tries: Int64)] = []
        for json in list {
            guard let kind = json["kind"]?.stringValue, Self.asideKinds.contains(kind), let text = json["name"]?.stringValue else {
                throw parameters.wrong(name, "each must have kind (\(Self.asideKinds.joined(separator: ", "))) and name")
            }
            let reason = json["reason"]?.stringValue ?? ""
            rows.append(
                (kind, Self.short(text, Self.placeBytesMax), Self.short(reason, Self.reasonBytesMax), json["tries"]?.int64Value ?? 0))
        }
        return rows
    }

    /// Whole characters of it.
    private static func short(_ text: String, _ bytesMax: Int) -> String {
        var bytes = Array(text.utf8.prefix(bytesMax))
        while let last = bytes.last, text.utf8.count > bytesMax, last & 0x80 != 0 {
            bytes.removeLast()
            if last & 0xC0 == 0xC0 { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func asideCount(_ storeCode: String) throws(Failure) -> Int64 {
        try query("SELECT COUNT(*) FROM store_rows WHERE store_code = ?", [.text(storeCode)]).first?.integer(0) ?? 0
    }

    private static func nextLook(_ tries: Int64, _ now: Int64) -> Int64? {
        if tries >= asideTriesMax { return nil }
        return now &+ min(asideWaitMilliseconds << min(max(0, tries), 20), asideWaitMillisecondsMax)
    }

    /// Those that are due. One that would wait longer than any wait lasts is due.
    private func dueAside(_ storeCode: String) throws(Failure) -> [Row] {
        var rows: [Row] = []
        for (sign, date) in [("<=", now), (">", now &+ Self.asideWaitMillisecondsMax)] {
            rows += try query(
                """
                SELECT kind, name, tries FROM store_rows WHERE store_code = ? AND next_date \(sign) ?
                ORDER BY store_code, next_date LIMIT \(Self.asideOfRound)
                """, [.text(storeCode), .integer(date)])
        }
        return rows
    }

    /// For an operator: all there are, due or not or asked about no more, so many a round, in turn. What stays bad keeps none behind it.
    private func asideInTurn(_ storeCode: String, _ turn: String) throws(Failure) -> [Row] {
        let last = TextParts.split(try stored(turn) ?? "", at: UInt8(ascii: " "), cuts: 1)
        let rows = try query(
            """
            SELECT kind, name, tries FROM store_rows WHERE store_code = ? AND (kind, name) > (?, ?)
            ORDER BY kind, name LIMIT \(Self.asideOfRound)
            """, [.text(storeCode), .text(last.first ?? ""), .text(last.count > 1 ? last[1] : "")])
        let next = rows.count < Self.asideOfRound ? "" : rows.last.map { "\($0.text(0)) \($0.text(1))" } ?? ""
        if try stored(turn) ?? "" != next { try store(turn, next) }
        return rows
    }

    /// Counts it as asked about.
    private func asked(_ row: Row, _ storeCode: String) throws(Failure) -> JSON {
        let tries = row.integer(2) + 1
        try run(
            "UPDATE store_rows SET tries = ?, next_date = ? WHERE store_code = ? AND kind = ? AND name = ?",
            [
                .integer(tries), Self.nextLook(tries, now).map { .integer($0) } ?? .null, .text(storeCode), .text(row.text(0)),
                .text(row.text(1)),
            ])
        return ["kind": .string(row.text(0)), "name": .string(row.text(1)), "tries": .integer(tries)]
    }
}
#endif
