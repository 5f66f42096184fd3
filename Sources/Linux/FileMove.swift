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
