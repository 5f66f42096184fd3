/* Push on the desktop: a group, and a button that the player presses there or in the game. Usage: push DIRECTORY */
#include "await.h"

#include <HIVE/HIVE.h>

static bool pressed;
static char newest[129]; /* an id has at most 128 bytes */
static void onAgreed(const HIVEResultAPI *result, const HIVERemotePush *push, void *context) {
    (void)push;
    onDone(HIVEResultAPI_error(result), context);
}
static void onReceive(const HIVEPushMessage *push, void *context) {
    (void)context;
    puts(HIVEPushMessage_title(push));
    snprintf(newest, sizeof newest, "%s", HIVEPushMessage_identifier(push));
}
static void onPress(const HIVEPushMessage *push, const char *category, const char *action, const char *text, void *context) {
    (void)category, (void)text, (void)context;
    printf("%s: %s\n", HIVEPushMessage_title(push), action);
    pressed = true;
}
static void send(const char *json) { /* your server, one day */
    TCGBConsole_sendPush_completion(json, onText, step("push"));
    await();
}
int main(int count, char **arguments) {
    if (count < 2) return usage("push DIRECTORY");
    expect(TCGBHost_setStorageDirectory(arguments[1]), "DIRECTORY is an absolute path");
    HIVEPushDelegate delegate = {.structSize = sizeof delegate, .didReceive = onReceive, .didPressAction = onPress};
    HIVEPush_setDelegate(&delegate);
    HIVEPush_setActive(false); /* the window lost the focus: nothing lies over a game that is looked at */
    initialize("QuickStart");
    logInAsGuest();
    HIVERemotePush *agreed = HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(true, false);
    HIVEPush_setRemotePush_handler(agreed, onAgreed, step("agree"));
    await();
    TCGBRelease(agreed);
    send("{\"title\":\"Your oak is cut\",\"groupId\":\"wood\"}");
    send("{\"title\":\"Your fir is cut\",\"groupId\":\"wood\"}");
    send("{\"title\":\"A gift\",\"category\":\"ACCEPT_NOW_CATEGORY\"}"); /* its buttons: Claim Now, Close */
    for (int rounds = 0; rounds < 30 && !pressed; rounds++) TCGBRunLoop_runUntil(100); /* the player's time on the desktop */
    if (!pressed) {
        HIVEPushInbox_press(newest, "ACCEPT_NOW_ID", NULL); /* a screen of the game */
        TCGBRunLoop_runUntil(1000);
    }
    expect(pressed, "the button was pressed");
    expect(TCGBGamebase_shutdown(2000), "the library ends in time");
    return 0;
}
