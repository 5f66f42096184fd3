import CLinux

/// Small files, read whole and replaced whole.
public enum Files {
    /// Reads a regular file of at most `bytesMax` bytes.
    /// - Returns: nil when there is no such file.
    @export(interface) public static func read(_ path: String, bytesMax: Int) throws(FileError) -> [UInt8]? {
        try checkPath(path)
        // Non-blocking, so that a pipe in place of a file cannot hold us up.
        let file = FileDescriptor(gb_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0))
        guard file.isOpen else {
            let code = gb_errno()
            if code == ENOENT || code == ENOTDIR { return nil }
            throw FileError("open", path, code)
        }
        guard let status = file.status() else { throw FileError("examine", path, gb_errno()) }
        guard status.isRegularFile else { throw FileError(path, refusal: "is not a regular file", EINVAL) }

        // The size is a hint only: files under /proc say 0.
        var bytes = [UInt8](repeating: 0, count: min(max(Int(status.st_size), 0), max(bytesMax, 0)) + 1)
        var filled = 0
        while true {
            let got = bytes.withUnsafeMutableBytes { room in
                CLinux.read(file.number, room.baseAddress.map { $0 + filled }, room.count - filled)
            }
            if got < 0 {
                let code = gb_errno()
                if code == EINTR { continue }
                throw FileError("read", path, code)
            }
            if got == 0 { break }
            filled += got
            guard filled <= bytesMax else { throw FileError(path, refusal: "is too large", EFBIG) }
            if filled == bytes.count { bytes.append(contentsOf: [UInt8](repeating: 0, count: min(bytes.count, max(bytesMax, 0)) + 1)) }
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Reads a file of any size piece by piece.
    /// - Returns: false when it cannot be read to its end.
    @export(interface) public static func scan(_ path: String, pieceBytes: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard Paths.isUsable(path), pieceBytes > 0 else { return false }
        let file = FileDescriptor(gb_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0))
        guard file.isOpen else { return false }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 16)
        defer { room.deallocate() }
        var filled = 0
        while true {
            let got = CLinux.read(file.number, room.baseAddress.map { $0 + filled }, room.count - filled)
            if got < 0, gb_errno() == EINTR { continue }
            if got < 0 { return false }
            filled += got
            if got == 0 || filled == room.count {
                if filled > 0 { body(UnsafeRawBufferPointer(rebasing: room[..<filled])) }
                if got == 0 { return true }
                filled = 0
            }
        }
    }

    /// Bytes of the file; nil when there is none.
    @export(interface) public static func size(_ path: String) -> Int? {
        var status = stat()
        return Paths.isUsable(path) && lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Puts `bytes` in place of the file, mode 0600. After return they survive a power cut; at no moment is there a half-written
    /// file under this name. A symbolic link of this name is replaced, not followed.
    @export(interface) public static func replaceDurably(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        try checkPath(path)
        let (temporaryPath, file) = try createTemporary(beside: path)
        do throws(FileError) {
            try write(bytes, to: file, path)
            guard fsync(file.number) == 0 else { throw FileError("flush", path, gb_errno()) }
            guard file.close() else { throw FileError("close", path, gb_errno()) }
            guard rename(temporaryPath, path) == 0 else { throw FileError("replace", path, gb_errno()) }
        } catch {
            // The caller gets the first error. If this fails too, a temporary file stays, which no reader opens.
            _ = unlink(temporaryPath)
            throw error
        }
        try Folders.flush(Paths.parent(path))
    }

    /// Writes a file that is not there yet, mode 0600. It is not flushed.
    @export(interface) public static func writeNew(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        try checkPath(path)
        let file = FileDescriptor(gb_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
        guard file.isOpen else { throw FileError("create", path, gb_errno()) }
        guard fchmod(file.number, 0o600) == 0 else { throw FileError("set the mode of", path, gb_errno()) }
        try write(bytes, to: file, path)
        guard file.close() else { throw FileError("close", path, gb_errno()) }
    }

    /// Makes sure that a regular file of ours with mode 0600 is there, whatever the umask. Never opens a file that exists: closing
    /// it again would drop the record locks that this process holds on it.
    @export(interface) public static func createPrivately(_ path: String) throws(FileError) {
        try checkPath(path)
        let file = FileDescriptor(gb_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
        if file.isOpen {
            guard fchmod(file.number, 0o600) == 0 else { throw FileError("set the mode of", path, gb_errno()) }
            return
        }
        guard gb_errno() == EEXIST else { throw FileError("create", path, gb_errno()) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw FileError("examine", path, gb_errno()) }
        guard status.isRegularFile else { throw FileError(path, refusal: "is not a regular file", EINVAL) }
        guard status.st_uid == geteuid() else { throw FileError(path, refusal: "belongs to another user", EPERM) }
        if status.st_mode & 0o7777 != 0o600, chmod(path, 0o600) != 0 { throw FileError("set the mode of", path, gb_errno()) }
    }

    /// Behind the name of a file that is written anew: a dot and so many of the letters a to p.
    private static let temporaryLetters = 8
    /// In a folder with more names nothing is looked for.
    private static let namesMax = 10_000

    /// Removes drafts that `replaceDurably` of the file left when a kill cut it short; they have what the file was to have. For a process
    /// that has the folder alone, before it writes the file.
    @export(interface) public static func removeDrafts(_ path: String) {
        guard Paths.isUsable(path) else { return }
        let parent = Paths.parent(path)
        guard let names = (try? Folders.names(parent, max: namesMax)) ?? nil else { return }
        for name in names where isDraft([UInt8](name.utf8), of: [UInt8](path.utf8)) { remove(parent + "/" + name) }
    }

    /// Whether the name is that of the file, and behind it what a draft has; between the two what a copy set aside has.
    private static func isDraft(_ name: [UInt8], of path: [UInt8]) -> Bool {
        var start = path.count
        while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
        let (count, end) = (path.count - start, name.count - temporaryLetters)
        guard end > count, name[count] == UInt8(ascii: "."), name[end - 1] == UInt8(ascii: ".") else { return false }
        for place in 0..<count where name[place] != path[start + place] { return false }
        for letter in name[end...] where letter < UInt8(ascii: "a") || letter > UInt8(ascii: "p") { return false }
        return true
    }

    private static func createTemporary(beside path: String) throws(FileError) -> (String, FileDescriptor) {
        let random = SystemRandom()
        for _ in 0..<16 {
            var name = path
            name += "."
            for byte in random.bytes(temporaryLetters) { name.unicodeScalars.append(UnicodeScalar(UInt8(ascii: "a") + byte & 15)) }
            let file = FileDescriptor(gb_open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
            if file.isOpen {
                guard fchmod(file.number, 0o600) == 0 else {
                    let code = gb_errno()
                    _ = unlink(name)
                    throw FileError("set the mode of", name, code)
                }
                return (name, file)
            }
            let code = gb_errno()
            guard code == EEXIST else { throw FileError("create", name, code) }
        }
        throw FileError("create a file beside", path, EEXIST)
    }

    static func write(_ bytes: [UInt8], to file: FileDescriptor, _ path: String) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let put = bytes.withUnsafeBytes { room in
                CLinux.write(file.number, room.baseAddress.map { $0 + written }, room.count - written)
            }
            if put < 0 {
                let code = gb_errno()
                if code == EINTR { continue }
                throw FileError("write", path, code)
            }
            written += put
        }
    }

    /// Refuses what is no path. For names that are made of one: what is added to an empty path would name a file in the current folder.
    @export(interface) public static func checkPath(_ path: String) throws(FileError) {
        guard Paths.isUsable(path) else { throw FileError("the path", refusal: "is empty, too long or contains a NUL", EINVAL) }
    }
}
