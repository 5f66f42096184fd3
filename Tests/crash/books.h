/* Reads the database with SQLite itself, without the library: is the file whole, and does the ledger say what the payments say?
 * `path` may be a real file, or a copy from the machine's disk (see vfs.h). */
#ifndef BOOKS_H
#define BOOKS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct books {
    bool has_schema;
    int64_t payments, granted, consumed, refunded;
    int64_t open_cents; /* what the ledger says was granted and neither consumed nor taken back */
    int64_t captured_orders_without_grant;
};

/* Each query counts what must not be. */
static const char *const books_rules[][2] = {
    {"a granted payment has no line GRANTED",
        "SELECT count(*) FROM payments p WHERE state IN (40, 50) AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement = 'GRANTED')"},
    {"a line GRANTED belongs to a payment that was not granted",
        "SELECT count(*) FROM ledger JOIN payments USING (payment_seq) WHERE movement = 'GRANTED' AND state NOT IN (40, 50, 92)"},
    /* invariant 13 */
    {"a payment was granted or given back and not paid exactly once",
        "SELECT count(*) FROM payments p WHERE state IN (40, 50, 92) AND 1 <> "
        "(SELECT count(*) FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement IN ('CAPTURED', 'IMPORTED', 'RENEWED'))"},
    {"a grant is no purchase metric, or is more than one",
        "SELECT (SELECT count(*) FROM ledger WHERE movement = 'GRANTED') - coalesce((SELECT total FROM event_totals WHERE name = 'completePurchase'), 0)"},
    /* The metrics themselves go when their days are over; a series of many thousand deaths plays for years. */
    {"a purchase metric is kept and names no grant",
        "SELECT count(*) FROM analytics_events WHERE type = 'completePurchase' AND substr(event_id, 10) NOT IN "
        "(SELECT payment_seq FROM ledger WHERE movement = 'GRANTED')"},
    {"a payment is consumed and the ledger does not say so",
        "SELECT count(*) FROM payments p WHERE state = 50 AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement = 'CONSUMED')"},
    {"the ledger says consumed and the payment is open",
        "SELECT count(*) FROM ledger JOIN payments USING (payment_seq) WHERE movement = 'CONSUMED' AND state NOT IN (50, 92)"},
    {"a payment is refunded and the ledger does not say so once",
        "SELECT count(*) FROM payments p WHERE state = 92 AND 1 <> (SELECT count(*) FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement IN ('REFUNDED', 'CHARGEBACK'))"},
    {"a grant that went back unconsumed is not revoked, or another one is",
        "SELECT count(*) FROM payments p WHERE (state = 92 AND granted_date IS NOT NULL AND consumed_date IS NULL) <> "
        "EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement = 'REVOKED')"},
    {"the ledger says refunded and the payment is not",
        "SELECT count(*) FROM ledger JOIN payments USING (payment_seq) WHERE movement IN ('REFUNDED', 'CHARGEBACK') AND state <> 92"},
    {"the same movement of a payment is in the ledger twice",
        "SELECT count(*) FROM (SELECT 1 FROM ledger GROUP BY payment_seq, movement HAVING count(*) > 1)"},
    /* invariant 3 */
    {"a store transaction belongs to two payments",
        "SELECT count(*) FROM (SELECT 1 FROM payments WHERE store_transaction_id IS NOT NULL GROUP BY store_code, store_transaction_id HAVING count(*) > 1)"},
    /* invariant 14 */
    {"an order of the store was granted and never captured",
        "SELECT count(*) FROM payments p WHERE state IN (40, 50) AND store_code = 'SANDBOX' AND NOT EXISTS "
        "(SELECT 1 FROM sandbox_orders o WHERE o.store_transaction_id = p.store_transaction_id) AND NOT EXISTS "
        "(SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement = 'RENEWED')"},
    /* invariant 18 */
    {"a renewal is booked twice",
        "SELECT count(*) FROM (SELECT 1 FROM payments WHERE original_payment_id IS NOT NULL AND state < 90 GROUP BY original_payment_id, purchase_date HAVING count(*) > 1)"},
    /* invariant 13 */
    {"the ledger's open amount differs from that of the open payments",
        "SELECT (SELECT coalesce(sum(CASE movement WHEN 'GRANTED' THEN 1 WHEN 'CONSUMED' THEN -1 WHEN 'REVOKED' THEN -1 ELSE 0 END * "
        "cast(round(amount * 100) AS INTEGER)), 0) FROM ledger) <> "
        "(SELECT coalesce(sum(cast(round(price * 100) AS INTEGER)), 0) FROM payments WHERE state = 40)"},
};

static int64_t books_number(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    else fprintf(stderr, "%s: %s\n", sqlite3_errmsg(database), sql);
    sqlite3_finalize(statement);
    return number;
}
static bool books_whole(sqlite3 *database) {
    sqlite3_stmt *statement = NULL;
    bool whole = sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, NULL) == SQLITE_OK &&
                 sqlite3_step(statement) == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
    if (!whole) fprintf(stderr, "the database is damaged: %s\n", sqlite3_errmsg(database));
    sqlite3_finalize(statement);
    return whole;
}
/* Returns false, with the reason on standard error, when the books are wrong. `settled`: nothing may be under way. */
static bool read_books(const char *path, bool settled, struct books *books) {
    sqlite3 *database = NULL;
    memset(books, 0, sizeof *books);
    bool right = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                 sqlite3_exec(database, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK &&
                 sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK && books_whole(database);
    if (!right) fprintf(stderr, "the database cannot be read: %s\n", sqlite3_errmsg(database));
    books->has_schema =
        right && books_number(database, "SELECT count(*) FROM sqlite_master WHERE name IN ('payments', 'ledger', 'sandbox_orders')") == 3;
    if (books->has_schema) {
        for (size_t i = 0; i < sizeof books_rules / sizeof *books_rules; i++) {
            int64_t wrong = books_number(database, books_rules[i][1]);
            if (wrong != 0) fprintf(stderr, "%s (%lld times)\n", books_rules[i][0], (long long)wrong), right = false;
        }
        books->payments = books_number(database, "SELECT count(*) FROM payments");
        books->granted = books_number(database, "SELECT count(*) FROM ledger WHERE movement = 'GRANTED'");
        books->consumed = books_number(database, "SELECT count(*) FROM ledger WHERE movement = 'CONSUMED'");
        books->refunded = books_number(database, "SELECT count(*) FROM payments WHERE state = 92");
        books->open_cents =
            books_number(database, "SELECT coalesce(sum(cast(round(price * 100) AS INTEGER)), 0) FROM payments WHERE state = 40");
        books->captured_orders_without_grant = books_number(database,
            "SELECT count(*) FROM sandbox_orders o WHERE outcome = 'PAID' AND NOT EXISTS "
            "(SELECT 1 FROM payments p WHERE p.store_transaction_id = o.store_transaction_id AND state IN (40, 50, 92))");
        if (settled && books->captured_orders_without_grant != 0)
            fprintf(
                stderr, "the store took money for %lld orders and nothing was granted\n", (long long)books->captured_orders_without_grant),
                right = false;
    }
    sqlite3_close(database);
    return right;
}

#endif
