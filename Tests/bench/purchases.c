/* Durable purchases beside a plain C program that does the same work in SQLite: the statements that the library ran for its purchases,
 * pragmas and transactions included, recorded with their values and run again from prepared statements. Both on files of their own in the same
 * directory, taking turns, so that the disk's mood is shared out; the medians of many short turns count. `make bench` runs it.
 *
 *     bench-purchases DIRECTORY
 */
#include <Gamebase/Gamebase.h>

#include "recorded.h"

enum { WARM = 60, ROUNDS = 81, PURCHASES = 10 };

/* --- the library --- */

static volatile int answered;
static void on_initialized(const char *info, const TCGBError *error, void *context) {
    (void)info, (void)context;
    if (error) die(TCGBError_description(error));
    answered++;
}
static void on_error(const TCGBError *error, void *context) { on_initialized(NULL, error, context); }
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    on_initialized(token ? "" : NULL, error, context);
}
static void on_purchase(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    on_initialized(receipt ? "" : NULL, error, context);
}
static void await(void) {
    while (!answered) TCGBRunLoop_runUntil(1000);
    answered = 0;
}
static void start(const char *path) {
    if (!TCGBHost_setStorageDirectory(path)) die(path);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Bench", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_initialized, NULL);
    TCGBRelease(configuration);
    await();
}
static void begin(const char *path) {
    start(path);
    TCGBConsole_loadSettings_completion(
        "{\"app\":{\"appId\":\"Bench\"},\"products\":[{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"price\":\"0.99\",\"currency\":\"USD\"}]}",
        on_error, NULL);
    await();
}
static void log_in(void) {
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, NULL);
    await();
}
static void buy(int times) {
    for (int i = 0; i < times; i++) {
        TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, NULL);
        await();
    }
}

int main(int count, char **arguments) {
    if (count != 2) return fprintf(stderr, "usage: %s DIRECTORY\n", arguments[0]), 2;
    char library[4200], copy[4200], file[4300];
    const char *home = realpath(arguments[1], NULL);
    if (!home) return fprintf(stderr, "no such directory\n"), 2;
    snprintf(library, sizeof library, "%s/library", home);
    snprintf(copy, sizeof copy, "%s/plain.db", home);

    /* Where both begin: an app with a product and a player, at rest. */
    begin(library);
    log_in();
    if (!TCGBGamebase_shutdown(5000)) die("shutdown");
    snprintf(file, sizeof file, "%s/gamebase.db", library);
    shell("cp", file, copy);

    /* Once to record, on a copy of the library's directory. */
    char recorded[4300];
    snprintf(recorded, sizeof recorded, "%s/recorded", home);
    shell("cp -r", library, recorded);
    start_recording();
    start(recorded);
    log_in();
    size_t marks[ROUNDS + 2];
    buy(WARM);
    marks[0] = run_count;
    for (int round = 0; round < ROUNDS; round++) {
        buy(PURCHASES);
        marks[round + 1] = run_count;
    }
    if (!TCGBGamebase_shutdown(5000)) die("shutdown");
    end_recording();

    open_plainly(copy);
    start(library);
    log_in();
    buy(WARM);
    size_t next = 0;
    while (next < marks[0]) run_plainly(&runs[next++]);
    static double with_library[ROUNDS], plainly[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double began = seconds();
        buy(PURCHASES);
        with_library[round] = seconds() - began;
        began = seconds();
        while (next < marks[round + 1]) run_plainly(&runs[next++]);
        plainly[round] = seconds() - began;
    }
    rate("one caller, durable purchases", "the same statements from plain C", PURCHASES / median(with_library, ROUNDS),
        PURCHASES / median(plainly, ROUNDS), (struct goal){.ratio = 0.9});
    if (!TCGBGamebase_shutdown(5000)) die("shutdown");
    return 0;
}
