import Linux
import Service

/// What a client takes from outside, so that a test or a simulator can bring its own.
public struct Platform: Sendable {
    public var clock: any Clock
    public var random: any RandomSource
    /// Not nil: used in place of an embedded service, and the client starts no thread; its owner takes the turns of `Reactor`.
    public var service: (any ServiceConnection)?
    /// Opens a web address outside the game. Called on the client's own thread.
    public var openAddress: @Sendable (String) -> Bool = { DesktopOpener.open($0) }

    @export(interface) public init(clock: any Clock, random: any RandomSource) {
        self.clock = clock
        self.random = random
    }

    @export(interface) public static func system() -> Platform { Platform(clock: SystemClock(), random: SystemRandom()) }
}
