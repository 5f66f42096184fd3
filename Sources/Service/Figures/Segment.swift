import Messages
import Wire

/// By what figures are divided: where a member comes from, as its log-in said. A value is one that the settings name or a standard has;
/// every other counts with the others, so that nobody makes rows by inventing names. A game's own process has few players and divides
/// nothing.
struct Segment: Hashable {
    /// In the order in which they are stored.
    #if hasFeature(Embedded)
    static let dimensions: [StaticString] = []
    #else
    static let dimensions: [StaticString] = ["provider", "country", "language", "os", "version", "store"]
    #endif
    static let others = "*"
    static let separator = "\u{1f}"
    /// By which payments are divided, in the order of `ofPayment`: few enough for one row for each that occur together.
    static let ofPayments = ["product", "store", "country", "provider"]
    /// The first of these: where a player is may change while a subscription runs.
    static let ofSubscriptions = ["product", "store"]

    /// As many as dimensions; "" for what was not said.
    private(set) var values: [String]

    static let unknown = Segment(values: [String](repeating: "", count: dimensions.count))

    func ofPayment(_ payment: Payment) -> String {
        payment.gamebaseProductId + Self.separator + payment.storeCode + Self.separator + ofPayer
    }

    private init(values: [String]) { self.values = values }

    #if hasFeature(Embedded)
    init(stored text: String) { self = .unknown }
    var stored: String { "" }
    var ofPayer: String { Self.separator }
    init(_ said: JSON?, provider: String, _ settings: ConsoleSettings) { self = .unknown }
    #else
    /// As it is stored.
    init(stored text: String) {
        let parts = text.utf8.split(separator: 0x1f, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        self.init(values: parts.count == Self.dimensions.count ? parts : Self.unknown.values)
    }

    var stored: String { values.joined(separator: Self.separator) }

    /// By which payers are divided.
    var ofPayer: String { values[1] + Self.separator + values[0] }

    /// - Parameter said: what the log-in said of the device (`member`).
    init(_ said: JSON?, provider: String, _ settings: ConsoleSettings) {
        func text(_ key: String) -> String { said?[key]?.stringValue ?? "" }
        func known(_ text: String, _ isKnown: Bool) -> String { text.isEmpty || isKnown ? text : Self.others }
        let (os, version, store) = (text("osCode"), text("clientVersion"), text("storeCode"))
        let country = text("deviceCountryCode")
        let language = String(
            decoding: text("deviceLanguage").utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }, as: UTF8.self)
        self.init(values: [
            known(provider, provider == IdPSettings.guest || settings.idPs.contains { $0.code == provider }),
            known(country, Self.isCode(country, UInt8(ascii: "A")...UInt8(ascii: "Z"))),
            known(language, Self.isCode(language, UInt8(ascii: "a")...UInt8(ascii: "z"))),
            known(os, Launching.osCodes.contains(os)),
            known(version, settings.clients.contains { $0.version == version }),
            known(store, store == StoreSettings.sandbox || settings.stores.contains { $0.storeCode == store }),
        ])
    }

    /// ISO 3166-1 alpha-2, ISO 639-1.
    private static func isCode(_ text: String, _ letters: ClosedRange<UInt8>) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { letters.contains($0) }
    }
    #endif
}
