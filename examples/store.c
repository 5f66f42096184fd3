/* A store of your own: a web shop, sold through the NHN Cloud IAP calls.
 *
 *     cc store.c $(pkg-config --cflags --libs gamebase) -o store && ./store DIRECTORY
 *
 * The library drives the purchase and keeps every step; the adapter only asks the shop and passes on what it says. Here the shop is a few
 * variables of this program; yours is a server that has the shop's keys. */
#include "await.h"

#include <NHNCloudIAP/NHNCloudIAP.h>
#include <string.h>

static const char *const SETTINGS =
    "{\"app\":{\"appId\":\"Shop\",\"name\":\"Shop\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"secret\",\"defaultLanguage\":\"en\"},"
    "\"stores\":[{\"storeCode\":\"X-SHOP\"}],"
    "\"products\":[{\"gamebaseProductId\":\"lamp\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"X-SHOP\",\"marketItemId\":\"shop.lamp\","
    "\"price\":\"2.50\",\"currency\":\"EUR\",\"localizedTitle\":\"A lamp\"}]}";

static bool bought;
static int left;
static const NHNCloudPurchaseResult *result;

/* --- The shop. The library gives each order a key, and asks for the order by that key, also after a restart of the game. */
static struct { char key[129]; int paid, finished, refunded; } order;

static const char *said(char *to, size_t size) {
    const char *status = order.refunded ? "REFUNDED" : order.paid ? "PAID" : "INIT";
    snprintf(to, size,
        "{\"orderKey\":\"%s\",\"status\":\"%s\",\"pollAfterMilliseconds\":100,\"storeTransactionId\":\"shop-1\","
        "\"marketItemId\":\"shop.lamp\",\"price\":\"2.50\",\"currency\":\"EUR\",\"url\":\"https://shop.example/pay/1\"}",
        order.key, status);
    return to;
}
static void shopBegin(const TCGBStoreRequest *request, void *context) {
    char json[512];
    (void)context;
    snprintf(order.key, sizeof order.key, "%s", TCGBStoreRequest_orderKey(request));
    printf("   the shop has an order for %s at %s %s\n", TCGBStoreRequest_marketItemId(request), TCGBStoreRequest_price(request),
        TCGBStoreRequest_currency(request));
    TCGBStoreRequest_succeed(request, said(json, sizeof json));
}
static void shopPoll(const TCGBStoreRequest *request, void *context) {
    char json[512];
    (void)context;
    int isKnown = strcmp(order.key, TCGBStoreRequest_orderKey(request)) == 0;
    TCGBStoreRequest_succeed(request, isKnown ? said(json, sizeof json) : "{\"status\":\"UNKNOWN\"}");
}
/* The payment is stored. A shop that holds money until delivery takes it now. */
static void shopFinish(const TCGBStoreRequest *request, void *context) {
    (void)context;
    order.finished = 1;
    TCGBStoreRequest_succeed(request, NULL);
}
/* A webhook that your server passed on. It may come twice, late or never: polling finds the same state. */
static void shopEvent(const TCGBStoreRequest *request, void *context) {
    char one[512], json[520];
    (void)context;
    snprintf(json, sizeof json, "[%s]", said(one, sizeof one));
    TCGBStoreRequest_succeed(request, json);
}
static bool openPage(const char *url, void *context) {
    (void)context;
    printf("   the player pays at %s\n", url);
    order.paid = 1;
    return true;
}

/* --- The game. */
static void onBought(const NHNCloudPurchaseResult *purchase, void *context) {
    (void)context;
    printf("   bought %s for %s %s%s\n", NHNCloudPurchaseResult_productIdentifier(purchase), NHNCloudPurchaseResult_priceString(purchase),
        NHNCloudPurchaseResult_currency(purchase), NHNCloudPurchaseResult_isSandboxPayment(purchase) ? " (sandbox)" : "");
    bought = true;
}
static void onFailed(const char *productIdentifier, const TCGBError *error, void *context) {
    (void)context;
    check(error, productIdentifier);
}
static void onList(const NHNCloudPurchaseResult *const *purchases, size_t count, const TCGBError *error, void *context) {
    check(error, context);
    printf("   %d to deliver\n", (int)count);
    if (result) TCGBRelease(result);
    result = NULL;
    if (count > 0) result = (const NHNCloudPurchaseResult *)TCGBRetain(purchases[0]); /* borrowed until here */
    left = (int)count;
    answered = true;
}
static void list(void) {
    NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(onList, step("list"));
    await();
}

int main(int count, char **arguments) {
    TCGBStoreAdapter shop;
    TCGBHostDelegate host;
    NHNCloudInAppPurchaseDelegate delegate;
    memset(&shop, 0, sizeof shop);
    memset(&host, 0, sizeof host);
    memset(&delegate, 0, sizeof delegate);
    shop.structSize = sizeof shop;
    shop.capabilities = TCGBStoreCapabilityWebURL;
    shop.begin = shopBegin;
    shop.poll = shopPoll;
    shop.finish = shopFinish;
    shop.onEvent = shopEvent;
    host.structSize = sizeof host;
    host.openURL = openPage;
    delegate.structSize = sizeof delegate;
    delegate.didReceivePurchaseResult = onBought;
    delegate.didFailPurchaseProduct_withError = onFailed;
    if (count > 1) expect(TCGBHost_setStorageDirectory(arguments[1]), "DIRECTORY is an absolute path");

    puts("1  initialize; the player may be named before or after");
    NHNCloudIAPConfiguration *configuration = NHNCloudIAPConfiguration_configurationWithAppKey("Shop");
    NHNCloudIAP_initWithConfiguration_delegate(configuration, &delegate);
    TCGBRelease(configuration);
    NHNCloudSDK_setUserID("player-1");
    TCGBConsole_loadSettings_completion(SETTINGS, onDone, step("settings"));
    await();
    expect(TCGBStoreAdapter_register("X-SHOP", &shop) && TCGBHost_setDelegate(&host), "the adapter and the host are whole");
    TCGBPurchase_setStoreCode("X-SHOP");

    puts("2  buy");
    NHNCloudIAP_purchaseWithProductIdentifier_payload("shop.lamp", "for the cellar");
    while (!bought) TCGBRunLoop_runUntil(1000);
    puts("3  deliver, then consume");
    list();
    expect(left == 1, "one payment is to be delivered");
    NHNCloudIAP_consumeWithPurchaseResult_completionHandler(result, onDone, step("consume"));
    await();
    list();
    expect(left == 0 && order.finished, "the payment is delivered, and the shop was told");
    puts("4  the shop gives the money back, and says so");
    order.refunded = 1;
    expect(TCGBStoreAdapter_handleEvent("X-SHOP", "{\"order\":1}"), "the event is taken");
    list();
    printf("5  shut down in time: %s\n", TCGBGamebase_shutdown(2000) ? "yes" : "no");
    puts("done");
    return 0;
}
