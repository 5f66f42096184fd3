#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// The names of rules, as settings and messages have them.
public enum AlarmRule: String, CaseIterable, Sendable {
    case playersBelow, playersFall, playersRise, errors, storeSilent, databaseSilent, booksUnsound
    /// An operator's try of the way to the receivers.
    case test
}

/// Checks each rule, and raises and ends alarms. Rules read the database alone, so all servers that share it see the same. The first server
/// to insert the alarm raises it.
extension Alarms {
    /// One rule, and what of it: a store, or nothing.
    struct Watched {
        let rule: AlarmRule
        var subject = ""
        let sight: AlarmSight
        var facts: JSONObject
    }

    struct Lasting {
        let id: String
        let rule: String
        let subject: String
        let facts: String
        let raisedDate: Int64
        var course: AlarmCourse
    }

    /// Of one rule and what it is about there is one, and of stores as many as the settings may have.
    private static let lastingMax = 256

    func lasting() throws(Failure) -> [Lasting] {
        try query(
            """
            SELECT alarm_id, rule, subject, facts, raised_date, calm_date, told_date FROM alarms WHERE ended_date IS NULL
            ORDER BY rule, subject LIMIT \(Self.lastingMax)
            """, []
        ).map {
            Lasting(
                id: $0.text(0), rule: $0.text(1), subject: $0.text(2), facts: $0.text(3), raisedDate: $0.integer(4),
                course: AlarmCourse(toldDate: $0.integer(6), calmDate: $0.integerOrNil(5)))
        }
    }

    func look(_ given: AlarmSettings, reconcileMilliseconds: Int64, hasAskedStores: Bool) throws(Failure) {
        var left = try lasting()
        var watched = try players(given.rules)
        if let rule = given.rules.errors { watched.append(try errors(rule)) }
        if let rule = given.rules.storeSilent { watched += try stores(rule, reconcileMilliseconds, hasAskedStores) }
        if let rule = given.rules.booksUnsound { watched.append(try books(rule)) }
        for one in watched {
            let place = left.firstIndex { $0.rule == one.rule.rawValue && $0.subject == one.subject }
            try judge(one, place.map { left.remove(at: $0) }, given)
        }
        // Whose rule or store is not watched any more.
        for one in left { try over(one, ["because": "unset"], given) }
    }

    private func judge(_ watched: Watched, _ lasting: Lasting?, _ given: AlarmSettings) throws(Failure) {
        var course = lasting?.course ?? AlarmCourse()
        let before = course
        let hour: Int64 = 3_600_000
        switch course.see(watched.sight, at: now, remindMilliseconds: given.repeatHours * hour) {
        case .raise: try raise(watched, given)
        case .end:
            if let lasting { try over(lasting, watched.facts, given) }
        case .remind:
            guard let lasting else { return }
            try keep(lasting, course, before)
            try tell(.reminded, lasting.id, facts(of: lasting, watched.facts), given)
        case .none:
            guard let lasting, course != before else { return }
            try keep(lasting, course, before)
        }
    }

    private func keep(_ lasting: Lasting, _ course: AlarmCourse, _ before: AlarmCourse) throws(Failure) {
        let date = { (date: Int64?) -> Value in date.map { .integer($0) } ?? .null }
        try claim(
            """
            UPDATE alarms SET calm_date = ?, told_date = ?
            WHERE alarm_id = ? AND ended_date IS NULL AND told_date = ? AND COALESCE(calm_date, -1) = ?
            """,
            [
                date(course.calmDate), date(course.toldDate), .text(lasting.id), date(before.toldDate),
                .integer(before.calmDate ?? -1),
            ])
    }

    private func raise(_ watched: Watched, _ given: AlarmSettings) throws(Failure) {
        let id = core.newCode(characters: AlarmSending.idCharacters, of: Objects.idCharacters)
        let isFirst = try runCounted(
            """
            INSERT INTO alarms (alarm_id, rule, subject, facts, raised_date, told_date) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (rule, subject) WHERE ended_date IS NULL DO NOTHING
            """,
            [
                .text(id), .text(watched.rule.rawValue), .text(watched.subject), .text(JSON.object(watched.facts).text()), .integer(now),
                .integer(now),
            ])
        guard isFirst > 0 else { return }
        var facts = watched.facts
        (facts["rule"], facts["subject"]) = (.string(watched.rule.rawValue), .string(watched.subject))
        facts["raisedDate"] = .integer(now)
        try tell(.raised, id, facts, given)
        try trim()
    }

    private func over(_ lasting: Lasting, _ last: JSONObject, _ given: AlarmSettings) throws(Failure) {
        try claim(
            "UPDATE alarms SET ended_date = ?, calm_date = NULL WHERE alarm_id = ? AND ended_date IS NULL",
            [
                .integer(now), .text(lasting.id),
            ])
        try tell(.ended, lasting.id, facts(of: lasting, last), given)
    }

    /// The numbers of now, with the names and the beginning.
    private func facts(of lasting: Lasting, _ now: JSONObject) -> JSONObject {
        var facts = now
        (facts["rule"], facts["subject"]) = (.string(lasting.rule), .string(lasting.subject))
        facts["raisedDate"] = .integer(lasting.raisedDate)
        return facts
    }

    // MARK: Players

    static let maintenanceName = "alarm maintenance"

    /// Nothing is said of minutes that lie in a maintenance.
    private func players(_ rules: AlarmRules) throws(Failure) -> [Watched] {
        guard rules.playersBelow != nil || rules.playersFall != nil || rules.playersRise != nil else { return [] }
        let last = minute(of: now) - AlarmTiming.minutesLate
        let longest =
            [
                rules.playersBelow?.minutes, rules.playersFall.map { 2 * $0.minutes }, rules.playersRise.map { 2 * $0.minutes },
            ].compactMap { $0 }.max() ?? 1
        var counts = [Int64](repeating: 0, count: Int(longest))
        for (minute, players) in try figures.connected(last - longest + 1...last) { counts[Int(minute - last + longest) - 1] = players }
        let maintained = try lastMaintenance()
        let all = { (minutes: Int64) -> [Int64]? in
            if let maintained, maintained > last - minutes { return nil }
            return Array(counts.suffix(Int(minutes)))
        }
        var watched: [Watched] = []
        if let rule = rules.playersBelow {
            let minutes = all(rule.minutes)
            let facts: JSONObject = [
                "players": .integer(counts.last ?? 0), "limit": .integer(rule.floor), "minutes": .integer(rule.minutes),
            ]
            watched.append(Watched(rule: .playersBelow, sight: minutes.map { .below($0, rule) } ?? .unknown, facts: facts))
        }
        if let rule = rules.playersFall {
            watched.append(changed(.playersFall, all(2 * rule.minutes), rule.minutes, rule.percent) { .fall(from: $0, to: $1, rule) })
        }
        if let rule = rules.playersRise {
            watched.append(changed(.playersRise, all(2 * rule.minutes), rule.minutes, rule.percent) { .rise(from: $0, to: $1, rule) })
        }
        return watched
    }

    private func changed(
        _ rule: AlarmRule, _ counts: [Int64]?, _ minutes: Int64, _ percent: Int64, _ judge: (Int64, Int64) -> AlarmSight
    ) -> Watched {
        let sums = counts.map { ($0.prefix(Int(minutes)).reduce(0, &+), $0.suffix(Int(minutes)).reduce(0, &+)) }
        let facts: JSONObject = [
            "before": .integer((sums?.0 ?? 0) / minutes), "players": .integer((sums?.1 ?? 0) / minutes), "limit": .integer(percent),
            "minutes": .integer(minutes),
        ]
        return Watched(rule: rule, sight: sums.map { judge($0.0, $0.1) } ?? .unknown, facts: facts)
    }

    /// - Returns: the last minute that lies in a maintenance, as far as somebody has looked; nil: none does.
    private func lastMaintenance() throws(Failure) -> Int64? {
        let known = try stored(Self.maintenanceName)
        let current = minute(of: now)
        guard let set = settings.maintenance, set.isActive(at: now) else {
            // One that is later than now was written by a clock that was wrong.
            return known.flatMap { Int64($0) }.flatMap { $0 > current ? nil : $0 }
        }
        _ = try replace(Self.maintenanceName, known, by: "\(current)")
        return current
    }

    // MARK: Answers and stores

    private func errors(_ rule: ErrorsRule) throws(Failure) -> Watched {
        let last = minute(of: now) - 1
        let row = try query(
            "SELECT SUM(requests), SUM(failures) FROM answer_minutes WHERE minute BETWEEN ? AND ?",
            [.integer(last - rule.minutes + 1), .integer(last)]
        ).first
        let (requests, failures) = (row?.integerOrNil(0) ?? 0, row?.integerOrNil(1) ?? 0)
        return Watched(
            rule: .errors, sight: .share(failures, of: requests, rule),
            facts: [
                "requests": .integer(requests), "failures": .integer(failures), "limit": .integer(rule.percent),
                "minutes": .integer(rule.minutes),
            ])
    }

    static let sinceName = "alarm since "

    /// A store that does not answer has its report not read to its end either.
    /// - Parameters:
    ///   - reconcileMilliseconds: a store is not asked more often.
    ///   - hasAsked: false while the server that looks cannot have read a report: it was not there, or had no database.
    private func stores(_ rule: SilenceRule, _ reconcileMilliseconds: Int64, _ hasAsked: Bool) throws(Failure) -> [Watched] {
        var watched: [Watched] = []
        for store in settings.stores where store.verification == "STORE" {
            let read = try stored(Payments.reportName(store.storeCode)).flatMap { Int64($0) }
            let date: Int64
            if let read, read <= now { date = read } else { date = try since(store.storeCode) }
            let age = now &- date
            let most = max(rule.minutes * Minute.milliseconds, 2 * reconcileMilliseconds)
            watched.append(
                Watched(
                    rule: .storeSilent, subject: store.storeCode, sight: age < most ? .good : hasAsked ? .bad : .unknown,
                    facts: ["minutes": .integer(age / Minute.milliseconds), "limit": .integer(rule.minutes)]))
        }
        return watched
    }

    /// Of a store whose report was never read: since when it is waited for.
    private func since(_ storeCode: String) throws(Failure) -> Int64 {
        let known = try stored(Self.sinceName + storeCode)
        if let date = known.flatMap({ Int64($0) }), date <= now { return date }
        _ = try replace(Self.sinceName + storeCode, known, by: "\(now)")
        return now
    }
}
#endif
