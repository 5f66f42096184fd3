import Codecs
import Messages
import Storage

/// A row of the unmatched money as operators see it.
enum UnmatchedRow {
    static let columns = """
        payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount, captured_currency, reported_date, order_key, \
        product, returned
        """

    static func view(_ row: Row) -> JSON {
        [
            "paymentSeq": .string(row.text(0)), "reason": .string(row.text(1)), "storeCode": .string(row.text(2)),
            "storeTransactionId": .string(row.text(3)), "userId": .string(row.text(4)), "capturedAmount": .optional(row.textOrNil(5)),
            "capturedCurrency": .optional(row.textOrNil(6)), "date": .string(ISO8601.text(epochMilliseconds: row.integer(7))),
            "orderKey": .optional(row.textOrNil(8)), "product": .optional(row.textOrNil(9)), "returned": .optional(row.textOrNil(10)),
        ]
    }
}

#if !hasFeature(Embedded)
/// Unmatched money in the lists of payments. The operator's report has the newest rows alone.
extension Payments {
    /// The `state` of money that a store took, that fits no payment and that did not go back.
    static let unmatchedState = "UNMATCHED"
    private static let isWaiting = "captured_amount IS NOT NULL AND returned IS NULL"
    /// So many of a member, and so many of the newest that wait are looked through for a store's number of their order.
    private static let unmatchedOfMemberMax = 100
    private static let lookedThroughMax = 1_000

    /// {state: UNMATCHED, before?, count?} -> {payments: [], unmatched, next?}, the newest first.
    func unmatchedPage(_ parameters: Parameters) throws(Failure) -> SlicedWork {
        for name in ["storeCode", "product", "since", "until"] where parameters.value(name) != nil {
            throw parameters.wrong(name, "filters payments, and not unmatched money")
        }
        let count = Int(try parameters.optionalInteger("count", in: 1...Operations.pageMax) ?? Operations.pageRows)
        let list: [JSON] = []
        return SlicedWork((list: list, last: try place(parameters))) { (state) throws(Failure) in
            let most = min(SlicedWork.rows, count - state.list.count)
            let rows = try query(
                """
                SELECT \(UnmatchedRow.columns) FROM unmatched_money WHERE \(Self.isWaiting)
                    AND reported_date <= ? AND (reported_date < ? OR payment_seq < ?)
                ORDER BY reported_date DESC, payment_seq DESC LIMIT ?
                """, [.integer(state.last.date), .integer(state.last.date), .text(state.last.key), .integer(Int64(most))])
            state.list += rows.map(UnmatchedRow.view)
            if let end = rows.last { state.last = (end.integer(7), end.text(0)) }
            if rows.count == most, state.list.count < count { return nil }
            var answer: JSONObject = ["payments": [], "unmatched": .array(state.list)]
            if rows.count == most { answer["next"] = .string("\(state.last.date) \(state.last.key)") }
            return .success(.object(answer))
        }
    }

    /// Behind which row a page begins: its date and its name, as `next` had them.
    private func place(_ parameters: Parameters) throws(Failure) -> (date: Int64, key: String) {
        guard let text = try parameters.optionalText("before", bytesMax: Self.unmatchedKeyBytesMax + 20) else { return (Int64.max, "") }
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let date = Int64(parts[0]) else { throw parameters.wrong("before", "must be \"next\" of the page before") }
        return (date, String(parts[1]))
    }

    /// By its own name, by a payment's number, and by a store's number of a transaction or an order.
    func unmatched(numbered text: String) throws(Failure) -> [JSON] {
        var rows: [Row] = []
        let stores = settings.stores.map { $0.storeCode } + [StoreSettings.sandbox]
        for key in [text] + stores.map({ Self.unmatchedKey(text, $0) }) {
            rows += try query("SELECT \(UnmatchedRow.columns) FROM unmatched_money WHERE payment_seq = ? ORDER BY reason", [.text(key)])
        }
        let waiting = try query(
            """
            SELECT \(UnmatchedRow.columns) FROM unmatched_money WHERE \(Self.isWaiting)
            ORDER BY reported_date DESC LIMIT \(Self.lookedThroughMax)
            """, [])
        for row in waiting where row.text(3) == text || row.textOrNil(8) == text {
            if !rows.contains(where: { $0.text(0) == row.text(0) && $0.text(1) == row.text(1) }) { rows.append(row) }
        }
        return rows.map(UnmatchedRow.view)
    }

    func unmatched(ofMember userId: String) throws(Failure) -> [JSON] {
        try query(
            """
            SELECT \(UnmatchedRow.columns) FROM unmatched_money WHERE user_id = ? AND captured_amount IS NOT NULL
            LIMIT \(Self.unmatchedOfMemberMax)
            """, [.text(userId)]
        ).map(UnmatchedRow.view)
    }
}
#endif

extension Schema {
    #if hasFeature(Embedded)
    static let sharedOrders: [String] = []
    #else
    /// Earlier versions kept an order of one store as unmatched money of another one of the same account as well. A refund of that entry
    /// would give the money of the order's own payment back.
    static let sharedOrders = [
        """
        DELETE FROM unmatched_money WHERE order_key IS NOT NULL AND EXISTS (SELECT 1 FROM payments p
            WHERE p.order_key = unmatched_money.order_key AND p.store_transaction_id = unmatched_money.store_transaction_id
                AND p.store_code <> unmatched_money.store_code AND p.payment_seq <> unmatched_money.payment_seq)
        """
    ]
    #endif
}
