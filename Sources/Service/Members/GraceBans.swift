import Codecs
import Linux
import Messages
import Storage

/// A ban that is suspended until a date, so that the member can make good what it owes: who has paid what the rule asks by then
/// is free, everybody else is banned ("GraceBan" section of the authentication page).
struct StoredGraceBan {
    /// What has to be paid from the beginning on.
    struct Rule {
        var conditionType: String
        var amount: String
        var count: Int64
        var currency: String
    }

    static let conditionTypes = ["AND", "OR"]
    static let countMax: Int64 = 1_000_000

    var beginDate: Int64
    var gracePeriodDate: Int64
    var banType: String
    var endDate: Int64?
    var message: String
    var rule: Rule?
    /// What was paid in the rule's currency; what went back, refunded or charged back, is left out.
    var paid = MoneySum()
    var paidCount: Int64 = 0

    var isBoughtOff: Bool {
        guard let rule else { return false }
        let hasAmount = paid.isAtLeast(rule.amount)
        let hasCount = paidCount >= rule.count
        return rule.conditionType == "OR" ? hasAmount || hasCount : hasAmount && hasCount
    }

    /// With the keys of the SDK's TCGBGraceBanInfo.
    var json: JSON {
        var object: JSONObject = ["gracePeriodDate": .integer(gracePeriodDate), "message": .string(PercentEncoding.encode(message))]
        if let rule {
            object["paymentStatus"] = [
                "amount": Self.number(paid.text ?? "0"), "count": .integer(paidCount), "currency": .string(rule.currency),
            ]
            object["releaseRuleCondition"] = [
                "amount": Self.number(rule.amount), "count": .integer(rule.count), "currency": .string(rule.currency),
                "conditionType": .string(rule.conditionType),
            ]
        }
        return .object(object)
    }

    private static func number(_ text: String) -> JSON {
        if let whole = Int64(text) { return .integer(whole) }
        return .decimal(text)
    }
}

extension Members {
    /// {userId, graceBan: {gracePeriodDate, message, banType, endDate, releaseRuleCondition} or null}
    func setGraceBan(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let userId = try parameters.text("userId", bytesMax: 64)
        var ban: StoredGraceBan?
        if parameters.value("graceBan") != nil { ban = try readGraceBan(try parameters.object("graceBan")) }
        try lockExisting(userId)
        try forgetGraceBan(of: userId)
        if let ban {
            try run(
                """
                INSERT INTO grace_bans (user_id, begin_date, grace_period_date, ban_type, end_date, message, condition_type, amount,
                    payment_count, currency) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(userId), .integer(ban.beginDate), .integer(ban.gracePeriodDate), .text(ban.banType), Value(ban.endDate),
                    .text(ban.message), Value(ban.rule?.conditionType), .text(ban.rule?.amount ?? "0"), .integer(ban.rule?.count ?? 0),
                    .text(ban.rule?.currency ?? ""),
                ])
        }
        // Another date may be nearer.
        core.rightsChanged(.member(userId))
        try renewValid(of: userId, tells: true)
        return .success()
    }

    private func readGraceBan(_ given: Parameters) throws(Failure) -> StoredGraceBan {
        let date = try given.integer("gracePeriodDate", in: 0...Int64.max)
        guard date > now else { throw given.wrong("gracePeriodDate", "must be later than now (\(now))") }
        var ban = StoredGraceBan(
            beginDate: now, gracePeriodDate: date, banType: Self.permanent,
            message: try given.optionalText("message", bytesMax: Self.banMessageBytesMax) ?? "")
        if given.value("banType") != nil { ban.banType = try given.oneOf("banType", [Self.temporary, Self.permanent]) }
        if ban.banType == Self.temporary {
            let end = try given.integer("endDate", in: 0...Int64.max)
            guard end > date else { throw given.wrong("endDate", "must be later than gracePeriodDate") }
            ban.endDate = end
        }
        guard given.value("releaseRuleCondition") != nil else { return ban }
        let rule = try given.object("releaseRuleCondition")
        let amount = rule.value("amount")
        guard let text = amount.flatMap({ $0.stringValue ?? $0.decimalText }), DecimalText.isValid(text) else {
            throw rule.wrong("amount", "must be a decimal such as \"9.99\"")
        }
        let currency = try rule.text("currency", bytesMax: 3)
        guard CurrencyCode.isValid(currency) else { throw rule.wrong("currency", "must be three capital letters (ISO 4217)") }
        ban.rule = StoredGraceBan.Rule(
            conditionType: try rule.oneOf("conditionType", StoredGraceBan.conditionTypes), amount: text,
            count: try rule.integer("count", in: 0...StoredGraceBan.countMax), currency: currency)
        return ban
    }

    /// The suspended ban of a member, with what was paid since.
    func graceBan(of userId: String) throws(Failure) -> StoredGraceBan? {
        let rows = try query(
            """
            SELECT begin_date, grace_period_date, ban_type, end_date, message, condition_type, amount, payment_count, currency
            FROM grace_bans WHERE user_id = ?
            """, [.text(userId)])
        guard let row = rows.first else { return nil }
        var ban = StoredGraceBan(
            beginDate: row.integer(0), gracePeriodDate: row.integer(1), banType: row.text(2), endDate: row.integerOrNil(3),
            message: row.text(4))
        guard let conditionType = row.textOrNil(5) else { return ban }
        ban.rule = StoredGraceBan.Rule(
            conditionType: conditionType, amount: row.text(6), count: row.integer(7), currency: row.text(8))
        let paid = try query(
            """
            SELECT l.amount, COUNT(*) FROM ledger l JOIN payments p ON p.payment_seq = l.payment_seq
            WHERE p.user_id = ? AND p.granted_date >= ? AND l.movement = ? AND l.currency = ? AND l.moved_date >= ? AND l.moved_date < ?
                AND NOT EXISTS (SELECT 1 FROM ledger r WHERE r.payment_seq = l.payment_seq AND r.movement IN (?, ?))
            GROUP BY l.amount
            """,
            [
                // Finds the payments; the ledger's own date decides, which is read from the clock a moment later.
                .text(userId), .integer(ban.beginDate &- CalendarDay.dayMilliseconds), .text(Movement.granted), .text(row.text(8)),
                .integer(ban.beginDate), .integer(ban.gracePeriodDate),
                .text(Movement.refunded), .text(Movement.chargeback),
            ])
        for sum in paid {
            ban.paid.add(sum.text(0), times: sum.integer(1))
            ban.paidCount += sum.integer(1)
        }
        return ban
    }

    /// - Returns: whether a suspended ban was lifted or came into force.
    func settleGraceBan(_ userId: String) throws(Failure) -> Bool {
        guard let ban = try graceBan(of: userId) else { return false }
        if !ban.isBoughtOff {
            guard core.isOver(ban.gracePeriodDate) else { return false }
            try insertBan(userId, type: ban.banType, begin: ban.gracePeriodDate, end: ban.endDate, message: ban.message)
        }
        try forgetGraceBan(of: userId)
        return true
    }

    func forgetGraceBan(of userId: String) throws(Failure) {
        try run("DELETE FROM grace_bans WHERE user_id = ?", [.text(userId)])
    }
}
