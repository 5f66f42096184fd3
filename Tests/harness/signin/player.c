/* A game whose players sign in with what its gamebased asks. usage: player DIRECTORY URL STEP PROVIDER. Says what it does, a line each.
 * STEP: backend, users of the mobile backend by the page, and what comes on standard input into handleOpenURL; login, by the page; desktop,
 * the same by xdg-open; device, by a code; cancel, while the page is open; map, to a guest; stay, and say what events come; last, with what
 * the last login left. */
#include <poll.h>

#include "../../contract/ncmb/backend.h"

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

static void on_user(NCMBUser *user, const TCGBError *error, void *context) {
    note_error(context, error);
    copy_text(((struct answer *)context)->json, sizeof answer.json, NCMBObject_objectId(user));
    came(context);
}
/* Waits for the completion, and for addresses to which a web view was sent. */
static void wait_with_addresses(void) {
    char line[4096];
    while (!has_come(&answer)) {
        TCGBRunLoop_runUntil(10);
        struct pollfd input = {.fd = 0, .events = POLLIN};
        if (poll(&input, 1, 0) <= 0 || !fgets(line, sizeof line, stdin)) continue;
        line[strcspn(line, "\n")] = 0;
        printf("took %d\n", NCMBFacebookUtils_handleOpenURL(line));
        fflush(stdout);
    }
}
static void play_backend(const char *provider, char **keys) {
    NCMB_setApplicationKey_clientKey(keys[0], keys[1]);
    bool is_twitter = strcmp(provider, "twitter") == 0;
    fresh(&answer);
    if (is_twitter) NCMBTwitterUtils_logInWithBlock(on_user, &answer);
    else NCMBFacebookUtils_logInWithPermissions_block(NULL, 0, on_user, &answer);
    wait_with_addresses();
    say("login", answer.code ? answer.message : answer.json);
    const char *session = NCMBFacebookUtils_session();
    printf("session %s\n", session ? session : "none");
    if (answer.code || is_twitter) return;
    PLAY(&answer, NCMBUser_logOutInBackgroundWithBlock(on_error, &answer));
    NCMBUser *user = NCMBUser_user();
    NCMBUser_setUserName(user, keys[2]);
    NCMBUser_setPassword(user, "secret");
    PLAY(&answer, NCMBUser_signUpInBackgroundWithBlock(user, on_error, &answer));
    fresh(&answer);
    NCMBFacebookUtils_linkUser_permissions_block(user, NULL, 0, on_error, &answer);
    wait_with_addresses();
    say("link", answer.message);
    printf("linked %d\n", NCMBFacebookUtils_isLinkedWithUser(user));
    TCGBRelease(user);
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
    if (strcmp(step, "backend") == 0) {
        play_backend(provider, arguments + 5);
    } else if (strcmp(step, "map") == 0) {
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
