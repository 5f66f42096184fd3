/* A game that buys at stores which its gamebased asks. usage: buyer DIRECTORY URL STORE ACCOUNT PRODUCT. Says what it does, a line each. */
#include "../../contract/play.h"

static bool open_url(const char *url, void *context) {
    (void)context;
    printf("page %s\n", url);
    fflush(stdout);
    return true;
}
static void say(const char *step, const char *more) {
    printf("%s %lld %s\n", step, (long long)answer.code, more);
    fflush(stdout);
}

int main(int count, char **arguments) {
    if (count < 6) return 2;
    TCGBHostDelegate delegate = {.structSize = sizeof delegate, .openURL = open_url};
    TCGBHost_setDelegate(&delegate);
    TCGBHost_setStorageDirectory(arguments[1]);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBConfiguration_setServiceURL(configuration, arguments[2]);
    TCGBConfiguration_setStoreCode(configuration, arguments[3]);
    if (!TCGBStoreAdapter_registerServerStore(arguments[3], arguments[4][0] ? arguments[4] : NULL)) return 3;
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    say("initialize", answer.message);
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    say("login", answer.code ? answer.message : TCGBGamebase_userID());
    PLAY(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(arguments[5], "p", NULL, on_purchase, &answer));
    char sequence[64] = "";
    if (!answer.code) json_member(answer.json, "paymentSeq", sequence, sizeof sequence);
    say("buy", answer.code ? answer.message : sequence);
    PLAY(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    snprintf(sequence, sizeof sequence, "%zu", answer.count);
    say("held", sequence);
    TCGBGamebase_shutdown(5000);
    return 0;
}
