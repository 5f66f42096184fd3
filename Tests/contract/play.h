/* Plays the API one call after the other: starts a call, runs the loop until its completion came, hands over what it said.
 * For tests; a game would carry on with its frame. */
#ifndef PLAY_H
#define PLAY_H

#include <Gamebase/Gamebase.h>

#include "promise.h"

enum { PLAY_LIMIT_MILLISECONDS = 20000, PLAY_LIST_MAX = 64 };

struct answer {
    int times;    /* completions that came; must become 1 and stay so */
    int64_t code; /* 0: success */
    char message[512];
    char json[65536]; /* JSON text of the value, if it has one */
    size_t count;     /* length of the list, if it is one */
    char items[PLAY_LIST_MAX][4096];
};

__attribute__((unused)) static void copy_text(char *to, size_t size, const char *from) { snprintf(to, size, "%s", from ? from : ""); }
static void note_error(struct answer *answer, const TCGBError *error) {
    answer->code = TCGBError_code(error);
    if (error && answer->code == 0) answer->code = -1;
    copy_text(answer->message, sizeof answer->message, TCGBError_message(error));
}
/* Last: who waits on another thread reads what was written before. */
static void came(struct answer *answer) { __atomic_add_fetch(&answer->times, 1, __ATOMIC_RELEASE); }
__attribute__((unused)) static int has_come(const struct answer *answer) { return __atomic_load_n(&answer->times, __ATOMIC_ACQUIRE); }

__attribute__((unused)) static void on_error(const TCGBError *error, void *context) {
    note_error(context, error);
    came(context);
}
static void note_json(struct answer *answer, const char *json, const TCGBError *error) {
    note_error(answer, error);
    copy_text(answer->json, sizeof answer->json, json);
}
__attribute__((unused)) static void on_json(const char *json, const TCGBError *error, void *context) {
    note_json(context, json, error);
    came(context);
}
__attribute__((unused)) static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    on_json(TCGBAuthToken_jsonString(token), error, context);
}
__attribute__((unused)) static void on_purchase(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    on_json(TCGBPurchasableReceipt_jsonString(receipt), error, context);
}
__attribute__((unused)) static void on_items(const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *context) {
    struct answer *answer = context;
    note_error(answer, error);
    answer->count = count;
    for (size_t i = 0; i < count && i < PLAY_LIST_MAX; i++)
        copy_text(answer->items[i], sizeof answer->items[i], TCGBPurchasableItem_jsonString(items[i]));
    came(answer);
}
__attribute__((unused)) static void on_receipts(
    const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    struct answer *answer = context;
    note_error(answer, error);
    answer->count = count;
    for (size_t i = 0; i < count && i < PLAY_LIST_MAX; i++)
        copy_text(answer->items[i], sizeof answer->items[i], TCGBPurchasableReceipt_jsonString(receipts[i]));
    came(answer);
}
__attribute__((unused)) static void on_server(int32_t status, const char *body, const TCGBError *error, void *context) {
    struct answer *answer = context;
    answer->count = (size_t)status;
    on_json(body, error, context);
}

/* Runs the loop until `done` is not 0. Returns false when that took longer than the limit. */
__attribute__((unused)) static bool pump_until(const volatile int *done, int64_t limit) {
    for (int64_t began = milliseconds(); !*done; TCGBRunLoop_runUntil(50))
        if (milliseconds() - began > limit) return false;
    return true;
}
/* A home behind a slow network, or on a slow server, says by how much longer something takes there. */
static int64_t with_slowness(int64_t limit) {
    const char *slowness = getenv("GAMEBASE_TEST_SLOWNESS");
    return slowness ? limit + atoi(slowness) : limit;
}
/* For a time in which something would happen that must not. */
__attribute__((unused)) static void pump_for(int64_t limit) {
    limit = with_slowness(limit);
    for (int64_t began = milliseconds(); milliseconds() - began < limit;) TCGBRunLoop_runUntil(10);
}
/* The same, while the game does not run its loop. */
__attribute__((unused)) static void sleep_for(int64_t limit) { usleep((useconds_t)(with_slowness(limit) * 1000)); }
/* Until what must come has come, however slow the machine is; and for as long again as one that is too much would take to follow. */
#define pump_till(condition, more) \
    do { \
        await_for(condition, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5)); \
        pump_for(more); \
    } while (0)
static struct answer *fresh(struct answer *answer) {
    memset(answer, 0, sizeof *answer);
    return answer;
}

/* Makes `call`, with the name `answer` for its context, and waits for its one completion. */
#define PLAY(answer, call) \
    do { \
        fresh(answer); \
        call; \
        require((answer)->times == 0); /* never before the call has returned */ \
        if (!pump_until(&(answer)->times, PLAY_LIMIT_MILLISECONDS)) \
            broken_wait(__FILE__, __LINE__, "the completion of " #call, PLAY_LIMIT_MILLISECONDS); \
        require_equal((answer)->times, 1); \
    } while (0)
#define PLAY_WELL(answer, call) \
    do { \
        PLAY(answer, call); \
        if ((answer)->code != 0) broken_text(__FILE__, __LINE__, #call, (answer)->message, "success"); \
    } while (0)

#define SETTINGS \
    "{\"app\":{\"appId\":\"Contract\",\"name\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\",\"defaultLanguage\":\"en\"}," \
    "\"idPs\":{\"guest\":{\"enabled\":true}}," \
    "\"stores\":[{\"storeCode\":\"SANDBOX\",\"storeAppId\":\"contract\"}]," \
    "\"products\":[" \
    "{\"gamebaseProductId\":\"gem_100\",\"itemName\":\"100 gems\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"SANDBOX\"," \
    "\"marketItemId\":\"market.gem_100\",\"price\":\"0.99\",\"currency\":\"USD\",\"localizedPrice\":\"$0.99\"," \
    "\"localizedTitle\":\"100 gems\",\"localizedDescription\":\"A handful\",\"active\":true,\"itemSeq\":1001}," \
    "{\"gamebaseProductId\":\"gem_old\",\"itemName\":\"Old gems\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"SANDBOX\"," \
    "\"marketItemId\":\"market.gem_old\",\"price\":\"1100\",\"currency\":\"JPY\",\"active\":false,\"itemSeq\":1002}]," \
    "\"sandboxStore\":{\"outcome\":\"APPROVE\",\"delayMilliseconds\":0}}"

/* A program whose threads all play defines this as __thread. */
#ifndef PLAY_STORAGE
#define PLAY_STORAGE
#endif
static PLAY_STORAGE struct answer answer; /* of the last call */

__attribute__((unused)) static void initialize_in(const char *path) {
    if (path) require(TCGBHost_setStorageDirectory(path));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    require(configuration);
    PLAY_WELL(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
}
__attribute__((unused)) static void initialize_here(void) { initialize_in(directory); }
__attribute__((unused)) static void load_settings(void) {
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(SETTINGS, on_error, &answer));
}
__attribute__((unused)) static void log_in(void) {
    PLAY_WELL(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
}
/* Initialized, with settings, logged in as a guest. */
__attribute__((unused)) static void start_playing(void) {
    initialize_here();
    load_settings();
    log_in();
}

/* Copies the text of the JSON member `key` (of the first such member) to `to`; empty when there is none. For texts and numbers. */
__attribute__((unused)) static const char *json_member(const char *json, const char *key, char *to, size_t size) {
    char pattern[128];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    to[0] = 0;
    const char *at = strstr(json, pattern);
    if (!at) return to;
    at += strlen(pattern);
    while (*at == ' ') at++;
    bool quoted = *at == '"';
    if (quoted) at++;
    size_t length = strcspn(at, quoted ? "\"" : ",}]");
    snprintf(to, size, "%.*s", (int)length, at);
    return to;
}

static PLAY_STORAGE char transaction[32]; /* of the last request of the game server */

/* A request of the game server, with the secret of SETTINGS. */
__attribute__((unused)) static void serve_again(struct answer *reply, const char *method, const char *path, const char *body) {
    PLAY_WELL(reply, TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
                         method, path, "contract-secret", transaction, body, on_server, reply));
}
__attribute__((unused)) static void serve(struct answer *reply, const char *method, const char *path, const char *body) {
    static int number;
    snprintf(transaction, sizeof transaction, "transaction-%d", ++number);
    serve_again(reply, method, path, body);
}

#endif
