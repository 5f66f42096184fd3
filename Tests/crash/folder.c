/* Who this installation is, and what the game reported, on a machine whose power can go at any call (folder.h): the device file, the
 * analytics journal and the folders that they are in, together with the database that they must agree with.
 *
 *     folder random CASES SEED DIRECTORY    lives that are cut and killed at random; after each the next one looks
 *     folder bad CASES SEED DIRECTORY       the same on a disk whose flushes, writes and own writing fail now and then
 *     folder first STOP EVERY DIRECTORY     the first life meets STOP at its k-th call, for every k: power, kill, error, flush,
 *                                           full, or unflushed, which kills before a flush
 *     folder played STOP EVERY DIRECTORY    the same in the second life
 *     folder lies|forgets CASES SEED DIRECTORY   as random, on a dishonest disk: must end with a broken promise
 *
 * Ends with 0 and a line of figures, or with 10 and the promise that was broken. What is promised:
 *  - a start that no call fails in succeeds, whatever was cut before, and nothing ends by a signal;
 *  - once the game was told its uuid and its guest's user id, both stay, over cuts, kills and failed flushes;
 *  - a metric is counted once; kill -9 loses none that was accepted; a power cut may lose what was not counted yet, and no more;
 *  - what the report has shown stays in it;
 *  - after every end new metrics are taken and counted. */
#include <sys/random.h>
#include <sys/wait.h>

#include "folder.h"
#include "../contract/events/metering.h"
#include "story.h"

enum {
    LEVELS_MAX = 900, /* the report shows 1,000 */
    BULK_LEVEL = 1000000,
    BULK_MAX = 150000, /* two files of the journal, and what the database takes of it */
    LIVES_MIN = 2,
    LIVES_MORE = 4,
    WORKERS = 24, /* most of a life is waiting */
    LIFE_SECONDS_MAX = 240,
    LOOK_MILLISECONDS_MAX = 120000, /* on a machine that does much else */
    CALLS_FIRST = 120,
    REFUSED = 98, /* exit status of a life that a failing disk let not begin */
};

enum { ACCEPTED = 1, MAY_BE_LOST = 2, SHOWN = 4 };
struct memory { /* of the player, over all lives of one case */
    char uuid[64], user[64];
    char second_uuid[64]; /* of another device in the same process, whose folder has no database that is flushed with it */
    int levels;
    uint8_t state[LEVELS_MAX];
    int64_t bulk_begun, bulk_sure, bulk_shown;
};
struct figures {
    int64_t cases, lives, cuts, kills, failures, refusals, metrics, lost, checked;
};
static struct memory *memory;
static struct figures *figures;
static uint64_t chance;

/* The library's random numbers, from the seed of this life. */
ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
    (void)flags;
    for (size_t i = 0; i < size; i++) ((uint8_t *)buffer)[i] = (uint8_t)mixed(chance += 0x632be59bd9b4e019u);
    return (ssize_t)size;
}

/* --- a life --- */

enum plan { PLAN_GLANCE /* no more than who it is */, PLAN_LOOK, PLAN_PLAY, PLAN_PLAY_MUCH };
static bool may_fail; /* a call of this life fails */

static void stays(char *known, const char *now, const char *what) {
    keep_promise(now && *now, "there is no %s", what);
    bool is_same = true;
    NOTED({
        if (*known) is_same = strcmp(known, now) == 0;
        else snprintf(known, 64, "%s", now);
    });
    keep_promise(is_same, "the %s was %s and is %s", what, known, now);
}
/* Not while another thread is in the middle of a call. */
__attribute__((noreturn)) static void end_life(int status) {
    pthread_mutex_lock(&world_lock);
    _exit(status);
}
/* A step that only a failing disk may refuse; then the life is over. */
static void must_succeed(const char *what) {
    if (answer.code == 0) return;
    keep_promise(may_fail, "%s fails with %lld: %s", what, (long long)answer.code, answer.message);
    keep_promise(answer.message[0], "%s fails without a message", what);
    end_life(REFUSED);
}
static void game_goes_on(void) { NOTED(moment(CALL_GAME)); }

static bool was_dropped; /* by a disk that fails or is slow: told to the log, and not accepted */
static void hear_drops(TCGBLogLevel level, const char *message, void *context) {
    (void)level, (void)context;
    if (strstr(message, "dropped")) was_dropped = true;
}
static bool was_accepted(void) {
    was_dropped = false;
    TCGBRunLoop_drain();
    return !was_dropped;
}
static void report_one(void) {
    if (memory->levels == LEVELS_MAX) return;
    int level = 0;
    NOTED(level = memory->levels++);
    reach(level, 1);
    if (was_accepted()) NOTED(memory->state[level] |= ACCEPTED);
    game_goes_on();
}
static void report_many(long count) {
    if (memory->bulk_begun + count > BULK_MAX) return;
    NOTED(memory->bulk_begun += count);
    reach(BULK_LEVEL, count);
    if (was_accepted()) NOTED(memory->bulk_sure += count);
    game_goes_on();
}
/* Asks for the report; what it shows must be, and stays. Returns how often `level` is in it. */
static int look_at_report(int level) {
    static int shown[LEVELS_MAX];
    int64_t bulk = 0;
    int found = 0;
    PLAY(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
    must_succeed("the report");
    memset(shown, 0, sizeof shown);
    const char *at = strstr(answer.json, "\"levelUps\"");
    require(at);
    for (const char *end = strchr(at, ']'); (at = strstr(at, "{\"level\":")) && at < end; at++) {
        int number = 0;
        long long count = 0;
        require(sscanf(at, "{\"level\":%d,\"count\":%lld}", &number, &count) == 2);
        if (number == BULK_LEVEL) {
            bulk = count;
            continue;
        }
        keep_promise(number >= 0 && number < memory->levels && count == 1, "level-up %d, of %d, is counted %lld times", number,
            memory->levels, count);
        shown[number] = 1;
        if (number == level) found = 1;
    }
    keep_promise(
        bulk <= memory->bulk_begun, "%lld level-ups were reported and %lld are counted", (long long)memory->bulk_begun, (long long)bulk);
    keep_promise(bulk >= memory->bulk_shown, "%lld level-ups were counted and %lld are", (long long)memory->bulk_shown, (long long)bulk);
    for (int i = 0; i < memory->levels; i++)
        keep_promise(shown[i] || !(memory->state[i] & SHOWN), "level-up %d was counted, and is not any more", i);
    NOTED({
        for (int i = 0; i < memory->levels; i++)
            if (shown[i]) memory->state[i] |= SHOWN;
        memory->bulk_shown = bulk;
    });
    return found;
}
/* Behind all the others, so that they were sent before. */
static void await_counting(void) {
    if (memory->levels == LEVELS_MAX) return;
    int marker = memory->levels;
    report_one();
    for (int64_t began = milliseconds(); !look_at_report(marker); pump_for(100))
        keep_promise(milliseconds() - began < LOOK_MILLISECONDS_MAX, "level-up %d is not counted", marker);
    for (int i = 0; i < marker; i++) {
        if ((memory->state[i] & (ACCEPTED | MAY_BE_LOST)) != ACCEPTED) {
            figures->lost += !(memory->state[i] & SHOWN);
            continue;
        }
        keep_promise(memory->state[i] & SHOWN, "level-up %d was accepted, no power went, and it is not counted", i);
        figures->checked++;
    }
    keep_promise(memory->bulk_shown >= memory->bulk_sure, "%lld level-ups were accepted and %lld are counted", (long long)memory->bulk_sure,
        (long long)memory->bulk_shown);
}
static void meet_second_device(void) {
    char place[4200];
    TCGBInstance *second = TCGBInstance_createSharingServiceOf(NULL);
    require(second && TCGBInstance_makeCurrent(second));
    snprintf(place, sizeof place, "%s/second", directory);
    require(TCGBHost_setStorageDirectory(place));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    must_succeed("initialize of the second device");
    stays(memory->second_uuid, TCGBUtil_uuid(), "second uuid");
    game_goes_on();
    require(TCGBInstance_makeCurrent(NULL));
}
static void live(enum plan plan) {
    is_life = true;
    require(TCGBHost_setStorageDirectory(directory));
    TCGBHost_setLogSink(TCGBLogLevelWarn, hear_drops, NULL);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    must_succeed("initialize");
    stays(memory->uuid, TCGBUtil_uuid(), "uuid");
    meet_second_device();
    if (plan == PLAN_GLANCE) return;
    PLAY(&answer, TCGBConsole_loadSettings_completion(SETTINGS, on_error, &answer));
    must_succeed("loadSettings");
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    must_succeed("login");
    stays(memory->user, TCGBGamebase_userID(), "guest");
    if (plan == PLAN_LOOK) return await_counting();
    uint64_t dice = chance;
    int rounds = 1 + (int)(mixed(++dice) % 4);
    for (int i = 0; i < rounds; i++) {
        for (uint64_t n = mixed(++dice) % 30; n > 0; n--) report_one();
        if (plan == PLAN_PLAY_MUCH) report_many((long)(mixed(++dice) % 40000));
        pump_for(1);
        game_goes_on();
    }
    if (mixed(++dice) % 4 == 0) {
        for (int64_t began = milliseconds(); milliseconds() - began < 1200; pump_for(20)) game_goes_on();
        look_at_report(-1);
    }
}
/* Whatever was not counted yet may be gone. */
static void metrics_may_be_lost(void) {
    for (int i = 0; i < memory->levels; i++) memory->state[i] |= MAY_BE_LOST;
    memory->bulk_sure = memory->bulk_shown;
}
static void cut_power(void) {
    figures->cuts++;
    lose_power();
    metrics_may_be_lost();
}
/* Runs a life to its end, whatever ends it. Returns what a broken promise, or the test's own mistake, ended it with; else 0. */
static int run_life(uint64_t seed, enum plan plan) {
    int status;
    bool ends_in_order = mixed(seed + 1) % 3 > 0;
    fflush(NULL);
    figures->lives++;
    pid_t child = fork();
    if (child == 0) {
        chance = mixed(seed);
        alarm(LIFE_SECONDS_MAX);
        live(plan);
        if (plan == PLAN_GLANCE) end_life(0);
        if (ends_in_order) TCGBGamebase_shutdown(5000);
        end_life(0);
    }
    while (child < 0 || waitpid(child, &status, 0) < 0)
        if (child < 0 || errno != EINTR) perror("fork"), exit(2);
    bool is_kill = world->stop == STOP_KILL || world->stop == STOP_UNFLUSHED;
    bool has_failed = world->stop != STOP_POWER && !is_kill && world->has_stopped;
    figures->failures += has_failed;
    if (WIFEXITED(status) && WEXITSTATUS(status) == POWER_WENT) return cut_power(), 0;
    if (world->writes_fail) metrics_may_be_lost(); /* the system's own writing lost some */
    lose_process();
    if (WIFEXITED(status) && WEXITSTATUS(status) == REFUSED) return figures->refusals++, 0;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && is_kill) return figures->kills++, 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* --- cases --- */

static int64_t calls_of_a_life = CALLS_FIRST;

static int play_case(uint64_t seed, enum disk_kind disk, bool is_bad, bool is_long) {
    uint64_t dice = mixed(seed);
    begin_world(directory, seed);
    memset(memory, 0, sizeof *memory);
    world->disk = disk;
    int lives = LIVES_MIN + (int)(mixed(++dice) % LIVES_MORE);
    for (int life = 0; life < lives; life++) {
        static const enum stop stops[] = {STOP_POWER, STOP_POWER, STOP_POWER, STOP_KILL, STOP_NEVER};
        static const enum stop bad_stops[] = {STOP_POWER, STOP_FLUSH, STOP_FLUSH, STOP_ERROR, STOP_FULL, STOP_KILL};
        if (mixed(++dice) % 4 == 0) { /* a start and no more, then the power goes */
            begin_life(STOP_NEVER, 0);
            may_fail = false;
            int status = run_life(mixed(seed ^ mixed((uint64_t)life + 100)), PLAN_GLANCE);
            if (status) return status;
            cut_power();
        }
        enum stop stop = is_bad ? bad_stops[mixed(++dice) % 6] : stops[mixed(++dice) % 5];
        int64_t most = stop == STOP_FLUSH ? calls_of_a_life / 4 : calls_of_a_life;
        begin_life(stop, 1 + (int64_t)(mixed(++dice) % (uint64_t)most));
        may_fail = is_bad;
        world->writes_fail = is_bad && mixed(++dice) % 2;
        world->for_good = is_bad && mixed(++dice) % 4 == 0;
        int status = run_life(mixed(seed ^ mixed((uint64_t)life)), is_long ? PLAN_PLAY_MUCH : PLAN_PLAY);
        if (!world->has_stopped) calls_of_a_life = (7 * calls_of_a_life + world->calls + 8) / 8;
        if (status) return status;
        /* Most losses show only when the power goes once more, or in another process. */
        if (mixed(++dice) % 3 == 0) cut_power();
    }
    begin_life(STOP_NEVER, 0);
    may_fail = false;
    int status = run_life(mixed(seed ^ 1), PLAN_LOOK);
    figures->metrics += memory->levels + memory->bulk_begun;
    figures->cases++;
    return status;
}
static int play_cases(int64_t cases, uint64_t seed, int worker, const char *kind) {
    enum disk_kind disk = strcmp(kind, "lies") == 0 ? DISK_LIES : strcmp(kind, "forgets") == 0 ? DISK_FORGETS : DISK_HONEST;
    for (int64_t i = worker; i < cases; i += WORKERS) {
        int status = play_case(seed + (uint64_t)i * 1000003, disk, strcmp(kind, "bad") == 0, i % 40 == 7);
        if (status) return fprintf(stderr, "case %lld of seed %llu: status %d\n", (long long)i, (unsigned long long)seed, status), status;
    }
    return 0;
}
/* The k-th call of the life, for k = worker, worker + workers and so on, until a life has fewer. */
static int play_every_call(enum stop stop, bool is_second, int64_t every, int worker) {
    /* With other dice, as often as it takes until some have lost each name. */
    int64_t repeats = stop == STOP_UNFLUSHED ? 4 : 1;
    for (int64_t turn = worker;; turn += WORKERS) {
        int64_t k = 1 + turn / repeats * every;
        begin_world(directory, (uint64_t)(k + turn % repeats * 10007));
        memset(memory, 0, sizeof *memory);
        may_fail = false;
        int status = 0;
        if (is_second) begin_life(STOP_NEVER, 0), status = run_life(mixed((uint64_t)k) ^ 1, PLAN_PLAY);
        if (status) return fprintf(stderr, "before call %lld: status %d\n", (long long)k, status), status;
        begin_life(stop, k);
        may_fail = stop == STOP_ERROR || stop == STOP_FLUSH || stop == STOP_FULL;
        status = run_life(mixed((uint64_t)k) ^ 2, PLAN_PLAY);
        bool is_over = !world->has_stopped;
        /* What is left is looked at as it is, after the power went, or by a start that tells the game who it is before the power goes:
         * what was told must be durable then. */
        uint64_t way = stop == STOP_UNFLUSHED ? 1 : mixed((uint64_t)k) % 3;
        may_fail = false;
        begin_life(STOP_NEVER, 0);
        if (!status && way == 1) status = run_life(mixed((uint64_t)k) ^ 3, PLAN_GLANCE);
        if (!status && way > 0) cut_power();
        begin_life(STOP_NEVER, 0);
        if (!status) status = run_life(mixed((uint64_t)k) ^ 4, PLAN_LOOK);
        if (status) return fprintf(stderr, "call %lld: status %d\n", (long long)k, status), status;
        figures->metrics += memory->levels;
        figures->cases++;
        if (is_over) return 0;
    }
}
static enum stop stop_named(const char *name) {
    static const char *const names[] = {"", "power", "kill", "error", "flush", "full", "unflushed"};
    for (int i = 1; i < 7; i++)
        if (strcmp(name, names[i]) == 0) return (enum stop)i;
    test_is_wrong("no such stop: %s", name);
}

int main(int count, char **arguments) {
    if (count != 5) return fprintf(stderr, "usage: %s KIND CASES|STOP SEED|EVERY DIRECTORY\n", arguments[0]), 2;
    bool is_first = strcmp(arguments[1], "first") == 0, is_every = is_first || strcmp(arguments[1], "played") == 0;
    int result = 0;
    figures = shared_memory(WORKERS * sizeof *figures);
    for (int worker = 0; worker < WORKERS; worker++) {
        pid_t child = fork();
        if (child < 0) return perror("fork"), 2;
        if (child > 0) continue;
        static char place[4096];
        snprintf(place, sizeof place, "%s/%d", arguments[4], worker);
        if (mkdir(place, 0700) != 0) return perror(place), 2;
        directory = place;
        figures += worker;
        memory = shared_memory(sizeof *memory);
        make_world();
        int status = is_every ? play_every_call(stop_named(arguments[2]), !is_first, atoll(arguments[3]), worker)
                              : play_cases(atoll(arguments[2]), strtoull(arguments[3], NULL, 10), worker, arguments[1]);
        fflush(NULL);
        _exit(status);
    }
    struct figures sum = {0};
    for (int worker = 0; worker < WORKERS; worker++) {
        int status;
        if (wait(&status) < 0) return perror("wait"), 2;
        status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (status && result != BROKEN_PROMISE) result = status;
    }
    for (int worker = 0; worker < WORKERS; worker++) {
        const int64_t *from = (const int64_t *)&figures[worker];
        for (size_t i = 0; i < sizeof sum / sizeof *from; i++) ((int64_t *)&sum)[i] += from[i];
    }
    printf("%lld cases, %lld lives, %lld power cuts, %lld kills, %lld failures of the disk, %lld starts refused; "
           "%lld metrics, %lld of them lost where they may be, %lld checked\n",
        (long long)sum.cases, (long long)sum.lives, (long long)sum.cuts, (long long)sum.kills, (long long)sum.failures,
        (long long)sum.refusals, (long long)sum.metrics, (long long)sum.lost, (long long)sum.checked);
    return result;
}
