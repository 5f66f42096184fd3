/* Every function called on the game's thread while the calls of the C library are watched (watched.h): before initialize, while it runs,
 * with a player, while a library thread is stuck in each kind of file work, while calls run out of time, after shutdown. */

#include "player.h"

/* Those whose header says that they may wait or read a file: `waits`, from the suite. */
static bool may_wait(const char *function) {
    for (size_t i = 0; i < sizeof waits_by_contract / sizeof *waits_by_contract; i++)
        if (strcmp(waits_by_contract[i], function) == 0) return true;
    return false;
}

static const char *state; /* which of the states above */

/* --- Who sees that a call does not come back --- */

enum { LIMIT_MILLISECONDS = 3000 };
static _Atomic(const char *) running;
static atomic_llong running_since;
static void *sees_calls_that_wait(void *unused) {
    for (;;) {
        const char *function = atomic_load(&running);
        int64_t since = atomic_load(&running_since);
        if (function && !may_wait(function) && milliseconds() - since > LIMIT_MILLISECONDS && atomic_load(&running) == function) {
            const char *at = stuck_at;
            found(function, "did not return while a library thread was stuck in", at ? at : "nothing of ours");
            stuck_at = NULL; /* the rest is to be seen, too */
            atomic_store(&running, (const char *)NULL);
        }
        usleep(20000);
    }
    return unused;
}
static void inside(const char *function) {
    atomic_store(&running_since, milliseconds());
    atomic_store(&running, function);
    watched = function;
}
static void outside(void) {
    watched = NULL;
    atomic_store(&running, (const char *)NULL);
}

/* --- Calls --- */

static void watched_call(int index, struct dice *d) {
    if (trace) dprintf(2, "%s: %s %d\n", state, calls[index].name, d->mode);
    inside(calls[index].name);
    calls[index].call(d);
    outside();
}
static void watched_drain(void) {
    inside("TCGBRunLoop_drain");
    TCGBRunLoop_drain();
    outside();
}
/* A cancelled call is one that ran out of time, on the game's thread. */
static void watched_cancel(void) {
    int64_t call = TCGBRunLoop_lastCall();
    inside("TCGBRunLoop_cancelCall");
    if (call) TCGBRunLoop_cancelCall(call);
    outside();
}
static void call_all(struct dice *d, bool alive, bool is_stuck) {
    for (int index = 0; index < CALLS; index++) {
        if (is_stuck && may_wait(calls[index].name)) continue;
        for (int time = 0; time < MODES + rounds; time++) {
            d->mode = time < MODES && time % (is_stuck ? 3 : 1) == 0 ? time : -1;
            watched_call(index, d);
            if (time % 2 == 0) watched_cancel();
        }
        if (is_stuck) continue;
        TCGBInstance_makeCurrent(NULL);
        watched_drain();
        if (alive) revive();
        for (int class_ = 0; class_ < classes; class_++) renew(class_);
        destroy_instances(owner);
    }
}

/* --- The player at work --- */

static const char *const settings =
    "{\"app\":{\"appId\":\"Hostile\",\"typeCode\":\"SANDBOX\"},\"idPs\":{\"guest\":{},\"google\":{}},"
    "\"stores\":[{\"storeCode\":\"SANDBOX\",\"storeAppId\":\"hostile\"}],"
    "\"products\":[{\"gamebaseProductId\":\"gem_100\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"SANDBOX\","
    "\"marketItemId\":\"gem_100\",\"price\":\"0.99\",\"currency\":\"USD\",\"active\":true}],"
    "\"sandboxStore\":{\"outcome\":\"APPROVE\",\"delayMilliseconds\":0}}";
static void on_done(const TCGBError *error, void *context) { *(int *)context = error ? 2 : 1; }
static void configure(void) {
    static int done;
    done = 0;
    TCGBConsole_loadSettings_completion(settings, on_done, &done);
    wait_for(&done);
}
/* Another directory each time: what was there before is no matter. */
static char place[4096];
static void start_afresh(void) {
    static const char *whole;
    static int number;
    if (!whole) whole = directory;
    TCGBInstance_makeCurrent(NULL);
    TCGBGamebase_shutdown(10000);
    snprintf(place, sizeof place, "%s/%d", whole, number++);
    directory = place;
    TCGBRunLoop_setCallTimeout(30000);
    revive();
    configure();
    revive();
}
static void report_levels(long times) {
    TCGBAnalyticsLevelUpData *data = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(3, 1700000000000);
    for (long i = 0; i < times; i++) {
        inside("TCGBAnalytics_traceLevelUpWithLevelUpData");
        TCGBAnalytics_traceLevelUpWithLevelUpData(data);
        outside();
    }
    TCGBRelease(data);
}
static void pump(int64_t limit) {
    for (int64_t began = milliseconds(); milliseconds() - began < limit; usleep(1000)) watched_drain();
}

/* --- Where a library thread can be stuck, and what brings it there --- */

static int done_once;
static void log_in_again(void) {
    done_once = 0;
    TCGBGamebase_logoutWithViewController_completion(NULL, on_done, &done_once);
    wait_for(&done_once);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &done_once);
}
static void commit(void) { TCGBConsole_advanceClockByMilliseconds_completion(1, on_done, &done_once); }
static void fill_half_a_file(void) { report_levels(45000); }
static void fill(int halves) {
    TCGBConsole_setServiceSuspended(true);
    for (; halves > 0; halves--, pump(200)) report_levels(45000);
    TCGBConsole_setServiceSuspended(false);
}
/* The first file that was read becomes the next to be written. */
static void fill_files(void) { fill(4); }
/* There is a next one already, and the first that was read goes. */
static void fill_more_than_files(void) { fill(5); }
/* One file, and no room for a second: it begins again when all of it was taken. */
static void fill_the_disk(void) {
    disk_full = true;
    TCGBConsole_setServiceSuspended(true);
    report_levels(90000);
    TCGBConsole_setServiceSuspended(false);
}
static void start_only(void) {
    TCGBGamebase_shutdown(10000);
    TCGBHost_setStorageDirectory(directory);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Hostile", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &done_once);
    TCGBRelease(configuration);
}
static void start_and_log_in(void) {
    done_once = 0;
    start_only();
    wait_for(&done_once);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &done_once);
}
static const struct {
    const char *at;
    void (*bring)(void);
} stucks[] = {
    {"fsync device.json", log_in_again},
    {"rename device.json", log_in_again},
    {"gamebase.db-wal", commit},
    {"posix_fallocate segment", fill_half_a_file},
    {"memset segment", fill_files},
    {"unlink segment", fill_more_than_files},
    {"flock", start_only},
    {"open gamebase.db", start_only},
    {"open segment", start_and_log_in},
    {"mkdir analytics", start_and_log_in},
    {"memset segment", fill_the_disk},
};

static void while_stuck(const char *at, void (*bring)(void), struct dice *d) {
    state = at;
    start_afresh();
    if (strstr(at, "mkdir")) {
        /* A place where nobody has played. */
        TCGBGamebase_shutdown(10000);
        strcat(place, "-new");
    }
    TCGBRunLoop_setCallTimeout(100);
    __atomic_store_n(&stuck_at, at, __ATOMIC_RELEASE);
    bring();
    for (int64_t began = milliseconds(); !stuck_count; usleep(1000)) {
        watched_drain();
        if (milliseconds() - began > 60000) {
            found("the test", "brought no library thread to", at);
            break;
        }
    }
    report_levels(80000); /* more than a file has room for */
    call_all(d, false, true);
    pump(600); /* the watchdog ends what was asked */
    unstick();
    disk_full = false;
    pump(100);
    TCGBInstance_makeCurrent(NULL);
    destroy_instances(owner);
    for (int class_ = 0; class_ < classes; class_++) renew(class_);
    destroy_instances(owner);
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: %s SEED ROUNDS DIRECTORY\n", arguments[0]), 2;
    unsetenv("TZ"); /* as on a player's machine: the zone is a file */
    rounds = atoi(arguments[2]);
    directory = arguments[3];
    trace = getenv("HOSTILE_TRACE") != NULL;
    depth = DEPTH_MAX; /* callbacks make no hostile calls of their own */
    begin(strtoull(arguments[1], NULL, 0));
    pthread_t thread;
    pthread_create(&thread, NULL, sees_calls_that_wait, NULL);

    state = "before initialize";
    call_all(&thread_dice, false, false);
    start_afresh();
    state = "with a player";
    call_all(&thread_dice, true, false);
    state = "while calls run out of time";
    start_afresh();
    TCGBRunLoop_setCallTimeout(100);
    TCGBConsole_setServiceSuspended(true);
    call_all(&thread_dice, false, true);
    pump(600);
    TCGBConsole_setServiceSuspended(false);
    for (size_t i = 0; i < sizeof stucks / sizeof *stucks; i++) while_stuck(stucks[i].at, stucks[i].bring, &thread_dice);
    state = "after shutdown";
    TCGBGamebase_shutdown(10000);
    call_all(&thread_dice, false, false);
    TCGBGamebase_shutdown(10000);

    for (int i = 0; i < finding_count; i++) printf("%s\n", findings[i]);
    printf("%d functions\n", (int)CALLS);
    return 0;
}
