/* The whole story in C: sign in as a guest, buy, let the game server grant and consume, hear an event, leave, come back.
 *
 *     cc quickstart.c $(pkg-config --cflags --libs gamebase) && ./a.out DIRECTORY console.json
 *
 * Everything runs in this process: the library brings its service along. Calls return at once and answer in the run loop;
 * this program waits for each answer, a game goes on drawing and drains the loop once a frame. */
#include "await.h"

#include <string.h>

static const char *const SECRET = "quickstart-secret"; /* known to the game server, never to the client */
static bool kicked;
static int gems;
static char sequence[64], token[256], product[64], guest[64], reply[4096];
static char granted[64]; /* the payment that was granted last; a real game keeps each of them in its database */

static void copy(char *to, size_t size, const char *from) { snprintf(to, size, "%s", from ? from : ""); }

/* Completions. `context` is whatever was passed with the call; here the name of the step. */
static void onInitialized(const char *launchingInfo, const TCGBError *error, void *context) {
    check(error, context);
    printf("   launching information: %zu bytes of JSON\n", strlen(launchingInfo));
    answered = true;
}
static void onGuest(const TCGBAuthToken *authToken, const TCGBError *error, void *context) {
    check(error, context);
    printf("   user id %s\n", TCGBMember_userId(TCGBAuthToken_tcgbMember(authToken)));
    answered = true;
}
static void onItems(const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *context) {
    check(error, context);
    for (size_t i = 0; i < count; i++)
        printf("   %-12s %8s %s  %s\n", TCGBPurchasableItem_gamebaseProductId(items[i]), TCGBPurchasableItem_priceString(items[i]),
            TCGBPurchasableItem_currency(items[i]), TCGBPurchasableItem_localizedTitle(items[i]));
    answered = true;
}
static void onPurchase(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    check(error, context);
    printf("   payment %s, payload \"%s\"\n", TCGBPurchasableReceipt_paymentSeq(receipt), TCGBPurchasableReceipt_payload(receipt));
    answered = true;
}
static void onNotConsumed(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    check(error, context);
    printf("   %zu not consumed\n", count);
    copy(sequence, sizeof sequence, count ? TCGBPurchasableReceipt_paymentSeq(receipts[0]) : "");
    copy(token, sizeof token, count ? TCGBPurchasableReceipt_purchaseToken(receipts[0]) : "");
    answered = true;
}
static void onServerReply(int32_t status, const char *body, const TCGBError *error, void *context) {
    check(error, context);
    const char *successful = TCGBUtil_extractValueFrom_searchString(body, "header.isSuccessful");
    if (status != 200 || !successful || strcmp(successful, "true") != 0) {
        fprintf(stderr, "%s failed: %d %s\n", (const char *)context, (int)status, body);
        exit(1);
    }
    copy(reply, sizeof reply, body);
    answered = true;
}
static void onEvent(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    printf("   event %s %s\n", TCGBGamebaseEventMessage_category(message), TCGBGamebaseEventMessage_data(message));
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBServerPushAppKickout) == 0) kicked = true;
}

static void start(void) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onInitialized, step("initialize"));
    TCGBRelease(configuration);
    await();
}
static void login(void) {
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, onGuest, step("login"));
    await();
}
static void listNotConsumed(void) {
    TCGBPurchase_requestItemListOfNotConsumedWithCompletion(onNotConsumed, step("not-consumed list"));
    await();
}

/* The game server's side, which would ask over HTTP: verify, grant once for each paymentSeq, consume. */
static void serve(const char *method, const char *path, const char *body) {
    char whole[512];
    snprintf(whole, sizeof whole, "/tcgb-inapp/v1.3/apps/QuickStart%s", path);
    TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(method, whole, SECRET, NULL, body, onServerReply, step(path));
    await();
}
static void grantOnce(void) {
    char text[512];
    snprintf(text, sizeof text, "/payment/transaction?accessToken=%s", token);
    serve("GET", text, NULL);
    copy(product, sizeof product, TCGBUtil_extractValueFrom_searchString(reply, "result.gamebaseProductId"));
    copy(text, sizeof text, TCGBUtil_extractValueFrom_searchString(reply, "result.paymentSeq"));
    expect(strcmp(text, sequence) == 0, "the payment is the one that was listed");
    if (strcmp(granted, sequence) != 0) {
        gems += strcmp(product, "gem_100") == 0 ? 100 : 0;
        copy(granted, sizeof granted, sequence);
    }
    printf("   verified %s, the player has %d gems\n", product, gems);
    snprintf(text, sizeof text, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
    serve("POST", "/consume", text);
}

int main(int count, char **arguments) {
    if (count < 3) return usage("quickstart DIRECTORY console.json");
    expect(TCGBHost_setStorageDirectory(arguments[1]), "DIRECTORY is an absolute path");
    TCGBGamebase_addEventHandler(onEvent, NULL);

    puts("1  initialize");
    start();
    loadSettings(arguments[2]);
    printf("2  launching status %d\n", TCGBLaunching_launchingStatus());
    puts("3  log in as a guest");
    login();
    copy(guest, sizeof guest, TCGBGamebase_userID());
    puts("4  what is on sale");
    TCGBPurchase_requestItemListPurchasableWithCompletion(onItems, step("item list"));
    await();
    puts("5  buy 100 gems");
    TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion("gem_100", "slot 7", NULL, onPurchase, step("purchase"));
    await();
    puts("6  what was paid and not delivered");
    listNotConsumed();
    puts("7  the game server verifies, grants and consumes, also what an earlier run has left");
    while (sequence[0]) {
        grantOnce();
        listNotConsumed();
        expect(strcmp(granted, sequence) != 0, "what was consumed is not listed again");
    }
    puts("8  nothing is left to deliver");

    puts("9  tell the level, then a level-up");
    TCGBAnalyticsGameUserData *user = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(9);
    TCGBAnalyticsGameUserData_setCharacterId(user, "Ayla");
    TCGBAnalytics_setGameUserData(user);
    TCGBRelease(user);
    TCGBAnalyticsLevelUpData *levelUp = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(10, TCGBUtil_unixEpochTime());
    TCGBAnalytics_traceLevelUpWithLevelUpData(levelUp);
    TCGBRelease(levelUp);

    puts("10 the operator kicks everyone out");
    TCGBConsole_kickout_completion("{\"extras\":\"maintenance at noon\",\"logout\":false}", onDone, step("kickout"));
    await();
    while (!kicked) TCGBRunLoop_runUntil(1000);
    puts("11 log out");
    TCGBGamebase_logoutWithViewController_completion(NULL, onDone, step("logout"));
    await();
    printf("12 shut down in time: %s\n", TCGBGamebase_shutdown(2000) ? "yes" : "no");

    puts("13 start again, as the same guest");
    start();
    login();
    expect(strcmp(guest, TCGBGamebase_userID()) == 0, "it is the same guest");
    expect(TCGBGamebase_shutdown(2000), "the library ends in time");
    puts("done");
    return 0;
}
