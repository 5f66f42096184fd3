import CLinux

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
