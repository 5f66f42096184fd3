/* Hear events: one handler tells them apart by category. Here the operator sends everybody out. Usage: events DIRECTORY */
#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static bool answered;
static void onDone(const TCGBError *error, void *context) { /* every completion ends here */
    if (error) fprintf(stderr, "%s: %s\n", (const char *)context, TCGBError_message(error)), exit(1);
    answered = true;
}
static void await(void) { for (answered = false; !answered;) TCGBRunLoop_runUntil(1000); } /* a game goes on drawing */
static void onStart(const char *info, const TCGBError *error, void *context) { (void)info, onDone(error, context); }
static void onLogin(const TCGBAuthToken *token, const TCGBError *error, void *context) { (void)token, onDone(error, context); }
static void onEvent(const TCGBGamebaseEventMessage *message, void *kicked) {
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBServerPushAppKickout) != 0) return; /* one of many */
    printf("%s\n", TCGBGamebaseEventServerPushData_extras(TCGBGamebaseEventMessage_serverPushData(message)));
    *(bool *)kicked = true;
}
int main(int count, char **arguments) {
    bool kicked = false;
    if (count < 2 || !TCGBHost_setStorageDirectory(arguments[1])) return fprintf(stderr, "usage: events DIRECTORY\n"), 2;
    TCGBGamebase_addEventHandler(onEvent, &kicked);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onStart, "start"), await(), TCGBRelease(configuration);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, onLogin, "login"), await();
    TCGBConsole_kickout_completion("{\"extras\":\"maintenance at noon\"}", onDone, "kickout"), await();
    for (int rounds = 0; rounds < 50 && !kicked; rounds++) TCGBRunLoop_runUntil(100);
    return TCGBGamebase_shutdown(1000) && kicked ? 0 : 1;
}
