/* The ledger: what was taken, delivered and given back, to the last digit. */
#include "shop.h"

static char sequence[64];

/* invariant 13 */
PROMISE("the ledger agrees with the lists after everything that happens to money, and after a restart") {
    open_shop();
    shop_is_sound();
    shop_buy("gem", sequence, sizeof sequence);
    shop_buy("coin", sequence, sizeof sequence);
    shop_buy("dinar", sequence, sizeof sequence);
    shop_buy("pass", sequence, sizeof sequence);
    shop_is_sound();
    require_equal(shop_unconsumed(), 3);
    require_equal(shop_consume(0), 0);
    PLAY_WELL(&answer, TCGBConsole_refundPayment_kind_completion(sequence, "REFUND", on_error, &answer));
    shop_is_sound();
    shop_buy("crate", sequence, sizeof sequence);
    shop_pass_time(2 * PERIOD);
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    log_in();
    shop_is_sound();
    require(strstr(shop_answer.json, "\"differenceCount\":0"));
    require(strstr(shop_answer.json, "\"payments\":7"));
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 13 */
PROMISE("its sums are exact in currencies with 0, 2 and 3 decimals") {
    open_shop();
    for (int i = 0; i < 7; i++) {
        shop_buy("gem", sequence, sizeof sequence);
        shop_buy("coin", sequence, sizeof sequence);
        shop_buy("dinar", sequence, sizeof sequence);
    }
    shop_is_sound();
    const char *lines[] = {"\"currency\":\"USD\",\"CAPTURED\":\"6.93\"", "\"currency\":\"JPY\",\"CAPTURED\":\"8400\"",
        "\"currency\":\"KWD\",\"CAPTURED\":\"21.875\""};
    for (int i = 0; i < 3; i++)
        if (!strstr(shop_answer.json, lines[i])) broken_text(__FILE__, __LINE__, "the sums", shop_answer.json, lines[i]);
    for (size_t count = shop_unconsumed(), i = 0; i < count; i++) require_equal(shop_consume(i), 0);
    shop_is_sound();
    for (const char *at = shop_answer.json; (at = strstr(at, "\"held\":\"")); at++) require(strncmp(at, "\"held\":\"0\"", 10) == 0);
    require(strstr(shop_answer.json, "\"net\":\"21.875\""));
    require(TCGBGamebase_shutdown(2000));
}

/* The books as somebody else might leave them: `sql` is done to the file while nobody has it open. A changed file is accepted only without its mark. */
static void tamper(const char *sql) {
    char command[2048];
    /* The file itself refuses to have lines of the ledger changed, so that goes first. */
    snprintf(command, sizeof command,
        "python3 -c 'import sqlite3,sys; books=sqlite3.connect(sys.argv[1]); "
        "[books.execute(\"DROP TRIGGER \"+row[0]) for row in books.execute(\"SELECT name FROM sqlite_master WHERE type = \\\"trigger\\\"\").fetchall()]; "
        "books.executescript(sys.argv[2])' '%s/gamebase.db' \"%s\" && rm -f '%s/gamebase.db.mark'",
        directory, sql, directory);
    require_equal(system(command), 0);
}
static void keep_books(const char *how) {
    char command[2048];
    snprintf(command, sizeof command, how, directory, directory);
    require_equal(system(command), 0);
    snprintf(command, sizeof command, "%s/gamebase.db.mark", directory);
    unlink(command);
}

PROMISE("the check finds whatever does not agree, and says where") {
#define OF(product) "(SELECT payment_seq FROM payments WHERE gamebase_product_id = '" product "')"
    static const struct {
        const char *sql, *reason;
    } cases[] = {
        {"DELETE FROM ledger WHERE movement = 'CONSUMED'", "is CONSUMED and has entries"},
        {"DELETE FROM ledger WHERE movement = 'REVOKED'", "is REFUNDED and has entries"},
        {"DELETE FROM ledger WHERE movement = 'REFUNDED'", "is REFUNDED and has entries"},
        {"DELETE FROM ledger WHERE movement = 'GRANTED' AND payment_seq = " OF("coin"), "is UNCONSUMED and has entries"},
        {"DELETE FROM ledger WHERE movement = 'CAPTURED' AND payment_seq = " OF("coin"), "was paid 0 times"},
        {"INSERT INTO ledger SELECT payment_seq, 'IMPORTED', amount, currency, 0 FROM ledger WHERE movement = 'CAPTURED' AND payment_seq = " OF(
             "coin"),
            "was paid 2 times"},
        {"UPDATE ledger SET amount = '1201' WHERE movement = 'CAPTURED' AND payment_seq = " OF("coin"), "CAPTURED is 1201 JPY"},
        {"UPDATE ledger SET currency = 'KRW' WHERE movement = 'CAPTURED' AND payment_seq = " OF("coin"), "CAPTURED is 1200 KRW"},
        {"UPDATE payments SET state = 90 WHERE gamebase_product_id = 'coin'", "is CANCELLED and has entries"},
        {"UPDATE payments SET state = 40 WHERE gamebase_product_id = 'gem'", "is UNCONSUMED and has entries"},
        {"UPDATE payments SET user_id = '' WHERE gamebase_product_id = 'coin'", "the lists hold 0 in 0"},
        {"UPDATE payments SET store_transaction_id = NULL WHERE gamebase_product_id = 'coin'", "has no store transaction"},
        {"INSERT INTO ledger VALUES ('1', 'GRANTED', '1', 'USD', 0)", "GRANTED has no payment"},
        {"DELETE FROM subscriptions", "is a subscription's and has none"},
        {"DELETE FROM ledger WHERE payment_seq = " OF("coin") "; DELETE FROM payments WHERE gamebase_product_id = 'coin'",
            "the store took money for the finished order"},
    };
    open_shop();
    shop_buy("dinar", sequence, sizeof sequence);
    PLAY_WELL(&answer, TCGBConsole_refundPayment_kind_completion(sequence, "REFUND", on_error, &answer));
    shop_buy("gem", sequence, sizeof sequence);
    require_equal(shop_unconsumed(), 1);
    require_equal(shop_consume(0), 0);
    shop_buy("coin", sequence, sizeof sequence);
    shop_buy("pass", sequence, sizeof sequence);
    shop_is_sound();
    pump_for(100); /* the store is told of the last one */
    require(TCGBGamebase_shutdown(2000));
    keep_books("cp '%s/gamebase.db' '%s/kept'");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        keep_books("cp '%s/kept' '%s/gamebase.db'");
        tamper(cases[i].sql);
        initialize_here();
        PLAY_WELL(&shop_answer, TCGBConsole_checkLedgerWithCompletion(on_json, &shop_answer));
        if (!strstr(shop_answer.json, "\"sound\":false") || !strstr(shop_answer.json, cases[i].reason))
            broken_text(__FILE__, __LINE__, cases[i].sql, shop_answer.json, cases[i].reason);
        require(TCGBGamebase_shutdown(2000));
    }
    keep_books("cp '%s/kept' '%s/gamebase.db'");
    initialize_here();
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
