import CLinux

/// This process.
public enum ThisProcess {
    public static var identifier: Int32 { getpid() }
    /// Those that it may run on; 0: not known.
    public static var processors: Int { Int(gb_processors()) }
}
