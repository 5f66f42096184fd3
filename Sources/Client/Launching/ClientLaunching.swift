import Codecs

/// Whether the service lets the player in, and what it says when it does not.
public struct ClientLaunching: ClientCapability {
    let client: Client

    /// Guarded by the client's lock.
    struct Part {
        var information: JSON?
        /// How many reads were begun.
        var reads: Int64 = 0
        /// Which of them the information is of.
        var read: Int64 = 0
        /// It changed while it was being read for the first time.
        var isOutdated = false
        var readAtNanoseconds: Int64 = 0
        var statusTimer: Reactor.TimerIdentifier?
    }

    /// Guarded by `lock`.
    @inline(__always) var own: Part {
        _read { yield client.state.launching }
        nonmutating _modify { yield &client.state.launching }
    }
}
