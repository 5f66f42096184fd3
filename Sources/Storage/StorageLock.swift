import Linux

/// Holds a storage directory for one instance of one process. The system frees it when the process ends, even by a crash.
public final class StorageLock {
    private let lock: FileLock

    private init(_ lock: FileLock) { self.lock = lock }

    /// Takes the lock, without waiting. The directory must be prepared. Not an initializer: one that throws leaks its object in
    /// Embedded Swift.
    @export(interface) public static func take(directory: String) throws(StorageError) -> StorageLock {
        let outcome: FileLock.Outcome
        do throws(FileError) {
            outcome = try FileLock.take(StorageDirectory.file("lock", in: directory))
        } catch {
            throw StorageError(error)
        }
        switch outcome {
        case .locked(let taken): return StorageLock(taken)
        case .held(let process): throw .inUse(refusal(directory, process))
        }
    }

    @export(interface) public func release() { lock.release() }

    private static func refusal(_ directory: String, _ process: Int32?) -> String {
        let holder: String
        if let process {
            holder = process == ThisProcess.identifier ? "another instance in this process" : "process \(process)"
        } else {
            holder = "another process"
        }
        return "the storage directory \(directory) is in use by \(holder); close it or choose another with TCGBHost_setStorageDirectory"
    }
}
