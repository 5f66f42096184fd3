import Linux

/// Whether player and machine are still there: heartbeat and kickouts.
public struct ClientPresence: ClientCapability {
    let client: Client

    /// Guarded by the client's lock.
    struct Part {
        var heartbeatTimer: Reactor.TimerIdentifier?
        var stampsSeen: [String] = []
    }

    /// Guarded by `lock`.
    @inline(__always) var own: Part {
        _read { yield client.state.presence }
        nonmutating _modify { yield &client.state.presence }
    }
}
