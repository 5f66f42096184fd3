import CLinux

/// A folder held open: which files its names stand for, wherever the folder is moved to.
public final class FolderView {
    private let path: String
    private let folder: FileDescriptor

    private init(_ path: String, _ folder: FileDescriptor) {
        self.path = path
        self.folder = folder
    }

    @export(interface) public static func open(_ path: String) throws(FileError) -> FolderView {
        try Files.checkPath(path)
        let folder = FileDescriptor(gb_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0))
        guard folder.isOpen else { throw FileError("open", path, gb_errno()) }
        return FolderView(path, folder)
    }

    /// The number of the file that has the name now; nil when there is none.
    @export(interface) public func file(_ name: String) -> UInt64? {
        var number: UInt64 = 0
        return gb_file_number(folder.number, name, &number) ? number : nil
    }

    /// After return the names in the folder survive a power cut.
    @export(interface) public func flush() throws(FileError) {
        guard Folders.flush(folder) else { throw FileError("flush", path, gb_errno()) }
    }
}
