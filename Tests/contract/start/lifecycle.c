/* Initialize, run loop, shutdown. */
#include "play.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>

/* order: call before initialize; order: status before initialize */
PROMISE("a call before initialize is answered with error 1, through the run loop") {
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    PLAY(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    PLAY(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    require(!TCGBGamebase_isInitialized());
    require_equal(TCGBLaunching_launchingStatus(), 0);
    require(TCGBGamebase_userID() == NULL);
}

PROMISE("a call that needs a login is answered with error 2") {
    initialize_here();
    PLAY(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_LOGGED_IN);
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_LOGGED_IN);
    require(TCGBGamebase_shutdown(2000));
}

/* R3 */
PROMISE("a bad argument is answered with error 3 and named") {
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(NULL, on_json, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    require(strstr(answer.message, "configuration"));
    initialize_here();
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(NULL, NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    require(strstr(answer.message, "type"));
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion("gu\xffst", NULL, on_login, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    require(strstr(answer.message, "UTF-8"));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("initialize without settings starts a sandbox app that is in service and lets guests in") {
    initialize_here();
    require(TCGBGamebase_isInitialized());
    require(TCGBGamebase_isSandbox());
    require_equal(TCGBLaunching_launchingStatus(), IN_SERVICE);
    require_text(TCGBGamebase_appID(), "Contract");
    log_in();
    require(TCGBGamebase_userID() && strlen(TCGBGamebase_userID()) == 16);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a limit of any size is understood") {
    initialize_here();
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(on_json, &answer);
    require(TCGBRunLoop_runUntil(INT64_MAX) >= 1);
    require_equal(TCGBRunLoop_runUntil(INT64_MIN), 0);
    require(TCGBGamebase_shutdown(INT64_MAX));
    initialize_here();
    TCGBGamebase_shutdown(INT64_MIN);
    require(!TCGBGamebase_isInitialized());
}

PROMISE("initialize may be called again after shutdown, any number of times") {
    for (int round = 0; round < 20; round++) {
        initialize_here();
        require(TCGBGamebase_shutdown(2000));
        require(!TCGBGamebase_isInitialized());
    }
}

/* order: initialize again; defect 5 */
PROMISE("initialize may be called again while it runs, and each call is answered once") {
    static struct answer first, second;
    TCGBHost_setStorageDirectory(directory);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &first);
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &second);
    TCGBRelease(configuration);
    require(pump_until(&first.times, PLAY_LIMIT_MILLISECONDS) && pump_until(&second.times, PLAY_LIMIT_MILLISECONDS));
    initialize_in(NULL);
    pump_till(first.times == 1 && second.times == 1, 50);
    require_equal(first.times, 1);
    require_equal(second.times, 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("shutdown before initialize and twice in a row are harmless") {
    require(TCGBGamebase_shutdown(100));
    initialize_here();
    require(TCGBGamebase_shutdown(2000));
    require(TCGBGamebase_shutdown(0));
    require(TCGBGamebase_shutdown(-1));
    initialize_here();
    require(TCGBGamebase_shutdown(2000));
}

static pthread_t callback_thread;
static void note_thread(const char *json, const TCGBError *error, void *context) {
    callback_thread = pthread_self();
    on_json(json, error, context);
}
static void *drain_there(void *unused) {
    (void)unused;
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    return NULL;
}

/* order: callback thread; order: delivery; defect 3 */
/* R1 R4 */
PROMISE("callbacks run only inside drain or runUntil, on the thread that calls it") {
    initialize_here();
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(note_thread, &answer);
    usleep(300000);
    require_equal(answer.times, 0);
    pthread_t thread;
    require(pthread_create(&thread, NULL, drain_there, NULL) == 0);
    pthread_join(thread, NULL);
    require_equal(answer.times, 1);
    require(pthread_equal(callback_thread, thread));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("callbacks run on a thread of the library when that delivery is chosen") {
    initialize_here();
    require_equal(TCGBRunLoop_delivery(), TCGBRunLoopDeliveryPumped);
    require(TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryLibraryThread));
    require_equal(TCGBRunLoop_delivery(), TCGBRunLoopDeliveryLibraryThread);
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(note_thread, &answer);
    await_for(has_come(&answer), PLAY_LIMIT_MILLISECONDS, usleep(1000));
    usleep(10000);
    require(!pthread_equal(callback_thread, pthread_self()));
    require(TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryPumped));
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(note_thread, &answer));
    require(pthread_equal(callback_thread, pthread_self()));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("the file descriptor is readable while a callback waits, and only then") {
    initialize_here();
    pump_for(50);
    struct pollfd poller = {TCGBRunLoop_fileDescriptor(), POLLIN, 0};
    require(poller.fd >= 0);
    require_equal(poll(&poller, 1, 0), 0);
    fresh(&answer);
    TCGBConsole_saveSettingsWithCompletion(on_json, &answer);
    require_equal(poll(&poller, 1, PLAY_LIMIT_MILLISECONDS), 1);
    require(TCGBRunLoop_drain() >= 1);
    require_equal(answer.times, 1);
    require_equal(poll(&poller, 1, 0), 0);
    require(TCGBGamebase_shutdown(2000));
    require_equal(TCGBRunLoop_fileDescriptor(), -1);
}

PROMISE("runUntil sleeps no longer than asked, and drain not at all") {
    initialize_here();
    pump_for(50);
    int64_t began = milliseconds();
    require_equal(TCGBRunLoop_runUntil(100), 0);
    int64_t took = milliseconds() - began;
    require(took >= 95 && took < 2000);
    began = milliseconds();
    require_equal(TCGBRunLoop_drain(), 0);
    require_equal(TCGBRunLoop_runUntil(0), 0);
    require_equal(TCGBRunLoop_runUntil(-5), 0);
    require(milliseconds() - began < 1000);
    require(TCGBGamebase_shutdown(2000));
}

static int order[200], ordered;
static void note_order(const char *json, const TCGBError *error, void *context) {
    (void)json;
    require(error == NULL);
    order[ordered++] = (int)(intptr_t)context;
}

/* order: delivery */
/* R5 */
PROMISE("completions of one request family keep their order") {
    initialize_here();
    for (int i = 0; i < 200; i++) TCGBConsole_saveSettingsWithCompletion(note_order, (void *)(intptr_t)i);
    await_for(ordered >= 200, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(50));
    for (int i = 0; i < 200; i++) require_equal(order[i], i);
    require(TCGBGamebase_shutdown(2000));
}

static int order_run;
static void caused(const TCGBError *error, void *context) {
    (void)error, (void)context;
    order_run += 100;
}
static void drains_inside(const TCGBError *error, void *context) {
    (void)error, (void)context;
    order_run++;
    TCGBGamebase_logoutWithViewController_completion(NULL, caused, NULL); /* refused: due at once */
    TCGBGamebase_logoutWithViewController_completion(NULL, caused, NULL);
    TCGBRunLoop_drain();
    TCGBGamebase_logoutWithViewController_completion(NULL, caused, NULL); /* waits for the drain after the present one */
}

/* order: delivery */
PROMISE("what a callback causes waits for the next drain, also behind a drain inside the callback") {
    TCGBGamebase_logoutWithViewController_completion(NULL, drains_inside, NULL);
    for (int i = 0; i < 3; i++) TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer);
    require_equal(TCGBRunLoop_drain(), 1);
    require_equal(order_run, 201);
    require_equal(TCGBRunLoop_drain(), 1);
    require_equal(order_run, 301);
}

PROMISE("metrics of a later life in the same process arrive, however the earlier one ended") {
    for (int life = 0; life < 4; life++) {
        start_playing();
        if (life == 2) require(TCGBConsole_setServiceSuspended(true));
        TCGBAnalyticsGameUserData *data = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(7);
        TCGBAnalytics_setGameUserData(data);
        TCGBRelease(data);
        if (life == 1) pump_for(200);
        if (life == 2) pump_for(1300); /* they go a second after they were told */
        if (life < 3) require(TCGBGamebase_shutdown(2000));
    }
    for (int64_t began = milliseconds(); !strstr(answer.json, "\"setUserMeta\":4");) {
        require(milliseconds() - began < 8000);
        pump_for(300);
        PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
    }
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an instance that starts as one app does not become another one in its directory") {
    static struct answer other;
    require(TCGBHost_setStorageDirectory(directory));
    TCGBConfiguration *one = TCGBConfiguration_configurationWithAppID_appVersion("One", "1.0.0");
    TCGBConfiguration *two = TCGBConfiguration_configurationWithAppID_appVersion("Two", "1.0.0");
    fresh(&answer);
    fresh(&other);
    TCGBGamebase_initializeWithConfiguration_completion(one, on_json, &answer);
    TCGBGamebase_initializeWithConfiguration_completion(two, on_json, &other);
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, 0);
    require_equal(other.code, TCGB_ERROR_INVALID_PARAMETER);
    require_text(TCGBGamebase_appID(), "One");
    TCGBRelease(one);
    TCGBRelease(two);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
