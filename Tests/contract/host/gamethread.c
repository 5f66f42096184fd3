/* The game's thread never waits for a disk (R1, R2 of TCGBRunLoop.h), and what it says of a player stays that player's. */
#include "events/metering.h"
#include "watched.h"

#include <signal.h>
#include <sys/random.h>

static bool may_wait(const char *function) { return function != NULL; }

static bool random_broken;
ssize_t getrandom(void *to, size_t count, unsigned flags) {
    if (random_broken) return errno = ENOSYS, -1;
    return syscall(SYS_getrandom, to, count, flags);
}

static void wait_until_stuck(void) {
    for (int64_t began = milliseconds(); !stuck_count; TCGBRunLoop_runUntil(5)) require(milliseconds() - began < 20000);
}

/* --- A disk that is stuck --- */

static struct answer leaving, other;

/* R1 R2 */
PROMISE("a logout cancelled while the disk is stuck returns at once and holds up no other call") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    stuck_at = "device.json";
    alarm(60);
    TCGBGamebase_logoutWithViewController_completion(NULL, on_error, fresh(&leaving));
    int64_t call = TCGBRunLoop_lastCall();
    require(call);
    TCGBRunLoop_setCallTimeout(300);
    TCGBConsole_reportWithCompletion(on_json, fresh(&other));
    int64_t began = milliseconds();
    require(TCGBRunLoop_cancelCall(call));
    require(milliseconds() - began < 250);
    require(TCGBGamebase_userID() == NULL);
    require(TCGBGamebase_lastLoggedInProvider() == NULL);
    require(pump_until(&leaving.times, 5000) && leaving.code == TCGB_ERROR_SOCKET_ERROR);
    require(pump_until(&other.times, 5000) && other.code == TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(milliseconds() - began < 2000);
    wait_until_stuck();
    unstick();
    require(TCGBConsole_setServiceSuspended(false));
    require(TCGBGamebase_shutdown(5000));
    initialize_here();
    PLAY(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_LAST_LOGGED_IN_IDP);
    require(TCGBGamebase_shutdown(5000));
}

/* R2 */
PROMISE("a logout without an answer ends in its time while the disk is stuck") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    stuck_at = "device.json";
    alarm(60);
    TCGBRunLoop_setCallTimeout(300);
    int64_t began = milliseconds();
    TCGBGamebase_logoutWithViewController_completion(NULL, on_error, fresh(&leaving));
    wait_until_stuck();
    TCGBConsole_reportWithCompletion(on_json, fresh(&other));
    require(pump_until(&other.times, 5000) && other.code == TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(milliseconds() - began < 4000);
    require(leaving.times == 1);
    unstick();
    require(TCGBGamebase_shutdown(5000));
}

PROMISE("a login after a logout that timed out is what the device remembers") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    TCGBGamebase_logoutWithViewController_completion(NULL, on_error, fresh(&leaving));
    stuck_at = "device.json";
    require(TCGBRunLoop_cancelCall(TCGBRunLoop_lastCall()));
    require(pump_until(&leaving.times, 5000));
    wait_until_stuck();
    require(TCGBConsole_setServiceSuspended(false));
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, fresh(&other));
    pump_for(100);
    unstick();
    require(pump_until(&other.times, 5000) && other.code == 0);
    require(TCGBGamebase_shutdown(5000));
    initialize_here();
    PLAY_WELL(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
    require(TCGBGamebase_shutdown(5000));
}

PROMISE("a frame with 1,000 metrics never waits for a stuck disk") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    stuck_at = "posix_fallocate segment";
    alarm(100);
    int64_t longest = 0;
    long frames = 100;
    for (long frame = 0; frame < frames; frame++) {
        int64_t before = milliseconds();
        reach(2, 1000);
        if (milliseconds() - before > longest) longest = milliseconds() - before;
        while (milliseconds() - before < 16) TCGBRunLoop_runUntil(1);
    }
    require(stuck_count > 0);
    /* The half of a file lasts 37 frames, longer than the 500 ms that a metric would wait. A busy machine is no disk. */
    require(longest < 400);
    unstick();
    require(TCGBConsole_setServiceSuspended(false));
    long taken = 0, dropped = 0;
    for (int64_t began = milliseconds(); taken + dropped != frames * 1000; pump_for(100)) {
        taken = reported("levelUp");
        dropped = reported("dropped");
        if (milliseconds() - began > 60000) broken_number(__FILE__, __LINE__, "taken and dropped", taken + dropped, frames * 1000);
    }
    require(dropped > 0);
    require(TCGBGamebase_shutdown(5000));
}

/* --- Whose metrics --- */

static void in_a_process_that_is_killed(void (*body)(void)) {
    int ready[2];
    char byte = 0;
    require(pipe(ready) == 0);
    pid_t child = fork(); /* the library is not used in this process before */
    if (child == 0) {
        body();
        syscall(SYS_write, ready[1], &byte, 1);
        pause();
    }
    close(ready[1]);
    bool is_done = syscall(SYS_read, ready[0], &byte, 1) == 1;
    kill(child, SIGKILL);
    require(waitpid(child, NULL, 0) == child);
    require(is_done);
    close(ready[0]);
}
/* Leaves a first file that was read whole, and a second. */
static void play_away(void) {
    char place[4200];
    snprintf(place, sizeof place, "%s/away", directory);
    initialize_in(place);
    load_settings();
    log_in();
    stuck_at = "unlink segment";
    require(TCGBConsole_setServiceSuspended(true));
    for (int half = 0; half < 3; half++, pump_for(200)) reach(7, 45000);
    require(TCGBConsole_setServiceSuspended(false));
    wait_until_stuck();
}
PROMISE("metrics reported during a shutdown are not the next player's") {
    char place[4200];
    alarm(100);
    in_a_process_that_is_killed(play_away);
    snprintf(place, sizeof place, "%s/home", directory);
    initialize_in(place);
    load_settings();
    log_in();
    reach(1, 10);
    require(TCGBGamebase_shutdown(10000));
    reach(1, 10);
    snprintf(place, sizeof place, "%s/away", directory);
    initialize_in(place);
    reach(1, 10);
    stuck_at = "memset segment"; /* while the journal opens, the file that was read is made ready */
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, fresh(&other));
    wait_until_stuck();
    reach(1, 1000);
    tell_level(1);
    unstick();
    require(pump_until(&other.times, 20000) && other.code == 0);
    reach(8, 1);
    int64_t began = milliseconds();
    while (reported("levelUp") == 0 || !strstr(answer.json, "{\"level\":8,\"count\":1}")) {
        require(milliseconds() - began < 60000);
        pump_for(100);
    }
    require(!strstr(answer.json, "{\"level\":1,"));
    require_equal(reported("setUserMeta"), 0);
    require(TCGBGamebase_shutdown(10000));
}

/* --- Metrics that do not fit --- */

static int lines;
static void count_lines(TCGBLogLevel level, const char *message, void *context) {
    (void)level;
    lines += strstr(message, context) != NULL;
}
PROMISE("a metric with a text of more than 512 bytes is dropped, logged and counted") {
    char text[514];
    memset(text, 'x', sizeof text);
    text[512] = 0;
    TCGBHost_setLogSink(TCGBLogLevelError, count_lines, "512");
    start_playing();
    TCGBAnalyticsGameUserData *data = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(7);
    TCGBAnalyticsGameUserData_setChannelId(data, text);
    TCGBAnalytics_setGameUserData(data);
    text[512] = 'x';
    text[513] = 0;
    TCGBAnalyticsGameUserData_setClassId(data, text);
    TCGBAnalytics_setGameUserData(data);
    TCGBAnalytics_setGameUserData(data);
    wait_until_reported("dropped", 2, 20000);
    require_equal(reported("setUserMeta"), 1);
    require_equal(lines, 2);
    TCGBRelease(data);
    require(TCGBGamebase_shutdown(5000));
}

/* --- Without randomness --- */

PROMISE("without getrandom /dev/urandom is used; without both initialize fails with 11001") {
    alarm(60);
    random_broken = true;
    refused_path = "/dev/urandom";
    require(TCGBHost_setStorageDirectory(directory));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    require_equal(answer.code, TCGB_ERROR_INVALID_INTERNAL_STATE);
    require(strstr(answer.message, "/dev/urandom"));
    refused_path = NULL;
    start_playing();
    require_equal(strlen(TCGBGamebase_userID()), 16);
    require(TCGBGamebase_shutdown(5000));
}
PROMISE("randomness that fails while the library runs gives no player another's name") {
    enum { PLAYERS = 20 };
    char users[PLAYERS][64];
    alarm(60);
    start_playing();
    random_broken = true;
    refused_path = "/dev/urandom";
    for (int i = 0; i < PLAYERS; i++) {
        snprintf(users[i], sizeof users[i], "%s", TCGBGamebase_userID());
        require_equal(strlen(users[i]), 16);
        for (int j = 0; j < i; j++) require(strcmp(users[i], users[j]) != 0);
        PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
        log_in();
    }
    require(TCGBGamebase_shutdown(5000));
}

/* --- Texts --- */

static double set_and_get(TCGBAnalyticsGameUserData *data, int from, int count) {
    struct timespec began, ended;
    char text[32];
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &began);
    for (int i = from; i < from + count; i++) {
        snprintf(text, sizeof text, "channel %d", i);
        TCGBAnalyticsGameUserData_setChannelId(data, text);
        require_text(TCGBAnalyticsGameUserData_channelId(data), text);
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended);
    return (double)(ended.tv_sec - began.tv_sec) + (double)(ended.tv_nsec - began.tv_nsec) / 1e9;
}
/* O4 of TCGBObject.h */
PROMISE("the 40,000th text of an object costs what the first cost") {
    enum { TIMES = 40000, AT_A_TIME = 2000 };
    static const char *kept[TIMES];
    TCGBAnalyticsGameUserData *data = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(1);
    double first = set_and_get(data, 0, AT_A_TIME), last = 0;
    for (int i = AT_A_TIME; i < TIMES; i += AT_A_TIME) last = set_and_get(data, i, AT_A_TIME);
    char text[32];
    for (int i = 0; i < TIMES; i++) {
        snprintf(text, sizeof text, "channel %d", i);
        TCGBAnalyticsGameUserData_setChannelId(data, text);
        kept[i] = TCGBAnalyticsGameUserData_channelId(data);
    }
    for (int i = 0; i < TIMES; i++) {
        snprintf(text, sizeof text, "channel %d", i);
        require_text(kept[i], text);
    }
    TCGBAnalyticsGameUserData_setChannelId(data, "channel 17");
    require(TCGBAnalyticsGameUserData_channelId(data) == kept[17]);
    if (last > first * 10)
        broken_number(__FILE__, __LINE__, "nanoseconds of the last and the first", last * 1e9 / AT_A_TIME, first * 1e9 / AT_A_TIME);
    TCGBRelease(data);
}

/* --- The journal and its files --- */

PROMISE("when the disk has room again, the journal grows past its first file") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    disk_full = true;
    reach(5, 100000); /* one file holds some 75,000 */
    disk_full = false;
    int64_t began = milliseconds();
    long more = 0;
    for (; milliseconds() - began < 3000; more += 1000, usleep(10000)) reach(6, 1000);
    require(TCGBConsole_setServiceSuspended(false));
    long taken = 0, dropped = 0;
    for (began = milliseconds(); taken + dropped != 100000 + more; pump_for(100)) {
        taken = reported("levelUp");
        dropped = reported("dropped");
        if (milliseconds() - began > 60000) broken_number(__FILE__, __LINE__, "taken and dropped", taken + dropped, 100000 + more);
    }
    if (taken < 80000 || dropped < 1000) broken_number(__FILE__, __LINE__, "taken", taken, dropped);
    require(TCGBGamebase_shutdown(5000));
}

/* What a power cut leaves when the page with the journal's header reached the disk and the pages with its last records did not. */
static void lose_records(const char *path, int keep) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR, 0);
    static unsigned char bytes[4 << 20];
    require(file >= 0 && syscall(SYS_pread64, file, bytes, sizeof bytes, 0) == (long)sizeof bytes);
    size_t at = 128;
    for (; keep > 0; keep--) {
        uint32_t payload;
        memcpy(&payload, bytes + at, 4);
        require(payload > 0);
        at += 16 + (payload + 7) / 8 * 8;
    }
    require(bytes[at] || bytes[at + 1]);
    for (size_t i = at; i < sizeof bytes; i++) bytes[i] = 0;
    require(syscall(SYS_pwrite64, file, bytes, sizeof bytes, 0) == (long)sizeof bytes);
    syscall(SYS_close, file);
}
static void play_until_acknowledged(void) {
    start_playing();
    reach(1, 10);
    wait_until_reported("levelUp", 10, 20000);
    pump_for(500); /* the acknowledgement follows the answer */
}
static void report_unheard(void) {
    initialize_here();
    log_in();
    require(TCGBConsole_setServiceSuspended(true));
    reach(2, 3);
    pump_for(100);
}
PROMISE("an event kept after a power cut that lost acknowledged records survives the next kill") {
    char path[4200];
    in_a_process_that_is_killed(play_until_acknowledged);
    snprintf(path, sizeof path, "%s/analytics/segment-00", directory);
    lose_records(path, 4);
    in_a_process_that_is_killed(report_unheard);
    initialize_here();
    log_in();
    wait_until_reported("levelUp", 13, 20000);
    require(strstr(answer.json, "{\"level\":2,\"count\":3}"));
    require(TCGBGamebase_shutdown(5000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
