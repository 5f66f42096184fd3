import CLinux

/// What the machine says about itself. Read when first asked for; empty or "unknown" rather than an error.
public enum SystemFacts {
    /// The kernel's release, such as "6.1.0-18-amd64".
    public static let osVersion: String = firstLine("/proc/sys/kernel/osrelease") ?? "unknown"

    /// The product name that the firmware gives, else the processor's family.
    public static let deviceModel: String = {
        if let name = firstLine("/sys/class/dmi/id/product_name"), !name.isEmpty { return name }
        #if arch(x86_64)
        return "x86_64"
        #elseif arch(arm64)
        return "aarch64"
        #else
        return "unknown"
        #endif
    }()

    /// The name of the running program's file, without its folder.
    public static let executableName: String = TextParts.split(executable(), at: UInt8(ascii: "/")).last ?? ""

    /// The folder of the running program's file.
    @export(interface) public static var executableFolder: String? {
        let path = executable()
        return path.utf8.isEmpty ? nil : Paths.parent(path)
    }

    private static func executable() -> String {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer -> String in
            let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            return count > 0 ? text(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : ""
        }
    }

    private static func firstLine(_ path: String) -> String? {
        let descriptor = gb_open(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress!, buffer.count)
            guard count > 0 else { return nil }
            var line = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if let end = line.firstIndex(of: 10) { line = UnsafeRawBufferPointer(rebasing: line[..<end]) }
            return text(line)
        }
    }

    /// Up to the first NUL; "unknown" when it is not UTF-8, because what we hand out always is.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        let end = bytes.firstIndex(of: 0) ?? bytes.count
        return String(validating: bytes[..<end], as: UTF8.self) ?? "unknown"
    }
}
