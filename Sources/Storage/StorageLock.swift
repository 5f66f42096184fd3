import Linux

/// Holds a storage directory for one instance of one process. The system frees it when the process ends, even by a crash.
public final class StorageLock {
    private let lock: FileLock

    /// Takes the lock, without waiting. The directory must be prepared.
    @export(interface) public init(directory: String) throws(StorageError) {
        let outcome: FileLock.Outcome
        do throws(FileError) {
            outcome = try FileLock.take(StorageDirectory.file("lock", in: directory))
        } catch {
            throw StorageError(error)
        }
        switch outcome {
        case .locked(let taken): lock = taken
        case .held(let process): throw .inUse(Self.refusal(directory, process))
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
