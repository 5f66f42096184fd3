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

/// An eventfd: readable while something waits. Made for poll, epoll and select in the host's own loop.
public final class EventDescriptor: @unchecked Sendable {
    public let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// - Returns: nil when the system gives no descriptor. Not an initializer: one that fails leaks its object in Embedded Swift.
    @export(interface) public static func open() -> EventDescriptor? {
        let descriptor = gb_above_standard(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)))
        return descriptor < 0 ? nil : EventDescriptor(descriptor)
    }

    deinit { close(descriptor) }

    @export(interface) public func raise() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    @export(interface) public func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}

/// True while a descriptor has something to read. Does not wait.
@export(interface) public func isReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLIN) != 0
}
