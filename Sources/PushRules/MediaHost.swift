import Linux

/// Which machines media may be fetched from. A push comes from outside, and so does where it redirects to: neither may reach what only this
/// machine or its own network can.
public enum MediaHost: Equatable, Sendable {
    case open
    /// A network of one's own: 10/8, 172.16/12, 192.168/16, 100.64/10, fc00::/7.
    case own
    /// This machine, by whatever of its names, and what hangs on the same cable.
    case loopback, linkLocal
    /// No single machine: unspecified, multicast, reserved.
    case unusable

    /// - Parameter address: 4 bytes or 16, as the name was resolved.
    @export(interface) public static func of(address: [UInt8]) -> MediaHost {
        switch address.count {
        case 4: ofFour(address)
        case 16: ofSixteen(address)
        default: .unusable
        }
    }

    /// - Parameters:
    ///   - first: the host of the push's own address; nil when this is it. Only from a network of one's own may another address lead there.
    ///   - allowsLocal: the host said so, for development.
    @export(interface) public func isAllowed(after first: MediaHost?, allowsLocal: Bool) -> Bool {
        switch self {
        case .open: true
        case .own: allowsLocal || first == nil || first == .own
        case .loopback, .linkLocal: allowsLocal
        case .unusable: false
        }
    }

    private static func ofFour(_ a: [UInt8]) -> MediaHost {
        switch (a[0], a[1]) {
        case (127, _): .loopback
        case (169, 254): .linkLocal
        case (10, _), (172, 16...31), (192, 168), (100, 64...127): .own
        case (0, _), (224..., _), (198, 18...19): .unusable
        case (192, 0): a[2] == 0 || a[2] == 2 ? .unusable : .open
        case (198, 51): a[2] == 100 ? .unusable : .open
        case (203, 0): a[2] == 113 ? .unusable : .open
        default: .open
        }
    }

    private static func ofSixteen(_ a: [UInt8]) -> MediaHost {
        let zeros = a.prefix { $0 == 0 }.count
        switch (a[0], a[1]) {
        case (0xFF, _): return .unusable
        case (0xFE, 0x80...0xBF): return .linkLocal
        case (0xFE, 0xC0...0xFF), (0xFC...0xFD, _): return .own
        // Addresses of four bytes in the dress of sixteen: 6to4, of a translator, mapped, compatible.
        case (0x20, 0x02): return ofFour(Array(a[2..<6]))
        case (0x00, 0x64) where a[2] == 0xFF && a[3] == 0x9B: return ofFour(Array(a[12...]))
        case (0, 0) where zeros == 16: return .unusable
        case (0, 0) where zeros == 15 && a[15] == 1: return .loopback
        case (0, 0) where zeros == 10 && a[10] == 0xFF && a[11] == 0xFF: return ofFour(Array(a[12...]))
        case (0, 0): return zeros >= 12 ? ofFour(Array(a[12...])) : .unusable
        default: return .open
        }
    }
}
