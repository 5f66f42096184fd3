import CLinux

/// How games reach what listens: 0.0.0.0 and :: are addresses that nobody can ask.
struct Reach {
    static let plain =
        "this is plain HTTP, which games accept only from their own machine: put TLS in front (docs/server.md), or let the game call "
        + "TCGBHost_setAllowsPlainHTTP(true) in a network that you trust"
    /// 192.0.2.1, of the documentation's network. Nothing is sent there: the system only says from where it would.
    private static let elsewhere: UInt32 = 0xC000_0201
    private static let unknown = "ADDRESS-OF-THIS-MACHINE"

    let name: String
    let isThisMachine: Bool

    init(_ host: String) {
        isThisMachine = host == "localhost" || host == "::1" || host.hasPrefix("127.")
        if host == "0.0.0.0" || host == "::" {
            name = Self.ownAddress() ?? Self.unknown
        } else {
            name = host.contains(":") ? "[\(host)]" : host
        }
    }

    private static func ownAddress() -> String? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(9).bigEndian
        address.sin_addr.s_addr = elsewhere.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isFound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isFound else { return nil }
        let own = UInt32(bigEndian: address.sin_addr.s_addr)
        return [24, 16, 8, 0].map { "\(own >> $0 & 0xFF)" }.joined(separator: ".")
    }
}
