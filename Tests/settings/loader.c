/* Offers console settings to the reader. Each line of the input is one JSON text, or "save"; each has one line of the output: the error's code, a
 * tab, and its message or the settings in effect. Run as `loader DIRECTORY`. */
#include <Gamebase/Gamebase.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int done;

static void tell(int64_t code, const char *text) {
    printf("%lld\t", (long long)code);
    for (; text && *text; text++) putchar(*text == '\n' ? ' ' : *text);
    putchar('\n');
    done = 1;
}
static void on_loaded(const TCGBError *error, void *context) {
    (void)context;
    tell(TCGBError_code(error), TCGBError_message(error));
}
static void on_saved(const char *json, const TCGBError *error, void *context) {
    (void)context;
    tell(TCGBError_code(error), error ? TCGBError_message(error) : json);
}
static void on_initialized(const char *info, const TCGBError *error, void *context) {
    (void)info, (void)context;
    done = error ? 2 : 1;
}
static void wait(void) {
    while (!done) TCGBRunLoop_runUntil(1000);
}

int main(int count, char **arguments) {
    static char line[1 << 20];
    if (count != 2 || !TCGBHost_setStorageDirectory(arguments[1])) return 2;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_initialized, NULL);
    TCGBRelease(configuration);
    wait();
    if (done != 1) return 2;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        done = 0;
        if (strcmp(line, "save") == 0) TCGBConsole_saveSettingsWithCompletion(on_saved, NULL);
        else TCGBConsole_loadSettings_completion(line, on_loaded, NULL);
        wait();
    }
    return TCGBGamebase_shutdown(2000) ? 0 : 1;
}
