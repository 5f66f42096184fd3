import Storage
import Wire

/// The money movements of a payment. A reservation is none.
enum Movement {
    static let captured = "CAPTURED"
    static let granted = "GRANTED"
    static let consumed = "CONSUMED"
    static let refunded = "REFUNDED"
}

/// The ledger: one line a movement, written once and never changed. Its key refuses a second line for the same movement, so that
/// whatever else went wrong, nothing is granted or consumed twice.
extension Service {
    func enter(_ payment: Payment, _ movement: String, amount: String, currency: String) throws(Failure) {
        try run(
            "INSERT INTO ledger (payment_seq, movement, amount, currency, moved_date) VALUES (?, ?, ?, ?, ?)",
            [.text(payment.paymentSeq), .text(movement), .text(amount), .text(currency), .integer(now)])
        if movement == Movement.granted { try recordSale(payment) }
    }
}
