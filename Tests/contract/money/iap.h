/* What the tests of NHN Cloud purchases share: a delegate that notes what it hears, and the lists. */
#ifndef IAP_H
#define IAP_H

#include <NHNCloudIAP/NHNCloudIAP.h>

#include "play.h"

static struct {
    int received, failed, asked;
    char paymentSeq[64], product[128], payload[5000], user[300], price[64];
    bool store_payment, sandbox;
    int64_t code, detail;
    char domain[64], message[512];
    bool answer; /* of shouldAddStorePurchaseForProduct */
    const NHNCloudProduct *kept;
} heard;

__attribute__((unused)) static void on_received(const NHNCloudPurchaseResult *purchase, void *context) {
    require(context == &heard);
    copy_text(heard.paymentSeq, sizeof heard.paymentSeq, NHNCloudPurchaseResult_paymentSeq(purchase));
    copy_text(heard.product, sizeof heard.product, NHNCloudPurchaseResult_productIdentifier(purchase));
    copy_text(heard.payload, sizeof heard.payload, NHNCloudPurchaseResult_payload(purchase));
    copy_text(heard.user, sizeof heard.user, NHNCloudPurchaseResult_userID(purchase));
    copy_text(heard.price, sizeof heard.price, NHNCloudPurchaseResult_priceString(purchase));
    heard.store_payment = NHNCloudPurchaseResult_isStorePayment(purchase);
    heard.sandbox = NHNCloudPurchaseResult_isSandboxPayment(purchase);
    heard.received++;
}
__attribute__((unused)) static void on_failed(const char *product, const TCGBError *error, void *context) {
    require(context == &heard && error);
    copy_text(heard.product, sizeof heard.product, product);
    copy_text(heard.domain, sizeof heard.domain, TCGBError_domain(error));
    copy_text(heard.message, sizeof heard.message, TCGBError_message(error));
    heard.code = TCGBError_code(error);
    heard.detail = TCGBError_detailErrorCode(error);
    heard.failed++;
}
__attribute__((unused)) static bool on_wish(const NHNCloudProduct *product, void *context) {
    require(context == &heard);
    heard.asked++;
    heard.kept = TCGBRetain(product);
    return heard.answer;
}
static const NHNCloudInAppPurchaseDelegate delegate = {sizeof delegate, on_received, on_failed, on_wish, &heard};

static void forget_heard(void) { memset(&heard, 0, sizeof heard); }

static void iap_initialize(void) {
    NHNCloudIAPConfiguration *configuration = NHNCloudIAPConfiguration_configurationWithAppKey("Contract");
    require(configuration);
    NHNCloudIAP_initWithConfiguration_delegate(configuration, &delegate);
    TCGBRelease(configuration);
}
/* NHN Cloud purchases alone: no Gamebase login. */
__attribute__((unused)) static void iap_start(const char *user) {
    if (directory) require(TCGBHost_setStorageDirectory(directory));
    NHNCloudSDK_setUserID(user);
    iap_initialize();
}

/* Waits for the delegate to hear of one more purchase. */
__attribute__((unused)) static bool wait_heard(int received, int failed) {
    for (int64_t began = milliseconds(); heard.received < received || heard.failed < failed; TCGBRunLoop_runUntil(20))
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) return false;
    pump_for(30);
    return heard.received == received && heard.failed == failed;
}
__attribute__((unused)) static void iap_buy(const char *product, const char *payload) {
    forget_heard();
    NHNCloudIAP_purchaseWithProductIdentifier_payload(product, payload);
    require(heard.received + heard.failed == 0);
    await_for(heard.received + heard.failed != 0, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
}

static struct answer payments;
static const NHNCloudPurchaseResult *first_payment; /* owned */
__attribute__((unused)) static void on_payments(
    const NHNCloudPurchaseResult *const *purchases, size_t count, const TCGBError *error, void *context) {
    struct answer *into = context;
    note_error(into, error);
    into->count = count;
    TCGBRelease(first_payment);
    first_payment = count ? TCGBRetain(purchases[0]) : NULL;
    for (size_t i = 0; i < count && i < PLAY_LIST_MAX; i++)
        copy_text(into->items[i], sizeof into->items[i], NHNCloudPurchaseResult_jsonString(purchases[i]));
    came(into);
}
__attribute__((unused)) static size_t iap_unconsumed(void) {
    PLAY_WELL(&payments, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &payments));
    return payments.count;
}
static const NHNCloudProductsResponse *products; /* owned */
__attribute__((unused)) static void on_products(const NHNCloudProductsResponse *response, const TCGBError *error, void *context) {
    note_error(context, error);
    TCGBRelease(products);
    products = response ? TCGBRetain(response) : NULL;
    came(context);
}

#endif
