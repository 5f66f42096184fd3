import Codecs

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
