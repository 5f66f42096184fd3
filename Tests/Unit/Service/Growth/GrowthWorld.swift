import Documents
@testable import Storage
import Codecs
@testable import Service

/// A service whose player and app have a history: `count` of everything that accumulates, written straight into the tables. What a list
/// shows stays as small as it is in every world.
struct GrowthWorld {
    /// The lists show that many, however long the history is.
    static let listed = 3
    static let userId = "PLAYERPLAYER0000"
    static let secret = "a-guest-secret-of-32-characters!"
    static let deviceKey = "device-of-the-player"

    static let settings: JSON = [
        "app": ["appId": "Shop", "secretKey": "shop-secret", "iapAppKey": "iap-key"],
        "idPs": ["guest": [:], "google": [:], "steam": [:]],
        "stores": [
            ["storeCode": "SANDBOX"], ["storeCode": "STEAM"], ["storeCode": "X-KEYS", "verification": "SERVER"],
            ["storeCode": "WEB", "verification": "STORE"],
        ],
        "coupons": [["couponCode": "XMAS", "title": "Christmas"], ["couponCode": "NEWYEAR", "title": "New year"]],
        "leaderboards": [["factor": 1, "maxSize": 1000]], "figures": ["channels": ["east"], "classes": ["mage"]],
        "products": [
            ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "m.gem", "price": "0.99", "currency": "USD"],
            ["gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "marketItemId": "m.pass", "price": "4.99", "currency": "USD"],
            ["gamebaseProductId": "gold", "productType": "AUTO_RENEWABLE", "marketItemId": "m.gold", "price": "9.99", "currency": "USD"],
            [
                "gamebaseProductId": "crate", "productType": "CONSUMABLE_AUTO_RENEWABLE", "marketItemId": "m.crate", "price": "2.50",
                "currency": "USD",
            ],
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "s.gem", "price": "0.89", "currency": "USD",
                "storeCode": "STEAM",
            ],
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "k.gem", "price": "0.89", "currency": "USD",
                "storeCode": "X-KEYS",
            ],
        ],
        "alarms": [
            "webhookUrl": "https://hooks.example.com/a", "webhookSecret": "secret-of-the-webhook",
            "rules": [
                "playersBelow": ["floor": 1], "playersFall": ["percent": 50, "minutes": 25], "playersRise": ["percent": 50, "minutes": 25],
                "errors": ["percent": 1, "minutes": 60], "storeSilent": [:], "booksUnsound": [:],
            ],
        ],
        "purchases": ["monthlyLimits": [["currency": "USD", "amount": "900000"]]],
        "customerService": ["type": "GAMEBASE", "url": "https://example.com/help"],
        "transferAccount": ["enabled": true, "type": "ID_PASSWORD", "block": ["attempts": 5]],
        "terms": [
            [
                "termsSeq": 1, "termsVersion": "1", "termsCountryType": "ETC",
                "contents": [["termsContentSeq": 1, "name": "All", "required": true]],
            ]
        ],
    ]

    let bench: ServiceBench

    /// A file of the time before the sums and the retention, so that it is an upgrade, too.
    /// - Parameter ofEachKind: payments of each of the four kinds of end that the player's came to, and those of the others; all as `count`.
    init(count: Int, ofEachKind: Int? = nil, _ recorder: StatementRecorder? = nil, keepsEvents: Bool = false) throws {
        bench = try ServiceBench(settings: Self.settings, recorder: recorder, keepsEvents: keepsEvents) { database in
            try Migrations.apply(Schema.migrations.filter { $0.version < 10 }, to: database)
            try database.begin()
            try GrowthHistory(database: database, count: count, ofEachKind: ofEachKind ?? count).fill()
            try database.commit()
        }
        try bench.database.begin()
        try GrowthHistory(database: bench.database, count: count, ofEachKind: ofEachKind ?? count).fillObjects()
        try bench.database.commit()
        _ = bench.database.takeSteps()
        recorder?.forget()
    }

    init(over bench: ServiceBench) { self.bench = bench }
}

/// The rows of a history.
struct GrowthHistory {
    let database: SQLiteDatabase
    let count: Int
    let ofEachKind: Int
    private let date = ServiceTestClock().epochMilliseconds()

    init(database: SQLiteDatabase, count: Int, ofEachKind: Int) {
        self.database = database
        self.count = count
        self.ofEachKind = ofEachKind
    }

    func fill() throws {
        try fillMembers()
        try fillPayments()
        try fillSubscriptions()
        try fillOthers()
    }

    /// With an index of what the story asks by.
    func fillObjects() throws {
        _ = try database.run(
            "INSERT INTO object_indexes (index_id, class_name, path, is_declared, has_lists) VALUES (1, 'Horse', 'points', 1, 0)", [])
        let columns = "objects (class_name, object_id, version, create_date, update_date, acl, fields)"
        let everyone = #"'{"*":{"read":true,"write":true}}'"#
        // Some few of them are what the story looks for.
        let points = "CASE WHEN i <= 3 THEN 7 ELSE 1000 + i END"
        try fill(columns, #"'Horse', printf('H%015d', i), 1, \#(old) + i, \#(old) + i, \#(everyone), printf('{"points":%d}', \#(points))"#)
        try fill(columns, #"'user', printf('U%015d', i), 1, \#(old) + i, \#(old) + i, '{}', printf('{"userName":"user%d"}', i)"#)
        try fill("object_names (class_name, kind, name, object_id)", "'user', 'userName', printf('user%d', i), printf('U%015d', i)")
        try fill("users (user_id, password_salt, password_key)", "printf('U%015d', i), 's', 'k'")
        try fill("user_sessions (token_hash, user_id, expires_date)", "printf('%064d', i), printf('U%015d', i), \(date) - i * 60000")
        try fill(
            """
            push_campaigns (campaign, state, push, title, send_date, is_local, life, due_date, ended_date, seq, place, place_device,
            place_user, accepted, withheld, withdrawn, delivered, clicked)
            """, "i, 'SENT', '', 't', 1, 0, 1, NULL, \(old) + i, i, 0, '', '', 1, 0, 0, 1, 0")
        try fill("push_results", "printf('OTHER%011d', i), printf('device-%d', i), i, 'told', i")
        try fill("object_requests (request_key, answer, made_date)", "printf('%064d', i), 'null', \(date) - i * 60000")
        try fill("proof_tries (subject, place, tries, first_date)", "printf('userName user%d', i), '', 1, \(date) - i * 60000")
        try fill("proven_places (owner, place, proven_date)", "printf('user U%015d', i), printf('%064d', i), \(date) - i * 60000")
        try fill(
            "relations (class_name, object_id, field, target_class, target_id)",
            "'role', 'R', 'belongUser', 'user', printf('U%015d', i)")
        try fill(
            "alarms (alarm_id, rule, subject, facts, raised_date, ended_date, told_date)",
            "printf('A%d', i), 'errors', '', '{}', \(date) - i * 60000, \(date) - i * 60000 + 1, \(date) - i * 60000")
        try fill(
            "alarm_messages (message_id, alarm_id, event, receiver, facts, state, tries, reason, made_date)",
            "printf('M%d', i), printf('A%d', i), 'raised', 'webhook', '{}', 'SENT', 1, '', \(date) - i * 60000")
        try fill("answer_minutes (minute, service, requests, failures)", "\(date / 60000) - i, 's', 10, 1")
        for number in 1...count {
            let key = ValueKey(.integer(number <= 3 ? 7 : 1000 + Int64(number))).indexedBytes
            _ = try database.run(
                "INSERT INTO object_keys (index_id, key, object_id, roles) VALUES (1, ?, ?, 7)",
                [.blob(key), .text("H" + String(repeating: "0", count: 15 - "\(number)".count) + "\(number)")])
        }
    }

    // MARK: Filling

    /// Runs `INSERT INTO table columns SELECT ...` once for every number i from 1 on.
    private func fill(_ into: String, _ select: String, count: Int? = nil) throws {
        _ = try database.run(
            "INSERT INTO \(into) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT \(select) FROM n",
            [.integer(Int64(count ?? self.count))])
    }

    private var day: Int64 { CalendarDay.dayMilliseconds }
    private var old: Int64 { date - 40 * day }
    private var me: String { "'\(GrowthWorld.userId)'" }

    private func fillMembers() throws {
        _ = try database.run(
            "INSERT INTO members (user_id, valid, registered_date, last_login_date) VALUES (?, 'Y', 1, 1)", [.text(GrowthWorld.userId)])
        _ = try database.run(
            "INSERT INTO mappings (idp_code, auth_key, user_id, registered_date) VALUES ('guest', ?, ?, 1)",
            [.text(Members.guestKey(GrowthWorld.secret)), .text(GrowthWorld.userId)])
        try fill("members (user_id, valid, registered_date, last_login_date)", "printf('OTHER%011d', i), 'Y', 1, \(old) + i")
        try fill("mappings (idp_code, auth_key, user_id, registered_date)", "'guest', printf('KEY%d', i), printf('OTHER%011d', i), 1")
        try fill(
            "sessions (token_hash, user_id, idp_code, issued_date, expires_date)",
            "printf('%064d', i), printf('OTHER%011d', i), 'guest', \(old), \(old) + i")
        try fill(
            "bans (user_id, begin_date, ban_type, end_date, message, released_date)", "\(me), \(old) - i, 'TEMPORARY', \(old), '', \(old)")
        try fill(
            "bans (user_id, begin_date, ban_type, end_date, message, released_date)", "printf('OTHER%011d', i), 1, 'TEMPORARY', 2, '', 2")
        try fill("terms_consents", "printf('device:%d', i), 'ETC', 1, '1', 1")
        try fill("terms_agreements", "printf('device:%d', i), 1, 1, 1, 1")
        try fill("idp_revocations", "printf('OTHER%011d', i), 'google', 1")
        try fill(
            "grace_bans (user_id, begin_date, grace_period_date, ban_type, message, amount, payment_count, currency)",
            "printf('OTHER%011d', i), 1, \(date + day), 'PERMANENT', '', '1', 1, 'USD'")
        try fill(
            "transfer_accounts (account_id, user_id, issued_type, issued_date)",
            "printf('ACCOUNT%d', i), printf('OTHER%011d', i), 'AUTO', 1")
        try fill("transfer_failures (subject, fail_count, first_date)", "printf('ACCOUNT%d', i), 1, \(old)")
        try fill("transfer_failures (subject, fail_count, first_date)", "printf('device %d', i), 1, \(date) - i * 60000")
        try fill(
            "forcing_tickets (key_hash, user_id, mapped_user_id, idp_code, auth_key, token_hash, expires_date)",
            "printf('%d', i), \(me), 'OTHER00000000001', 'google', 'k', 't', \(date) - i * 60000")
        try fill("short_term_tickets (ticket_hash, user_id, purpose, expires_date)", "printf('%d', i), \(me), 'p', \(date) - i * 60000")
    }

    private static let paymentColumns = """
        payments (payment_seq, order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id, item_seq, market_item_id,
            product_type, price, currency, subscription_period, is_sandbox, reserved_date, store_transaction_id, purchase_token, original_payment_id,
            purchase_date, expiry_date, granted_date, consumed_date, closed_date)
        """

    /// - Parameter rest: granted_date, consumed_date, closed_date.
    private func fillPayments(
        _ prefix: Int, of user: String, state: Int64, _ product: String, _ type: String, price: String, original: String = "NULL",
        expiry: String = "NULL",
        paid: Bool = true, granted: String, consumed: String, closed: String, finished: Int = 1, _ movements: [String]
    ) throws {
        let seq = "printf('\(prefix)%017d', i)"
        let transaction = paid ? "printf('T\(prefix)-%d', i)" : "NULL"
        try fill(
            Self.paymentColumns,
            """
            \(seq), printf('SANDBOX-\(prefix)%017d', i), \(user), printf('r\(prefix)-%d', i), \(state), \(finished), 'SANDBOX', '\(product)', 1001, 'm.\(product)',
            '\(type)', '\(price)', 'USD', 1000000, 1, \(old), \(transaction), \(paid ? "printf('k\(prefix)-%d', i)" : "NULL"), \(original), \(old), \(expiry),
            \(granted), \(consumed), \(closed)
            """, count: ofEachKind)
        for movement in movements {
            try fill(
                "ledger (payment_seq, movement, amount, currency, moved_date)", "\(seq), '\(movement)', '\(price)', 'USD', \(old)",
                count: ofEachKind)
        }
    }

    private func fillOrders(_ prefix: Int, of user: String, _ product: String, price: String, _ outcome: String, finished: Int) throws {
        try fill(
            "sandbox_orders (order_key, user_id, market_item_id, price, currency, outcome, begun_date, ready_date, store_transaction_id, receipt, finished)",
            "printf('SANDBOX-\(prefix)%017d', i), \(user), 'm.\(product)', '\(price)', 'USD', '\(outcome)', \(old), \(old), printf('T\(prefix)-%d', i), '', \(finished)",
            count: ofEachKind)
    }

    private func fillPayments() throws {
        let other = "printf('OTHER%011d', i)"
        // Bought and consumed, by the player and by the others.
        for (prefix, user) in [(10, me), (11, other)] {
            try fillPayments(
                prefix, of: user, state: PaymentState.consumed, "gem", "CONSUMABLE", price: "0.99", granted: "\(old)", consumed: "\(old)",
                closed: "NULL",
                ["CAPTURED", "GRANTED", "CONSUMED"])
            try fillOrders(prefix, of: user, "gem", price: "0.99", "PAID", finished: 1)
        }
        // Declined by the store, and given up.
        try fillPayments(
            12, of: me, state: PaymentState.declined, "gem", "CONSUMABLE", price: "0.99", paid: false, granted: "NULL", consumed: "NULL",
            closed: "\(old)", [])
        try fillOrders(12, of: me, "gem", price: "0.99", "DECLINED", finished: 0)
        // Given back.
        try fillPayments(
            13, of: me, state: PaymentState.refunded, "gem", "CONSUMABLE", price: "0.99", granted: "\(old)", consumed: "NULL",
            closed: "\(old)", finished: 0,
            ["CAPTURED", "GRANTED", "REVOKED", "REFUNDED"])
        try fillOrders(13, of: me, "gem", price: "0.99", "REFUNDED", finished: 1)
        // Not consumed and reserved, by the others.
        try fillPayments(
            14, of: other, state: PaymentState.unconsumed, "gem", "CONSUMABLE", price: "0.99", granted: "\(old)", consumed: "NULL",
            closed: "NULL",
            ["CAPTURED", "GRANTED"])
        try fillPayments(
            15, of: other, state: PaymentState.reserved, "gem", "CONSUMABLE", price: "0.99", paid: false, granted: "NULL", consumed: "NULL",
            closed: "NULL",
            finished: 0, [])
    }

    /// Subscriptions that are over, each with a period that was paid.
    private func fillSubscriptions() throws {
        for (prefix, user) in [(16, me), (17, "printf('OTHER%011d', i)")] {
            try fillPayments(
                prefix, of: user, state: PaymentState.unconsumed, "pass", "AUTO_RENEWABLE", price: "4.99",
                original: "printf('T\(prefix)-%d', i)",
                expiry: "\(old) + 1", granted: "\(old)", consumed: "NULL", closed: "NULL", ["CAPTURED", "GRANTED"])
            try fillOrders(prefix, of: user, "pass", price: "4.99", "PAID", finished: 1)
            try fill(
                "subscriptions (\(Subscription.columns))",
                """
                'SANDBOX', printf('T\(prefix)-%d', i), \(user), 'pass', 'pass', 'EXPIRED', 'EXPIRED', 0, NULL, printf('\(prefix)%017d', i), 1, \(old) + 1,
                \(old) + 1, NULL
                """, count: ofEachKind)
        }
    }

    private func fillOthers() throws {
        try fill(
            "store_offers (offer_id, user_id, gamebase_product_id, market_item_id, offered_date, closed_date)",
            "printf('OFFER%d', i), CASE i % 2 WHEN 0 THEN \(me) END, 'gem', 'm.gem', \(old), \(old)")
        try fill("analytics_events", "printf('event-%d', i), 'levelUp', \(me), \(old), \(old), '{}'")
        try fill("active_users (day, user_id)", "\(date / day) - i % 90, printf('OTHER%011d', i)")
        try fill(
            "user_levels",
            "printf('OTHER%011d', i), i % 100, printf('channel-%d', i % 7), printf('hero-%d', i), printf('class-%d', i % 5), 1")
        try fill("event_losses", "printf('journal-%d', i), 1, 0, 1")
        try fill(
            "push_tokens",
            "printf('device-%d', i), printf('OTHER%011d', i), printf('token-%d', i), 1, 1, 1, 'en', 'US', 'UTC', 0, 1, '{}', 1")
        try fill(
            "push_messages",
            "i, '{\"text\":{\"title\":\"t\",\"body\":\"b\"},\"messages\":{},\"extras\":\"{}\"}', CASE i % 2 WHEN 0 THEN \(date) - i ELSE \(date + day) END"
        )
        try fill("push_waiting", "printf('device-%d', i), printf('OTHER%011d', i), i")
        try fill(
            "unmatched_money", "printf('STEAM t%d', i), 'unknown', 'STEAM', printf('t%d', i), \(me), '1', 'USD', '', \(old) + i")
    }
}
