/* A payment and the store's order for it: which is stored first, and who tells whom again. */
#include "money.h"

static char text[4096];

static void require_number(const char *receipt, int64_t number) {
    char expected[32];
    snprintf(expected, sizeof expected, "%lld", (long long)number);
    require_text(json_member(receipt, "paymentSeq", text, sizeof text), expected);
}

/* invariant 1 */
PROMISE("the number of a payment is stored before the store hears of the order") {
    make_till();
    till->death = BEFORE_ORDER;
    till_play_until_death("gem");
    int64_t first = till->asked;
    require(first > 0 && till->count == 0);
    initialize_here();
    require_text(till_state(till->player, first), "RESERVED");
    require(TCGBGamebase_shutdown(2000));
    till->death = AFTER_ORDER; /* and the player has paid */
    till_play_until_death("gem");
    require(till->asked != first && till->count == 1);
    initialize_here();
    require_text(till_state(till->player, till->asked), "RESERVED");
    require(TCGBGamebase_shutdown(2000));
    open_till();
    require_equal(till_unconsumed(), 1);
    require_number(till_list.items[0], last_sale()->number);
    require_equal(last_sale()->begun, 1);
    require_equal(till->count, 1); /* nobody began the first one after all */
    till_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 2; invariant 9 */
PROMISE("a second try after an unknown beginning has an order of its own") {
    make_till();
    open_till();
    till->answers = LETS_GO;
    till->unreachable = true;
    till_buy("gem");
    require_equal(answer.code, TCGB_ERROR_SOCKET_ERROR);
    till_buy("gem");
    require_equal(answer.code, TCGB_ERROR_SOCKET_ERROR);
    till->answers = PAYS;
    till->unreachable = false;
    till_buy("gem");
    require_equal(answer.code, 0);
    require_number(answer.json, last_sale()->number);
    require_equal(till->count, 3);
    for (int i = 0; i < 3; i++) {
        require_equal(till->sales[i].begun, 1);
        snprintf(text, sizeof text, "X-TILL-%lld", (long long)till->sales[i].number);
        require_text(till->sales[i].key, text);
        for (int j = 0; j < i; j++) require(till->sales[i].number != till->sales[j].number);
    }
    till->sales[0].paid = true; /* the player had it open in another window */
    till->sales[1].denied = true;
    require_equal(till_unconsumed(), 2);
    require_number(till_list.items[0], till->sales[0].number);
    require_text(till_state(till->player, till->sales[1].number), "CANCELLED");
    till_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 4; invariant 5 */
PROMISE("a payment is stored with its receipt before the store may forget the order") {
    make_till();
    till->death = AFTER_FORGETTING;
    till_play_until_death("gem");
    require(last_sale()->forgotten);
    int64_t number = last_sale()->number;
    initialize_here();
    require_text(till_state(till->player, number), "UNCONSUMED"); /* before any store can be asked */
    require(TCGBGamebase_shutdown(2000));
    open_till();
    for (int again = 0; again < 3; again++) {
        require_equal(till_unconsumed(), 1);
        require_number(till_list.items[0], number);
        snprintf(text, sizeof text, "T%lld", (long long)number);
        char transaction[64];
        require_text(json_member(till_list.items[0], "paymentId", transaction, sizeof transaction), text);
    }
    TILL_WAIT(last_sale()->finished > 1); /* told again, and that it knew is a confirmation */
    require_equal(last_sale()->begun, 1);
    till_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 6 */
PROMISE("the store is told until it confirms, also by later runs, and is left alone then") {
    make_till();
    open_till();
    till->finishes_to_fail = 5;
    till_buy("gem");
    require_equal(answer.code, 0);
    TILL_WAIT(last_sale()->finished >= 1);
    /* The look at a login may come late, and tell once more. */
    int told = last_sale()->finished;
    require_equal(till_unconsumed(), 1);
    TILL_WAIT(last_sale()->finished > told);
    pump_for(50);
    require(TCGBGamebase_shutdown(2000));
    told = last_sale()->finished;
    require(!last_sale()->forgotten);
    open_till(); /* the login tells, too */
    TILL_WAIT(last_sale()->finished > told);
    while (!last_sale()->forgotten) {
        told = last_sale()->finished;
        require(told <= 5);
        require_equal(till_unconsumed(), 1);
        TILL_WAIT(last_sale()->finished > told);
    }
    /* What follows the confirmation is stored a little later. */
    await_for((till_state(till->player, last_sale()->number), strstr(till_answer.json, "\"isStoreFinished\":true")),
        PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(10));
    told = last_sale()->finished;
    for (int again = 0; again < 3; again++) require_equal(till_unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
    open_till();
    require_equal(till_unconsumed(), 1);
    pump_for(50);
    require_equal(last_sale()->finished, told);
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 26 */
PROMISE("a game that died at the checkout buys the same product again at once") {
    make_till();
    till->answers = WAITS;
    till->death = AFTER_ORDER;
    till_play_until_death("gem");
    till->answers = PAYS;
    open_till();
    till_buy("gem");
    require_equal(answer.code, 0);
    require_equal(till->count, 2);
    require_equal(till_unconsumed(), 1);
    till->sales[0].paid = true;
    require_equal(till_unconsumed(), 2);
    require_equal(till_unconsumed(), 2);
    till_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 24 */
PROMISE("a second process on the directory buys nothing, asks no store, and says why") {
    int ready[2];
    char byte = 0;
    make_till();
    till->answers = WAITS;
    require(pipe(ready) == 0);
    pid_t child = fork(); /* before the library is used here */
    if (child == 0) {
        alarm(60);
        require(read(ready[0], &byte, 1) == 1);
        int polled = till->polled;
        require(TCGBHost_setStorageDirectory(directory));
        TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
        PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
        require(answer.code != 0 && strstr(answer.message, directory));
        register_till();
        TCGBPurchase_setStoreCode("X-TILL");
        NHNCloudSDK_setUserID("somebody");
        iap_initialize();
        iap_buy("m.gem", NULL);
        require_equal(heard.failed, 1);
        if (!strstr(heard.message, directory)) broken_text(__FILE__, __LINE__, "why", heard.message, directory);
        PLAY(&answer, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &answer));
        require(answer.code != 0);
        require_equal(till->count, 1);
        require_equal(till->polled, polled); /* the other process hears nothing from its frame now */
        require(TCGBGamebase_shutdown(2000));
        _exit(0);
    }
    open_till();
    static struct answer purchase;
    fresh(&purchase);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, &purchase);
    TILL_WAIT(till->polled > 0);
    require(write(ready[1], &byte, 1) == 1);
    int status = 0;
    require(waitpid(child, &status, 0) == child);
    if (status != 0) _exit(1); /* it has said why */
    last_sale()->paid = true;
    require(pump_until(&purchase.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(purchase.code, 0);
    require_equal(till_unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
