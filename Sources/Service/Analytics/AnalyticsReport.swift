import Codecs
import Linux
import Messages
import Storage

/// The operator's report: members, events, levels, sales and money, in exact decimals.
extension Analytics {
    static let reportedLevelsMax = 1000
    static let reportedDaysMax = 31
    static let reportedProductsMax = 1000
    static let reportedRefundsMax = 100
    #if !hasFeature(Embedded)
    /// What a list does not name is counted so far.
    private static let leftOutMax = 500
    #endif

    private static let countedAtOnce = 5 * SlicedWork.rows

    private func analyticsReport(activeInLastDay: Int64?) throws(Failure) -> Reply {
        var left = JSONObject()
        // A line each: in one literal every part that may fail would release all the parts before it, in code of its own.
        var report = JSONObject()
        report["date"] = .string(ISO8601.text(epochMilliseconds: now))
        report["users"] = try reportedUsers(activeInLastDay)
        report["activeUsers"] = try reportedActiveUsers()
        report["events"] = try reportedEvents()
        report["lostEvents"] = try reportedLosses()
        report["levels"] = try reportedLevels(&left)
        report["levelUps"] = try reportedLevelUps(&left)
        report[PlayerGroups.channels] = try reportedGroups(PlayerGroups.channels, &left)
        report[PlayerGroups.characters] = try reportedGroups(PlayerGroups.characters, &left)
        report[PlayerGroups.classes] = try reportedGroups(PlayerGroups.classes, &left)
        report["sales"] = try reportedSales(&left)
        report["revenue"] = try reportedRevenue("money_totals")
        report["testRevenue"] = try reportedRevenue("test_totals")
        report["claims"] = try reportedClaims()
        report["unmatchedMoney"] = try reportedUnmatchedMoney(&left)
        report["refunds"] = try reportedRefunds(&left)
        report["storeReports"] = try reportedStoreReports()
        report["storeRows"] = try reportedStoreRows(&left)
        report["datesAhead"] = try reportedDatesAhead()
        report["sweepHeld"] = .integer(persisted.swept?.held ?? 0)
        report["pushes"] = try push.reportedCampaigns()
        #if !hasFeature(Embedded)
        report["leftOut"] = .object(left)
        #endif
        return .success(.object(report))
    }

    /// The first rows of a query in its order. That there are more is said in `left`, with how many and the sum of a column; not in a
    /// game's own process, where few play.
    func listed(
        _ name: String, _ sql: String, _ values: [Value], max: Int, sum column: Int? = 1, _ left: inout JSONObject
    ) throws(Failure) -> [Row] {
        #if hasFeature(Embedded)
        return try query("\(sql) LIMIT \(max)", values)
        #else
        let rows = try query("\(sql) LIMIT \(max + 1)", values)
        if rows.count <= max { return rows }
        let rest = try query("\(sql) LIMIT \(Self.leftOutMax) OFFSET \(max)", values)
        var said: JSONObject = ["rows": .integer(Int64(rest.count))]
        if let column { said["sum"] = .integer(rest.reduce(0) { $0 &+ $1.integer(column) }) }
        left[name] = .object(said)
        return Array(rows.dropLast())
        #endif
    }

    /// Counts the members who logged in on the last day in slices, because they may be all; the rest of the report is kept as sums.
    func analyticsReport(_ request: Request) throws(Failure) -> SlicedWork {
        #if !hasFeature(Embedded)
        let countsActive = try Parameters(request.parameters).bool("activeInLastDay", default: true)
        try core.addUpFigures()
        if !countsActive {
            return SlicedWork(0) { (_) throws(Failure) in try analyticsReport(activeInLastDay: nil) }
        }
        #endif
        let last = now
        let first = last &- CalendarDay.dayMilliseconds
        // A change of the app's zone moves a day by one at most.
        return SlicedWork((day: settings.day(of: first) - 1, place: "", active: Int64(0))) { (state) throws(Failure) in
            let rows = try query(
                """
                SELECT newest_day, user_id, last_login_date FROM members
                WHERE (newest_day, user_id) > (?, ?) ORDER BY newest_day, user_id LIMIT \(Self.countedAtOnce)
                """, [.integer(state.day), .text(state.place)])
            for row in rows where row.integer(2) > first && row.integer(2) <= last { state.active += 1 }
            if rows.count == Self.countedAtOnce, let end = rows.last {
                (state.day, state.place) = (end.integer(0), end.text(1))
                return nil
            }
            return try analyticsReport(activeInLastDay: state.active)
        }
    }

    private func reportedUsers(_ activeInLastDay: Int64?) throws(Failure) -> JSON {
        var counts: [(state: String, count: Int64)] = []
        for row in try query("SELECT valid, members FROM member_states", []) { counts.append((row.text(0), row.integer(1))) }
        func count(_ state: String) -> Int64 { counts.first { $0.state == state }?.count ?? 0 }
        // Figures count a guest whose device has become another's among them, too.
        let withdrawn = count(MemberState.withdrawn) + count(MemberState.missing)
        var users: JSONObject = [
            "registered": .integer(counts.reduce(0) { $0 + $1.count } - withdrawn), "withdrawn": .integer(withdrawn),
            "banned": .integer(count(MemberState.banned)),
        ]
        if let activeInLastDay { users["activeInLastDay"] = .integer(activeInLastDay) }
        return .object(users)
    }

    private func reportedEvents() throws(Failure) -> JSON {
        var events = JSONObject()
        for type in [AnalyticsEvents.setUserMeta, AnalyticsEvents.levelUp, AnalyticsEvents.completePurchase] {
            events[type] = .integer(try total(type))
        }
        return .object(events)
    }

    /// Those where most players are, in the order of the levels.
    private func reportedLevels(_ left: inout JSONObject) throws(Failure) -> JSON {
        try reportedLevels(
            "levels", "SELECT user_level, users FROM level_users WHERE users > 0 ORDER BY users DESC, user_level", &left)
    }

    /// Those that most players have reached. How often each was is no measure: one player can say it a million times.
    private func reportedLevelUps(_ left: inout JSONObject) throws(Failure) -> JSON {
        try reportedLevels(
            "levelUps", "SELECT user_level, level_ups FROM level_ups ORDER BY players DESC, user_level", as: "count", &left)
    }

    private func reportedLevels(
        _ name: String, _ sql: String, as key: String = "users", _ left: inout JSONObject
    ) throws(Failure) -> JSON {
        let rows = try listed(name, sql, [], max: Self.reportedLevelsMax, &left)
        return .array(
            ascending(rows.map { $0.integer(0) }).map { place in
                ["level": .integer(rows[place].integer(0)), key: .integer(rows[place].integer(1))]
            })
    }

    /// The newest day first; a day without anybody is left out. Of services that share a database each has a row (`counted(by:)`).
    private func reportedActiveUsers() throws(Failure) -> JSON {
        let rows = try query(
            """
            SELECT day, SUM(amount) FROM figures WHERE measure = 'active' AND dimension = ''
            GROUP BY day ORDER BY day DESC LIMIT \(Self.reportedDaysMax)
            """, [])
        return .array(
            rows.map { row in
                ["day": .string(FigureRange.text(row.integer(0))), "users": .integer(row.integer(1))]
            })
    }

    /// What clients had to drop, because their journal or their disk was full, and how often a damaged journal file cost its rest.
    private func reportedLosses() throws(Failure) -> JSON {
        var losses: JSONObject = [
            "dropped": .integer(try total(EventTotal.dropped)), "damagedFiles": .integer(try total(EventTotal.damaged)),
        ]
        #if !hasFeature(Embedded)
        let unbelieved = try total(EventTotal.unbelieved)
        if unbelieved > 0 { losses["unbelieved"] = .integer(unbelieved) }
        #endif
        return .object(losses)
    }

    private func total(_ name: String) throws(Failure) -> Int64 {
        try query("SELECT total FROM event_totals WHERE name = ?", [.text(name)]).first?.integer(0) ?? 0
    }

    private func reportedSales(_ left: inout JSONObject) throws(Failure) -> JSON {
        let rows = try listed(
            "sales",
            """
            SELECT m.store_code, m.gamebase_product_id, m.amount, m.currency, m.entries, t.entries AS tests FROM money_totals m
            LEFT JOIN test_totals t ON t.movement = m.movement AND t.store_code = m.store_code
                AND t.gamebase_product_id = m.gamebase_product_id AND t.currency = m.currency AND t.amount = m.amount
            WHERE m.movement = ? ORDER BY m.store_code, m.gamebase_product_id, m.currency, m.amount
            """, [.text(Movement.granted)], max: Self.reportedProductsMax, sum: 4, &left)
        return .array(
            rows.map { row in
                [
                    "storeCode": .string(row.text(0)), "gamebaseProductId": .string(row.text(1)), "price": .string(row.text(2)),
                    "currency": .string(row.text(3)), "count": .integer(row.integer(4)), "testCount": .integer(row.integer(5)),
                ]
            })
    }

    /// Sums by currency of every kind of movement. A sum that is too large for exact arithmetic is null, never wrong.
    private func reportedRevenue(_ table: String) throws(Failure) -> JSON {
        var currencies: [(currency: String, sums: [(movement: String, sum: MoneySum)])] = []
        let rows = try query("SELECT currency, movement, amount, entries FROM \(table) ORDER BY currency, movement", [])
        // What was only claimed is no money.
        for row in rows where row.text(1) != Movement.claimed {
            if currencies.last?.currency != row.text(0) { currencies.append((row.text(0), [])) }
            let last = currencies.count - 1
            if currencies[last].sums.last?.movement != row.text(1) { currencies[last].sums.append((row.text(1), MoneySum())) }
            let place = currencies[last].sums.count - 1
            currencies[last].sums[place].sum.add(row.text(2), times: row.integer(3))
        }
        return .array(
            currencies.map { entry in
                var object: JSONObject = ["currency": .string(entry.currency)]
                for key in [
                    ("captured", Movement.captured), ("granted", Movement.granted), ("consumed", Movement.consumed),
                    ("refunded", Movement.refunded), ("renewed", Movement.renewed), ("chargeback", Movement.chargeback),
                    ("imported", Movement.imported),
                ] {
                    let sum = entry.sums.first { $0.movement == key.1 }?.sum ?? MoneySum()
                    object[key.0] = .optional(sum.text)
                }
                return .object(object)
            })
    }

    /// What waits for whoever verifies it, by currency.
    private func reportedClaims() throws(Failure) -> JSON {
        let rows = try query(
            """
            SELECT currency, amount, entries FROM money_totals WHERE movement = ?
            ORDER BY store_code, gamebase_product_id, currency, amount
            """, [.text(Movement.claimed)])
        var currencies: [(currency: String, count: Int64, sum: MoneySum)] = []
        for row in rows where row.integer(2) > 0 {
            let place = currencies.firstIndex { $0.currency == row.text(0) } ?? currencies.count
            if place == currencies.count { currencies.append((row.text(0), 0, MoneySum())) }
            currencies[place].count += row.integer(2)
            currencies[place].sum.add(row.text(1), times: row.integer(2))
        }
        return .array(
            currencies.map { ["currency": .string($0.currency), "count": .integer($0.count), "claimed": .optional($0.sum.text)] })
    }

    /// What stores were asked to give back and have not yet.
    private func reportedRefunds(_ left: inout JSONObject) throws(Failure) -> JSON {
        #if hasFeature(Embedded)
        return []
        #else
        let rows = try listed(
            "refunds",
            """
            SELECT payment_seq, store_code, asked_date, tries, next_date FROM refund_requests ORDER BY store_code, next_date, payment_seq
            """, [], max: Self.reportedRefundsMax, sum: nil, &left)
        return .array(
            rows.map { row in
                [
                    "paymentSeq": .string(row.text(0)), "storeCode": .string(row.text(1)),
                    "date": .string(ISO8601.text(epochMilliseconds: row.integer(2))), "tries": .integer(row.integer(3)),
                    "nextDate": row.integerOrNil(4).map { .string(ISO8601.text(epochMilliseconds: $0)) } ?? .null,
                ]
            })
        #endif
    }

    /// When the report of each store that is asked was read to its end. A date that is later than now was made by a clock that was wrong.
    private func reportedStoreReports() throws(Failure) -> JSON {
        #if hasFeature(Embedded)
        return []
        #else
        var told: [JSON] = []
        for store in settings.stores where store.verification == "STORE" {
            let date = try stored(Payments.reportName(store.storeCode)).flatMap { Int64($0) }
            told.append([
                "storeCode": .string(store.storeCode),
                "readDate": date.flatMap { $0 > now ? nil : .string(ISO8601.text(epochMilliseconds: $0)) } ?? .null,
            ])
        }
        return .array(told)
        #endif
    }

    private func reportedDatesAhead() throws(Failure) -> JSON {
        #if hasFeature(Embedded)
        return 0
        #else
        return .integer(try core.datesAhead())
        #endif
    }

    /// What of the stores' reports could not be entered yet.
    private func reportedStoreRows(_ left: inout JSONObject) throws(Failure) -> JSON {
        #if hasFeature(Embedded)
        return []
        #else
        let rows = try listed(
            "storeRows",
            "SELECT store_code, kind, name, reason, aside_date, tries, next_date FROM store_rows ORDER BY store_code, next_date", [],
            max: Self.reportedRefundsMax, sum: nil, &left)
        return .array(
            rows.map { row in
                [
                    "storeCode": .string(row.text(0)), "kind": .string(row.text(1)), "name": .string(row.text(2)),
                    "reason": .string(row.text(3)), "date": .string(ISO8601.text(epochMilliseconds: row.integer(4))),
                    "tries": .integer(row.integer(5)),
                    "nextDate": row.integerOrNil(6).map { .string(ISO8601.text(epochMilliseconds: $0)) } ?? .null,
                ]
            })
        #endif
    }

    private func reportedUnmatchedMoney(_ left: inout JSONObject) throws(Failure) -> JSON {
        func some(_ condition: String, max: Int) throws(Failure) -> [Row] {
            try listed(
                "unmatchedMoney",
                """
                SELECT \(UnmatchedRow.columns) FROM unmatched_money WHERE \(condition) ORDER BY reported_date DESC
                """, [], max: max, sum: nil, &left)
        }
        // Money that a store has and was not given back is hidden neither by claims of devices nor by money that went back.
        var rows: [Row] = []
        let order = [
            "captured_amount IS NOT NULL AND returned IS NULL", "captured_amount IS NULL AND returned IS NULL", "returned IS NOT NULL",
        ]
        for condition in order where left["unmatchedMoney"] == nil {
            rows += try some(condition, max: Self.reportedRefundsMax - rows.count)
        }
        return .array(rows.map(UnmatchedRow.view))
    }
}
