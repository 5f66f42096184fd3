import Codecs
import Storage

/// The money movements of a payment. A reservation is none.
enum Movement {
    /// The store took the money; one of the three for each payment.
    static let captured = "CAPTURED"
    /// The same, for a further period of a subscription.
    static let renewed = "RENEWED"
    /// The same, in another journal before this one.
    static let imported = "IMPORTED"

    static let granted = "GRANTED"
    static let consumed = "CONSUMED"
    /// The grant was taken back before anybody consumed it.
    static let revoked = "REVOKED"

    static let refunded = "REFUNDED"
    static let chargeback = "CHARGEBACK"

    /// None of the ledger's: what devices say was paid and nobody has verified, counted beside it.
    static let claimed = "CLAIMED"
}

/// The ledger: one line a movement, written once and never changed. Its key refuses a second line for the same movement, so that
/// whatever else went wrong, nothing is granted or consumed twice.
extension Payments {
    func enter(_ payment: Payment, _ movement: String) throws(Failure) {
        try enter(payment, movement, amount: payment.price, currency: payment.currency)
    }

    func enter(_ payment: Payment, _ movement: String, amount: String, currency: String) throws(Failure) {
        try run(
            "INSERT INTO ledger (payment_seq, movement, amount, currency, moved_date) VALUES (?, ?, ?, ?, ?)",
            [.text(payment.paymentSeq), .text(movement), .text(amount), .text(currency), .integer(now)])
        try analytics.countMoney(movement, payment, amount: amount, currency: currency)
        try figures.noteMoney(movement, payment, amount: amount, currency: currency)
        if movement == Movement.granted { try analytics.recordSale(payment) }
    }

    func hasEntered(_ payment: Payment, _ movement: String) throws(Failure) -> Bool {
        try !query(
            "SELECT movement FROM ledger WHERE payment_seq = ? AND movement = ?", [.text(payment.paymentSeq), .text(movement)]
        ).isEmpty
    }
}
