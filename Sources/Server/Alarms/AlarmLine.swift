import Codecs
import Messages

/// What is known of one app's alarms. Belongs to the loop.
final class AlarmLine {
    var isAsking = false
    /// A look was wanted during the last one.
    var isWanted = false
    /// When the question under way was asked, on the monotonic clock.
    var askedNanoseconds: Int64 = 0
    var sending = 0
    var ended: [JSON] = []
    let next = LookTimer()
    /// As the service gave them last: they are here when the database is not.
    var alarms: JSON = .null
    var mail: JSON = .null
    var appName = ""
    var trouble: String?
    var raised: Int64 = 0
    var silence = AlarmSilence()
    /// Messages that no database has, and when each is due.
    var urgent: [(notice: AlarmNotice, tries: Int, due: Int64)] = []
    private var sums: Metrics.Sums?
    /// By minute: requests, and those that the service gave no answer to.
    private var minutes: [Int64: (requests: Int64, failures: Int64)] = [:]
    /// Minutes that changed since they were told.
    private var untold: Set<Int64> = []

    /// The last look found the database away.
    var isPastOutage = false

    /// Since when the service looks at nothing for this server, and until when.
    private var hold: (since: Int64, until: Int64)?

    /// The counts of the other servers come at about the same time.
    private static let holdNanoseconds: Int64 = 10_000_000_000
    /// Longer it does not wait for counts that nobody takes.
    private static let holdNanosecondsMax: Int64 = 60_000_000_000
    static let urgentMax = 64
    /// A store's report is late when so many rounds did not read it to its end.
    private static let storeRounds: Int64 = 2
    /// Minutes that could not be told for longer are let go.
    private static let minutesMax: Int64 = 70
    /// Told at once; the service takes no more.
    static let minutesAtOnce = 8

    var isSet: Bool { !alarms.isNull }
    func rule(_ name: String) -> JSON? { alarms["rules"]?[name].flatMap { $0.isNull ? nil : $0 } }

    /// After an outage the database lacks the player counts of its minutes, and the rules would read them as zero players. The rules wait
    /// until the servers have sent their counts.
    /// - Parameter isBehind: this server has unsent counts, or its last look found the database away.
    func holds(isBehind: Bool, nanoseconds now: Int64) -> Bool {
        if isBehind {
            let since = hold?.since ?? now
            hold = (since, min(now + Self.holdNanoseconds, since + Self.holdNanosecondsMax))
        }
        guard let hold else { return false }
        if now < hold.until { return true }
        if !isBehind { self.hold = nil }
        return false
    }

    /// Since when this server runs and the database answers, so that rounds of stores can have been made.
    private var roundsSince: Int64?

    func stoppedRounds() { roundsSince = nil }

    /// Whether the stores were asked since this server began, or the database was back.
    /// - Parameter seconds: from one round to the next.
    func hasMadeRounds(_ seconds: Int64, nanoseconds now: Int64) -> Bool {
        let since = roundsSince ?? now
        roundsSince = since
        return now - since >= Self.storeRounds * seconds * 1_000_000_000
    }

    /// What this server has answered since the last look belongs to this minute.
    func count(_ new: Metrics.Sums, minute: Int64) {
        defer { sums = new }
        guard let old = sums else { return }
        let requests = Int64(clamping: new.requests &- old.requests), failures = Int64(clamping: new.failed &- old.failed)
        guard requests > 0 else { return }
        let known = minutes[minute] ?? (0, 0)
        minutes[minute] = (known.requests + requests, known.failures + failures)
        untold.insert(minute)
        for gone in minutes.keys where gone < minute - Self.minutesMax {
            minutes[gone] = nil
            untold.remove(gone)
        }
    }

    /// The oldest first, as sums of the whole minute: told twice they are the same.
    func takeMinutes() -> [JSON] {
        let told = untold.sorted().prefix(Self.minutesAtOnce)
        untold.subtract(told)
        return told.compactMap { minute in
            minutes[minute].map { ["minute": .integer(minute), "requests": .integer($0.requests), "failures": .integer($0.failures)] }
        }
    }

    /// The service did not take them.
    func giveBack(_ told: [JSON]) { untold.formUnion(told.compactMap { $0["minute"]?.int64Value }) }
}
