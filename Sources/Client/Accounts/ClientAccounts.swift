import Codecs

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

/// What the session knows of its player's providers.
extension ClientAccounts {
    /// The providers that sign in as the present member, oldest first; empty when nobody is logged in.
    @export(interface) public var authMappingList: [String] { session?.member.authList.map { $0.idPCode } ?? [] }

    /// The member's name at a provider.
    @export(interface) public func providerUserID(_ provider: String) -> String? {
        session?.member.authList.first { $0.idPCode == provider }?.authKey
    }

    /// What the provider gave in this session.
    @export(interface) public func providerAccessToken(_ provider: String) -> String? { session?.providerTokens[provider] }

    /// What the provider said of the player in this session; nil for a provider that is not mapped, empty when it said nothing.
    @export(interface) public func providerProfile(_ provider: String) -> JSONObject? {
        guard let session, session.member.authList.contains(where: { $0.idPCode == provider }) else { return nil }
        return session.providerProfiles[provider] ?? JSONObject()
    }
}
