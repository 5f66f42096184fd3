/* The operator's check of the money in a storage directory: does the ledger agree with everything that players and game servers are shown?
 *
 *     cc checkledger.c $(pkg-config --cflags --libs gamebase) -o checkledger && ./checkledger APPID DIRECTORY
 *
 * Prints the report. Ends with 0 when the ledger is sound, 1 when it is not, 2 when it cannot be asked: while a game runs on the
 * directory, it is locked. Nothing is changed but what every start of the library may do, such as booking renewals that are due. */
#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int answered, status = 2;

static void onReport(const char *json, const TCGBError *error, void *context) {
    (void)context;
    answered = 1;
    if (error) {
        fprintf(stderr, "%s\n", TCGBError_description(error));
        return;
    }
    const char *sound = TCGBUtil_extractValueFrom_searchString(json, "sound");
    puts(json);
    status = sound && strcmp(sound, "true") == 0 ? 0 : 1;
}
static void onInitialized(const char *launchingInfo, const TCGBError *error, void *context) {
    (void)launchingInfo;
    if (error) onReport(NULL, error, context);
    else TCGBConsole_checkLedgerWithCompletion(onReport, context);
}

int main(int count, char **arguments) {
    char path[4096];
    struct stat found;
    if (count < 3 || snprintf(path, sizeof path, "%s/gamebase.db", arguments[2]) >= (int)sizeof path || stat(path, &found) != 0 ||
        !TCGBHost_setStorageDirectory(arguments[2])) {
        fprintf(stderr, "usage: %s APPID DIRECTORY (the absolute path of a directory with a gamebase.db)\n", arguments[0]);
        return 2;
    }
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion(arguments[1], "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onInitialized, NULL);
    TCGBRelease(configuration);
    while (!answered) TCGBRunLoop_runUntil(1000);
    TCGBGamebase_shutdown(2000);
    return status;
}
