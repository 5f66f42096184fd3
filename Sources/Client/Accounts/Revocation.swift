import Wire

/// A provider took its consent back: what that means for the player depends on how the present session came in.
extension Accounts {
    func tellRevoked(_ provider: String, of userId: String?, _ mapped: [String]) {
        guard let session, session.userId == userId else { return }
        let code: Int64
        if session.provider != provider {
            code = IdPRevokedData.removeMapping
        } else {
            code = mapped.contains { $0 != provider } ? IdPRevokedData.overwriteLogin : IdPRevokedData.withdraw
        }
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
