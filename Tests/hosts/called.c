/* A game that is called back: a debugger stops it in there. usage: called DIRECTORY */
#include <Gamebase/Gamebase.h>

static volatile int answered;
__attribute__((noinline)) static void in_callback(void) { answered = 1; }
static void on_start(const char *info, const TCGBError *error, void *context) {
    (void)info, (void)error, (void)context;
    in_callback();
}

int main(int count, char **arguments) {
    if (count != 2 || !TCGBHost_setStorageDirectory(arguments[1])) return 2;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_start, NULL);
    TCGBRelease(configuration);
    while (!answered) TCGBRunLoop_runUntil(100);
    return TCGBGamebase_shutdown(5000) ? 0 : 1;
}
