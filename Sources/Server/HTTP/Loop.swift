import CHTTPServer
import CLinux
import Linux

/// The one thread on which connections are read and written. Other threads hand it work through a list and an eventfd.
public final class Loop: @unchecked Sendable {
    let base: OpaquePointer
    private let lock = Lock()
    private let wake: EventDescriptor
    /// Guarded by the lock.
    private var posted: [() -> Void] = []
    private var events: [OpaquePointer] = []
    private var handlers: [Handler] = []

    private final class Handler {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    private init(_ base: OpaquePointer, _ wake: EventDescriptor) {
        self.base = base
        self.wake = wake
    }

    /// - Returns: nil when the system has no descriptor left.
    public static func make() -> Loop? {
        guard let base = event_base_new(), let wake = EventDescriptor.open() else { return nil }
        let loop = Loop(base, wake)
        let hears = loop.listen(to: wake.descriptor, Int16(EV_READ) | Int16(EV_PERSIST)) { [unowned loop] in loop.takePosted() }
        return hears ? loop : nil
    }

    /// Returns after `stop`.
    func run() { event_base_dispatch(base) }

    func stop() { event_base_loopbreak(base) }

    /// Hands work to the loop, from any thread.
    func post(_ work: @escaping () -> Void) {
        let isFirst = lock.locked {
            posted.append(work)
            return posted.count == 1
        }
        if isFirst { wake.raise() }
    }

    private func takePosted() {
        wake.clear()
        let taken = lock.locked {
            defer { posted = [] }
            return posted
        }
        for work in taken { work() }
    }

    /// Runs `handler` whenever the signal comes.
    /// - Returns: false when the system has no memory or descriptor for it.
    func onSignal(_ number: Int32, _ handler: @escaping () -> Void) -> Bool {
        listen(to: number, Int16(EV_SIGNAL) | Int16(EV_PERSIST), handler)
    }

    private func listen(to descriptor: Int32, _ what: Int16, _ run: @escaping () -> Void) -> Bool {
        let handler = Handler(run)
        let event = event_new(
            base, descriptor, what, { _, _, context in context.map { Unmanaged<Handler>.fromOpaque($0).takeUnretainedValue().run() } },
            Unmanaged.passUnretained(handler).toOpaque())
        guard let event else { return false }
        guard event_add(event, nil) == 0 else {
            event_free(event)
            return false
        }
        events.append(event)
        handlers.append(handler)
        return true
    }

    /// Runs `work` once, so much later.
    func after(milliseconds: Int64, _ work: @escaping () -> Void) {
        var time = timeval(tv_sec: Int(milliseconds / 1000), tv_usec: Int(milliseconds % 1000 * 1000))
        let handler = Unmanaged.passRetained(Handler(work))
        let status = event_base_once(
            base, -1, Int16(EV_TIMEOUT), { _, _, context in context.map { Unmanaged<Handler>.fromOpaque($0).takeRetainedValue().run() } },
            handler.toOpaque(), &time)
        if status != 0 { handler.release() }
    }
}
