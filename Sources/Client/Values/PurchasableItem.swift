import Codecs
import Linux

/// A product that can be bought. Kept as its JSON; what is not understood in it is kept too.
public struct PurchasableItem: Sendable, Equatable {
    /// What a product says in words, each by its key. All may be absent.
    public enum Text: String, CaseIterable, Sendable {
        case currency, itemName
        /// The store's code.
        case marketId
        case marketItemId
        /// `UNKNOWN`, `CONSUMABLE`, `AUTO_RENEWABLE` or `CONSUMABLE_AUTO_RENEWABLE`.
        case productType
        case localizedPrice, localizedTitle, localizedDescription, badge
    }

    private var members: JSONObject

    private static let form = JSONForm(
        members: [("gamebaseProductId", .requiredText), ("", .price)] + Text.allCases.map { ($0.rawValue, .text) }
            + [("isActive", .flag(true, "active")), ("itemSeq", .number(-1))])

    /// Reads `isActive`, as the SDKs write it, or `active`, as the Objective-C property is called.
    @export(interface) public init?(json: JSON) {
        guard let members = PurchasableItem.form.read(json) else { return nil }
        self.members = members
    }

    @export(interface) public init(gamebaseProductId: String, priceString: String?, currency: String?) {
        members = ["gamebaseProductId": .string(gamebaseProductId)]
        members.setPrice(priceString)
        members.set("currency", currency)
        members["isActive"] = true
        members["itemSeq"] = -1
    }

    @export(interface) public var json: JSON { .object(members) }

    @export(interface) public var gamebaseProductId: String { members.text("gamebaseProductId") ?? "" }
    /// The price as an exact decimal, such as "0.99" or "1100"; nil when the store does not tell.
    @export(interface) public var priceString: String? { members.text("priceString") }
    @export(interface) public subscript(text: Text) -> String? { members.text(text.rawValue) }
    @export(interface) public var isActive: Bool { members.flag("isActive") }
    /// The number of older calls; -1 when there is none.
    @export(interface) public var itemSeq: Int64 { members.number("itemSeq") }

    /// The SDKs' form of the price: rounded to a float, -1 when unknown.
    @export(interface) public var price: Float { priceString.map(DecimalText.float) ?? -1 }

    /// The store's own words in place of the console's: its price, and its texts.
    mutating func take(_ told: JSON) {
        if let price = told["price"]?.stringValue, DecimalText.isValid(price) { members.setPrice(price) }
        for text in [Text.currency, .localizedPrice, .localizedTitle, .localizedDescription] {
            members.set(text.rawValue, told[text.rawValue]?.stringValue)
        }
    }
}
