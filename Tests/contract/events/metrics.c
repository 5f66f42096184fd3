/* Metrics: taken on the game's frame at the price of a copy, kept until the service has them, counted when they cannot be kept. */
#include "metering.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

/* --- What the system is asked for: this program's functions stand in for the C library's. --- */

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
static __thread bool counting;
static __thread long allocations;
void *malloc(size_t size) {
    allocations += counting;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    allocations += counting;
    return __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
    allocations += counting;
    return __libc_realloc(block, size);
}
void *memalign(size_t alignment, size_t size) {
    allocations += counting;
    return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) { return (*block = memalign(alignment, size)) ? 0 : ENOMEM; }

static int disk_full, disk_stuck;
static long files_made, unlinks_stuck;
static void wait_for_disk(long *waiting) {
    __atomic_add_fetch(waiting, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&disk_stuck, __ATOMIC_ACQUIRE)) usleep(1000);
}
int fallocate(int, int, off_t, off_t);
int posix_fallocate(int descriptor, off_t from, off_t length) {
    wait_for_disk(&files_made);
    if (__atomic_load_n(&disk_full, __ATOMIC_ACQUIRE)) return ENOSPC;
    return fallocate(descriptor, 0, from, length) == 0 ? 0 : errno;
}
int unlinkat(int, const char *, int);
int unlink(const char *path) {
    if (strstr(path, "segment")) wait_for_disk(&unlinks_stuck);
    return unlinkat(-100 /* AT_FDCWD */, path, 0);
}

/* --- */

static int lines;
static void count_drops(TCGBLogLevel level, const char *message, void *context) {
    (void)level;
    if (strstr(message, "dropped") && strstr(message, context)) lines++;
}

PROMISE("a level-up allocates nothing and costs less than a microsecond at the median") {
    start_playing();
    reach(2, 2); /* what is made once is made */
    enum { ROUNDS = 200, CALLS = 500 };
    static double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        struct timespec began, ended;
        clock_gettime(CLOCK_MONOTONIC, &began);
        counting = true;
        reach(round, CALLS);
        counting = false;
        clock_gettime(CLOCK_MONOTONIC, &ended);
        times[round] = ((double)(ended.tv_sec - began.tv_sec) * 1e9 + (double)(ended.tv_nsec - began.tv_nsec)) / CALLS;
        if (round % 20 == 0) pump_for(100); /* batches go out meanwhile */
    }
    require_equal(allocations, 0);
    int under = 0;
    for (int round = 0; round < ROUNDS; round++) under += times[round] < 1000;
    require(under > ROUNDS / 2);
    wait_until_reported("levelUp", 2 + ROUNDS * CALLS, 90000);
    require(TCGBGamebase_shutdown(5000));
}

PROMISE("before login, after logout and without an initialize, metrics are dropped with a line in the log") {
    TCGBHost_setLogSink(TCGBLogLevelDebug, count_drops, "nobody is logged in");
    reach(2, 1);
    tell_level(3);
    TCGBRunLoop_drain();
    require_equal(lines, 2);
    start_playing();
    reach(2, 1);
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    reach(3, 1);
    tell_level(4);
    pump_till(lines == 4, 50);
    require_equal(lines, 4);
    log_in();
    tell_level(5);
    wait_until_reported("setUserMeta", 1, 10000);
    require_equal(reported("levelUp"), 1);
    require(TCGBGamebase_shutdown(5000));
}

static void tell_groups(const char *channel, const char *character, const char *class) {
    TCGBAnalyticsGameUserData *data = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(4);
    TCGBAnalyticsGameUserData_setChannelId(data, channel);
    TCGBAnalyticsGameUserData_setCharacterId(data, character);
    TCGBAnalyticsGameUserData_setClassId(data, class);
    TCGBAnalytics_setGameUserData(data);
    TCGBRelease(data);
}

PROMISE("the report counts a player in the channel, the character and the class that it named last") {
    start_playing();
    tell_groups("Asia", "Ann", "Mage");
    wait_until_reported("setUserMeta", 1, 10000);
    require(strstr(answer.json, "\"channels\":[{\"id\":\"Asia\",\"users\":1}],\"characters\":[{\"id\":\"Ann\",\"users\":1}]"));
    tell_groups("Europe", NULL, "Mage");
    wait_until_reported("setUserMeta", 2, 10000);
    require(strstr(answer.json, "\"channels\":[{\"id\":\"Europe\",\"users\":1}],\"characters\":[{\"id\":\"Ann\",\"users\":1}]"));
    require(strstr(answer.json, "\"classes\":[{\"id\":\"Mage\",\"users\":1}]"));
    tell_groups("Caf\xC3\xA9", NULL, NULL);
    wait_until_reported("setUserMeta", 3, 10000);
    tell_groups("Cafe\xCC\x81", NULL, NULL); /* the same letter, spelt with two characters: another name */
    wait_until_reported("setUserMeta", 4, 10000);
    require(strstr(answer.json, "\"channels\":[{\"id\":\"Cafe\xCC\x81\",\"users\":1}]"));
    require(TCGBGamebase_shutdown(5000));
}

PROMISE("1,000,000 level-ups are delivered once each, although the process is killed right behind the last") {
    int ready[2];
    char byte = 0;
    require(pipe(ready) == 0);
    pid_t child = fork(); /* before the library is used here */
    if (child == 0) {
        start_playing();
        for (int level = 1; level <= 10; level++) reach(level, 100000);
        require(write(ready[1], &byte, 1) == 1);
        pause();
    }
    require(read(ready[0], &byte, 1) == 1);
    kill(child, SIGKILL);
    require(waitpid(child, NULL, 0) == child);
    initialize_here();
    log_in();
    wait_until_reported("levelUp", 1000000, 90000);
    tell_level(11); /* behind them all */
    wait_until_reported("setUserMeta", 1, 10000);
    require_equal(reported("levelUp"), 1000000);
    require_equal(reported("dropped"), 0);
    for (int level = 1; level <= 10; level++) {
        char sum[64];
        snprintf(sum, sizeof sum, "{\"level\":%d,\"count\":100000}", level);
        require(strstr(answer.json, sum));
    }
    require(strstr(answer.json, "\"levels\":[{\"level\":11,\"users\":1}]"));
    require(TCGBGamebase_shutdown(5000));
}

PROMISE("while the service is silent 1,190,000 level-ups are kept, and further ones counted") {
    enum { CALLS = 1400000 };
    TCGBHost_setLogSink(TCGBLogLevelError, count_drops, "lostEvents");
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    reach(7, CALLS);
    pump_for(50);
    require(lines > 0);
    require(TCGBConsole_setServiceSuspended(false));
    long dropped = 0;
    await_for((dropped = reported("dropped")) != 0, 20000, pump_for(50));
    if (CALLS - dropped < 1190000 || dropped > CALLS) broken_number(__FILE__, __LINE__, "dropped", dropped, CALLS - 1190000);
    TCGBGamebase_shutdown(5000);
}

static void cut_journal(off_t end) {
    for (int slot = 0; slot < 16; slot++) {
        char path[600];
        snprintf(path, sizeof path, "%s/analytics/segment-%02d", directory, slot);
        require(truncate(path, end) == 0 || errno == ENOENT);
    }
}
PROMISE("a journal file that somebody cuts under the game costs what was in it, counted, and what comes then is kept") {
    static const off_t ends[] = {0, 4096, 100, 8192};
    start_playing();
    for (int round = 0; round < 4; round++) {
        require(TCGBConsole_setServiceSuspended(true));
        reach(100, 1000);
        cut_journal(ends[round]);
        reach(round + 1, 1000);
        pump_for(50);
        cut_journal(ends[3 - round]);
        reach(round + 11, 1000);
        require(TCGBConsole_setServiceSuspended(false));
        char sum[64];
        snprintf(sum, sizeof sum, "{\"level\":%d,\"count\":1000}", round + 11);
        int64_t began = milliseconds();
        while (reported("damagedFiles") == 0 || !strstr(answer.json, sum)) {
            require(milliseconds() - began < 20000);
            pump_for(100);
        }
    }
    require(TCGBGamebase_shutdown(5000));
}

PROMISE("a full disk loses only metrics that find no room, all counted, and uses room later") {
    TCGBHost_setLogSink(TCGBLogLevelError, count_drops, "lostEvents");
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    disk_full = 1;
    long calls = 200000; /* one file holds some 75,000 */
    reach(5, calls);
    pump_for(50);
    require(lines > 0);
    disk_full = 0;
    require(TCGBConsole_setServiceSuspended(false));
    long dropped = 0, taken = 0;
    for (int64_t began = milliseconds(); taken + dropped != calls; pump_for(100)) {
        taken = reported("levelUp");
        dropped = reported("dropped");
        if (milliseconds() - began > 30000 || taken + dropped > calls)
            broken_number(__FILE__, __LINE__, "taken and dropped", taken + dropped, calls);
    }
    require(dropped > 0 && taken >= 70000);
    reach(6, 1000);
    wait_until_reported("levelUp", taken + 1000, 10000);
    require_equal(reported("dropped"), dropped);
    require(TCGBGamebase_shutdown(5000));
    initialize_here(); /* the sum is the journal's, not the process's */
    log_in();
    reach(6, 1);
    wait_until_reported("levelUp", taken + 1001, 10000);
    require_equal(reported("dropped"), dropped);
    require(TCGBGamebase_shutdown(5000));
}

static void *fills_a_file(void *unused) {
    reach(3, 150000);
    return unused;
}

/* R11 */
PROMISE("shutdown keeps its limit while a metric waits for a disk that is stuck") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    pump_for(50);
    long made = files_made;
    __atomic_store_n(&disk_stuck, 1, __ATOMIC_RELEASE);
    pthread_t thread;
    require(pthread_create(&thread, NULL, fills_a_file, NULL) == 0);
    alarm(30);
    while (__atomic_load_n(&files_made, __ATOMIC_ACQUIRE) == made) usleep(1000);
    usleep(100000);
    int64_t began = milliseconds();
    TCGBGamebase_shutdown(300);
    require(milliseconds() - began < 400 + 600); /* a slow machine */
    __atomic_store_n(&disk_stuck, 0, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    usleep(300000); /* what was stuck ends by itself */
    start_playing();
    tell_level(4);
    wait_until_reported("setUserMeta", 1, 10000);
    require(TCGBGamebase_shutdown(5000));
}

/* R11 */
PROMISE("shutdown keeps its limit while the journal cannot be closed") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    reach(3, 50000); /* more than half of a file: the next is made ahead */
    await_for(__atomic_load_n(&files_made, __ATOMIC_ACQUIRE) >= 2, 5000, usleep(1000));
    usleep(200000);
    __atomic_store_n(&disk_stuck, 1, __ATOMIC_RELEASE);
    alarm(30);
    int64_t began = milliseconds();
    require(!TCGBGamebase_shutdown(300));
    require(milliseconds() - began < 400 + 600);
    require(unlinks_stuck > 0);
    __atomic_store_n(&disk_stuck, 0, __ATOMIC_RELEASE);
}

/* R11 */
PROMISE("a shutdown whose journal cannot be closed says so, also while others play on") {
    TCGBInstance *one = TCGBInstance_create();
    require(TCGBInstance_makeCurrent(one));
    start_playing();
    TCGBInstance *two = TCGBInstance_createSharingServiceOf(one);
    require(TCGBInstance_makeCurrent(two));
    initialize_in(NULL);
    require(TCGBInstance_makeCurrent(one));
    reach(3, 50000);
    await_for(__atomic_load_n(&files_made, __ATOMIC_ACQUIRE) >= 2, 5000, usleep(1000));
    usleep(100000);
    __atomic_store_n(&disk_stuck, 1, __ATOMIC_RELEASE);
    alarm(30);
    require(!TCGBGamebase_shutdown(300));
    __atomic_store_n(&disk_stuck, 0, __ATOMIC_RELEASE);
    require(TCGBInstance_destroy(one, 5000) && TCGBInstance_destroy(two, 5000));
}

PROMISE("a metric is sent though the game asks for nothing else, and so is the one after it") {
    TCGBInstance *operator = TCGBInstance_create();
    require(TCGBInstance_makeCurrent(operator));
    initialize_here();
    load_settings();
    TCGBInstance *player = TCGBInstance_createSharingServiceOf(operator);
    require(TCGBInstance_makeCurrent(player));
    initialize_in(NULL);
    log_in();
    for (int sent = 1; sent <= 2; sent++) {
        usleep(1300000); /* what the login sends has gone, and the player's thread sleeps */
        require(TCGBInstance_makeCurrent(player));
        reach(2, 1);
        require(TCGBInstance_makeCurrent(operator));
        wait_until_reported("levelUp", sent, 4000);
    }
    require(TCGBInstance_destroy(player, 5000) && TCGBInstance_destroy(operator, 5000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
