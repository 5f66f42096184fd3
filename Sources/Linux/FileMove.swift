import CLinux

extension Files {
    /// Gives a file another name on the same file system, in one step. A file that has the name already is replaced.
    @export(interface) public static func move(_ path: String, to newPath: String) throws(FileError) {
        try checkPath(path)
        try checkPath(newPath)
        guard rename(path, newPath) == 0 else { throw FileError("move", path, gb_errno()) }
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
