"""Makes a store of many players out of one of few: each row stands there again under other ids, and sums grow with it. No server runs."""
import sqlite3

# What belongs to a payment, and events, are there so many times more than players.
PAYMENTS_EACH, EVENTS_EACH = 17, 3
FAST = ["journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000", "temp_store = MEMORY"]
# :n is the number of the copy, :k that of its player, 0 the first one. No id of the first has a small letter at its end.
USER = "CASE WHEN :k = 0 THEN user_id ELSE substr(user_id, 1, 12) || printf('x%03d', :k) END"
PAYMENT = "CAST((SELECT place + :n FROM places WHERE old = payment_seq) AS TEXT)"


def named(column):
    return "%s || '-' || :n" % column


def hashed(column):
    return "CASE WHEN %s IS NOT NULL THEN printf('g%%02x', :n) || substr(%s, 4) END" % (column, column)


PLAYERS = {
    "members": {}, "user_levels": {}, "bans": {}, "mappings": {"auth_key": named("auth_key")},
    "sessions": {name: hashed(name) for name in ("token_hash", "predecessor_hash", "successor_hash")},
    "push_tokens": {"device_key": named("device_key"), "token": named("token")}, "push_waiting": {"device_key": named("device_key")}}
MONEY = {
    "payments": dict({name: named(name) for name in ("order_key", "request_id", "store_transaction_id", "purchase_token",
                                                     "original_payment_id")}, payment_seq=PAYMENT),
    "ledger": {"payment_seq": PAYMENT},
    "sandbox_orders": {name: named(name) for name in ("order_key", "store_transaction_id")},
    "subscriptions": {"payment_seq": PAYMENT, "original_payment_id": named("original_payment_id")}}
EVENTS = {"analytics_events": {"event_id": named("event_id")}}
PAID = "('paid', 'refunded', 'worth', 'worthBack', 'subscribers', 'subscribed', 'resumed', 'renewed', 'lapsed')"
SUMS = [("member_states", "members", 1), ("level_users", "users", 1), ("level_ups", "level_ups", 1), ("level_ups", "players", 1),
        ("player_groups", "users", 1), ("event_totals", "total", EVENTS_EACH), ("money_totals", "entries", PAYMENTS_EACH),
        ("test_totals", "entries", PAYMENTS_EACH)]


def multiply(path, times):
    """Returns how many rows each table has then."""
    db, sizes = sqlite3.connect(path, isolation_level=None), {}
    for pragma in FAST:
        db.execute("PRAGMA " + pragma)
    # Copies of a payment are within a thousand numbers that no other has.
    db.execute("CREATE TEMP TABLE places AS SELECT payment_seq AS old, 3000000000000000000 + rowid * 1000 AS place FROM payments")
    db.execute("CREATE INDEX temp.places_by_old ON places (old)")
    for tables, each in ((PLAYERS, 1), (MONEY, PAYMENTS_EACH), (EVENTS, EVENTS_EACH)):
        for table, changed in tables.items():
            sizes[table] = copied(db, table, dict({"user_id": USER}, **changed), times, times * each)
    db.execute("UPDATE figures SET amount = amount * CASE WHEN measure IN %s THEN ? ELSE ? END" % PAID, (times * PAYMENTS_EACH, times))
    for table, column, each in SUMS:
        db.execute("UPDATE %s SET %s = %s * ?" % (table, column, column), (times * each,))
    db.execute("PRAGMA journal_mode = WAL")
    db.close()
    return sizes


def copied(db, table, changed, players, copies):
    indexes = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
                         (table,)).fetchall()
    for name, _ in indexes:
        db.execute('DROP INDEX "%s"' % name)
    names = [row[1] for row in db.execute('PRAGMA table_info("%s")' % table)]
    db.execute("CREATE TEMP TABLE first_rows AS SELECT * FROM %s" % table)
    chosen = ", ".join(changed.get(name, name) for name in names)
    insert = "INSERT INTO %s (%s) SELECT %s FROM first_rows" % (table, ", ".join(names), chosen)
    db.execute("BEGIN")
    for n in range(1, copies):
        db.execute(insert, {"n": n, "k": n % players})
    db.execute("COMMIT")
    db.execute("DROP TABLE first_rows")
    for _, sql in indexes:
        db.execute(sql)
    return db.execute("SELECT COUNT(*) FROM %s" % table).fetchone()[0]
