/* Buy, and find the payment in the list of what is to be delivered. Usage: buy DIRECTORY console.json */
#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <stdlib.h>
static bool answered;
static size_t waiting;
static void onDone(const TCGBError *error, void *context) { /* every completion ends here */
    if (error) fprintf(stderr, "%s: %s\n", (const char *)context, TCGBError_message(error)), exit(1);
    answered = true;
}
static void await(void) { for (answered = false; !answered;) TCGBRunLoop_runUntil(1000); } /* a game goes on drawing */
static void onStart(const char *info, const TCGBError *error, void *context) { (void)info, onDone(error, context); }
static void onLogin(const TCGBAuthToken *token, const TCGBError *error, void *context) { (void)token, onDone(error, context); }
static void onBought(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    onDone(error, context), printf("paid %s\n", TCGBPurchasableReceipt_priceString(receipt));
}
static void onList(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    onDone(error, context);
    for (waiting = 0; waiting < count; waiting++) printf("%s\n", TCGBPurchasableReceipt_gamebaseProductId(receipts[waiting]));
}
int main(int count, char **arguments) {
    if (count < 3 || !TCGBHost_setStorageDirectory(arguments[1])) return fprintf(stderr, "usage: buy DIRECTORY console.json\n"), 2;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onStart, "start"), await(), TCGBRelease(configuration);
    TCGBConsole_loadSettingsFromFile_completion(arguments[2], onDone, "settings"), await();
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, onLogin, "login"), await();
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, onBought, "purchase"), await();
    TCGBPurchase_requestItemListOfNotConsumedWithCompletion(onList, "list"), await(); /* after each login, too */
    return TCGBGamebase_shutdown(1000) && waiting > 0 ? 0 : 1;
}
