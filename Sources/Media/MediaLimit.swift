// The Media room: fetches the pictures, sounds and films of pushes through libcurl, on one thread of its own, into a folder that anybody
// may clear. What may be fetched and from where is decided by PushRules; whoever asks here never waits, and nothing here fails loudly.

/// What the room takes at most. Neither a push nor a server is trusted to be brief.
enum MediaLimit {
    /// Fetches that wait for their turn: of more the oldest is answered that there is none.
    static let waitingMax = 64
    /// Transfers at one time: a server that drips does not keep the others from theirs.
    static let transfersMax = 4
    static let redirectsMax = 5
    /// Of one answer, with those that come before it and behind its body.
    static let headerBytesMax = 64 << 10
    /// Of an answer that only leads elsewhere.
    static let redirectBodyBytesMax = 64 << 10

    static let cacheBytesMax = 64 << 20
    static let cacheFilesMax = 256
    /// A transfer asks for room in the cache in steps of this.
    static let cacheStepBytes = 1 << 20
    /// Names that are read of a folder which somebody else filled; one with more is no cache.
    static let folderNamesMax = 4096
    static let partNameBytes = 8
    static let partAttempts = 3

    /// The loop looks up at least this often, whatever libcurl says that it waits for.
    static let turnMilliseconds: Int64 = 1000
}

/// How long things may take. Tests hand in shorter times.
public struct MediaPace: Sendable {
    public var connectMilliseconds: Int64 = 5000
    /// From the question to its answer, waiting and redirects included. At most ten minutes.
    public var totalMilliseconds: Int64 = 30_000
    public static let totalMillisecondsMax: Int64 = 600_000
    /// A body that brings less than so many bytes a second, for so long, is given up.
    public var slowBytesPerSecond = 64
    public var slowSeconds = 15

    @export(interface) public init() {}
}
