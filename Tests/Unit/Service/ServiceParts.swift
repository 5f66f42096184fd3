import Messages
import Storage

@testable import Service

/// The parts of a service, for tests that look into one. `Client` has parts of the same names, so this file knows only one side.
extension Service {
    var payments: Payments { Payments(core: core) }
    var analytics: Analytics { Analytics(core: core) }

    /// Of a request that no other service overtakes.
    func reply(to request: Request, sharesTransaction: Bool = false) throws(StorageError) -> Reply {
        try reply(of: try handle(request, sharesTransaction: sharesTransaction))
    }

    /// Of a slice that no other service overtakes.
    func proceeded(_ work: SlicedWork) throws(StorageError) -> Reply? {
        guard let outcome = try proceed(work) else { return nil }
        return try reply(of: outcome)
    }

    private func reply(of outcome: Outcome) throws(StorageError) -> Reply {
        switch outcome {
        case .commit(let reply), .refused(let reply): return reply
        case .tryAgain(let reason): throw .conflict(reason)
        }
    }
}
