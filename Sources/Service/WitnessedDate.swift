import Codecs
import Linux

#if !hasFeature(Embedded)
/// A clock that was set by another, and can be compared with it.
public protocol WitnessedClock: Clock {
    /// The time of the other, in milliseconds since 1970; nil when there is none to compare with.
    func otherEpochMilliseconds() -> Int64?
}
#endif

/// What a round of sweeping keeps: when it began, what the clock showed then without what the console added, and how much of the time it
/// did not believe.
struct SweepNote {
    let date: Int64
    let clock: Int64
    let held: Int64
    #if hasFeature(Embedded)
    var text: String { "\(date) \(clock) \(held)" }
    #else
    /// It has not come to its end: it is under way, or was cut short.
    var isOpen = false

    var text: String { "\(date) \(clock) \(held)\(isOpen ? " 1" : "")" }
    #endif

    init(date: Int64, clock: Int64, held: Int64) { (self.date, self.clock, self.held) = (date, clock, held) }

    /// Services of before kept the first number alone.
    init(_ text: String, offset: Int64) {
        let numbers = TextParts.split(text, at: UInt8(ascii: " "), cuts: 3).map { Int64($0) ?? 0 }
        date = numbers.first ?? 0
        clock = numbers.count > 1 ? numbers[1] : date &- offset
        held = numbers.count > 2 ? numbers[2] : 0
        #if !hasFeature(Embedded)
        isOpen = numbers.count > 3
        #endif
    }
}

/// What the last round of sweeping makes of the time, and what the monotonic clock showed when that was learned.
struct Witness {
    /// Of the note that it was made of.
    let clock: Int64
    let held: Int64
    /// What the clock showed at the last round: the next one has it for its second witness.
    let seen: Int64
    /// What of it had two witnesses.
    let believed: Int64
    let monotonic: Int64
}

/// What is deleted because its time is over needs two witnesses of the time. A clock that was a year ahead once would else delete what is
/// not due, and setting it right brings nothing back.
extension ServiceCore {
    /// So long a service may have been closed. After a longer time what became due goes in the second round.
    static let clockJumpMilliseconds: Int64 = 2 * CalendarDay.dayMilliseconds
    /// By so much a clock is set while the service runs; the monotonic clock goes at the same pace. A ban of minutes is not ended by more.
    static let clockStepMilliseconds: Int64 = 60_000
    /// Two clocks that differ by less show the same time.
    private static let witnessMilliseconds: Int64 = 3_600_000

    /// Behind each reading of what is persisted, and each round.
    func noteWitness() {
        let (last, held) = (persisted.swept?.clock ?? 0, persisted.swept?.held ?? 0)
        if let witness, witness.clock == last, witness.held == held { return }
        let shown = shownDate
        // A store from before the first round has 0.
        let isOpened = last <= 0 || (witness == nil && (0...Self.clockJumpMilliseconds).contains(shown &- last))
        let seen = isOpened ? shown : last
        witness = Witness(
            clock: last, held: held, seen: seen, believed: held > 0 ? last &- held : seen,
            monotonic: clock.monotonicNanoseconds() / 1_000_000)
    }

    /// Begins the counting of days to the first round, in a transaction that writes anyway.
    func noteFirstSweep() throws(Failure) {
        if persisted.swept == nil { try noteSweep(held: 0) }
    }

    func noteSweep(held: Int64) throws(Failure) { try keep(SweepNote(date: now, clock: shownDate, held: held)) }

    #if !hasFeature(Embedded)
    func noteSweepBegun(held: Int64) throws(Failure) {
        var note = SweepNote(date: now, clock: shownDate, held: held)
        note.isOpen = true
        try keep(note)
    }

    func noteSweepEnded() throws(Failure) {
        guard var note = persisted.swept, note.isOpen else { return }
        note.isOpen = false
        try keep(note)
    }
    #endif

    private func keep(_ note: SweepNote) throws(Failure) {
        try persist(PersistedState.Name.sweptDate, note.text)
        persisted.swept = note
        noteWitness()
    }

    /// The time as far as it is witnessed: by the database server's clock and the machine's, which agree, or by the last round and the
    /// monotonic clock since. Never later than now.
    /// - Parameter isRound: the next round of sweeping asks, which is a day later than the last one.
    func witnessedDate(isRound: Bool = false) -> Int64 {
        let shown = shownDate
        #if !hasFeature(Embedded)
        if let other = (clock as? any WitnessedClock)?.otherEpochMilliseconds(),
            other.subtractingReportingOverflow(shown).partialValue.magnitude <= UInt64(Self.witnessMilliseconds)
        {
            return now
        }
        #endif
        noteWitness()
        guard let witness else { return now }
        let since = clock.monotonicNanoseconds() / 1_000_000 &- witness.monotonic
        let latest = (isRound ? witness.seen : witness.believed) &+ since &+ Self.clockStepMilliseconds
        return now &- max(0, shown &- latest)
    }

    #if !hasFeature(Embedded)
    /// Whether a clock that jumped can be told from one that is right: a server's by its rounds of sweeping, that of a database by another.
    var hasWitness: Bool { keepsEvents && (!isShared || clock is any WitnessedClock) }
    #endif

    /// Whether what lasts until the date may be ended for good. A game's own device has no other witness: there the clock is believed.
    func isOver(_ date: Int64) -> Bool {
        #if hasFeature(Embedded)
        date <= now
        #else
        date <= now && date <= witnessedDate()
        #endif
    }
}
