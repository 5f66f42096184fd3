/* Register for push messages, and get one. Usage: push DIRECTORY */
#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <stdlib.h>
static bool answered, heard;
static void onDone(const TCGBError *error, void *context) { /* every completion ends here */
    if (error) fprintf(stderr, "%s: %s\n", (const char *)context, TCGBError_message(error)), exit(1);
    answered = true;
}
static void await(void) { for (answered = false; !answered;) TCGBRunLoop_runUntil(1000); } /* a game goes on drawing */
static void onStart(const char *info, const TCGBError *error, void *context) { (void)info, onDone(error, context); }
static void onLogin(const TCGBAuthToken *token, const TCGBError *error, void *context) { (void)token, onDone(error, context); }
static void onSent(const char *json, const TCGBError *error, void *context) { (void)json, onDone(error, context); }
static void onEvent(const TCGBGamebaseEventMessage *message, void *heard) {
    const TCGBPushMessage *push = TCGBGamebaseEventMessage_pushMessage(message); /* NULL for every other event */
    if (push) *(bool *)heard = puts(TCGBPushMessage_title(push)) >= 0;
}
int main(int count, char **arguments) {
    if (count < 2 || !TCGBHost_setStorageDirectory(arguments[1])) return 1;
    TCGBGamebase_addEventHandler(onEvent, &heard);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onStart, "start"), await(), TCGBRelease(configuration);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, onLogin, "login"), await();
    TCGBPushConfiguration *agreed = TCGBPushConfiguration_pushConfigurationWithJSONString(
        "{\"pushEnabled\":true,\"alwaysAllowTokenRegistration\":true}"); /* this host shows no notifications */
    TCGBPush_registerPushWithPushConfiguration_completion(agreed, onDone, "register"), await(), TCGBRelease(agreed);
    TCGBConsole_sendPush_completion("{\"title\":\"Your wood is cut\"}", onSent, "push"), await();
    for (int rounds = 0; rounds < 50 && !heard; rounds++) TCGBRunLoop_runUntil(100);
    return TCGBGamebase_shutdown(1000) && heard ? 0 : 1;
}
