/* What the library costs a game's frame: a loop at 60 Hz with 1,000 metrics a frame, each call timed by itself, beside raw calls in the
 * same frames. A call that took long either ran long, waited for a lock, or was sent off the processor by the system: the time on the
 * processor (CLOCK_THREAD_CPUTIME_ID) and the voluntary switches of the thread (a lock that was not free) tell these apart.
 *
 *     frames DIRECTORY
 */
#include <Gamebase/Gamebase.h>
#include <sys/resource.h>

#include "bench.h"

enum { FRAMES = 900, METRICS = 1000, TIMES = 10 };
/* Of a call on the game's thread, in 999 of 1,000. */
enum { GOAL_NANOSECONDS = 200000 };

struct series {
    const char *name;
    int calls; /* in a frame */
    float *wall, *processor;
    size_t count;
    long waits; /* voluntary switches inside the calls */
};

static int64_t clock_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
static long voluntary(void) {
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

/* The two clocks cost some 300 ns themselves, which is outside of what they measure but for one reading. */
#define TIMED(series_, times_, call_) \
    do { \
        struct series *s_ = (series_); \
        long before_ = voluntary(); \
        for (int i_ = 0; i_ < (times_) && s_->count < (size_t)FRAMES * METRICS; i_++) { \
            int64_t processor_ = clock_of(CLOCK_THREAD_CPUTIME_ID), wall_ = clock_of(CLOCK_MONOTONIC); \
            call_; \
            int64_t wall_end_ = clock_of(CLOCK_MONOTONIC); \
            s_->processor[s_->count] = (float)(clock_of(CLOCK_THREAD_CPUTIME_ID) - processor_); \
            s_->wall[s_->count++] = (float)(wall_end_ - wall_); \
        } \
        s_->waits += voluntary() - before_; \
    } while (0)

static int by_length(const void *a, const void *b) {
    float difference = *(const float *)a - *(const float *)b;
    return difference < 0 ? -1 : difference > 0;
}
static const char *text_of(double nanoseconds) {
    static char texts[8][32];
    static int next;
    next = (next + 1) % 8;
    return time_text(nanoseconds / 1e9, texts[next], sizeof *texts);
}
static void tell(struct series *series) {
    size_t count = series->count;
    if (!count) return;
    qsort(series->wall, count, sizeof *series->wall, by_length);
    qsort(series->processor, count, sizeof *series->processor, by_length);
    size_t far = count * 999 / 1000;
    printf("%-36s %8zu %12s %12s %12s %12s %12s %7ld\n", series->name, count, text_of(series->wall[count / 2]), text_of(series->wall[far]),
        text_of(series->wall[count - 1]), text_of(series->processor[far]), text_of(series->processor[count - 1]), series->waits);
}

static volatile int answered;
static void on_json(const char *json, const TCGBError *error, void *context) {
    (void)json;
    if (error) fprintf(stderr, "%s: %s\n", (const char *)context, TCGBError_description(error)), exit(1);
    answered++;
}
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) { (void)token, on_json(NULL, error, context); }
static void on_receipts(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    (void)receipts, (void)count, on_json(NULL, error, context);
}
static void await(void) {
    while (!answered) TCGBRunLoop_runUntil(1000);
    answered = 0;
}

/* The raw work of a metric: 56 bytes behind the last, under a lock that nobody else has. */
static pthread_mutex_t raw_lock = PTHREAD_MUTEX_INITIALIZER;
static char *raw_place;
static void raw_metric(void) {
    static const char record[56] = {1};
    pthread_mutex_lock(&raw_lock);
    memcpy(raw_place, record, sizeof record);
    raw_place += sizeof record;
    pthread_mutex_unlock(&raw_lock);
}

enum {
    RAW_CALL,
    RAW_METRIC,
    METRIC,
    USER_DATA,
    IDLE_DRAIN,
    DRAIN,
    INITIALIZED,
    STATUS,
    USER,
    LANGUAGE,
    NUMBER,
    TEXT,
    OBJECT,
    SET_TEXT,
    LIST,
    LAST_CALL,
    COUNT
};
static struct series all[COUNT] = {
    [RAW_CALL] = {.name = "(raw) empty call into a library"},
    [RAW_METRIC] = {.name = "(raw) lock, 56 bytes to a mapped file"},
    [METRIC] = {.name = "traceLevelUpWithLevelUpData"},
    [USER_DATA] = {.name = "setGameUserData"},
    [IDLE_DRAIN] = {.name = "drain, nothing due"},
    [DRAIN] = {.name = "drain, with a callback"},
    [INITIALIZED] = {.name = "isInitialized"},
    [STATUS] = {.name = "launchingStatus"},
    [USER] = {.name = "userID"},
    [LANGUAGE] = {.name = "displayLanguageCode"},
    [NUMBER] = {.name = "number of an object"},
    [TEXT] = {.name = "text of an object"},
    [OBJECT] = {.name = "make and release an object"},
    [SET_TEXT] = {.name = "set and get a text of an object"},
    [LIST] = {.name = "call: list of not consumed"},
    [LAST_CALL] = {.name = "lastCall"},
};

int main(int count, char **arguments) {
    if (count != 2) return fprintf(stderr, "usage: %s DIRECTORY\n", arguments[0]), 2;
    char path[4096];
    snprintf(path, sizeof path, "%s/raw", arguments[1]);
    size_t bytes = (size_t)56 * FRAMES * METRICS;
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || posix_fallocate(file, 0, (off_t)bytes) != 0) return fprintf(stderr, "no room for the baseline\n"), 1;
    raw_place = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (raw_place == MAP_FAILED) return 1;
    for (int i = 0; i < COUNT; i++) {
        all[i].wall = malloc(sizeof(float) * FRAMES * METRICS);
        all[i].processor = malloc(sizeof(float) * FRAMES * METRICS);
    }
    char *whole = realpath(arguments[1], NULL);
    snprintf(path, sizeof path, "%s/frames", whole);
    if (!TCGBHost_setStorageDirectory(path)) return 1;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Bench", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, "initialize");
    TCGBRelease(configuration);
    await();
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, "login");
    await();

    TCGBAnalyticsLevelUpData *level = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(2, 1700000000000);
    TCGBAnalyticsGameUserData *user = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(2);
    TCGBError *error = TCGBError_resultWithCode(3);
    int64_t sum = 0, next = clock_of(CLOCK_MONOTONIC);
    char text[32];
    for (int frame = 0; frame < FRAMES; frame++) {
        TIMED(&all[RAW_CALL], TIMES, sum += empty_int32());
        TIMED(&all[RAW_METRIC], METRICS, raw_metric());
        TIMED(&all[METRIC], METRICS, TCGBAnalytics_traceLevelUpWithLevelUpData(level));
        TIMED(&all[USER_DATA], 1, TCGBAnalytics_setGameUserData(user));
        if (answered < frame) { /* the list that the frame before asked for is due by now, as a rule */
            int before = answered;
            struct series *drain = &all[DRAIN];
            TIMED(drain, 1, TCGBRunLoop_drain());
            if (answered == before) { /* nothing was due after all */
                struct series *idle = &all[IDLE_DRAIN];
                idle->wall[idle->count] = drain->wall[--drain->count];
                idle->processor[idle->count++] = drain->processor[drain->count];
            }
        }
        TIMED(&all[IDLE_DRAIN], TIMES, sum += TCGBRunLoop_drain());
        TIMED(&all[INITIALIZED], TIMES, sum += TCGBGamebase_isInitialized());
        TIMED(&all[STATUS], TIMES, sum += TCGBLaunching_launchingStatus());
        TIMED(&all[USER], TIMES, sum += TCGBGamebase_userID()[0]);
        TIMED(&all[LANGUAGE], TIMES, sum += TCGBGamebase_displayLanguageCode()[0]);
        TIMED(&all[NUMBER], TIMES, sum += TCGBError_code(error));
        TIMED(&all[TEXT], TIMES, sum += TCGBError_domain(error)[0]);
        TIMED(&all[OBJECT], TIMES, TCGBRelease(TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(3)));
        snprintf(text, sizeof text, "channel %d", frame);
        TIMED(&all[SET_TEXT], 1, (TCGBAnalyticsGameUserData_setChannelId(user, text), sum += TCGBAnalyticsGameUserData_channelId(user)[0]));
        TIMED(&all[LIST], 1, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, "list"));
        TIMED(&all[LAST_CALL], TIMES, sum += TCGBRunLoop_lastCall());
        next += 1000000000 / 60;
        struct timespec until = {next / 1000000000, next % 1000000000};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    }
    keep(sum);
    while (answered < FRAMES) TCGBRunLoop_runUntil(1000);
    TCGBRelease(level), TCGBRelease(user), TCGBRelease(error);
    TCGBGamebase_shutdown(10000);
    printf("\n%-36s %8s %12s %12s %12s %12s %12s %7s\n", "60 frames a second, 1,000 metrics", "calls", "p50", "p99.9", "most", "CPU p99.9",
        "CPU most", "waits");
    for (int i = 0; i < COUNT; i++) tell(&all[i]);
    for (int i = METRIC; i < COUNT; i++)
        if (all[i].wall[all[i].count * 999 / 1000] > GOAL_NANOSECONDS)
            printf("goal %d us at p99.9: MISSED by %s\n", GOAL_NANOSECONDS / 1000, all[i].name);
    return 0;
}
