/* How everything ends: in time, each call answered once, nothing afterwards. */
#include "host/threadends.h"

#include <sys/wait.h>

enum { CALLS = 50 };
static struct answer ends[CALLS];

static void many_calls(void) {
    for (int i = 0; i < CALLS; i++) {
        /* One purchase only: a second of the same product would be refused at once. */
        if (i == 0) TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &ends[i]);
        else if (i % 3 == 0) TCGBConsole_saveSettingsWithCompletion(on_json, &ends[i]);
        if (i % 3 == 1) TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &ends[i]);
        if (i % 3 == 2) TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &ends[i]);
    }
}
static void require_all_ended_with_errors(void) {
    for (int i = 0; i < CALLS; i++) {
        require_equal(ends[i].times, 1);
        require(ends[i].code != 0);
    }
}

/* defect 1 */
/* R11 */
PROMISE("shutdown ends every outstanding call once, with an error, in time, though the service never answers") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    many_calls();
    pump_for(20);
    for (int i = 0; i < CALLS; i++) require_equal(ends[i].times, 0);
    int64_t began = milliseconds();
    require(TCGBGamebase_shutdown(500));
    require(milliseconds() - began < 600 + 400); /* the limit, a hundredth of a second per ten, and a slow machine */
    require_all_ended_with_errors();
    pump_for(50);
    require_all_ended_with_errors();
}

PROMISE("shutdown with a limit of zero ends every call, too") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    many_calls();
    int64_t began = milliseconds();
    bool in_time = TCGBGamebase_shutdown(0);
    require(milliseconds() - began < 1000);
    /* On a machine that is busy 50 ms are not enough for all of them: the rest comes with the next shutdown. */
    if (!in_time) require(TCGBGamebase_shutdown(PLAY_LIMIT_MILLISECONDS));
    require_all_ended_with_errors();
    initialize_here();
    require(TCGBGamebase_shutdown(2000));
}

static int shut_inside;
static void shut_down_here(const char *json, const TCGBError *error, void *context) {
    on_json(json, error, context);
    int result = TCGBGamebase_shutdown(2000) ? 1 : 2;
    __atomic_store_n(&shut_inside, result, __ATOMIC_RELEASE);
}

PROMISE("a callback may shut the library down, and the calls behind it are answered") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    many_calls();
    require(TCGBConsole_setServiceSuspended(false));
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(shut_down_here, &answer);
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    pump_till(answer.times == 1, 20);
    require_equal(answer.times, 1);
    require(__atomic_load_n(&shut_inside, __ATOMIC_ACQUIRE) != 0);
    for (int i = 0; i < CALLS; i++) require_equal(ends[i].times, 1);
    require(!TCGBGamebase_isInitialized());
    start_playing();
    require(TCGBGamebase_shutdown(2000));
}

static void shut_and_start(const char *json, const TCGBError *error, void *context) {
    on_json(json, error, context);
    TCGBGamebase_shutdown(2000);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &ends[0]);
    TCGBRelease(configuration);
}

PROMISE("a callback may shut the library down and initialize it again") {
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(shut_and_start, &answer));
    require(pump_until(&ends[0].times, PLAY_LIMIT_MILLISECONDS));
    require_equal(ends[0].code, 0);
    require(TCGBGamebase_isInitialized());
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a callback on the library's thread may shut the library down") {
    initialize_here();
    require(TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryLibraryThread));
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(shut_down_here, &answer);
    await_for(__atomic_load_n(&shut_inside, __ATOMIC_ACQUIRE), PLAY_LIMIT_MILLISECONDS, usleep(1000));
    await_for(!TCGBGamebase_isInitialized(), PLAY_LIMIT_MILLISECONDS, usleep(1000));
    initialize_here();
    require(TCGBGamebase_shutdown(2000));
}

static int events_after_shutdown;
static void count_event(const TCGBGamebaseEventMessage *message, void *context) {
    (void)message, (void)context;
    events_after_shutdown++;
}

/* invariant 29 */
/* R12 */
PROMISE("nothing calls back after shutdown") {
    start_playing();
    TCGBGamebase_addEventHandler(count_event, NULL);
    many_calls();
    require(TCGBGamebase_shutdown(5000));
    for (int i = 0; i < CALLS; i++) require_equal(ends[i].times, 1);
    int before = events_after_shutdown;
    pump_for(300);
    require_equal(events_after_shutdown, before);
    for (int i = 0; i < CALLS; i++) require_equal(ends[i].times, 1);
}

static void *shut_down_there(void *result) {
    *(int *)result = TCGBGamebase_shutdown(5000) ? 1 : 2;
    return NULL;
}

PROMISE("several threads may shut down at once") {
    for (int round = 0; round < 20; round++) {
        initialize_here();
        pthread_t threads[4];
        int results[4] = {0};
        for (int i = 0; i < 4; i++) require(pthread_create(&threads[i], NULL, shut_down_there, &results[i]) == 0);
        for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
        for (int i = 0; i < 4; i++) require_equal(results[i], 1);
        require(!TCGBGamebase_isInitialized());
    }
}

/* R13 */
PROMISE("leaving the process without shutdown is safe and quick, and keeps the exit status") {
    for (int way = 0; way < 2; way++) {
        int64_t began = milliseconds();
        pid_t child = fork();
        if (child == 0) {
            start_playing();
            many_calls();
            if (way == 0) exit(23);
            _exit(23);
        }
        int status = 0;
        require(waitpid(child, &status, 0) == child);
        require(WIFEXITED(status) && WEXITSTATUS(status) == 23);
        require(milliseconds() - began < 10000);
    }
    start_playing();
    require(TCGBGamebase_shutdown(2000));
}

static struct answer again;
static void log_in_again(const TCGBError *error, void *context) {
    on_error(error, context);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &again);
}

PROMISE("a call that a completion makes during the shutdown is answered before the shutdown returns") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&answer);
    fresh(&again);
    TCGBGamebase_logoutWithViewController_completion(NULL, log_in_again, &answer);
    require(TCGBGamebase_shutdown(1000));
    require_equal(answer.times, 1);
    require_equal(again.times, 1);
    require_equal(again.code, TCGB_ERROR_NOT_INITIALIZED);
    require_equal(TCGBRunLoop_drain(), 0);
}

static int slow_began, slow_may_end;
static void slow(const char *json, const TCGBError *error, void *context) {
    __atomic_store_n(&slow_began, 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(&slow_may_end, __ATOMIC_ACQUIRE)) usleep(1000);
    on_json(json, error, context);
}
static void *drain_there(void *unused) {
    TCGBRunLoop_drain();
    return unused;
}

PROMISE("callbacks behind one that outlasts a shutdown come once with the next drain") {
    initialize_here();
    fresh(&answer);
    fresh(&again);
    TCGBConsole_saveSettingsWithCompletion(slow, &answer);
    TCGBConsole_saveSettingsWithCompletion(on_json, &again);
    usleep(300000);
    pthread_t thread;
    require(pthread_create(&thread, NULL, drain_there, NULL) == 0);
    await_for(__atomic_load_n(&slow_began, __ATOMIC_ACQUIRE), PLAY_LIMIT_MILLISECONDS, usleep(1000));
    require(!TCGBGamebase_shutdown(100));
    __atomic_store_n(&slow_may_end, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    require_equal(answer.times, 1);
    require_equal(again.times, 0);
    require(TCGBGamebase_shutdown(1000));
    require_equal(again.times, 1);
}

/* The disk stops answering while the device identity is written: this program's fsync stands in for the system's. */
static int disk_stuck, write_waits;
int fsync(int descriptor) {
    char link[64], path[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length > 0) path[length] = 0;
    for (; __atomic_load_n(&disk_stuck, __ATOMIC_ACQUIRE) && strstr(path, "device"); usleep(1000))
        __atomic_store_n(&write_waits, 1, __ATOMIC_RELEASE);
    return fdatasync(descriptor);
}

PROMISE("shutdown keeps its limit while the disk holds up a kickout") {
    start_playing();
    __atomic_store_n(&disk_stuck, 1, __ATOMIC_RELEASE);
    TCGBConsole_kickout_completion(NULL, NULL, NULL);
    usleep(500000);
    alarm(20);
    int64_t began = milliseconds();
    require(!TCGBGamebase_shutdown(300));
    require(milliseconds() - began < 1000);
    __atomic_store_n(&disk_stuck, 0, __ATOMIC_RELEASE);
}

static void ends_too_early(void) {
    await_for(__atomic_load_n(&write_waits, __ATOMIC_ACQUIRE), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    require(!TCGBGamebase_shutdown(0) && !TCGBGamebase_shutdown(0));
}
static void disk_goes_on(void) {
    __atomic_store_n(&disk_stuck, 0, __ATOMIC_RELEASE);
    require(TCGBGamebase_shutdown(PLAY_LIMIT_MILLISECONDS));
    __atomic_store_n(&write_waits, 0, __ATOMIC_RELEASE);
}

PROMISE("a directory is free when a shutdown is true, also where a service that others share opens it still, or writes there") {
    static struct answer pending;
    char place[4200];
    alarm(60);
    initialize_here();
    TCGBInstance *two = TCGBInstance_createSharingServiceOf(NULL), *three = TCGBInstance_create();
    snprintf(place, sizeof place, "%s/two", directory);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    require(TCGBInstance_makeCurrent(two) && TCGBHost_setStorageDirectory(place));
    __atomic_store_n(&disk_stuck, 1, __ATOMIC_RELEASE);
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, fresh(&pending));
    ends_too_early();
    disk_goes_on();
    initialize_in(place);
    __atomic_store_n(&disk_stuck, 1, __ATOMIC_RELEASE);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, fresh(&pending));
    ends_too_early();
    require(TCGBInstance_makeCurrent(three) && TCGBHost_setStorageDirectory(place));
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_INTERNAL_STATE);
    require(TCGBInstance_makeCurrent(two));
    disk_goes_on();
    initialize_in(place);
    TCGBRelease(configuration);
    require(TCGBInstance_destroy(three, 5000) && TCGBInstance_destroy(two, 5000) && TCGBGamebase_shutdown(5000));
}

static int chain_left, chain_run;
static void calls_again(const TCGBError *error, void *context) {
    (void)error;
    chain_run++;
    if (chain_left == 0) return;
    if (chain_left > 0) chain_left--;
    TCGBGamebase_logoutWithViewController_completion(NULL, calls_again, context);
}

PROMISE("a shutdown that returns true has delivered also what 500 completions caused one after the other") {
    start_playing();
    chain_left = 500;
    TCGBGamebase_logoutWithViewController_completion(NULL, calls_again, NULL);
    require(TCGBGamebase_shutdown(5000));
    require_equal(chain_run, 501);
    require_equal(TCGBRunLoop_drain(), 0);
}

PROMISE("a shutdown is false, and in time, when every completion calls again") {
    start_playing();
    chain_left = -1;
    TCGBGamebase_logoutWithViewController_completion(NULL, calls_again, NULL);
    int64_t began = milliseconds();
    require(!TCGBGamebase_shutdown(500));
    require(milliseconds() - began < 600 + 400);
    chain_left = 0;
    int before = chain_run;
    require_equal(TCGBRunLoop_drain(), 1);
    require_equal(chain_run, before + 1);
    require(TCGBGamebase_shutdown(1000));
}

static void *drain_and_end(void *unused) {
    TCGBRunLoop_drain();
    return unused;
}

/* R6 */
PROMISE("a thread that ends inside a callback gives delivery back") {
    for (int round = 0; round < 3; round++) {
        initialize_here();
        fresh(&answer);
        fresh(&again);
        TCGBGamebase_logoutWithViewController_completion(NULL, ends_its_thread, &answer);
        TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &again);
        pthread_t thread;
        require(pthread_create(&thread, NULL, drain_and_end, NULL) == 0);
        pthread_join(thread, NULL);
        require_equal(answer.times, 1);
        require_equal(again.times, 0);
        require_equal(TCGBRunLoop_drain(), 1);
        require_equal(again.times, 1);
        require(TCGBGamebase_shutdown(2000));
        require_equal(answer.times, 1);
    }
}

PROMISE("a shutdown whose thread ends inside a callback is carried on by the next one") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&answer);
    fresh(&again);
    TCGBGamebase_logoutWithViewController_completion(NULL, ends_its_thread, &answer);
    TCGBConsole_saveSettingsWithCompletion(on_json, &again);
    pthread_t thread;
    require(pthread_create(&thread, NULL, shut_down_and_end, NULL) == 0);
    pthread_join(thread, NULL);
    require_equal(answer.times, 1);
    require_equal(again.times, 0);
    require(TCGBGamebase_shutdown(2000));
    require_equal(answer.times, 1);
    require_equal(again.times, 1);
    initialize_here();
    require(TCGBGamebase_shutdown(2000));
}

static int callback_came, callback_may_go;
static void ends_its_thread_later(const TCGBError *error, void *context) {
    __atomic_store_n(&callback_came, 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(&callback_may_go, __ATOMIC_ACQUIRE)) usleep(1000);
    ends_its_thread(error, context);
}
static void *shut_down_patiently(void *result) {
    *(int *)result = TCGBGamebase_shutdown(PLAY_LIMIT_MILLISECONDS) ? 1 : 2;
    return NULL;
}

PROMISE("a shutdown that waits for another carries on at once when that one's thread ends inside a callback") {
    start_playing();
    fresh(&answer);
    TCGBGamebase_logoutWithViewController_completion(NULL, ends_its_thread_later, &answer);
    pthread_t first, second;
    int result = 0;
    require(pthread_create(&first, NULL, shut_down_and_end, NULL) == 0);
    await_for(__atomic_load_n(&callback_came, __ATOMIC_ACQUIRE), PLAY_LIMIT_MILLISECONDS, usleep(1000));
    require(pthread_create(&second, NULL, shut_down_patiently, &result) == 0);
    usleep(100000); /* the second waits now */
    int64_t began = milliseconds();
    __atomic_store_n(&callback_may_go, 1, __ATOMIC_RELEASE);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    require_equal(result, 1);
    require_equal(answer.times, 1);
    require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS / 2);
}

static struct answer started;
static void shuts_and_starts(const TCGBError *error, void *context) {
    TCGBGamebase_shutdown(2000);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &started);
    TCGBRelease(configuration);
    on_error(error, context);
}

PROMISE("a shutdown inside a callback of a shutdown is a part of it") {
    for (int is_carried_on = 0; is_carried_on < 2; is_carried_on++) {
        initialize_here();
        fresh(&answer);
        fresh(&again);
        fresh(&started);
        if (is_carried_on) TCGBGamebase_logoutWithViewController_completion(NULL, ends_its_thread, &answer);
        TCGBGamebase_logoutWithViewController_completion(NULL, shuts_and_starts, &again);
        pthread_t thread;
        if (is_carried_on) require(pthread_create(&thread, NULL, shut_down_and_end, NULL) == 0 && pthread_join(thread, NULL) == 0);
        require(TCGBGamebase_shutdown(2000));
        require_equal(again.times, 1);
        require_equal(started.times, 1);
        require_equal(started.code, TCGB_ERROR_NOT_INITIALIZED);
        require(!TCGBGamebase_isInitialized());
    }
}

PROMISE("after a shutdown the next start does not look like the app that ran before") {
    initialize_here();
    load_settings();
    require(TCGBGamebase_isSandbox());
    require(TCGBGamebase_shutdown(2000));
    require(!TCGBGamebase_isSandbox());
}

PROMISE("the library's thread delivers on when a callback has ended it") {
    initialize_here();
    require(TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryLibraryThread));
    for (int round = 0; round < 3; round++) {
        fresh(&answer);
        fresh(&again);
        TCGBGamebase_logoutWithViewController_completion(NULL, ends_its_thread, &answer);
        for (int64_t began = milliseconds(); !has_come(&answer); usleep(1000)) require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
        TCGBConsole_saveSettingsWithCompletion(on_json, &again);
        for (int64_t began = milliseconds(); !has_come(&again); usleep(1000)) require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    }
    require(TCGBGamebase_shutdown(2000));
}

static void chooses_the_librarys_thread(const TCGBError *error, void *context) {
    require(TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryLibraryThread));
    TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &again);
    usleep(50000); /* the library's thread comes, and must not deliver beside this callback */
    require_equal(has_come(&again), 0);
    on_error(error, context);
}

PROMISE("callbacks due while one chose the library's thread are delivered by it") {
    initialize_here();
    fresh(&again);
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, chooses_the_librarys_thread, &answer));
    for (int64_t began = milliseconds(); !has_come(&again); usleep(1000)) require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
