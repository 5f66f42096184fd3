import Codecs
import Messages

/// By what a store finds an order.
enum StorePlace {
    case order(CarrierOrder)
    /// The store's own name of the order.
    case transaction(String)
    /// The store's name of the money.
    case payment(String)
}

/// What a signed message of a store says. It is a hint, never more: the store is asked about the order that it names.
enum StoreEvent {
    case refused(String)
    /// Signed, and about nothing that matters here.
    case nothing
    case place(StorePlace)
}

/// A store that is asked by REST. Every answer comes once, on the loop. A question may be asked again: the same order stays the same order
/// at the store.
protocol StoreVerifier: AnyObject {
    /// Puts an order before the player.
    func begin(_ order: CarrierOrder, account: String?, language: String?, _ answer: @escaping (StoreAnswer) -> Void)
    /// What became of an order.
    func look(_ place: StorePlace, _ answer: @escaping (StoreAnswer) -> Void)
    /// Takes the money of an approved order, once.
    func capture(_ order: CarrierOrder, _ answer: @escaping (StoreAnswer) -> Void)
    /// Gives the money of an order back, once.
    func refund(_ order: CarrierOrder, _ answer: @escaping (StoreAnswer) -> Void)
    /// - Parameter now: milliseconds since 1970.
    func event(signature: String?, _ body: [UInt8], now: Int64) -> StoreEvent
    /// A page of what changed, by the store's own report. A place is the store's own: no clock of ours has a part in it.
    func report(at place: StoreReportPlace, _ answer: @escaping (StoreReportAnswer) -> Void)

    // An operator's test.

    /// What the settings lack for orders of this store.
    var lacks: [String] { get }
    /// The first entry of its report: the answer shows whether the store accepts the key, and nothing is changed.
    var question: OutgoingCall { get }
    /// - Returns: what is wrong with the answer to `question`; nil: the store accepts the key.
    func refusal(ofQuestion answer: OutgoingAnswer) -> String?
}

extension StoreVerifier {
    /// Of an answer that is no page of the report.
    func refusal(ofStatus answer: OutgoingAnswer) -> String {
        switch answer.status {
        case 401, 403: "the store does not accept the key: it \(answer.told)"
        case 200: "the store's answer cannot be read; apiUrl may lead somewhere else"
        default: "the store \(answer.told)"
        }
    }
}

/// A store as the settings have it, its keys opened.
struct AskedStore {
    /// The app whose orders these are.
    let app: String
    let storeCode: String
    let interface: String
    let apiUrl: String
    let appId: String
    let apiKey: String
    let webhookSecret: String
    let returnUrl: String

    private static let published = ["CHECKOUT": "https://api.stripe.com", "STEAM": "https://partner.steam-api.com/ISteamMicroTxn"]

    enum Wrong: Error { case message(String) }

    var host: String { String(OutgoingCall(url: apiUrl).host) }

    init(_ json: JSON, app: String, _ secrets: Secrets, _ reach: OutgoingReach) throws(Wrong) {
        self.app = app
        storeCode = json["storeCode"]?.stringValue ?? ""
        interface = json["interface"]?.stringValue ?? ""
        appId = json["storeAppId"]?.stringValue ?? ""
        returnUrl = json["returnUrl"]?.stringValue ?? ""
        let given = json["apiUrl"]?.stringValue ?? ""
        apiUrl = given.isEmpty ? Self.published[interface] ?? "" : given
        if let wrong = reach.refusal(ofSettings: apiUrl) { throw .message("apiUrl: \(wrong)") }
        let code = storeCode
        func opened(_ member: String) throws(Wrong) -> String {
            guard let sealed = json[member]?.stringValue else { return "" }
            guard let text = secrets.open(sealed, of: member, for: Secrets.place(app, code, member), in: json, Secrets.addresses)
            else {
                throw .message("\(member): cannot be opened with the secrets key that this server has")
            }
            return text
        }
        apiKey = try opened("apiKey")
        webhookSecret = try opened("webhookSecret")
        guard !apiKey.isEmpty else { throw .message("apiKey: is missing") }
    }
}
