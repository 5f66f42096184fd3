/// Addresses of a bus: `kind:key=value,key=value;kind:…`.
enum BusAddress {
    /// Kinds that libdbus connects to without starting a program and without asking the network for a name.
    private static let socketKind: StaticString = "unix:"

    /// What of the addresses may be used: sockets of this machine. `autolaunch:` and `unixexec:` start programs, and `tcp:` waits
    /// for the network.
    static func usable(_ addresses: String) -> String? {
        guard addresses.utf8.count <= DesktopLimit.addressBytesMax else { return nil }
        var kept: [UInt8] = []
        for address in Array(addresses.utf8).split(separator: UInt8(ascii: ";")) {
            guard socketKind.withUTF8Buffer({ address.starts(with: $0) }), !address.contains(0) else { continue }
            if !kept.isEmpty { kept.append(UInt8(ascii: ";")) }
            kept += address
        }
        return kept.isEmpty ? nil : String(decoding: kept, as: UTF8.self)
    }

    /// The address of a socket in a folder.
    static func socket(_ folder: String, _ name: String) -> String {
        String(decoding: Array("unix:path=".utf8) + escaped(folder) + Array(name.utf8), as: UTF8.self)
    }

    /// What an address may not hold plainly, of a bus or of a file, is written in hexadecimal.
    static func escaped(_ path: String) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        var escaped: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                escaped.append(byte)
            default:
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return escaped
    }
}
