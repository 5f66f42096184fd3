/* Push on the desktop: a group, and a button that the player presses there or in the game. Usage: push DIRECTORY */
#include <Gamebase/Gamebase.h>
#include <HIVE/HIVE.h>
#include <stdio.h>
#include <stdlib.h>
static bool answered, pressed;
static char newest[129]; /* an id has at most 128 bytes */
static void onDone(const TCGBError *error, void *step) { /* every completion ends here */
    if (error) fprintf(stderr, "%s: %s\n", (const char *)step, TCGBError_message(error)), exit(1);
    answered = true;
}
static void await(void) { for (answered = false; !answered;) TCGBRunLoop_runUntil(1000); } /* a game goes on drawing */
static void onText(const char *text, const TCGBError *error, void *step) { (void)text, onDone(error, step); }
static void onLogin(const TCGBAuthToken *token, const TCGBError *error, void *step) { (void)token, onDone(error, step); }
static void onAgreed(const HIVEResultAPI *r, const HIVERemotePush *p, void *step) { (void)p, onDone(HIVEResultAPI_error(r), step); }
static void onReceive(const HIVEPushMessage *push, void *context) {
    (void)context, puts(HIVEPushMessage_title(push)), snprintf(newest, sizeof newest, "%s", HIVEPushMessage_identifier(push));
}
static void onPress(const HIVEPushMessage *push, const char *category, const char *action, const char *text, void *context) {
    (void)category, (void)text, (void)context, pressed = printf("%s: %s\n", HIVEPushMessage_title(push), action) > 0;
}
static void send(const char *json) { TCGBConsole_sendPush_completion(json, onText, "push"), await(); } /* your server, one day */
int main(int count, char **arguments) {
    if (count < 2 || !TCGBHost_setStorageDirectory(arguments[1])) return fprintf(stderr, "usage: push DIRECTORY\n"), 2;
    HIVEPush_setDelegate(&(HIVEPushDelegate){sizeof(HIVEPushDelegate), .didReceive = onReceive, .didPressAction = onPress});
    HIVEPush_setActive(false); /* the window lost the focus: nothing lies over a game that is looked at */
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onText, "start"), await(), TCGBRelease(configuration);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, onLogin, "login"), await();
    HIVERemotePush *agreed = HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(true, false);
    HIVEPush_setRemotePush(agreed, onAgreed, "register"), await(), TCGBRelease(agreed);
    send("{\"title\":\"Your oak is cut\",\"groupId\":\"wood\"}"), send("{\"title\":\"Your fir is cut\",\"groupId\":\"wood\"}");
    send("{\"title\":\"A gift\",\"category\":\"ACCEPT_NOW_CATEGORY\"}"); /* its buttons: Claim Now, Close */
    for (int rounds = 0; rounds < 30 && !pressed; rounds++) TCGBRunLoop_runUntil(100); /* the player's time on the desktop */
    if (!pressed) HIVEPushInbox_press(newest, "ACCEPT_NOW_ID", NULL), TCGBRunLoop_runUntil(1000); /* a screen of the game */
    return TCGBGamebase_shutdown(2000) && pressed ? 0 : 1;
}
