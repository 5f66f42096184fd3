/* A player who signs in and out. Prints the code of each step, and last how long the longest login took, in milliseconds.
 * Usage: player DIRECTORY keeper|file STEP..., steps: login (guest), again (for the last provider),
 * logout, rest */
#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool answered;
static long long longest;
static void end(const TCGBError *error) {
    answered = true;
    printf("%lld ", (long long)TCGBError_code(error));
}
static long long milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}
static void wait_here(void) {
    long long began = milliseconds();
    for (answered = false; !answered;) TCGBRunLoop_runUntil(1000);
    if (milliseconds() - began > longest) longest = milliseconds() - began;
}
static void on_json(const char *text, const TCGBError *error, void *context) { (void)text, (void)context, end(error); }
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) { (void)token, (void)context, end(error); }
static void on_logout(const TCGBError *error, void *context) { (void)context, end(error); }

int main(int count, char **arguments) {
    if (count < 3 || !TCGBHost_setStorageDirectory(arguments[1])) return 1;
    TCGBHost_setUsesSecretService(strcmp(arguments[2], "keeper") == 0);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Lumber", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, NULL);
    TCGBRelease(configuration);
    wait_here();
    longest = 0;
    for (int i = 3; i < count; i++) {
        const char *step = arguments[i];
        if (strcmp(step, "rest") == 0) {
            TCGBRunLoop_runUntil(1000);
            continue;
        }
        if (strcmp(step, "login") == 0) TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, NULL);
        else if (strcmp(step, "again") == 0) TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, NULL);
        else if (strcmp(step, "logout") == 0) TCGBGamebase_logoutWithViewController_completion(NULL, on_logout, NULL);
        else return 2;
        wait_here();
    }
    printf("in %lld ms\n", longest);
    return TCGBGamebase_shutdown(5000) ? 0 : 1;
}
