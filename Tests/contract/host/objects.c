/* Handles, strings and value objects. */
#include "play.h"

/* O1 O3 */
PROMISE("a released handle, a handle of another class, NULL and a random number get a neutral answer") {
    TCGBError *error = TCGBError_resultWithCode_message(3, "text");
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("app", "1");
    require_equal(TCGBError_code(error), 3);
    require_text(TCGBError_message(error), "text");
    const TCGBError *foreign = (const TCGBError *)configuration;
    require(TCGBError_message(foreign) == NULL);
    require_equal(TCGBError_code(foreign), 0);
    TCGBRelease(error);
    require(TCGBError_message(error) == NULL);
    require_equal(TCGBError_code(error), 0);
    TCGBRelease(error);
    require(TCGBRetain(error) == NULL);
    require(TCGBError_message(NULL) == NULL);
    require(TCGBError_message((const TCGBError *)(uintptr_t)0x5a5a5a5a5a5a5a5a) == NULL);
    require_text(TCGBConfiguration_appID(configuration), "app");
    TCGBRelease(configuration);
}

static int told;
static char line[256];
static void hear_line(TCGBLogLevel level, const char *message, void *context) {
    (void)level, (void)context;
    told++;
    copy_text(line, sizeof line, message);
}

PROMISE("a level-up time of 0, a 65th contact entry and a start anew without a place are logged") {
    TCGBHost_setLogSink(TCGBLogLevelWarn, hear_line, NULL);
    require(!TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(1, 0));
    pump_till(told == 1, 20);
    require_equal(told, 1);
    TCGBAnalyticsLevelUpData *up = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(1, 1);
    require(up);
    TCGBRelease(up);
    TCGBContactConfiguration *contact = TCGBContactConfiguration_create();
    char key[8];
    for (int i = 0; i < 65; i++) {
        pump_till(told == 1, 0);
        require_equal(told, 1);
        snprintf(key, sizeof key, "k%d", i);
        TCGBContactConfiguration_setExtraData(contact, key, "value");
    }
    pump_till(told == 2, 20);
    require_equal(told, 2);
    require(strstr(line, "64"));
    TCGBRelease(contact);
    require(!TCGBConsole_startAnew(NULL));
    pump_till(told == 3, 20);
    require_equal(told, 3);
    require(strstr(line, "storage directory"));
}

/* O3 */
PROMISE("a call on anything but an object is logged once, with its name") {
    TCGBHost_setLogSink(TCGBLogLevelWarn, hear_line, NULL);
    require_equal(TCGBError_code(NULL), 0);
    require(TCGBError_message(NULL) == NULL && TCGBError_domain(NULL) == NULL && TCGBError_underlyingError(NULL) == NULL);
    pump_for(20);
    require_equal(told, 0);
    for (int i = 0; i < 3; i++) require(TCGBAuthToken_jsonString(NULL) == NULL);
    require(pump_until(&told, PLAY_LIMIT_MILLISECONDS));
    pump_till(told == 1, 20);
    require_equal(told, 1);
    require(strstr(line, "TCGBAuthToken_jsonString") && strstr(line, "NULL"));
    TCGBError *error = TCGBError_resultWithCode(3);
    TCGBRelease(error);
    require_equal(TCGBError_code(error), 0);
    pump_till(told == 2, 20);
    require_equal(told, 2);
    require(strstr(line, "TCGBError_code"));
    TCGBHost_setLogSink(TCGBLogLevelNone, NULL, NULL);
}

/* O6 */
PROMISE("text that is no value of the class is logged with function, argument and place") {
    static const struct {
        const char *text, *said;
    } wrong[] = {{NULL, "jsonString: is NULL"}, {"{\n \"code\" 3}", "jsonString: is not JSON: line 2, column "}, {"[3]", "jsonString: "}};
    TCGBHost_setLogSink(TCGBLogLevelWarn, hear_line, NULL);
    for (int each = 0; each < 3; each++) {
        require(!TCGBError_errorFromJsonString(wrong[each].text));
        pump_till(told == each + 1, 20);
        require_equal(told, each + 1);
        require(strstr(line, "TCGBError_errorFromJsonString: ") && strstr(line, wrong[each].said));
    }
    require(strstr(line, "is JSON, but not that of a TCGBError"));
}

/* O2 */
PROMISE("an object lives until its last release") {
    TCGBError *error = TCGBError_resultWithCode_message(3, "text");
    require(TCGBRetain(error) == error);
    TCGBRelease(error);
    require_text(TCGBError_message(error), "text");
    TCGBRelease(error);
    require(TCGBError_message(error) == NULL);
}

/* O4 */
PROMISE("a string of an object lives as long as the object") {
    TCGBError *error = TCGBError_resultWithCode_message(3, "text");
    const char *message = TCGBError_message(error);
    require(TCGBError_message(error) == message);
    const char *json = TCGBError_jsonString(error);
    for (int i = 0; i < 1000; i++) TCGBRelease(TCGBError_resultWithCode_message(4, "other"));
    require_text(message, "text");
    require(strstr(json, "text"));
    TCGBRelease(error);
}

static const TCGBAuthToken *borrowed;
static TCGBAuthToken *kept;
static void keep(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    borrowed = token;
    if (context == &kept) kept = (TCGBAuthToken *)TCGBRetain(token);
    note_error(&answer, error);
    came(&answer);
}

/* tutorial 26 */
/* R9 */
PROMISE("the arguments of a callback are gone after it, unless retained") {
    initialize_here();
    PLAY_WELL(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, keep, NULL));
    require(TCGBAuthToken_jsonString(borrowed) == NULL);
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    PLAY_WELL(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, keep, &kept));
    const TCGBMember *member = TCGBAuthToken_tcgbMember(kept);
    require_text(TCGBMember_userId(member), TCGBGamebase_userID());
    require(TCGBMember_authList_count(member) >= 1);
    require_text(TCGBAuthMappingInfo_idPCode(TCGBMember_authList_at(member, 0)), "guest");
    require(TCGBMember_authList_at(member, 1000) == NULL);
    require_text(TCGBToken_accessToken(TCGBAuthToken_tcgbToken(kept)), TCGBGamebase_accessToken());
    require(TCGBGamebase_shutdown(2000));
    require(TCGBMember_userId(member)); /* objects outlive the shutdown */
    TCGBRelease(kept);
    require(TCGBMember_userId(member) == NULL);
}

/* defect 21 */
/* O6 */
PROMISE("a value object keeps unknown keys and refuses wrong types") {
    TCGBPurchasableReceipt *receipt = TCGBPurchasableReceipt_purchasableReceiptFromJsonString(
        "{\"paymentSeq\":\"1\",\"price\":0.99,\"future\":{\"a\":[1,2]},\"gamebaseProductId\":\"gem\"}");
    require(receipt);
    require_text(TCGBPurchasableReceipt_paymentSeq(receipt), "1");
    require(strstr(TCGBPurchasableReceipt_jsonString(receipt), "\"future\":{\"a\":[1,2]}"));
    require(strchr(TCGBPurchasableReceipt_prettyJsonString(receipt), '\n'));
    TCGBRelease(receipt);
    require(!TCGBPurchasableReceipt_purchasableReceiptFromJsonString("{\"paymentSeq\":[1]}"));
    require(!TCGBPurchasableReceipt_purchasableReceiptFromJsonString("[]"));
    require(!TCGBPurchasableReceipt_purchasableReceiptFromJsonString("{\"paymentSeq\":\"1\"} x"));
    require(!TCGBPurchasableReceipt_purchasableReceiptFromJsonString("{\"paymentSeq\":\"\xff\"}"));
    require(!TCGBPurchasableReceipt_purchasableReceiptFromJsonString(NULL));
    require(!TCGBPushMessage_pushMessageFromJsonString("null"));
    TCGBPushMessage *message = TCGBPushMessage_pushMessageFromJsonString("{\"id\":\"7\",\"title\":\"T\",\"body\":\"B\",\"extras\":\"{}\"}");
    require_text(TCGBPushMessage_identifier(message), "7");
    TCGBRelease(message);
}

PROMISE("an error carries domain, code, message and the error below it") {
    TCGBError *below = TCGBError_resultWithDomain_code_description_underlyingError("store", 42, "declined", NULL);
    TCGBError *error = TCGBError_resultWithDomain_code_description_underlyingError("TCGB.Gamebase", 4201, "the store failed", below);
    TCGBRelease(below);
    require_text(TCGBError_domain(error), "TCGB.Gamebase");
    require_equal(TCGBError_code(error), 4201);
    require_equal(TCGBError_detailErrorCode(error), 42);
    require_text(TCGBError_detailErrorMessage(error), "declined");
    require_text(TCGBError_domain(TCGBError_underlyingError(error)), "store");
    require(strstr(TCGBError_description(error), "4201"));
    TCGBError *again = TCGBError_errorFromJsonString(TCGBError_jsonString(error));
    require_equal(TCGBError_code(again), 4201);
    TCGBRelease(again);
    TCGBRelease(error);
    require(TCGBGamebase_isSuccessWithError(NULL));
    error = TCGBError_resultWithCode(3);
    require(!TCGBGamebase_isSuccessWithError(error));
    require(TCGBError_message(error)[0]);
    TCGBRelease(error);
}

PROMISE("a getter of the class gives the same text at the same place until it is asked again") {
    const char *version = TCGBGamebase_SDKVersion();
    require(version && version[0]);
    require_text(TCGBUtil_gamebaseVersion(), version);
    require(TCGBGamebase_SDKVersion() == version);
    require(TCGBUtil_unixEpochTime() > 1600000000);
    require_text(TCGBUtil_osCode(), "LINUX");
}

PROMISE("a configuration keeps what was set") {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion_zoneType("app", "1.2", "REAL");
    require_text(TCGBConfiguration_zoneType(configuration), "REAL");
    require(!TCGBConfiguration_isEnablePopup(configuration));
    require(TCGBConfiguration_isEnableBanPopup(configuration));
    TCGBConfiguration_enablePopup(configuration, true);
    require(TCGBConfiguration_isEnablePopup(configuration));
    TCGBConfiguration_setDisplayLanguageCode(configuration, kTCGBDisplayLanguageCodeKorean);
    require_text(TCGBConfiguration_displayLanguageCode(configuration), "ko");
    TCGBConfiguration_setDisplayLanguageCode(configuration, "\xff");
    require_text(TCGBConfiguration_displayLanguageCode(configuration), "ko");
    TCGBRelease(configuration);
    require(!TCGBConfiguration_configurationWithAppID_appVersion(NULL, "1"));
    require(!TCGBConfiguration_configurationWithAppID_appVersion("a\xc0\x80", "1"));
}

/* O5 */
PROMISE("above 1,048,576 objects none is made, and a release makes room for the next") {
    enum { OBJECTS = 1048576 };
    TCGBPurchasableConfiguration **objects = calloc(OBJECTS + 1, sizeof *objects);
    require(objects);
    int made = 0;
    while (made <= OBJECTS && (objects[made] = TCGBPurchasableConfiguration_create())) made++;
    require_equal(made, OBJECTS);
    TCGBRelease(objects[--made]);
    require((objects[made] = TCGBPurchasableConfiguration_create()) != NULL);
    for (int i = 0; i <= made; i++) TCGBRelease(objects[i]);
    free(objects);
}

static int crowds;
static void hear_crowd(TCGBLogLevel level, const char *message, void *context) {
    (void)context;
    if (level != TCGBLogLevelWarn || !strstr(message, "objects are alive")) return;
    crowds++;
    copy_text(line, sizeof line, message);
}

PROMISE("unreleased objects are logged from 65,536 on and at each doubling") {
    enum { OBJECTS = 1048576 };
    static TCGBPushMessage *objects[OBJECTS];
    TCGBHost_setLogSink(TCGBLogLevelWarn, hear_crowd, NULL);
    for (int i = 0; i < OBJECTS; i++) {
        require((objects[i] = TCGBPushMessage_pushMessageFromJsonString("{\"id\":\"1\"}")));
        if (i % 1024) continue;
        TCGBRunLoop_drain();
        require_equal(crowds, i < 65536 ? 0 : i < 131072 ? 1 : i < 262144 ? 2 : i < 524288 ? 3 : 4);
    }
    TCGBRunLoop_drain();
    require_equal(crowds, 5);
    require(strstr(line, "1048576 objects are alive") && strstr(line, "TCGBRelease"));
    TCGBHost_setLogSink(TCGBLogLevelError, hear_line, NULL);
    told = 0;
    require(!TCGBPushMessage_pushMessageFromJsonString("{\"id\":\"1\"}"));
    require_equal(TCGBRunLoop_drain(), 1);
    require(told == 1 && strstr(line, "TCGBPushMessage") && strstr(line, "TCGBRelease"));
    for (int i = 0; i < OBJECTS; i++) TCGBRelease(objects[i]);
}

/* O3 */
PROMISE("a released name stays a bad one though 17,500,000 objects of its class are made after it") {
    TCGBPurchasableConfiguration *first = TCGBPurchasableConfiguration_create();
    TCGBRelease(first);
    for (int i = 0; i < 17500000; i++) {
        TCGBPurchasableConfiguration *next = TCGBPurchasableConfiguration_create();
        require(next != first);
        TCGBRelease(next);
    }
    require(TCGBRetain(first) == NULL);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
