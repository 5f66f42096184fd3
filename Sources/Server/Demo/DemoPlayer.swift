import Codecs
import Messages

/// One player of the month: who it is, and what it has come to.
struct DemoPlayer {
    let secret: String
    let provider: String
    let country: String
    let language: String
    let system: String
    let joinedDay: Int
    /// 1: as likely to come back as players are on average.
    let loyalty: Double
    let isPayer: Bool
    let playerClass: String
    var version: String
    var level: Int64 = 1
    var userId = ""
    var token = ""
    var isGone = false
    /// Of its registration for pushes, and how many of them it has received.
    var deviceKey = ""
    var pushes = 0
    /// A subscription renews itself, and is bought once.
    var isSubscriber = false

    private static let countries: [((String, String), Double)] = [
        (("JP", "ja"), 46), (("KR", "ko"), 21), (("US", "en"), 14), (("TW", "zh"), 8), (("DE", "de"), 4), (("BR", "pt"), 4),
        (("FR", "fr"), 3),
    ]
    private static let classes = ["keeper", "ranger", "tinker"]
    private static let systems: [(String, Double)] = [("AOS", 47), ("IOS", 34), ("WINDOWS", 13), ("LINUX", 6)]

    init(joinedDay: Int, version: String, _ dice: inout DemoDice) {
        (self.joinedDay, self.version) = (joinedDay, version)
        secret = dice.word()
        playerClass = Self.classes[Int(secret.utf8.last ?? 0) % Self.classes.count]
        (country, language) = dice.pick(Self.countries)
        system = dice.pick(Self.systems)
        switch system {
        case "AOS": provider = dice.pick([("guest", 5), ("google", 4), ("line", country == "JP" ? 2 : 0)])
        case "IOS": provider = dice.pick([("guest", 4), ("appleid", 4), ("line", country == "JP" ? 2 : 0)])
        default: provider = dice.pick([("guest", 3), ("steam", 7)])
        }
        loyalty = dice.pick([(0.35, 55), (1, 30), (2.8, 15)])
        isPayer = dice.falls(loyalty > 2 ? 0.14 : 0.025)
    }

    /// How likely it plays that many days after its first. As of many games: two of five come back the next day, one of six after a week.
    func chance(after days: Int) -> Double { min(0.97, loyalty * 0.42 / Double(days).squareRoot()) }

    /// Of one in eight somebody else had played on it before. It then says no key: those of others are not kept.
    private var device: String { (secret.utf8.last ?? 0) % 8 == 0 ? "" : "a device of \(secret)" }

    var logIn: Request {
        DemoService.request(
            .idPLogin, "",
            [
                "idPInfo": ["idPCode": .string(provider), "accessToken": .string(secret)],
                "member": [
                    "deviceCountryCode": .string(country), "deviceLanguage": .string(language), "osCode": .string(system),
                    "clientVersion": .string(version), "storeCode": "SANDBOX", "metricsKey": .string(device),
                ],
            ])
    }

    /// The product that it buys: of its own country's currency where there is one.
    mutating func product(of catalogue: [JSON], _ dice: inout DemoDice) -> String? {
        let currency = ["JP": "JPY", "KR": "KRW"][country] ?? "USD"
        let wanted = catalogue.filter { Self.isUsedUp($0) || !isSubscriber }
        let local = wanted.filter { $0["currency"]?.stringValue == currency || !Self.isUsedUp($0) }
        let sold = local.isEmpty ? wanted : local
        guard !sold.isEmpty else { return nil }
        // The cheapest sells most.
        let weights = sold.indices.map { 1 / Double($0 + 1) }
        let product = sold[dice.pick(weights)]
        if !Self.isUsedUp(product) { isSubscriber = true }
        return product["gamebaseProductId"]?.stringValue
    }

    private static func isUsedUp(_ product: JSON) -> Bool { product["productType"]?.stringValue == "CONSUMABLE" }
}
