/* A host that shows notifications, a game that hears events, and the console's pushes. */
#ifndef PUSHING_H
#define PUSHING_H

#include "play.h"

enum { PUSHES_MAX = 256 };

static struct {
    int count;
    char category[PUSHES_MAX][64];
    char data[PUSHES_MAX][2048];
} heard;
static struct {
    int count;
    char title[256], body[256], extras[2048];
} shown;

static void on_event(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    const char *category = TCGBGamebaseEventMessage_category(message);
    if (strncmp(category, "push", 4) != 0) return;
    if (heard.count < PUSHES_MAX) {
        copy_text(heard.category[heard.count], sizeof heard.category[0], category);
        copy_text(heard.data[heard.count], sizeof heard.data[0], TCGBGamebaseEventMessage_data(message));
    }
    heard.count++;
}
static void on_notification(const char *title, const char *body, const char *extras, void *context) {
    (void)context;
    shown.count++;
    copy_text(shown.title, sizeof shown.title, title);
    copy_text(shown.body, sizeof shown.body, body);
    copy_text(shown.extras, sizeof shown.extras, extras);
}
static void show_notifications(void) {
    TCGBHostDelegate delegate = {.structSize = sizeof delegate, .showNotification = on_notification};
    require(TCGBHost_setDelegate(&delegate));
}
/* Initialized, with settings, a host that shows notifications and a handler; logged in. */
static void begin_pushing(void) {
    initialize_here();
    load_settings();
    show_notifications();
    TCGBGamebase_addEventHandler(on_event, NULL);
    log_in();
}
static void register_for(bool enable, bool ads, bool night, const char *language, bool foreground) {
    TCGBPushConfiguration *configuration =
        TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_displayLanguage(enable, ads, night, language);
    TCGBNotificationOptions *options =
        TCGBNotificationOptions_notificationOptionsWithForegroundEnabled_badgeEnabled_soundEnabled(foreground, true, false);
    PLAY_WELL(
        &answer, TCGBPush_registerPushWithPushConfiguration_notificationOptions_completion(configuration, options, on_error, &answer));
    TCGBRelease(configuration);
    TCGBRelease(options);
}
/* Sends, and tells how many registrations take the message. */
static int send_push(const char *json) {
    char number[32];
    PLAY_WELL(&answer, TCGBConsole_sendPush_completion(json, on_json, &answer));
    return atoi(json_member(answer.json, "accepted", number, sizeof number));
}
static void wait_for_pushes(int count) {
    for (int64_t began = milliseconds(); heard.count < count; TCGBRunLoop_runUntil(20))
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_number(__FILE__, __LINE__, "the pushes come", heard.count, count);
    pump_for(60);
    require_equal(heard.count, count);
}
static void log_out(void) { PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer)); }
static void permit_google(void) {
    PLAY_WELL(
        &answer, TCGBConsole_loadSettings_completion("{\"app\":{\"appId\":\"Contract\"},\"idPs\":{\"google\":{}}}", on_error, &answer));
}
static void on_token(const TCGBPushTokenInfo *info, const TCGBError *error, void *context) {
    on_json(TCGBPushTokenInfo_jsonString(info), error, context);
}

#endif
