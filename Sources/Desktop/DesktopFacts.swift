import CLinux
import Linux

/// Where the desktop is, as the owner found it. Read early: the environment may not be read while the host writes it.
public struct DesktopFacts: Sendable {
    /// Addresses of the buses as D-Bus writes them; only sockets of this machine are used.
    public var sessionAddress: String?
    public var systemAddress: String?
    /// In a sandbox the portal is asked in place of the services themselves.
    public var isSandboxed: Bool
    /// A file that is there in a sandbox only. Looked for on the desktop's thread, which may wait for a disk.
    public var sandboxFile: String?
    /// How the player is told who speaks.
    public var applicationName: String
    /// Name of the game's .desktop file without the ending; empty when it has none.
    public var desktopEntry: String
    public var libraryName: String

    public static let libraryName = "libdbus-1.so.3"
    static let systemSocket = "unix:path=/run/dbus/system_bus_socket"

    @export(interface) public init(
        sessionAddress: String?, systemAddress: String?, isSandboxed: Bool, applicationName: String, desktopEntry: String,
        libraryName: String = DesktopFacts.libraryName
    ) {
        self.sessionAddress = sessionAddress
        self.systemAddress = systemAddress
        self.isSandboxed = isSandboxed
        self.applicationName = applicationName
        self.desktopEntry = desktopEntry
        self.libraryName = libraryName
    }

    /// What the environment of this process says.
    @export(interface) public static func ofThisProcess(applicationName: String, desktopEntry: String) -> DesktopFacts {
        // A game that was started with rights of another user must not follow addresses of the user who started it.
        let isTrusted = geteuid() == getuid() && getegid() == getgid()
        var session = isTrusted ? Environment.value("DBUS_SESSION_BUS_ADDRESS") : nil
        if session == nil, isTrusted, let folder = Environment.value("XDG_RUNTIME_DIR"), folder.utf8.first == UInt8(ascii: "/") {
            session = BusAddress.socket(folder, "/bus")
        }
        let system = isTrusted ? Environment.value("DBUS_SYSTEM_BUS_ADDRESS") : nil
        let isSandboxed = Environment.value("SNAP") != nil || Environment.value("container") == "flatpak"
        var facts = DesktopFacts(
            sessionAddress: session, systemAddress: system ?? systemSocket, isSandboxed: isSandboxed, applicationName: applicationName,
            desktopEntry: desktopEntry)
        facts.sandboxFile = "/.flatpak-info"
        return facts
    }
}
