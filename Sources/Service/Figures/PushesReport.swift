#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// Pushes by the day on which they were sent, out of what each of them counts. They are kept for a time, and before it nothing is known.
extension Figures {
    /// Buttons are counted of the newest pushes of the range.
    private static let pushesPressed = 100
    private static let names = ["sent", "accepted", "withheld", "delivered", "clicked"]

    func pushes(_ range: FigureRange) -> SlicedWork {
        SlicedWork(()) { (_) throws(Failure) in
            let pushes = try datedPushes(of: range)
            var sums = [[Int64]](repeating: [Int64](repeating: 0, count: range.length), count: Self.names.count)
            for push in pushes where push.isSent {
                let day = Int(settings.day(of: push.date) - range.from)
                for (place, count) in ([1] + push.counts).enumerated() { sums[place][day] += count }
            }
            let known = try firstDayOfPushes(range)
            var figures = JSONObject()
            for (place, name) in Self.names.enumerated() {
                figures[name] = .array(sums[place].enumerated().map { range.from + Int64($0) < known ? .null : .integer($1) })
            }
            var answer = range.heading("pushes", settings)
            answer["figures"] = .object(figures)
            answer["buttons"] = .array(try buttons(of: pushes.prefix(Self.pushesPressed).map { .integer($0.campaign) }))
            return .success(.object(answer))
        }
    }

    struct DatedPush {
        let campaign: Int64
        let title: String
        let date: Int64
        /// Or on the way.
        let isSent: Bool
        /// In the order of `names`, behind the first.
        let counts: [Int64]
    }

    /// The newest first, those that are cancelled, too.
    func datedPushes(of range: FigureRange) throws(Failure) -> [DatedPush] {
        let zone = settings.figures.zoneMilliseconds, length = CalendarDay.dayMilliseconds
        let rows = try query(
            """
            SELECT campaign, title, send_date, is_local, state, accepted, withheld, delivered, clicked FROM push_campaigns
            WHERE send_date >= ? AND send_date < ? ORDER BY send_date DESC, campaign DESC LIMIT \(Push.campaignsMax)
            """, [.integer(range.from * length - max(0, zone)), .integer((range.to + 1) * length - min(0, zone))])
        return rows.map { row in
            DatedPush(
                campaign: row.integer(0), title: row.text(1), date: pushDate(row.integer(2), isLocal: row.bool(3)),
                isSent: PushCampaign.State.sentOnes.contains(row.text(4)), counts: (5..<9).map { row.integer($0) })
        }.filter { (range.from...range.to).contains(settings.day(of: $0.date)) }.sorted { ($0.date, $0.campaign) > ($1.date, $1.campaign) }
    }

    /// A date by players' own clocks is no instant: it is counted as the instant at which a clock in the app's zone shows it.
    private func pushDate(_ date: Int64, isLocal: Bool) -> Int64 { isLocal ? date - settings.figures.zoneMilliseconds : date }

    /// When the first day of a range begins, and when the last is over.
    func dates(of range: FigureRange) -> (first: Value, end: Value) {
        let zone = settings.figures.zoneMilliseconds, length = CalendarDay.dayMilliseconds
        return (.integer(range.from * length - zone), .integer((range.to + 1) * length - zone))
    }

    /// Those before were swept, and of the day of the oldest that is kept some may have been. Those that wait for their date do not count
    /// among the many that are kept.
    private func firstDayOfPushes(_ range: FigureRange) throws(Failure) -> Int64 {
        let days = range.today - Push.campaignDays + 1
        let first = try query(
            """
            SELECT send_date, is_local FROM push_campaigns WHERE send_date <= ? ORDER BY send_date DESC, campaign DESC
            LIMIT 1 OFFSET \(Push.campaignsMax - 1)
            """, [.integer(now)])
        return first.first.map { max(days, settings.day(of: pushDate(max(0, $0.integer(0)), isLocal: $0.bool(1))) + 1) } ?? days
    }

    /// Those that were pressed most.
    private func buttons(of campaigns: [Value]) throws(Failure) -> [JSON] {
        if campaigns.isEmpty { return [] }
        return try query(
            """
            SELECT action, SUM(clicks) FROM push_actions WHERE campaign IN (\(HeldTable.places(campaigns.count)))
            GROUP BY action ORDER BY 2 DESC, 1 LIMIT \(FigureParts.namedMax)
            """, campaigns
        ).map { ["action": .string($0.text(0)), "clicks": .integer($0.integer(1))] }
    }
}
#endif
