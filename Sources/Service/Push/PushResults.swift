import Codecs
import Linux
import Messages
import Storage

/// What came of campaigns: who was told, who clicked. Counted once for a registration, by a row of its own, in the transaction that makes
/// the row.
extension Push {
    /// What one campaign may count: buttons of one push are at most three, and a category's no more.
    static let actionsMax = 16
    #if !hasFeature(Embedded)
    /// Of one registration, which has no more buttons to press: else one that invents names would leave no room for what the others press.
    static let actionsOfOneMax = 3
    #endif
    /// Of a button's id; one that names none has its name for it.
    static let actionBytesMax = 128

    private static let told = "told"
    private static let clicked = "clicked"
    /// Before the id of an action.
    private static let pressed = "pressed "

    private func registration(_ parameters: Parameters) throws(Failure) -> (device: Value, user: Value)? {
        let token = try parameters.text("token", bytesMax: 128)
        return try query("SELECT device_key, user_id FROM push_tokens WHERE token = ?", [.text(token)]).first
            .map { ($0.values[0], $0.values[1]) }
    }

    /// The game was told of a message: it is not told again. The registration's token is proof enough, so that it may come after the
    /// logout.
    func acknowledgePush(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let seq = Value.integer(try parameters.integer("seq", in: 0...Int64.max))
        guard let (device, user) = try registration(parameters),
            try runCounted("DELETE FROM push_waiting WHERE seq = ? AND device_key = ? AND user_id = ?", [seq, device, user]) > 0
        else { return .success() }
        if let campaign = try query("SELECT campaign FROM push_messages WHERE seq = ?", [seq]).first?.integerOrNil(0),
            try runCounted("UPDATE push_campaigns SET delivered = delivered + 1 WHERE campaign = ?", [.integer(campaign)]) > 0
        {
            _ = try note(Self.told, user, device, seq, campaign)
        }
        try core.lock("push_messages", "seq", seq)
        try run(
            "DELETE FROM push_messages WHERE seq = ? AND NOT EXISTS (SELECT 1 FROM push_waiting w WHERE w.seq = push_messages.seq)", [seq])
        return .success()
    }

    /// - Returns: whether it is new.
    private func note(_ what: String, _ user: Value, _ device: Value, _ seq: Value, _ campaign: Int64) throws(Failure) -> Bool {
        try runCounted(
            """
            INSERT INTO push_results (user_id, device_key, seq, what, campaign) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id, device_key, seq, what) DO NOTHING
            """, [user, device, seq, .text(what), .integer(campaign)]) > 0
    }

    /// The number under which a campaign's message waits for a registration, or was told to it; nil when it has not reached it.
    func seq(of campaign: Int64, _ device: Value, _ user: Value) throws(Failure) -> Value? {
        let waits = try query(
            """
            SELECT w.seq FROM push_waiting w JOIN push_messages m ON m.seq = w.seq
            WHERE w.device_key = ? AND w.user_id = ? AND m.campaign = ? LIMIT 1
            """, [device, user, .integer(campaign)]
        ).first
        if let waits { return waits.values[0] }
        return try query(
            """
            SELECT seq FROM push_results WHERE user_id = ? AND device_key = ? AND campaign = ? AND what = '\(Self.told)' LIMIT 1
            """, [user, device, .integer(campaign)]
        ).first?.values[0]
    }

    /// {token, messageId, action?} -> {}: the player clicked a message that was for this registration, or one of its buttons. Of others
    /// nothing is counted, and nothing said.
    func clickedPush(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let named = Int64(try parameters.text("messageId", bytesMax: 64))
        let action = try parameters.optionalText("action", bytesMax: Self.actionBytesMax) ?? ""
        guard let campaign = named, let (device, user) = try registration(parameters) else { return .success() }
        // A campaign that went counts no more, and keeps no rows.
        guard let seq = try seq(of: campaign, device, user),
            try !query("SELECT 1 FROM push_campaigns WHERE campaign = ?", [.integer(campaign)]).isEmpty
        else { return .success() }
        if try note(Self.clicked, user, device, seq, campaign) {
            try run("UPDATE push_campaigns SET clicked = clicked + 1 WHERE campaign = ?", [.integer(campaign)])
        }
        if action.isEmpty { return .success() }
        #if !hasFeature(Embedded)
        let own = try query("SELECT what FROM push_results WHERE user_id = ? AND device_key = ? AND seq = ?", [user, device, seq])
        let presses = own.filter { $0.text(0).utf8.starts(with: Self.pressed.utf8) }
        if presses.count >= Self.actionsOfOneMax { return .success() }
        #endif
        let known = try query("SELECT action FROM push_actions WHERE campaign = ? LIMIT \(Self.actionsMax)", [.integer(campaign)])
        guard known.count < Self.actionsMax || known.contains(where: { $0.text(0) == action }) else { return .success() }
        if try note(Self.pressed + action, user, device, seq, campaign) {
            try run(
                """
                INSERT INTO push_actions (campaign, action, clicks) VALUES (?, ?, 1)
                ON CONFLICT (campaign, action) DO UPDATE SET clicks = push_actions.clicks + 1
                """, [.integer(campaign), .text(action)])
        }
        return .success()
    }
}
