#if !hasFeature(Embedded)
import Linux
import Messages
import Storage
import Wire

/// How many players are connected: each server says of every minute how many listened to it, and the sums of a minute are all there were. A
/// minute that nobody speaks of had none. Minutes of the last hour are kept; older ones become a part of their hour.
extension Figures {
    static let minuteMilliseconds: Int64 = 60_000
    static let hourMinutes: Int64 = 60
    static let dayMinutes: Int64 = 24 * hourMinutes
    /// What a server may say, so that no sum of a year leaves its type.
    static let connectedMax: Int64 = 1_000_000_000
    /// What comes later than this is not counted: its minute may be a part of its hour already.
    static let minutesKept = hourMinutes
    /// Joined to their hours in one request.
    static let minutesJoined = hourMinutes
    static let serverMax: Int64 = 1 << 53
    /// How often minutes were joined. It is written on condition, so that of two services one joins them.
    private static let joins = "player minutes joined"

    /// {server, counts: [{minute, players}]} -> {}. Said twice, it counts once.
    func notePlayers(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let server = try parameters.integer("server", in: 0...Self.serverMax)
        let minute = now / Self.minuteMilliseconds
        for count in try parameters.objects("counts", countMax: Int(Self.minutesKept)) {
            let (at, players) = (
                try count.integer("minute", in: 0...Self.serverMax), try count.integer("players", in: 0...Self.connectedMax)
            )
            guard (minute - Self.minutesKept...minute).contains(at) else { continue }
            try run(
                """
                INSERT INTO player_minutes (minute, server, players) VALUES (?, ?, ?)
                ON CONFLICT (minute, server) DO UPDATE SET players = excluded.players
                """, [.integer(at), .integer(server), .integer(players)])
        }
        try joinMinutes(before: minute - Self.minutesKept)
        return .success()
    }

    /// Adds the oldest minutes to their hours. An hour may come in several parts, also when a clock was wrong or the zone was changed.
    private func joinMinutes(before end: Int64) throws(Failure) {
        let oldest = try query("SELECT MIN(minute) FROM player_minutes", []).first?.integerOrNil(0)
        guard let oldest, oldest + Self.minutesJoined <= end else { return }
        try claimJoin()
        let bound = Value.integer(min(end, oldest + Self.minutesJoined))
        var hours = PlayerHours()
        for row in try query("SELECT minute, SUM(players) FROM player_minutes WHERE minute < ? GROUP BY minute", [bound]) {
            hours.add(row.integer(1), at: settings.minute(of: row.integer(0)))
        }
        for hour in hours.all {
            try run(
                """
                INSERT INTO player_hours (day, hour, peak, minutes) VALUES (?, ?, ?, ?)
                ON CONFLICT (day, hour) DO UPDATE SET minutes = player_hours.minutes + excluded.minutes,
                    peak = CASE WHEN excluded.peak > player_hours.peak THEN excluded.peak ELSE player_hours.peak END
                """, [.integer(hour.day), .integer(hour.hour), .integer(hour.peak), .integer(hour.minutes)])
        }
        try run("DELETE FROM player_minutes WHERE minute < ?", [bound])
    }

    private func claimJoin() throws(Failure) {
        let name = Value.text(Self.joins)
        try run("INSERT INTO service_state (name, value) VALUES (?, '0') ON CONFLICT (name) DO NOTHING", [name])
        let count = try query("SELECT value FROM service_state WHERE name = ?", [name]).first.flatMap { Int64($0.text(0)) } ?? 0
        try claim(
            "UPDATE service_state SET value = ? WHERE name = ? AND value = ?", [.text("\(count &+ 1)"), name, .text("\(count)")])
    }
}

extension ConsoleSettings {
    /// A minute since 1970 as the app's zone has it.
    func minute(of minute: Int64) -> Int64 { minute + figures.zoneMilliseconds / Figures.minuteMilliseconds }
}

/// The hours of some minutes: the most players at once, and the minutes that all of them played.
struct PlayerHours {
    struct Hour {
        let day: Int64
        let hour: Int64
        var peak: Int64 = 0
        var minutes: Int64 = 0
    }

    private(set) var all: [Hour] = []

    /// - Parameter minute: in the app's zone.
    mutating func add(_ players: Int64, at minute: Int64) {
        let (day, hour) = (minute / Figures.dayMinutes, minute % Figures.dayMinutes / Figures.hourMinutes)
        let place = all.place(where: { $0.day == day && $0.hour == hour }, else: Hour(day: day, hour: hour))
        all[place].peak = max(all[place].peak, players)
        all[place].minutes += players
    }
}
#endif
