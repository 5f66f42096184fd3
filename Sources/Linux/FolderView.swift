import CLinux

/// A folder held open: which files its names stand for, wherever the folder is moved to.
public final class FolderView {
    private let folder: FileDescriptor

    private init(_ folder: FileDescriptor) { self.folder = folder }

    @export(interface) public static func open(_ path: String) throws(FileError) -> FolderView {
        try Files.checkPath(path)
        let folder = FileDescriptor(gb_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0))
        guard folder.isOpen else { throw FileError("open", path, gb_errno()) }
        return FolderView(folder)
    }

    /// The number of the file that has the name now; nil when there is none.
    @export(interface) public func file(_ name: String) -> UInt64? {
        var status = stat()
        return fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? UInt64(status.st_ino) : nil
    }
}
