import CDBus
import CLinux
import Linux

/// Who is told what happens on a bus. All calls come on the desktop's thread.
protocol BusListener: AnyObject {
    /// What the bus is to pass on, in the words of D-Bus.
    var matches: [String] { get }
    /// The bus said hello; calls leave from now on.
    func busIsUp()
    /// It could not be reached, or is gone: what was asked has failed already.
    func busIsDown(_ why: BusFailure)
    func take(_ signal: BusMessage)
}

/// A connection of our own to one bus, which is made anew when it breaks. Belongs to the desktop's thread; nothing here waits.
final class Bus {
    private enum State {
        /// Not tried yet, or to be tried again.
        case resting
        /// Connected, and the bus has not said hello.
        case greeting
        case up
        /// There is none on this machine.
        case absent
    }

    private struct Call {
        let call: BusCall
        var serial: UInt32
        var deadline: Int64
        let answersLate: Bool
        let answer: (BusReply) -> Void
    }

    static let name: StaticString = "org.freedesktop.DBus"
    static let path: StaticString = "/org/freedesktop/DBus"
    private static let local: StaticString = "org.freedesktop.DBus.Local"
    private static let noDeadline = Int64.max

    private let dbus: UnsafeMutablePointer<gb_dbus>?
    private let address: String?
    private let clock: any Clock
    private let pace: DesktopPace
    private var state = State.resting
    private var connection: OpaquePointer?
    private var watches: [OpaquePointer] = []
    private var listeners: [any BusListener] = []
    private var calls: [Call] = []
    private var nextTry: Int64 = 0
    private var distance: Int64
    private var upSince: Int64 = 0
    private var hasFailed = false
    private(set) var hasMore = false

    init(_ dbus: UnsafeMutablePointer<gb_dbus>?, _ address: String?, _ clock: any Clock, _ pace: DesktopPace) {
        self.dbus = dbus
        self.address = address.flatMap { BusAddress.usable($0) }
        self.clock = clock
        self.pace = pace
        distance = pace.retryMilliseconds
        if dbus == nil || self.address == nil { state = .absent }
    }

    var isUp: Bool { state == .up }
    /// There is none on this machine, and there will be none.
    var isAbsent: Bool { state == .absent }
    var hasUnsent: Bool { connection.map { dbus!.pointee.connection_get_outgoing_size($0) > 0 } ?? false }
    private var isWanted: Bool { !listeners.isEmpty || !calls.isEmpty }
    private var absence: BusFailure { dbus == nil ? .noLibrary : .noBus }

    // MARK: What others ask

    /// The listener hears of the bus from now on, to the bus's end.
    func add(_ listener: any BusListener) {
        listeners.append(listener)
        switch state {
        case .up: join(listener)
        case .absent: listener.busIsDown(absence)
        case .resting, .greeting: break
        }
    }

    /// `answer` comes once, later or at once: with what was answered, or with why nothing was until `deadline`. With `answersLate` it comes
    /// a second time when the service answers after all, or is gone.
    func call(_ call: BusCall, untilNanoseconds deadline: Int64, answersLate: Bool = false, _ answer: @escaping (BusReply) -> Void) {
        if state == .absent { return answer(.failed(absence)) }
        if state == .resting, hasFailed { return answer(.failed(.noBus)) }
        guard makeRoom() else { return answer(.failed(.full)) }
        var entry = Call(call: call, serial: 0, deadline: deadline, answersLate: answersLate, answer: answer)
        if state == .up {
            guard let serial = send(call) else { return answer(.failed(.full)) }
            entry.serial = serial
        }
        calls.append(entry)
    }

    /// A service that hangs may not keep others from being asked: of what took too long the oldest is given up.
    private func makeRoom() -> Bool {
        if calls.count < DesktopLimit.callsMax { return true }
        guard let late = calls.firstIndex(where: { $0.deadline == Self.noDeadline }) else { return false }
        calls.remove(at: late).answer(.failed(.full))
        return calls.count < DesktopLimit.callsMax
    }

    /// Sends a call whose answer nobody needs.
    func tell(_ call: BusCall) { if state == .up { _ = send(call, wantsAnswer: false) } }

    func isBusName(_ name: String) -> Bool { name.withCString { dbus?.pointee.validate_bus_name($0, nil) ?? 0 } != 0 }

    // MARK: The thread's turn

    /// Takes what came, and ends what took too long.
    func turn() {
        if state == .resting, isWanted, clock.monotonicNanoseconds() >= nextTry { open() }
        takeMessages()
        expire(clock.monotonicNanoseconds())
    }

    /// When it wants its next turn, if nothing comes before.
    func deadline() -> Int64 {
        // Without watches libdbus has given the connection up, and says so in a message that waits.
        if hasMore || (connection != nil && watches.isEmpty) { return 0 }
        var first = state == .resting && isWanted ? nextTry : Self.noDeadline
        for call in calls { first = min(first, call.deadline) }
        return first
    }

    /// Adds what to wait for.
    func wait(_ entries: inout [pollfd]) {
        for watch in watches where dbus!.pointee.watch_get_enabled(watch) != 0 {
            let flags = dbus!.pointee.watch_get_flags(watch)
            var events: Int32 = 0
            if flags & UInt32(GB_DBUS_READABLE) != 0 { events |= POLLIN }
            if flags & UInt32(GB_DBUS_WRITABLE) != 0 { events |= POLLOUT }
            entries.append(pollfd(fd: dbus!.pointee.watch_get_unix_fd(watch), events: Int16(events), revents: 0))
        }
    }

    /// Reads and writes as far as it goes without waiting.
    func handle(_ entries: [pollfd]) {
        for watch in watches where watches.contains(watch) && dbus!.pointee.watch_get_enabled(watch) != 0 {
            let descriptor = dbus!.pointee.watch_get_unix_fd(watch)
            var events: Int32 = 0
            for entry in entries where entry.fd == descriptor { events |= Int32(entry.revents) }
            var flags: UInt32 = 0
            if events & POLLIN != 0 { flags |= UInt32(GB_DBUS_READABLE) }
            if events & POLLOUT != 0 { flags |= UInt32(GB_DBUS_WRITABLE) }
            flags &= dbus!.pointee.watch_get_flags(watch)
            if events & (POLLERR | POLLNVAL) != 0 { flags |= UInt32(GB_DBUS_FAILED) }
            if events & POLLHUP != 0 { flags |= UInt32(GB_DBUS_HANGUP) }
            if flags != 0 { _ = dbus!.pointee.watch_handle(watch, flags) }
        }
    }

    /// The end: everything that waits has failed, nothing is tried again.
    func end() {
        listeners.removeAll()
        if connection != nil { close(.lost) } else { rest(.lost) }
        state = .absent
    }

    // MARK: The connection

    private func open() {
        guard let dbus, let address else { return }
        _ = dbus.pointee.threads_init_default()
        // libdbus would ignore SIGPIPE for the whole process. It sends without raising it.
        dbus.pointee.connection_set_change_sigpipe(0)
        var error = gb_dbus_error()
        let opened = address.withCString { dbus.pointee.connection_open_private($0, &error) }
        dbus.pointee.error_free(&error)
        guard let opened else { return rest(.noBus) }
        connection = opened
        dbus.pointee.connection_set_exit_on_disconnect(opened, 0)
        dbus.pointee.connection_set_max_message_size(opened, DesktopLimit.messageBytesMax)
        dbus.pointee.connection_set_max_received_size(opened, DesktopLimit.receivedBytesMax)
        guard watch(dbus, opened), greet() else { return close(.noBus) }
    }

    private func watch(_ dbus: UnsafeMutablePointer<gb_dbus>, _ opened: OpaquePointer) -> Bool {
        let me = Unmanaged.passUnretained(self).toOpaque()
        return dbus.pointee.connection_set_watch_functions(
            opened,
            { watch, bus in
                if let watch, let bus { Unmanaged<Bus>.fromOpaque(bus).takeUnretainedValue().watches.append(watch) }
                return 1
            },
            { watch, bus in
                if let watch, let bus { Unmanaged<Bus>.fromOpaque(bus).takeUnretainedValue().watches.removeAll { $0 == watch } }
            }, { _, _ in }, me, nil) != 0
    }

    /// The bus's own blocking way to say hello would wait for a bus that hangs.
    private func greet() -> Bool {
        let hello = BusCall(destination: Self.name.description, path: Self.path.description, interface: Self.name, member: "Hello")
        state = .greeting
        guard let serial = send(hello) else { return false }
        let deadline = deadlineNanoseconds(clock, afterMilliseconds: pace.answerMilliseconds)
        let call = Call(call: hello, serial: serial, deadline: deadline, answersLate: false) { [self] reply in
            if case .values = reply { greeted() } else if state == .greeting { close(.noBus) }
        }
        calls.append(call)
        return true
    }

    private func greeted() {
        state = .up
        hasFailed = false
        upSince = clock.monotonicNanoseconds()
        for listener in listeners { join(listener) }
        var index = 0
        while index < calls.count {
            guard calls[index].serial == 0 else { index += 1; continue }
            if let serial = send(calls[index].call) {
                calls[index].serial = serial
                index += 1
            } else {
                calls.remove(at: index).answer(.failed(.full))
            }
        }
    }

    private func join(_ listener: any BusListener) {
        for match in listener.matches {
            tell(
                BusCall(
                    destination: Self.name.description, path: Self.path.description, interface: Self.name, member: "AddMatch",
                    arguments: [.string(match)]))
        }
        listener.busIsUp()
    }

    private func close(_ why: BusFailure) {
        guard let opened = connection, let dbus else { return }
        connection = nil
        dbus.pointee.connection_close(opened)
        dbus.pointee.connection_unref(opened)
        watches.removeAll()
        hasMore = false
        rest(why)
    }

    /// Everything that waits fails; the next try is further away each time, unless the bus was there for a while.
    private func rest(_ why: BusFailure) {
        let now = clock.monotonicNanoseconds()
        if state == .up, now - upSince > pace.retryMillisecondsMax * 1_000_000 { distance = pace.retryMilliseconds }
        state = .resting
        hasFailed = true
        nextTry = deadlineNanoseconds(clock, afterMilliseconds: distance)
        distance = min(distance * 2, pace.retryMillisecondsMax)
        let failed = calls
        calls.removeAll()
        for call in failed { call.answer(.failed(why)) }
        for listener in listeners { listener.busIsDown(why) }
    }

    // MARK: Messages

    /// - Returns: the number by which the answer is known; nil when the message was not taken.
    private func send(_ call: BusCall, wantsAnswer: Bool = true) -> UInt32? {
        guard let dbus, let connection, dbus.pointee.connection_get_outgoing_size(connection) < DesktopLimit.outgoingBytesMax else {
            return nil
        }
        let made = call.destination.withCString { destination in
            call.path.withCString { path in
                dbus.pointee.message_new_method_call(destination, path, Self.text(call.interface), Self.text(call.member))
            }
        }
        guard let made else { return nil }
        defer { dbus.pointee.message_unref(made) }
        dbus.pointee.message_set_auto_start(made, call.startsService ? 1 : 0)
        dbus.pointee.message_set_no_reply(made, wantsAnswer ? 0 : 1)
        var serial: UInt32 = 0
        guard BusWriter(dbus: dbus).write(call.arguments, into: made), dbus.pointee.connection_send(connection, made, &serial) != 0 else {
            return nil
        }
        return serial
    }

    private static func text(_ name: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private func takeMessages() {
        hasMore = false
        for _ in 0..<DesktopLimit.messagesPerTurnMax {
            guard let dbus, let connection, let raw = dbus.pointee.connection_pop_message(connection) else { return }
            take(BusMessage(dbus, raw))
        }
        hasMore = connection != nil
    }

    private func take(_ message: BusMessage) {
        switch message.kind {
        case Int32(GB_DBUS_METHOD_RETURN): answer(message)
        case Int32(GB_DBUS_ERROR): answer(message)
        case Int32(GB_DBUS_SIGNAL):
            // Made by libdbus itself; the bus lets nobody send it.
            if message.isSignal(Self.local, "Disconnected") { return close(.lost) }
            if state == .up { for listener in listeners { listener.take(message) } }
        case Int32(GB_DBUS_METHOD_CALL): refuse(message)
        default: break
        }
    }

    private func answer(_ message: BusMessage) {
        let serial = message.answeredSerial
        guard serial != 0, let index = calls.firstIndex(where: { $0.serial == serial }) else { return }
        let asked = calls[index].call.destination
        // Whoever was asked by its unique name is the only one who may answer. The bus itself answers for one that is gone.
        if asked.utf8.first == UInt8(ascii: ":"), message.sender != asked, !message.isFrom(Self.name) { return }
        let call = calls.remove(at: index)
        if message.kind == Int32(GB_DBUS_ERROR) { return call.answer(.failed(message.failure)) }
        call.answer(message.values().map { .values($0) } ?? .failed(.refused))
    }

    /// Nothing is offered here. Who asks is told so, and does not wait.
    private func refuse(_ message: BusMessage) {
        guard message.wantsAnswer, let dbus, let connection,
            dbus.pointee.connection_get_outgoing_size(connection) < DesktopLimit.outgoingBytesMax / 2,
            let error = dbus.pointee.message_new_error(message.raw, Self.text("org.freedesktop.DBus.Error.UnknownMethod"), nil)
        else { return }
        _ = dbus.pointee.connection_send(connection, error, nil)
        dbus.pointee.message_unref(error)
    }

    private func expire(_ now: Int64) {
        var index = 0
        while index < calls.count {
            guard calls[index].deadline <= now else { index += 1; continue }
            if calls[index].answersLate, calls[index].serial != 0 {
                calls[index].deadline = Self.noDeadline
                calls[index].answer(.failed(.timeLimit))
                index += 1
            } else {
                calls.remove(at: index).answer(.failed(.timeLimit))
            }
        }
    }
}
