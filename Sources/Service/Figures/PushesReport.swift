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
            let (first, end) = dates(of: range)
            let rows = try query(
                """
                SELECT send_date, accepted, withheld, delivered, clicked, state, campaign FROM push_campaigns
                WHERE send_date >= ? AND send_date < ? ORDER BY send_date DESC, campaign DESC LIMIT \(Push.campaignsMax)
                """, [first, end])
            var sums = [[Int64]](repeating: [Int64](repeating: 0, count: range.length), count: Self.names.count)
            for row in rows where PushCampaign.State.sentOnes.contains(row.text(5)) {
                let day = Int(settings.day(of: row.integer(0)) - range.from)
                sums[0][day] += 1
                for place in 1..<Self.names.count { sums[place][day] += row.integer(place) }
            }
            let known = try firstDayOfPushes(range)
            var figures = JSONObject()
            for (place, name) in Self.names.enumerated() {
                figures[name] = .array(sums[place].enumerated().map { range.from + Int64($0) < known ? .null : .integer($1) })
            }
            var answer = range.heading("pushes", settings)
            answer["figures"] = .object(figures)
            answer["buttons"] = .array(try buttons(of: rows.prefix(Self.pushesPressed).map { $0.values[6] }))
            return .success(.object(answer))
        }
    }

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
            SELECT send_date FROM push_campaigns WHERE send_date <= ? ORDER BY send_date DESC, campaign DESC
            LIMIT 1 OFFSET \(Push.campaignsMax - 1)
            """, [.integer(now)])
        return first.first.map { max(days, settings.day(of: $0.integer(0)) + 1) } ?? days
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
