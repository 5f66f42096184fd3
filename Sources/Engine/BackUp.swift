import Linux
import Storage

/// A copy of a service's file, while it answers.
extension EngineService {
    /// Pages of one turn on the service's thread: about a millisecond.
    static let backUpPages: Int32 = 128
    /// Between two turns, so that requests come first.
    static let backUpRestMicroseconds: Int64 = 500
    /// A service that is suspended, or waits for its disk, is waited for.
    static let backUpWaitMilliseconds: Int64 = 600_000

    /// Makes a copy of the file at `path`, in a directory that is there: as it is at one moment, with all that was acknowledged before the
    /// call. Waits for the end of it, so it needs a thread of the caller's. A copy that fails leaves no file of that name.
    public func backUp(to path: String, clock: any Clock) throws(StorageError) {
        let turn = BackUpTurn()
        while true {
            perform { [worker] in turn.take(worker.storage, path) }
            guard turn.done.wait(untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: Self.backUpWaitMilliseconds)) else {
                throw .inUse("the service does not come to it; try again")
            }
            switch turn.outcome {
            case .whole: return
            case .failed(let error): throw error
            case .more: break
            }
            turn.done = Latch()
            // A lock that nobody opens, for its limit alone.
            _ = Latch().wait(untilNanoseconds: clock.monotonicNanoseconds() + Self.backUpRestMicroseconds * 1_000)
        }
    }
}

/// Between the thread that waits and the service's: one writes while the other waits.
private final class BackUpTurn: @unchecked Sendable {
    enum Outcome {
        case more, whole
        case failed(StorageError)
    }

    var done = Latch()
    var outcome = Outcome.more

    func take(_ storage: ServiceStorage, _ path: String) {
        do throws(StorageError) {
            outcome = try storage.backUp(to: path, pages: EngineService.backUpPages) ? .whole : .more
        } catch {
            outcome = .failed(error)
        }
        done.open()
    }
}
