/* Log in: the last player again, without a dialog; the first time, a new guest. Usage: login DIRECTORY */
#include <Gamebase/Gamebase.h>
#include <stdio.h>
static int done, status = 1;
static void onLogin(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    if (TCGBError_code(error) == TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_LAST_LOGGED_IN_IDP) { /* nobody is remembered */
        TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, onLogin, context);
        return;
    }
    if (error) fprintf(stderr, "%s\n", TCGBError_message(error));
    else printf("%s\n", TCGBMember_userId(TCGBAuthToken_tcgbMember(token)));
    status = error != NULL;
    done = 1;
}
static void started(const char *launchingInfo, const TCGBError *error, void *context) {
    (void)launchingInfo;
    if (error) onLogin(NULL, error, context);
    else TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, onLogin, context);
}
int main(int count, char **arguments) {
    if (count > 1 && !TCGBHost_setStorageDirectory(arguments[1])) return 1;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, started, NULL);
    TCGBRelease(configuration);
    for (int rounds = 0; rounds < 50 && !done; rounds++) TCGBRunLoop_runUntil(100);
    return TCGBGamebase_shutdown(1000) ? status : 1;
}
