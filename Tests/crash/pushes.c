/* Local pushes on a machine whose power can go at any call (folder.h), and whose clock and time zone change.
 *
 *     pushes random CASES SEED DIRECTORY    lives that are cut and killed at random, under clocks that jump; then one looks
 *     pushes bad CASES SEED DIRECTORY       the same on a disk whose flushes, writes and own writing fail now and then
 *     pushes first STOP EVERY DIRECTORY     the first life meets STOP at its k-th call, for every k: power, kill, error, flush, full
 *     pushes lies CASES SEED DIRECTORY      as random, on a dishonest disk: must end with a broken promise
 *
 * Ends with 0 and a line of figures, or with 10 and the promise that was broken. What is promised:
 *  - a push that was acknowledged is told, whatever ended the process and wherever the clock was set, or it was unregistered;
 *  - it is told once; again only when what ended the process came between its handler and the note of it;
 *  - it is told as late when it was due before the game was started, and not before it is due;
 *  - a start that no call fails in succeeds. */
#include <HIVE/HIVE.h>
#include <sys/wait.h>
#include <time.h>

#include "folder.h"
#include "story.h"

enum { PUSHES_MAX = 2000, LIVES_MIN = 2, LIVES_MORE = 4, LIFE_SECONDS_MAX = 120, LOOK_MILLISECONDS_MAX = 30000, REFUSED = 98 };
enum { DAY_SECONDS = 86400, CALLS_FIRST = 90 };
/* What the game knows of a push. NOTED_DOWN: told, and a write that came behind it is on the disk. */
enum { ACKNOWLEDGED = 1, TAKEN_BACK = 2, TOLD = 4, NOTED_DOWN = 8, SET_BACK = 16 /* the clock, behind its registration */ };
enum { ASKED_BACK = 32 /* to be taken back; it is when a later call is on the disk */ };
struct memory {
    int count, told, again;
    uint8_t state[PUSHES_MAX];
    int64_t wait[PUSHES_MAX], due[PUSHES_MAX]; /* milliseconds; due is that of the clock, within a second, and not before it */
    int64_t ahead;                             /* of the machine's clock, milliseconds */
};
static struct {
    long long cases, lives, cuts, kills, failures, pushes, told, again;
} figures;
static struct memory *memory;
static uint64_t chance;
static bool may_fail;

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME && memory) time->tv_sec += memory->ahead / 1000;
    return result;
}
static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
/* Not while another thread is in the middle of a call. */
__attribute__((noreturn)) static void end_life(int status) {
    pthread_mutex_lock(&world_lock);
    _exit(status);
}
static bool has_failed(const char *what) {
    if (answer.code == 0) return false;
    keep_promise(may_fail, "%s fails with %lld: %s", what, (long long)answer.code, answer.message);
    keep_promise(answer.message[0], "%s fails without a message", what);
    return true;
}
static void game_goes_on(void) { NOTED(moment(CALL_GAME)); }

static int64_t started;
static void on_heard(const HIVEPushMessage *message, void *context) {
    (void)context;
    int64_t id = HIVEPushMessage_noticeId(message);
    keep_promise(id >= 0 && id < memory->count, "push %lld was never registered", (long long)id);
    uint8_t state = memory->state[id];
    keep_promise(!(state & TAKEN_BACK), "push %lld was taken back, and is told", (long long)id);
    keep_promise(!(state & NOTED_DOWN), "push %lld was told, that is on the disk, and it is told again", (long long)id);
    keep_promise(
        now() >= memory->due[id] - 1000, "push %lld is told %lld ms before it is due", (long long)id, (long long)(memory->due[id] - now()));
    if (!(state & SET_BACK) && llabs(memory->due[id] - started) > 2000)
        keep_promise(
            HIVEPushMessage_isLate(message) == (memory->due[id] < started), "push %lld says wrongly whether it is late", (long long)id);
    NOTED({
        if (state & TOLD) memory->again++;
        memory->state[id] |= TOLD;
        memory->told++;
    });
    game_goes_on();
}
static void on_local(const HIVEResultAPI *result, const HIVELocalPush *push, void *context) {
    (void)push;
    on_error(HIVEResultAPI_error(result), context);
}
/* What was told before this write began is on the disk when it succeeds. */
static void register_one(int64_t after) {
    static bool was_told[PUSHES_MAX];
    if (memory->count == PUSHES_MAX) return;
    int id = 0;
    NOTED({
        id = memory->count++;
        memory->wait[id] = after * 1000;
        memory->due[id] = now() + after * 1000;
    });
    for (int i = 0; i < memory->count; i++) was_told[i] = memory->state[i] & TOLD;
    HIVELocalPush *push = HIVELocalPush_initWithNoticeId_title_msg_after(id, "title", "text", after);
    PLAY(&answer, HIVEPush_registerLocalPush(push, on_local, &answer));
    TCGBRelease(push);
    if (has_failed("to register")) return;
    NOTED({
        memory->state[id] |= ACKNOWLEDGED;
        for (int i = 0; i < memory->count; i++)
            if (was_told[i]) memory->state[i] |= NOTED_DOWN;
    });
    game_goes_on();
}
/* What was registered behind that waits its whole time again, from when that is noticed on. */
static void set_clock(int64_t milliseconds_) {
    memory->ahead += milliseconds_;
    for (int id = 0; id < memory->count; id++) {
        if (memory->due[id] - memory->wait[id] <= now()) continue;
        memory->due[id] = now() + memory->wait[id];
        memory->state[id] |= SET_BACK;
    }
}
static void take_back_one(void) {
    for (int id = memory->count - 1; id >= 0; id--) {
        if ((memory->state[id] & ~SET_BACK) != ACKNOWLEDGED || memory->due[id] < now() + 60000) continue;
        NOTED(memory->state[id] |= ASKED_BACK);
        HIVEPush_unregisterLocalPush(id);
        int before = memory->count;
        register_one(DAY_SECONDS);
        if (memory->count > before && memory->state[before] & ACKNOWLEDGED) NOTED(memory->state[id] |= TAKEN_BACK);
        return;
    }
}
static void begin(void) {
    static const char *const zones[] = {"UTC", "Asia/Tokyo", "America/Los_Angeles", "Europe/Berlin", "Pacific/Apia"};
    is_life = true;
    setenv("TZ", zones[mixed(chance) % 5], 1);
    started = now();
    require(TCGBHost_setStorageDirectory(directory));
    HIVEPushDelegate delegate = {.structSize = sizeof delegate, .didReceive = on_heard};
    require(HIVEPush_setDelegate(&delegate));
    HIVEPush_setDisplay(HIVEPushDisplayOff);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    if (has_failed("initialize")) end_life(REFUSED);
    game_goes_on();
}
static void live(void) {
    uint64_t dice = chance;
    begin();
    for (int round = 2 + (int)(mixed(++dice) % 6); round > 0; round--) {
        static const int64_t afters[] = {0, 0, 0, 1, 3600, DAY_SECONDS / 2};
        register_one(afters[mixed(++dice) % 6]);
        if (mixed(++dice) % 6 == 0) take_back_one();
        /* The clock is set, forward most times. */
        if (mixed(++dice) % 5 == 0) NOTED(set_clock(mixed(++dice) % 4 ? 7200000 : -1800000));
        pump_for(1 + (int)(mixed(++dice) % 10));
        game_goes_on();
    }
}
static int64_t owed(void) {
    int64_t count = 0;
    for (int id = 0; id < memory->count; id++) count += (memory->state[id] & (ACKNOWLEDGED | ASKED_BACK | TOLD)) == ACKNOWLEDGED;
    return count;
}
static void look(void) {
    begin();
    for (int64_t began = milliseconds(); owed() > 0; pump_for(20))
        if (milliseconds() - began > LOOK_MILLISECONDS_MAX)
            for (int id = 0; id < memory->count; id++)
                keep_promise((memory->state[id] & (ACKNOWLEDGED | ASKED_BACK | TOLD)) != ACKNOWLEDGED,
                    "push %d was acknowledged, is due since %lld ms and is not told", id, (long long)(now() - memory->due[id]));
    register_one(DAY_SECONDS); /* and what was told is noted */
}
static void cut_power(void) {
    figures.cuts++;
    lose_power();
}
static int run_life(uint64_t seed, bool looks) {
    int status;
    fflush(NULL);
    figures.lives++;
    pid_t child = fork();
    if (child == 0) {
        chance = mixed(seed);
        alarm(LIFE_SECONDS_MAX);
        if (looks) look();
        else live();
        if (mixed(seed + 1) % 3) TCGBGamebase_shutdown(5000);
        end_life(0);
    }
    require(child > 0 && waitpid(child, &status, 0) == child);
    figures.failures += world->has_stopped && world->stop != STOP_POWER && world->stop != STOP_KILL;
    if (WIFEXITED(status) && WEXITSTATUS(status) == POWER_WENT) return cut_power(), 0;
    lose_process();
    if (WIFEXITED(status) && WEXITSTATUS(status) == REFUSED) return 0;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && world->stop == STOP_KILL) return figures.kills++, 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
static void begin_case(uint64_t seed) {
    begin_world(directory, seed);
    memset(memory, 0, sizeof *memory);
    may_fail = false;
}
/* Days later, by a clock that nobody sets back. */
static int end_case(uint64_t seed) {
    may_fail = false;
    for (int id = 0; id < memory->count; id++)
        while (memory->due[id] > now()) memory->ahead += DAY_SECONDS * 1000;
    /* A clock that was behind when it was registered has it wait anew. */
    memory->ahead += 2 * DAY_SECONDS * 1000;
    begin_life(STOP_NEVER, 0);
    int status = run_life(seed, true);
    figures.cases++, figures.pushes += memory->count, figures.told += memory->told, figures.again += memory->again;
    return status;
}
static int64_t calls_of_a_life = CALLS_FIRST;
static int play_case(uint64_t seed, enum disk_kind disk, bool is_bad) {
    static const enum stop stops[] = {STOP_POWER, STOP_POWER, STOP_POWER, STOP_KILL, STOP_KILL, STOP_NEVER};
    static const enum stop bad_stops[] = {STOP_POWER, STOP_FLUSH, STOP_FLUSH, STOP_ERROR, STOP_FULL, STOP_KILL};
    uint64_t dice = mixed(seed);
    begin_case(seed);
    world->disk = disk;
    int status = 0;
    for (int life = LIVES_MIN + (int)(mixed(++dice) % LIVES_MORE); life > 0 && status == 0; life--) {
        enum stop stop = (is_bad ? bad_stops : stops)[mixed(++dice) % 6];
        int64_t most = stop == STOP_FLUSH ? calls_of_a_life / 4 : calls_of_a_life;
        begin_life(stop, 1 + (int64_t)(mixed(++dice) % (uint64_t)most));
        may_fail = is_bad;
        world->writes_fail = is_bad && mixed(++dice) % 2;
        status = run_life(mixed(seed ^ mixed((uint64_t)life)), false);
        if (!world->has_stopped) calls_of_a_life = (7 * calls_of_a_life + world->calls + 8) / 8;
        if (status == 0 && mixed(++dice) % 3 == 0) cut_power();
        memory->ahead += (int64_t)(mixed(++dice) % 3) * 3600000;
    }
    return status ? status : end_case(mixed(seed ^ 1));
}
static int play_every_call(enum stop stop, int64_t every) {
    for (int64_t k = 1;; k += every) {
        begin_case((uint64_t)k);
        begin_life(stop, k);
        may_fail = stop != STOP_POWER && stop != STOP_KILL;
        int status = run_life(mixed((uint64_t)k) ^ 2, false);
        bool is_over = !world->has_stopped;
        if (status == 0) status = end_case(mixed((uint64_t)k) ^ 4);
        if (status) return fprintf(stderr, "call %lld: status %d\n", (long long)k, status), status;
        if (is_over) return 0;
    }
}

int main(int count, char **arguments) {
    if (count != 5) return fprintf(stderr, "usage: %s KIND CASES|STOP SEED|EVERY DIRECTORY\n", arguments[0]), 2;
    static const char *const names[] = {"never", "power", "kill", "error", "flush", "full"};
    int status = 0;
    directory = arguments[4];
    make_world();
    memory = shared_memory(sizeof *memory);
    if (strcmp(arguments[1], "first") == 0) {
        enum stop stop = STOP_NEVER;
        for (int i = 1; i < 6; i++)
            if (strcmp(arguments[2], names[i]) == 0) stop = (enum stop)i;
        if (stop == STOP_NEVER) return fprintf(stderr, "no such stop: %s\n", arguments[2]), 2;
        status = play_every_call(stop, atoll(arguments[3]));
    } else {
        enum disk_kind disk = strcmp(arguments[1], "lies") == 0 ? DISK_LIES : DISK_HONEST;
        uint64_t seed = strtoull(arguments[3], NULL, 10);
        for (int64_t i = 0; i < atoll(arguments[2]) && status == 0; i++) {
            status = play_case(seed + (uint64_t)i * 1000003, disk, strcmp(arguments[1], "bad") == 0);
            if (status) fprintf(stderr, "case %lld of seed %llu: status %d\n", (long long)i, (unsigned long long)seed, status);
        }
    }
    printf("%lld cases, %lld lives, %lld power cuts, %lld kills, %lld failures of the disk; %lld pushes, told %lld times, %lld again\n",
        figures.cases, figures.lives, figures.cuts, figures.kills, figures.failures, figures.pushes, figures.told, figures.again);
    return status;
}
