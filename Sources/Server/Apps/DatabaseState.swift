import Codecs
import Linux

/// What is known of the database server behind all apps: nothing is asked of one that is away, that hangs, or that would lose what it
/// acknowledges. Belongs to the loop.
final class DatabaseState {
    /// A database that is gone for less is waited for by the requests themselves: a restart, a standby that takes over at once.
    static let graceMilliseconds: Int64 = 2_000
    /// A question that is unanswered for so long: `/ready`, which waits for its own, says no from then on, and no request begins to wait.
    static let silenceMilliseconds: Int64 = 1_500
    /// After that long without requests let in, what waited before is answered: 5 seconds after the database went away at most.
    static let giveUpMilliseconds: Int64 = 3_000
    private static let tickMilliseconds: Int64 = 100

    private let watch: any DatabaseWatch
    private let loop: Loop
    private let clock: any Clock
    private let log: ServerLog
    private var sight = DatabaseSight()
    /// On the monotonic clock: since when what was seen was no answer.
    private var awaySince: Int64?
    private var refusedSince: Int64 = 0
    private var isEnding = false
    /// Answers what waits for a database that does not come back.
    var giveUp: () -> Void = {}

    /// Why no request is let in; nil: they are.
    private(set) var refusal: String?
    /// Of a server that began without it: what is done before requests are let in. It calls back when it is through.
    private var prepare: ((@escaping () -> Void) -> Void)?
    private var isPreparing = false

    init(_ watch: any DatabaseWatch, _ loop: Loop, _ clock: any Clock, _ log: ServerLog) {
        self.watch = watch
        self.loop = loop
        self.clock = clock
        self.log = log
    }

    /// - Parameters:
    ///   - outage: what was seen of it at the start; nil: it answered.
    ///   - prepare: what is left to do when it is there.
    /// - Returns: false when the system has no thread to give.
    func begin(outage: String?, prepare: @escaping (@escaping () -> Void) -> Void) -> Bool {
        if let outage {
            sight.outage = outage
            self.prepare = prepare
            refuse(outage)
        }
        let take = OnLoop<DatabaseSight> { [weak self] in self?.take($0) }
        guard watch.start({ [loop] sight in loop.post { take.run(sight) } }) else { return false }
        tick()
        return true
    }

    /// What could not be done now is done before anybody is let in again.
    func prepareAgain(_ prepare: @escaping (@escaping () -> Void) -> Void) { if self.prepare == nil { self.prepare = prepare } }

    func end(untilNanoseconds deadline: Int64) {
        isEnding = true
        watch.stop(untilNanoseconds: deadline)
    }

    /// For the metrics: what it lacks, accepted or not.
    var faults: [String] { sight.lacks.map { $0.fault } }

    private func take(_ seen: DatabaseSight) {
        for lack in seen.lacks where !sight.lacks.contains(lack) {
            let level: ServerLog.Level = lack.isAccepted ? .warning : .error
            log.write(level, "databaseLacks", ["fault": .string(lack.fault), "reason": .string(lack.sentence)])
        }
        if seen.isRefusal, !sight.isRefusal { log.write(.error, "databaseRefuses", ["reason": .string(seen.outage ?? "")]) }
        sight = seen
        if seen.outage == nil { awaySince = nil } else if awaySince == nil { awaySince = clock.monotonicNanoseconds() }
        judge()
    }

    private func tick() {
        if isEnding { return }
        judge()
        if refusal != nil, isAway, clock.monotonicNanoseconds() - refusedSince >= Self.giveUpMilliseconds * 1_000_000 { giveUp() }
        loop.after(milliseconds: Self.tickMilliseconds) { [weak self] in self?.tick() }
    }

    private func judge() {
        if let reason = trouble() { return refuse(reason) }
        if refusal == nil || isPreparing { return }
        guard let prepare else { return letIn() }
        isPreparing = true
        prepare { [weak self] in
            self?.prepare = nil
            self?.isPreparing = false
            self?.judge()
        }
    }

    /// It gives no answer, as far as is known. One that only lacks something answers what was asked.
    private var isAway: Bool {
        (sight.outage != nil && !sight.isRefusal) || watch.silentMilliseconds >= Self.silenceMilliseconds
    }

    private func trouble() -> String? {
        if let lack = sight.lacks.first(where: { !$0.isAccepted }) { return lack.sentence }
        if let outage = sight.outage {
            // Once it has been away it is away until it answers. Where it only says no, those who are connected go on.
            if refusal != nil { return outage }
            let away = clock.monotonicNanoseconds() - (awaySince ?? Int64.max)
            return !sight.isRefusal && away >= Self.graceMilliseconds * 1_000_000 ? outage : nil
        }
        return watch.silentMilliseconds >= Self.silenceMilliseconds ? "the database does not answer" : nil
    }

    private func refuse(_ reason: String) {
        if refusal == reason { return }
        // A line for the beginning, another where the reason changes: beginnings and ends can be counted.
        log.write(.error, refusal == nil ? "databaseAway" : "databaseStillAway", ["reason": .string(reason)])
        if refusal == nil { refusedSince = clock.monotonicNanoseconds() }
        refusal = reason
    }

    private func letIn() {
        let milliseconds = (clock.monotonicNanoseconds() - refusedSince) / 1_000_000
        log.write(.info, "databaseBack", ["milliseconds": .integer(milliseconds)])
        refusal = nil
    }
}
