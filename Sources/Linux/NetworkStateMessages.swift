import CLinux

/// One route netlink message. Its payload is what the sender says it is: every length in it is checked against the buffer.
struct NetworkMessage {
    let type: UInt16
    let flags: UInt16
    let sequence: UInt32
    let payload: UnsafeRawBufferPointer
}

/// Takes netlink buffers apart (netlink(7), rtnetlink(7)). A length that leads out of its buffer ends the walk there.
enum NetworkMessages {
    private static let headerBytes = 16
    private static let attributeHeaderBytes = 4

    static func forEach(in buffer: UnsafeRawBufferPointer, _ body: (NetworkMessage) -> Void) {
        var offset = 0
        while buffer.count - offset >= headerBytes {
            let length = Int(buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            guard length >= headerBytes, length <= buffer.count - offset else { return }
            body(
                NetworkMessage(
                    type: buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt16.self),
                    flags: buffer.loadUnaligned(fromByteOffset: offset + 6, as: UInt16.self),
                    sequence: buffer.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self),
                    payload: UnsafeRawBufferPointer(rebasing: buffer[(offset + headerBytes)..<(offset + length)])))
            offset += (length + 3) & ~3
        }
    }

    static func forEachAttribute(in buffer: UnsafeRawBufferPointer, from start: Int, _ body: (UInt16, UnsafeRawBufferPointer) -> Void) {
        var offset = start
        while buffer.count - offset >= attributeHeaderBytes {
            let length = Int(buffer.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            guard length >= attributeHeaderBytes, length <= buffer.count - offset else { return }
            // The two highest bits say how the value is laid out, not what it is.
            let type = buffer.loadUnaligned(fromByteOffset: offset + 2, as: UInt16.self) & 0x3FFF
            body(type, UnsafeRawBufferPointer(rebasing: buffer[(offset + attributeHeaderBytes)..<(offset + length)]))
            offset += (length + 3) & ~3
        }
    }

    /// The text of an attribute up to its first NUL, at most `bytesMax`; nil when it is not UTF-8.
    static func text(_ value: UnsafeRawBufferPointer, bytesMax: Int = 64) -> String? {
        let count = value.firstIndex(of: 0) ?? value.count
        guard count <= bytesMax else { return nil }
        return String(validating: value[0..<count], as: UTF8.self)
    }
}

/// A network link, from RTM_NEWLINK.
struct NetworkLink: Equatable {
    var index: Int32
    var flags: UInt32
    /// ARPHRD_*: 1 is Ethernet and what looks like it.
    var hardware: UInt16
    var name: String
    /// The kernel's word for a virtual link ("wireguard", "tun", "wwan"); empty for a plain one.
    var kind: String

    init(index: Int32, flags: UInt32, hardware: UInt16, name: String, kind: String) {
        self.index = index
        self.flags = flags
        self.hardware = hardware
        self.name = name
        self.kind = kind
    }

    /// `payload` is an ifinfomsg and its attributes; nil when that is too short or has no name.
    init?(_ payload: UnsafeRawBufferPointer) {
        let headerBytes = 16
        guard payload.count >= headerBytes else { return nil }
        hardware = payload.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
        index = payload.loadUnaligned(fromByteOffset: 4, as: Int32.self)
        flags = payload.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        var name = ""
        var kind = ""
        NetworkMessages.forEachAttribute(in: payload, from: headerBytes) { type, value in
            if type == 3 /* IFLA_IFNAME */ { name = NetworkMessages.text(value) ?? "" }
            if type == 18 /* IFLA_LINKINFO */ {
                NetworkMessages.forEachAttribute(in: value, from: 0) { type, value in
                    if type == 1 /* IFLA_INFO_KIND */ { kind = NetworkMessages.text(value) ?? "" }
                }
            }
        }
        guard !name.isEmpty else { return nil }
        self.name = name
        self.kind = kind
    }
}

/// The links that default routes lead over, from RTM_NEWROUTE.
enum NetworkRoute {
    private static let headerBytes = 12
    private static let nextHopBytes = 8

    /// `payload` is an rtmsg and its attributes. Gives nothing unless it is a usable default route.
    static func forEachDefaultLink(_ payload: UnsafeRawBufferPointer, _ body: (Int32) -> Void) {
        guard payload.count >= headerBytes else { return }
        let family = Int32(payload[0])
        let destinationBits = payload[1]
        let kind = payload[7]
        let flags = payload.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        let dead: UInt32 = 1, clone: UInt32 = 0x200
        guard family == AF_INET || family == AF_INET6, destinationBits == 0, kind == 1 /* RTN_UNICAST */,
            flags & (dead | clone) == 0
        else { return }
        NetworkMessages.forEachAttribute(in: payload, from: headerBytes) { type, value in
            if type == 4 /* RTA_OIF */, value.count >= 4 { body(value.loadUnaligned(as: Int32.self)) }
            if type == 9 /* RTA_MULTIPATH */ { forEachNextHop(value, body) }
        }
    }

    private static func forEachNextHop(_ value: UnsafeRawBufferPointer, _ body: (Int32) -> Void) {
        var offset = 0
        while value.count - offset >= nextHopBytes {
            let length = Int(value.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            guard length >= nextHopBytes, length <= value.count - offset else { return }
            let dead: UInt8 = 1
            if value[offset + 2] & dead == 0 { body(value.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self)) }
            offset += (length + 3) & ~3
        }
    }
}
