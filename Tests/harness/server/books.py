"""The check of the ledger over PostgreSQL: what it reads grows with what there is, and no faster."""
from harness import postgres
from harness.runner import Failure
from harness.server import service
from harness.server.service import same

PAYMENTS = 4_000
TIMES = 4
# Rows that are read for a payment, longer ledger against shorter: pages and slices do not come out even.
GROWTH_MAX = 1.3
TABLES = {"payments": "payment_seq", "ledger": "payment_seq", "sandbox_orders": "order_key"}
KEYS = {"payment_seq", "order_key", "store_transaction_id", "request_id", "purchase_token", "receipt"}


def schema(database):
    return database.psql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'gamebase\\_%'").split()[0]


def lengthen(database, name, players, count):
    """Each player's purchase so many times more, under keys of their own."""
    for table, key in TABLES.items():
        columns = database.psql("SELECT column_name FROM information_schema.columns WHERE table_schema = '%s' AND table_name = '%s'"
                                % (name, table)).split()
        values = ["%s || '-' || lpad(g::text, 6, '0')" % column if column in KEYS else column for column in columns]
        database.psql("INSERT INTO \"%s\".%s (%s) SELECT %s FROM \"%s\".%s t, generate_series(1, %d) g" % (
            name, table, ", ".join(columns), ", ".join(values), name, table, count // players - 1))
    database.psql("ANALYZE")


def read(database, name):
    return int(database.psql("SELECT SUM(seq_tup_read + COALESCE(idx_tup_fetch, 0)) FROM pg_stat_user_tables WHERE schemaname = '%s' "
                             "AND relname IN ('payments', 'ledger', 'sandbox_orders')" % name))


def rows_a_payment(context, count):
    """Of one check, as the database's server counts them: a connection tells it at its end."""
    with postgres.Server() as database:
        with service.server(context, options=["--database", database.url]) as it:
            players = [it.player().log_in() for _ in range(4)]
            for player in players:
                player.buy()
            it.stop()
            name = schema(database)
            lengthen(database, name, len(players), count)
            before = read(database, name)
            it.start()
            answer = it.console().well("console.checkLedger")
            same((answer["payments"], answer["sound"]), (count, True), "the check")
            it.stop()
            return (read(database, name) - before) / count


def grows(context):
    short, long = (rows_a_payment(context, count) for count in (PAYMENTS, TIMES * PAYMENTS))
    if long > GROWTH_MAX * short:
        raise Failure("a payment's check reads %.1f rows among %d, and %.1f among %d" % (short, PAYMENTS, long, TIMES * PAYMENTS))
    return "%.1f rows a payment, and %.1f in a ledger %d times as long" % (short, long, TIMES)
