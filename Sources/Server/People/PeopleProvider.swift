import Codecs
import Linux
import Messages

/// The studio's OpenID provider, by which people sign in to the console: what the file of `--openid` says.
struct PeopleProvider {
    /// On the button of the page.
    let name: String
    let idP: AskedIdP

    private static let fileBytesMax = 16 << 10
    private static let nameCharactersMax = 64
    private static let fields = ["name", "issuer", "clientId", "clientSecret", "callbackUrl"]

    /// - Parameter path: nil: there is none.
    static func read(_ path: String?, _ reach: OutgoingReach) throws(HomeFailure) -> PeopleProvider? {
        guard let path else { return nil }
        var bytes: [UInt8]?
        do throws(FileError) { bytes = try Files.read(path, bytesMax: fileBytesMax) } catch { throw HomeFailure(error.message) }
        guard let bytes else { throw HomeFailure("--openid: there is no file \(path)") }
        guard let json = try? JSON.parse(bytes: bytes), let members = json.objectValue?.members else {
            throw HomeFailure("--openid: \(path) must hold an object of JSON")
        }
        if let foreign = members.first(where: { !fields.contains($0.key) })?.key {
            throw HomeFailure("--openid: \(path): \(foreign) is no field; there are \(fields.joined(separator: ", "))")
        }
        func text(_ name: String, isNeeded: Bool = true) throws(HomeFailure) -> String {
            let text = json[name]?.stringValue ?? ""
            if isNeeded, text.isEmpty { throw HomeFailure("--openid: \(path): \(name) is missing") }
            return text
        }
        let (issuer, callbackUrl, name) = try (text("issuer"), text("callbackUrl"), text("name", isNeeded: false))
        if let wrong = reach.refusal(ofSettings: issuer) { throw HomeFailure("--openid: \(path): issuer \(wrong)") }
        guard let page = OutgoingPlace(callbackUrl), page.isSecure || page.isThisMachine, callbackUrl.hasSuffix(ConsolePage.path + "/")
        else {
            throw HomeFailure("--openid: \(path): callbackUrl must be the https address of the console, which ends in \(ConsolePage.path)/")
        }
        let idP = try AskedIdP(
            ofPeopleAt: issuer, clientId: text("clientId"), clientSecret: text("clientSecret", isNeeded: false), callbackUrl: callbackUrl)
        return PeopleProvider(name: String((name.isEmpty ? "OpenID" : name).prefix(nameCharactersMax)), idP: idP)
    }
}

/// Whom the provider knows: one account there.
struct PeopleAccount: Equatable, Sendable {
    let issuer: String
    let subject: String
}

/// A person goes to the provider's page and comes back to the console's, which keeps the ticket meanwhile: no other browser can go on.
extension SignInDesk {
    /// Of no app.
    private var peopleTickets: SignInTicket { SignInTicket(sealing, app: "") }

    /// -> {url, ticket}
    func begin(_ provider: PeopleProvider, _ answer: @escaping (Result<JSON, PeopleRefusal>) -> Void) {
        let asked = asked(provider.idP)
        asked.addresses { [self] place in
            guard case .known(let addresses) = place else { return answer(.failure(Self.unreachable(place.reason))) }
            guard !addresses.authorization.isEmpty else {
                return answer(.failure(Self.unreachable("the provider does not say where its page is")))
            }
            let flow = IdentityProvider.Flow(
                verifier: newText(), nonce: newText(), state: newText(), redirect: provider.idP.callbackUrl)
            let members: JSONObject = [
                "verifier": .string(flow.verifier), "nonce": .string(flow.nonce), "state": .string(flow.state),
            ]
            guard let ticket = peopleTickets.seal(.person, members, until: now + SignInTicket.browserMilliseconds) else {
                return answer(.failure(.noRandomness))
            }
            answer(.success(["url": .string(asked.page(addresses, flow)), "ticket": .string(ticket)]))
        }
    }

    /// Whose account it is, by {ticket, code, state}.
    func prove(_ provider: PeopleProvider, _ form: JSON, _ answer: @escaping (Result<PeopleAccount, PeopleRefusal>) -> Void) {
        let text = { (name: String) in form[name]?.stringValue ?? "" }
        let (ticket, code) = (text("ticket"), text("code"))
        guard !code.isEmpty, let json = peopleTickets.open(.person, ticket, now: now), let state = json["state"]?.stringValue,
            HMACSHA256.areEqual(Array(state.utf8), Array(text("state").utf8))
        else { return answer(.failure(Self.wrong("this sign-in did not begin here, or has expired; begin again"))) }
        let flow = IdentityProvider.Flow(
            verifier: json["verifier"]?.stringValue ?? "", nonce: json["nonce"]?.stringValue ?? "", state: state,
            redirect: provider.idP.callbackUrl)
        let asked = asked(provider.idP)
        // Once: a game sends a request again whose answer was lost, a person presses the button again.
        let end = bounded { verdict in
            switch verdict {
            case .proven(let subject): answer(.success(PeopleAccount(issuer: provider.idP.issuer, subject: subject)))
            case .refused(let reason): answer(.failure(Self.wrong(reason)))
            case .unreachable(let reason): answer(.failure(Self.unreachable(reason)))
            case .pending, .denied, .expired: answer(.failure(Self.wrong("the provider did not let this person in")))
            }
        }
        asked.addresses { place in
            guard case .known(let addresses) = place else { return end(.unreachable(place.reason)) }
            asked.redeem(code: code, flow, addresses, end)
        }
    }

    private static func wrong(_ reason: String) -> PeopleRefusal { PeopleRefusal(403, ResultCode.personWrong, reason) }
    private static func unreachable(_ reason: String) -> PeopleRefusal {
        PeopleRefusal(503, ResultCode.remoteSystemError, "the sign-in provider: \(reason)")
    }
}
