import Codecs

/// What a sign-in needs to go on, sealed and given to the game: this server keeps nothing, and any server of the same secrets key goes on.
/// A ticket opens for the app and the purpose that it was made for, until its time is over.
struct SignInTicket {
    enum Purpose: String {
        /// A page is open in the player's browser.
        case browser
        /// The player types a code elsewhere.
        case device
        /// In the address that the provider sends the player back to: which port of the player's device waits.
        case state
        /// Whose account was proven; good for a log-in and a mapping.
        case proof
        /// A person of the console is at the provider's page.
        case person

        fileprivate var longestMilliseconds: Int64 {
            switch self {
            case .browser, .state, .person: browserMilliseconds
            case .device: IdentityProvider.deviceSecondsMax * 1000 + proofMilliseconds
            case .proof: proofMilliseconds
            }
        }
    }

    static let browserMilliseconds: Int64 = 15 * 60_000
    static let proofMilliseconds: Int64 = 10 * 60_000
    static let proofPrefix = "proof."

    private let secrets: Secrets
    private let app: String

    init(_ secrets: Secrets, app: String) {
        self.secrets = secrets
        self.app = app
    }

    func seal(_ purpose: Purpose, _ members: JSONObject, until: Int64) -> String? {
        var members = members
        members["until"] = .integer(until)
        return secrets.seal(JSON.object(members).text(), for: place(purpose)).map { String($0.dropFirst(Secrets.prefix.count)) }
    }

    func open(_ purpose: Purpose, _ text: String, now: Int64) -> JSON? {
        guard let plain = secrets.open(Secrets.prefix + text, for: place(purpose)), let json = try? JSON.parse(plain),
            let until = json["until"]?.int64Value, now < until,
            // One that lasts longer was made by a clock that was ahead.
            until - now <= purpose.longestMilliseconds + PeopleStore.apartMilliseconds
        else { return nil }
        return json
    }

    private func place(_ purpose: Purpose) -> String { "\(app)\nsign-in\n\(purpose.rawValue)" }
}
