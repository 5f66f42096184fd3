import Linux
import Storage

/// A table that holds something of a member: what is told of it, and what becomes of it when the member is to be forgotten. A unit test
/// holds this list and `HeldElsewhere` against the schema: no table and no column of one can be forgotten.
struct HeldTable: Sendable {
    enum End: Sendable {
        /// The rows go.
        case gone
        /// The rows stay, because they are money's or stand for a number that was counted; what is set says what of them goes.
        case kept(_ set: String)
        /// The rows stay as they are: nothing in them says more than the member's number.
        case same

        var isGone: Bool { if case .gone = self { true } else { false } }

        /// - Returns: nil when there is nothing to do.
        func statement(_ table: String) -> String? {
            switch self {
            case .gone: "DELETE FROM \(table)"
            case .kept(let set): "UPDATE \(table) SET \(set)"
            case .same: nil
            }
        }
    }

    let name: String
    /// Tells the member's rows apart, and is the order in which they are gone through: that of an index by the member, so that a slice does
    /// not sort all that the member has.
    let key: String
    /// Columns of the key that are numbers.
    var numbers = ""
    var owner = "user_id = ?"
    var ownerPrefix = ""
    /// There is no index by the member that has the key's order: it is looked through in that order, a stretch in each turn.
    var isScanned = false
    /// What the member is told, separated by ", ".
    let columns: String
    /// What is kept from everybody: the hashes of secrets, and what opens something.
    var secrets = ""
    var end = End.gone

    static let all = [
        HeldTable(
            name: "members", key: "user_id",
            columns: """
                user_id, valid, registered_date, last_login_date, withdrawn_date, withdrawal_type, grace_period_date, withdrawn_by, \
                info, newest_day, recent_days, earlier_days, joined_day, joined_segment, segment, first_paid_day, \
                last_paid_day, open_sessions
                """,
            end: .kept("last_login_date = NULL, withdrawn_by = NULL, info = NULL, \(Figures.ofMemberGone)")),
        HeldTable(name: "mappings", key: "idp_code, auth_key", columns: "idp_code, auth_key, user_id, registered_date"),
        HeldTable(
            name: "sessions", key: "issued_date, token_hash", numbers: "issued_date",
            columns: "user_id, idp_code, issued_date, expires_date, heard_until",
            secrets: "token_hash, predecessor_hash, successor_hash"),
        HeldTable(
            name: "bans", key: "begin_date", numbers: "begin_date",
            columns: "user_id, begin_date, ban_type, end_date, message, released_date, banned_by, released_by"),
        HeldTable(
            name: "grace_bans", key: "user_id",
            columns:
                "user_id, begin_date, grace_period_date, ban_type, end_date, message, condition_type, amount, payment_count, currency"),
        HeldTable(name: "idp_revocations", key: "idp_code", columns: "user_id, idp_code, revoked_date"),
        // Where the settings ask for no password, whoever knows the id has the member.
        HeldTable(
            name: "transfer_accounts", key: "account_id", columns: "user_id, issued_type, expires_date, used_date, issued_date",
            secrets: "account_id, salt, key_hash"),
        HeldTable(
            name: "proven_places", key: "place", owner: "owner = ?", ownerPrefix: "member ", columns: "owner, proven_date",
            secrets: "place"),
        HeldTable(
            name: "forcing_tickets", key: "key_hash", owner: "? IN (user_id, mapped_user_id)", isScanned: true,
            columns: "user_id, mapped_user_id, idp_code, auth_key, sub_code, expires_date, used_date", secrets: "key_hash, token_hash"),
        HeldTable(
            name: "short_term_tickets", key: "ticket_hash", isScanned: true, columns: "user_id, purpose, expires_date, used_date",
            secrets: "ticket_hash"),
        HeldTable(
            name: "terms_consents", key: "country_type, terms_seq", numbers: "terms_seq", owner: "owner = ?",
            ownerPrefix: Screens.memberOwner, columns: "owner, country_type, terms_seq, terms_version, consent_date"),
        HeldTable(
            name: "terms_agreements", key: "terms_seq, content_seq", numbers: "terms_seq, content_seq", owner: "owner = ?",
            ownerPrefix: Screens.memberOwner, columns: "owner, terms_seq, content_seq, agreed, agreed_date"),
        HeldTable(
            name: "push_tokens", key: "device_key",
            columns: """
                device_key, user_id, token, push_enabled, ad_agreement, ad_agreement_night, language, country, timezone, offset_minutes, \
                sandbox, options, registered_date
                """),
        HeldTable(
            name: "push_waiting", key: "device_key, user_id, seq", numbers: "seq", isScanned: true,
            columns: "device_key, user_id, seq, expires_date"),
        HeldTable(
            name: "push_planned", key: "campaign, due_date, device_key, user_id", numbers: "campaign, due_date", isScanned: true,
            columns: "campaign, due_date, device_key, user_id"),
        HeldTable(
            name: "push_results", key: "device_key, seq, what", numbers: "seq",
            columns: "user_id, device_key, seq, what, campaign"),
        HeldTable(name: "push_tagged", key: "tag_id", columns: "user_id, tag_id"),
        HeldTable(
            name: "analytics_events", key: "event_id", isScanned: true,
            columns: "event_id, type, user_id, event_date, received_date, data"),
        HeldTable(
            name: "user_levels", key: "user_id",
            columns: "user_id, user_level, channel_id, character_id, class_id, event_date, journal, top_level, named_levels"),
        HeldTable(name: "metrics_keys", key: "key_hash", columns: "user_id, seen_date", secrets: "key_hash"),
        // What a device lost was counted, and is counted once.
        HeldTable(
            name: "event_losses", key: "journal", columns: "journal, dropped, damaged, reported_date, user_id",
            end: .kept("user_id = NULL")),
        HeldTable(
            name: "store_offers", key: "offer_id", isScanned: true,
            columns: "offer_id, user_id, gamebase_product_id, market_item_id, offered_date, closed_date"),
        HeldTable(
            name: "payments", key: "request_id, payment_seq",
            columns: """
                payment_seq, order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id, item_seq, \
                market_item_id, product_type, price, currency, subscription_period, payload, is_sandbox, reserved_date, \
                store_transaction_id, receipt, original_payment_id, purchase_date, expiry_date, granted_date, closed_date, \
                consumed_date, consume_transaction_id, consume_answer, is_promotion, detail_code, store_error, paid_date
                """,
            // The answer to a consumption has the payload once more.
            secrets: "purchase_token", end: .kept("payload = NULL, receipt = NULL, store_error = NULL, consume_answer = NULL")),
        HeldTable(
            name: "subscriptions", key: "store_code, original_payment_id", isScanned: true,
            columns: """
                store_code, original_payment_id, user_id, subscription_group, gamebase_product_id, status, reference_status, renews, \
                planned, payment_seq, periods, paid_until, expiry_date, next_date
                """, end: .kept("renews = 0")),
        HeldTable(
            name: "unmatched_money", key: "payment_seq, reason", isScanned: true,
            columns: """
                payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount, captured_currency, receipt, \
                reported_date, order_key, product, returned, returned_date
                """, end: .kept("receipt = NULL")),
        HeldTable(
            name: "store_claims", key: "payment_seq",
            columns: "payment_seq, user_id, store_code, store_transaction_id, receipt, original_payment_id, claimed_date",
            end: .kept("receipt = NULL")),
        HeldTable(
            name: "leaderboard_entries", key: "board",
            columns: "board, user_id, sort_score, sort_number, pre_rank, extra, entry_date, transaction_id"),
        // A coupon that was used stays used.
        HeldTable(
            name: "coupon_uses", key: "coupon_code, subject", isScanned: true,
            columns: "coupon_code, subject, user_id, used_date, transaction_id, answer", end: .same),
        // What the SANDBOX store keeps is its side of the money, and by its receipt it knows the order again.
        HeldTable(
            name: "sandbox_orders", key: "order_key", isScanned: true,
            columns: """
                order_key, user_id, market_item_id, price, currency, outcome, begun_date, ready_date, store_transaction_id, receipt, \
                finished, kind, detail_code
                """, end: .same),
    ]

    var names: [String] { Self.list(columns) }
    /// As an expression the member offers no other way through a table than the order of its key.
    var isOwned: String { isScanned && owner.hasPrefix("user_id") ? "user_id || '' = ?" : owner }
    var keyNames: [String] { Self.list(key) }
    /// Finds one row, by the member and the key.
    var isRow: String { "\(isOwned) AND (\(key)) = (\(Self.places(keyNames.count)))" }

    /// Before the key of every row.
    var firstKey: [Value] {
        let numbers = Self.list(numbers)
        return keyNames.map { numbers.contains($0) ? .integer(Int64.min) : .text("") }
    }

    static func places(_ count: Int) -> String { [String](repeating: "?", count: count).joined(separator: ", ") }

    static func list(_ text: String) -> [String] {
        text.isEmpty ? [] : TextParts.split(text, at: UInt8(ascii: ",")).map { TextParts.rest(of: $0, behind: " ") ?? $0 }
    }
}

/// Tables that are no member's, or go by themselves so soon that nothing is asked of them.
enum HeldElsewhere {
    static let tables: [StaticString] = [
        // Names, sums and figures of the app: nobody's.
        "schema_version", "service_state", "member_states", "money_totals", "test_totals", "event_totals", "figures",
        "figure_additions", "player_minutes", "player_tens", "player_hours", "level_users",
        "level_ups", "player_groups", "event_places", "push_actions", "push_tags", "file_totals",
        "object_indexes", "coupon_counts", "leaderboard_boards", "leaderboard_blocks",
        // A push's own list and words, which may name members by their numbers. They go 90 days after its end.
        "push_messages", "push_campaigns", "push_requests",
        // Whom the settings name, and numbers of the app.
        "alarms", "alarm_messages", "answer_minutes", "maintenances",
        // Lines of money: a payment's number, and no member.
        "ledger", "refund_requests",
        // Names that a store has for its orders.
        "store_rows",
        // For a day at most: what was told, what was answered (sealed), and what a key begun.
        "outbox", "change_answers", "one_time_keys", "object_requests", "proof_tries", "transfer_failures",
        // The mobile backend's users are no members and are not linked with them: their objects are asked for and deleted by its own calls.
        "users", "user_sessions", "mails", "objects", "object_keys", "object_names", "relations", "relation_ends",
        "push_jobs",
        "installation_messages", "installation_waiting", "file_contents", "file_chunks", "storage_shares",
    ]
}
