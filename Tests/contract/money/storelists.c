/* Payments that no reservation began: renewals, what was sold outside the game, refunds, and lists over several stores. */
#include "accounts/account.h"

#define ORIGINAL PAID "\"c0\"" CRATE
#define RENEWAL(id) PAID "\"" id "\"" CRATE RENEWS("c0")

/* invariant 18 */
PROMISE("a renewal is one unconsumed entry, however often and in whatever order it comes") {
    char seen[8][64];
    open_accounts();
    TCGBGamebase_addEventHandler(hear_news, NULL);
    sold(steam_account.open, RENEWAL("c2")); /* the newest first */
    sold(steam_account.open, RENEWAL("c1"));
    sold(steam_account.open, ORIGINAL);
    for (int again = 0; again < 3; again++) require_equal(unconsumed_with(0), 3);
    require_equal(active_here(), 1);
    for (int again = 0; again < 3; again++) {
        tell(&steam_account, RENEWAL("c4")); /* before its predecessor */
        tell(&steam_account, RENEWAL("c1"));
        tell(&steam_account, RENEWAL("c3"));
        tell(&steam_account, ORIGINAL);
    }
    require_equal(unconsumed_with(0), 5);
    require_equal(everywhere(false), 5);
    require_equal(news, 5);
    for (size_t i = 0; i < 5; i++) {
        char text[64];
        json_member(answer.items[i], "paymentId", seen[i], sizeof seen[i]);
        require_text(json_member(answer.items[i], "originalPaymentId", text, sizeof text), "c0");
        for (size_t j = 0; j < i; j++) require(strcmp(seen[i], seen[j]) != 0);
    }
    const char *const ids[] = {"c0", "c1", "c2", "c3", "c4"};
    for (int i = 0; i < 5; i++) wait_finished(&steam_account, ids[i]);
    consume_first();
    close_accounts();
    open_accounts();
    sold(steam_account.open, RENEWAL("c5")); /* while nobody played */
    for (int again = 0; again < 2; again++) require_equal(unconsumed_with(0), 5);
    tell(&steam_account, RENEWAL("c2"));
    require_equal(unconsumed_with(0), 5);
    require_equal(everywhere(false), 5);
    close_accounts();
}

/* code 4; code 15; invariant 16 */
PROMISE("a renewal that fits nothing is 15 or 4 and grants nothing") {
    open_accounts_for("A");
    sold(steam_account.open, PAID "\"p0\"" PASS);
    require_equal(unconsumed_with(0), 0);
    require_equal(active_here(), 1);
    steam_account.open[0] = 0;
    sold(steam_account.open, RENEWAL("c1"));
    for (int again = 0; again < 2; again++) require_equal(unconsumed_with(NHNCloudIAPErrorRenewalPaymentNotFound), 0);
    require_equal(kept_for_operator("\"c1\""), 1);
    steam_account.open[0] = 0;
    sold(steam_account.open, PAID "\"p1\"" CRATE RENEWS("p0"));
    require_equal(unconsumed_with(NHNCloudIAPErrorProductInvalid), 0);
    require_equal(kept_for_operator("\"p1\""), 1);
    NHNCloudSDK_setUserID("B");
    steam_account.open[0] = 0;
    sold(steam_account.open, PAID "\"p2\"" PASS RENEWS("p0"));
    require_equal(unconsumed_with(0), 0);
    require_equal(active_here(), 0);
    steam_account.open[0] = 0;
    sold(steam_account.open, PAID "\"p3\"" PASS ",\"originalTransactionId\":\"p0\""); /* whatever it calls itself */
    require_equal(unconsumed_with(0), 0);
    require_equal(active_here(), 0);
    require_equal(kept_for_operator("\"p2\""), 0);
    require_equal(kept_for_operator("\"p3\""), 0);
    NHNCloudSDK_setUserID("A");
    steam_account.open[0] = 0;
    sold(steam_account.open, ORIGINAL);
    sold(steam_account.open, RENEWAL("c1"));
    require_equal(unconsumed_with(0), 2);
    require_equal(kept_for_operator("\"c1\""), 0);
    require_equal(kept_for_operator("\"p1\""), 1);
    close_accounts();
}

static void sell_until(char *list, const char *transaction, int64_t expiry) {
    char text[512];
    snprintf(text, sizeof text, "%s,\"expiryTime\":%lld", transaction, (long long)expiry);
    list[0] = 0;
    sold(list, text);
}

PROMISE("a subscription runs until its store says, in grace too, and old news make it no shorter") {
    open_accounts();
    int64_t began = clock_now();
    sell_until(steam_account.open, ORIGINAL, began + PERIOD);
    require_equal(unconsumed_with(0), 1);
    require_equal(active_here(), 1);
    require(NHNCloudPurchaseResult_expiryTime(first_payment) * 1000 == (double)(began + PERIOD));
    sell_until(steam_account.open, ORIGINAL, began + 2 * PERIOD); /* grace: the same payment lasts longer */
    require_equal(active_here(), 1);
    require(NHNCloudPurchaseResult_expiryTime(first_payment) * 1000 == (double)(began + 2 * PERIOD));
    sell_until(steam_account.open, ORIGINAL, began + PERIOD);
    pass_time(PERIOD + PERIOD / 2);
    require_equal(active_here(), 1);
    require_equal(unconsumed_with(0), 1); /* grace is no further entry */
    pass_time(PERIOD);
    require_equal(active_here(), 0);
    require_equal(unconsumed_with(0), 1);
    sell_until(steam_account.open, RENEWAL("c1"), began + 4 * PERIOD);
    require_equal(active_here(), 1);
    require_equal(unconsumed_with(0), 2);
    pass_time(2 * PERIOD);
    require_equal(active_here(), 0);
    close_accounts();
}

/* invariant 6; invariant 13 */
PROMISE("a sale outside the game is one entry, and finished at the store") {
    open_accounts();
    TCGBGamebase_addEventHandler(hear_news, NULL);
    steam_account.loses_finishes = true;
    sold(steam_account.open, PAID "\"f1\"" GEM);
    sold(steam_account.open, PAID "\"f2\",\"orderKey\":\"shop 17\",\"kind\":\"PROMOTION\"" GEM);
    sold(steam_account.open, PAID "\"f3\",\"orderNumber\":4711" GEM);      /* of a journal that is gone */
    sold(web_account.open, PAID "\"f1\",\"orderKey\":\"shop 17\"" WEBGEM); /* another store counts for itself */
    for (int again = 0; again < 3; again++) require_equal(unconsumed_with(0), 3);
    require_equal(everywhere(false), 4);
    require_equal(news, 4);
    int marked = 0;
    for (size_t i = 0; i < payments.count; i++) {
        NHNCloudPurchaseResult *payment = NHNCloudPurchaseResult_purchaseResultFromJsonString(payments.items[i]);
        if (NHNCloudPurchaseResult_isStorePayment(payment)) {
            require_text(NHNCloudPurchaseResult_transactionIdentifier(payment), "f2");
            marked++;
        }
        TCGBRelease(payment);
    }
    require_equal(marked, 1);
    require_equal(steam_account.finishes, 0);
    wait_finished(&web_account, "shop 17");
    close_accounts();
    /* The store never heard that it was finished: it is told by the same key. */
    steam_account.loses_finishes = false;
    steam_account.open[0] = 0;
    open_accounts();
    require_equal(unconsumed_with(0), 3);
    wait_finished(&steam_account, "f1");
    wait_finished(&steam_account, "shop 17");
    wait_finished(&steam_account, "STEAM-4711");
    require_equal(steam_account.finished_number, 4711);
    close_accounts();
}

/* code 3; invariant 13 */
PROMISE("a sale of an unknown product grants nothing and is kept for the operator") {
    open_accounts();
    sold(steam_account.open, PAID "\"u1\",\"marketItemId\":\"9999\",\"price\":\"7.00\",\"currency\":\"USD\"");
    sold(steam_account.open, PAID "\"u2\"" GEM);
    sold(steam_account.open, PAID "\"u3\"");
    for (int again = 0; again < 2; again++) {
        require_equal(unconsumed_with(NHNCloudIAPErrorProductNotAvailable), 1);
        require_text(NHNCloudPurchaseResult_transactionIdentifier(first_payment), "u2");
        require_equal(kept_for_operator("\"u1\""), 1);
        require_equal(kept_for_operator("\"u3\""), 1);
        require_equal(kept_for_operator("\"u2\""), 0);
        require_equal(kept_for_operator("\"7.00\""), 1);
    }
    PLAY(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require_equal(answer.count, 1);
    steam_account.open[0] = 0;
    sold(steam_account.open, "\"status\":\"PAID\",\"price\":3"); /* no transaction */
    sold(steam_account.open, "\"status\":\"SOMEHOW\",\"storeTransactionId\":\"u4\"" GEM);
    sold(steam_account.open, PAID "\"u5\"" GEM);
    require_equal(unconsumed_with(NHNCloudHttpErrorResponseInvalid), 2);
    close_accounts();
}

/* invariant 7; invariant 19 */
PROMISE("a refund of a sale outside the game ends it for good") {
    open_accounts();
    sold(steam_account.open, PAID "\"r1\"" GEM);
    sold(steam_account.open, PAID "\"p0\"" PASS);
    require_equal(unconsumed_with(0), 1);
    require_equal(active_here(), 1);
    for (int again = 0; again < 2; again++) {
        steam_account.open[0] = 0;
        sold(steam_account.open, "\"status\":\"REFUNDED\",\"storeTransactionId\":\"r1\"");
        sold(steam_account.open, "\"status\":\"REVOKED\",\"storeTransactionId\":\"p0\"");
        sold(steam_account.open, "\"status\":\"REFUNDED\",\"storeTransactionId\":\"never seen\"");
        require_equal(unconsumed_with(0), 0);
        require_equal(active_here(), 0);
        steam_account.open[0] = 0;
        sold(steam_account.open, PAID "\"r1\"" GEM); /* old news */
        sold(steam_account.open, PAID "\"p0\"" PASS);
        require_equal(unconsumed_with(0), 0);
        require_equal(active_here(), 0);
    }
    close_accounts();
}

/* invariant 28 */
PROMISE("the lists of all stores have both stores' payments, also when one fails or hangs") {
    open_accounts();
    sold(steam_account.open, PAID "\"s1\"" GEM);
    sold(steam_account.open, PAID "\"p0\"" PASS);
    sold(web_account.open, PAID "\"w1\"" WEBGEM);
    sold(web_account.open, PAID "\"wp\",\"marketItemId\":\"w2\"");
    require_equal(everywhere(false), 2);
    require_equal(everywhere(true), 2);
    require_equal(unconsumed_with(0), 1);
    PLAY_WELL(&payments, NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, 2);
    PLAY_WELL(&payments, NHNCloudIAP_requestAllMarketsActiveSubscriptionsWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, 2);
    steam_account.open_fails = NHNCloudHttpErrorNetworkNotAvailable;
    sold(web_account.open, PAID "\"w3\"" WEBGEM);
    require_equal(everywhere(false), 3);
    require_equal(answer.code, TCGB_ERROR_SOCKET_ERROR);
    require(strstr(answer.message, "STEAM"));
    require_equal(everywhere(true), 2);
    require_equal(answer.code, TCGB_ERROR_SOCKET_ERROR);
    require_equal(unconsumed_with(NHNCloudHttpErrorNetworkNotAvailable), 1);
    TCGBPurchase_setStoreCode("X-WEB"); /* a list of this store alone is whole */
    require_equal(unconsumed_with(0), 2);
    steam_account.hangs = true;
    TCGBRunLoop_setCallTimeout(4000);
    sold(web_account.open, PAID "\"w4\"" WEBGEM);
    int64_t began = milliseconds();
    require_equal(unconsumed_with(0), 3);
    require(milliseconds() - began < 1500);
    sold(web_account.open, PAID "\"w5\"" WEBGEM);
    began = milliseconds();
    require_equal(everywhere(false), 5);
    require_equal(answer.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(milliseconds() - began < 3500); /* half of a call's time, and the list */
    require(steam_account.kept_count >= 2);
    stop_hanging(&steam_account);
    steam_account.open_fails = 0;
    sold(steam_account.open, PAID "\"s2\"" GEM);
    require_equal(everywhere(false), 6);
    require_equal(answer.code, 0);
    close_accounts();
}

/* code 2; invariant 28 */
PROMISE("a list is partial, with an error, while a store with an open purchase has no adapter") {
    open_accounts();
    sold(web_account.open, PAID "\"w1\"" WEBGEM);
    forget_heard();
    NHNCloudIAP_purchaseWithProductIdentifier("1001");
    await_for(last_order(), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require(TCGBGamebase_shutdown(2000));
    last_order()->status = SUCCEEDED;
    steam_is_gone = true;
    open_accounts();
    for (int again = 0; again < 2; again++) {
        require_equal(everywhere(false), 1);
        require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET);
        require(strstr(answer.message, "STEAM"));
        require_equal(unconsumed_with(NHNCloudIAPErrorStoreNotAvailable), 0);
    }
    TCGBPurchase_setStoreCode("X-WEB");
    require_equal(unconsumed_with(0), 1);
    register_account(&steam_account, true);
    require_equal(everywhere(false), 2);
    require_equal(answer.code, 0);
    require(TCGBStoreAdapter_register("STEAM", NULL)); /* what is granted is in the list without its store */
    require_equal(everywhere(false), 2);
    require_equal(answer.code, 0);
    close_accounts();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
