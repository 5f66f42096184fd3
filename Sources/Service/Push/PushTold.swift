import Linux
import Messages
import Storage
import Wire

/// Which registrations were told of pushes ("Query Logs" of NHN Cloud Push v2.4), as long as the pushes are kept.
extension Push {
    static let toldListedMax: Int64 = 100
    static let toldPagesMax: Int64 = 100

    /// {messageId?, uid?, token?, limit?, pageNumber?} -> {told: [{messageId, userId, token, sendDate}]}
    func told(_ parameters: Parameters) throws(Failure) -> Reply {
        var conditions: [String] = []
        var values: [Value] = []
        func add(_ column: String, _ value: Value) {
            conditions.append("r.\(column) = ?")
            values.append(value)
        }
        if let text = try parameters.optionalText("messageId", bytesMax: 20) {
            guard let id = Int64(text) else { throw parameters.wrong("messageId", "must be a number") }
            add("campaign", .integer(id))
        }
        if let userId = try parameters.optionalText("uid", bytesMax: Self.memberIdBytesMax) { add("user_id", .text(userId)) }
        if let token = try parameters.optionalText("token", bytesMax: 128) {
            guard let owner = try query("SELECT user_id, device_key FROM push_tokens WHERE token = ?", [.text(token)]).first else {
                return .success(["told": []])
            }
            add("user_id", owner.values[0])
            add("device_key", owner.values[1])
        }
        guard !conditions.isEmpty else { throw parameters.wrong("messageId", "is missing, and so are uid and token; name one") }
        let limit = try parameters.optionalInteger("limit", in: 1...Self.toldListedMax) ?? Self.toldListedMax
        let page = try parameters.optionalInteger("pageNumber", in: 1...Self.toldPagesMax) ?? 1
        let rows = try query(
            """
            SELECT r.campaign, r.user_id, t.token, c.send_date FROM push_results r
            JOIN push_campaigns c ON c.campaign = r.campaign
            LEFT JOIN push_tokens t ON t.device_key = r.device_key AND t.user_id = r.user_id
            WHERE \(conditions.joined(separator: " AND ")) AND r.what = 'told' ORDER BY r.user_id, r.device_key, r.seq LIMIT ? OFFSET ?
            """, values + [.integer(limit), .integer((page - 1) * limit)])
        return .success([
            "told": .array(
                rows.map { row in
                    [
                        "messageId": .string("\(row.integer(0))"), "userId": .string(row.text(1)), "token": .optional(row.textOrNil(2)),
                        "sendDate": .integer(row.integer(3)),
                    ]
                })
        ])
    }
}
