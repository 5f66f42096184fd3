/// Notifications: registration, messages, clicks.
public struct ClientPush: ClientCapability {
    let client: Client

    /// Guarded by `lock`.
    @inline(__always) var own: PushState {
        _read { yield client.state.push }
        nonmutating _modify { yield &client.state.push }
    }
}
