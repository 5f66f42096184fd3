import Codecs

/// What the service tells without being asked.
public struct ServerEvent: Sendable {
    public var kind: EventKind
    /// nil: everyone.
    public var userId: String?
    public var body: JSON

    @export(interface) public init(kind: EventKind, userId: String? = nil, body: JSON = [:]) {
        self.kind = kind
        self.userId = userId
        self.body = body
    }
}

/// Every kind of event that a service tells.
public enum EventKind: UInt8, CaseIterable, Sendable {
    /// The launching information, or what the game's status follows from, is another.
    case launchingChanged
    /// What a member may do is another; without a member: perhaps of everyone.
    case memberChanged
    /// A kickout, or what an operator tells the players who are there.
    case serverPush
    /// A provider has taken back a player's permission.
    case idPRevoked
    /// Messages wait for the player's device.
    case pushWaiting
    /// A payment became another without its player's doing.
    case purchaseChanged
    /// An order of a store moved on.
    case storeOrderChanged
    /// A purchase began in a store's own window.
    case storePurchase
    /// Messages wait for installations of NCMB.
    case installationsWaiting
    /// A mail is to be sent: {mailAddress, userName, kind, key}. For the host's mail function alone: whoever carries events to players
    /// keeps this one back, because who has the key has the account.
    case ncmbMail
    /// What somebody was granted may have ended: {member} | {user} | {backend: true} | {}. For whoever carries events, who asks again
    /// (`carrier.session`); no player hears of it.
    case rightsChanged
    /// The way to a service elsewhere is there again, after it was not. No service tells this; the connection does. `isBehind` in the body:
    /// events were missed that nobody keeps any more, so that what the client knows may be another by now.
    case reconnected

    /// As it is written.
    @export(interface) public var text: String {
        switch self {
        case .launchingChanged: "launchingChanged"
        case .memberChanged: "memberChanged"
        case .serverPush: "serverPush"
        case .idPRevoked: "idPRevoked"
        case .pushWaiting: "pushWaiting"
        case .purchaseChanged: "purchaseChanged"
        case .storeOrderChanged: "storeOrderChanged"
        case .storePurchase: "storePurchase"
        case .installationsWaiting: "installationsWaiting"
        case .ncmbMail: "ncmbMail"
        case .rightsChanged: "rightsChanged"
        case .reconnected: "reconnected"
        }
    }

    /// - Returns: nil for a kind that is not known here.
    @export(interface) public init?(text: String) {
        for kind in EventKind.allCases where kind.text == text {
            self = kind
            return
        }
        return nil
    }

    /// Whether players may hear of it.
    public var isForPlayers: Bool {
        switch self {
        case .ncmbMail, .rightsChanged, .reconnected: false
        default: true
        }
    }
}
