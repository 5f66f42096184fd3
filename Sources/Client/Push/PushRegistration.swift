import Codecs
import Linux
import Messages
import PushRules

/// Registration for push: one call at a time, for the player who is logged in, on this device.
extension ClientPush {
    /// Called with the lock held.
    func sessionChanges() { own.renew() }

    static let pushDomain: StaticString = "TCGB.Gamebase.TCGBPush"
    /// "Permission denied" of the push library below ("NHNCloudPushError").
    private static let permissionDenied: Int64 = 3

    /// The host shows notifications, or the game uses the desktop's.
    @export(interface) public var notificationsAllowed: Bool { notifications.areShown }

    @export(interface) public func setPushSandbox(_ isSandbox: Bool) { lock.locked { host.pushSandbox = isSandbox } }

    /// - Parameter options: nil keeps those of the last registration.
    @export(interface) public func registerPush(
        _ configuration: PushConfiguration, options: NotificationOptions?, completion: @escaping (GamebaseError?) -> Void
    ) {
        guard let call = openPush({ (_: JSON?, error) in completion(error) }) else { return }
        if configuration.pushEnabled, !configuration.alwaysAllowTokenRegistration, !notificationsAllowed {
            let reason = "the host shows no notifications: give its delegate showNotification, or set alwaysAllowTokenRegistration"
            pushEnded()
            call.fail(
                GamebaseError(
                    GamebaseError.Code.pushExternalLibraryError, reason, domain: "\(ClientPush.pushDomain)",
                    underlying: GamebaseError(ClientPush.permissionDenied, reason, domain: "com.nhncloud.push")))
            return
        }
        let (epoch, chosen) = lock.locked { (own.epoch, options ?? own.options) }
        sendPush(.pushRegister, registrationParameters(configuration, chosen), call) { [self] body in
            // What this session has not heard of yet, the service has kept.
            let inEffect = chosen ?? NotificationOptions(json: body["options"] ?? [:]) ?? NotificationOptions()
            lock.locked {
                guard own.epoch == epoch else { return }
                own.options = inEffect
                own.optionsObject = nil
                own.consent = PushConsent(isAgreeNotice: configuration.adAgreement, isAgreeNight: configuration.adAgreementNight)
            }
            call.succeed(body)
            receivePushes(waited: false)
        }
    }

    @export(interface) public func queryPushToken(completion: @escaping (PushTokenInfo?, GamebaseError?) -> Void) {
        guard let call = openPush(completion) else { return }
        sendPush(.pushQuery, ["deviceKey": deviceKey], call) { body in
            if let info = PushTokenInfo(json: body) {
                call.succeed(info)
            } else {
                call.fail(
                    GamebaseError(
                        GamebaseError.Code.serverInvalidResponse, "the service's answer is not a push token",
                        domain: "\(ClientPush.pushDomain)"))
            }
        }
    }

    @export(interface) public func queryNotificationAllowed(completion: @escaping (Bool, GamebaseError?) -> Void) {
        guard let call: OpenCall<Bool> = client.open(ClientPush.pushDomain, needs: .initialized, { completion($0 ?? false, $1) }) else {
            return
        }
        call.succeed(notificationsAllowed)
    }

    /// The options in effect, in the form that the host holds; `make` makes it when there is none yet. nil before a registration.
    @export(interface) public func notificationOptions(_ make: (NotificationOptions) -> HostForm?) -> HostForm? {
        let (options, made) = lock.locked { (own.options, own.optionsObject) }
        guard let options, made == nil else { return made }
        let fresh = make(options)
        return lock.locked {
            guard own.options == options else { return nil }
            if own.optionsObject == nil { own.optionsObject = fresh }
            return own.optionsObject
        }
    }

    // MARK: Steps

    var deviceKey: JSON { .string(uuid ?? "") }

    /// - Parameter options: nil: those that the service has.
    private func registrationParameters(_ configuration: PushConfiguration, _ options: NotificationOptions?) -> JSON {
        let (language, sandbox, zone) = lock.locked { (languages.inUse, host.pushSandbox, state.zoneName) }
        let wanted = configuration.displayLanguageCode ?? ""
        var parameters: JSONObject = [
            "deviceKey": deviceKey, "pushEnabled": .bool(configuration.pushEnabled), "adAgreement": .bool(configuration.adAgreement),
            "adAgreementNight": .bool(configuration.adAgreementNight),
            "languageCode": .string(wanted.isEmpty ? language.effective : wanted),
            "deviceCountryCode": .string(language.country), "timezone": .string(zone),
            "offsetMinutes": .integer(Int64(LocalTime.offsetMinutes(epochMilliseconds: platform.clock.epochMilliseconds()))),
            "sandbox": .bool(sandbox),
        ]
        parameters["options"] = options?.json
        return .object(parameters)
    }

    private func openPush<Answer>(_ completion: @escaping (Answer?, GamebaseError?) -> Void) -> OpenCall<Answer>? {
        guard
            let call: OpenCall<Answer> = client.open(
                ClientPush.pushDomain, needs: .loggedIn, onAbort: { [self] in pushEnded() }, completion
            )
        else { return nil }
        let isFirst: Bool = lock.locked {
            defer { own.isBusy = true }
            return !own.isBusy
        }
        if isFirst { return call }
        call.fail(
            GamebaseError(
                GamebaseError.Code.pushAlreadyInProgressError, "another registration or query of push is running; wait for its completion",
                domain: "\(ClientPush.pushDomain)"))
        return nil
    }

    private func pushEnded() { lock.locked { own.isBusy = false } }

    private func sendPush<Answer>(_ api: RequestName, _ parameters: JSON, _ call: OpenCall<Answer>, _ onSuccess: @escaping (JSON) -> Void) {
        client.send(api, parameters) { [self] reply in
            guard call.isOpen else { return }
            pushEnded()
            if reply.resultCode == 0 {
                onSuccess(reply.body)
            } else {
                call.fail(ServiceErrors.clientError(for: api, reply, domain: ClientPush.pushDomain))
            }
        }
    }
}
