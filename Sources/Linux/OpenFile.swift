import CLinux

/// A regular file that is read part by part.
public final class OpenFile: @unchecked Sendable {
    private let path: String
    private let file: FileDescriptor
    /// Bytes of it, when it was opened.
    public let size: Int

    private init(_ path: String, _ file: FileDescriptor, size: Int) {
        self.path = path
        self.file = file
        self.size = size
    }

    /// A symbolic link is followed. An initializer that throws would leave the object that it was given.
    @export(interface) public static func open(_ path: String) throws(FileError) -> OpenFile {
        guard Paths.isUsable(path) else { throw FileError(path, refusal: "is no path", EINVAL) }
        // Non-blocking, so that a pipe in place of a file cannot hold us up.
        let file = FileDescriptor(gb_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0))
        guard file.isOpen else { throw FileError("open", path, gb_errno()) }
        guard let status = file.status() else { throw FileError("examine", path, gb_errno()) }
        guard status.isRegularFile else { throw FileError(path, refusal: "is not a regular file", EINVAL) }
        return OpenFile(path, file, size: Int(status.st_size))
    }

    /// Exactly `count` bytes; a file that has become shorter is an error.
    @export(interface) public func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { room in
                pread(file.number, room.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
            }
            if got < 0, gb_errno() == EINTR { continue }
            if got < 0 { throw FileError("read", path, gb_errno()) }
            if got == 0 { throw FileError(path, refusal: "has become shorter", EIO) }
            filled += got
        }
        return bytes
    }
}

/// A file that is written part by part under a name for the time being, which a file that is there already loses.
public final class NewFile: @unchecked Sendable {
    private let path: String
    private let file: FileDescriptor

    private init(_ path: String, _ file: FileDescriptor) {
        self.path = path
        self.file = file
    }

    /// The owner's alone.
    @export(interface) public static func create(_ path: String) throws(FileError) -> NewFile {
        try Files.checkPath(path)
        Files.remove(path)
        let file = FileDescriptor(gb_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
        guard file.isOpen else { throw FileError("create", path, gb_errno()) }
        return NewFile(path, file)
    }

    @export(interface) public func append(_ bytes: [UInt8]) throws(FileError) { try Files.write(bytes, to: file, path) }

    /// Gives it its name, whole and on the disk.
    @export(interface) public func finish(as name: String) throws(FileError) {
        guard fdatasync(file.number) == 0 else { throw FileError("flush", path, gb_errno()) }
        guard file.close() else { throw FileError("close", path, gb_errno()) }
        try Files.move(path, to: name)
    }
}

/// A small file that is written in place. What is written belongs to the kernel at once and survives the end of the process; a power
/// cut may take it.
public final class RecordFile {
    private let file: FileDescriptor

    private init(_ file: FileDescriptor) { self.file = file }

    /// Opens or makes the file, mode 0600.
    @export(interface) public static func open(_ path: String) throws(FileError) -> RecordFile {
        try Files.checkPath(path)
        let file = FileDescriptor(gb_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600))
        guard file.isOpen else { throw FileError("open", path, gb_errno()) }
        guard let status = file.status(), status.isRegularFile else { throw FileError(path, refusal: "is not a regular file", EINVAL) }
        if status.st_mode & 0o7777 != 0o600, fchmod(file.number, 0o600) != 0 { throw FileError("set the mode of", path, gb_errno()) }
        return RecordFile(file)
    }

    /// As many bytes as the file has, up to `count`.
    @export(interface) public func read(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(count, 0))
        let got = pread(file.number, &bytes, bytes.count, 0)
        bytes.removeLast(bytes.count - max(0, got))
        return bytes
    }

    /// - Returns: false when not all of it was written.
    @export(interface) public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        pwrite(file.number, bytes.baseAddress, bytes.count, off_t(offset)) == bytes.count
    }
}
