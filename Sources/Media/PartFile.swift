import CLinux
import Linux

/// A file that is being fetched. It is locked as long as somebody fetches it: one without a lock was left by a process that was ended.
final class PartFile {
    static let ending = ".part"

    let path: String
    private var descriptor: Int32
    private(set) var bytes = 0

    private init(_ path: String, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// - Returns: nil when the system refuses it.
    static func create(_ path: String) -> PartFile? {
        guard Paths.isUsable(path) else { return nil }
        let descriptor = gb_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        let part = PartFile(path, descriptor)
        // The umask may have taken the owner's own bits. Between its creation and its lock the file looks as if it was left: who looks for
        // such has the lock for a moment, or has removed it already.
        var status = stat()
        guard fchmod(descriptor, 0o600) == 0, gb_flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0,
            status.st_nlink > 0
        else {
            part.discard()
            return nil
        }
        return part
    }

    deinit { discard() }

    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var written = 0
        while written < bytes.count {
            let put = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            if put < 0, gb_errno() == EINTR { continue }
            guard put > 0 else { return false }
            written += put
        }
        self.bytes += written
        return true
    }

    /// Gives it its name. It is on the disk before: what is in the cache is believed by its first bytes.
    func finish(as name: String) -> Bool {
        guard descriptor >= 0, fdatasync(descriptor) == 0, rename(path, name) == 0 else { return false }
        close(descriptor)
        descriptor = -1
        return true
    }

    func discard() {
        guard descriptor >= 0 else { return }
        _ = unlink(path)
        close(descriptor)
        descriptor = -1
    }

    /// Removes the file unless somebody fetches it.
    static func removeIfLeft(_ path: String) {
        let descriptor = gb_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return }
        if gb_flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
        close(descriptor)
    }
}
