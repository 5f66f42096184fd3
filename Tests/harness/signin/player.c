/* A game whose players sign in with what its gamebased asks. usage: player DIRECTORY URL STEP PROVIDER. Says what it does, a line each.
 * STEP: login, by the page; desktop, the same by xdg-open; device, by a code; cancel, while the page is open; map, to a guest; stay, and
 * say what events come; last, with what the last login left. */
#include "../../contract/play.h"

static const char *step;
static bool open_url(const char *url, void *context) {
    (void)context;
    printf("page %s\n", url);
    fflush(stdout);
    if (strcmp(step, "cancel") == 0) TCGBGamebase_cancelLogin();
    return true;
}
static void say(const char *word, const char *more) {
    printf("%s %lld %s\n", word, (long long)answer.code, more);
    fflush(stdout);
}
static void hear(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    const char *category = TCGBGamebaseEventMessage_category(message), *data = TCGBGamebaseEventMessage_data(message);
    printf("%s %s\n", strcmp(category, kTCGBSignInDeviceCode) == 0 ? "code" : category, data ? data : "");
    fflush(stdout);
}

int main(int count, char **arguments) {
    if (count < 5) return 2;
    step = arguments[3];
    const char *provider = arguments[4];
    TCGBHostDelegate delegate = {.structSize = sizeof delegate, .openURL = strcmp(step, "desktop") == 0 ? NULL : open_url};
    TCGBHost_setDelegate(&delegate);
    TCGBHost_setStorageDirectory(arguments[1]);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBConfiguration_setServiceURL(configuration, arguments[2]);
    TCGBConfiguration_setStoreCode(configuration, "SANDBOX");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    say("initialize", answer.message);
    TCGBGamebase_addEventHandler(hear, NULL);
    if (strcmp(step, "map") == 0) {
        PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
        PLAY(&answer, TCGBGamebase_addMappingWithType_viewController_completion(provider, NULL, on_login, &answer));
        say("map", answer.code ? answer.message : TCGBGamebase_userID());
    } else if (strcmp(step, "stay") == 0) {
        char text[16384];
        snprintf(text, sizeof text, "{\"provider_name\": \"%s\", \"access_token\": \"%s\"}", provider, arguments[5]);
        PLAY(&answer, TCGBGamebase_loginWithCredential_viewController_completion(text, NULL, on_login, &answer));
        say("login", answer.code ? answer.message : TCGBGamebase_userID());
        if (count > 7) {
            snprintf(text, sizeof text, "{\"provider_name\": \"%s\", \"access_token\": \"%s\"}", arguments[6], arguments[7]);
            PLAY(&answer, TCGBGamebase_addMappingWithCredential_viewController_completion(text, NULL, on_login, &answer));
            say("map", answer.code ? answer.message : TCGBGamebase_userID());
        }
        pump_for(20000);
    } else if (strcmp(step, "last") == 0) {
        PLAY(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
        say("last", answer.code ? answer.message : TCGBGamebase_userID());
    } else {
        const char *info = strcmp(step, "device") == 0 ? "{\"sign_in_flow\": \"device\"}" : NULL;
        PLAY(&answer, TCGBGamebase_loginWithType_additionalInfo_viewController_completion(provider, info, NULL, on_login, &answer));
        say("login", answer.code ? answer.message : "");
        if (!answer.code) printf("user %s\n", TCGBGamebase_userID());
        fflush(stdout);
    }
    TCGBGamebase_shutdown(5000);
    return 0;
}
