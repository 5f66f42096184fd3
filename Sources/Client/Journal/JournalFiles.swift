import CLinux
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
    private var lockDescriptor: Int32 = -1

    init(directory: String?, segmentBytes: Int) throws(JournalError) {
        path = directory
        self.segmentBytes = segmentBytes
        guard let directory else { return }
        if directory.withCString({ mkdir($0, 0o700) }) != 0, gb_errno() != EEXIST {
            throw .unusable("cannot create \(directory): \(Self.reason())")
        }
        let lock = directory + "/lock"
        lockDescriptor = lock.withCString { gb_mapped_open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW) }
        guard lockDescriptor >= 0 else { throw .unusable("cannot open \(lock): \(Self.reason())") }
        guard flock(lockDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = gb_errno()
            let why = Self.reason()
            unlock()
            if code == EWOULDBLOCK { throw .inUse("the analytics journal \(directory) is in use by another process or client") }
            throw .unusable("cannot lock \(lock): \(why)")
        }
    }

    deinit { unlock() }

    func unlock() {
        guard lockDescriptor >= 0 else { return }
        close(lockDescriptor)
        lockDescriptor = -1
    }

    func create(slot: Int) throws(MappedFileError) -> MappedFile {
        guard let path = path(slot) else { return try MappedFile.memory(count: segmentBytes) }
        return try MappedFile.create(path: path, count: segmentBytes)
    }

    /// nil when the slot is free.
    func open(slot: Int) throws(JournalError) -> MappedFile? {
        guard let path = path(slot) else { return nil }
        do throws(MappedFileError) {
            return try MappedFile.open(path: path, count: segmentBytes)
        } catch {
            throw .unusable(error.message)
        }
    }

    /// Frees the slot of a file that is not a segment but holds something. The last such file is kept under its own name.
    func setAside(_ file: MappedFile) {
        guard let path, let from = file.path else { return }
        let kept = from.withCString { from in (path + "/damaged").withCString { rename(from, $0) } } == 0
        if !kept { file.remove() }
    }

    private func path(_ slot: Int) -> String? {
        guard let path else { return nil }
        return path + (slot < 10 ? "/segment-0" : "/segment-") + String(slot)
    }

    private static func reason() -> String { String(cString: strerror(gb_errno())) }
}
