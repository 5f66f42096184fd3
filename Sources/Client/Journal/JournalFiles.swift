import Linux

public enum JournalError: Error, Equatable {
    /// Another process, or another journal of this one, has the directory.
    case inUse(String)
    /// The directory or a file in it cannot be used.
    case unusable(String)

    public var message: String {
        switch self {
        case .inUse(let message), .unusable(let message): message
        }
    }
}

/// The journal's directory: a lock and at most `segmentsMax` files with fixed names. Without a directory the files are plain memory.
final class JournalFiles {
    let path: String?
    let segmentBytes: Int
    private let lock: FileLock?

    private init(_ path: String?, _ segmentBytes: Int, _ lock: FileLock?) {
        self.path = path
        self.segmentBytes = segmentBytes
        self.lock = lock
    }

    static func open(directory: String?, segmentBytes: Int) throws(JournalError) -> JournalFiles {
        guard let directory else { return JournalFiles(nil, segmentBytes, nil) }
        let outcome: FileLock.Outcome
        do throws(FileError) {
            try Folders.preparePrivate(directory)
            outcome = try FileLock.take(directory + "/lock")
        } catch {
            throw .unusable(error.message)
        }
        switch outcome {
        case .locked(let taken):
            return JournalFiles(directory, segmentBytes, taken)
        case .held(let process):
            let holder = process.map { "process \($0)" } ?? "another process"
            throw .inUse("the analytics journal \(directory) is in use by \(holder)")
        }
    }

    /// Lets another journal have the directory.
    func unlock() { lock?.release() }

    func create(slot: Int) throws(FileError) -> MappedFile {
        guard let path = path(slot) else { return try MappedFile.memory(count: segmentBytes) }
        return try MappedFile.create(path: path, count: segmentBytes)
    }

    /// nil when the slot is free.
    func open(slot: Int) throws(JournalError) -> MappedFile? {
        guard let path = path(slot) else { return nil }
        do throws(FileError) {
            return try MappedFile.open(path: path, count: segmentBytes)
        } catch {
            throw .unusable(error.message)
        }
    }

    /// Frees the slot of a file that is not a segment but holds something. The last such file is kept under its own name.
    func setAside(_ file: MappedFile) {
        guard let path, let from = file.path else { return }
        do throws(FileError) {
            try Files.move(from, to: path + "/damaged")
        } catch {
            file.remove()
        }
    }

    private func path(_ slot: Int) -> String? {
        guard let path else { return nil }
        return path + (slot < 10 ? "/segment-0" : "/segment-") + String(slot)
    }
}
