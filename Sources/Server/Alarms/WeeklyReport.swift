import Codecs
import Messages
import Service

/// The weekly report as a mail: a week and the one before, summed from the answers of `console.figures`.
struct WeeklyReport {
    struct Week {
        var new: Int64 = 0
        /// Members who played on one of the seven days.
        var active: Int64 = 0
        var newPayers: Int64 = 0
        /// Payers of each day, together.
        var payerDays: Int64 = 0
        var currencies: [(name: String, paid: MoneySum, payments: Int64, refunded: MoneySum, refunds: Int64)] = []
    }

    private(set) var weeks = [Week(), Week()]
    let days: [String]
    let timeZone: String
    static let days = 7

    /// - Parameters:
    ///   - members: of fourteen days.
    ///   - money: of the same days.
    init?(members: JSON, money: JSON) {
        let numbers = { (json: JSON?) in (json?.arrayValue ?? []).map { $0.int64Value ?? 0 } }
        days = (members["days"]?.arrayValue ?? []).compactMap { $0.stringValue }
        guard days.count == 2 * Self.days else { return nil }
        timeZone = members["timeZone"]?.stringValue ?? ""
        for week in 0..<2 {
            let range = (week * Self.days)..<((week + 1) * Self.days)
            let sum = { (json: JSON?) in numbers(json).dropFirst(range.lowerBound).prefix(Self.days).reduce(0, &+) }
            weeks[week].new = sum(members["figures"]?["new"])
            weeks[week].active = numbers(members["figures"]?["active7"]).dropFirst(range.upperBound - 1).first ?? 0
            weeks[week].newPayers = sum(money["newPayers"])
            weeks[week].payerDays = sum(money["payers"])
            for currency in money["currencies"]?.arrayValue ?? [] {
                weeks[week].currencies.append(
                    (
                        currency["currency"]?.stringValue ?? "", Self.total(currency["amounts"], range), sum(currency["payments"]),
                        Self.total(currency["refundedAmounts"], range), sum(currency["refunds"])
                    ))
            }
        }
    }

    private static func total(_ amounts: JSON?, _ range: Range<Int>) -> MoneySum {
        var total = MoneySum()
        // An amount that is not known exactly makes the sum unknown.
        for amount in (amounts?.arrayValue ?? []).dropFirst(range.lowerBound).prefix(range.count) {
            total.add(amount.stringValue ?? "", times: 1)
        }
        return total
    }

    func text(_ language: String, appName: String) -> (subject: String, text: String) {
        let texts = WeeklyReportTexts.of(language)
        let (before, last) = (weeks[0], weeks[1])
        let values = ["app": appName, "from": days[Self.days], "to": days[2 * Self.days - 1], "zone": timeZone]
        var lines = [AlarmTexts.filled(texts.head, values), ""]
        let line = { (name: String, now: String, then: String) in
            lines.append("\(name): \(now) (\(AlarmTexts.filled(texts.before, ["n": then])))")
        }
        line(texts.new, "\(last.new)", "\(before.new)")
        line(texts.active, "\(last.active)", "\(before.active)")
        line(texts.payers, Self.average(last.payerDays), Self.average(before.payerDays))
        line(texts.newPayers, "\(last.newPayers)", "\(before.newPayers)")
        for (now, then) in zip(last.currencies, before.currencies) {
            let paid = { (sum: MoneySum, count: Int64) in "\(sum.text ?? "?") \(now.name) / \(count)" }
            line(texts.revenue, paid(now.paid, now.payments), paid(then.paid, then.payments))
            line(texts.refunds, paid(now.refunded, now.refunds), paid(then.refunded, then.refunds))
        }
        if last.currencies.isEmpty { lines.append(texts.nothing) }
        return ("[\(appName)] " + AlarmTexts.filled(texts.subject, values), (lines + ["", texts.foot]).joined(separator: "\n") + "\n")
    }

    /// Of a day, to one decimal place.
    private static func average(_ sum: Int64) -> String {
        let tenths = (sum * 10 + Int64(days) / 2) / Int64(days)
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension AlarmDesk {
    /// - Parameters:
    ///   - then: subject and text.
    ///   - failed: why there are none now.
    func report(
        _ notice: AlarmNotice, _ language: String, _ app: App, _ then: @escaping (String, String) -> Void,
        failed: @escaping (String) -> Void
    ) {
        let days: JSONObject = ["from": notice.facts["from"] ?? .null, "to": notice.facts["to"] ?? .null]
        figures("members", days, app) { [self] members in
            guard members.isSuccess else { return failed(members.message) }
            figures("money", days, app) { money in
                guard money.isSuccess else { return failed(money.message) }
                guard let report = WeeklyReport(members: members.body, money: money.body) else { return failed("there are no such days") }
                let (subject, text) = report.text(language, appName: notice.appName)
                then(subject, text)
            }
        }
    }

    private func figures(_ kind: String, _ days: JSONObject, _ app: App, _ answer: @escaping (Reply) -> Void) {
        var parameters = days
        parameters["kind"] = .string(kind)
        loop.carry(.consoleFigures, .object(parameters), origin: .console, to: app.home, answer)
    }
}

/// The words of the report.
struct WeeklyReportTexts: TranslatedTexts {
    let subject, head, new, active, payers, newPayers, revenue, refunds, nothing, before, foot: String

    static let english = WeeklyReportTexts(
        subject: "The week from {from} to {to}", head: "{app}, {from} to {to} (days of {zone})", new: "New members",
        active: "Members who played", payers: "Payers a day, on average", newPayers: "Members who paid for the first time",
        revenue: "Revenue, and payments", refunds: "Refunds, and how many", nothing: "Nothing was paid and nothing refunded.",
        before: "the week before: {n}", foot: "gamebased sends this report every week. What each figure means: docs/analytics.md.")
    static let japanese = WeeklyReportTexts(
        subject: "{from}から{to}までの週間レポート", head: "{app} {from}から{to}まで({zone}の日付)", new: "新規会員", active: "プレイした会員",
        payers: "1日あたりの課金者(平均)", newPayers: "初めて課金した会員", revenue: "売上と決済件数", refunds: "返金額と件数",
        nothing: "決済も返金もありませんでした。", before: "前週: {n}", foot: "このレポートはgamebasedが毎週送信します。各数値の定義はdocs/analytics.mdにあります。")
    static let korean = WeeklyReportTexts(
        subject: "{from}부터 {to}까지의 주간 보고서", head: "{app} {from}부터 {to}까지({zone} 기준)", new: "신규 회원", active: "플레이한 회원",
        payers: "하루 평균 결제자", newPayers: "처음 결제한 회원", revenue: "매출과 결제 건수", refunds: "환불액과 건수",
        nothing: "결제도 환불도 없었습니다.", before: "전주: {n}", foot: "이 보고서는 gamebased가 매주 보냅니다. 각 수치의 정의는 docs/analytics.md에 있습니다.")
}
