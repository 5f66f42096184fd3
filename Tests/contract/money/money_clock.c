/* The machine's date goes wrong: this program's clock_gettime stands in for the system's. */
#include <sys/syscall.h>

#include "shop.h"

static int64_t off_seconds;
int clock_gettime(clockid_t clock, struct timespec *time) {
    long code = syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_REALTIME) time->tv_sec += __atomic_load_n(&off_seconds, __ATOMIC_ACQUIRE);
    return (int)code;
}
static void set_date(int64_t seconds) { __atomic_store_n(&off_seconds, seconds, __ATOMIC_RELEASE); }

enum { DAY = 86400, SHORT = 1800 /* three periods */ };
static const int64_t YEARS = 3650LL * DAY;

static char gem[64], crate[64], pass[64], text[4096];

static size_t entries_of(const char *product) {
    size_t found = 0;
    for (size_t i = 0, count = shop_unconsumed(); i < count; i++)
        found += strcmp(json_member(shop_list.items[i], "gamebaseProductId", text, sizeof text), product) == 0;
    return found;
}
/* Sessions end with the years. */
static void come_back(void) {
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    log_in();
}

/* invariant 17 */
PROMISE("a date that goes back a day and forth again changes no purchase") {
    open_shop();
    shop_buy("gem", gem, sizeof gem);
    shop_buy("crate", crate, sizeof crate);
    shop_buy("pass", pass, sizeof pass);
    set_date(SHORT);
    require_equal(entries_of("gem"), 1);
    require_equal(entries_of("crate"), 4); /* bought, and renewed three times */
    require_equal(shop_active(), 2);
    shop_change(pass, "EXPIRE");
    require_equal(shop_active(), 1);
    static const int64_t dates[] = {SHORT - DAY, SHORT, -DAY, 0, SHORT};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        set_date(dates[i]);
        for (int again = 0; again < 2; again++) {
            require_equal(entries_of("gem"), i + 1);
            require_equal(entries_of("crate"), 4);
            require_equal(shop_active(), 1);
        }
        shop_buy("gem", gem, sizeof gem); /* and selling goes on, with numbers of its own */
        require_equal(entries_of("gem"), i + 2);
        shop_is_sound();
    }
    for (size_t count = shop_unconsumed(), i = 0; i < count; i++) require_equal(shop_consume(i), 0);
    set_date(-DAY);
    require_equal(shop_unconsumed(), 0);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    log_in();
    require_equal(shop_unconsumed(), 0);
    require_equal(shop_active(), 1);
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 17 */
PROMISE("a date ten years ahead ends subscriptions for good, and takes no consumable") {
    open_shop();
    shop_buy("gem", gem, sizeof gem);
    shop_buy("crate", crate, sizeof crate);
    shop_buy("pass", pass, sizeof pass);
    set_date(YEARS);
    come_back();
    require_equal(entries_of("gem"), 1);
    require_equal(entries_of("crate"), 6); /* five renewals are all that the sandbox makes */
    require_equal(shop_active(), 0);
    shop_is_sound();
    set_date(0);
    come_back();
    for (int again = 0; again < 2; again++) {
        require_equal(entries_of("gem"), 1);
        require_equal(entries_of("crate"), 6);
        require_equal(shop_active(), 0); /* the last seen date counts */
    }
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    log_in();
    require_equal(shop_active(), 0);
    require_equal(entries_of("gem"), 1);
    for (size_t count = shop_unconsumed(), i = 0; i < count; i++) require_equal(shop_consume(i), 0);
    require_equal(shop_unconsumed(), 0);
    shop_is_sound();
    shop_buy("gem", gem, sizeof gem);
    require_equal(entries_of("gem"), 1);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
