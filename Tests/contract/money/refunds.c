/* Money that goes back, money that comes late, and money from outside the game. */
#include "shop.h"

static char sequence[64];

static void refund(const char *kind) { PLAY_WELL(&answer, TCGBConsole_refundPayment_kind_completion(sequence, kind, on_error, &answer)); }
static void settle(const char *outcome) {
    PLAY_WELL(&answer, TCGBConsole_settlePendingPurchasesOfUser_outcome_completion(TCGBGamebase_userID(), outcome, on_error, &answer));
}
static void buy_pending(void) {
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("PENDING", 0, on_error, &answer));
    PLAY(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion("gem", "later", NULL, on_purchase, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_PENDING);
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 0, on_error, &answer));
}

/* invariant 19 */
PROMISE("a refunded or charged back purchase leaves the list, cannot be consumed, and goes back once") {
    const char *kinds[] = {"REFUND", "CHARGEBACK"};
    open_shop();
    for (int i = 0; i < 2; i++) {
        shop_buy("gem", sequence, sizeof sequence);
        require_equal(shop_unconsumed(), 1);
        refund(kinds[i]);
        require_text(shop_state(sequence), "REFUNDED");
        require_equal(shop_consume(0), 5000);
        require_equal(shop_unconsumed(), 0);
        refund(kinds[1 - i]);
        shop_is_sound();
    }
    require(strstr(shop_answer.json, "\"REFUNDED\":\"0.99\""));
    require(strstr(shop_answer.json, "\"CHARGEBACK\":\"0.99\""));
    require(strstr(shop_answer.json, "\"net\":\"0.00\""));
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 19 */
PROMISE("a consumed purchase that is refunded keeps its history and is never consumable again") {
    open_shop();
    shop_buy("gem", sequence, sizeof sequence);
    require_equal(shop_unconsumed(), 1);
    require_equal(shop_consume(0), 0);
    refund("REFUND");
    require_text(shop_state(sequence), "REFUNDED");
    require_equal(shop_consume(0), 5000);
    require_equal(shop_unconsumed(), 0);
    shop_is_sound();
    require(strstr(shop_answer.json, "\"CONSUMED\":\"0.99\""));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a refund of the running period ends the subscription and leaves the earlier period its entry") {
    open_shop();
    shop_buy("crate", sequence, sizeof sequence);
    shop_pass_time(PERIOD);
    require_equal(shop_unconsumed(), 2);
    json_member(shop_list.items[1], "paymentSeq", sequence, sizeof sequence);
    refund("REFUND");
    require_equal(shop_unconsumed(), 1);
    require_equal(shop_active(), 0);
    shop_pass_time(10 * PERIOD);
    require_equal(shop_unconsumed(), 1);
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("nothing goes back that was never paid") {
    open_shop();
    buy_pending();
    PLAY_WELL(&shop_answer, TCGBConsole_paymentsOfUser_completion(TCGBGamebase_userID(), on_json, &shop_answer));
    json_member(shop_answer.json, "paymentSeq", sequence, sizeof sequence);
    PLAY(&answer, TCGBConsole_refundPayment_kind_completion(sequence, "REFUND", on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require(strstr(answer.message, "nothing was paid"));
    PLAY(&answer, TCGBConsole_refundPayment_kind_completion("424242", "REFUND", on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    PLAY(&answer, TCGBConsole_refundPayment_kind_completion(sequence, "GIFT", on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a pending purchase that is approved arrives in the list, once; one that is declined does not") {
    open_shop();
    buy_pending();
    require_equal(shop_unconsumed(), 0);
    PLAY_WELL(&shop_answer, TCGBConsole_paymentsOfUser_completion(TCGBGamebase_userID(), on_json, &shop_answer));
    require_text(json_member(shop_answer.json, "state", shop_text, sizeof shop_text), "STORE_PENDING");
    settle("APPROVE");
    require_equal(shop_unconsumed(), 1);
    require(strstr(shop_list.items[0], "\"later\""));
    require_equal(shop_consume(0), 0);
    buy_pending();
    settle("DECLINE");
    require_equal(shop_unconsumed(), 0);
    settle("APPROVE"); /* nothing is pending any more */
    require_equal(shop_unconsumed(), 0);
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a store that takes the money and loses the answer is asked again, and the purchase succeeds, once") {
    open_shop();
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("LOSE_ANSWER", 0, on_error, &answer));
    PLAY(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion("gem", NULL, NULL, on_purchase, &answer));
    require_equal(answer.code, 0);
    require_equal(shop_unconsumed(), 1);
    require_equal(shop_consume(0), 0);
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a restore has subscriptions alone, and no period whose money went back") {
    open_shop();
    shop_buy("gem", sequence, sizeof sequence);
    shop_buy("crate", sequence, sizeof sequence);
    shop_pass_time(PERIOD);
    require_equal(shop_restored(), 2);
    refund("REFUND");
    require_equal(shop_restored(), 1);
    require(!strstr(shop_list.items[0], sequence));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("the operator sees of a purchase that came to nothing whether it was cancelled or declined, and why") {
    static const struct {
        const char *outcome, *state;
        int64_t code;
    } ends[] = {{"CANCEL", "CANCELLED", 9}, {"DECLINE", "DECLINED", 10}, {"NOT_ALLOWED", "DECLINED", 17}, {"LIMIT", "DECLINED", 18}};
    open_shop();
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(ends[i].outcome, 0, on_error, &answer));
        PLAY(&answer,
            TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion("gem", NULL, NULL, on_purchase, &answer));
        require(answer.code != 0);
        PLAY_WELL(&shop_answer, TCGBConsole_paymentsOfUser_completion(TCGBGamebase_userID(), on_json, &shop_answer));
        const char *last = shop_answer.json;
        for (const char *at = last; (at = strstr(at, "{\"paymentSeq\"")); at++) last = at;
        require_text(json_member(last, "state", shop_text, sizeof shop_text), ends[i].state);
        require_equal(strtoll(json_member(last, "detailCode", shop_text, sizeof shop_text), NULL, 10), ends[i].code);
    }
    shop_is_sound();
    require(strstr(shop_answer.json, "\"entries\":0"));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("what the store took before a withdrawal is in the books, although nobody asked for it any more") {
    static struct answer purchase;
    open_shop();
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 3600000, on_error, &answer));
    fresh(&purchase);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, &purchase);
    pump_for(200);
    require_equal(purchase.times, 0);
    shop_pass_time(3600000 + 1000);
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    shop_is_sound();
    require(strstr(shop_answer.json, "\"CAPTURED\":\"0.99\""));
    require(strstr(shop_answer.json, "\"GRANTED\":\"0.99\""));
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
