/* A game at a server whose user forgot a password. usage:
 * reset DIRECTORY URL ask ADDRESS [LANGUAGE] | finish KEY PASSWORD | log-in NAME PASSWORD. Says the code of what the server answered. */
#include "../../contract/ncmb/backend.h"

#include <HIVE/HIVEConfiguration.h>

int main(int count, char **arguments) {
    if (count < 5) return 2;
    const char *step = arguments[3];
    TCGBHost_setStorageDirectory(arguments[1]);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBConfiguration_setServiceURL(configuration, arguments[2]);
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    NCMB_setApplicationKey_clientKey("quickstart-application-key", "quickstart-client-key");
    if (strcmp(step, "ask") == 0) {
        /* No language at all, and longer than what a request may bring. */
        char display[400] = {0};
        memset(display, 'x', sizeof display - 1);
        TCGBGamebase_setDisplayLanguageCode(display);
        if (count > 5) HIVEConfiguration_setGameLanguage(arguments[5]);
        PLAY(&answer, NCMBUser_requestPasswordResetForEmailInBackground_block(arguments[4], on_error, &answer));
    } else if (count > 5 && strcmp(step, "finish") == 0) {
        PLAY(&answer, NCMBMail_finishPasswordResetWithKey_password_block(arguments[4], arguments[5], on_error, &answer));
    } else if (count > 5) {
        PLAY(&answer, NCMBUser_logInWithUsernameInBackground_password_block(arguments[4], arguments[5], on_object, &answer));
    } else {
        return 2;
    }
    printf("%lld %s\n", (long long)answer.code, answer.message);
    return TCGBGamebase_shutdown(5000) ? 0 : 1;
}
