import CLinux

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
    @export(interface) public static func create(path: String, count: Int) throws(FileError) -> MappedFile {
        try Files.checkPath(path)
        let file = FileDescriptor(gb_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
        guard file.isOpen else { throw FileError("create", path, gb_errno()) }
        gb_mapped_rewrite_in_place(file.number)
        do throws(FileError) {
            return try map(file, path, count)
        } catch {
            _ = unlink(path)
            throw error
        }
    }

    /// An existing regular file, extended with zeros when it is shorter than `count`.
    /// - Returns: nil when there is none.
    @export(interface) public static func open(path: String, count: Int) throws(FileError) -> MappedFile? {
        try Files.checkPath(path)
        let file = FileDescriptor(gb_open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0))
        guard file.isOpen else {
            let code = gb_errno()
            if code == ENOENT { return nil }
            throw FileError("open", path, code)
        }
        guard let status = file.status() else { throw FileError("examine", path, gb_errno()) }
        guard status.isRegularFile else { throw FileError(path, refusal: "is not a regular file", EINVAL) }
        return try map(file, path, count)
    }

    /// Memory of zeros without a file.
    @export(interface) public static func memory(count: Int) throws(FileError) -> MappedFile {
        guard let bytes = address(mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) else {
            throw FileError("map", "memory", gb_errno())
        }
        return MappedFile(bytes: bytes, count: count, path: nil)
    }

    /// Removes the name; the memory stays until the last reference goes.
    @export(interface) public func remove() {
        guard let path else { return }
        // Its owner has written in it that nothing of it counts any more.
        _ = unlink(path)
    }

    /// Whether the eight bytes at an offset, and all before them, can be touched. A file that somebody has cut ends the process with SIGBUS
    /// where it ends.
    @export(interface) public func isThere(at offset: Int) -> Bool { path == nil || gb_is_there(bytes + offset) }

    /// Nothing was cut off.
    @export(interface) public var isWhole: Bool { isThere(at: count - 8) }

    /// Returns when the disk has what was stored, so that it survives a power failure too.
    @export(interface) public func synchronize() -> Bool {
        path == nil || msync(bytes, count, MS_SYNC) == 0
    }

    private static func map(_ file: FileDescriptor, _ path: String, _ count: Int) throws(FileError) -> MappedFile {
        var code: Int32
        repeat { code = posix_fallocate(file.number, 0, count) } while code == EINTR
        guard code == 0 else { throw FileError("allocate", path, code) }
        guard let bytes = address(mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)) else {
            throw FileError("map", path, gb_errno())
        }
        return MappedFile(bytes: bytes, count: count, path: path)
    }

    /// MAP_FAILED is a cast that Swift does not import: the address of all ones.
    private static func address(_ result: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        result == UnsafeMutableRawPointer(bitPattern: -1) ? nil : result
    }
}
