import CLinux

/// What this machine calls itself.
enum MachineName {
    private static let bytesMax = 256

    static func read() -> String {
        var bytes = [CChar](repeating: 0, count: bytesMax + 1)
        guard gethostname(&bytes, bytesMax) == 0 else { return "" }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
