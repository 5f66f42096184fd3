import CLinux

/// Folders that only their owner may enter.
public enum Folders {
    /// Makes sure that `path` is a folder of ours with mode 0700, whatever the umask; missing folders above it are created like it.
    /// Refuses a symbolic link in the last place, anything that is no folder, and a folder of another user: whoever can exchange
    /// the folder can exchange what is in it.
    @export(interface) public static func preparePrivate(_ path: String) throws(FileError) {
        try Files.checkPath(path)
        // A slash at the end would make the system follow a link in the last place.
        let leaf = Paths.withoutTrailingSlashes(path)
        if try !create(leaf) {
            try createMissing(Paths.parent(leaf))
            if try !create(leaf) { throw FileError("create", leaf, ENOENT) }
        }
        try check(leaf)
    }

    /// After return the names in the folder survive a power cut.
    @export(interface) public static func flush(_ path: String) throws(FileError) {
        _ = try flushed(path)
    }

    /// After return the folder's own name survives a power cut, and so do those of the folders above that we may have made: an earlier
    /// start may have been cut short after it made a folder. Those that we make are the owner's alone, so that the first one that lets
    /// others in was there before us, and its name is not ours to keep.
    @export(interface) public static func flushName(_ path: String) throws(FileError) {
        var current = Paths.withoutTrailingSlashes(path)
        while true {
            let parent = Paths.parent(current)
            guard try flushed(parent), parent.utf8.count < current.utf8.count else { return }
            current = parent
        }
    }

    /// - Returns: false when we did not make the folder: it is another user's, or lets others in.
    private static func flushed(_ path: String) throws(FileError) -> Bool {
        let folder = FileDescriptor(gb_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0))
        guard folder.isOpen else {
            let code = gb_errno()
            // A folder that we may enter and not read is another user's, or was made so; nothing can be done for it.
            if code == EACCES { return false }
            throw FileError("open", path, code)
        }
        guard flush(folder) else { throw FileError("flush", path, gb_errno()) }
        guard let status = folder.status() else { return false }
        return status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Some file systems cannot flush a folder and say EINVAL; they have nothing to flush then.
    static func flush(_ folder: FileDescriptor) -> Bool { fsync(folder.number) == 0 || gb_errno() == EINVAL }

    /// - Returns: false when the folder above is missing.
    private static func create(_ path: String) throws(FileError) -> Bool {
        if mkdir(path, 0o700) == 0 {
            // The umask may have taken the owner's own bits.
            guard chmod(path, 0o700) == 0 else { throw FileError("set the mode of", path, gb_errno()) }
            return true
        }
        let code = gb_errno()
        if code == EEXIST { return true }
        if code == ENOENT { return false }
        throw FileError("create", path, code)
    }

    private static func createMissing(_ path: String) throws(FileError) {
        // From the lowest folder that exists downwards; a path has at most as many parts as bytes, so this ends.
        var missing: [String] = []
        var current = path
        while try !create(current) {
            missing.append(current)
            let parent = Paths.parent(current)
            guard parent.utf8.count < current.utf8.count else { throw FileError("create", current, ENOENT) }
            current = parent
        }
        for folder in missing.reversed() {
            if try !create(folder) { throw FileError("create", folder, ENOENT) }
        }
    }

    private static func check(_ path: String) throws(FileError) {
        let folder = FileDescriptor(gb_open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0))
        guard folder.isOpen else {
            let code = gb_errno()
            var status = stat()
            if lstat(path, &status) == 0 {
                if status.isSymbolicLink { throw FileError(path, refusal: "is a symbolic link; name the folder itself", ELOOP) }
                if !status.isFolder { throw FileError(path, refusal: "is not a folder", ENOTDIR) }
                if status.st_uid != geteuid() { throw FileError(path, refusal: "belongs to another user", EPERM) }
            }
            throw FileError("open", path, code)
        }
        guard let status = folder.status() else { throw FileError("examine", path, gb_errno()) }
        guard status.st_uid == geteuid() else { throw FileError(path, refusal: "belongs to another user", EPERM) }
        if status.st_mode & 0o777 != 0o700, fchmod(folder.number, 0o700) != 0 { throw FileError("set the mode of", path, gb_errno()) }
    }
}

extension Folders {
    /// What is in a folder, sorted by the bytes of the names. More than `max` names are an error.
    /// - Returns: nil when there is no such folder.
    @export(interface) public static func names(_ path: String, max: Int) throws(FileError) -> [String]? {
        try Files.checkPath(path)
        guard let folder = opendir(path) else {
            let code = gb_errno()
            if code == ENOENT { return nil }
            throw FileError("open", path, code)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let name = gb_next_name(folder) {
            guard names.count < max else { throw FileError(path, refusal: "has too many files", EFBIG) }
            names.append(String(cString: name))
        }
        return ascending(names)
    }
}

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
