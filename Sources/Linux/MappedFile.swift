import CLinux

public struct MappedFileError: Error, Equatable {
    /// The system's error number, for example ENOSPC.
    public let code: Int32
    /// What was tried, on which file.
    public let message: String

    init(_ operation: StaticString, _ path: String, _ code: Int32) {
        self.code = code
        message = "cannot \(operation.description) \(path): \(String(cString: strerror(code)))"
    }
}

/// A file of fixed size in shared memory: what is stored in it belongs to the kernel at once and survives the end of
/// the process, also by SIGKILL. Its blocks are allocated before it is mapped, because a store into a hole on a full disk
/// would end the process with SIGBUS.
public final class MappedFile: @unchecked Sendable {
    public let bytes: UnsafeMutableRawPointer
    public let count: Int
    /// nil for plain memory.
    public let path: String?

    private init(bytes: UnsafeMutableRawPointer, count: Int, path: String?) {
        self.bytes = bytes
        self.count = count
        self.path = path
    }

    deinit { munmap(bytes, count) }

    /// A new file of zeros, readable by its owner only. Refused when the name is taken.
    public static func create(path: String, count: Int) throws(MappedFileError) -> MappedFile {
        let descriptor = path.withCString { gb_mapped_open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else { throw MappedFileError("create", path, gb_errno()) }
        defer { close(descriptor) }
        gb_mapped_rewrite_in_place(descriptor)
        do throws(MappedFileError) {
            return try map(descriptor, path, count)
        } catch {
            _ = path.withCString { unlink($0) }
            throw error
        }
    }

    /// An existing regular file, extended with zeros when it is shorter than `count`.
    /// - Returns: nil when there is none.
    public static func open(path: String, count: Int) throws(MappedFileError) -> MappedFile? {
        let descriptor = path.withCString { gb_mapped_open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else {
            let code = gb_errno()
            if code == ENOENT { return nil }
            throw MappedFileError("open", path, code)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw MappedFileError("inspect", path, gb_errno()) }
        guard status.st_mode & 0o170000 == 0o100000 else { throw MappedFileError("map", path, EINVAL) }
        return try map(descriptor, path, count)
    }

    /// Memory of zeros without a file.
    public static func memory(count: Int) throws(MappedFileError) -> MappedFile {
        guard let bytes = address(mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) else {
            throw MappedFileError("map", "memory", gb_errno())
        }
        return MappedFile(bytes: bytes, count: count, path: nil)
    }

    /// Removes the name; the memory stays until the last reference goes.
    public func remove() {
        guard let path else { return }
        _ = path.withCString { unlink($0) }
    }

    /// Returns when the disk has what was stored, so that it survives a power failure too.
    public func synchronize() -> Bool {
        path == nil || msync(bytes, count, MS_SYNC) == 0
    }

    private static func map(_ descriptor: Int32, _ path: String, _ count: Int) throws(MappedFileError) -> MappedFile {
        var code: Int32
        repeat { code = posix_fallocate(descriptor, 0, count) } while code == EINTR
        guard code == 0 else { throw MappedFileError("allocate", path, code) }
        guard let bytes = address(mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)) else {
            throw MappedFileError("map", path, gb_errno())
        }
        return MappedFile(bytes: bytes, count: count, path: path)
    }

    /// MAP_FAILED is a cast that Swift does not import: the address of all ones.
    private static func address(_ result: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        result == UnsafeMutableRawPointer(bitPattern: -1) ? nil : result
    }
}
