import Codecs
import Messages

/// By what figures are divided: where a member comes from, as its log-in said. A value is one that the settings name or a standard has;
/// every other counts with the others, so that nobody makes rows by inventing names. A game's own process has few players and divides
/// nothing.
struct Segment: Hashable {
    /// In the order in which they are stored.
    #if hasFeature(Embedded)
    static let dimensions: [StaticString] = []
    static let all = dimensions
    #else
    static let dimensions: [StaticString] = ["provider", "country", "language", "os", "version", "store"]
    /// Where a member plays, as its metrics say. Behind the dimensions.
    static let placesInGame: [StaticString] = ["level"] + Figures.levelGroups.map { $0.name }
    static let all = dimensions + placesInGame
    #endif
    static let others = "*"
    static let separator = "\u{1f}"
    /// By which payments are divided, in the order of `ofPayment`: few enough for one row for each that occur together.
    static let ofPayments = ["product", "store", "country", "provider"]
    /// The first of these: where a player is may change while a subscription runs.
    static let ofSubscriptions = ["product", "store"]

    #if !hasFeature(Embedded)
    /// By which payers are divided, in the order of `ofPayer`.
    static let ofPayers = [String](ofPayments.dropFirst(ofSubscriptions.count))
    /// By which what members are worth is divided, in `dimensions`: country and system.
    static let placesOfWorth = [1, 3]
    #endif

    #if hasFeature(Embedded)
    var values: [String] { [] }
    static let unknown = Segment()
    #else
    /// As many as dimensions; "" for what was not said.
    private(set) var values: [String]
    /// As many as places in the game; "" for what is not known, or not counted.
    private(set) var inGame = noneInGame
    private static let noneInGame = [String](repeating: "", count: placesInGame.count)
    static let unknown = Segment(values: [String](repeating: "", count: dimensions.count))
    #endif

    func ofPayment(_ payment: Payment) -> String {
        payment.gamebaseProductId + Self.separator + payment.storeCode + Self.separator + ofPayer
    }

    #if hasFeature(Embedded)
    var stored: String { "" }
    var ofPayer: String { Self.separator }
    #else
    private init(values: [String]) { self.values = values }

    /// As it is stored.
    init(stored text: String) {
        let parts = text.utf8.split(separator: 0x1f, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        switch parts.count {
        case Self.dimensions.count: self.init(values: parts)
        case Self.all.count:
            self.init(values: [String](parts.prefix(Self.dimensions.count)))
            inGame = [String](parts.suffix(Self.placesInGame.count))
        default: self = .unknown
        }
    }

    /// Places in the game are added where one is known.
    var stored: String { (inGame == Self.noneInGame ? values : values + inGame).joined(separator: Self.separator) }

    /// With the place in the game that the other has.
    func staying(where other: Segment) -> Segment {
        var segment = self
        segment.inGame = other.inGame
        return segment
    }

    /// The same in another place of the game.
    /// - Parameter places: as many as `placesInGame`.
    func moved(to places: [String]) -> Segment {
        var segment = self
        segment.inGame = places
        return segment
    }

    typealias Place = (dimension: Int, value: String)

    /// Where its member is counted.
    var parts: [Place] { values.enumerated().map { ($0, $1) } + knownInGame }

    /// The dimension and the value of each place in the game that is known. One that is not is counted nowhere: most members of a game
    /// without levels have none.
    var knownInGame: [Place] {
        inGame.enumerated().filter { !$1.isEmpty }.map { (Self.dimensions.count + $0, $1) }
    }

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
