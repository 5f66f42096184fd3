import Linux

/// Sums of days, and of each member the days on which it played. What was kept before of active players moves over; what else is stored is
/// counted once, by days of UTC. By country and the like only what comes from then on is counted.
extension Schema {
    #if hasFeature(Embedded)
    /// What its report shows; the rest begins anew.
    static let figuresOfBefore = [fillJoined, fillActive]
    #else
    static let figuresOfBefore = [fillJoined, fillActive] + bits + fillMembers + fillPlayers + fillMoney + ["DROP TABLE day_bits"]
    #endif
    /// Who played when is in `members`, and how many in `figures`.
    static let activeUsersGone = ["DROP TABLE active_users", "DROP TABLE active_days"]

    static let figures = [
        """
        CREATE TABLE figures (measure TEXT NOT NULL, dimension TEXT NOT NULL, value TEXT NOT NULL, number BIGINT NOT NULL,
            unit TEXT NOT NULL, day BIGINT NOT NULL, amount BIGINT NOT NULL,
            PRIMARY KEY (measure, dimension, value, number, unit, day))
        """,
        "CREATE INDEX figures_by_day ON figures (measure, dimension, day)",
        """
        CREATE TABLE member_figures (user_id TEXT NOT NULL PRIMARY KEY, newest_day BIGINT NOT NULL, recent_days BIGINT NOT NULL,
            earlier_days BIGINT NOT NULL, joined_day BIGINT NOT NULL, joined_segment TEXT NOT NULL, segment TEXT NOT NULL,
            first_paid_day BIGINT, last_paid_day BIGINT)
        """,
    ]

    /// Minutes of each server and hours of the app's zone.
    static let connectedPlayers = [
        """
        CREATE TABLE player_minutes (minute BIGINT NOT NULL, server BIGINT NOT NULL, players BIGINT NOT NULL,
            PRIMARY KEY (minute, server))
        """,
        """
        CREATE TABLE player_hours (day BIGINT NOT NULL, hour BIGINT NOT NULL, peak BIGINT NOT NULL, minutes BIGINT NOT NULL,
            PRIMARY KEY (day, hour))
        """,
    ]

    /// By ten minutes of the app's zone, of which the first stands there.
    static let playersByTenMinutes = [
        "CREATE TABLE player_tens (minute BIGINT NOT NULL PRIMARY KEY, peak BIGINT NOT NULL, minutes BIGINT NOT NULL)"
    ]

    /// Who played lately, by a column that changes once a day. An index on the last log-in was changed by each log-in, and PostgreSQL
    /// wrote the member's row into all of its indexes again.
    static let activeMembers = [
        "DROP INDEX members_by_last_login", "CREATE INDEX member_figures_by_day ON member_figures (newest_day, user_id)",
    ]

    /// What is counted of a member is a part of its row: a registration writes one row less, and a log-in reads one less.
    static let membersWithFigures = [
        "newest_day BIGINT", "recent_days BIGINT", "earlier_days BIGINT", "joined_day BIGINT", "joined_segment TEXT", "segment TEXT",
        "first_paid_day BIGINT", "last_paid_day BIGINT",
    ].map { "ALTER TABLE members ADD COLUMN \($0)" }
    private static let columnsOfMember =
        "newest_day, recent_days, earlier_days, joined_day, joined_segment, segment, first_paid_day, last_paid_day"
    static let memberFiguresIntoMembers = [
        "UPDATE members SET (\(columnsOfMember)) = (SELECT \(columnsOfMember) FROM member_figures f WHERE f.user_id = members.user_id)"
    ]
    static let memberFiguresGone = [
        "DROP INDEX member_figures_by_day", "DROP TABLE member_figures", "CREATE INDEX members_by_day ON members (newest_day, user_id)",
    ]

    /// Whether a device that a member joins on is new.
    static let devicesByKey = ["CREATE INDEX metrics_keys_by_key ON metrics_keys (key_hash)"]

    private static let day = "/ \(CalendarDay.dayMilliseconds)"
    #if hasFeature(Embedded)
    static let subscriptionsOfBefore: [String] = []
    static let levelsOfBefore: [String] = []
    static let secondFiguresOfBefore: [String] = []
    static let thirdFiguresOfBefore: [String] = []
    #else
    /// Which day a level was reached on is in no row that both databases read. So the day is kept up to which metrics had come.
    static let levelsOfBefore = [
        fill(
            .levelsSince, "'', 0, '', day, 1",
            "(SELECT MAX(received_date) \(day) AS day FROM analytics_events) e WHERE day IS NOT NULL AND EXISTS (SELECT 1 FROM level_ups)")
    ]

    /// Those that there are, and by day those that began, went on and are over.
    static let subscriptionsOfBefore = [
        subscriptions(
            .subscribers, day: "0", "JOIN payments p ON p.payment_seq = s.payment_seq WHERE s.status IN \(Subscription.listed)"),
        subscriptions(
            .subscribed, day: "MIN(l.moved_date) \(day)",
            """
            JOIN payments p ON p.store_code = s.store_code AND p.original_payment_id = s.original_payment_id
            JOIN ledger l ON l.payment_seq = p.payment_seq WHERE l.movement IN \(paid)
            GROUP BY s.store_code, s.original_payment_id, p.gamebase_product_id, p.store_code, p.is_sandbox
            """),
        subscriptions(
            .lapsed, day: "s.expiry_date \(day)",
            "JOIN payments p ON p.payment_seq = s.payment_seq WHERE s.status NOT IN \(Subscription.listed)"),
        fill(
            .renewed, "value, number, '', day, COUNT(*)",
            """
            (SELECT \(value) AS value, p.is_sandbox AS number, l.moved_date \(day) AS day FROM \(entered)
                WHERE l.movement = '\(Movement.renewed)') e GROUP BY value, number, day
            """),
    ]

    private static func subscriptions(_ measure: Measure, day: String, _ joined: String) -> String {
        fill(
            measure, "value, number, '', day, COUNT(*)",
            """
            (SELECT \(value) AS value, p.is_sandbox AS number, \(day) AS day FROM subscriptions s \(joined)) e
            GROUP BY value, number, day
            """)
    }

    private static let value = """
        p.gamebase_product_id || '\(Segment.separator)' || p.store_code || '\(Segment.separator)\(Segment.separator)'
        """
    private static let entered = "ledger l JOIN payments p ON p.payment_seq = l.payment_seq"
    private static let paid = "('\(Movement.captured)', '\(Movement.renewed)', '\(Movement.imported)')"
    private static let refunded = "('\(Movement.refunded)', '\(Movement.chargeback)')"
    #endif

    /// - Parameter from: what gives value, number, unit and day.
    private static func fill(_ measure: Measure, _ columns: String, _ from: String) -> String {
        """
        INSERT INTO figures (measure, dimension, value, number, unit, day, amount)
        SELECT '\(measure.rawValue)', '', \(columns) FROM \(from)
        """
    }

    private static let fillJoined = fill(
        .joined, "'', 0, '', registered_date \(day), COUNT(*)", "members GROUP BY registered_date \(day)")
    private static let fillActive = fill(.active, "'', 0, '', day, users", "active_days")

    #if !hasFeature(Embedded)
    /// So many days ago, and which bit of its number that is.
    private static let bits = [
        "CREATE TABLE day_bits (days BIGINT NOT NULL PRIMARY KEY, recent_bit BIGINT NOT NULL, earlier_bit BIGINT NOT NULL)",
        "INSERT INTO day_bits (days, recent_bit, earlier_bit) VALUES "
            + (0..<PlayedDays.kept).map { days in
                let bit = Int64(1) << (days % PlayedDays.bits)
                return days < PlayedDays.bits ? "(\(days), \(bit), 0)" : "(\(days), 0, \(bit))"
            }.joined(separator: ", "),
    ]

    private static let fillMembers = [
        """
        INSERT INTO member_figures (user_id, newest_day, recent_days, earlier_days, joined_day, joined_segment, segment)
        SELECT a.user_id, a.newest, SUM(b.recent_bit), SUM(b.earlier_bit), m.registered_date \(day), '', ''
        FROM (SELECT user_id, day, MAX(day) OVER (PARTITION BY user_id) AS newest FROM active_users) a
        JOIN day_bits b ON b.days = a.newest - a.day
        JOIN members m ON m.user_id = a.user_id AND m.valid <> 'D' GROUP BY a.user_id, a.newest, m.registered_date
        """,
        """
        INSERT INTO member_figures (user_id, newest_day, recent_days, earlier_days, joined_day, joined_segment, segment)
        SELECT m.user_id, COALESCE(m.last_login_date, m.registered_date) \(day), 1, 0, m.registered_date \(day), '', '' FROM members m
        WHERE m.valid <> 'D' AND NOT EXISTS (SELECT 1 FROM member_figures f WHERE f.user_id = m.user_id)
        """,
        """
        UPDATE member_figures SET first_paid_day = (SELECT MIN(l.moved_date) \(day) FROM payments p
            JOIN ledger l ON l.payment_seq = p.payment_seq WHERE p.user_id = member_figures.user_id AND l.movement IN \(paid))
        """,
        """
        UPDATE member_figures SET last_paid_day = (SELECT MAX(l.moved_date) \(day) FROM payments p
            JOIN ledger l ON l.payment_seq = p.payment_seq WHERE p.user_id = member_figures.user_id AND l.movement IN \(paid))
        WHERE first_paid_day IS NOT NULL
        """,
    ]

    /// Each day of a member with the one before.
    private static let played = """
        (SELECT a.user_id, a.day, m.registered_date \(day) AS joined_day, LAG(a.day) OVER (PARTITION BY a.user_id ORDER BY a.day) AS before
            FROM active_users a JOIN members m ON m.user_id = a.user_id) d
        """

    private static func windows(_ measure: Measure, _ length: Int64) -> String {
        let spans = """
            (SELECT CASE WHEN before + \(length) > day THEN before + \(length) ELSE day END AS first,
                day + \(length) AS past FROM \(played)) s
            """
        return fill(
            measure, "'', 0, '', day, SUM(amount)",
            """
            (SELECT first AS day, 1 AS amount FROM \(spans) WHERE first < past
                UNION ALL SELECT past, -1 FROM \(spans) WHERE first < past) c GROUP BY day
            """)
    }

    private static let fillPlayers = [
        fill(
            .withdrawn, "'', 0, '', withdrawn_date \(day), COUNT(*)",
            "members WHERE withdrawn_date IS NOT NULL GROUP BY withdrawn_date \(day)"),
        fill(
            .left, "'', 0, '', withdrawn_date \(day), COUNT(*)",
            "members WHERE withdrawn_date \(day) = registered_date \(day) GROUP BY withdrawn_date \(day)"),
        windows(.seen7, 7), windows(.seen30, 30),
        fill(
            .gap, "'', gap, '', day, COUNT(*)",
            """
            (SELECT day, CASE WHEN day - before < \(Figures.gapMax) THEN day - before WHEN before IS NULL AND day <= joined_day THEN 0
                ELSE \(Figures.gapMax) END AS gap FROM \(played)) g GROUP BY day, gap
            """),
        fill(
            .stay, "'', day - joined_day, '', joined_day, COUNT(*)",
            "\(played) WHERE day - joined_day BETWEEN 0 AND \(Figures.agesMax) GROUP BY joined_day, day - joined_day"),
    ]

    private static let bucket =
        "CASE"
        + Figures.worthDays.enumerated().map { " WHEN age <= \($1) THEN \($0)" }.joined() + " ELSE \(Figures.worthDays.count) END"

    private static func money(_ measure: Measure, _ movements: String) -> String {
        fill(
            measure, "value, number, unit, day, COUNT(*)",
            """
            (SELECT \(value) AS value, p.is_sandbox AS number, l.currency || ' ' || l.amount AS unit, l.moved_date \(day) AS day
                FROM \(entered) WHERE l.movement IN \(movements)) e GROUP BY value, number, unit, day
            """)
    }

    private static func worth(_ measure: Measure, _ movements: String) -> String {
        fill(
            measure, "'', bucket, unit, joined_day, COUNT(*)",
            """
            (SELECT joined_day, \(bucket) AS bucket, unit FROM (SELECT m.registered_date \(day) AS joined_day,
                l.moved_date \(day) - m.registered_date \(day) AS age, l.currency || ' ' || l.amount AS unit
                FROM \(entered) JOIN members m ON m.user_id = p.user_id
                WHERE l.movement IN \(movements)) a) e GROUP BY joined_day, bucket, unit
            """)
    }

    /// Who has withdrawn had paid, too.
    private static let firsts = """
        (SELECT p.user_id, MIN(l.moved_date) \(day) AS first_paid_day, MIN(m.registered_date) \(day) AS joined_day FROM \(entered)
            JOIN members m ON m.user_id = p.user_id WHERE l.movement IN \(paid) GROUP BY p.user_id) f
        """

    private static let fillMoney = [
        money(.paid, paid), money(.refunded, refunded), worth(.worth, paid), worth(.worthBack, refunded),
        fill(
            .payers, "'\(Segment.separator)', 0, '', day, COUNT(*)",
            "(SELECT DISTINCT p.user_id, l.moved_date \(day) AS day FROM \(entered) WHERE l.movement IN \(paid)) e GROUP BY day"),
        fill(
            .newPayers, "'\(Segment.separator)', 0, '', first_paid_day, COUNT(*)", "\(firsts) GROUP BY first_paid_day"),
        fill(
            .converts, "'', bucket, '', joined_day, COUNT(*)",
            """
            (SELECT joined_day, \(bucket) AS bucket FROM (SELECT joined_day, first_paid_day - joined_day AS age FROM \(firsts)) a) e
            GROUP BY joined_day, bucket
            """),
        fill(
            .delay, "'', delay, '', first_paid_day, COUNT(*)",
            """
            (SELECT first_paid_day, CASE WHEN first_paid_day - joined_day < \(Figures.delayMax) THEN first_paid_day - joined_day
                ELSE \(Figures.delayMax) END AS delay FROM \(firsts)) e GROUP BY first_paid_day, delay
            """),
    ]

    /// The first day on which nobody of before can have joined: a zone may be a day ahead of UTC.
    private static let behindMembers = "(SELECT MAX(registered_date) \(day) + 2 AS day FROM members) e WHERE day IS NOT NULL"

    /// What members of a country or a system are worth is known of those who join later, and connected players by ten minutes from the
    /// first minute that is not added to its hour.
    static let thirdFiguresOfBefore = [
        fill(.dividedWorthSince, "'', 0, '', day, 1", behindMembers),
        fill(.tensSince, "'', minute, '', 0, 1", "(SELECT MIN(minute) AS minute FROM player_minutes) m WHERE minute IS NOT NULL"),
    ]

    /// Tests count where there has been nothing else.
    private static let counted = """
        \(entered) WHERE l.movement IN \(paid)
            AND (p.is_sandbox = 0 OR NOT EXISTS (SELECT 1 FROM payments r WHERE r.is_sandbox = 0))
        """
    /// Of members who are still there, in days before the newest of all.
    private static let weekDays = 34
    private static let weekBits = (0..<weekDays).map { "(\($0), \(Int64(1) << Int64($0)))" }.joined(separator: ", ")
    private static let lastWeeks = "(SELECT MAX(newest_day) - \(weekDays) FROM member_figures)"

    /// Members by the six days before each on which they played; payers by when they had paid before; the first product of each, and what
    /// was paid on that day. New devices are known from the second day after the last member had joined: a zone may be a day ahead of UTC.
    static let secondFiguresOfBefore = [
        fill(
            .week, "'', week, '', day, COUNT(*)",
            """
            (SELECT f.newest_day - d.column1 AS day, f.recent_days / (2 * d.column2) % \(1 << DaysAround.length) AS week
                FROM member_figures f JOIN (VALUES \(weekBits)) d ON f.recent_days / d.column2 % 2 = 1
                WHERE f.newest_day > \(lastWeeks) AND f.newest_day - d.column1 > \(lastWeeks)) e GROUP BY day, week
            """),
        fill(.joinedAnewSince, "'', 0, '', day, 1", behindMembers),
        fill(
            .payerGap, "'', gap, '', day, COUNT(*)",
            """
            (SELECT day, CASE WHEN before IS NULL THEN 0 WHEN day - before < \(Figures.gapMax) THEN day - before
                ELSE \(Figures.gapMax) END AS gap
                FROM (SELECT day, LAG(day) OVER (PARTITION BY user_id ORDER BY day) AS before
                    FROM (SELECT DISTINCT p.user_id, l.moved_date \(day) AS day FROM \(counted)) e) d) g GROUP BY day, gap
            """),
        fill(
            .paidByNew, "value, number, unit, day, COUNT(*)",
            """
            (SELECT \(value) AS value, p.is_sandbox AS number, l.currency || ' ' || l.amount AS unit, l.moved_date \(day) AS day,
                MIN(l.moved_date \(day)) OVER (PARTITION BY p.user_id) AS first_day FROM \(counted)) e
            WHERE day = first_day GROUP BY value, number, unit, day
            """),
        fill(
            .firstProduct, "value, 0, '', day, COUNT(*)",
            """
            (SELECT p.gamebase_product_id AS value, l.moved_date \(day) AS day,
                LAG(l.moved_date) OVER (PARTITION BY p.user_id ORDER BY l.moved_date, p.payment_seq) AS before FROM \(counted)) e
            WHERE before IS NULL GROUP BY value, day
            """),
    ]
    #endif
}
