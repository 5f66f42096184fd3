import CLinux

/// An open file that is closed with its last reference.
public final class FileDescriptor {
    public private(set) var number: Int32

    /// Takes over `number`; negative means that opening failed.
    init(_ number: Int32) { self.number = number }

    deinit { _ = close() }

    var isOpen: Bool { number >= 0 }

    func status() -> stat? {
        var status = stat()
        return fstat(number, &status) == 0 ? status : nil
    }

    /// - Returns: false when the system reports a late write error. The descriptor is gone either way.
    func close() -> Bool {
        guard isOpen else { return true }
        let result = CLinux.close(number)
        number = -1
        return result == 0
    }
}

extension stat {
    private var kind: UInt32 { st_mode & UInt32(bitPattern: S_IFMT) }
    var isRegularFile: Bool { kind == UInt32(bitPattern: S_IFREG) }
    var isFolder: Bool { kind == UInt32(bitPattern: S_IFDIR) }
    var isSymbolicLink: Bool { kind == UInt32(bitPattern: S_IFLNK) }
}
