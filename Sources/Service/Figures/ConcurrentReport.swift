#if !hasFeature(Embedded)
import Codecs
import Messages
import Storage

/// Connected players by day and hour, from `player_hours` and the minutes that are not added to an hour yet.
extension Figures {
    /// A longer range is given by day alone.
    static let hourlyDaysMax: Int64 = 31
    /// `now` is the newest count, if it is at most so many minutes old.
    private static let nowMinutes: Int64 = 2
    private static let eventsShown = 100

    /// The days before today that are given by ten minutes.
    private static let tensBeforeToday: Int64 = 1

    private struct Steps {
        let first: Int64
        var peak: [Int64], minutes: [Int64]

        init(first: Int64, _ count: Int) {
            self.first = first
            (peak, minutes) = ([Int64](repeating: 0, count: count), [Int64](repeating: 0, count: count))
        }

        mutating func add(_ step: PlayerSteps.Step) {
            let place = Int(step.number - first)
            guard peak.indices.contains(place) else { return }
            peak[place] = max(peak[place], step.peak)
            minutes[place] += step.minutes
        }
    }

    private struct State {
        var hours: Steps
        /// Empty for a range of days that are over.
        var tens: Steps
        var turn = 0

        init(_ range: FigureRange) {
            hours = Steps(first: range.from * 24, 24 * range.length)
            let isLate = range.from >= range.today - Figures.tensBeforeToday, ofDay = Figures.dayMinutes / Figures.tenMinutes
            tens = Steps(first: range.from * ofDay, isLate ? Int(ofDay) * range.length : 0)
        }
    }

    func concurrent(_ range: FigureRange) -> SlicedWork {
        SlicedWork(State(range)) { (state) throws(Failure) in
            if let days = range.days(inTurn: state.turn) {
                try read(days, range, &state)
                state.turn += 1
                return nil
            }
            return .success(.object(try answer(state, range)))
        }
    }

    /// Each minute is in one of the two tables, and may move between turns: a turn reads both for its days.
    private func read(_ days: ClosedRange<Int64>, _ range: FigureRange, _ state: inout State) throws(Failure) {
        for row in try query(
            "SELECT day, hour, peak, minutes FROM player_hours WHERE day BETWEEN ? AND ?",
            [.integer(days.lowerBound), .integer(days.upperBound)])
        {
            state.hours.add(
                PlayerSteps.Step(number: row.integer(0) * 24 + row.integer(1), peak: row.integer(2), minutes: row.integer(3)))
        }
        for (minute, players) in try minutes(of: days) {
            state.hours.add(PlayerSteps.Step(number: minute / Self.hourMinutes, peak: players, minutes: players))
            state.tens.add(PlayerSteps.Step(number: minute / Self.tenMinutes, peak: players, minutes: players))
        }
        guard !state.tens.peak.isEmpty else { return }
        for row in try query(
            "SELECT minute, peak, minutes FROM player_tens WHERE minute >= ? AND minute < ?",
            [.integer(days.lowerBound * Self.dayMinutes), .integer((days.upperBound + 1) * Self.dayMinutes)])
        {
            state.tens.add(
                PlayerSteps.Step(number: row.integer(0) / Self.tenMinutes, peak: row.integer(1), minutes: row.integer(2)))
        }
    }

    /// In the app's zone. Minutes ahead of now, which a wrong clock has written, are left out.
    private func minutes(of days: ClosedRange<Int64>) throws(Failure) -> [(minute: Int64, players: Int64)] {
        let ahead = settings.zoneMinute(0)
        let (first, last) = (
            days.lowerBound * Self.dayMinutes - ahead, min((days.upperBound + 1) * Self.dayMinutes - ahead - 1, minute(of: now))
        )
        return first > last ? [] : try connected(first...last).map { ($0.minute + ahead, $0.players) }
    }

    private func answer(_ state: State, _ range: FigureRange) throws(Failure) -> JSONObject {
        let elapsed = settings.zoneMinute(minute(of: now)) + 1
        let start = range.from * Self.dayMinutes, first = try firstHour(elapsed)
        let counted = CountedMinutes(start, first..<elapsed)
        let days = (0..<range.length).map { 24 * $0..<24 * $0 + 24 }
        let (peaks, minutes) = (days.map { state.hours.peak[$0].max() ?? 0 }, days.map { state.hours.minutes[$0].reduce(0, +) })
        let none = [Int64](repeating: 0, count: range.length)
        var (active, sessions) = (none, none)
        try read(.active, range.from...range.to, range, &active)
        try read(.logins, range.from...range.to, range, &sessions)
        var answer = range.heading("concurrent", settings)
        answer["figures"] = [
            "peak": counted.known(peaks, Self.dayMinutes), "average": counted.means(minutes, Self.dayMinutes),
            "playMinutes": counted.known(minutes, Self.dayMinutes), "active": .numbers(active), "sessions": .numbers(sessions),
        ]
        if Int64(range.length) <= Self.hourlyDaysMax {
            answer["hours"] = counted.json(state.hours.peak, state.hours.minutes, Self.hourMinutes)
        }
        if !state.tens.peak.isEmpty {
            // A clock that is wrong may show a time before the upgrade, or before 1970.
            let counted = CountedMinutes(start, min(elapsed, max(first, try firstTen()))..<elapsed)
            answer["tenMinutes"] = counted.json(state.tens.peak, state.tens.minutes, Self.tenMinutes)
        }
        answer["now"] = try connectedNow()
        try addEvents(&answer, range)
        return answer
    }

    /// What players may have come or gone for: maintenances that touch the range, and the newest pushes of it.
    private func addEvents(_ answer: inout JSONObject, _ range: FigureRange) throws(Failure) {
        let (first, end) = dates(of: range)
        let maintenances = try query(
            """
            SELECT begin_date, end_date FROM maintenances WHERE begin_date < ? AND (end_date IS NULL OR end_date > ?)
            ORDER BY begin_date DESC LIMIT \(Self.eventsShown)
            """, [end, first])
        answer["maintenances"] = .array(
            maintenances.reversed().map { ["begin": .integer($0.integer(0)), "end": $0.integerOrNil(1).map { .integer($0) } ?? .null] })
        answer["pushes"] = .array(
            try datedPushes(of: range).filter { $0.isSent }.prefix(Self.eventsShown).reversed().map {
                ["campaign": .integer($0.campaign), "title": .string($0.title), "date": .integer($0.date)]
            })
    }

    /// The minute with which the first hour began that was counted, in the app's zone; that of now when none was.
    func firstHour(_ elapsed: Int64) throws(Failure) -> Int64 {
        if let row = try query("SELECT day, hour FROM player_hours ORDER BY day, hour LIMIT 1", []).first {
            return min(elapsed, row.integer(0) * Self.dayMinutes + row.integer(1) * Self.hourMinutes)
        }
        let minute = try query("SELECT MIN(minute) FROM player_minutes", []).first?.integerOrNil(0).map { settings.zoneMinute($0) }
        return min(elapsed, (minute ?? elapsed) / Self.hourMinutes * Self.hourMinutes)
    }

    /// The first minute that an earlier version had not added to its hour, in the app's zone.
    private func firstTen() throws(Failure) -> Int64 {
        let rows = try query("SELECT MAX(number) FROM figures WHERE measure = 'tensSince' AND dimension = ''", [])
        return rows.first?.integerOrNil(0).map { settings.zoneMinute($0) / Self.tenMinutes * Self.tenMinutes } ?? 0
    }

    private func connectedNow() throws(Failure) -> JSON {
        let minute = minute(of: now)
        return .integer(try connected(minute - Self.nowMinutes...minute).last?.players ?? 0)
    }
}

/// The counted part of a range, in minutes of the app's zone: from the first counted hour until now. Other times are null.
struct CountedMinutes {
    private let start: Int64
    private let counted: Range<Int64>

    init(_ start: Int64, _ counted: Range<Int64>) { (self.start, self.counted) = (start, counted) }

    private func times(_ count: Int, _ length: Int64) -> [Range<Int64>] {
        (0..<Int64(count)).map { (start + $0 * length..<start + ($0 + 1) * length).clamped(to: counted) }
    }

    func json(_ peaks: [Int64], _ minutes: [Int64], _ length: Int64) -> JSON {
        ["peak": known(peaks, length), "average": means(minutes, length)]
    }

    func known(_ values: [Int64], _ length: Int64) -> JSON {
        .array(zip(values, times(values.count, length)).map { $1.isEmpty ? .null : .integer($0) })
    }

    /// Players of a minute in the mean, to a tenth.
    func means(_ minutes: [Int64], _ length: Int64) -> JSON {
        .array(
            zip(minutes, times(minutes.count, length)).map { minutes, time in
                if time.isEmpty { return .null }
                let tenths = (minutes * 10 + Int64(time.count) / 2) / Int64(time.count)
                return .decimal("\(tenths / 10).\(tenths % 10)")
            })
    }
}
#endif
