/* Subscriptions: every period that was paid arrives once, and what was not paid does not arrive. */
#include "shop.h"

static char crate[64], pass[64], text[256];

static void consume_all(void) {
    for (size_t count = shop_unconsumed(), i = 0; i < count; i++) require_equal(shop_consume(i), 0);
}

/* invariant 18; invariant 27 */
PROMISE("each renewal of a consumable subscription is one unconsumed entry") {
    open_shop();
    shop_buy("crate", crate, sizeof crate);
    require_equal(shop_unconsumed(), 1);
    shop_pass_time(PERIOD);
    require_equal(shop_unconsumed(), 2);
    require_equal(shop_unconsumed(), 2);
    consume_all();
    shop_pass_time(3 * PERIOD);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    log_in();
    require_equal(shop_unconsumed(), 3);
    char first[128], second[128];
    json_member(shop_list.items[0], "paymentId", first, sizeof first);
    json_member(shop_list.items[1], "paymentId", second, sizeof second);
    require(strcmp(first, second) != 0);
    require_text(json_member(shop_list.items[0], "originalPaymentId", text, sizeof text),
        json_member(shop_list.items[1], "originalPaymentId", first, sizeof first));
    consume_all();
    require_equal(shop_restored(), 5);
    require_equal(shop_unconsumed(), 0); /* restoring revives nothing */
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

/* defect 14 */
PROMISE("grace is in the active list; hold and the end are not") {
    open_shop();
    shop_buy("crate", crate, sizeof crate);
    shop_unconsumed();
    require_equal(shop_consume(0), 0);
    shop_change(crate, "FAIL_RENEWAL");
    shop_pass_time(PERIOD);
    require_equal(shop_active(), 1);
    require_text(json_member(shop_list.items[0], "subscriptionStatus", text, sizeof text), "IN_GRACE");
    require_equal(shop_unconsumed(), 0);
    shop_pass_time(GRACE);
    require_equal(shop_active(), 0);
    require_equal(shop_unconsumed(), 0);
    shop_change(crate, "RECOVER");
    require_equal(shop_active(), 1);
    require_equal(shop_unconsumed(), 1);
    shop_change(crate, "FAIL_RENEWAL");
    shop_pass_time(PERIOD + GRACE + HOLD);
    require_equal(shop_active(), 0);
    require_equal(shop_unconsumed(), 1); /* it was paid for */
    require_equal(shop_consume(0), 0);
    require_equal(shop_restored(), 2);
    require_text(json_member(shop_list.items[0], "subscriptionStatus", text, sizeof text), "EXPIRED");
    require_equal(shop_unconsumed(), 0);
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a cancelled subscription runs to its end; a paused one comes back") {
    open_shop();
    shop_buy("pass", pass, sizeof pass);
    shop_change(pass, "CANCEL");
    require_equal(shop_active(), 1);
    shop_change(pass, "RESTART");
    shop_change(pass, "PAUSE");
    require_equal(shop_active(), 1);
    shop_pass_time(PERIOD);
    require_equal(shop_active(), 0);
    shop_change(pass, "RECOVER");
    require_equal(shop_active(), 1);
    shop_change(pass, "CANCEL");
    shop_pass_time(PERIOD);
    require_equal(shop_active(), 0);
    PLAY(&answer, TCGBConsole_changeSubscriptionOfPayment_action_completion(pass, "RESTART", on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("one product of a subscription group at a time") {
    open_shop();
    shop_buy("pass", pass, sizeof pass);
    PLAY(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion("gold", NULL, NULL, on_purchase, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require(strstr(answer.message, "pass"));
    shop_change(pass, "EXPIRE");
    shop_buy("gold", pass, sizeof pass);
    require_equal(shop_active(), 1);
    require(TCGBGamebase_shutdown(2000));
}

static int updates;
static void hear_update(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    updates += strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) == 0;
}

PROMISE("periods follow each other at the price of the first, and each is told once") {
    char time[64], end[64] = "";
    open_shop();
    TCGBGamebase_addEventHandler(hear_update, NULL);
    shop_buy("crate", crate, sizeof crate);
    PLAY_WELL(&answer, TCGBConsole_setCatalogue_completion("[" SHOP_PRODUCT("crate", "CONSUMABLE_AUTO_RENEWABLE", "7.77", "USD",
                                                               ",\"subscriptionPeriodMilliseconds\":60000") "]",
                           on_error, &answer));
    shop_pass_time(20 * PERIOD);
    require_equal(shop_unconsumed(), 1 + 5); /* renewalsMax */
    for (size_t i = 0; i < shop_list.count; i++) {
        json_member(shop_list.items[i], "purchaseTime", time, sizeof time);
        if (i > 0) require_text(time, end);
        json_member(shop_list.items[i], "expiryTime", end, sizeof end);
        require_equal(strtoll(end, NULL, 10) - strtoll(time, NULL, 10), PERIOD);
        require_text(json_member(shop_list.items[i], "priceString", text, sizeof text), "2.50");
    }
    pump_till(updates == 5 && shop_unconsumed() == 1 + 5, 100);
    require_equal(updates, 5);
    require_equal(shop_active(), 0);
    require_equal(shop_unconsumed(), 1 + 5);
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("who has withdrawn pays for no further period") {
    open_shop();
    shop_buy("crate", crate, sizeof crate);
    shop_pass_time(PERIOD);
    shop_is_sound();
    require(strstr(shop_answer.json, "\"payments\":2"));
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    shop_pass_time(3 * PERIOD);
    shop_is_sound();
    require(strstr(shop_answer.json, "\"payments\":2"));
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
