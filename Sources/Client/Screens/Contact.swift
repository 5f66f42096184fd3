import Codecs
import Linux
import Messages

/// The customer service: its address with what identifies the player, and opening it.
extension ClientScreens {
    static let contactDomain: StaticString = "TCGB.Gamebase.TCGBContact"
    private static let customType = "CUSTOM"
    private static let onlineContactType = "TOAST"
    private static let gamebaseType = "GAMEBASE"

    @export(interface) public func requestContactURL(
        _ configuration: ContactConfiguration, completion: @escaping (String?, GamebaseError?) -> Void
    ) {
        let (session, banned, token) = lock.locked { (state.session, own.bannedUserId, own.bannedToken) }
        let wantsTicket = session != nil || banned != nil
        // A service that does not answer has issued no ticket either; the player is told what that means for the page.
        let tell: (String?, GamebaseError?) -> Void = { url, error in
            if let error, wantsTicket, error.code == GamebaseError.Code.socketResponseTimeout {
                completion(nil, ClientScreens.ticketNotIssued(error))
            } else {
                completion(url, error)
            }
        }
        guard let call: OpenCall<String> = client.open(ClientScreens.contactDomain, needs: .initialized, tell) else { return }
        var parameters = JSONObject()
        if session == nil, let banned { parameters["bannedUserId"] = .string(banned) }
        client.transmit(.prepareContact, .object(parameters), session?.accessToken ?? token) { [self] reply in
            guard reply.resultCode == 0 else {
                let error = ServiceErrors.clientError(for: .prepareContact, reply, domain: ClientScreens.contactDomain)
                let isAboutTicket =
                    wantsTicket && reply.resultCode != ResultCode.contactUrlMissing && error.code != GamebaseError.Code.socketError
                    && error.code != GamebaseError.Code.uiContactFailIssueShortTermTicket
                call.fail(isAboutTicket ? ClientScreens.ticketNotIssued(error) : error)
                return
            }
            let url = contactURL(reply.body, configuration, isLoggedIn: session != nil)
            if WebAddress.isWeb(url) {
                call.succeed(url)
            } else {
                call.fail(
                    GamebaseError(
                        GamebaseError.Code.uiContactFailInvalidURL,
                        "the customer service's address is not one that a browser can open: \(url)",
                        domain: "\(ClientScreens.contactDomain)"))
            }
        }
    }

    /// The completion comes when the player has closed the page, or when it was opened outside the game.
    @export(interface) public func openContact(
        _ configuration: ContactConfiguration, window: UInt, completion: @escaping (GamebaseError?) -> Void
    ) {
        requestContactURL(configuration) { [self] url, error in
            guard let url else { return completion(error) }
            show(
                WebPage(kind: .contact, url: url, configuration: defaultWebConfiguration, window: window), ClientScreens.contactDomain,
                completion
            )
        }
    }

    /// A login that was refused for a ban says who is banned.
    /// - Parameter token: by which the player would have logged in.
    func noteBan(_ error: GamebaseError, _ token: String?) {
        guard let ban = BanInfo.from(error) else { return }
        lock.locked { (own.bannedUserId, own.bannedToken) = (ban.userId, token) }
    }

    private static func ticketNotIssued(_ cause: GamebaseError) -> GamebaseError {
        GamebaseError(
            GamebaseError.Code.uiContactFailIssueShortTermTicket, "no ticket was issued for the customer service: \(cause.message)",
            domain: "\(contactDomain)", underlying: cause)
    }

    /// Section "Contact" of the SDK's guide: which type is told what. Parameters without a value are left out, and the first is joined to an
    /// address without a query by a question mark, whatever the type.
    private func contactURL(_ answer: JSON, _ configuration: ContactConfiguration, isLoggedIn: Bool) -> String {
        let type = answer["type"]?.stringValue ?? ClientScreens.customType
        var url = answer["url"]?.stringValue ?? ""
        if type == ClientScreens.customType, let additional = configuration.additionalURL { url += WebAddress.escaped(additional) }
        let member = launching.memberParameters()
        var items: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) { items.append((name, value ?? "")) }
        if type == ClientScreens.onlineContactType || (type == ClientScreens.gamebaseType && (isLoggedIn || answer["ticket"] != nil)) {
            for name in ["ticket", "purpose", "userId"] { add(name, answer[name]?.stringValue) }
            add("userName", configuration.userName)
            if type == ClientScreens.gamebaseType {
                for name in [
                    "storeCode", "clientVersion", "sdkVersion", "deviceModel", "osVersion", "deviceCountryCode", "usimCountryCode",
                ] {
                    add(name, member[name]?.stringValue)
                }
            }
            add("osCode", member["osCode"]?.stringValue)
        }
        for parameter in configuration.additionalParameters.members { add(parameter.key, parameter.value.stringValue) }
        if !configuration.extraData.isEmpty { add("extraData", JSON.object(configuration.extraData).text()) }
        return WebAddress.appending(items, to: url)
    }
}
