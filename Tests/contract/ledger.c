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
    const char *lines[] = {
        "\"currency\":\"USD\",\"CAPTURED\":\"6.93\"", "\"currency\":\"JPY\",\"CAPTURED\":\"8400\"", "\"currency\":\"KWD\",\"CAPTURED\":\"21.875\""};
    for (int i = 0; i < 3; i++)
        if (!strstr(shop_answer.json, lines[i])) broken_text(__FILE__, __LINE__, "the sums", shop_answer.json, lines[i]);
    for (size_t count = shop_unconsumed(), i = 0; i < count; i++) require_equal(shop_consume(i), 0);
    shop_is_sound();
    for (const char *at = shop_answer.json; (at = strstr(at, "\"held\":\"")); at++) require(strncmp(at, "\"held\":\"0\"", 10) == 0);
    require(strstr(shop_answer.json, "\"net\":\"21.875\""));
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
