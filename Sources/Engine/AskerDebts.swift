#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Synchronization

/// What askers have cost of late: it is charged when it has been done, and forgotten at a steady pace; of all who owe much together at a
/// slower one. While others are served, the work of those who owe much takes a part of the processors, however many they are. All workers
/// of a service share one of these.
final class AskerDebts: Sendable {
    /// Units of `Work` that a small debt falls by in a second: a fifth of a processor.
    static let paidASecond = 20_000
    /// Of all together who owe much, each of whom has at least a tenth of it: this is done among the requests of others.
    static let paidToSharersASecond = 5_000
    static let sharersMax = 10
    /// A request of an asker without a debt is free up to this.
    static let smallMax = 50
    static let countMax = 4_096
    static let retrySecondsMax: Int64 = 60

    /// Behind a turn for somebody who owes much there is none for such askers for fifteen times as long, in all workers together; of more
    /// than two workers, and so more processors, for less.
    private static let partOfProcessor = 16, workersOfPart = 2
    private static let nanosecondsOfUnit: Int64 = 10_000
    private static let pauseNanosecondsMax: Int64 = 2_000_000_000
    /// So long after somebody else was served.
    private static let servedNanoseconds: Int64 = 200_000_000
    private static let sweepNanoseconds: Int64 = 1_000_000_000
    /// A turn of somebody who owes little is followed by the same pause when it was longer than most.
    private static let longTurn = 4 * Work.ofTurn

    /// What a room's askers may cost before they wait.
    struct Bounds {
        /// Above this somebody waits behind all who have cost less.
        let free: Int
        /// The same while those who stay below `free` have cost more than that together.
        let freeOfMany: Int
        /// What requests above `smallMax` of those have cost together falls by so much in a second, for each two workers. Without it many
        /// such askers take every processor, in the groups of others.
        let paidOfAllASecond: Int

        /// A tenth of a processor for many.
        static let ofOthers = Bounds(free: 2_000, freeOfMany: Work.ofTurn, paidOfAllASecond: 10_000)
        /// Two keys of passwords for one asker. For many a sixth of a processor, 55 keys a minute; above that each key waits. A log-in by a
        /// token or a provider makes none.
        static let ofSignIns = Bounds(free: 40_000, freeOfMany: 0, paidOfAllASecond: 15_000)
    }

    private struct Debt {
        var work: Int
        var nanoseconds: Int64
        /// For how long each of those who owe much had been let off by then.
        var shared: Int64
        /// Who has owed much shares until nothing is left: just below the bound it would be let off all that it asks for.
        var isSharing: Bool
    }

    private let lock = Lock()
    nonisolated(unsafe) private var debts: [UInt64: Debt] = [:]
    nonisolated(unsafe) private var sweptNanoseconds = Int64(0)
    nonisolated(unsafe) private var shared = (sum: Int64(0), nanoseconds: Int64(0))
    /// How many owe much.
    nonisolated(unsafe) private var sharers = 0
    /// What long requests have cost of all who do not owe much.
    nonisolated(unsafe) private var together = (work: 0, nanoseconds: Int64(0))
    private let count = Atomic<Int>(0)
    private let served = Atomic<Int64>(Int64.min)
    private let pausedUntil = Atomic<Int64>(Int64.min)
    private let bounds: Bounds
    private let pauses: Int64
    private let paidOfAll: Int
    nonisolated(unsafe) private let now: () -> Int64

    /// - Parameters:
    ///   - workers: of the service.
    ///   - bounds: of the room.
    init(_ bounds: Bounds = .ofOthers, workers: Int = 1, now: @escaping () -> Int64) {
        self.bounds = bounds
        paidOfAll = bounds.paidOfAllASecond * max(workers, Self.workersOfPart) / Self.workersOfPart
        // In parts of the time that the turn has taken.
        let part = Self.partOfProcessor * Self.workersOfPart
        pauses = Int64(max(0, Self.partOfProcessor * part / max(workers, Self.workersOfPart) - Self.partOfProcessor))
        self.now = now
    }

    var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    func debt(of asker: UInt64) -> Int {
        if isEmpty { return 0 }
        return lock.locked { debts[asker].map { rest($0, now()) } ?? 0 }
    }

    func isInDebt(_ asker: UInt64) -> Bool {
        if isEmpty { return false }
        return lock.locked {
            let now = self.now()
            return debts[asker].map { rest($0, now) > bound(now) } ?? false
        }
    }

    /// - Parameter nanoseconds: that a turn of its own has taken; a database may have worked for it, too.
    func charge(_ asker: UInt64, _ work: Int, nanoseconds: Int64 = 0) {
        if work <= Self.smallMax, isEmpty { return }
        lock.locked {
            if work <= Self.smallMax, debts[asker] == nil { return }
            let now = self.now()
            let known = debts[asker]
            let before = known.map { rest($0, now) } ?? 0
            if debts.count >= Self.countMax, debts[asker] == nil { forget(now) }
            letOff(now)
            // Who owes much alone has turns of its own, and is no reason for others to wait.
            if work > Self.smallMax, before + work <= bounds.free { together = (restOfAll(now) + work, now) }
            let isSharing = before > 0 && known?.isSharing == true || before + work > bound(now)
            sharers += (isSharing ? 1 : 0) - (known?.isSharing == true ? 1 : 0)
            debts[asker] = Debt(work: before + work, nanoseconds: now, shared: shared.sum, isSharing: isSharing)
            count.store(debts.count, ordering: .relaxed)
            if before + work > bound(now) || work > Self.longTurn { pause(work, nanoseconds, now) }
        }
    }

    /// Seconds until the asker's debt is paid, for `Retry-After`.
    func retrySeconds(_ asker: UInt64) -> Int64 {
        let debt = debt(of: asker)
        let share = lock.locked { Self.paidToSharersASecond / sharing }
        return min(Self.retrySecondsMax, 1 + Int64(debt / share))
    }

    /// Once a second at most, those that owe nothing any more.
    func sweep() {
        if isEmpty { return }
        lock.locked {
            let now = self.now()
            if now < sweptNanoseconds.addingReportingOverflow(Self.sweepNanoseconds).partialValue { return }
            sweptNanoseconds = now
            forget(now)
        }
    }

    // MARK: Beside others

    /// Somebody who owes little had a turn.
    func noteServed() { if !isEmpty { served.store(now(), ordering: .relaxed) } }

    /// On the monotonic clock: askers with a large debt get no turn before this time. nil: no pause is set.
    var pause: Int64? {
        let until = pausedUntil.load(ordering: .relaxed)
        return until != Int64.min && now() < until ? until : nil
    }

    private func pause(_ work: Int, _ nanoseconds: Int64, _ now: Int64) {
        let last = served.load(ordering: .relaxed)
        guard pauses > 0, last != Int64.min, now &- last < Self.servedNanoseconds else { return }
        let taken = max(nanoseconds, Int64(work).multipliedReportingOverflow(by: Self.nanosecondsOfUnit).partialValue)
        let pause = min(taken, Self.pauseNanosecondsMax) * pauses / Int64(Self.partOfProcessor)
        let begin = max(pausedUntil.load(ordering: .relaxed), now)
        pausedUntil.store(min(begin &+ pause, now &+ Self.pauseNanosecondsMax), ordering: .relaxed)
    }

    // MARK: With the lock held

    /// Who owes more waits behind all others.
    private func bound(_ now: Int64) -> Int { restOfAll(now) > bounds.free ? bounds.freeOfMany : bounds.free }

    private func restOfAll(_ now: Int64) -> Int { max(0, together.work - Self.paid(now &- together.nanoseconds, aSecond: paidOfAll)) }

    private var sharing: Int { min(max(sharers, 1), Self.sharersMax) }

    /// All, when everybody owes something.
    private func forget(_ now: Int64) {
        letOff(now)
        debts = debts.filter { rest($0.value, now) > 0 }
        if debts.count >= Self.countMax { debts = [:] }
        sharers = debts.values.count { $0.isSharing }
        count.store(debts.count, ordering: .relaxed)
    }

    private func letOff(_ now: Int64) { shared = (sharedSum(now), now) }

    private func sharedSum(_ now: Int64) -> Int64 { shared.sum &+ max(0, now &- shared.nanoseconds) / Int64(sharing) }

    private static func paid(_ nanoseconds: Int64, aSecond: Int) -> Int { Int(max(0, nanoseconds) / (1_000_000_000 / Int64(aSecond))) }

    private func rest(_ debt: Debt, _ now: Int64) -> Int {
        let paid =
            debt.isSharing
            ? Self.paid(sharedSum(now) &- debt.shared, aSecond: Self.paidToSharersASecond)
            : Self.paid(now &- debt.nanoseconds, aSecond: Self.paidASecond)
        return max(0, debt.work - paid)
    }
}

private final class SharedTurns: Sendable {
    /// The work of the longest one.
    let longest = Atomic<Int>(0)
    /// How many of those who owe much are under way.
    let taken = Atomic<Int>(0)
}

/// Sign-ins have debts of their own: the key of a password costs far more than a find, and must not delay the player's next requests.
struct RoomDebts: Sendable {
    private let signIn: AskerDebts
    private let others: AskerDebts
    /// In units of `Work`, of what was asked for over a network.
    private let turns = SharedTurns()
    private let turnsMax: Int
    /// Of the workers so many serve those who owe much: one of four.
    private static let workersOfTurn = 4

    init(workers: Int = 1, now: @escaping @Sendable () -> Int64) {
        signIn = AskerDebts(.ofSignIns, workers: workers, now: now)
        others = AskerDebts(workers: workers, now: now)
        turnsMax = max(1, workers / Self.workersOfTurn)
    }

    func of(_ room: TurnRoom) -> AskerDebts { room == .signIn ? signIn : others }

    var isEmpty: Bool { others.isEmpty && signIn.isEmpty }

    var longestTurn: Int { turns.longest.load(ordering: .relaxed) }
    func noteTurn(_ work: Int) {
        if work > longestTurn { turns.longest.max(work, ordering: .relaxed) }
    }

    /// Of those who owe much few workers serve one each at a time.
    var isTurnTaken: Bool { turns.taken.load(ordering: .relaxed) >= turnsMax }
    func takeTurn() -> Bool {
        if turns.taken.add(1, ordering: .acquiring).newValue <= turnsMax { return true }
        endTurn()
        return false
    }
    func endTurn() { turns.taken.subtract(1, ordering: .releasing) }

    /// When those who owe much may have a turn again, in whichever room: they have one part of the time together. nil: now.
    var pause: Int64? { [signIn.pause, others.pause].compactMap { $0 }.max() }

    func noteServed() {
        signIn.noteServed()
        others.noteServed()
    }

    func sweep() {
        signIn.sweep()
        others.sweep()
    }
}
#endif
