import Codecs
import Documents
import Linux
import Storage
import Testing

@testable import Service

/// Each column of the schema, and how what opens something is kept in it. `GuardedField` says the same of the fields of objects and of the
/// settings, which are columns of texts here. A column that is in neither of the two lists fails.
enum SecretColumns {
    enum Kept {
        case digest
        /// Combined with what only its sender knows.
        case sealed
        /// Of a digest: it opens nothing.
        case salt
        /// By what is in it.
        case byField
        /// Readable to who has the database, for a reason.
        case asGiven(String)
    }

    private static let receipt = Kept.asGiven("the store is asked about it again, and knows the buyer by itself")

    static let secrets: [(column: String, kept: Kept)] = [
        ("change_answers.key_hash", .digest), ("change_answers.subject_hash", .digest), ("change_answers.answer", .sealed),
        ("forcing_tickets.key_hash", .digest), ("forcing_tickets.token_hash", .digest),
        ("forcing_tickets.auth_key", .asGiven("as mappings.auth_key; for a day")),
        (
            "mappings.auth_key",
            .asGiven(
                "a guest's is a digest. A provider's name of a player is what game servers ask for, and opens nothing where the provider "
                    + "is asked; a server that believes names lets in whoever says one, with a database or without")
        ),
        ("mails.sealed_key", .sealed), ("metrics_keys.key_hash", .digest), ("object_names.name", .byField), ("objects.fields", .byField),
        ("object_keys.key", .byField),
        ("object_requests.request_key", .digest), ("object_requests.change_hash", .digest), ("one_time_keys.key_hash", .digest),
        ("outbox.body", .asGiven("a mail goes out by it with its key; no player gets this kind of event, and it is gone after a day")),
        (
            "payments.purchase_token",
            .asGiven(
                "its owner is given it with each list, and a game server says it to consume; without that server's key it opens nothing")
        ),
        ("payments.receipt", receipt), ("store_claims.receipt", receipt), ("unmatched_money.receipt", receipt),
        ("sandbox_orders.receipt", .asGiven("the SANDBOX store takes no money")),
        ("proof_tries.place", .digest), ("proven_places.place", .digest),
        (
            "push_tokens.token",
            .asGiven(
                "game servers ask for a member's tokens, and a push service takes one only as it was given; it lets nobody in")
        ),
        ("service_state.value", .byField), ("sessions.token_hash", .digest), ("sessions.predecessor_hash", .digest),
        ("sessions.successor_hash", .digest), ("short_term_tickets.ticket_hash", .digest), ("transfer_accounts.key_hash", .digest),
        ("transfer_accounts.salt", .salt), ("user_sessions.token_hash", .digest), ("users.password_key", .digest),
        ("users.password_salt", .salt),
    ]

    /// What opens nothing.
    static let plain: [String: String] = [
        "alarm_messages": "message_id alarm_id event receiver facts state tries reason made_date next_date",
        "alarms": "alarm_id rule subject facts raised_date ended_date calm_date told_date",
        "analytics_events": "event_id type user_id event_date received_date data",
        "answer_minutes": "minute service requests failures",
        "bans": "user_id begin_date ban_type end_date message released_date banned_by released_by",
        "change_answers": "made_date begun",
        "coupon_counts": "coupon_code uses",
        "coupon_uses": "coupon_code subject user_id used_date transaction_id answer",
        "event_losses": "journal dropped damaged reported_date user_id",
        "event_places": "name newest floor",
        "event_totals": "name total",
        "figure_additions": "service addition sums",
        "figures": "measure dimension value number unit day amount",
        "file_chunks": "content_id first_byte bytes",
        "file_contents": "content_id state state_date file_id file_name mime_type acl parts bytes owner network",
        "file_totals": "name bytes",
        "forcing_tickets": "user_id mapped_user_id idp_code sub_code expires_date used_date",
        "grace_bans": "user_id begin_date grace_period_date ban_type end_date message condition_type amount payment_count currency",
        "idp_revocations": "user_id idp_code revoked_date",
        "installation_messages": "seq content expires_date",
        "installation_waiting": "installation_id seq told",
        "leaderboard_blocks": "board level sort_score sort_number entries",
        "leaderboard_boards": "board users last_number touched_date",
        "leaderboard_entries": "board user_id sort_score sort_number pre_rank extra entry_date transaction_id",
        "ledger": "payment_seq movement amount currency moved_date",
        "level_ups": "user_level level_ups players",
        "level_users": "user_level users",
        "mails": "mail_id kind mail_address user_name language state tries reason made_date next_date over_date",
        "mappings": "idp_code user_id registered_date",
        "member_states": "valid members",
        "members":
            """
        user_id valid registered_date last_login_date withdrawn_date withdrawal_type grace_period_date withdrawn_by info newest_day \
        recent_days earlier_days joined_day joined_segment segment first_paid_day last_paid_day open_sessions
        """,
        "maintenances": "begin_date end_date",
        "metrics_keys": "user_id seen_date",
        "money_totals": "movement store_code gamebase_product_id currency amount entries",
        "object_indexes": "index_id class_name path is_declared has_lists built_to",
        "object_keys": "index_id object_id roles",
        "object_names": "class_name kind object_id",
        "object_requests": "answer made_date",
        "objects": "class_name object_id version create_date update_date acl owner network bytes",
        "one_time_keys": "kind mail_address user_id expires_date",
        "outbox": "event_seq kind user_id raised_date",
        "payments":
            """
        payment_seq order_key user_id request_id state store_finished store_code gamebase_product_id item_seq market_item_id \
        product_type price currency subscription_period payload is_sandbox reserved_date store_transaction_id \
        original_payment_id purchase_date expiry_date granted_date closed_date consumed_date consume_transaction_id \
        consume_answer is_promotion detail_code store_error paid_date
        """,
        "player_groups": "grouping name users",
        "player_hours": "day hour peak minutes",
        "player_tens": "minute peak minutes",
        "player_minutes": "minute server players",
        "proof_tries": "subject tries first_date",
        "proven_places": "owner proven_date",
        "push_actions": "campaign action clicks",
        "push_campaigns":
            """
        campaign state push title send_date is_local life due_date ended_date seq place place_device place_user accepted \
        withheld withdrawn delivered clicked request
        """,
        "push_jobs": "push_id due_date made user_id is_console seq sent",
        "push_messages": "seq content expires_date campaign",
        "push_planned": "campaign due_date device_key user_id",
        "push_requests": "request words is_reservation created_date updated_date",
        "push_results": "user_id device_key seq what campaign",
        "push_tagged": "user_id tag_id",
        "push_tags": "tag_id tag_name created_date updated_date",
        "push_tokens":
            """
        device_key user_id push_enabled ad_agreement ad_agreement_night language country timezone offset_minutes sandbox \
        options registered_date
        """,
        "push_waiting": "device_key user_id seq expires_date",
        "refund_requests": "payment_seq store_code asked_date tries next_date",
        "relation_ends": "class_name object_id",
        "relations": "class_name object_id field target_class target_id",
        "sandbox_orders":
            """
        order_key user_id market_item_id price currency outcome begun_date ready_date store_transaction_id finished kind \
        detail_code
        """,
        "schema_version": "version",
        "service_state": "name",
        "sessions": "user_id idp_code issued_date expires_date heard_until",
        "short_term_tickets": "user_id purpose expires_date used_date",
        "storage_shares": "owner kind day amount",
        "store_claims": "payment_seq user_id store_code store_transaction_id original_payment_id claimed_date",
        "store_offers": "offer_id user_id gamebase_product_id market_item_id offered_date closed_date",
        "store_rows": "store_code kind name reason aside_date tries next_date",
        "subscriptions":
            """
        store_code original_payment_id user_id subscription_group gamebase_product_id status reference_status renews planned \
        payment_seq periods paid_until expiry_date next_date
        """,
        "terms_agreements": "owner terms_seq content_seq agreed agreed_date",
        "terms_consents": "owner country_type terms_seq terms_version consent_date",
        "test_totals": "movement store_code gamebase_product_id currency amount entries",
        "transfer_accounts": "account_id user_id issued_type expires_date used_date issued_date",
        "transfer_failures": "subject fail_count first_date blocked_date block_end_date",
        "unmatched_money":
            """
        payment_seq reason store_code store_transaction_id user_id captured_amount captured_currency reported_date order_key \
        product returned returned_date
        """,
        "user_levels": "user_id user_level channel_id character_id class_id event_date journal top_level named_levels",
        "user_sessions": "user_id expires_date",
        "users": "user_id",
    ]
}

@Suite struct `Columns that open something` {
    @Test func `each column of the schema is listed as a secret, with how it is kept, or as none`() throws {
        let bench = try ServiceBench(keepsEvents: true)
        let tables = try bench.database.query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", []).map { $0.text(0) }
        #expect(tables.count > 50)
        var listed = Set(SecretColumns.secrets.map { $0.column })
        #expect(listed.count == SecretColumns.secrets.count)
        for (table, columns) in SecretColumns.plain {
            for column in columns.split(separator: " ") {
                #expect(listed.insert("\(table).\(column)").inserted, "\(table).\(column) is in both lists")
            }
        }
        var there: Set<String> = []
        for table in tables where !table.hasPrefix("sqlite_") {
            for row in try bench.database.query("SELECT name FROM pragma_table_info('\(table)')", []) {
                there.insert("\(table).\(row.text(0))")
            }
        }
        #expect(there.subtracting(listed).isEmpty, "how is it kept, or why does it open nothing? \(there.subtracting(listed).sorted())")
        #expect(listed.subtracting(there).isEmpty, "\(listed.subtracting(there).sorted())")
    }

    /// In a world that has something of everything.
    @Test func `what is listed as a digest is one, and what is sealed is not readable`() throws {
        let world = try RefusalWorld(ServiceBench(keepsEvents: true))
        var seen: Set<String> = []
        for (name, kept) in SecretColumns.secrets {
            let parts = name.split(separator: ".")
            for row in try world.bench.database.query("SELECT \(parts[1]) FROM \(parts[0]) WHERE \(parts[1]) IS NOT NULL", []) {
                let bytes: [UInt8]
                switch row.values[0] {
                case .text(let text): bytes = Array(text.utf8)
                case .blob(let blob): bytes = blob
                default: bytes = []
                }
                if bytes.isEmpty { continue }
                switch kept {
                case .digest: #expect(Self.isDigest(bytes), "\(name): \(String(decoding: bytes, as: UTF8.self))")
                case .sealed: #expect((try? JSON.parse(bytes: bytes)) == nil, "\(name)")
                case .salt, .byField, .asGiven: continue
                }
                seen.insert(name)
            }
        }
        #expect(seen.count > 10, "\(seen.sorted())")
    }

    /// As many bytes as SHA-256 has, or their text.
    private static func isDigest(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        if GuardedField.isDigest(text) || bytes.count == SHA256.digestBytes { return true }
        let isHex = bytes.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        return bytes.count == 2 * SHA256.digestBytes && isHex || Base64URL.decode(text)?.count == SHA256.digestBytes
    }
}
