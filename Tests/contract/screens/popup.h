/* A host that keeps what it was asked to show, and presses a button when it is told to. */
#ifndef POPUP_H
#define POPUP_H

#include "play.h"

static struct {
    int shown, opened;
    char title[512], message[4096], url[1024];
    size_t count;
    char button[4][256];
    int32_t press; /* the button to press at once; below 0: leave the pop-up open */
    const TCGBAlert *left_open;
} popup;

static void on_popup(const TCGBAlert *alert, void *context) {
    (void)context;
    popup.shown++;
    copy_text(popup.title, sizeof popup.title, TCGBAlert_title(alert));
    copy_text(popup.message, sizeof popup.message, TCGBAlert_message(alert));
    popup.count = TCGBAlert_buttons_count(alert);
    for (size_t i = 0; i < popup.count && i < 4; i++) copy_text(popup.button[i], sizeof popup.button[i], TCGBAlert_buttons_at(alert, i));
    if (popup.press >= 0) {
        TCGBAlert_finish(alert, popup.press);
    } else {
        TCGBRetain(alert);
        popup.left_open = alert;
    }
}
static bool on_open(const char *url, void *context) {
    (void)context;
    popup.opened++;
    copy_text(popup.url, sizeof popup.url, url);
    return true;
}
static void set_host(void) {
    TCGBHostDelegate delegate = {.structSize = sizeof delegate, .openURL = on_open, .showAlert = on_popup};
    require(TCGBHost_setDelegate(&delegate));
}
/* Initializes (again) with pop-ups, in a display language. */
static void initialize_with_popups(const char *language, struct answer *result) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBConfiguration_enablePopup(configuration, true);
    TCGBConfiguration_setDisplayLanguageCode(configuration, language);
    PLAY(result, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, result));
    TCGBRelease(configuration);
}
static void begin_with_popups(const char *language) {
    require(TCGBHost_setStorageDirectory(directory));
    set_host();
    initialize_with_popups(language, &answer);
    require_equal(answer.code, 0);
    load_settings();
}
static void set_status(int32_t status, const char *message) {
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(status, message, on_error, &answer));
}
static void wait_for_popup(int number) {
    await_for(popup.shown >= number, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require_equal(popup.shown, number);
}

#endif
