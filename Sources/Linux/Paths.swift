import CLinux

/// Paths as bytes between slashes.
public enum Paths {
    /// The kernel's limit, with the final NUL.
    public static let bytesMax = 4095

    @export(interface) public static func isUsable(_ path: String) -> Bool {
        let bytes = path.utf8
        if bytes.isEmpty || bytes.count > bytesMax { return false }
        for byte in bytes where byte == 0 { return false }
        return true
    }

    /// `/a/b` gives `/a`, `/a` gives `/`, `a` gives `.`; slashes at the end do not count.
    @export(interface) public static func parent(_ path: String) -> String {
        let bytes = [UInt8](path.utf8)
        let slash = UInt8(ascii: "/")
        var end = bytes.count
        while end > 1, bytes[end - 1] == slash { end -= 1 }
        while end > 0, bytes[end - 1] != slash { end -= 1 }
        if end == 0 { return "." }
        while end > 1, bytes[end - 1] == slash { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    /// Without slashes at the end, but `/` stays.
    @export(interface) public static func withoutTrailingSlashes(_ path: String) -> String {
        let bytes = [UInt8](path.utf8)
        var end = bytes.count
        while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
