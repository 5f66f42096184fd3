/* What scenes with several devices and many events need. */
#ifndef SCENE_H
#define SCENE_H

#include "play.h"

/* Settings with providers, registered versions left out. */
#define PROVIDERS \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\"}," \
    "\"idPs\":{\"guest\":{\"enabled\":true},\"google\":{},\"steam\":{},\"facebook\":{\"enabled\":false}}}"

enum { EVENTS_MAX = 64 };
struct events {
    int count;
    char category[EVENTS_MAX][64];
    char data[EVENTS_MAX][2048];
};

__attribute__((unused)) static void hear(const TCGBGamebaseEventMessage *message, void *context) {
    struct events *events = context;
    if (events->count < EVENTS_MAX) {
        copy_text(events->category[events->count], 64, TCGBGamebaseEventMessage_category(message));
        copy_text(events->data[events->count], 2048, TCGBGamebaseEventMessage_data(message));
    }
    events->count++;
}
__attribute__((unused)) static int find_event(const struct events *events, const char *category) {
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++)
        if (strcmp(events->category[i], category) == 0) return i;
    return -1;
}
/* The number of the first such event, once it has come. */
__attribute__((unused)) static int wait_for_event(const struct events *events, const char *category) {
    for (int64_t began = milliseconds(); find_event(events, category) < 0; TCGBRunLoop_runUntil(20))
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_text(__FILE__, __LINE__, "the event comes", category, "");
    return find_event(events, category);
}
/* The code that an observer's event carries. */
__attribute__((unused)) static int64_t observed_code(const char *json) {
    TCGBGamebaseEventObserverData *data = TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(json);
    require(data);
    int64_t code = TCGBGamebaseEventObserverData_code(data);
    TCGBRelease(data);
    return code;
}

__attribute__((unused)) static void load(const char *settings) {
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
}
__attribute__((unused)) static void sign_in(struct answer *result, const char *provider, const char *player) {
    char credential[512];
    snprintf(credential, sizeof credential, "{\"provider_name\":\"%s\",\"access_token\":\"%s\"}", provider, player);
    PLAY(result, TCGBGamebase_loginWithCredential_viewController_completion(credential, NULL, on_login, result));
}
__attribute__((unused)) static void remember(char *to) {
    require(TCGBGamebase_userID());
    copy_text(to, 64, TCGBGamebase_userID());
}
__attribute__((unused)) static void end_game(void) { require(TCGBGamebase_shutdown(2000)); }

/* Another device, current from now on, with the service of `sharing`, or with one of its own and PROVIDERS. */
__attribute__((unused)) static TCGBInstance *device(const TCGBInstance *sharing, int number) {
    char place[4096];
    TCGBInstance *instance = sharing ? TCGBInstance_createSharingServiceOf(sharing) : TCGBInstance_create();
    require(instance && TCGBInstance_makeCurrent(instance));
    snprintf(place, sizeof place, "%s/device-%d", directory, number);
    initialize_in(place);
    if (!sharing) load(PROVIDERS);
    return instance;
}

#endif
