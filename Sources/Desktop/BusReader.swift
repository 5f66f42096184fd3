import CDBus
import CLinux

/// Reads the values of a message, each by the type that the message says it has, and no more than the limits allow.
struct BusReader {
    let dbus: UnsafeMutablePointer<gb_dbus>
    private var valuesLeft = DesktopLimit.valuesMax
    private var bytesLeft = DesktopLimit.valueBytesMax

    init(_ dbus: UnsafeMutablePointer<gb_dbus>) { self.dbus = dbus }

    typealias Place = UnsafeMutablePointer<gb_dbus_place>

    /// - Returns: nil for a message that holds more than anybody has to say.
    mutating func read(_ message: OpaquePointer) -> [BusValue]? {
        var place = gb_dbus_place()
        guard dbus.pointee.message_iter_init(message, &place) != 0 else { return [] }
        return read(&place, depth: 0)
    }

    private mutating func read(_ place: Place, depth: Int) -> [BusValue]? {
        guard depth < DesktopLimit.depthMax else { return nil }
        var values: [BusValue] = []
        while true {
            let code = dbus.pointee.message_iter_get_arg_type(place)
            guard code > 0 else { return values }
            guard valuesLeft > 0, let value = read(UInt8(truncatingIfNeeded: code), place, depth) else { return nil }
            valuesLeft -= 1
            values.append(value)
            guard dbus.pointee.message_iter_next(place) != 0 else { return values }
        }
    }

    private mutating func read(_ code: UInt8, _ place: Place, _ depth: Int) -> BusValue? {
        switch code {
        case BusValue.Code.byte: return .byte(UInt8(truncatingIfNeeded: number(place)))
        case BusValue.Code.bool: return .bool(number(place) & 0xFFFF_FFFF != 0)
        case BusValue.Code.uint32: return .uint32(UInt32(truncatingIfNeeded: number(place)))
        case BusValue.Code.int32: return .int32(Int32(truncatingIfNeeded: number(place)))
        case BusValue.Code.string: return text(place).map { .string($0) }
        case BusValue.Code.path: return text(place).map { .path($0) }
        case BusValue.Code.array where dbus.pointee.message_iter_get_element_type(place) == Int32(BusValue.Code.byte):
            return bytes(place).map { .bytes($0) }
        case BusValue.Code.array: return inner(place, depth).map { .array($0, of: "") }
        case BusValue.Code.structure: return inner(place, depth).map { .structure($0) }
        case BusValue.Code.variant: return inner(place, depth).map { $0.first.map { .variant($0) } ?? .other }
        case BusValue.Code.entry: return inner(place, depth).map { $0.count == 2 ? .entry($0[0], $0[1]) : .other }
        // Numbers of other sizes, signatures, descriptors (which go with the message).
        default: return .other
        }
    }

    private mutating func inner(_ place: Place, _ depth: Int) -> [BusValue]? {
        var inside = gb_dbus_place()
        dbus.pointee.message_iter_recurse(place, &inside)
        return read(&inside, depth: depth + 1)
    }

    /// libdbus fills in as many bytes as the type has, of at most eight.
    private func number(_ place: Place) -> UInt64 {
        var number: UInt64 = 0
        dbus.pointee.message_iter_get_basic(place, &number)
        return UInt64(littleEndian: number)
    }

    private mutating func text(_ place: Place) -> String? {
        var start: UnsafePointer<CChar>?
        dbus.pointee.message_iter_get_basic(place, &start)
        guard let start else { return nil }
        let count = strnlen(start, bytesLeft + 1)
        guard count <= bytesLeft else { return nil }
        bytesLeft -= count
        return String(validating: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private mutating func bytes(_ place: Place) -> [UInt8]? {
        var inside = gb_dbus_place()
        dbus.pointee.message_iter_recurse(place, &inside)
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus.pointee.message_iter_get_fixed_array(&inside, &start, &count)
        guard count >= 0, Int(count) <= bytesLeft else { return nil }
        bytesLeft -= Int(count)
        return Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
    }
}
