/* A game that is looked at by nobody. Each line of its input is a push to send, or "local" and one to register, "language" and one, or
 * "logout"; it prints what it hears of them.
 * Usage: game DIRECTORY */
#include <Gamebase/Gamebase.h>
#include <HIVE/HIVE.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool answered;
static void on_done(const TCGBError *error, void *step) {
    if (error) printf("%s: %s\n", (const char *)step, TCGBError_message(error)), exit(1);
    answered = true;
}
static void wait_here(void) {
    for (answered = false; !answered;) TCGBRunLoop_runUntil(1000);
}
static void on_text(const char *text, const TCGBError *error, void *step) { (void)text, on_done(error, step); }
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *step) { (void)token, on_done(error, step); }
static void on_agreed(const HIVEResultAPI *result, const HIVERemotePush *agreed, void *step) {
    (void)agreed, on_done(HIVEResultAPI_error(result), step);
}
static void on_registered(const HIVEResultAPI *result, const HIVELocalPush *push, void *step) {
    (void)push, on_done(HIVEResultAPI_error(result), step);
}
static void register_local(const char *json) {
    HIVELocalPush *push = HIVELocalPush_localPushFromJsonString(json);
    HIVEPush_registerLocalPush(push, on_registered, "local"), wait_here();
    TCGBRelease(push);
}
static void set_language(const char *tag) {
    HIVEConfiguration_setGameLanguage(tag);
    printf("language %s\n", HIVEConfiguration_getGameLanguage() ? HIVEConfiguration_getGameLanguage() : "none");
}
static void on_received(const HIVEPushMessage *push, void *context) { (void)context, printf("received %s\n", HIVEPushMessage_title(push)); }
static void on_clicked(const HIVEPushMessage *push, void *context) { (void)context, printf("clicked %s\n", HIVEPushMessage_title(push)); }
static void on_pressed(const HIVEPushMessage *push, const char *category, const char *action, const char *text, void *context) {
    (void)context;
    printf("pressed %s %s %s %s\n", HIVEPushMessage_title(push), category ? category : "-", action, text ? text : "-");
}
static void on_raise(const char *token, void *context) { (void)context, printf("raise %s\n", token ? token : "-"); }
static bool open_url(const char *url, void *context) { return (void)context, printf("open %s\n", url) > 0; }
static void on_line(TCGBLogLevel level, const char *message, void *context) { (void)level, (void)context, printf("log %s\n", message); }

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count < 2 || !TCGBHost_setStorageDirectory(arguments[1])) return 1;
    TCGBHost_setLogSink(TCGBLogLevelInfo, on_line, NULL);
    HIVEPushDelegate delegate = {sizeof delegate, on_received, on_clicked, on_pressed, on_raise, NULL, NULL, NULL};
    HIVEPush_setDelegate(&delegate);
    TCGBHostDelegate host = {.structSize = sizeof host, .openURL = open_url};
    TCGBHost_setDelegate(&host);
    HIVEPush_setActive(false);
    HIVEPush_setMediaExceptions(true, true);
    HIVEPush_setApplication("Lumber", "org.example.lumber", NULL);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Lumber", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_text, "start"), wait_here();
    TCGBRelease(configuration);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, "login"), wait_here();
    HIVERemotePush *agreed = HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(true, true);
    HIVEPush_setRemotePush(agreed, on_agreed, "register"), wait_here();
    TCGBRelease(agreed);
    puts("ready");
    char line[8192];
    for (;;) {
        TCGBRunLoop_runUntil(10);
        struct pollfd input = {.fd = 0, .events = POLLIN};
        if (poll(&input, 1, 0) <= 0) continue;
        /* One push a line, and lines come one by one. */
        if (!fgets(line, sizeof line, stdin)) break;
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "local ", 6) == 0) register_local(line + 6);
        else if (strncmp(line, "language ", 9) == 0) set_language(line[9] ? line + 9 : NULL);
        else if (strcmp(line, "logout") == 0) TCGBGamebase_logoutWithViewController_completion(NULL, on_done, "logout"), wait_here();
        else TCGBConsole_sendPush_completion(line, on_text, "push"), wait_here();
    }
    return TCGBGamebase_shutdown(5000) ? 0 : 1;
}
