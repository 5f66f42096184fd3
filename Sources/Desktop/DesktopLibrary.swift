import CLinux
import Synchronization

/// libdbus, opened unless the game answers for it.
public enum DesktopLibrary {
    private static let obstacle = Atomic<UInt>(0)

    /// What `NoticeObstacle.noLibrary` means here.
    @export(interface) public static var lack: String {
        guard let why = UnsafePointer<CChar>(bitPattern: obstacle.load(ordering: .acquiring)) else {
            return "libdbus-1.so.3 is not installed"
        }
        return String(cString: why)
    }

    /// What was found first stays: the game does not change while it runs.
    static func open(_ name: String) -> UnsafeMutableRawPointer? {
        var why: UnsafeMutablePointer<CChar>?
        let opened = name.withCString { gb_open_dbus($0, &why) }
        if let why, !obstacle.compareExchange(expected: 0, desired: UInt(bitPattern: why), ordering: .acquiringAndReleasing).exchanged {
            free(why)
        }
        return opened
    }
}
