import Messages
import Service
import Storage
import Wire

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
    }

    private let storage: ServiceStorage

    init(_ storage: ServiceStorage) { self.storage = storage }

    /// - Returns: an outcome for each request, in order. All are durable, or none is and every reply says so.
    func commit(_ requests: [Request]) -> [Outcome] {
        do throws(StorageError) {
            let (service, database) = try storage.opened()
            do throws(StorageError) {
                return try answered(requests, service, database)
            } catch {
                database.rollback()
                service.requestRolledBack()
                storage.reopenNextTime()
                throw error
            }
        } catch {
            let outcome = Outcome(reply: Self.reply(error))
            return [Outcome](repeating: outcome, count: requests.count)
        }
    }

    /// One slice more, in a transaction of its own.
    func proceed(_ work: SlicedWork) -> Outcome {
        do throws(StorageError) {
            let (service, database) = try storage.opened()
            do throws(StorageError) {
                try database.begin()
                let reply: Reply?
                do throws(StorageError) {
                    reply = try service.proceed(work)
                } catch {
                    guard error.isRequestsOwn else { throw error }
                    reply = Self.reply(error)
                }
                let outcome = Outcome(reply: reply ?? .success(), events: service.takeEvents(), unfinished: reply == nil ? work : nil)
                try database.commit()
                return outcome
            } catch {
                database.rollback()
                service.requestRolledBack()
                storage.reopenNextTime()
                throw error
            }
        } catch {
            return Outcome(reply: Self.reply(error))
        }
    }

    /// Old rows that may go, when it is time for that.
    func dueSweep() -> SlicedWork? { storage.dueSweep() }

    private func answered(
        _ requests: [Request], _ service: Service, _ database: any Database
    ) throws(StorageError) -> [Outcome] {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(requests.count)
        try database.begin()
        var isConsoleBusy = false
        for request in requests {
            if isConsoleBusy, request.origin == .console {
                outcomes.append(Outcome(reply: .success(), isDeferred: true))
                continue
            }
            let reply: Reply
            do throws(StorageError) {
                reply = try service.handle(request, sharesTransaction: requests.count > 1)
            } catch {
                guard error.isRequestsOwn else { throw error }
                reply = Self.reply(error)
            }
            let unfinished = service.takeUnfinished()
            if unfinished != nil { isConsoleBusy = true }
            outcomes.append(Outcome(reply: reply, events: service.takeEvents(), unfinished: unfinished))
        }
        try database.commit()
        return outcomes
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
