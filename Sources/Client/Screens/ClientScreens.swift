/// What is shown in the game: web views, terms, notices, the customer centre.
public struct ClientScreens: ClientCapability {
    let client: Client

    /// Guarded by `lock`.
    @inline(__always) var own: ScreensState {
        _read { yield client.host.screens }
        nonmutating _modify { yield &client.host.screens }
    }

    /// Called with the lock held.
    func forget() { own = ScreensState() }
}
