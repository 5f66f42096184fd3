import Codecs
import Documents
import Linux
import Messages

/// Who among game servers may ask. A request of theirs is {access: {wire, appId?, key?}, body}, made by the front of the API that they
/// speak.
extension ServiceCore {
    /// As long as a path may be.
    static let serverTextBytesMax = 4_096

    /// Lets the caller in.
    /// - Returns: what it asks. A wrong parameter is refused with `code`.
    func admitted(_ request: Request, code: Int32 = ResultCode.iapParameterInvalid) throws(Failure) -> Parameters {
        let access = try Parameters(request.parameters).object("access")
        let key = try access.optionalText("key")
        switch try access.oneOf("wire", ["gamebase", "iap", "none"]) {
        case "gamebase": try admitApp(try access.text("appId", bytesMax: Self.serverTextBytesMax), key)
        case "iap": try admitIAP(key)
        // For calls that are refused in any case; whoever carries requests may not be believed more than that.
        default:
            guard request.name == .serverAccess else {
                throw Failure.refused(ResultCode.notAuthenticated, "\(request.name.text) needs the key of an app")
            }
        }
        let parameters = Parameters(request.parameters["body"] ?? [:], code: code)
        try parameters.refuseUnknown(known(request.name))
        return parameters
    }

    /// Lets in who has the app's secret key: that of the IAP interface is for payments alone. A wrong parameter is refused as the original
    /// gateway does.
    func admittedBySecretKey(_ request: Request, code: Int32 = ResultCode.parameterInvalid) throws(Failure) -> Parameters {
        let access = try Parameters(request.parameters).object("access")
        guard try access.oneOf("wire", ["gamebase", "iap", "none"]) == "gamebase" else {
            throw Failure.refused(ResultCode.notAuthenticated, "\(request.name.text) needs the app's secret key")
        }
        return try admitted(request, code: code)
    }

    private func admitApp(_ id: String, _ key: String?) throws(Failure) {
        guard let appId, appId == id || persisted.iapAppKey == id else {
            throw Failure.refused(ResultCode.appIdInvalid, "apps/\(id): this service is the app \"\(appId ?? "")\"")
        }
        if settings.app.secretKey == nil, settings.app.isSandbox, believesAsker { return }
        guard let expected = settings.app.secretKey, let key, SettingsSecrets.isSecret(expected, key, "app.secretKey") else {
            throw Failure.refused(ResultCode.secretKeyInvalid, "X-Secret-Key is not the app's secret key").ofWrongProof
        }
        isKeyRight = true
    }

    private func admitIAP(_ key: String?) throws(Failure) {
        if settings.app.iapAppKey == nil, settings.app.isSandbox, believesAsker { return }
        guard let expected = settings.app.iapAppKey, let key, SettingsSecrets.isSecret(expected, key, GuardedField.iapAppKey) else {
            throw Failure.refused(ResultCode.iapParameterInvalid, "X-NHN-TCIAP-AppKey is not the app key ($.app.iapAppKey)")
                .ofWrongProof
        }
        isKeyRight = true
    }
}
