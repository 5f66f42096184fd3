import CLinux

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
