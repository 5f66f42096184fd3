import CDBus
import CLinux

/// A message that came; given back to libdbus with its last reference.
final class BusMessage {
    private let dbus: UnsafeMutablePointer<gb_dbus>
    let raw: OpaquePointer

    /// Takes over `raw`.
    init(_ dbus: UnsafeMutablePointer<gb_dbus>, _ raw: OpaquePointer) {
        self.dbus = dbus
        self.raw = raw
    }

    deinit { dbus.pointee.message_unref(raw) }

    var kind: Int32 { dbus.pointee.message_get_type(raw) }
    var answeredSerial: UInt32 { dbus.pointee.message_get_reply_serial(raw) }
    var wantsAnswer: Bool { dbus.pointee.message_get_no_reply(raw) == 0 }
    /// Written by the bus, so nobody on it can say another's name.
    var sender: String? { dbus.pointee.message_get_sender(raw).flatMap { String(validatingCString: $0) } }
    var failure: BusFailure { BusFailure.named(dbus.pointee.message_get_error_name(raw)) }

    func isFrom(_ name: StaticString) -> Bool { Self.is(dbus.pointee.message_get_sender(raw), name) }
    func isAt(_ path: StaticString) -> Bool { Self.is(dbus.pointee.message_get_path(raw), path) }

    func isSignal(_ interface: StaticString, _ member: StaticString) -> Bool {
        kind == Int32(GB_DBUS_SIGNAL) && Self.is(dbus.pointee.message_get_interface(raw), interface)
            && Self.is(dbus.pointee.message_get_member(raw), member)
    }

    /// nil when it holds more than the limits allow.
    func values() -> [BusValue]? {
        var reader = BusReader(dbus)
        return reader.read(raw)
    }

    static func `is`(_ text: UnsafePointer<CChar>?, _ name: StaticString) -> Bool {
        guard let text else { return false }
        return strcmp(text, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
    }
}

/// Why a call has no answer.
enum BusFailure {
    /// Of this machine: no libdbus, no address, or nobody at it.
    case noLibrary, noBus
    /// The connection ended before the answer.
    case lost
    /// Too much waits already, or the message would be too large.
    case full
    case timeLimit
    /// Nobody has the name, or whoever had it went before answering.
    case noService
    case unsupported
    case refused

    static func named(_ name: UnsafePointer<CChar>?) -> BusFailure {
        let absent: [StaticString] = [
            "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.NoReply",
            "org.freedesktop.DBus.Error.Disconnected", "org.freedesktop.DBus.Error.TimedOut",
        ]
        for error in absent where BusMessage.is(name, error) { return .noService }
        let spawn: StaticString = "org.freedesktop.DBus.Error.Spawn."
        let unknown: StaticString = "org.freedesktop.DBus.Error.Unknown"
        if begins(name, spawn) { return .noService }
        return begins(name, unknown) ? .unsupported : .refused
    }

    private static func begins(_ name: UnsafePointer<CChar>?, _ prefix: StaticString) -> Bool {
        guard let name else { return false }
        return strncmp(name, UnsafeRawPointer(prefix.utf8Start).assumingMemoryBound(to: CChar.self), prefix.utf8CodeUnitCount) == 0
    }
}

/// What a call came to.
enum BusReply {
    case values([BusValue])
    case failed(BusFailure)
}

/// What is asked of a service.
struct BusCall {
    /// A well-known name, or the unique name of a connection.
    var destination: String
    var path: String
    var interface: StaticString
    var member: StaticString
    var arguments: [BusValue] = []
    /// Whether the bus may start the service for it.
    var startsService = true
}
