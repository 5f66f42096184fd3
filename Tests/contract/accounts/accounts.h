/* Players, devices and events, for the promises about accounts. */
#ifndef ACCOUNTS_H
#define ACCOUNTS_H

#include "play.h"

/* What is configured, besides `more` members of the console settings, which begin with a comma. */
#define ACCOUNT_SETTINGS(more) \
    "{\"app\":{\"appId\":\"Contract\",\"secretKey\":\"contract-secret\"}," \
    "\"idPs\":{\"guest\":{},\"google\":{},\"appleid\":{},\"steam\":{}}," \
    "\"customerService\":{\"url\":\"https://help.example\",\"accessInfo\":\"help@example\"}," \
    "\"products\":[{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"price\":\"0.99\",\"currency\":\"USD\"}," \
    "{\"gamebaseProductId\":\"yen\",\"productType\":\"CONSUMABLE\",\"price\":\"500\",\"currency\":\"JPY\"}]" more "}"

enum { EVENTS_MAX = 64, DAY = 86400000 };
struct heard {
    int count;
    char category[EVENTS_MAX][64];
    char data[EVENTS_MAX][2048];
};

__attribute__((unused)) static void hear(const TCGBGamebaseEventMessage *message, void *context) {
    struct heard *heard = context;
    if (heard->count == EVENTS_MAX) return;
    copy_text(heard->category[heard->count], 64, TCGBGamebaseEventMessage_category(message));
    copy_text(heard->data[heard->count++], 2048, TCGBGamebaseEventMessage_data(message));
}
static int find(const struct heard *heard, const char *category) {
    for (int i = 0; i < heard->count; i++)
        if (strcmp(heard->category[i], category) == 0) return i;
    return -1;
}
/* Runs the loop until the event came; hands over its data. */
__attribute__((unused)) static const char *wait_for(const struct heard *heard, const char *category) {
    for (int64_t began = milliseconds(); find(heard, category) < 0; TCGBRunLoop_runUntil(20))
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_text(__FILE__, __LINE__, "the event comes", category, "");
    return heard->data[find(heard, category)];
}

static char path[4096];

__attribute__((unused)) static void load(const char *settings) {
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
}

/* A device: the first with a service of its own, the others sharing it. */
__attribute__((unused)) static TCGBInstance *device(const TCGBInstance *sharing, int number) {
    TCGBInstance *instance = sharing ? TCGBInstance_createSharingServiceOf(sharing) : TCGBInstance_create();
    require(instance && TCGBInstance_makeCurrent(instance));
    snprintf(path, sizeof path, "%s/device-%d", directory, number);
    initialize_in(path);
    return instance;
}
__attribute__((unused)) static void use(TCGBInstance *instance) { require(TCGBInstance_makeCurrent(instance)); }
__attribute__((unused)) static void end_devices(TCGBInstance *one, TCGBInstance *two) {
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

__attribute__((unused)) static void login_with(const char *provider, const char *player) {
    char credential[512];
    snprintf(credential, sizeof credential, "{\"provider_name\":\"%s\",\"access_token\":\"%s\"}", provider, player);
    PLAY(&answer, TCGBGamebase_loginWithCredential_viewController_completion(credential, NULL, on_login, &answer));
}
__attribute__((unused)) static void map(const char *provider, const char *player) {
    char credential[512];
    snprintf(credential, sizeof credential, "{\"provider_name\":\"%s\",\"access_token\":\"%s\"}", provider, player);
    PLAY_WELL(&answer, TCGBGamebase_addMappingWithCredential_viewController_completion(credential, NULL, on_login, &answer));
}
__attribute__((unused)) static void log_out(void) {
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
}
__attribute__((unused)) static void log_in_as_guest(void) {
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
}
__attribute__((unused)) static void log_in_as_last(void) {
    PLAY(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
}
__attribute__((unused)) static void advance(int64_t time) {
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(time, on_error, &answer));
}
__attribute__((unused)) static void remember(char *to) {
    require(TCGBGamebase_userID());
    copy_text(to, 64, TCGBGamebase_userID());
}
__attribute__((unused)) static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
static char member_text[512];
/* Of the last answer's JSON. */
__attribute__((unused)) static const char *member(const char *key) {
    return json_member(answer.json, key, member_text, sizeof member_text);
}
static void it_was_refused(int line, int64_t code) {
    if (answer.code != code) broken_number(__FILE__, line, answer.message, answer.code, code);
}
#define refused_with(number) it_was_refused(__LINE__, number)
static void it_went_well(int line) {
    if (answer.code != 0) broken_text(__FILE__, line, "the call", answer.message, "success");
}
#define went_well() it_went_well(__LINE__)

#endif
