import CLinux

/// An exclusive lock on a file, held until released or until the process ends, however it ends. A second holder is refused also
/// within the same process. Its owner uses it on one thread at a time.
public final class FileLock: @unchecked Sendable {
    public enum Outcome {
        case locked(FileLock)
        /// The process that says it holds the lock; nil when it has not said.
        case held(byProcess: Int32?)
    }

    private let file: FileDescriptor

    private init(_ file: FileDescriptor) { self.file = file }

    deinit { release() }

    /// Creates the file with mode 0600 when it is missing and writes this process's number into it.
    @export(interface) public static func take(_ path: String) throws(FileError) -> Outcome {
        try Files.checkPath(path)
        let file = FileDescriptor(gb_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600))
        guard file.isOpen else { throw FileError("open", path, gb_errno()) }
        guard let status = file.status() else { throw FileError("examine", path, gb_errno()) }
        guard status.isRegularFile else { throw FileError(path, refusal: "is not a regular file", EINVAL) }
        guard status.st_uid == geteuid() else { throw FileError(path, refusal: "belongs to another user", EPERM) }
        if status.st_mode & 0o7777 != 0o600, fchmod(file.number, 0o600) != 0 { throw FileError("set the mode of", path, gb_errno()) }

        while gb_flock(file.number, LOCK_EX | LOCK_NB) != 0 {
            let code = gb_errno()
            if code == EWOULDBLOCK { return .held(byProcess: holder(file)) }
            if code != EINTR { throw FileError("lock", path, code) }
        }
        try sign(file, path)
        return .locked(FileLock(file))
    }

    public enum StorageOutcome {
        case locked(FileLock)
        /// Who has it, in a sentence for the game.
        case inUse(String)
    }

    /// Takes the lock of a storage directory, without waiting. A service and a client that has its own files there take the same file, so
    /// that they keep each other out.
    @export(interface) public static func take(storage directory: String) throws(FileError) -> StorageOutcome {
        let folder = Paths.withoutTrailingSlashes(directory)
        switch try take((folder == "/" ? "" : folder) + "/lock") {
        case .locked(let taken): return .locked(taken)
        case .held(let process):
            let holder = process.map { $0 == ThisProcess.identifier ? "another instance in this process" : "process \($0)" }
            return .inUse(
                "the storage directory \(directory) is in use by \(holder ?? "another process"); close it or choose another with "
                    + "TCGBHost_setStorageDirectory")
        }
    }

    /// Explicit, because a child process that the host forked shares the lock until it runs another program.
    @export(interface) public func release() {
        guard file.isOpen else { return }
        _ = gb_flock(file.number, LOCK_UN)
        _ = file.close()
    }

    private static func sign(_ file: FileDescriptor, _ path: String) throws(FileError) {
        let text = [UInt8]("\(getpid())\n".utf8)
        guard ftruncate(file.number, 0) == 0, pwrite(file.number, text, text.count, 0) == text.count else {
            let code = gb_errno()
            // The lock is held all the same; whose it is then nobody can read.
            if SystemError.isOutOfSpace(code) { return }
            throw FileError("write", path, code)
        }
    }

    private static func holder(_ file: FileDescriptor) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let got = pread(file.number, &bytes, bytes.count, 0)
        guard got > 0 else { return nil }
        var number: Int32 = 0
        for byte in bytes.prefix(got) {
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            number = number &* 10 &+ Int32(digit)
        }
        return number > 0 ? number : nil
    }
}
