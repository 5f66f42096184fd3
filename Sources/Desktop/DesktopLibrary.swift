import CLinux
import Linux

/// libdbus, opened unless the game answers for it.
public enum DesktopLibrary {
    private static let obstacle = FirstObstacle()

    /// What `NoticeObstacle.noLibrary` means here.
    @export(interface) public static var lack: String { obstacle.text ?? "libdbus-1.so.3 is not installed" }

    static func open(_ name: String) -> UnsafeMutableRawPointer? { obstacle.opened(name) { gb_open_dbus($0, $1) } }
}
