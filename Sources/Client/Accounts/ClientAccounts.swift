/// Signing in and out, mappings, transfers, sign-in adapters.
public struct ClientAccounts: ClientCapability {
    let client: Client

    /// Guarded by the client's lock.
    struct Part {
        /// The sign-in call that others wait for: while it is open, and no longer.
        var authCall: CallIdentifier?
        /// The sign-in call that runs, as long as it can be cancelled.
        var cancellable: OpenCall<AuthToken>?
        /// What a sign-in adapter was asked and has not answered.
        var signIn: SignInRequest?
        /// What waits for a player's browser to come back, each for the call of that identifier.
        var listeners: [(call: CallIdentifier, listener: LoopbackListener)] = []
    }

    /// Guarded by `lock`.
    @inline(__always) var own: Part {
        _read { yield client.state.accounts }
        nonmutating _modify { yield &client.state.accounts }
    }
}
