import Codecs
import Linux
import Messages
import Storage

/// What an identity provider gave a player, and whose account it proves.
///
/// gamebased asks those whose settings name an interface, and says whose account it is. Of others a SANDBOX app believes it: the access
/// token (or else the authorization code) is itself the player's name at that provider, so that every provider can be played through
/// without an account there. A REAL app refuses it.
struct Credential {
    static let tokenBytesMax = 8192
    /// A longer token stands in the mapping as its hash.
    static let authKeyBytesMax = 128
    static let hashMark = "SHA256-"

    var idPCode: String
    var authKey: String
    /// A region of the provider, such as LINE's.
    var subCode: String?

    static func authKey(_ token: String) -> String {
        token.utf8.count <= authKeyBytesMax ? token : hashMark + ServiceCore.fingerprint(token)
    }
}

extension Members {
    /// What a sign-in adapter needs to know of its provider. Asked before the player is, so that nobody signs in for nothing.
    func idPSettings(_ request: Request) throws(Failure) -> Reply {
        let idP = try usableIdP(Parameters(request.parameters), "idPCode")
        return .success([
            "clientId": .string(idP.clientId), "additional": .string(idP.additional), "callbackUrl": .string(idP.callbackUrl),
        ])
    }

    /// The credential in `parameters`, for a provider that the console permits.
    func credential(_ parameters: Parameters, of request: Request) throws(Failure) -> Credential {
        let idP = try usableIdP(parameters, "idPCode")
        let code = idP.code
        if let subject = request.proven[code]?.stringValue {
            let subCode = try parameters.optionalText("subCode", bytesMax: 64)
            return Credential(idPCode: code, authKey: Credential.authKey(subject), subCode: subCode)
        }
        guard !idP.isAsked || (request.isOwnProcess && settings.app.isSandbox) else {
            throw Failure.refused(ResultCode.authenticationWrong, "idPCode: \"\(code)\" must be verified by gamebased, and was not")
        }
        var token = try parameters.optionalText("accessToken", bytesMax: Credential.tokenBytesMax) ?? ""
        if token.isEmpty { token = try parameters.optionalText("authorizationCode", bytesMax: Credential.tokenBytesMax) ?? "" }
        guard !token.isEmpty else { throw parameters.wrong("accessToken", "is missing, and so is authorizationCode") }
        return Credential(
            idPCode: code,
            authKey: Credential.authKey(token),
            subCode: try parameters.optionalText("subCode", bytesMax: 64))
    }

    private func usableIdP(_ parameters: Parameters, _ name: String) throws(Failure) -> IdPSettings {
        let code = try parameters.text(name, bytesMax: 64)
        for idP in settings.idPs where idP.code == code && idP.isEnabled && code != IdPSettings.guest {
            guard settings.app.isSandbox || idP.isAsked else {
                throw Failure.refused(
                    ResultCode.authenticationWrong,
                    "idPCode: \"\(code)\" cannot be verified: this app is REAL, and idPs.\(code).interface does not say how gamebased "
                        + "asks the provider; only SANDBOX apps accept credentials unverified")
            }
            return idP
        }
        throw Failure.refused(
            ResultCode.idPNotConfigured, "idPCode: \"\(code)\" is not configured for this app; add idPs.\(code) to the console settings")
    }
}
