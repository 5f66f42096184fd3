import CLinux

extension Files {
    /// Gives a file another name on the same file system, in one step. A file that has the name already is replaced.
    @export(interface) public static func move(_ path: String, to newPath: String) throws(FileError) {
        try checkPath(path)
        try checkPath(newPath)
        guard rename(path, newPath) == 0 else { throw FileError("move", path, gb_errno()) }
    }

    /// The same for a file whose bytes are to be on the disk before it has the name.
    @export(interface) public static func flushAndMove(_ path: String, to newPath: String) throws(FileError) {
        let file = FileDescriptor(gb_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0))
        guard file.isOpen else { throw FileError("open", path, gb_errno()) }
        guard fdatasync(file.number) == 0 else { throw FileError("flush", path, gb_errno()) }
        try move(path, to: newPath)
    }

    /// Has the system read the file from the disk the next time. After a flush that failed Linux calls the lost pages clean, and shows
    /// them as if they were on the disk until it needs the memory. A request only: what is still to be written, or is in use, stays.
    @export(interface) public static func forgetCached(_ path: String) {
        guard Paths.isUsable(path) else { return }
        let file = FileDescriptor(gb_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0))
        if file.isOpen { _ = posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED) }
    }

    /// Removes a file, if it is there.
    @export(interface) public static func remove(_ path: String) {
        if Paths.isUsable(path) { unlink(path) }
    }

    /// True when something has this name, a dangling symbolic link included.
    @export(interface) public static func exists(_ path: String) -> Bool {
        var status = stat()
        return Paths.isUsable(path) && lstat(path, &status) == 0
    }
}

extension FileError {
    /// The file has more bytes than the reader takes.
    @export(interface) public var isTooLarge: Bool { code == EFBIG }
}
