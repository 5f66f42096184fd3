/// Metrics: what the game reports, kept in a journal until the service has it.
public struct ClientAnalytics: ClientCapability {
    let client: Client

    /// Guarded by the client's lock.
    struct Part {
        var journal: AnalyticsJournal?
        var userData: GameUserData?
    }

    /// Guarded by `lock`.
    @inline(__always) var own: Part {
        _read { yield client.state.analytics }
        nonmutating _modify { yield &client.state.analytics }
    }
}
