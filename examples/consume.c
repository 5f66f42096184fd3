/* What a game server does: consume a payment, once. Over HTTP there, in the process here. Usage: consume DIRECTORY console.json */
#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <stdlib.h>
static char answered, text[4096]; /* what the client sends its game server, then what that one is answered */
static void onDone(const TCGBError *error, void *context) { /* every completion ends here */
    if (error) fprintf(stderr, "%s: %s\n", (const char *)context, TCGBError_message(error)), exit(1);
    answered = true;
}
static void await(void) { for (answered = false; !answered;) TCGBRunLoop_runUntil(1000); } /* a game goes on drawing */
static void onStart(const char *info, const TCGBError *error, void *context) { (void)info, onDone(error, context); }
static void onLogin(const TCGBAuthToken *token, const TCGBError *error, void *context) { (void)token, onDone(error, context); }
static void onBought(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    onDone(error, context), snprintf(text, sizeof text, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}",
        TCGBPurchasableReceipt_paymentSeq(receipt), TCGBPurchasableReceipt_purchaseToken(receipt));
}
static void onReply(int32_t status, const char *body, const TCGBError *error, void *context) {
    onDone(error, context), snprintf(text, sizeof text, "%s", body), printf("HTTP %d: %s\n", (int)status, body);
}
int main(int count, char **arguments) {
    if (count < 3 || !TCGBHost_setStorageDirectory(arguments[1])) return fprintf(stderr, "usage: consume DIRECTORY console.json\n"), 2;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onStart, "start"), await(), TCGBRelease(configuration);
    TCGBConsole_loadSettingsFromFile_completion(arguments[2], onDone, "settings"), await();
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, onLogin, "login"), await();
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, onBought, "purchase"), await();
    TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
        "POST", "/tcgb-inapp/v1.3/apps/QuickStart/consume", "quickstart-secret", "1", text, onReply, "consume"), await();
    return TCGBGamebase_shutdown(1000) && atoi(TCGBUtil_extractValueFrom_searchString(text, "header.resultCode")) == 0 ? 0 : 1;
}
