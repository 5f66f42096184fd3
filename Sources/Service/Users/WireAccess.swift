import Codecs
import Documents
import Linux
import Messages

/// Callers of the REST interface prove by a signature that they hold the app's client key (section 2.4 of the reference).
extension Users {
    /// - Returns: the key that the answer is signed with; nil for a caller that needs none, in the process of the game.
    func admit(_ request: Request) throws(Failure) -> String? {
        guard let access = request.parameters["access"] else { return nil }
        if access["wire"]?.stringValue == "public" { return try admitPublic(request) }
        guard let applicationKey = settings.ncmb.applicationKey, let kept = settings.ncmb.clientKey,
            access["applicationKey"]?.stringValue == applicationKey
        else { throw Failure.refused(.applicationMissing).ofWrongProof }
        let clientKey = try opened(kept)
        let signature = access["signature"]?.stringValue ?? ""
        for text in access["texts"]?.arrayValue?.prefix(Self.signedTextsMax) ?? [] {
            let digest = HMACSHA256.authenticate(Array((text.stringValue ?? "").utf8), key: Array(clientKey.utf8))
            if ServiceCore.sameSecret(Base64.encode(digest), signature) { return clientKey }
        }
        throw Failure.refused(.headerWrong).ofWrongProof
    }

    private func opened(_ kept: String) throws(Failure) -> String {
        guard SettingsSecrets.isSealed(kept) else { return kept }
        guard let key = core.keeper?.open(kept, for: GuardedField.clientKey) else {
            throw Failure.refused(
                .databaseError,
                "ncmb.clientKey cannot be opened with the secrets key that this server has; its operator has to load it again.")
        }
        return key
    }

    /// Nobody in particular reads a file that everybody may read, where the app has that.
    private func admitPublic(_ request: Request) throws(Failure) -> String? {
        guard settings.ncmb.publicFiles, request.name == .filesRead || request.name == .carrierSession, request.accessToken == nil else {
            throw Failure.refused(.operationProhibited)
        }
        return nil
    }

    /// Spellings of one call that clients sign.
    private static let signedTextsMax = 24
}

extension Reply {
    /// With what its front signs it with; a front never hands that on.
    func signed(with clientKey: String?) -> Reply {
        guard let clientKey, var body = body.objectValue else { return self }
        body["clientKey"] = .string(clientKey)
        var reply = self
        reply.body = .object(body)
        return reply
    }
}
