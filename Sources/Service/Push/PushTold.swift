import Codecs
import Linux
import Messages
import Storage

/// Which registrations were told of pushes ("Query Logs" of NHN Cloud Push v2.4), as long as the pushes are kept.
extension Push {
    static let toldListedMax: Int64 = 100
    static let toldPagesMax: Int64 = 100

    /// {messageId?, uid?, token?, pushType?, from?, to?, limit?, pageNumber?} -> {told: [{messageId, userId, token, sendDate}]}: `from` and
    /// `to` are when it was sent.
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
        let isOfAll = conditions.isEmpty
        let (from, to) = try times(parameters, "from", "to")
        conditions.append("c.send_date >= ? AND c.send_date <= ?")
        values.append(.integer(max(from ?? Int64.min, now &- Self.requestDays * CalendarDay.dayMilliseconds)))
        values.append(.integer(to ?? Int64.max))
        if parameters.value("pushType") != nil, try parameters.oneOf("pushType", Self.pushTypes) != Self.pushType {
            return .success(["told": []])
        }
        let limit = try parameters.optionalInteger("limit", in: 1...Self.toldListedMax) ?? Self.toldListedMax
        let page = try parameters.optionalInteger("pageNumber", in: 1...Self.toldPagesMax) ?? 1
        let passed = (page - 1) * limit
        guard isOfAll else { return Self.told(try told(conditions, values, limit, passed)) }
        return Self.told(try toldOfAll(values, limit, passed))
    }

    private func told(_ conditions: [String], _ values: [Value], _ limit: Int64, _ passed: Int64) throws(Failure) -> [Row] {
        try query(
            """
            SELECT r.campaign, r.user_id, t.token, c.send_date FROM push_results r
            JOIN push_campaigns c ON c.campaign = r.campaign
            LEFT JOIN push_tokens t ON t.device_key = r.device_key AND t.user_id = r.user_id
            WHERE \(conditions.joined(separator: " AND ")) AND r.what = 'told' ORDER BY r.user_id, r.device_key, r.seq LIMIT ? OFFSET ?
            """, values + [.integer(limit), .integer(passed)])
    }

    /// Push by push, the newest first: no more rows are looked at than the pages up to this one have.
    private func toldOfAll(_ times: [Value], _ limit: Int64, _ passed: Int64) throws(Failure) -> [Row] {
        let pushes = try query(
            """
            SELECT campaign FROM push_campaigns WHERE send_date >= ? AND send_date <= ? AND delivered > 0
            ORDER BY send_date DESC, campaign DESC LIMIT \(Self.requestsListedMax)
            """, times)
        var passed = passed
        var told: [Row] = []
        for push in pushes where told.count < limit {
            let some =
                try query(
                    """
                    SELECT COUNT(*) FROM (SELECT 1 FROM push_results WHERE campaign = ? AND what = 'told' LIMIT ?) counted
                    """, [push.values[0], .integer(passed + 1)]
                ).first?.integer(0) ?? 0
            if some > passed { told += try self.told(["r.campaign = ?"], [push.values[0]], limit - Int64(told.count), passed) }
            passed -= min(some, passed)
        }
        return told
    }

    private static func told(_ rows: [Row]) -> Reply {
        .success([
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
