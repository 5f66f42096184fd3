#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// Connected players. Each server reports how many it had in a minute, and the sum over servers is the count of that minute; a minute
/// without a report has none. Minutes older than an hour are added to their hour, and to their ten minutes, which are kept for a few days.
extension Figures {
    static let tenMinutes: Int64 = 10
    /// Yesterday and today by ten minutes, in every zone.
    static let tensKeptDays: Int64 = 3
    static let hourMinutes: Int64 = 60
    static let dayMinutes: Int64 = 24 * hourMinutes
    /// A server reports at most so many: the sum of a year stays within its type.
    static let connectedMax: Int64 = 1_000_000_000
    /// A later report is dropped: its minute may have been added to its hour.
    static let minutesKept = hourMinutes
    /// Joined to their hours in one request.
    static let minutesJoined = hourMinutes
    static let serverMax: Int64 = 1 << 53
    /// How often minutes were joined. Of two services that read the same number one writes the next, and joins.
    private static let joins = "player minutes joined"

    /// {server, counts: [{minute, players}], minute?, part?, users?} -> {}. A repeated count replaces the one before.
    func notePlayers(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let server = try parameters.integer("server", in: 0...Self.serverMax)
        let minute = minute(of: now)
        for count in try parameters.objects("counts", countMax: Int(Self.minutesKept)) {
            let (given, players) = (
                try count.integer("minute", in: 0...Self.serverMax), try count.integer("players", in: 0...Self.connectedMax)
            )
            let at = serviceMinute(given)
            guard (minute - Self.minutesKept...minute).contains(at) else { continue }
            try run(
                """
                INSERT INTO player_minutes (minute, server, players) VALUES (?, ?, ?)
                ON CONFLICT (minute, server) DO UPDATE SET players = excluded.players
                """, [.integer(at), .integer(server), .integer(players)])
        }
        if parameters.value("users") != nil { try notePlayTime(parameters, server: server, now: minute) }
        try joinMinutes(before: minute - Self.minutesKept)
        return .success()
    }

    /// Adds the oldest minutes to their hours. An hour may come in several parts, also when a clock was wrong or the zone was changed.
    private func joinMinutes(before end: Int64) throws(Failure) {
        let oldest = try query("SELECT MIN(minute) FROM player_minutes", []).first?.integerOrNil(0)
        guard let oldest, oldest + Self.minutesJoined <= end else { return }
        let joins = try stored(Self.joins)
        guard try replace(Self.joins, joins, by: "\((joins.flatMap { Int64($0) } ?? 0) &+ 1)") else { return }
        let bound = min(end, oldest + Self.minutesJoined)
        var (hours, tens) = (PlayerSteps(of: Self.hourMinutes), PlayerSteps(of: Self.tenMinutes))
        for (minute, players) in try connected(oldest...bound - 1) {
            hours.add(players, at: settings.zoneMinute(minute))
            tens.add(players, at: settings.zoneMinute(minute))
        }
        for hour in hours.all {
            try run(
                """
                INSERT INTO player_hours (day, hour, peak, minutes) VALUES (?, ?, ?, ?)
                ON CONFLICT (day, hour) DO UPDATE SET minutes = player_hours.minutes + excluded.minutes,
                    peak = CASE WHEN excluded.peak > player_hours.peak THEN excluded.peak ELSE player_hours.peak END
                """, [.integer(hour.number / 24), .integer(hour.number % 24), .integer(hour.peak), .integer(hour.minutes)])
        }
        for ten in tens.all {
            try run(
                """
                INSERT INTO player_tens (minute, peak, minutes) VALUES (?, ?, ?)
                ON CONFLICT (minute) DO UPDATE SET minutes = player_tens.minutes + excluded.minutes,
                    peak = CASE WHEN excluded.peak > player_tens.peak THEN excluded.peak ELSE player_tens.peak END
                """, [.integer(ten.number * Self.tenMinutes), .integer(ten.peak), .integer(ten.minutes)])
        }
        try run(
            "DELETE FROM player_tens WHERE minute < ?", [.integer(settings.zoneMinute(bound) - Self.tensKeptDays * Self.dayMinutes)])
        try run("DELETE FROM player_minutes WHERE minute < ?", [.integer(bound)])
    }

    /// Players of all servers by minute, the oldest first. Minutes without a report are left out.
    func connected(_ minutes: ClosedRange<Int64>) throws(Failure) -> [(minute: Int64, players: Int64)] {
        try query(
            "SELECT minute, SUM(players) FROM player_minutes WHERE minute BETWEEN ? AND ? GROUP BY minute ORDER BY minute",
            [.integer(minutes.lowerBound), .integer(minutes.upperBound)]
        ).map { ($0.integer(0), $0.integer(1)) }
    }
}

extension ConsoleSettings {
    /// A minute since 1970 as the app's zone has it.
    func zoneMinute(_ minute: Int64) -> Int64 { minute + figures.zoneMilliseconds / Minute.milliseconds }
}

/// Hours or ten minutes: the most players at once, and the minutes that all of them played.
struct PlayerSteps {
    struct Step {
        /// Since 1970 in the app's zone.
        let number: Int64
        var peak: Int64 = 0
        var minutes: Int64 = 0
    }

    private let length: Int64
    private(set) var all: [Step] = []

    init(of length: Int64) { self.length = length }

    /// - Parameter minute: in the app's zone.
    mutating func add(_ players: Int64, at minute: Int64) {
        let number = minute / length
        let place = all.place(where: { $0.number == number }, else: Step(number: number))
        all[place].peak = max(all[place].peak, players)
        all[place].minutes += players
    }
}
#endif
