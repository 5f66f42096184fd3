/* A game that hears pushes by Hive's delegate, and shows them itself. */
#ifndef HIVING_H
#define HIVING_H

#include <HIVE/HIVE.h>

#include "pushing.h"

static struct {
    int received, clicked, pressed, raised, shown_, hidden;
    char id[256], title[256], body[256], action[128], category[128], text[256], key[256], shown_id[256];
    int64_t noticeId, sentAt;
    bool late, local;
    int buttons;
} hive;

static void on_hive_result(const HIVEResultAPI *result, void *context) {
    require(HIVEResultAPI_isSuccess(result) == (HIVEResultAPI_error(result) == NULL));
    on_error(HIVEResultAPI_error(result), context);
    if (!result) ((struct answer *)context)->code = -1;
}
static int32_t coarse, fine;
static void on_local(const HIVEResultAPI *result, const HIVELocalPush *localPush, void *context) {
    coarse = HIVEResultAPI_errorCode(result), fine = HIVEResultAPI_code(result);
    copy_text(((struct answer *)context)->json, sizeof answer.json, localPush ? HIVELocalPush_jsonString(localPush) : "");
    on_hive_result(result, context);
}
__attribute__((unused)) static void on_locals(
    const HIVEResultAPI *result, const HIVELocalPush *const *localPushes, size_t count, void *context) {
    struct answer *answer = context;
    answer->count = count;
    for (size_t i = 0; i < count && i < PLAY_LIST_MAX; i++)
        copy_text(answer->items[i], sizeof answer->items[i], HIVELocalPush_jsonString(localPushes[i]));
    on_hive_result(result, context);
}
__attribute__((unused)) static void on_messages(
    const HIVEResultAPI *result, const HIVEPushMessage *const *messages, size_t count, void *context) {
    struct answer *answer = context;
    answer->count = count;
    for (size_t i = 0; i < count && i < PLAY_LIST_MAX; i++)
        copy_text(answer->items[i], sizeof answer->items[i], HIVEPushMessage_jsonString(messages[i]));
    on_hive_result(result, context);
}
__attribute__((unused)) static void on_remote(const HIVEResultAPI *result, const HIVERemotePush *remotePush, void *context) {
    coarse = HIVEResultAPI_errorCode(result), fine = HIVEResultAPI_code(result);
    copy_text(((struct answer *)context)->json, sizeof answer.json, remotePush ? HIVERemotePush_jsonString(remotePush) : "");
    on_hive_result(result, context);
}
__attribute__((unused)) static void on_setting(const HIVEResultAPI *result, const HIVEPushSetting *setting, void *context) {
    copy_text(((struct answer *)context)->json, sizeof answer.json, setting ? HIVEPushSetting_jsonString(setting) : "");
    on_hive_result(result, context);
}
static void note_message(const HIVEPushMessage *message) {
    copy_text(hive.id, sizeof hive.id, HIVEPushMessage_identifier(message));
    copy_text(hive.title, sizeof hive.title, HIVEPushMessage_title(message));
    copy_text(hive.body, sizeof hive.body, HIVEPushMessage_body(message));
    hive.noticeId = HIVEPushMessage_noticeId(message);
    hive.sentAt = HIVEPushMessage_sentAt(message);
    hive.late = HIVEPushMessage_isLate(message);
    hive.local = HIVEPushMessage_isLocal(message);
    hive.buttons = (int)HIVEPushMessage_buttonIds_count(message);
}
static void on_received(const HIVEPushMessage *message, void *context) {
    (void)context;
    note_message(message);
    hive.received++;
}
static void on_clicked(const HIVEPushMessage *message, void *context) {
    (void)context;
    note_message(message);
    hive.clicked++;
}
static void on_pressed(const HIVEPushMessage *message, const char *categoryId, const char *actionId, const char *text, void *context) {
    (void)context;
    note_message(message);
    copy_text(hive.category, sizeof hive.category, categoryId);
    copy_text(hive.action, sizeof hive.action, actionId);
    copy_text(hive.text, sizeof hive.text, text);
    hive.pressed++;
}
static void on_raise(const char *token, void *context) {
    (void)token, (void)context;
    hive.raised++;
}
static void on_show(const HIVEPushMessage *message, void *context) {
    (void)context;
    copy_text(hive.shown_id, sizeof hive.shown_id, HIVEPushMessage_identifier(message));
    hive.shown_++;
}
static void on_hide(const char *key, void *context) {
    (void)context;
    copy_text(hive.key, sizeof hive.key, key);
    hive.hidden++;
}
static void hear_hive(void) {
    HIVEPushDelegate delegate = {sizeof delegate, on_received, on_clicked, on_pressed, on_raise, on_show, on_hide, NULL};
    require(HIVEPush_setDelegate(&delegate));
    HIVEPush_setDisplay(HIVEPushDisplayHost);
}
static void register_local(int64_t noticeId, const char *title, int64_t after, const char *group) {
    HIVELocalPush *push = HIVELocalPush_initWithNoticeId_title_msg_after(noticeId, title, "text", after);
    if (group) HIVELocalPush_setGroupId(push, group);
    PLAY(&answer, HIVEPush_registerLocalPush(push, on_local, &answer));
    TCGBRelease(push);
}
#define wait_until(condition) await_for(condition, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20))

#endif
