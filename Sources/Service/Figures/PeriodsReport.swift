#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// Members by weeks and months of the calendar, each once in each. Of each day on which members played, `gap` says how long ago the day
/// before was: in a week comes first who was not there on a day of it before.
extension Figures {
    enum Period {
        /// From Monday on (ISO 8601).
        case week
        case month

        func first(of day: Int64) -> Int64 {
            switch self {
            // The day 0 was a Thursday.
            case .week: day - ((day + 3) % 7 + 7) % 7
            case .month: Self.monthBegin(day, later: 0)
            }
        }

        func next(after first: Int64) -> Int64 {
            switch self {
            case .week: first + 7
            case .month: Self.monthBegin(first, later: 1)
            }
        }

        /// The first day of the month that a day is in, or of one so many months later. Days before 1970 are asked for, too.
        private static func monthBegin(_ day: Int64, later: Int64) -> Int64 {
            let date = CivilDate.date(ofDay: day), month = date.month - 1 + later
            return CivilDate.day(date.year + month / 12, month % 12 + 1, 1)
        }
    }

    private struct Members {
        let first: Int64, next: Int64
        var new: Int64 = 0, active: Int64 = 0, returning: Int64 = 0, continuous: Int64 = 0, withdrawn: Int64 = 0
        var payers: Int64 = 0, newPayers: Int64 = 0
        /// Payers of each day: those that were counted by how long ago they had paid, and all. An earlier version counted by day alone.
        var dailyPayers: Int64 = 0, dailyPayersOfAll: Int64 = 0
    }

    private struct State {
        /// The first is the one before those that are asked for.
        var periods: [Members]
        var day: Int64
    }

    /// The periods of the range's days, whole.
    func periods(_ period: Period, _ kind: String, _ range: FigureRange) -> SlicedWork {
        var periods: [Members] = []
        var first = period.first(of: period.first(of: range.from) - 1)
        while first <= range.to {
            let next = period.next(after: first)
            periods.append(Members(first: first, next: next))
            first = next
        }
        let last = min(first - 1, range.today)
        return SlicedWork(State(periods: periods, day: periods[0].first)) { (state) throws(Failure) in
            guard state.day > last else {
                let days = state.day...min(state.day + FigureRange.daysInTurn - 1, last)
                try fill(&state.periods, days)
                state.day = days.upperBound + 1
                return nil
            }
            var answer = range.title(kind, settings)
            answer["periods"] = .array(
                state.periods.dropFirst().map {
                    ["from": .string(FigureRange.text($0.first)), "to": .string(FigureRange.text($0.next - 1))]
                })
            answer["figures"] = .object(Self.figures(state.periods, today: range.today))
            return .success(.object(answer))
        }
    }

    private static func figures(_ periods: [Members], today: Int64) -> JSONObject {
        let shown = periods.dropFirst()
        return [
            "new": .numbers(shown.map { $0.new }), "active": .numbers(shown.map { $0.active }),
            "returning": .numbers(shown.map { $0.returning }), "continuous": .numbers(shown.map { $0.continuous }),
            "lapsed": .array(
                zip(periods, shown).map { before, period in
                    // Who has not come may still come.
                    period.next > today ? .null : .integer(before.active - period.continuous)
                }),
            "withdrawn": .numbers(shown.map { $0.withdrawn }),
            "payers": .array(shown.map { $0.dailyPayers == $0.dailyPayersOfAll ? .integer($0.payers) : .null }),
            "newPayers": .numbers(shown.map { $0.newPayers }),
        ]
    }

    private func fill(_ periods: inout [Members], _ days: ClosedRange<Int64>) throws(Failure) {
        let rows = try query(
            """
            SELECT measure, day, number, SUM(amount) FROM figures
            WHERE measure IN ('gap', 'joined', 'withdrawn', 'payers', 'newPayers', 'payerGap') AND dimension = '' AND day BETWEEN ? AND ?
            GROUP BY measure, day, number ORDER BY day
            """, [.integer(days.lowerBound), .integer(days.upperBound)])
        var place = 0
        for row in rows {
            let day = row.integer(1), gap = row.integer(2), count = row.integer(3)
            while periods[place].next <= day { place += 1 }
            let first = periods[place].first
            switch row.text(0) {
            case "joined": periods[place].new += count
            case "withdrawn": periods[place].withdrawn += count
            case "payers": periods[place].dailyPayersOfAll += count
            case "newPayers": periods[place].newPayers += count
            case "payerGap":
                periods[place].dailyPayers += count
                if gap == 0 || day - gap < first { periods[place].payers += count }
            // The first day of all.
            case _ where gap == 0: periods[place].active += count
            // It was there before, on a day of the same period.
            case _ where day - gap >= first: break
            default:
                periods[place].active += count
                // The report uses only the active members of the first period.
                guard place > 0 else { break }
                if day - gap >= periods[place - 1].first { periods[place].continuous += count } else { periods[place].returning += count }
            }
        }
    }
}
#endif
