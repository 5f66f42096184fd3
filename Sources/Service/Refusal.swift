import Codecs
import Linux
import Messages
import Storage

/// What a request writes although it is refused: the whole list. Everything else that it wrote is undone, so that whoever asks again finds
/// things as they were, and a half of what was asked for is never there.
enum KeptWhenRefused: CaseIterable {
    /// A ban that is over, a withdrawal that came due: time did this, not the request.
    case standing
    /// The session that ended because its successor was used.
    case session
    /// The ticket that the refusal hands over.
    case forcingTicket
    /// The wrong tries to move a guest, and the block that follows.
    case transferTry
    /// What a store says about money that fits no payment, and the end of the reservation that it was taken for.
    case unmatchedMoney
    /// A wrong password of a user, or a coupon's code that a player guessed.
    case logInTry
    /// The order at the SANDBOX store whose answer gets lost.
    case sandboxOrder
    /// The refusal itself, when a change that was sent with an id is refused and keeps any of these: asked again, it keeps it once.
    case answer
}

/// How far a request has come.
struct RequestProgress {
    /// An object: a progress is made for every request, and only few change what is cached.
    final class Cached {
        let settings: ConsoleSettings
        let persisted: PersistedState

        init(_ settings: ConsoleSettings, _ persisted: PersistedState) {
            self.settings = settings
            self.persisted = persisted
        }
    }

    struct Kept {
        let write: () throws(Failure) -> Void
    }

    var sharesTransaction = false
    /// The events that were raised before it.
    var events = 0
    /// What was added to figures before it.
    var figures = 0
    var hasWritten = false
    /// What was cached before it wrote through.
    var cached: Cached?
    var kept: [Kept] = []
    /// What of the list has been asked for.
    var named: [KeptWhenRefused] = []
    #if !hasFeature(Embedded)
    var rights: [RightsChange] = []
    #endif
}

/// A refused request is undone: to a savepoint that its first write sets when others share the transaction, else with the transaction.
/// So a request that only reads, or that is alone and not refused, pays for nothing.
extension ServiceCore {
    /// Says what is written if the request is refused from here on. The write comes after the undoing: it must find its rows by itself.
    func keepWhenRefused(_ what: KeptWhenRefused, _ write: @escaping () throws(Failure) -> Void) {
        progress.kept.append(RequestProgress.Kept(write: write))
        progress.named.append(what)
    }

    /// A part that may fail without failing the request: then what it wrote is undone alone, and what it means to keep is kept.
    /// - Returns: why it failed; nil when it is done.
    func attempt(_ part: () throws(Failure) -> Void) throws(Failure) -> Failure? {
        if !progress.hasWritten { try beginWriting() }
        let before = progress
        let cached = (settings, persisted)
        progress.events = raised.count
        progress.figures = figures.length
        progress.kept = []
        try savepoint(database.savepoint)
        var failure: Failure?
        do throws(Failure) {
            try part()
            try savepoint(database.settle)
            try savepoint(database.releaseSavepoint)
        } catch {
            guard error.isRequestsOwn else { throw error }
            try savepoint(database.rollbackToSavepoint)
            (settings, persisted) = cached
            knownIndexes.forget()
            raised.removeLast(raised.count - progress.events)
            figures.cut(to: progress.figures)
            #if !hasFeature(Embedded)
            progress.rights = before.rights
            #endif
            for kept in progress.kept { try kept.write() }
            failure = error
        }
        // Should the request be refused after all, its parts keep what they mean to keep.
        progress.kept = before.kept + progress.kept
        (progress.events, progress.figures) = (before.events, before.figures)
        return failure
    }

    /// Before the first write.
    func beginWriting() throws(Failure) {
        progress.hasWritten = true
        if progress.sharesTransaction { try savepoint(database.savepoint) }
    }

    /// A request, or a slice of its work.
    /// - Returns: how it ended; nil when `answer` returned nil: there is more to do. Throws as `handle` does.
    func undoingRefusal(sharesTransaction: Bool, _ answer: () throws(Failure) -> Reply?) throws(StorageError) -> Outcome? {
        try refresh()
        knownRoles.forget()
        (buyerData, memberSaid) = (nil, nil)
        unfinished = nil
        #if !hasFeature(Embedded)
        hasSession = false
        (spent, spentBefore, isComputing) = (0, 0, false)
        #endif
        progress = RequestProgress(sharesTransaction: sharesTransaction, events: raised.count, figures: figures.length)
        lookAtClock()
        // What is kept holds this object.
        defer {
            progress.kept = []
            forgetClock()
        }
        do throws(Failure) {
            let outcome = try answerOrRefuse(answer)
            if progress.hasWritten, progress.sharesTransaction { try savepoint(database.releaseSavepoint) }
            raiseRightsChanges()
            if keepsEvents { for event in raised[progress.events...] { unplaced.append(UnplacedEvent(event: event, date: now)) } }
            return outcome
        } catch {
            // Its own statements failed, at the latest those of what it means to keep.
            do throws(Failure) {
                if error.isRequestsOwn { try undoRequest() }
                throw error
            } catch {
                switch error {
                case .refused(let reply): return .refused(reply)
                case .overtaken(let reason): return .tryAgain(reason)
                case .storage(let fault):
                    if fault.isConflict { return .tryAgain(fault.message) }
                    throw fault
                }
            }
        }
    }

    private func answerOrRefuse(_ answer: () throws(Failure) -> Reply?) throws(Failure) -> Outcome? {
        do throws(Failure) {
            return try answer().map { .commit($0) }
        } catch {
            guard case .refused(let reply) = error else { throw error }
            try undoRequest()
            for kept in progress.kept { try kept.write() }
            return .refused(reply)
        }
    }

    private func undoRequest() throws(Failure) {
        raised.removeLast(raised.count - progress.events)
        figures.cut(to: progress.figures)
        #if !hasFeature(Embedded)
        progress.rights = []
        #endif
        unfinished = nil
        if let cached = progress.cached { (settings, persisted) = (cached.settings, cached.persisted) }
        guard progress.hasWritten else { return }
        progress.hasWritten = false
        knownIndexes.forget()
        if progress.sharesTransaction { return try savepoint(database.rollbackToSavepoint) }
        database.rollback()
        try savepoint(database.begin)
    }

    private func savepoint(_ step: () throws(StorageError) -> Void) throws(Failure) {
        do throws(StorageError) {
            try step()
        } catch {
            throw Failure.storage(error)
        }
    }
}
