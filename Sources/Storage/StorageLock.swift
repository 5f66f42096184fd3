import Linux

/// Holds a storage directory for one instance of one process. The system frees it when the process ends, even by a crash.
public final class StorageLock {
    private let lock: FileLock

    private init(_ lock: FileLock) { self.lock = lock }

    /// Takes the lock, without waiting. The directory must be prepared. Not an initializer: one that throws leaks its object in
    /// Embedded Swift.
    @export(interface) public static func take(directory: String) throws(StorageError) -> StorageLock {
        let outcome: FileLock.StorageOutcome
        do throws(FileError) {
            outcome = try FileLock.take(storage: directory)
        } catch {
            throw StorageError(error)
        }
        switch outcome {
        case .locked(let taken): return StorageLock(taken)
        case .inUse(let holder): throw .inUse(holder)
        }
    }

    @export(interface) public func release() { lock.release() }
}
