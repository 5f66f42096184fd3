import Codecs
import Linux
import Storage

/// The sums that the report shows, kept as things happen.
extension Analytics {
    func count(_ event: String, _ times: Int64) throws(Failure) {
        if times == 0 { return }
        try tally(
            """
            INSERT INTO event_totals (name, total) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET total = event_totals.total + excluded.total
            """, [.text(event)], times)
    }

    /// - Parameter level: nil for a member that is at none any more.
    /// - Parameter old: nil for a member that had none.
    func countLevel(_ level: Int64?, insteadOf old: Int64?) throws(Failure) {
        if level == old { return }
        if let old { try addUsers(old, -1) }
        if let level { try addUsers(level, 1) }
        // Where others add to it at the same moment, a level of nobody stays and is not shown.
        if let old, !core.isShared {
            try run("DELETE FROM level_users WHERE user_level = ? AND users <= 0", [.integer(old)])
        }
    }

    private func addUsers(_ level: Int64, _ users: Int64) throws(Failure) {
        try tally(
            """
            INSERT INTO level_users (user_level, users) VALUES (?, ?)
            ON CONFLICT (user_level) DO UPDATE SET users = level_users.users + excluded.users
            """, [.integer(level)], users)
    }

    /// - Parameter old: nil for a new member.
    func countMember(_ valid: String, insteadOf old: String?) throws(Failure) {
        if valid == old { return }
        if let old { try addMembers(old, -1) }
        try addMembers(valid, 1)
    }

    private func addMembers(_ valid: String, _ members: Int64) throws(Failure) {
        try tally(
            """
            INSERT INTO member_states (valid, members) VALUES (?, ?)
            ON CONFLICT (valid) DO UPDATE SET members = member_states.members + excluded.members
            """, [.text(valid)], members)
    }

    func countMoney(
        _ movement: String, _ payment: Payment, amount: String, currency: String, times: Int64 = 1
    ) throws(Failure) {
        let key: [Value] = [
            .text(movement), .text(payment.storeCode), .text(payment.gamebaseProductId), .text(currency), .text(amount),
        ]
        try tally(Self.addingMoney("money_totals"), key, times)
        // Once more, to be told from sales.
        if payment.isSandbox { try tally(Self.addingMoney("test_totals"), key, times) }
    }

    private static func addingMoney(_ table: String) -> String {
        """
        INSERT INTO \(table) (movement, store_code, gamebase_product_id, currency, amount, entries) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (movement, store_code, gamebase_product_id, currency, amount)
        DO UPDATE SET entries = \(table).entries + excluded.entries
        """
    }
}
