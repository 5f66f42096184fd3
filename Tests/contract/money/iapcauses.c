/* When the library itself says each code of NHN Cloud purchases, and what Gamebase's calls say then. */
#include "iapfault.h"

/* code 1 */
PROMISE("before initWithConfiguration every call is 1, also while Gamebase plays") {
    NHNCloudPurchaseResult *payment = NHNCloudPurchaseResult_purchaseResultFromJsonString("{\"paymentSeq\":\"1\",\"accessToken\":\"t\"}");
    NHNCloudProduct *product = NHNCloudProduct_productFromJsonString("{\"productIdentifier\":\"coin\"}");
    require(payment && product);
    for (int playing = 0; playing < 2; playing++) {
        if (playing) start_playing();
        NHNCloudIAP_setDelegate(&listener);
        for (int call = 0; call < 12; call++) {
            AWAIT(
                &fault, switch (call) {
                    case 0: NHNCloudIAP_purchaseWithProduct(product); break;
                    case 1: NHNCloudIAP_purchaseWithProduct_payload(product, "p"); break;
                    case 2: NHNCloudIAP_purchaseWithProductIdentifier("coin"); break;
                    case 3: NHNCloudIAP_purchaseWithProductIdentifier_payload("coin", "p"); break;
                    case 4: NHNCloudIAP_requestProductsWithCompletionHandler(fault_of_products, &fault); break;
                    case 5: NHNCloudIAP_requestActivePurchasesWithCompletionHandler(fault_of_payments, &fault); break;
                    case 6: NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(fault_of_payments, &fault); break;
                    case 7: NHNCloudIAP_requestAllMarketsActiveSubscriptionsWithCompletionHandler(fault_of_payments, &fault); break;
                    case 8: NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(fault_of_payments, &fault); break;
                    case 9: NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler(fault_of_payments, &fault); break;
                    case 10: NHNCloudIAP_restoreWithCompletionHandler(fault_of_payments, &fault); break;
                    default: NHNCloudIAP_consumeWithPurchaseResult_completionHandler(payment, fault_of_error, &fault); break;
                });
            if (fault.code != NHNCloudIAPErrorNotInitialized) broken_number("call", call, fault.message, fault.code, 1);
            require_code("call", NHNCloudIAPErrorNotInitialized);
            require(strstr(fault.message, "NHNCloudIAP_initWithConfiguration"));
        }
        AWAIT(&fault, NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(fault_of_payments, &fault));
        require_code("call", NHNCloudIAPErrorNotInitialized);
        if (playing) continue;
        buy_above("coin");
        require_gamebase("purchase", NHNCloudIAPErrorNotInitialized, TCGB_ERROR_NOT_INITIALIZED);
    }
    TCGBRelease(payment);
    TCGBRelease(product);
    require(TCGBGamebase_shutdown(2000));
}

/* code 2 */
PROMISE("a store without an adapter is 2 and 4010, a closed one 2 and 4201") {
    open_codes();
    require(TCGBStoreAdapter_register("STEAM", NULL));
    require_purchase_fails("no adapter", "1001", "gem", NHNCloudIAPErrorStoreNotAvailable, TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET);
    require_equal(other.detail, NHNCloudIAPErrorStoreNotAvailable);
    require_text(other.below, NHNCloudIAPErrorDomain);
    AWAIT(&fault, NHNCloudIAP_restoreWithCompletionHandler(fault_of_payments, &fault));
    require_code("restore", NHNCloudIAPErrorStoreNotAvailable);
    AWAIT(&other, TCGBPurchase_requestRestoreWithCompletion(fault_of_receipts, &other));
    require_gamebase("restore", NHNCloudIAPErrorStoreNotAvailable, TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET);
    TCGBPurchase_setStoreCode("SANDBOX");
    set_store("UNAVAILABLE");
    require_purchase_fails("closed", "coin", "coin", NHNCloudIAPErrorStoreNotAvailable, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    close_codes(0);
}

/* code 3; code 9; code 10; code 17; code 18; code 103 */
PROMISE("what players meet at the sandbox store has its code, and the Gamebase code above it") {
    open_codes();
    TCGBPurchase_setStoreCode("SANDBOX");
    require_purchase_fails(
        "no product", "nothing", "nothing", NHNCloudIAPErrorProductNotAvailable, TCGB_ERROR_PURCHASE_NOT_EXIST_PRODUCT_ID);
    require_purchase_fails("switched off", "old", "old", NHNCloudIAPErrorProductNotAvailable, TCGB_ERROR_PURCHASE_INACTIVE_PRODUCT_ID);
    static const struct {
        const char *outcome;
        int64_t code;
    } ends[] = {{"CANCEL", 9}, {"DECLINE", 10}, {"NOT_ALLOWED", 17}, {"LIMIT", 18}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        set_store(ends[i].outcome);
        require_purchase_fails(ends[i].outcome, "coin", "coin", ends[i].code, usual_gamebase(ends[i].code));
        require_equal(other.detail, ends[i].code);
    }
    set_store("APPROVE");
    require_purchase_fails("limit", "dear", "dear", NHNCloudIAPErrorPurchaseLimitExceeded, TCGB_ERROR_PURCHASE_LIMIT_EXCEEDED);
    require(strstr(fault.message, "100.01"));
    load_codes("false");
    require_purchase_fails("off", "coin", "coin", NHNCloudIAPErrorPaymentNotAvailable, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    load_codes("true");
    char long_payload[4098];
    memset(long_payload, 'p', sizeof long_payload - 1);
    long_payload[sizeof long_payload - 1] = 0;
    AWAIT(&fault, NHNCloudIAP_purchaseWithProductIdentifier_payload("coin", long_payload));
    require_code("payload", NHNCloudHttpErrorRequestInvalid);
    require(strstr(fault.message, "payload"));
    AWAIT(&other, TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(
                      "coin", long_payload, NULL, fault_of_purchase, &other));
    require_gamebase("payload", NHNCloudHttpErrorRequestInvalid, TCGB_ERROR_INVALID_PARAMETER);
    close_codes(0);
}

/* code 5; code 6; code 14 */
PROMISE("a group that waits for the store is 6, one that runs is 5, and a subscription that is over is 14") {
    char sequence[64];
    open_codes();
    TCGBPurchase_setStoreCode("SANDBOX");
    set_store("PENDING");
    buy_above("pass");
    require_gamebase("pass", 102, TCGB_ERROR_PURCHASE_PENDING);
    set_store("APPROVE");
    require_purchase_fails("gold", "gold", "gold", NHNCloudIAPErrorAlreadyInProgress, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    PLAY_WELL(&answer, TCGBConsole_settlePendingPurchasesOfUser_outcome_completion(NULL, "APPROVE", on_error, &answer));
    require_equal(unconsumed(), 0);
    require_purchase_fails("gold", "gold", "gold", NHNCloudIAPErrorAlreadyOwned, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    PLAY_WELL(&answer, TCGBPurchase_requestActivatedPurchasesWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 1);
    json_member(answer.items[0], "paymentSeq", sequence, sizeof sequence);
    PLAY_WELL(&answer, TCGBConsole_changeSubscriptionOfPayment_action_completion(sequence, "EXPIRE", on_error, &answer));
    AWAIT(&other, TCGBConsole_changeSubscriptionOfPayment_action_completion(sequence, "RESTART", fault_of_error, &other));
    require_gamebase("RESTART", NHNCloudIAPErrorExpired, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    close_codes(0);
}

static const TCGBStoreRequest *held;
static void hold_begin(const TCGBStoreRequest *request, void *context) { (void)context, held = TCGBRetain(request); }

/* code 6 */
PROMISE("a second purchase is 6 and 4003, whichever surface the first came through") {
    static struct fault second;
    TCGBStoreAdapter adapter = {.structSize = sizeof adapter, .begin = hold_begin, .poll = ask_poll, .finish = ask_finish};
    open_codes();
    require(TCGBStoreAdapter_register("STEAM", &adapter));
    for (int surface = 0; surface < 2; surface++) {
        memset(&fault, 0, sizeof fault);
        memset(&second, 0, sizeof second);
        held = NULL;
        if (surface) NHNCloudIAP_purchaseWithProductIdentifier("1001");
        else TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, fault_of_purchase, &second);
        await_for(held, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
        buy_above("gem");
        require_gamebase("second", NHNCloudIAPErrorAlreadyInProgress, TCGB_ERROR_PURCHASE_NOT_FINISHED_PREVIOUS_PURCHASING);
        if (surface) {
            require_equal(fault.times, 0);
        } else {
            buy_here("1001");
            require_code("second", NHNCloudIAPErrorAlreadyInProgress);
            require_equal(second.times, 0);
        }
        require(TCGBStoreRequest_succeed(held, "{\"status\":\"DENIED\"}"));
        TCGBRelease(held);
        await_for(surface ? fault.times : second.times, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
        require_equal(surface ? fault.code : second.code, surface ? NHNCloudIAPErrorPaymentCancelled : TCGB_ERROR_PURCHASE_USER_CANCELED);
    }
    close_codes(0);
}

/* code 7; code 13 */
PROMISE("without a player calls are 7, and 2 in Gamebase; another's payment is 7") {
    char sequence[64];
    iap_start("A");
    load_codes("true");
    NHNCloudIAP_setDelegate(&listener);
    buy_here("coin");
    require_equal(fault.code, -1);
    require_equal(iap_unconsumed(), 1);
    NHNCloudPurchaseResult *mine = NHNCloudPurchaseResult_purchaseResultFromJsonString(payments.items[0]);
    NHNCloudSDK_setUserID("B");
    AWAIT(&fault, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(mine, fault_of_error, &fault));
    require_code("another's", NHNCloudIAPErrorUserInvalid);
    NHNCloudSDK_setUserID(NULL);
    buy_here("coin");
    require_code("nobody", NHNCloudIAPErrorUserInvalid);
    AWAIT(&fault, NHNCloudIAP_restoreWithCompletionHandler(fault_of_payments, &fault));
    require_code("nobody", NHNCloudIAPErrorUserInvalid);
    NHNCloudSDK_setUserID("A");
    copy_text(sequence, sizeof sequence, NHNCloudPurchaseResult_paymentSeq(mine));
    PLAY_WELL(&answer, TCGBConsole_refundPayment_kind_completion(sequence, "REFUND", on_error, &answer));
    AWAIT(&fault, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(mine, fault_of_error, &fault));
    require_code("refunded", NHNCloudIAPErrorPurchaseStatusInvalid);
    require(fault.detail != 5018 && fault.deepest != 5018);
    TCGBRelease(mine);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    buy_above("coin");
    require_gamebase("nobody", NHNCloudIAPErrorUserInvalid, TCGB_ERROR_NOT_LOGGED_IN);
    require(TCGBGamebase_shutdown(2000));
}

/* code 100; code 102 */
PROMISE("a service without an answer is 102 and 101, a shutdown 100 and 110") {
    open_codes();
    TCGBPurchase_setStoreCode("SANDBOX");
    set_store("PENDING");
    require_purchase_fails("pending", "coin", "coin", NHNCloudHttpErrorRequestTimeout, TCGB_ERROR_PURCHASE_PENDING);
    require_equal(fault.detail, TCGB_ERROR_PURCHASE_PENDING);
    require(TCGBConsole_setServiceSuspended(true));
    TCGBRunLoop_setCallTimeout(300);
    AWAIT(&fault, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(fault_of_payments, &fault));
    require_code("silence", NHNCloudHttpErrorRequestTimeout);
    AWAIT(&other, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(fault_of_receipts, &other));
    require_gamebase("silence", NHNCloudHttpErrorRequestTimeout, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    TCGBRunLoop_setCallTimeout(60000);
    memset(&fault, 0, sizeof fault);
    memset(&other, 0, sizeof other);
    NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(fault_of_payments, &fault);
    TCGBPurchase_requestItemListOfNotConsumedWithCompletion(fault_of_receipts, &other);
    TCGBGamebase_shutdown(2000);
    require_equal(fault.times, 1);
    require_equal(other.times, 1);
    require_code("shutdown", NHNCloudHttpErrorNetworkNotAvailable);
    require_gamebase("shutdown", NHNCloudHttpErrorNetworkNotAvailable, TCGB_ERROR_SOCKET_ERROR);
}

static int calls_ended;
static void count_end(const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *context) {
    (void)items, (void)count, (void)error, (void)context;
    calls_ended++;
}

/* code 106 */
PROMISE("a call above the 65,536 that may be open is 106 and 11002, and works when the others have ended") {
    enum { CALLS = 65536 };
    open_codes();
    require(TCGBConsole_setServiceSuspended(true));
    for (int i = 0; i < CALLS; i++) TCGBPurchase_requestItemListPurchasableWithCompletion(count_end, NULL);
    AWAIT(&fault, NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(fault_of_payments, &fault));
    require_code("too many", NHNCloudHttpErrorAlreadyInprogress);
    require_equal(fault.detail, TCGB_ERROR_NOT_CALLABLE_STATE);
    AWAIT(&other, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(fault_of_receipts, &other));
    require_gamebase("too many", NHNCloudHttpErrorAlreadyInprogress, TCGB_ERROR_NOT_CALLABLE_STATE);
    require(TCGBConsole_setServiceSuspended(false));
    await_for(calls_ended >= CALLS, 3 * PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(10));
    AWAIT(&fault, NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(fault_of_payments, &fault));
    require_equal(fault.code, -1);
    close_codes(0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
