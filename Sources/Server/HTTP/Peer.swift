import CHTTPServer
import CLinux
import Linux

/// Who is on the other end: an address of IPv6, or one of IPv4 mapped into it.
struct Peer: Equatable, Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    /// Whatever the address is, limits hold for it.
    private var isNamed = false

    private static let mapped: UInt64 = 0xffff << 32

    init?(_ address: UnsafePointer<sockaddr>) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard gb_peer(address, &bytes) else { return nil }
        self.init(bytes)
    }

    /// An address in numbers, as proxies write it.
    init?(text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard text.utf8.count < 64 else { return nil }
        if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes)
            return
        }
        var four = [UInt8](repeating: 0, count: 4)
        guard inet_pton(AF_INET, text, &four) == 1 else { return nil }
        self.init([UInt8](repeating: 0, count: 10) + [0xff, 0xff] + four)
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    private init(_ bytes: [UInt8]) {
        high = bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private var isMapped: Bool { high == 0 && low >> 32 == 0xffff }

    /// As a proxy names it: never this machine's.
    var named: Peer {
        var peer = self
        peer.isNamed = true
        return peer
    }

    /// Of this machine, and of nobody for whom somebody on it speaks.
    var isLoopback: Bool { !isNamed && isOfThisMachine }

    private var isOfThisMachine: Bool { isMapped ? low >> 24 & 0xff == 127 : high == 0 && low == 1 }

    /// What counts as one address: of IPv6 the network, because whoever has one address has all of it.
    var limitKey: UInt64 { isMapped ? low : high == 0 ? low : high }

    /// What `limitKey` counts as one, by a name that every server gives it; empty for this machine.
    var network: String {
        if isLoopback { return "" }
        return isMapped ? text : Peer(high: high, low: 0).text + "/64"
    }

    var text: String {
        if isMapped { return "\(Int(low >> 24 & 255)).\(Int(low >> 16 & 255)).\(Int(low >> 8 & 255)).\(Int(low & 255))" }
        var bytes: [UInt8] = []
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: high >> UInt64(shift))) }
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: low >> UInt64(shift))) }
        var text = [CChar](repeating: 0, count: 64)
        guard inet_ntop(AF_INET6, bytes, &text, 64) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
