/// In which language the library speaks to the player.
public struct ClientLanguages: ClientCapability {
    let client: Client

    /// Guarded by `lock`.
    @inline(__always) var own: LanguageState {
        _read { yield client.state.languages }
        nonmutating _modify { yield &client.state.languages }
    }
}
