import CDBus

/// Writes values into a message of libdbus.
struct BusWriter {
    let dbus: UnsafeMutablePointer<gb_dbus>

    typealias Place = UnsafeMutablePointer<gb_dbus_place>

    /// - Returns: false when there is no memory; the message is then of no use.
    func write(_ values: [BusValue], into message: OpaquePointer) -> Bool {
        var place = gb_dbus_place()
        dbus.pointee.message_iter_init_append(message, &place)
        return write(values, &place)
    }

    private func write(_ values: [BusValue], _ place: Place) -> Bool {
        for value in values where !write(value, place) { return false }
        return true
    }

    private func write(_ value: BusValue, _ place: Place) -> Bool {
        switch value {
        case .byte(var number): return basic(BusValue.Code.byte, &number, place)
        case .uint32(var number): return basic(BusValue.Code.uint32, &number, place)
        case .int32(var number): return basic(BusValue.Code.int32, &number, place)
        case .bool(let isTrue):
            var number: UInt32 = isTrue ? 1 : 0
            return basic(BusValue.Code.bool, &number, place)
        case .string(let text): return write(BusValue.Code.string, text, place)
        case .path(let text): return write(BusValue.Code.path, text, place)
        case .bytes(let bytes): return write(bytes, place)
        case .array(let values, let element): return container(BusValue.Code.array, element.utf8Start, values, place)
        case .structure(let values): return container(BusValue.Code.structure, nil, values, place)
        case .entry(let key, let value): return container(BusValue.Code.entry, nil, [key, value], place)
        case .variant(let value):
            var signature: [UInt8] = []
            value.addSignature(to: &signature)
            signature.append(0)
            return signature.withUnsafeBufferPointer { container(BusValue.Code.variant, $0.baseAddress, [value], place) }
        case .other: return write(BusValue.Code.string, "", place)
        }
    }

    private func basic(_ code: UInt8, _ value: UnsafeRawPointer, _ place: Place) -> Bool {
        dbus.pointee.message_iter_append_basic(place, Int32(code), value) != 0
    }

    private func write(_ code: UInt8, _ text: String, _ place: Place) -> Bool {
        text.withCString { start in
            var start = Optional(start)
            return basic(code, &start, place)
        }
    }

    private func write(_ bytes: [UInt8], _ place: Place) -> Bool {
        var inner = gb_dbus_place()
        let element: StaticString = "y"
        guard open(BusValue.Code.array, element.utf8Start, place, &inner) else { return false }
        let isWritten = bytes.withUnsafeBufferPointer { room in
            var start = room.baseAddress
            return room.isEmpty
                || dbus.pointee.message_iter_append_fixed_array(&inner, Int32(BusValue.Code.byte), &start, Int32(room.count)) != 0
        }
        return isWritten && dbus.pointee.message_iter_close_container(place, &inner) != 0
    }

    private func container(_ code: UInt8, _ signature: UnsafePointer<UInt8>?, _ values: [BusValue], _ place: Place) -> Bool {
        var inner = gb_dbus_place()
        guard open(code, signature, place, &inner), write(values, &inner) else { return false }
        return dbus.pointee.message_iter_close_container(place, &inner) != 0
    }

    private func open(_ code: UInt8, _ signature: UnsafePointer<UInt8>?, _ place: Place, _ inner: Place) -> Bool {
        let text = signature.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
        return dbus.pointee.message_iter_open_container(place, Int32(code), text, inner) != 0
    }
}
