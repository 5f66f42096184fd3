import CLinux

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
