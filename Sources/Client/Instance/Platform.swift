import Linux
import Service

/// What a client takes from outside, so that a test or a simulator can bring its own.
public struct Platform: Sendable {
    public var clock: any Clock
    public var random: any RandomSource

    @export(interface) public init(clock: any Clock, random: any RandomSource) {
        self.clock = clock
        self.random = random
    }

    @export(interface) public static func system() -> Platform { Platform(clock: SystemClock(), random: SystemRandom()) }
}
