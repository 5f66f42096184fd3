import Codecs
import Linux
import Messages

/// Reports the connected players of each app to its service: once a minute how many they are, and of each five minutes who they were. A
/// report without an answer is repeated, so that an outage of the database leaves no gap; an app without players sends none. Belongs to the
/// loop.
final class PlayerCount {
    private struct Count {
        let minute: Int64
        let players: Int
    }

    private let apps: Apps
    private let loop: Loop
    /// That of the services, so that the servers of a database count in the same minutes.
    private let clock: any Clock
    private let server: Int64
    private var isEnding = false
    /// Reports without an answer.
    private var waiting: [String: [Count]] = [:]
    private var times: [String: PlayTimes] = [:]
    private var asked: Set<String> = []

    /// The service drops older ones.
    private static let countsMax = 60
    private static let minuteMilliseconds: Int64 = 60_000
    /// The rules about players look at minutes that are as old (`AlarmTiming.minutesLate`).
    private static let minutesLate: Int64 = 2

    /// - Parameter server: a number of its own among the servers of the database.
    init(_ apps: Apps, _ loop: Loop, _ clock: any Clock, server: Int64) {
        (self.apps, self.loop, self.clock, self.server) = (apps, loop, clock, server)
    }

    /// In the middle of the next minute: a timer that is a little early or late is still in the one that was meant.
    func begin() {
        let length = Self.minuteMilliseconds
        let place = ((clock.epochMilliseconds() % length) + length) % length
        let wait = length / 2 - place
        loop.after(milliseconds: wait > length / 4 ? wait : wait + length) { [weak self] in
            guard let self, !isEnding else { return }
            count(minute: clock.epochMilliseconds() / length)
            begin()
        }
    }

    /// Tells the count of these five minutes now: the next server of this name counts anew.
    func end() {
        isEnding = true
        for app in apps.all.values {
            times[app.id]?.close()
            tell(app)
        }
    }

    private func count(minute: Int64) {
        waiting = waiting.filter { apps[$0.key] != nil }
        times = times.filter { apps[$0.key] != nil }
        for app in apps.all.values {
            if app.feed.players > 0 {
                let counts =
                    waiting[app.id, default: []].filter { $0.minute != minute } + [Count(minute: minute, players: app.feed.players)]
                waiting[app.id] = counts.suffix(Self.countsMax)
                times[app.id, default: PlayTimes()].add(app.feed.userIds, minute: minute)
            }
            times[app.id]?.close(before: minute)
            tell(app)
        }
    }

    /// Whether the service has the counts of all minutes that it takes for complete. Those that it has not, as the database was away, are
    /// told now and not with the next minute.
    func isTold(_ app: App) -> Bool {
        guard let oldest = waiting[app.id]?.first?.minute,
            clock.epochMilliseconds() / Self.minuteMilliseconds - oldest >= Self.minutesLate
        else { return true }
        tell(app)
        return false
    }

    private func tell(_ app: App) {
        let counts = waiting[app.id] ?? [], part = times[app.id]?.next
        if counts.isEmpty, part == nil { return }
        guard asked.insert(app.id).inserted else { return }
        var parameters: JSONObject = [
            "server": .integer(server),
            "counts": .array(counts.map { ["minute": .integer($0.minute), "players": .integer(Int64($0.players))] }),
        ]
        if let part {
            (parameters["minute"], parameters["part"]) = (.integer(part.begin), .integer(Int64(part.number)))
            parameters["users"] = .array(part.users.map { ["userId": .string($0.userId), "minutes": .integer($0.minutes)] })
        }
        loop.carry(.carrierPlayers, .object(parameters), to: app.home) { [weak self, weak app, id = app.id] reply in
            guard let self else { return }
            asked.remove(id)
            guard reply.isSuccess else { return }
            let left = waiting[id]?.filter { $0.minute > counts.last?.minute ?? 0 } ?? []
            waiting[id] = left.isEmpty ? nil : left
            if let part { times[id]?.remove(part) }
            // What an end has closed meanwhile has no later minute to go with.
            if part != nil || isEnding, let app, apps[id] === app { tell(app) }
        }
    }
}
