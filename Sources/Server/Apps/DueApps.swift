import Linux

/// Opens the service of an app when something is due in it, though nobody asks this server for anything: after a start, and when the server
/// that would have done it is gone. Files are opened once at the start, as nobody else can say what is in them. Belongs to the loop.
final class DueApps {
    /// Apps that are opened for that at once; others wait for their turn.
    static let opensMax = 8
    /// Opened a little before, so that it is done in time.
    static let aheadMilliseconds: Int64 = 4_000
    /// What stays due, or cannot be opened, is looked at again after waits that grow.
    static let againMilliseconds: Int64 = 4_000
    static let againMillisecondsMax: Int64 = 60_000
    /// Apps that are in the database and not served here are looked for so often.
    static let unknownMilliseconds: Int64 = 10_000

    private struct Wait {
        /// What was due.
        var date: Int64
        var milliseconds: Int64
        /// On the monotonic clock.
        var until: Int64
    }

    private let apps: Apps
    private let looks: (any DueWatch)?
    private let loop: Loop
    private let clock: any Clock
    private var line: [String] = []
    private var opening: Set<String> = []
    private var waits: [String: Wait] = [:]
    private var unknown: Set<String> = []
    private var nextUnknown: Int64 = 0
    private var isEnding = false

    /// - Parameter looks: of a database that servers share; nil: each app has a file.
    init(_ apps: Apps, _ looks: (any DueWatch)?, _ loop: Loop, _ clock: any Clock) {
        self.apps = apps
        self.looks = looks
        self.loop = loop
        self.clock = clock
    }

    /// - Returns: false when the system has no thread to give.
    func begin() -> Bool {
        guard let looks else {
            for app in apps.all.keys.sorted() { open(app) }
            return true
        }
        let take = OnLoop<[String: Int64]> { [weak self] in self?.take($0) }
        return looks.start { [loop] sight in loop.post { take.run(sight) } }
    }

    func end(untilNanoseconds deadline: Int64) {
        isEnding = true
        looks?.stop(untilNanoseconds: deadline)
    }

    private func take(_ sight: [String: Int64]) {
        if isEnding { return }
        lookForUnknown(Set(sight.keys.filter { apps[$0] == nil }))
        let (date, now) = (clock.epochMilliseconds() &+ Self.aheadMilliseconds, clock.monotonicNanoseconds())
        for (app, due) in sight.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) where apps[app] != nil {
            guard due <= date else {
                waits[app] = nil
                continue
            }
            let last = waits[app].flatMap { $0.date == due ? $0 : nil }
            if let last, now < last.until { continue }
            put(off: app, due, after: last)
            open(app)
        }
    }

    private func put(off app: String, _ due: Int64, after last: Wait?) {
        let milliseconds = last.map { min(2 * $0.milliseconds, Self.againMillisecondsMax) } ?? Self.againMilliseconds
        waits[app] = Wait(date: due, milliseconds: milliseconds, until: clock.monotonicNanoseconds() + milliseconds * 1_000_000)
    }

    /// Other servers made them, or they could not be opened.
    private func lookForUnknown(_ found: Set<String>) {
        let now = clock.monotonicNanoseconds()
        defer { unknown = found }
        guard !found.isSubset(of: unknown) || (!found.isEmpty && now >= nextUnknown) else { return }
        nextUnknown = now + Self.unknownMilliseconds * 1_000_000
        apps.look()
    }

    private func open(_ app: String) {
        guard !opening.contains(app), !line.contains(app) else { return }
        line.append(app)
        proceed()
    }

    private func proceed() {
        while opening.count < Self.opensMax, !line.isEmpty, !isEnding {
            let id = line.removeFirst()
            guard let app = apps[id] else { continue }
            opening.insert(id)
            let take = OnLoop<Bool> { [weak self] in self?.opened(id, $0) }
            app.home.look { [loop] isOpen in loop.post { take.run(isOpen) } }
        }
    }

    private func opened(_ app: String, _ isOpen: Bool) {
        opening.remove(app)
        proceed()
        if isOpen || looks != nil { return }
        // Of a file nobody says again that something is due in it.
        put(off: app, 0, after: waits[app])
        loop.after(milliseconds: waits[app]?.milliseconds ?? Self.againMilliseconds) { [weak self] in self?.open(app) }
    }
}
