import Codecs
import Messages

/// A sign-in from its page or code to the proof with which the game logs in. The client secret and what PKCE and the device flow keep
/// secret never leave the server in the open.
extension SignInDesk {
    static let portMin: Int64 = 1_024
    static let portMax: Int64 = 65_535
    static let textBytesMax = 4_096

    /// {idPCode, flow: BROWSER | DEVICE, port?} -> where the player signs in, and the ticket with which the game asks how it went.
    func begin(_ request: Request, _ app: App, _ answer: @escaping (Reply) -> Void) {
        let wrong = { (message: String) in answer(.failure(ResultCode.parameterInvalid, message)) }
        guard let code = request.parameters["idPCode"]?.stringValue, !code.isEmpty, code.utf8.count <= Limit.providerBytes else {
            return wrong("idPCode: is missing or too long")
        }
        let isDevice: Bool
        switch request.parameters["flow"]?.stringValue {
        case "BROWSER": isDevice = false
        case "DEVICE": isDevice = true
        default: return wrong("flow: must be BROWSER or DEVICE")
        }
        let port = request.parameters["port"]?.int64Value ?? 0
        guard isDevice || (Self.portMin...Self.portMax).contains(port) else {
            return wrong("port: must be the port that the game listens on")
        }
        provider(code, app) { [self] found in
            switch found {
            case .wrong(let reason): answer(.failure(ResultCode.remoteSystemError, reason))
            case .none:
                answer(.failure(ResultCode.idPNotConfigured, "idPCode: this server queries no provider \"\(code)\"; see idPs.\(code)"))
            case .provider(let provider):
                provider.addresses { [self] place in
                    guard case .known(let addresses) = place else {
                        note(app, code, place.reason)
                        return answer(Self.reply(.unreachable(place.reason)))
                    }
                    if isDevice { return beginDevice(provider, addresses, app, answer) }
                    beginPage(provider, addresses, port, app, answer)
                }
            }
        }
    }

    private func beginPage(
        _ provider: IdentityProvider, _ addresses: AskedIdP.Addresses, _ port: Int64, _ app: App, _ answer: @escaping (Reply) -> Void
    ) {
        let code = provider.idP.code
        guard !addresses.authorization.isEmpty else {
            return answer(.failure(ResultCode.idPNotConfigured, "idPCode: \(code) has no page; log in with a credential"))
        }
        let until = now + SignInTicket.browserMilliseconds
        let isOurs = !provider.idP.callbackUrl.isEmpty
        // Sealed, so that nobody has players sent anywhere by our page.
        let state = isOurs ? tickets(app).seal(.state, ["port": .integer(port), "once": .string(newText())], until: until) : newText()
        let flow = IdentityProvider.Flow(
            verifier: newText(), nonce: newText(), state: state ?? "",
            redirect: isOurs ? provider.idP.callbackUrl : "http://127.0.0.1:\(port)/")
        let members: JSONObject = [
            "idP": .string(code), "verifier": .string(flow.verifier), "nonce": .string(flow.nonce), "state": .string(flow.state),
            "redirect": .string(flow.redirect),
        ]
        guard !flow.state.isEmpty, let ticket = tickets(app).seal(.browser, members, until: until) else {
            return answer(.failure(ResultCode.internalError, "a ticket could not be made"))
        }
        answer(
            .success([
                "flow": "BROWSER", "url": .string(provider.page(addresses, flow)), "state": .string(flow.state), "ticket": .string(ticket),
                "expiresInMilliseconds": .integer(SignInTicket.browserMilliseconds),
            ]))
    }

    private func beginDevice(
        _ provider: IdentityProvider, _ addresses: AskedIdP.Addresses, _ app: App, _ answer: @escaping (Reply) -> Void
    ) {
        let code = provider.idP.code
        guard !addresses.device.isEmpty else {
            return answer(.failure(ResultCode.idPNotConfigured, "idPCode: \(code) has no device flow"))
        }
        provider.beginDevice(addresses) { [self] given, verdict in
            guard let given else {
                if case .unreachable(let reason) = verdict { note(app, code, reason) }
                return answer(Self.reply(verdict))
            }
            let milliseconds = given.expiresSeconds * 1000
            let members: JSONObject = ["idP": .string(code), "code": .string(given.deviceCode)]
            guard let ticket = tickets(app).seal(.device, members, until: now + milliseconds + SignInTicket.proofMilliseconds) else {
                return answer(.failure(ResultCode.internalError, "a ticket could not be made"))
            }
            answer(
                .success([
                    "flow": "DEVICE", "userCode": .string(given.userCode), "verificationUri": .string(given.page),
                    "verificationUriComplete": given.wholePage.map { .string($0) } ?? .null, "ticket": .string(ticket),
                    "intervalMilliseconds": .integer(given.intervalSeconds * 1000), "expiresInMilliseconds": .integer(milliseconds),
                ]))
        }
    }

    /// {ticket, code?, state?} -> {status: PROVEN | PENDING | DENIED | EXPIRED, accessToken?, moreMilliseconds?}
    func goOn(_ request: Request, _ app: App, _ answer: @escaping (Reply) -> Void) {
        let text = { (name: String) -> String in
            request.parameters[name]?.stringValue.flatMap { $0.utf8.count <= Self.textBytesMax ? $0 : nil } ?? ""
        }
        let (ticket, code) = (text("ticket"), text("code"))
        if let json = tickets(app).open(.browser, ticket, now: now) {
            // Who sends a code along with another's state had it slipped to him.
            guard !code.isEmpty, let state = json["state"]?.stringValue,
                HMACSHA256.areEqual(Array(state.utf8), Array(text("state").utf8))
            else { return answer(.failure(ResultCode.authenticationWrong, "state: is not the one that this sign-in began with")) }
            let flow = IdentityProvider.Flow(
                verifier: json["verifier"]?.stringValue ?? "", nonce: json["nonce"]?.stringValue ?? "", state: state,
                redirect: json["redirect"]?.stringValue ?? "")
            return goOn(json, ticket + "\n" + code, app, answer) { provider, addresses, end in
                provider.redeem(code: code, flow, addresses, end)
            }
        }
        guard let json = tickets(app).open(.device, ticket, now: now), let deviceCode = json["code"]?.stringValue else {
            return answer(.failure(ResultCode.authenticationWrong, "ticket: is not this server's, or has expired; begin again"))
        }
        goOn(json, ticket, app, answer) { provider, addresses, end in provider.pollDevice(deviceCode, addresses, end) }
    }

    private func goOn(
        _ ticket: JSON, _ key: String, _ app: App, _ answer: @escaping (Reply) -> Void,
        _ redeem: @escaping (IdentityProvider, AskedIdP.Addresses, @escaping (SignInVerdict) -> Void) -> Void
    ) {
        let code = ticket["idP"]?.stringValue ?? ""
        once(
            key,
            { [self] end in
                provider(code, app) { found in
                    switch found {
                    case .wrong, .none: end(Self.verdict(ofNo: found, code))
                    case .provider(let provider):
                        provider.addresses { place in
                            guard case .known(let addresses) = place else { return end(.unreachable(place.reason)) }
                            redeem(provider, addresses, end)
                        }
                    }
                }
            }, { [self] verdict in answer(told(verdict, code, app)) })
    }

    /// A service that does not answer, and settings that are wrong, end no sign-in: the provider was not asked, so the same code or ticket
    /// is as good a moment later.
    static func verdict(ofNo found: Found, _ code: String) -> SignInVerdict {
        if case .wrong(let reason) = found { return .unreachable(reason) }
        return .refused("idPCode: this server queries no provider \(code)")
    }

    private func told(_ verdict: SignInVerdict, _ code: String, _ app: App) -> Reply {
        switch verdict {
        case .proven(let subject):
            let members: JSONObject = ["idP": .string(code), "subject": .string(subject)]
            guard let proof = tickets(app).seal(.proof, members, until: now + SignInTicket.proofMilliseconds) else { break }
            return .success([
                "status": "PROVEN", "accessToken": .string(SignInTicket.proofPrefix + proof), "subject": .string(subject),
            ])
        case .pending(let seconds): return .success(["status": "PENDING", "moreMilliseconds": .integer(seconds * 1000)])
        case .refused(let reason), .unreachable(let reason): note(app, code, reason)
        default: break
        }
        return Self.reply(verdict)
    }
}
