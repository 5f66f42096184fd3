/* What a store's adapter says went wrong, with each code of NHN Cloud purchases: its domain, and what Gamebase's calls make of it. */
#include "iapfault.h"

/* code 8 */
PROMISE("a store's refusal comes with its own code and words on either surface") {
    open_codes();
    at_begin.fails = true;
    at_begin.text = "the store's words";
    for (int64_t code = 1; code <= 18; code++) {
        at_begin.code = code;
        begun = 0;
        require_purchase_fails("begin", "1001", "gem", code, usual_gamebase(code));
        require_equal(begun, 2);
        require_text(fault.message, "the store's words");
        require_text(other.message, "the store's words");
    }
    close_codes(0);
}

/* code 8; code 107 */
PROMISE("a store that cannot list its products comes with any of the 27 codes and its domain") {
    open_codes();
    at_products.fails = true;
    at_products.text = "no products now";
    for (int64_t code = 0; code <= 107; code = code == 18 ? 100 : code + 1) {
        at_products.code = code;
        AWAIT(&fault, NHNCloudIAP_requestProductsWithCompletionHandler(fault_of_products, &fault));
        require_code("products", code);
        require_text(fault.message, "no products now");
        AWAIT(&other, TCGBPurchase_requestItemListPurchasableWithCompletion(fault_of_items, &other));
        require_gamebase("products", code, usual_gamebase(code));
        require_text(other.message, "no products now");
        require_equal(other.count, 0);
    }
    close_codes(0);
}

/* invariant 9; code 100; code 102 */
PROMISE("an order of unknown outcome is 100 or 102, stays open, and is found later") {
    static const int64_t reasons[] = {0, 100, 101, 102, 103, 104, 105, 106, 107};
    char paid[200];
    size_t number = 0;
    open_codes();
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        at_begin.fails = at_poll.fails = true;
        at_begin.code = at_poll.code = reasons[i];
        at_begin.text = at_poll.text = "who knows";
        int64_t code = reasons[i] == 102 ? 102 : 100;
        for (int surface = 0; surface < 2; surface++) {
            if (surface) {
                buy_above("gem");
                require_gamebase("begin", code, usual_gamebase(code));
                require_text(other.below, NHNCloudHttpErrorDomain);
                require_equal(other.detail, code);
            } else {
                buy_here("1001");
                require_code("begin", code);
                require_equal(fault.detail, reasons[i]);
                require_text(fault.below, domain_of(reasons[i]));
            }
            require(strstr(surface ? other.message : fault.message, "who knows"));
            /* The lists say that they may lack something. */
            AWAIT(&fault, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(fault_of_payments, &fault));
            require_code("list", reasons[i] ? reasons[i] : NHNCloudHttpErrorNetworkNotAvailable);
            require_equal(fault.count, number);
            at_poll.fails = false;
            snprintf(paid, sizeof paid,
                "{\"status\":\"PAID\",\"storeTransactionId\":\"T%zu\",\"marketItemId\":\"1001\",\"price\":\"0.99\",\"currency\":\"USD\"}",
                number++);
            at_poll.text = paid;
            require_equal(unconsumed(), number);
            at_poll.fails = true, at_poll.text = "who knows";
        }
    }
    close_codes(number);
}

/* code 0; code 2; code 10; code 17 */
PROMISE("a store can refuse with 4004, 4001, 10 or 4999") {
    static const struct {
        int64_t refusal, gamebase, here;
    } says[] = {{TCGBStoreRefusalNotEnoughCash, TCGB_ERROR_PURCHASE_NOT_ENOUGH_CASH, NHNCloudIAPErrorPaymentFailed},
        {TCGBStoreRefusalNotInitialized, TCGB_ERROR_PURCHASE_NOT_INITIALIZED, NHNCloudIAPErrorStoreNotAvailable},
        {TCGBStoreRefusalNotSupported, TCGB_ERROR_NOT_SUPPORTED, NHNCloudIAPErrorPaymentNotAvailable},
        {TCGBStoreRefusalUnknown, TCGB_ERROR_PURCHASE_UNKNOWN_ERROR, NHNCloudIAPErrorUnknown}};
    static char failed[200];
    open_codes();
    for (size_t i = 0; i < sizeof says / sizeof *says; i++)
        for (int way = 0; way < 2; way++) { /* begin fails; or it answers that the order failed */
            at_begin.fails = way == 0;
            at_begin.code = says[i].refusal;
            snprintf(failed, sizeof failed, "{\"status\":\"FAILED\",\"detailCode\":%lld,\"message\":\"the store's words\"}",
                (long long)says[i].refusal);
            at_begin.text = way == 0 ? "the store's words" : failed;
            require_purchase_fails("begin", "1001", "gem", says[i].here, says[i].gamebase);
            require_text(fault.message, "the store's words");
            require_text(other.message, "the store's words");
            require_equal(other.detail, says[i].here);
            require_text(other.below, NHNCloudIAPErrorDomain);
        }
    at_products.fails = true;
    at_products.code = TCGBStoreRefusalNotSupported;
    at_products.text = "no products";
    AWAIT(&other, TCGBPurchase_requestItemListPurchasableWithCompletion(fault_of_items, &other));
    require_equal(other.code, TCGB_ERROR_NOT_SUPPORTED);
    close_codes(0);
}

/* code 0 */
PROMISE("a failure that has no code here is 0, with the store's own number and words below") {
    static const int64_t numbers[] = {19, 99, 108, 4711, -5, INT64_MAX, INT64_MIN};
    char failed[200];
    open_codes();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        at_products.fails = true, at_products.code = numbers[i], at_products.text = "quite our own";
        AWAIT(&fault, NHNCloudIAP_requestProductsWithCompletionHandler(fault_of_products, &fault));
        require_code("products", NHNCloudIAPErrorUnknown);
        require(fault.detail == numbers[i]);
        require_text(fault.below, "TCGB.Gamebase.TCGBStoreAdapter");
        AWAIT(&other, TCGBPurchase_requestItemListPurchasableWithCompletion(fault_of_items, &other));
        require_gamebase("products", NHNCloudIAPErrorUnknown, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
        require(other.deepest == numbers[i]);
        require_text(other.deepest_domain, "TCGB.Gamebase.TCGBStoreAdapter");
        at_begin.fails = false;
        snprintf(failed, sizeof failed, "{\"status\":\"FAILED\",\"detailCode\":%lld,\"message\":\"quite our own\"}", (long long)numbers[i]);
        at_begin.text = failed;
        require_purchase_fails("FAILED", "1001", "gem", NHNCloudIAPErrorUnknown, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
        require(fault.detail == numbers[i] && other.deepest == numbers[i]);
        require_text(fault.message, "quite our own");
    }
    close_codes(0);
}

/* invariant 20; code 11 */
PROMISE("a receipt for another product, price or currency is 11 and grants nothing") {
    static const char *const receipts[] = {"\"price\":\"0.98\",\"currency\":\"USD\",\"marketItemId\":\"1001\"",
        "\"price\":\"0.99\",\"currency\":\"EUR\",\"marketItemId\":\"1001\"",
        "\"price\":\"0.99\",\"currency\":\"USD\",\"marketItemId\":\"1002\""};
    char paid[256];
    int number = 0;
    open_codes();
    at_poll.text = "{\"status\":\"UNKNOWN\"}";
    for (size_t i = 0; i < sizeof receipts / sizeof *receipts; i++)
        for (int surface = 0; surface < 2; surface++) {
            snprintf(paid, sizeof paid, "{\"status\":\"PAID\",\"storeTransactionId\":\"W%d\",%s}", number++, receipts[i]);
            at_begin.text = paid;
            if (surface)
                buy_above("gem"), require_gamebase("receipt", NHNCloudIAPErrorVerifyFailed, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
            else buy_here("1001"), require_code("receipt", NHNCloudIAPErrorVerifyFailed);
        }
    require_equal(unconsumed(), 0);
    at_begin.text =
        "{\"status\":\"PAID\",\"storeTransactionId\":\"right\",\"price\":\"0.99\",\"currency\":\"USD\",\"marketItemId\":\"1001\"}";
    buy_here("1001");
    require_equal(fault.code, -1);
    require_purchase_fails("the same once more", "1001", "gem", NHNCloudIAPErrorVerifyFailed, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
    int in_sight = 0;
    for (const char *at = answer.json; (at = strstr(at, "\"storeTransactionId\":\"W")); at++) in_sight++;
    require_equal(in_sight, number);
    close_codes(1);
}

/* code 101; code 104; code 105 */
PROMISE("a question released unanswered is 101, an unreadable answer 105, a bad checkout address 104") {
    static const char *const unreadable[] = {"", "{", "[1", "\xff", "nonsense"};
    open_codes();
    at_products.fails = false, at_products.text = NULL;
    AWAIT(&fault, NHNCloudIAP_requestProductsWithCompletionHandler(fault_of_products, &fault));
    require_code("let go", NHNCloudHttpErrorRequestFailed);
    AWAIT(&other, TCGBPurchase_requestItemListPurchasableWithCompletion(fault_of_items, &other));
    require_gamebase("let go", NHNCloudHttpErrorRequestFailed, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
        at_products.text = unreadable[i];
        AWAIT(&fault, NHNCloudIAP_requestProductsWithCompletionHandler(fault_of_products, &fault));
        require_code(unreadable[i], NHNCloudHttpErrorResponseInvalid);
        AWAIT(&other, TCGBPurchase_requestItemListPurchasableWithCompletion(fault_of_items, &other));
        require_gamebase(unreadable[i], NHNCloudHttpErrorResponseInvalid, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    }
    static const TCGBHostDelegate host = {.structSize = sizeof host, .openURL = open_page};
    make_world();
    require(TCGBHost_setDelegate(&host));
    at_begin.text = "{\"status\":\"INIT\",\"url\":\"pay here, please\"}";
    require_purchase_fails("url", "1001", "gem", NHNCloudHttpErrorURLInvalid, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require(strstr(fault.message, "pay here, please"));
    require_equal(world->pages, 0);
    close_codes(0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
