import CLinux
import Synchronization

/// Why a library that is opened while the program runs cannot be used. What was found first stays: the game does not change while it runs.
public struct FirstObstacle: ~Copyable, Sendable {
    private let address = Atomic<UInt>(0)

    @export(interface) public init() {}

    @export(interface) public var text: String? {
        UnsafePointer<CChar>(bitPattern: address.load(ordering: .acquiring)).map { String(cString: $0) }
    }

    /// - Parameter open: opens the library of this name, and says why it cannot be used in a text that is to be freed.
    @export(interface) public func opened(
        _ name: String, _ open: (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer? {
        var why: UnsafeMutablePointer<CChar>?
        let opened = name.withCString { open($0, &why) }
        if let why, !address.compareExchange(expected: 0, desired: UInt(bitPattern: why), ordering: .acquiringAndReleasing).exchanged {
            free(why)
        }
        return opened
    }
}
