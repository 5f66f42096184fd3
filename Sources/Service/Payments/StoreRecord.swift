import Codecs
import Linux

/// What a store says about money that it took. For SANDBOX the service reads the order itself; other stores are heard through the
/// client's adapter, because an embedded service has no keys to ask them with. A server that has them checks the receipt before VERIFIED.
final class StoreRecord {
    static let receiptBytesMax = 64 << 10

    var transactionId: String
    var receipt = ""
    var userId: String?
    var marketItemId: String?
    var price: String?
    var currency: String?
    var originalTransactionId: String?
    var purchaseDate: Int64 = 0
    var expiryDate: Int64?
    var isPromotion = false

    init(_ order: SandboxOrder) {
        transactionId = order.storeTransactionId
        receipt = order.receipt
        userId = order.userId
        marketItemId = order.marketItemId
        price = order.price
        currency = order.currency
        purchaseDate = order.readyDate
        isPromotion = order.kind != nil
    }

    /// {storeTransactionId, receipt, marketItemId?, price?, currency?, originalTransactionId?, purchaseTime?, expiryTime?}
    static func read(_ parameters: Parameters, now: Int64, isReceiptNeeded: Bool = true) throws(Failure) -> StoreRecord {
        let record = StoreRecord(try parameters.text("storeTransactionId", bytesMax: 256))
        record.receipt = try parameters.optionalText("receipt", bytesMax: Self.receiptBytesMax) ?? ""
        // A store that gives no receipt knows the payment by its transaction.
        if isReceiptNeeded, record.receipt.isEmpty { record.receipt = record.transactionId }
        record.marketItemId = try parameters.optionalText("marketItemId", bytesMax: 255)
        record.price = try parameters.optionalText("price", bytesMax: 32)
        if let price = record.price, !DecimalText.isValid(price) {
            throw parameters.wrong("price", "must be decimal text such as \"1.99\"")
        }
        record.currency = try parameters.optionalText("currency", bytesMax: 8)
        record.originalTransactionId = try parameters.optionalText("originalTransactionId", bytesMax: 256)
        record.purchaseDate = try date("purchaseTime", parameters) ?? now
        let expiryDate = try date("expiryTime", parameters)
        if expiryDate != 0 { record.expiryDate = expiryDate }
        return record
    }

    /// A date in milliseconds. A store of the host's may count in micro- or nanoseconds, which is a date of the year 10000 or later: it
    /// is brought back by thousands. A refused date would be refused at every start again, and its player never get what was paid.
    /// - Returns: nil for none, and for one before 1970.
    private static func date(_ name: String, _ parameters: Parameters) throws(Failure) -> Int64? {
        guard var date = try parameters.optionalInteger(name, in: Int64.min...Int64.max), date >= 0 else { return nil }
        while date > dateMax { date /= 1000 }
        return date
    }

    private init(_ transactionId: String) { self.transactionId = transactionId }

    /// The last millisecond that four digits of a year can name.
    static let dateMax: Int64 = 253_402_300_799_999

    /// What keeps this from being the payment that was reserved; nil when it is. Amounts are compared as numbers: 1.5 is 1.50.
    func difference(from payment: Payment) -> String? {
        if let userId, userId != payment.userId { return "the store's order is another buyer's" }
        if let marketItemId, marketItemId != payment.marketItemId {
            return "the store's order is for \"\(marketItemId)\", reserved was \"\(payment.marketItemId)\""
        }
        let isSamePrice = price.map { MoneySum.same($0, payment.price) } ?? true
        if !isSamePrice || (currency ?? payment.currency) != payment.currency {
            return
                "the store took \(price ?? payment.price) \(currency ?? payment.currency), reserved was \(payment.price) \(payment.currency)"
        }
        return nil
    }
}
