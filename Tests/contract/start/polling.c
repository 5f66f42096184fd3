/* When the launching status is read again: on a clock of the test's own, which the library reads because a program's functions go before the
 * C library's. Only drains and completions are waited for here: a sleep until a moment of this clock would last as long as it is ahead. */
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>

static atomic_llong ahead; /* seconds */

int clock_gettime(clockid_t clock, struct timespec *now);

#include "play.h"

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (syscall(SYS_clock_gettime, clock, now) != 0) return -1;
    if (clock == CLOCK_MONOTONIC) now->tv_sec += (time_t)atomic_load(&ahead);
    return 0;
}

static int launching_events;
static void on_event(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    launching_events += strcmp(TCGBGamebaseEventMessage_category(message), kTCGBObserverLaunching) == 0;
}
static void doze(int tenths) {
    while (tenths-- > 0) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        TCGBRunLoop_drain();
    }
}
/* Time passes, and the library's thread looks at its clock. */
static void pass(int seconds) {
    atomic_fetch_add(&ahead, seconds);
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    doze(4);
}
/* A maintenance begins that nobody tells the game of: it does so by itself, at its time. */
static void begin_before_a_maintenance(void) {
    initialize_here();
    TCGBGamebase_addEventHandler(on_event, NULL);
    time_t at = time(NULL) + 2;
    struct tm utc;
    char json[256], begin[64];
    gmtime_r(&at, &utc);
    strftime(begin, sizeof begin, "%Y-%m-%dT%H:%M:%SZ", &utc);
    snprintf(json, sizeof json, "{\"app\":{\"appId\":\"Contract\"},\"maintenance\":{\"beginDate\":\"%s\"}}", begin);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(json, on_error, &answer));
    doze(32);
    require_equal(TCGBLaunching_launchingStatus(), IN_SERVICE);
}

PROMISE("the status is read again every 120 seconds, and not before") {
    begin_before_a_maintenance();
    pass(100);
    require_equal(TCGBLaunching_launchingStatus(), IN_SERVICE);
    require_equal(launching_events, 0);
    pass(20);
    require_equal(TCGBLaunching_launchingStatus(), INSPECTING_SERVICE);
    require_equal(launching_events, 1);
    pass(121);
    require_equal(launching_events, 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a status older than 30 seconds is read again before a login") {
    begin_before_a_maintenance();
    pass(28); /* and what has passed by itself */
    require_equal(TCGBLaunching_launchingStatus(), IN_SERVICE);
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_AUTH_NOT_PLAYABLE);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a fresher status is taken as it is, and read again after the login") {
    begin_before_a_maintenance();
    pass(20);
    PLAY_WELL(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    doze(4);
    require_equal(TCGBLaunching_launchingStatus(), INSPECTING_SERVICE);
    require_equal(launching_events, 1);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
