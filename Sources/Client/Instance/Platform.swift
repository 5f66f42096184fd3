import Desktop
import Linux
import Messages

/// What a client takes from outside, so that a test or a simulator can bring its own.
public struct Platform: Sendable {
    public var clock: any Clock
    public var random: any RandomSource
    /// Makes the service inside the process, and keeps its files.
    public var services: any LocalServices
    /// Makes the way to a service elsewhere; nil: there is none, whatever a configuration says.
    public var remoteServices: (any RemoteServices)?
    /// Not nil: used in place of a service inside the process, and the client starts no thread; its owner takes the turns of `Reactor`.
    public var service: (any ServiceConnection)?
    /// Opens a web address outside the game. Called on the client's own thread.
    public var openAddress: @Sendable (String) -> Bool = { DesktopOpener.open($0) }
    /// Where the player's desktop is, for a game of that name and desktop entry. Asked before the first notice.
    public var desktop: @Sendable (_ name: String, _ desktopEntry: String) -> DesktopFacts = {
        DesktopFacts.ofThisProcess(applicationName: $0, desktopEntry: $1)
    }
    /// Whether texts can be handed out, which live as long as the thread that asked.
    public var hasThreadTexts: @Sendable () -> Bool = { true }
    /// Where the files of the game are.
    public var gameFolder: @Sendable () -> String? = { SystemFacts.executableFolder }

    @export(interface) public init(clock: any Clock, random: any RandomSource, services: any LocalServices) {
        self.clock = clock
        self.random = random
        self.services = services
    }
}
