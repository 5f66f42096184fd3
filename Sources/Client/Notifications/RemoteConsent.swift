import Codecs
import Linux
import Messages
import PushRules

/// What the player agreed to of pushes that advertise (iap_push.md 5.2, `RemotePush`). It is the agreement of the registration: the
/// service decides by it.
extension ClientNotifications {
    @export(interface) public func remoteConsent(completion: @escaping (PushConsent?, GamebaseError?) -> Void) {
        guard let call: OpenCall<PushConsent> = client.open(Self.domain, needs: .loggedIn, completion) else { return }
        use()
        client.send(.pushQuery, ["deviceKey": push.deviceKey]) { [self] reply in
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                // Nobody was asked on this device yet.
                if reply.resultCode == ResultCode.pushTokenMissing {
                    return call.succeed(PushConsent(.neverInstalled, country: lock.locked { languages.inUse.country }))
                }
                return call.fail(ServiceErrors.clientError(for: .pushQuery, reply, domain: Self.domain))
            }
            guard let agreement = PushTokenInfo(json: reply.body)?.agreement else {
                return call.succeed(PushConsent(.noServerValue, country: lock.locked { languages.inUse.country }))
            }
            call.succeed(PushConsent(isAgreeNotice: agreement.adAgreement, isAgreeNight: agreement.adAgreementNight))
        }
    }

    /// Registers the player on this device with that agreement; without the notice there is no night.
    @export(interface) public func setRemoteConsent(_ consent: PushConsent, completion: @escaping (PushConsent?, GamebaseError?) -> Void) {
        use()
        var configuration = PushConfiguration(
            pushEnabled: true, adAgreement: consent.isAgreeNotice, adAgreementNight: consent.isAgreeNight)
        configuration.alwaysAllowTokenRegistration = true
        push.registerPush(configuration, options: nil) { completion($0 == nil ? consent : nil, $0) }
    }

    /// Whether pushes can be shown: a desktop asks no player for it.
    @export(interface) public func requestPermission(completion: @escaping (Bool?, GamebaseError?) -> Void) {
        guard let call: OpenCall<Bool> = client.open(Self.domain, needs: .initialized, completion) else { return }
        use()
        call.succeed(areShown)
    }

    @export(interface) public func foreground(completion: @escaping (ForegroundSetting?, GamebaseError?) -> Void) {
        read(completion) { [self] in own.content.foreground }
    }

    @export(interface) public func setForeground(
        _ setting: ForegroundSetting, completion: @escaping (ForegroundSetting?, GamebaseError?) -> Void
    ) {
        change(completion) { [self] in
            own.content.foreground = setting
            return setting
        }
    }
}
