/* The speed of the library beside what the machine can do at all, measured in the same run. `make bench` runs it.
 *
 *     bench DIRECTORY LIBRARY LOADER
 */
#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

static const char *directory;
static volatile int answered;
static char user[64];

static void fail(const char *what, const TCGBError *error) {
    fprintf(stderr, "%s: %s\n", what, error ? TCGBError_description(error) : "no");
    exit(1);
}
static void onInitialized(const char *info, const TCGBError *error, void *context) {
    (void)info, (void)context;
    if (error) fail("initialize", error);
    answered++;
}
static void onError(const TCGBError *error, void *context) {
    if (error) fail(context, error);
    answered++;
}
static void onLogin(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    if (error) fail(context, error);
    snprintf(user, sizeof user, "%s", TCGBMember_userId(TCGBAuthToken_tcgbMember(token)));
    answered++;
}
static void await(int wanted) {
    while (answered < wanted) TCGBRunLoop_runUntil(1000);
    answered = 0;
}

/* Each load is a fresh process, from dlopen to the completion of initialize; what is printed is the median of them. */
static void loads(const char *loader, const char *library) {
    enum { TIMES = 21 };
    double first[TIMES], again[TIMES], raw[TIMES];
    char command[16384], sqlite[4096];
    snprintf(sqlite, sizeof sqlite, "'%s' libsqlite3.so.0", loader);
    printed(sqlite); /* both libraries come from the page cache */
    for (int i = 0; i < TIMES; i++) {
        snprintf(command, sizeof command, "'%s' '%s' '%s/load-%d'", loader, library, directory, i);
        first[i] = printed(command);
        again[i] = printed(command);
        raw[i] = printed(sqlite);
    }
    double baseline = median(raw, TIMES);
    line("load + initialize, empty directory", "dlopen of SQLite alone", median(first, TIMES), baseline, (struct goal){.seconds = 5e-3});
    line("load + initialize, again", "dlopen of SQLite alone", median(again, TIMES), baseline, (struct goal){.seconds = 2e-3});
}

/* --- calls --- */

/* The median of many rounds of `times` calls each. */
#define EACH(times, call) \
    __extension__({ \
        enum { ROUNDS = 101 }; \
        static double rounds_[ROUNDS]; \
        for (int round_ = 0; round_ < ROUNDS; round_++) { \
            double began_ = seconds(); \
            for (int i_ = 0; i_ < (times); i_++) call; \
            rounds_[round_] = (seconds() - began_) / (times); \
        } \
        median(rounds_, ROUNDS); \
    })

static void getters(void) {
    TCGBError *error = TCGBError_resultWithCode(3);
    enum { TIMES = 50000 };
    int64_t sum = 0;
    double empty = EACH(TIMES, sum += empty_int32());
    line("idle drain", "empty call into a library", EACH(TIMES, sum += TCGBRunLoop_drain()), empty, (struct goal){.seconds = 10e-9});
    line("number of an object", "empty call into a library", EACH(TIMES, sum += TCGBError_code(error)), empty,
        (struct goal){.seconds = 10e-9});
    line("text of an object", "empty call into a library", EACH(TIMES, sum += TCGBError_domain(error)[0]), empty, no_goal);
    line("number of the class", "empty call into a library", EACH(TIMES, sum += TCGBLaunching_launchingStatus()), empty,
        (struct goal){.seconds = 10e-9});
    line("text of the class", "empty call into a library", EACH(TIMES / 10, sum += TCGBGamebase_userID()[0]), empty, no_goal);
    keep(sum);
    TCGBRelease(error);
}

/* A level-up is a record of 56 bytes for a user id of 16. The service takes the batches on its own thread meanwhile. */
static void metrics(void) {
    TCGBAnalyticsLevelUpData *data = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(2, 1700000000000);
    TCGBAnalytics_traceLevelUpWithLevelUpData(data);
    double raw = mapped_copy(directory, 56);
    double each = EACH(2000, TCGBAnalytics_traceLevelUpWithLevelUpData(data));
    line("a level-up, kept against kill -9", "copy 56 bytes to a mapped file", each, raw, (struct goal){.seconds = 100e-9});
    TCGBRelease(data);
}

static void onReceipts(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    (void)receipts, (void)count;
    if (error) fail(context, error);
    answered++;
}
static void round_trips(void) {
    enum { TIMES = 20000, BATCH = 1000 };
    double began = seconds();
    for (int i = 0; i < TIMES; i++) {
        TCGBPurchase_requestItemListOfNotConsumedWithCompletion(onReceipts, "not-consumed list");
        await(1);
    }
    double one = (seconds() - began) / TIMES;
    line("a call's round trip", "two threads hand over twice", one, ping_pong(), no_goal);
    began = seconds();
    for (int i = 0; i < TIMES; i += BATCH) {
        for (int j = 0; j < BATCH; j++) TCGBPurchase_requestItemListOfNotConsumedWithCompletion(onReceipts, "not-consumed list");
        await(BATCH);
    }
    line("the same, 1000 at a time", "one at a time", (seconds() - began) / TIMES, one, no_goal);
}

/* --- durable commits ---
 * A consume would need a purchase each, which takes several commits to prepare. To move the service's clock by a
 * millisecond is one durable commit without preparation. */

/* Seconds for `times` rounds of `callers` commits each, all outstanding together. */
static double commit(int times, int callers) {
    double began = seconds();
    for (int i = 0; i < times; i++) {
        for (int j = 0; j < callers; j++) TCGBConsole_advanceClockByMilliseconds_completion(1, onError, "commit");
        await(callers);
    }
    return seconds() - began;
}
static void commits(void) {
    /* The log of the database grows to its working size once in its life; then the disk's mood is shared out: each of many short rounds
     * measures the baseline and the library one after the other, and the median of the rounds counts. */
    enum { WARM = 1500, ROUNDS = 101, TIMES = 20, CALLERS = 16 };
    static double raw[ROUNDS], one[ROUNDS], many[ROUNDS];
    commit(WARM, 1);
    for (int round = 0; round < ROUNDS; round++) {
        raw[round] = append_and_sync(directory, 512, TIMES);
        one[round] = commit(TIMES, 1) / TIMES;
        many[round] = commit(TIMES / 4, CALLERS) / (TIMES / 4 * CALLERS);
    }
    double one_rate = 1 / median(one, ROUNDS);
    rate("one caller, a commit at a time", "append 512 bytes + fdatasync", one_rate, 1 / median(raw, ROUNDS), (struct goal){.ratio = 0.8});
    rate("16 callers, a commit at a time each", "one caller", 1 / median(many, ROUNDS), one_rate, (struct goal){.ratio = 3});
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: %s DIRECTORY LIBRARY LOADER\n", arguments[0]), 2;
    directory = realpath(arguments[1], NULL);
    char *library = realpath(arguments[2], NULL), *loader = realpath(arguments[3], NULL), path[4096];
    if (!directory || !library || !loader) return fprintf(stderr, "no such file\n"), 2;

    title();
    loads(loader, library);
    snprintf(path, sizeof path, "%s/play", directory);
    if (!TCGBHost_setStorageDirectory(path)) return 1;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Bench", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onInitialized, NULL);
    TCGBRelease(configuration);
    await(1);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, onLogin, "login");
    await(1);
    getters();
    metrics();
    round_trips();
    commits();
    TCGBGamebase_shutdown(5000);
    return 0;
}
