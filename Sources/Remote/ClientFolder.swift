import Linux
import Messages

/// The folder of a client whose service is elsewhere: the client's own files are in it, and nobody else's. Touched on the desk's thread.
final class ClientFolder: @unchecked Sendable {
    private let path: String?
    private var lock: FileLock?
    /// For good: what was asked too late must not hold it, because nobody would let it go.
    private var isClosed = false

    /// - Parameter path: nil: in memory.
    init(_ path: String?) { self.path = path }

    /// Makes it ready, and holds it. Each request to open tries again what failed.
    func open() -> Reply {
        if isClosed { return NetThread.stopped }
        guard let path, lock == nil else { return .success() }
        do throws(FileError) {
            try Folders.preparePrivate(path)
            switch try FileLock.take(storage: path) {
            case .locked(let taken):
                lock = taken
                return .success()
            case .inUse(let holder): return .failure(ResultCode.storageLocked, holder)
            }
        } catch {
            return .failure(ResultCode.storageFailed, error.message)
        }
    }

    func close() {
        isClosed = true
        lock?.release()
        lock = nil
    }
}
