import Storage
import Wire

/// Group commit: the requests that wait at the same moment share one transaction and one flush. Each has a savepoint, so that one that
/// fails takes none with it; a request that is alone needs none.
final class RequestGroup {
    struct Outcome {
        var reply: Reply
        var events: [ServerEvent] = []
    }

    private let storage: ServiceStorage

    init(_ storage: ServiceStorage) { self.storage = storage }

    /// - Returns: an outcome for each request, in order. All are durable, or none is and every reply says so.
    func commit(_ requests: ArraySlice<PendingRequest>) -> [Outcome] {
        do throws(StorageError) {
            let (service, database) = try storage.opened()
            do throws(StorageError) {
                try database.begin()
                let outcomes = requests.count == 1 ? try alone(requests, service, database) : try together(requests, service, database)
                return outcomes
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

    private func alone(
        _ requests: ArraySlice<PendingRequest>, _ service: Service, _ database: any Database
    ) throws(StorageError) -> [Outcome] {
        guard let pending = requests.first else { return [] }
        let reply: Reply
        do throws(StorageError) {
            reply = try service.handle(pending.request)
        } catch {
            guard Self.isRequestsOwn(error) else { throw error }
            database.rollback()
            service.requestRolledBack()
            return [Outcome(reply: Self.reply(error))]
        }
        let events = service.takeEvents()
        try database.commit()
        return [Outcome(reply: reply, events: events)]
    }

    private func together(
        _ requests: ArraySlice<PendingRequest>, _ service: Service, _ database: any Database
    ) throws(StorageError) -> [Outcome] {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(requests.count)
        for pending in requests {
            try database.savepoint()
            do throws(StorageError) {
                let reply = try service.handle(pending.request)
                outcomes.append(Outcome(reply: reply, events: service.takeEvents()))
            } catch {
                guard Self.isRequestsOwn(error) else { throw error }
                try database.rollbackToSavepoint()
                service.requestRolledBack()
                outcomes.append(Outcome(reply: Self.reply(error)))
                continue
            }
            try database.releaseSavepoint()
        }
        try database.commit()
        return outcomes
    }

    /// Whether the fault lies in one request's statements; all others lie in the storage and stop the whole group.
    private static func isRequestsOwn(_ error: StorageError) -> Bool {
        switch error {
        case .constraint, .misuse: true
        default: false
        }
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
