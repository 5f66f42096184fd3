import Codecs
import Linux
import Messages
import Service
import Storage

/// Group commit: the requests that wait at the same moment share one transaction and one flush. One that is refused or fails by its own
/// statements is undone alone and takes none with it.
final class RequestGroup {
    struct Outcome {
        var reply: Reply
        var events: [ServerEvent] = []
        /// What is left to do before the reply is the answer.
        var unfinished: SlicedWork?
        /// Not begun, because a request of the console before it in the group is not finished.
        var isDeferred = false
        #if !hasFeature(Embedded)
        /// Not done, because somebody else holds a row that it needs: it is tried again by itself.
        var isLockedOut = false
        /// Not begun, because what was done before it in the group was long enough for one turn.
        var isPutOff = false
        /// Not done, because somebody else has answered it.
        var isGivenUp = false
        /// What it has cost, in units of `Work`.
        var spent = 0
        /// A slice that did nothing, because others have the room for what it needs.
        var isWaiting = false
        #endif
    }

    private let storage: ServiceStorage

    #if !hasFeature(Embedded)
    /// What was undone last waited for a row that somebody else holds.
    private var hasWaitedForLock = false
    #endif

    /// Somebody takes mails on, as far as requests are told.
    var hasMailCarrier = false

    init(_ storage: ServiceStorage) { self.storage = storage }

    #if !hasFeature(Embedded)
    /// Requests of strangers that cost more than the first cost no more than the second together, in one transaction.
    private static let heavyMin = Work.ofTurn / 4
    static let heavyMax = 3 * Work.ofTurn
    /// The same beside requests that have room of their own, purchases above all.
    private static let heavyBesideOthersMax = Work.ofTurn
    #endif

    /// How often a request is begun anew at most because another writer was faster.
    static let triesMax = 8

    /// - Returns: an outcome for each request, in order. All are durable, or none of those that shared a transaction is and each reply
    ///   says so.
    func commit(_ requests: [Request]) -> [Outcome] { commit(requests[...], isConsoleBusy: false, tries: 1) }

    private func commit(_ requests: ArraySlice<Request>, isConsoleBusy: Bool, tries: Int) -> [Outcome] {
        do throws(StorageError) {
            let (service, database) = try storage.opened()
            service.hasMailCarrier = hasMailCarrier
            do throws(StorageError) {
                if let outcomes = try answered(requests, isConsoleBusy: isConsoleBusy, service, database) { return outcomes }
            } catch {
                // A shared database tells at the end what was wrong with a statement: of one of them, or of one that met another's.
                if database.isShared, error.isRequestsOwn {
                    if requests.count == 1, case .misuse = error {
                        giveUp(service, database)
                        return [Outcome(reply: Self.reply(error))]
                    }
                } else if !error.isConflict {
                    giveUp(service, database)
                    if case .full = error { return commitWithoutRoom(requests, isConsoleBusy: isConsoleBusy, tries: tries, error) }
                    storage.reopenNextTime()
                    throw error
                }
            }
            giveUp(service, database)
        } catch {
            // Others opened it at the same moment, or the way to it was cut.
            if error.isConflict, tries < Self.triesMax { return commit(requests, isConsoleBusy: isConsoleBusy, tries: tries + 1) }
            return [Outcome](repeating: Outcome(reply: Self.reply(error)), count: requests.count)
        }
        return commitOvertaken(requests, isConsoleBusy: isConsoleBusy, tries: tries)
    }

    /// On a full disk who only reads is answered, and who writes is refused alone. One is tried once more: there may be room again.
    private func commitWithoutRoom(
        _ requests: ArraySlice<Request>, isConsoleBusy: Bool, tries: Int, _ error: StorageError
    ) -> [Outcome] {
        if requests.count == 1, tries > 1 { return [Outcome(reply: Self.reply(error))] }
        return commitOvertaken(requests, isConsoleBusy: isConsoleBusy, tries: tries)
    }

    /// Of a group that another writer overtook, both halves by themselves; of one request the same once more.
    private func commitOvertaken(_ requests: ArraySlice<Request>, isConsoleBusy: Bool, tries: Int) -> [Outcome] {
        guard requests.count > 1 else {
            #if !hasFeature(Embedded)
            if hasWaitedForLock { return [Outcome(reply: Self.overtakenTooOften(), isLockedOut: true)] }
            #endif
            if tries < Self.triesMax { return commit(requests, isConsoleBusy: isConsoleBusy, tries: tries + 1) }
            return [Outcome(reply: Self.overtakenTooOften())]
        }
        let middle = requests.startIndex + requests.count / 2
        let first = commit(requests[..<middle], isConsoleBusy: isConsoleBusy, tries: 1)
        let isBusy = isConsoleBusy || zip(requests, first).contains { $0.origin == .console && $1.unfinished != nil }
        return first + commit(requests[middle...], isConsoleBusy: isBusy, tries: 1)
    }

    private func giveUp(_ service: Service, _ database: any Database) {
        #if !hasFeature(Embedded)
        hasWaitedForLock = database.waitedForLock
        // What was undone is no work for anybody.
        _ = service.takeSpent()
        #endif
        database.rollback()
        service.requestRolledBack()
        if database.isOver { storage.reopenNextTime() }
    }

    private func begin(_ service: Service) throws(StorageError) {
        #if !hasFeature(Embedded)
        storage.transactions &+= 1
        #endif
        try service.begin()
    }

    /// One slice more, in a transaction of its own.
    /// - Parameter request: that it is for.
    /// - Returns: with what is left to do, which may be other work.
    func proceed(_ work: SlicedWork, for request: Request? = nil) -> Outcome {
        do throws(StorageError) {
            let (service, database) = try storage.opened()
            #if !hasFeature(Embedded)
            // Another request's fault had the storage opened anew. Of this one nothing is durable before its last slice: it begins again.
            if work.endsWithAsker, let request, !service.hasBegun(work), let anew = commit([request]).first { return anew }
            if work.isComputing { return computed(work, service) }
            #endif
            do throws(StorageError) {
                return try proceeded(work, request, service, database)
            } catch {
                giveUp(service, database)
                // The slice is done again when its turn comes.
                if error.isConflict || Self.isOvertaken(error, database) {
                    #if !hasFeature(Embedded)
                    if hasWaitedForLock {
                        _ = work.sliceUndone()
                        return Outcome(reply: Self.overtakenTooOften(), unfinished: work, isLockedOut: true)
                    }
                    #endif
                    let isLastTry = work.sliceUndone() >= Self.triesMax
                    return isLastTry ? Outcome(reply: Self.overtakenTooOften()) : Outcome(reply: .success(), unfinished: work)
                }
                if case .full = error { throw error }
                // A shared database tells with the commit that a statement was wrong, and is well.
                if !(database.isShared && error.isRequestsOwn) { storage.reopenNextTime() }
                throw error
            }
        } catch {
            return Outcome(reply: Self.reply(error))
        }
    }

    #if !hasFeature(Embedded)
    private func computed(_ work: SlicedWork, _ service: Service) -> Outcome {
        service.compute(work)
        var outcome = Outcome(reply: .success(), unfinished: work)
        outcome.spent = service.takeSpent().work
        return outcome
    }
    #endif

    private func proceeded(
        _ work: SlicedWork, _ request: Request?, _ service: Service, _ database: any Database
    ) throws(StorageError) -> Outcome {
        try begin(service)
        var reply: Reply?
        do throws(StorageError) {
            switch try service.proceed(work) {
            case .commit(let answer), .refused(let answer): reply = answer
            case .tryAgain(let reason): throw .conflict(reason)
            case nil: break
            }
        } catch {
            guard error.isRequestsOwn, !Self.isOvertaken(error, database) else { throw error }
            reply = Self.reply(error)
        }
        var outcome = Outcome(reply: reply ?? .success(), events: service.takeEvents(), unfinished: reply == nil ? work : nil)
        #if !hasFeature(Embedded)
        (outcome.spent, outcome.isWaiting) = service.takeSpent()
        // As in a group: of work that leaves nothing before its last slice there is none behind an answer of somebody else.
        if work.endsWithAsker, request?.isGivenUp == true { throw .conflict("it was answered without the service") }
        #endif
        try service.commit()
        work.sliceKept()
        return outcome
    }

    /// Old rows that may go, when it is time for that.
    func dueSweep() -> SlicedWork? { storage.dueSweep() }
    var restMilliseconds: Int64? { storage.restMilliseconds }
    func openAgain() { storage.openAgain() }

    /// - Returns: nil when another writer overtook one of them.
    private func answered(
        _ requests: ArraySlice<Request>, isConsoleBusy: Bool, _ service: Service, _ database: any Database
    ) throws(StorageError) -> [Outcome]? {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(requests.count)
        storage.watcher?.begins(requests)
        try begin(service)
        var isConsoleBusy = isConsoleBusy
        #if !hasFeature(Embedded)
        var heavy = 0
        let heavyMax = requests.allSatisfy { $0.room == .others } ? Self.heavyMax : Self.heavyBesideOthersMax
        #endif
        for (place, request) in requests.enumerated() {
            #if !hasFeature(Embedded)
            if let passedOver = Self.passedOver(request, heavy: heavy, most: heavyMax) {
                outcomes.append(passedOver)
                continue
            }
            #endif
            storage.watcher?.turns(to: place)
            if isConsoleBusy, request.origin == .console {
                outcomes.append(Outcome(reply: .success(), isDeferred: true))
                continue
            }
            guard let reply = try reply(to: request, sharesTransaction: requests.count > 1, service, database) else { return nil }
            let outcome = self.outcome(reply, of: request, service)
            if outcome.unfinished != nil, request.origin == .console { isConsoleBusy = true }
            outcomes.append(outcome)
            #if !hasFeature(Embedded)
            if outcome.spent > Self.heavyMin { heavy += outcome.spent }
            #endif
        }
        storage.watcher?.turns(to: nil)
        #if !hasFeature(Embedded)
        // A request that was answered with 503 meanwhile may come again: the group is rolled back and begins without it.
        if zip(requests, outcomes).contains(where: { $0.isGivenUp && !$1.isGivenUp }) { return nil }
        #endif
        try service.commit()
        return outcomes
    }

    #if !hasFeature(Embedded)
    /// The outcome of a request that is not begun.
    private static func passedOver(_ request: Request, heavy: Int, most: Int) -> Outcome? {
        if request.isGivenUp {
            return Outcome(reply: .failure(ResultCode.serviceUnreachable, "it was answered without the service"), isGivenUp: true)
        }
        let isPutOff = heavy >= most && request.asking != nil && request.room == .others
        return isPutOff ? Outcome(reply: .success(), isPutOff: true) : nil
    }
    #endif

    /// - Returns: nil when another writer overtook it.
    private func reply(
        to request: Request, sharesTransaction: Bool, _ service: Service, _ database: any Database
    ) throws(StorageError) -> Reply? {
        do throws(StorageError) {
            switch try service.handle(request, sharesTransaction: sharesTransaction) {
            case .commit(let answer), .refused(let answer): return answer
            case .tryAgain: return nil
            }
        } catch {
            guard error.isRequestsOwn else { throw error }
            if Self.isOvertaken(error, database) { return nil }
            if database.isShared, database.isUndone { throw error }
            return Self.reply(error)
        }
    }

    /// A row that was not there when it looked is there now: another service was faster with it.
    private static func isOvertaken(_ error: StorageError, _ database: any Database) -> Bool {
        if database.isShared, case .constraint = error { true } else { false }
    }

    private func outcome(_ reply: Reply, of request: Request, _ service: Service) -> Outcome {
        #if hasFeature(Embedded)
        return Outcome(reply: reply, events: service.takeEvents(), unfinished: service.takeUnfinished())
        #else
        var outcome = Outcome(reply: reply, events: service.takeEvents(), unfinished: service.takeUnfinished())
        outcome.spent = service.takeSpent().work
        if service.knowsSession { request.asking?.noteSession() }
        return outcome
        #endif
    }

    private static func overtakenTooOften() -> Reply {
        .failure(ResultCode.tooManyRequests, "other requests changed the same rows \(triesMax) times; ask again")
    }

    static func reply(_ error: StorageError) -> Reply {
        let code: Int32 =
            switch error {
            case .inUse: ResultCode.storageLocked
            case .full: ResultCode.storageFull
            default: ResultCode.storageFailed
            }
        return .failure(code, error.message)
    }
}
