/* The game server's part: consume a payment, once. Here in the process; a real one uses HTTP. Usage: consume DIRECTORY console.json */
#include "await.h"

static char text[4096]; /* what the client sends its game server, then what that one is answered */
static void onBought(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    onDone(error, context);
    const char *payment = TCGBPurchasableReceipt_paymentSeq(receipt), *token = TCGBPurchasableReceipt_purchaseToken(receipt);
    snprintf(text, sizeof text, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", payment, token);
}
static void onReply(int32_t status, const char *body, const TCGBError *error, void *context) {
    onDone(error, context);
    snprintf(text, sizeof text, "%s", body);
    printf("HTTP %d: %s\n", (int)status, body);
}
int main(int count, char **arguments) {
    if (count < 3) return usage("consume DIRECTORY console.json");
    expect(TCGBHost_setStorageDirectory(arguments[1]), "DIRECTORY is an absolute path");
    initialize("QuickStart");
    loadSettings(arguments[2]);
    logInAsGuest();
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, onBought, step("purchase"));
    await();
    TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
        "POST", "/tcgb-inapp/v1.3/apps/QuickStart/consume", "quickstart-secret", "1", text, onReply, step("consume"));
    await();
    expect(atoi(TCGBUtil_extractValueFrom_searchString(text, "header.resultCode")) == 0, "the payment is consumed");
    expect(TCGBGamebase_shutdown(1000), "the library ends in time");
    return 0;
}
