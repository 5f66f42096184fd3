/* NHN Cloud purchases: the calls of the SDK's page, with and without Gamebase beside them. */
#include "iap.h"

static char text[8192];

static void iap_settings(const char *more) {
    static char settings[8192];
    snprintf(settings, sizeof settings, "%.*s%s}", (int)(sizeof SETTINGS - 2), SETTINGS, more);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
}
static void set_store(const char *outcome, int64_t delay) {
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(outcome, delay, on_error, &answer));
}

/* invariant 10; code 13 */
PROMISE("a player who is known by setUserID alone buys, lists and consumes, and each thing happens once") {
    iap_start("player one");
    require_text(NHNCloudSDK_userID(), "player one");
    load_settings();
    PLAY_WELL(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_equal(NHNCloudProductsResponse_products_count(products), 1);
    require_equal(NHNCloudProductsResponse_invalidProducts_count(products), 1); /* switched off */
    const NHNCloudProduct *product = NHNCloudProductsResponse_products_at(products, 0);
    require_text(NHNCloudProduct_productIdentifier(product), "market.gem_100");
    require_text(NHNCloudProduct_priceString(product), "0.99");
    require_text(NHNCloudProduct_productName(product), "100 gems");
    require_equal(NHNCloudProduct_productSeq(product), 1001);
    require_equal(NHNCloudProduct_productType(product), NHNCloudProductTypeConsumable);
    require_text(NHNCloudProduct_storeCode(product), "SANDBOX");
    require(NHNCloudProduct_isActive(product));
    require(!NHNCloudProductsResponse_products_at(products, 1));

    NHNCloudIAP_purchaseWithProduct_payload(product, "slot=7 \xe5\x80\x89\xe5\xba\xab");
    require(wait_heard(1, 0));
    require_text(heard.product, "market.gem_100");
    require_text(heard.payload, "slot=7 \xe5\x80\x89\xe5\xba\xab");
    require_text(heard.user, "player one");
    require(heard.sandbox && !heard.store_payment);
    require_equal(iap_unconsumed(), 1);
    require_text(NHNCloudPurchaseResult_paymentSeq(first_payment), heard.paymentSeq);
    require_text(NHNCloudPurchaseResult_userID(first_payment), "player one");
    require_text(NHNCloudPurchaseResult_priceString(first_payment), "0.99");
    require(NHNCloudPurchaseResult_purchaseTime(first_payment) > 1600000000.0 && NHNCloudPurchaseResult_purchaseTime(first_payment) < 1e11);
    require(NHNCloudPurchaseResult_expiryTime(first_payment) == 0.0);

    const NHNCloudPurchaseResult *bought = TCGBRetain(first_payment);
    PLAY_WELL(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(bought, on_error, &answer));
    require_equal(iap_unconsumed(), 0);
    PLAY(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(bought, on_error, &answer));
    require_equal(answer.code, NHNCloudIAPErrorPurchaseStatusInvalid);
    TCGBRelease(bought);
    require(wait_heard(1, 0));
    require(TCGBGamebase_shutdown(2000));
    require(!NHNCloudSDK_userID());
}

static int64_t detail;
static void on_consumed(const TCGBError *error, void *context) {
    detail = TCGBError_detailErrorCode(error);
    require(!error || strcmp(TCGBError_domain(error), NHNCloudIAPErrorDomain) == 0);
    on_error(error, context);
}

/* invariant 10; invariant 12; code 7; code 13 */
PROMISE("a payment that was consumed before says 5018, and another player's says that it is another player's") {
    iap_start("A");
    load_settings();
    iap_buy("market.gem_100", NULL);
    require_equal(heard.received, 1);
    require_equal(iap_unconsumed(), 1);
    const NHNCloudPurchaseResult *mine = TCGBRetain(first_payment);
    NHNCloudSDK_setUserID("B");
    require_equal(iap_unconsumed(), 0);
    PLAY(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(mine, on_consumed, &answer));
    require_equal(answer.code, NHNCloudIAPErrorUserInvalid);
    NHNCloudSDK_setUserID("A");
    require_equal(iap_unconsumed(), 1);
    PLAY_WELL(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(mine, on_consumed, &answer));
    PLAY(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(mine, on_consumed, &answer));
    require_equal(answer.code, NHNCloudIAPErrorPurchaseStatusInvalid);
    require_equal(detail, 5018);
    NHNCloudSDK_setUserID(NULL);
    require(!NHNCloudSDK_userID());
    PLAY(&answer, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &answer));
    require_equal(answer.code, NHNCloudIAPErrorUserInvalid);
    TCGBRelease(mine);
    require(TCGBGamebase_shutdown(2000));
}

/* code 1; code 7 */
PROMISE("before initWithConfiguration every call says so, and both orders of it and setUserID will do") {
    NHNCloudIAP_setDelegate(&delegate);
    iap_buy("market.gem_100", NULL);
    require_equal(heard.failed, 1);
    require_equal(heard.code, NHNCloudIAPErrorNotInitialized);
    require_text(heard.domain, "com.nhncloud.iap");
    require_text(heard.product, "market.gem_100");
    PLAY(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_equal(answer.code, NHNCloudIAPErrorNotInitialized);
    for (int order = 0; order < 2; order++) {
        require(TCGBHost_setStorageDirectory(directory));
        if (order) NHNCloudSDK_setUserID("either");
        iap_initialize();
        if (!order) {
            iap_buy("market.gem_100", NULL);
            require_equal(heard.code, NHNCloudIAPErrorUserInvalid);
            NHNCloudSDK_setUserID("either");
        }
        load_settings();
        iap_buy("market.gem_100", NULL);
        require_equal(heard.received, 1);
        require_equal(iap_unconsumed(), order + 1);
        require(TCGBGamebase_shutdown(2000));
    }
}

PROMISE("a Gamebase login names the player of NHN Cloud purchases, and both surfaces show the same payments") {
    start_playing();
    iap_initialize();
    require_text(NHNCloudSDK_userID(), TCGBGamebase_userID());
    iap_buy("market.gem_100", "p");
    require_equal(heard.received, 1);
    require_text(heard.user, TCGBGamebase_userID());
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 1);
    require_text(json_member(answer.items[0], "paymentSeq", text, sizeof text), heard.paymentSeq);
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    require_equal(iap_unconsumed(), 2);
    require_equal(heard.received, 1); /* what the other surface began, the other surface tells */
    char user[256];
    copy_text(user, sizeof user, TCGBGamebase_userID());
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    require(!NHNCloudSDK_userID());
    NHNCloudSDK_setUserID(user); /* a name, and no login */
    require_equal(iap_unconsumed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a Gamebase logout leaves a player of NHN Cloud purchases who is somebody else") {
    start_playing();
    iap_initialize();
    NHNCloudSDK_setUserID("somebody else");
    iap_buy("market.gem_100", "theirs");
    require_text(heard.user, "somebody else");
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 0);
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    require_text(NHNCloudSDK_userID(), "somebody else");
    require_equal(iap_unconsumed(), 1);
    log_in(); /* who logs in is the player of both */
    require_text(NHNCloudSDK_userID(), TCGBGamebase_userID());
    require_equal(iap_unconsumed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

/* code 2; code 3; code 9; code 10; code 17; code 18; code 102; code 103 */
PROMISE("what goes wrong has the SDK's code on either surface") {
    static const struct {
        const char *outcome;
        int64_t code, gamebase;
    } ends[] = {
        {"CANCEL", NHNCloudIAPErrorPaymentCancelled, TCGB_ERROR_PURCHASE_USER_CANCELED},
        {"DECLINE", NHNCloudIAPErrorPaymentFailed, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {"UNAVAILABLE", NHNCloudIAPErrorStoreNotAvailable, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {"NOT_ALLOWED", NHNCloudIAPErrorPaymentNotAvailable, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {"LIMIT", NHNCloudIAPErrorPurchaseLimitExceeded, TCGB_ERROR_PURCHASE_LIMIT_EXCEEDED},
        {"PENDING", NHNCloudHttpErrorRequestTimeout, TCGB_ERROR_PURCHASE_PENDING},
    };
    start_playing();
    iap_initialize();
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        set_store(ends[i].outcome, 0);
        iap_buy("market.gem_100", NULL);
        if (heard.code != ends[i].code) broken_number(ends[i].outcome, (int)i, "the code", heard.code, ends[i].code);
        require_text(heard.domain, ends[i].code >= 100 ? NHNCloudHttpErrorDomain : NHNCloudIAPErrorDomain);
        require(heard.message[0]);
        if (ends[i].gamebase == TCGB_ERROR_PURCHASE_PENDING) require_equal(heard.detail, TCGB_ERROR_PURCHASE_PENDING);
        static struct answer other;
        PLAY(&other, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &other));
        if (other.code != ends[i].gamebase) broken_number(ends[i].outcome, (int)i, "the code above", other.code, ends[i].gamebase);
    }
    set_store("APPROVE", 0);
    iap_buy("market.nothing", NULL);
    require_equal(heard.code, NHNCloudIAPErrorProductNotAvailable);
    iap_buy("market.gem_old", NULL);
    require_equal(heard.code, NHNCloudIAPErrorProductNotAvailable);
    iap_buy(NULL, NULL);
    require_equal(heard.code, NHNCloudHttpErrorRequestInvalid);
    require(strstr(heard.message, "productIdentifier"));
    require_text(heard.product, "");
    PLAY(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(NULL, on_error, &answer));
    require_equal(answer.code, NHNCloudHttpErrorRequestInvalid);
    require_equal(iap_unconsumed(), 0);
    set_store("LOSE_ANSWER", 0); /* the money is taken, and the answer lost: asking finds out */
    iap_buy("market.gem_100", NULL);
    require_equal(heard.received, 1);
    require_equal(iap_unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

static int64_t detail_of_4201;
static char transaction_of_4201[64];
static void on_purchase_detail(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    detail_of_4201 = TCGBError_detailErrorCode(error);
    const char *transaction = TCGBError_transactionId(error);
    snprintf(transaction_of_4201, sizeof transaction_of_4201, "%s", transaction ? transaction : "");
    on_purchase(receipt, error, context);
}

/* code 6; code 10 */
PROMISE("4201 has the purchase layer's code for its detail and a transactionId, and a second purchase meanwhile is 4003 and 6") {
    start_playing();
    iap_initialize();
    set_store("DECLINE", 0);
    PLAY(
        &answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase_detail, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require_equal(detail_of_4201, NHNCloudIAPErrorPaymentFailed);
    require(transaction_of_4201[0]);
    set_store("APPROVE", 600);
    static struct answer slow;
    fresh(&slow);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &slow);
    iap_buy("market.gem_100", NULL);
    require_equal(heard.code, NHNCloudIAPErrorAlreadyInProgress);
    PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_FINISHED_PREVIOUS_PURCHASING);
    require(pump_until(&slow.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(slow.code, 0);
    require_equal(iap_unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

static int updates;
static void count_update(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    updates += strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) == 0;
}

/* invariant 8; invariant 9; invariant 29 */
/* R15 */
PROMISE("an interrupted purchase is resumed at the next initialization, and only the list has it") {
    iap_start("traveller");
    load_settings();
    set_store("APPROVE", 500);
    forget_heard();
    NHNCloudIAP_purchaseWithProductIdentifier("market.gem_100");
    pump_for(200);
    require(TCGBGamebase_shutdown(2000));
    require_equal(heard.failed, 1);
    require_text(heard.domain, NHNCloudHttpErrorDomain);
    usleep(500000);
    forget_heard();
    TCGBGamebase_addEventHandler(count_update, NULL);
    iap_start("traveller");
    for (int64_t began = milliseconds();; pump_for(20)) { /* before anybody asks for a list */
        PLAY_WELL(&answer, TCGBConsole_paymentsOfUser_completion("traveller", on_json, &answer));
        if (strcmp(json_member(answer.json, "state", text, sizeof text), "UNCONSUMED") == 0) break;
        require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    }
    for (int again = 0; again < 2; again++) require_equal(iap_unconsumed(), 1);
    require(wait_heard(0, 0));
    require_equal(updates, 0);
    NHNCloudSDK_setUserID("somebody else");
    require_equal(iap_unconsumed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

static char promoted[256];
static void offer(const char *user) {
    PLAY_WELL(&answer, TCGBConsole_startPromotionOfProduct_userId_paid_completion("gem_100", user, false, on_error, &answer));
}
static void hear_update(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) != 0) return;
    updates++;
    json_member(TCGBGamebaseEventMessage_data(message), "isPromotion", promoted, sizeof promoted);
}
static int promotions;
static void hear_promotion(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    (void)context;
    require(receipt && !error && TCGBPurchasableReceipt_promotionPayment(receipt));
    promotions++;
}

PROMISE("a purchase begun in the store's window waits for the player and asks the delegate") {
    require(TCGBHost_setStorageDirectory(directory));
    iap_initialize();
    load_settings();
    offer(NULL);
    pump_for(200);
    require_equal(heard.asked, 0); /* nobody is there to buy for */
    heard.answer = true;
    NHNCloudSDK_setUserID("window shopper");
    require(wait_heard(1, 0));
    require_equal(heard.asked, 1);
    require(heard.store_payment);
    require_text(NHNCloudProduct_productIdentifier(heard.kept), "market.gem_100");
    require_equal(iap_unconsumed(), 1);
    require(NHNCloudPurchaseResult_isStorePayment(first_payment));
    TCGBRelease(heard.kept);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a store purchase that the delegate drops costs nothing, and can be bought later") {
    iap_start("thinker");
    load_settings();
    offer(NULL);
    await_for(heard.asked, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    pump_for(200);
    require_equal(heard.received + heard.failed, 0);
    require_equal(iap_unconsumed(), 0);
    NHNCloudIAP_purchaseWithProduct(heard.kept);
    require(wait_heard(1, 0));
    TCGBRelease(heard.kept);
    require(TCGBGamebase_shutdown(2000));
    const NHNCloudInAppPurchaseDelegate two = {sizeof two, on_received, on_failed, NULL, &heard};
    forget_heard();
    iap_start("thinker");
    NHNCloudIAP_setDelegate(&two);
    offer(NULL);
    require(wait_heard(1, 0)); /* without the third function the purchase begins */
    require(heard.store_payment);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("in Gamebase a purchase begun in the store's window is told by purchaseUpdated and by the older handler") {
    start_playing();
    TCGBGamebase_addEventHandler(hear_update, NULL);
    TCGBPurchase_setPromotionIAPHandler(hear_promotion, NULL);
    offer(TCGBGamebase_userID());
    require(pump_until(&updates, PLAY_LIMIT_MILLISECONDS));
    pump_till(updates == 1 && promotions == 1, 100);
    require_equal(updates, 1);
    require_equal(promotions, 1);
    require_text(promoted, "true");
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 1);
    require(TCGBGamebase_shutdown(2000));
}

/* code 3; code 13 */
PROMISE("an older journal is imported once, and its mistakes are named") {
    iap_start("heir");
    load_settings();
    PLAY_WELL(&payments, NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, 0);
    char path[512];
    snprintf(path, sizeof path, "%s/incomplete_purchases.json", directory);
    FILE *file = fopen(path, "w");
    require(file);
    fputs(
        "{\"purchases\":[{\"paymentSeq\":\"7001\",\"marketItemId\":\"market.gem_100\",\"price\":\"0.89\",\"currency\":\"USD\",\"payload\":\"old\"},"
        "{\"paymentSeq\":\"7002\",\"gamebaseProductId\":\"gem_100\"}]}",
        file);
    fclose(file);
    for (int again = 0; again < 3; again++) {
        PLAY_WELL(&payments, NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(on_payments, &payments));
        require_equal(payments.count, 2);
        require_equal(iap_unconsumed(), 2);
    }
    require_text(NHNCloudPurchaseResult_paymentSeq(first_payment), "7001");
    require_text(NHNCloudPurchaseResult_payload(first_payment), "old");
    require_text(NHNCloudPurchaseResult_priceString(first_payment), "0.89"); /* what was paid then, not what it costs now */
    PLAY_WELL(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(first_payment, on_error, &answer));
    PLAY_WELL(&payments, NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, 1);
    require_equal(iap_unconsumed(), 1);
    file = fopen(path, "w");
    fputs(
        "[{\"paymentSeq\":\"7003\",\"marketItemId\":\"market.gone\"},{\"paymentSeq\":\"7004\",\"marketItemId\":\"market.gem_100\"}]", file);
    fclose(file);
    PLAY(&payments, NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.code, NHNCloudIAPErrorProductNotAvailable);
    require(strstr(payments.message, "7003"));
    require_equal(payments.count, 1); /* the other one came */
    file = fopen(path, "w");
    fputs("[{\"paymentSeq\":", file);
    fclose(file);
    PLAY(&payments, NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.code, NHNCloudIAPErrorPurchaseStatusInvalid);
    require(strstr(payments.message, "column"));
    require_equal(iap_unconsumed(), 2);
    file = fopen(path, "w");
    fputs("[{\"paymentSeq\":\"7002\",\"gamebaseProductId\":\"gem_100\"}]", file);
    fclose(file);
    NHNCloudSDK_setUserID("somebody else");
    PLAY(&payments, NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.code, NHNCloudIAPErrorUserInvalid);
    require_equal(payments.count, 0);
    require_equal(iap_unconsumed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

static void write_journal(const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/incomplete_purchases.json", directory);
    FILE *file = fopen(path, "w");
    require(file);
    fputs(text, file);
    fclose(file);
}

/* code 103 */
PROMISE("an older journal is imported whole or not at all") {
    iap_start("heir");
    load_settings();
    write_journal("[{\"paymentSeq\":\"GPA.3344-~\",\"marketItemId\":\"market.gem_100\"},"
                  "{\"paymentSeq\":\"7002\",\"marketItemId\":\"market.gem_100\",\"price\":0.89}]");
    PLAY(&payments, NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.code, NHNCloudHttpErrorRequestInvalid);
    require(strstr(payments.message, "7002") && strstr(payments.message, "price"));
    require_equal(payments.count, 1); /* the other one came */
    require_text(NHNCloudPurchaseResult_paymentSeq(first_payment), "GPA.3344-~");
    write_journal(
        "[{\"paymentSeq\":\"7003\",\"marketItemId\":\"market.gem_100\"},{\"paymentSeq\":7004,\"marketItemId\":\"market.gem_100\"}]");
    PLAY(&payments, NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.code, NHNCloudHttpErrorRequestInvalid);
    require(strstr(payments.message, "paymentSeq"));
    require_equal(payments.count, 0);
    require_equal(iap_unconsumed(), 1); /* nothing of the refused file */
    require(TCGBGamebase_shutdown(2000));
}

#define SUBSCRIPTIONS \
    "[{\"gamebaseProductId\":\"pass\",\"productType\":\"AUTO_RENEWABLE\",\"marketItemId\":\"m.pass\",\"price\":\"4.99\",\"currency\":\"USD\"," \
    "\"subscriptionPeriodMilliseconds\":86400000}," \
    "{\"gamebaseProductId\":\"box\",\"productType\":\"CONSUMABLE_AUTO_RENEWABLE\",\"marketItemId\":\"m.box\",\"price\":\"2.50\",\"currency\":\"USD\"," \
    "\"subscriptionPeriodMilliseconds\":86400000}]"

/* invariant 18; invariant 27; code 5 */
PROMISE("subscriptions are active until they expire, and restored after that") {
    iap_start("reader");
    iap_settings(",\"purchases\":{\"allowed\":true}");
    PLAY_WELL(&answer, TCGBConsole_setCatalogue_completion(SUBSCRIPTIONS, on_error, &answer));
    iap_buy("m.pass", NULL);
    require_equal(heard.received, 1);
    iap_buy("m.box", "box");
    require_equal(heard.received, 1);
    iap_buy("m.box", NULL);
    require_equal(heard.code, NHNCloudIAPErrorAlreadyOwned);
    PLAY_WELL(&payments, NHNCloudIAP_requestActivePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, 2);
    PLAY_WELL(&payments, NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, 2);
    require(NHNCloudPurchaseResult_expiryTime(first_payment) - NHNCloudPurchaseResult_purchaseTime(first_payment) > 86000.0);
    require_equal(iap_unconsumed(), 1);
    require_text(NHNCloudPurchaseResult_payload(first_payment), "box");
    require_equal(NHNCloudPurchaseResult_productType(first_payment), NHNCloudProductTypeConsumableSubscription);
    PLAY_WELL(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(first_payment, on_error, &answer));
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(86400000 + 3600000, on_error, &answer));
    require_equal(iap_unconsumed(), 1); /* the renewal; the consumed period stays consumed */
    require_text(NHNCloudPurchaseResult_payload(first_payment), "box");
    PLAY_WELL(&payments, NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, 1);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(100LL * 86400000, on_error, &answer));
    PLAY_WELL(&payments, NHNCloudIAP_requestAllMarketsActiveSubscriptionsWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, 0);
    size_t entries = iap_unconsumed();
    PLAY_WELL(&payments, NHNCloudIAP_restoreWithCompletionHandler(on_payments, &payments));
    require(payments.count > 2);
    require_equal(iap_unconsumed(), entries); /* a restore revives nothing */
    require(TCGBGamebase_shutdown(2000));
}

/* code 3 */
PROMISE("products that the store does not know are apart, and cannot be bought by mistake") {
    static char settings[8192];
    iap_start("looker");
    snprintf(settings, sizeof settings, "%.*s,\"unknownMarketItemIds\":[\"market.gem_100\"]}}", (int)(sizeof SETTINGS - 3), SETTINGS);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
    PLAY_WELL(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_equal(NHNCloudProductsResponse_products_count(products), 0);
    require_equal(NHNCloudProductsResponse_invalidProducts_count(products), 2); /* the other one is switched off */
    require_text(NHNCloudProduct_productIdentifier(NHNCloudProductsResponse_invalidProducts_at(products, 0)), "market.gem_100");
    const char *json = NHNCloudProductsResponse_jsonString(products);
    NHNCloudProductsResponse *again = NHNCloudProductsResponse_productsResponseFromJsonString(json);
    require_equal(NHNCloudProductsResponse_invalidProducts_count(again), 2);
    TCGBRelease(again);
    const NHNCloudProduct *unknown = TCGBRetain(NHNCloudProductsResponse_invalidProducts_at(products, 0));
    forget_heard();
    NHNCloudIAP_purchaseWithProduct(unknown);
    require(wait_heard(0, 1));
    require_equal(heard.code, NHNCloudIAPErrorProductNotAvailable);
    TCGBRelease(unknown);
    require_equal(iap_unconsumed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

/* Prices: 0, 2 and 3 decimals, up to 18 digits before the point. */
static uint64_t seed = 20;
static uint64_t roll(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> 33;
}
static void any_price(char *to, int decimals) {
    int digits = 1 + (int)(roll() % 18);
    char *at = to;
    *at++ = (char)('0' + (digits == 1 ? roll() % 10 : 1 + roll() % 9));
    for (int i = 1; i < digits; i++) *at++ = (char)('0' + roll() % 10);
    if (decimals) *at++ = '.';
    for (int i = 0; i < decimals; i++) *at++ = (char)('0' + roll() % 10);
    *at = 0;
}

PROMISE("prices stay exact from the console to the game server, for currencies with 0, 2 and 3 decimals") {
    static const struct {
        const char *currency;
        int decimals;
    } currencies[] = {{"JPY", 0}, {"KRW", 0}, {"USD", 2}, {"EUR", 2}, {"KWD", 3}, {"TND", 3}};
    enum { PRICES = 18 };
    static char prices[PRICES][32], catalogue[16384], path[1024];
    iap_start("exact");
    load_settings();
    size_t length = (size_t)snprintf(catalogue, sizeof catalogue, "[");
    for (int i = 0; i < PRICES; i++) {
        any_price(prices[i], currencies[i % 6].decimals);
        length += (size_t)snprintf(catalogue + length, sizeof catalogue - length,
            "%s{\"gamebaseProductId\":\"p%d\",\"productType\":\"CONSUMABLE\",\"price\":\"%s\",\"currency\":\"%s\"}", i ? "," : "", i,
            prices[i], currencies[i % 6].currency);
    }
    snprintf(catalogue + length, sizeof catalogue - length, "]");
    PLAY_WELL(&answer, TCGBConsole_setCatalogue_completion(catalogue, on_error, &answer));
    PLAY_WELL(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_equal(NHNCloudProductsResponse_products_count(products), PRICES);
    for (int i = 0; i < PRICES; i++) {
        const NHNCloudProduct *product = NHNCloudProductsResponse_products_at(products, (size_t)i);
        require_text(NHNCloudProduct_priceString(product), prices[i]);
        double value = strtod(prices[i], NULL);
        require(NHNCloudProduct_price(product) == value);
        forget_heard();
        NHNCloudIAP_purchaseWithProduct(product);
        require(wait_heard(1, 0));
        require_text(heard.price, prices[i]);
        NHNCloudProduct *again = NHNCloudProduct_productFromJsonString(NHNCloudProduct_jsonString(product));
        require_text(NHNCloudProduct_priceString(again), prices[i]);
        require_text(NHNCloudProduct_productIdentifier(again), NHNCloudProduct_productIdentifier(product));
        TCGBRelease(again);
    }
    require_equal(iap_unconsumed(), PRICES);
    for (int i = 0; i < PRICES; i++) {
        NHNCloudPurchaseResult *payment = NHNCloudPurchaseResult_purchaseResultFromJsonString(payments.items[i]);
        require_text(NHNCloudPurchaseResult_priceString(payment), prices[i]);
        require_text(NHNCloudPurchaseResult_currency(payment), currencies[i % 6].currency);
        char seq[64], token[128];
        copy_text(seq, sizeof seq, NHNCloudPurchaseResult_paymentSeq(payment));
        copy_text(token, sizeof token, NHNCloudPurchaseResult_accessToken(payment));
        TCGBRelease(payment);
        snprintf(path, sizeof path, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", seq, token);
        static struct answer served;
        serve(&served, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", path);
        char number[64];
        snprintf(number, sizeof number, "\"price\":%s,", prices[i]); /* digit for digit */
        if (!strstr(served.json, number)) broken_text(__FILE__, __LINE__, "the price", served.json, number);
    }
    require_equal(iap_unconsumed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("NHN Cloud objects hold what they are given, and bad ones answer with their neutral value") {
    NHNCloudIAPConfiguration *configuration = NHNCloudIAPConfiguration_initWithAppKey("key");
    require_text(NHNCloudIAPConfiguration_appKey(configuration), "key");
    require_equal(NHNCloudIAPConfiguration_serviceZone(configuration), NHNCloudServiceZoneReal);
    NHNCloudIAPConfiguration_setServiceZone(configuration, NHNCloudServiceZoneBeta);
    NHNCloudIAPConfiguration_setServiceZone(configuration, 7);
    NHNCloudIAPConfiguration *copy = NHNCloudIAPConfiguration_copy(configuration);
    NHNCloudIAPConfiguration_setServiceZone(configuration, NHNCloudServiceZoneAlpha);
    require_equal(NHNCloudIAPConfiguration_serviceZone(copy), NHNCloudServiceZoneBeta);
    TCGBRelease(configuration);
    TCGBRelease(copy);
    require_equal(NHNCloudIAPConfiguration_serviceZone(copy), -1);
    require(!NHNCloudIAPConfiguration_configurationWithAppKey(""));
    require(NHNCloudSDK_sharedInstance() == NHNCloudSDK_sharedInstance());
    TCGBRelease(NHNCloudSDK_sharedInstance());
    require(NHNCloudSDK_sharedInstance());
    NHNCloudSDK_setDebugMode(true);
    require(NHNCloudSDK_isDebugMode() && TCGBGamebase_isDebugMode());
    NHNCloudSDK_setDebugMode(false);
    require_text(NHNCloudSDK_version(), TCGBGamebase_SDKVersion());
    require_text(NHNCloudIAP_version(), TCGBGamebase_SDKVersion());
    const char *const policies[] = {"age", "region"};
    NHNCloudSDK_setOptionalPolicyWithArray(policies, 2);
    NHNCloudSDK_setOptionalPolicyWithArray(NULL, 0);
    NHNCloudSDK_setUserID("x");
    char long_id[400];
    memset(long_id, 'u', sizeof long_id - 1);
    long_id[sizeof long_id - 1] = 0;
    NHNCloudSDK_setUserID(long_id);
    require_text(NHNCloudSDK_userID(), "x");
    NHNCloudSDK_setUserID("");
    require(!NHNCloudSDK_userID());
    require(NHNCloudProduct_price(NULL) == -1.0);
    require(!NHNCloudPurchaseResult_purchaseResultFromJsonString("{\"price\":1}"));
}

PROMISE("an offer to one player is not put to another, and waits while another purchase is in its way") {
    iap_start("B");
    load_settings();
    require_equal(iap_unconsumed(), 0);
    NHNCloudSDK_setUserID("A");
    offer("B");
    require_equal(iap_unconsumed(), 0);
    pump_for(200);
    require_equal(heard.asked, 0);
    const NHNCloudInAppPurchaseDelegate two = {sizeof two, on_received, on_failed, NULL, &heard};
    NHNCloudIAP_setDelegate(&two);
    NHNCloudSDK_setUserID("B");
    require(wait_heard(1, 0));
    require(heard.store_payment);
    set_store("APPROVE", 500);
    forget_heard();
    NHNCloudIAP_purchaseWithProductIdentifier("market.gem_100");
    pump_for(50);
    offer("B");
    require(wait_heard(2, 0));
    require(heard.store_payment); /* the one that came second */
    require_equal(iap_unconsumed(), 3);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a consume whose answer was lost is repeated, and answered as the first") {
    iap_start("A");
    load_settings();
    iap_buy("market.gem_100", NULL);
    require_equal(iap_unconsumed(), 1);
    const NHNCloudPurchaseResult *mine = TCGBRetain(first_payment);
    TCGBRunLoop_setCallTimeout(1000);
    require(TCGBConsole_setServiceSuspended(true));
    PLAY(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(mine, on_error, &answer));
    require_equal(answer.code, NHNCloudHttpErrorRequestTimeout);
    require(TCGBConsole_setServiceSuspended(false));
    require_equal(iap_unconsumed(), 0);
    PLAY_WELL(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(mine, on_error, &answer));
    PLAY(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(mine, on_error, &answer));
    require_equal(answer.code, NHNCloudIAPErrorPurchaseStatusInvalid);
    TCGBRelease(mine);
    set_store("PENDING", 0);
    iap_buy("market.gem_100", NULL);
    NHNCloudSDK_setUserID("B");
    iap_buy("market.gem_100", NULL);
    PLAY_WELL(&answer, TCGBConsole_settlePendingPurchasesOfUser_outcome_completion("A", "APPROVE", on_error, &answer));
    require_equal(iap_unconsumed(), 0);
    NHNCloudSDK_setUserID("A");
    require_equal(iap_unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

enum { OBJECTS_MAX = 1048576 };
static TCGBPurchasableConfiguration **objects;
static int made;
static void use_up_objects(void) {
    objects = calloc(OBJECTS_MAX, sizeof *objects);
    require(objects);
    while (made < OBJECTS_MAX && (objects[made] = TCGBPurchasableConfiguration_create())) made++;
    require(!TCGBPurchasableConfiguration_create());
}
static void give_objects_back(void) {
    while (made) TCGBRelease(objects[--made]);
    free(objects);
}

/* O5 */
PROMISE("a paid purchase that no object is left for is told as failed with 11002, and is in the list") {
    iap_start("hoarder");
    load_settings();
    forget_heard();
    NHNCloudIAP_purchaseWithProductIdentifier("market.gem_100");
    use_up_objects();
    require(wait_heard(0, 1));
    require_equal(heard.code, TCGB_ERROR_NOT_CALLABLE_STATE);
    require_text(heard.product, "market.gem_100");
    give_objects_back();
    require_equal(iap_unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a store purchase for which no object can be made waits until there is one") {
    iap_start("hoarder");
    load_settings();
    forget_heard();
    TCGBConsole_startPromotionOfProduct_userId_paid_completion("gem_100", "hoarder", false, NULL, NULL);
    use_up_objects();
    pump_for(400);
    require_equal(heard.asked + heard.received + heard.failed, 0);
    give_objects_back();
    require_equal(iap_unconsumed(), 0);
    NHNCloudSDK_setUserID("somebody else");
    NHNCloudSDK_setUserID("hoarder");
    for (int64_t began = milliseconds(); !heard.asked; TCGBRunLoop_runUntil(20)) require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    TCGBRelease(heard.kept);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
