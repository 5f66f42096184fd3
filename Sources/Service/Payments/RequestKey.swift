/// Under what a payment was begun, unique for a member. What clients call their requests and what the service calls its own never meet: a
/// client's name begins with a word that no other does.
enum RequestKey {
    case client(String)
    case adopted
    case imported
    /// Money that came after the payment was closed.
    case late
    /// By the store's name of the transaction, so that no renewal can come twice.
    case renewal(String)

    private static let clientPrefix = "client "

    static func text(ofClient requestId: String) -> String { clientPrefix + requestId }

    func text(_ paymentSeq: String) -> String {
        switch self {
        case .client(let requestId): Self.text(ofClient: requestId)
        case .adopted: "adopted-" + paymentSeq
        case .imported: "import-" + paymentSeq
        case .late: "late-" + paymentSeq
        case .renewal(let transactionId): "renewal-" + transactionId
        }
    }
}

extension Schema {
    /// Earlier versions stored a client's name as it came. What has one of the service's own names by the row's own numbers is its own.
    /// The index goes meanwhile, as names that clients gave may stand in each other's way until all have their word.
    static let requestNames = [
        "DROP INDEX payments_by_request",
        """
        UPDATE payments SET request_id = 'client ' || request_id
        WHERE request_id NOT IN ('adopted-' || payment_seq, 'import-' || payment_seq, 'late-' || payment_seq)
            AND request_id <> 'renewal-' || COALESCE(store_transaction_id, '')
        """,
        "CREATE UNIQUE INDEX payments_by_request ON payments (user_id, request_id)",
    ]
}
