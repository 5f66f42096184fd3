/* What the games of this folder begin with: initialize, and wait for its answer. */
#include <Gamebase/Gamebase.h>

static volatile int answered;
static void on_start(const char *info, const TCGBError *error, void *context);

/* usage: PROGRAM DIRECTORY. Returns false when the command line is none. */
static inline bool start(int count, char **arguments) {
    if (count != 2 || !TCGBHost_setStorageDirectory(arguments[1])) return false;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_start, NULL);
    TCGBRelease(configuration);
    while (!answered) TCGBRunLoop_runUntil(100);
    return true;
}
