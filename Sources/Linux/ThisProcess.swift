import CLinux

/// This process.
public enum ThisProcess {
    public static var identifier: Int32 { getpid() }
    /// Those that it may run on; 0: not known.
    public static var processors: Int { Int(gb_processors()) }
}

/// The process environment. Reading races with a host that calls setenv on another thread, so it is read early and rarely.
public enum Environment {
    /// nil when the variable is not set or is not UTF-8.
    @export(interface) public static func value(_ name: String) -> String? {
        guard let text = getenv(name) else { return nil }
        let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
        return String(validating: bytes, as: UTF8.self)
    }
}
