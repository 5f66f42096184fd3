/* Slow, cancelled and repeated calls. */
#include "screens/scene.h"

static struct answer slow, other;

/* defect 20 */
PROMISE("a store that takes its time delays no other call, no event and no heartbeat") {
    static struct events heard;
    start_playing();
    TCGBGamebase_addEventHandler(hear, &heard);
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 600000, on_error, &answer));
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &slow);
    pump_for(50);
    int64_t began = milliseconds();
    for (int i = 0; i < 20; i++) {
        PLAY_WELL(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer));
        PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    }
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(RECOMMEND_UPDATE, NULL, on_error, &answer));
    wait_for_event(&heard, kTCGBObserverLaunching);
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    log_in();
    if (milliseconds() - began > 5000) broken_number(__FILE__, __LINE__, "milliseconds", milliseconds() - began, 5000);
    require_equal(slow.times, 0);
    end_game();
    require_equal(slow.times, 1);
}

/* defect 20; defect 1 */
PROMISE("an instance whose service is silent delays no call of another instance") {
    TCGBInstance *silent = device(NULL, 1);
    log_in();
    TCGBRunLoop_setCallTimeout(300);
    require(TCGBConsole_setServiceSuspended(true));
    TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &slow);
    TCGBInstance *quick = device(NULL, 2);
    int64_t began = milliseconds();
    log_in();
    require(milliseconds() - began < 5000);
    require(TCGBInstance_makeCurrent(silent));
    require(pump_until(&slow.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(slow.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(TCGBInstance_destroy(silent, 2000));
    require(TCGBInstance_destroy(quick, 2000));
}

static int64_t begin_list(void) {
    fresh(&other);
    TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &other);
    int64_t call = TCGBRunLoop_lastCall();
    require(call != 0);
    require_equal(other.times, 0);
    return call;
}

/* defect 22 */
PROMISE("a cancelled call completes once with 110, and its late answer is dropped") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    int64_t call = begin_list();
    require(!TCGBRunLoop_cancelCall(call + 1));
    require(TCGBRunLoop_cancelCall(call));
    require(!TCGBRunLoop_cancelCall(call));
    require_equal(other.times, 0); /* through the run loop, as ever */
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, TCGB_ERROR_SOCKET_ERROR);
    require(strstr(other.message, "cancel"));
    require(TCGBConsole_setServiceSuspended(false));
    pump_till(other.times == 1, 100);
    require_equal(other.times, 1);
    call = begin_list();
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    require(!TCGBRunLoop_cancelCall(call)); /* it is over */
    end_game();
}

/* defect 22 */
PROMISE("a login cancelled by its number ends with 3001, and the next login works") {
    initialize_here();
    load_settings();
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&other);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &other);
    require(TCGBRunLoop_cancelCall(TCGBRunLoop_lastCall()));
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, TCGB_ERROR_AUTH_USER_CANCELED);
    require(TCGBConsole_setServiceSuspended(false));
    log_in();
    require_equal(other.times, 1);
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&other);
    TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &other);
    require(TCGBRunLoop_cancelCall(TCGBRunLoop_lastCall()));
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, TCGB_ERROR_SOCKET_ERROR);
    require(TCGBGamebase_userID() == NULL);
    require(TCGBConsole_setServiceSuspended(false));
    log_in();
    end_game();
}

/* defect 22 */
PROMISE("a purchase that is cancelled at the checkout lets the next one come, and nothing paid is lost") {
    start_playing();
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 400, on_error, &answer));
    fresh(&other);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &other);
    int64_t call = TCGBRunLoop_lastCall();
    pump_for(100);
    require(TCGBRunLoop_cancelCall(call));
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, TCGB_ERROR_SOCKET_ERROR);
    pump_for(500);
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 0, on_error, &answer));
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 2);
    end_game();
}

static void closed(void *context) { ++*(int *)context; }

PROMISE("an alert, which has no number, is never taken for the call before it") {
    start_playing();
    require(TCGBConsole_setServiceSuspended(true));
    static int times;
    int64_t call = begin_list();
    TCGBUtil_showAlertWithTitle_message_completion("title", "message", closed, &times);
    require_equal(TCGBRunLoop_lastCall(), 0);
    require(TCGBRunLoop_cancelCall(call));
}

/* defect 22 */
PROMISE("only a running call of the same instance can be cancelled") {
    require_equal(TCGBRunLoop_lastCall(), 0);
    require(!TCGBRunLoop_cancelCall(0) && !TCGBRunLoop_cancelCall(-1) && !TCGBRunLoop_cancelCall(INT64_MAX));
    TCGBInstance *one = device(NULL, 1);
    log_in();
    require(TCGBConsole_setServiceSuspended(true));
    int64_t call = begin_list();
    PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(NULL, NULL, on_purchase, &answer));
    require_equal(TCGBRunLoop_lastCall(), 0);
    TCGBInstance *two = device(NULL, 2);
    require(!TCGBRunLoop_cancelCall(call));
    require(TCGBInstance_makeCurrent(one));
    require(TCGBRunLoop_cancelCall(call));
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
    require_equal(other.times, 1);
}

/* Another instance that keeps the directory `place` locked; this one wants it, too. */
static TCGBInstance *lock_out(char *place) {
    TCGBInstance *owner = device(NULL, 1);
    snprintf(place, 4096, "%s/device-1", directory);
    require(TCGBInstance_makeCurrent(NULL));
    require(TCGBHost_setStorageDirectory(place));
    return owner;
}
static void begin_initialize(void) {
    fresh(&other);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &other);
    TCGBRelease(configuration);
}

/* defect 24 */
PROMISE("by default nothing is repeated: what the service cannot take is an error at once") {
    char place[4096];
    TCGBInstance *owner = lock_out(place);
    int64_t began = milliseconds();
    begin_initialize();
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require(other.code != 0);
    require(milliseconds() - began < 2000);
    require(TCGBInstance_destroy(owner, 2000));
    require(TCGBGamebase_shutdown(2000));
}

/* defect 24 */
PROMISE("with retries a request that the service could not take is repeated until it can") {
    char place[4096];
    TCGBInstance *owner = lock_out(place);
    TCGBRunLoop_setRetries_firstDelayMilliseconds(10, 50);
    begin_initialize();
    pump_for(300);
    require_equal(other.times, 0);
    require(TCGBInstance_destroy(owner, 2000));
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    if (other.code) broken_text(__FILE__, __LINE__, "initialize", other.message, "");
    log_in();
    end_game();
}

/* defect 24 */
PROMISE("retries are counted, wait twice as long each time, and do not prolong the call") {
    char place[4096];
    int64_t least = INT64_MAX, most = 0;
    TCGBInstance *owner = lock_out(place);
    TCGBRunLoop_setRetries_firstDelayMilliseconds(3, 100);
    for (int again = 0; again < 6; again++) { /* 100 + 200 + 400, of each at least half */
        int64_t began = milliseconds();
        begin_initialize();
        require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
        int64_t took = milliseconds() - began;
        require(other.code != 0);
        if (took < 345 || took > 3000) broken_number(__FILE__, __LINE__, "milliseconds", took, 350);
        if (took < least) least = took;
        if (took > most) most = took;
    }
    require(most - least >= 10); /* 350 different lengths, six times the same is no chance */
    TCGBRunLoop_setCallTimeout(200);
    TCGBRunLoop_setRetries_firstDelayMilliseconds(10, 60000);
    int64_t began = milliseconds();
    begin_initialize();
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(milliseconds() - began < 3000);
    TCGBRunLoop_setRetries_firstDelayMilliseconds(-1, -1);
    TCGBRunLoop_setRetries_firstDelayMilliseconds(INT32_MAX, INT64_MAX);
    TCGBRunLoop_setRetries_firstDelayMilliseconds(0, 0);
    TCGBRunLoop_setCallTimeout(30000);
    require(TCGBInstance_destroy(owner, 2000));
    begin_initialize();
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    end_game();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
