// The Remote room: the way to a service on another machine: requests and events over HTTP, on a thread of its own, through libcurl or what
// the host brings. What is asked and what an answer means is the Client's; nobody here waits on a thread that belongs to the game.
import Messages

/// What the room takes at most.
enum RemoteLimit {
    /// Requests that wait for their turn or their answer; what comes above is answered with `ResultCode.tooManyRequests`.
    static let waitingMax = 4_096
    /// Requests under way at a time, each on a connection that is kept. Of the operator's one: they are made in order.
    static let requestsMax = 8
    static let consoleRequestsMax = 1
    /// How often one request is sent at most.
    static let attemptsMax = 5
    /// Of an answer's head, with those that come before it and behind its body.
    static let headBytesMax = 64 << 10
    /// Of an answer that has nothing to say: the page of a proxy.
    static let refusalBytesMax = 64 << 10
    /// Bytes that a host's own HTTP has brought and nobody has looked at yet.
    static let hostBytesMax = HTTPForm.answerBytesMax + (1 << 20)
    static let hostAnswersMax = 65_536
    /// What a host is told of a request that is no stream; the room itself gives it up earlier, or later when bytes come.
    static let hostTimeoutMilliseconds: Int64 = 60_000
    /// Places of events that are remembered, to pass over what comes twice.
    static let placesMax = 4_096
    /// Events of one answer to a long poll.
    static let polledEventsMax = 10_000
    /// The loop looks up at least this often, whatever libcurl says that it waits for.
    static let turnMilliseconds: Int64 = 1_000
    /// A server that says "not before tomorrow" does not switch a player off.
    static let retryAfterMillisecondsMax: Int64 = 60_000
}

/// How long things may take. Tests hand in shorter times.
public struct RemotePace: Sendable {
    public var connectMilliseconds: Int64 = 5_000
    /// One try, until its answer begins; a large body gets longer.
    public var attemptMilliseconds: Int64 = 10_000
    /// All tries of a request, and what is waited between them.
    public var requestMilliseconds: Int64 = 30_000
    /// What a slow line is granted beyond these, for what is sent and what comes.
    public var bytesPerMillisecond: Int64 = 16
    /// Full jitter: a random time up to this, which doubles with each try.
    public var retryMilliseconds: Int64 = 200
    public var retryMillisecondsMax: Int64 = 5_000
    /// A stream that has not begun until then is held back by somebody between: long polls take its place for a while.
    public var readyMilliseconds: Int64 = 10_000
    public var pollingMilliseconds: Int64 = 300_000
    public var pollWaitSeconds: Int64 = 25
    /// A stream that is silent for longer is dead: two beats, and some.
    public var silenceMilliseconds: Int64 = HTTPForm.beatSeconds * 2_000 + 5_000
    public var streamRetryMilliseconds: Int64 = 1_000
    public var streamRetryMillisecondsMax: Int64 = 60_000

    @export(interface) public init() {}
}
