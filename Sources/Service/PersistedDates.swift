import Storage

#if !hasFeature(Embedded)
/// Every date that is kept, and what it means for a clock that was wrong when it was written. A unit test holds this list against the
/// schema, and plays each date that something waits for with a clock that was ahead once and behind once.
struct PersistedDate: Sendable {
    enum Meaning: Sendable {
        /// When something was. Nothing waits for it; what is swept by it goes later or earlier.
        case happened
        /// Something is done then by itself. Further ahead than its own wait is long, it is due now.
        case due
        /// Until then somebody has something; further ahead than a lease is long, nobody has it.
        case lease
        /// From then on something counts against somebody, for a while. Further ahead than the while is long, it counts no more.
        case counts
        /// Until then something is good.
        case expires
        /// Somebody was told this date, or chose it: it stays.
        case promised
    }

    enum Owner: Sendable { case service, store, device }

    let table: String
    let column: String
    let meaning: Meaning
    let owner: Owner

    init(_ table: String, _ column: String, _ meaning: Meaning, of owner: Owner = .service) {
        (self.table, self.column, self.meaning, self.owner) = (table, column, meaning, owner)
    }

    static let all = [
        PersistedDate("alarm_messages", "made_date", .happened),
        PersistedDate("alarm_messages", "next_date", .lease),
        PersistedDate("alarms", "raised_date", .happened),
        PersistedDate("alarms", "ended_date", .happened),
        PersistedDate("alarms", "calm_date", .happened),
        PersistedDate("alarms", "told_date", .happened),
        PersistedDate("analytics_events", "event_date", .happened, of: .device),
        PersistedDate("analytics_events", "received_date", .happened),
        PersistedDate("answer_minutes", "minute", .happened),
        PersistedDate("bans", "begin_date", .happened),
        PersistedDate("bans", "end_date", .promised),
        PersistedDate("bans", "released_date", .happened),
        PersistedDate("change_answers", "made_date", .happened),
        PersistedDate("coupon_uses", "used_date", .happened),
        PersistedDate("event_losses", "reported_date", .happened),
        PersistedDate("figures", "day", .happened),
        PersistedDate("file_contents", "state_date", .due),
        PersistedDate("forcing_tickets", "expires_date", .expires),
        PersistedDate("forcing_tickets", "used_date", .happened),
        PersistedDate("grace_bans", "begin_date", .happened),
        PersistedDate("grace_bans", "grace_period_date", .promised),
        PersistedDate("grace_bans", "end_date", .promised),
        PersistedDate("idp_revocations", "revoked_date", .happened),
        PersistedDate("installation_messages", "expires_date", .expires),
        PersistedDate("leaderboard_boards", "touched_date", .happened),
        PersistedDate("leaderboard_entries", "entry_date", .happened),
        PersistedDate("ledger", "moved_date", .happened),
        PersistedDate("mails", "made_date", .happened),
        PersistedDate("mails", "next_date", .lease),
        PersistedDate("mails", "over_date", .happened),
        PersistedDate("maintenances", "begin_date", .happened),
        PersistedDate("maintenances", "end_date", .promised),
        PersistedDate("mappings", "registered_date", .happened),
        PersistedDate("members", "registered_date", .happened),
        PersistedDate("members", "last_login_date", .happened),
        PersistedDate("members", "withdrawn_date", .happened),
        PersistedDate("members", "grace_period_date", .promised),
        PersistedDate("members", "newest_day", .happened),
        PersistedDate("members", "joined_day", .happened),
        PersistedDate("members", "first_paid_day", .happened),
        PersistedDate("members", "last_paid_day", .happened),
        PersistedDate("metrics_keys", "seen_date", .happened),
        PersistedDate("object_requests", "made_date", .happened),
        PersistedDate("objects", "create_date", .happened),
        PersistedDate("objects", "update_date", .happened),
        PersistedDate("one_time_keys", "expires_date", .expires),
        PersistedDate("outbox", "raised_date", .happened),
        PersistedDate("payments", "reserved_date", .happened),
        PersistedDate("payments", "purchase_date", .happened, of: .store),
        PersistedDate("payments", "expiry_date", .promised, of: .store),
        PersistedDate("payments", "granted_date", .happened),
        PersistedDate("payments", "closed_date", .happened),
        PersistedDate("payments", "consumed_date", .happened),
        PersistedDate("payments", "paid_date", .happened),
        PersistedDate("player_hours", "day", .happened),
        PersistedDate("player_minutes", "minute", .happened),
        PersistedDate("player_tens", "minute", .happened),
        PersistedDate("proof_tries", "first_date", .counts),
        PersistedDate("proven_places", "proven_date", .happened),
        PersistedDate("push_campaigns", "send_date", .promised),
        PersistedDate("push_campaigns", "due_date", .due),
        PersistedDate("push_campaigns", "ended_date", .happened),
        PersistedDate("push_jobs", "due_date", .lease),
        PersistedDate("push_messages", "expires_date", .expires),
        PersistedDate("push_planned", "due_date", .due),
        PersistedDate("push_requests", "created_date", .happened),
        PersistedDate("push_requests", "updated_date", .happened),
        PersistedDate("push_tags", "created_date", .happened),
        PersistedDate("push_tags", "updated_date", .happened),
        PersistedDate("push_tokens", "registered_date", .happened),
        PersistedDate("push_waiting", "expires_date", .expires),
        PersistedDate("refund_requests", "asked_date", .happened),
        PersistedDate("refund_requests", "next_date", .due),
        PersistedDate("sandbox_orders", "begun_date", .happened),
        PersistedDate("sandbox_orders", "ready_date", .promised),
        PersistedDate("sessions", "issued_date", .happened),
        PersistedDate("sessions", "expires_date", .expires),
        PersistedDate("sessions", "heard_until", .expires),
        PersistedDate("short_term_tickets", "expires_date", .expires),
        PersistedDate("short_term_tickets", "used_date", .happened),
        PersistedDate("storage_shares", "day", .happened),
        PersistedDate("store_claims", "claimed_date", .happened),
        PersistedDate("store_offers", "offered_date", .happened),
        PersistedDate("store_offers", "closed_date", .happened),
        PersistedDate("store_rows", "aside_date", .happened),
        PersistedDate("store_rows", "next_date", .due),
        PersistedDate("subscriptions", "paid_until", .promised),
        PersistedDate("subscriptions", "expiry_date", .promised),
        PersistedDate("subscriptions", "next_date", .promised),
        PersistedDate("terms_agreements", "agreed_date", .happened),
        PersistedDate("terms_consents", "consent_date", .happened),
        PersistedDate("transfer_accounts", "expires_date", .expires),
        PersistedDate("transfer_accounts", "used_date", .happened),
        PersistedDate("transfer_accounts", "issued_date", .happened),
        PersistedDate("transfer_failures", "first_date", .counts),
        PersistedDate("transfer_failures", "blocked_date", .happened),
        PersistedDate("transfer_failures", "block_end_date", .counts),
        PersistedDate("unmatched_money", "reported_date", .happened),
        PersistedDate("unmatched_money", "returned_date", .happened),
        PersistedDate("user_levels", "event_date", .happened, of: .device),
        PersistedDate("user_sessions", "expires_date", .expires),
    ]

    /// Columns that are dates by their names.
    static func isDate(_ column: String) -> Bool {
        column == "day" || column == "minute"
            || ["_date", "_until", "_at", "_day"].contains { column.utf8.count > $0.utf8.count && column.hasSuffix($0) }
    }

    /// Of the rows that `service_state` keeps; the rest of them are no dates.
    static let states = [
        PersistedDate("service_state", "sweptDate", .due), PersistedDate("service_state", "store lease", .lease),
        PersistedDate("service_state", "store whole", .happened), PersistedDate("service_state", "store place", .happened, of: .store),
        PersistedDate("service_state", "pushStamp", .happened), PersistedDate("service_state", "alarm maintenance", .happened),
        PersistedDate("service_state", "alarm since", .happened), PersistedDate("service_state", "alarm books", .happened),
        PersistedDate("service_state", "alarm report", .happened),
    ]

    /// What grows with every change, by an index: rows that are later than now were written by a clock that was ahead.
    static let watched = [("change_answers", "made_date"), ("members", "newest_day"), ("unmatched_money", "reported_date")]
    static let aheadMilliseconds: Int64 = 86_400_000
    static let aheadMax = 100
}

extension ServiceCore {
    /// Rows that are dated more than a day later than now, at most 100 of each table. When they were written cannot be found out.
    func datesAhead() throws(Failure) -> Int64 {
        var sum: Int64 = 0
        let latest = now &+ PersistedDate.aheadMilliseconds
        for (table, column) in PersistedDate.watched {
            let few = "SELECT \(column) FROM \(table) WHERE \(column) > ? ORDER BY \(column) LIMIT \(PersistedDate.aheadMax)"
            sum +=
                try query(
                    "SELECT COUNT(*) FROM (\(few)) few",
                    [.integer(column.hasSuffix("_day") ? settings.day(of: latest) : latest)]
                ).first?.integer(0) ?? 0
        }
        return sum
    }
}
#endif
