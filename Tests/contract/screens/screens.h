/* A host that keeps the pages it was asked to show, and finishes them when it is told to. */
#ifndef SCREENS_H
#define SCREENS_H

#include "play.h"

enum { PAGES_MAX = 8, COMMANDS_MAX = 16 };

static struct {
    int shown, commands, opened, alerts;
    const TCGBWebViewRequest *page[PAGES_MAX];
    TCGBWebViewKind kind[PAGES_MAX];
    char url[PAGES_MAX][4096], data[PAGES_MAX][8192];
    char command[COMMANDS_MAX][1200]; /* "close", "back", "load URL" */
    const TCGBWebViewRequest *commanded[COMMANDS_MAX];
    char opened_url[4096], alert[512];
    bool lets_go; /* does not keep what it is shown */
    bool cannot_open;
} screen;

static void on_show(const TCGBWebViewRequest *request, void *context) {
    (void)context;
    int place = screen.shown++;
    require(place < PAGES_MAX);
    screen.kind[place] = TCGBWebViewRequest_kind(request);
    copy_text(screen.url[place], sizeof screen.url[place], TCGBWebViewRequest_url(request));
    copy_text(screen.data[place], sizeof screen.data[place], TCGBWebViewRequest_data(request));
    screen.page[place] = request;
    if (!screen.lets_go) TCGBRetain(request);
}
static void on_control(const TCGBWebViewRequest *request, TCGBWebViewCommand command, const char *url, void *context) {
    (void)context;
    int place = screen.commands++;
    require(place < COMMANDS_MAX);
    screen.commanded[place] = request;
    snprintf(screen.command[place], sizeof screen.command[place], "%s%s%s",
        command == TCGBWebViewCommandClose    ? "close"
        : command == TCGBWebViewCommandGoBack ? "back"
                                              : "load",
        url ? " " : "", url ? url : "");
}
__attribute__((unused)) static bool on_open_outside(const char *url, void *context) {
    (void)context;
    screen.opened++;
    copy_text(screen.opened_url, sizeof screen.opened_url, url);
    return !screen.cannot_open;
}
__attribute__((unused)) static void on_screen_alert(const TCGBAlert *alert, void *context) {
    (void)context;
    screen.alerts++;
    copy_text(screen.alert, sizeof screen.alert, TCGBAlert_message(alert));
    TCGBAlert_finish(alert, 0);
}
__attribute__((unused)) static void set_screen_host(void) {
    TCGBHostDelegate delegate = {.structSize = sizeof delegate,
        .openURL = on_open_outside,
        .showAlert = on_screen_alert,
        .showWebView = on_show,
        .controlWebView = on_control};
    require(TCGBHost_setDelegate(&delegate));
}
/* Runs the loop until `count` pages were shown. */
__attribute__((unused)) static void wait_for_page(int count) {
    await_for(screen.shown >= count, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(50));
    require_equal(screen.shown, count);
}
__attribute__((unused)) static void wait_for_answer(struct answer *answer) {
    require(pump_until(&answer->times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer->times, 1);
}
/* What the host does when the player is done. */
__attribute__((unused)) static void finish_page(int place, int64_t code) {
    require(TCGBWebViewRequest_finish(screen.page[place], code));
    require(!TCGBWebViewRequest_finish(screen.page[place], code));
    TCGBRelease(screen.page[place]);
}
__attribute__((unused)) static void load(const char *settings) {
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
}

#endif
