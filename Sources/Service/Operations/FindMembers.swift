import Codecs
import Linux
import Messages
import Storage

/// Whom an operator means, by what a player can tell of itself.
extension Operations {
    /// As long as any of what a member is found by.
    private static let textBytesMax = 255

    /// Rows that an operator is given at once.
    static let pageMax: Int64 = 1_000
    static let pageRows: Int64 = 100

    /// {text} -> {members: [{userId, by, valid, registeredDate, lastLoginDate}]}: by a member's id, the key of an identity, the number of a
    /// payment, or a store's number of one. {after?, count?} -> {members, next?}: all, in the order of their ids.
    func findMembers(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        guard parameters.value("text") != nil else { return try listMembers(parameters) }
        let text = try parameters.text("text", bytesMax: Self.textBytesMax)
        var found: [JSON] = []
        try add(text, "userId", &found)
        for code in try members.idPCodes() {
            if let owner = try members.owner(of: code, Credential.authKey(text)) { try add(owner, code, &found) }
        }
        let payment = try query("SELECT user_id FROM payments WHERE payment_seq = ?", [.text(text)]).first
        if let payment { try add(payment.text(0), "paymentSeq", &found) }
        for store in settings.stores.map({ $0.storeCode }) + [StoreSettings.sandbox] {
            let order = try query(
                "SELECT user_id FROM payments WHERE store_code = ? AND store_transaction_id = ?", [.text(store), .text(text)]
            ).first
            if let order { try add(order.text(0), store, &found) }
        }
        return .success(["members": .array(found)])
    }

    private func listMembers(_ parameters: Parameters) throws(Failure) -> Reply {
        let after = try parameters.optionalText("after", bytesMax: Self.textBytesMax) ?? ""
        let count = try parameters.optionalInteger("count", in: 1...Self.pageMax) ?? Self.pageRows
        let rows = try query(
            "SELECT user_id, valid, registered_date, last_login_date FROM members WHERE user_id > ? ORDER BY user_id LIMIT ?",
            [.text(after), .integer(count)])
        var answer: JSONObject = [
            "members": .array(
                rows.map { row in
                    [
                        "userId": .string(row.text(0)), "valid": .string(row.text(1)), "registeredDate": .integer(row.integer(2)),
                        "lastLoginDate": row.integerOrNil(3).map { .integer($0) } ?? .null,
                    ]
                })
        ]
        if Int64(rows.count) == count, let last = rows.last { answer["next"] = .string(last.text(0)) }
        return .success(.object(answer))
    }

    /// Each member once, by the first that names it.
    private func add(_ userId: String, _ by: String, _ found: inout [JSON]) throws(Failure) {
        guard !found.contains(where: { $0["userId"]?.stringValue == userId }) else { return }
        let row = try query("SELECT valid, registered_date, last_login_date FROM members WHERE user_id = ?", [.text(userId)]).first
        guard let row else { return }
        found.append([
            "userId": .string(userId), "by": .string(by), "valid": .string(row.text(0)), "registeredDate": .integer(row.integer(1)),
            "lastLoginDate": row.integerOrNil(2).map { .integer($0) } ?? .null,
        ])
    }
}
