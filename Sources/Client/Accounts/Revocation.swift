import Codecs
import Linux

/// A provider took its consent back: what that means for the player depends on how the present session came in.
extension ClientAccounts {
    /// Raises `idPRevoked` once for each session and provider. The event and the refusal of the session both report it, in either order.
    func hear(revocation: JSON, of userId: String?, isRefusal: Bool = false) {
        guard let provider = revocation["idPType"]?.stringValue else { return }
        let isFirst = lock.locked { state.session?.userId == userId && state.session?.revokedProviders.insert(provider).inserted == true }
        if isRefusal, !isFirst { return }
        tellRevoked(provider, of: userId, Self.mapped(revocation))
    }

    func tellRevoked(_ provider: String, of userId: String?, _ mapped: [String]) {
        guard let session, session.userId == userId else { return }
        raise(provider, isOfSession: session.provider == provider, mapped)
    }

    /// The refusal of a login by the last one's token says that the provider which that one came by has taken its consent back.
    func tellRefused(_ revocation: JSON) {
        guard let provider = revocation["idPType"]?.stringValue else { return }
        raise(provider, isOfSession: true, Self.mapped(revocation))
    }

    private static func mapped(_ revocation: JSON) -> [String] {
        (revocation["authMappingList"]?.arrayValue ?? []).compactMap { $0.stringValue }
    }

    private func raise(_ provider: String, isOfSession: Bool, _ mapped: [String]) {
        let code =
            !isOfSession
            ? IdPRevokedData.removeMapping
            : mapped.contains { $0 != provider } ? IdPRevokedData.overwriteLogin : IdPRevokedData.withdraw
        client.raise(EventMessage.Category.idPRevoked, IdPRevokedData(code: code, idPType: provider, authMappingList: mapped).json)
    }
}

extension AuthToken {
    private static let revokedKey = "revokedIdPs"

    /// The providers that a login's answer tells of. They are for us, and no part of the token.
    mutating func takeRevoked() -> [String] {
        guard let list = rest[Self.revokedKey]?.arrayValue else { return [] }
        rest[Self.revokedKey] = nil
        return list.compactMap { $0.stringValue }
    }
}
