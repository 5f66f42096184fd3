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
