import CLinux

/// This process.
public enum ThisProcess {
    public static var identifier: Int32 { getpid() }
}
