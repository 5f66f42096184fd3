/* Orders of which the store has never heard: what the game is told, and what becomes of their reservations. */
#include "money.h"

enum { QUARTER_HOUR = 15 * 60000 };

/* A store that lets nobody in: begin fails, and it has never heard of anything. */
static int64_t begin_fails_with;
static int begun;
static void lost_begin(const TCGBStoreRequest *request, void *context) {
    (void)context;
    begun++;
    TCGBStoreRequest_fail(request, begin_fails_with, "the line is dead");
}
static void never_heard(const TCGBStoreRequest *request, void *context) {
    (void)context;
    TCGBStoreRequest_succeed(request, "{\"status\":\"UNKNOWN\"}");
}
static void nothing_to_finish(const TCGBStoreRequest *request, void *context) {
    (void)context;
    TCGBStoreRequest_succeed(request, NULL);
}
static void register_dead_store(void) {
    static const TCGBStoreAdapter adapter = {
        .structSize = sizeof adapter, .begin = lost_begin, .poll = never_heard, .finish = nothing_to_finish};
    require(TCGBStoreAdapter_register("X-TILL", &adapter));
}
static struct answer report;
/* The payments of the player that are in this state. */
static int in_state(const char *user, const char *state) {
    char pattern[64];
    PLAY_WELL(&report, TCGBConsole_paymentsOfUser_completion(user, on_json, &report));
    snprintf(pattern, sizeof pattern, "\"state\":\"%s\"", state);
    int count = 0;
    for (const char *at = report.json; (at = strstr(at, pattern)); at++) count++;
    return count;
}
static int64_t below;
static void note_below(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    below = TCGBError_code(TCGBError_underlyingError(error));
    on_purchase(receipt, error, context);
}
static void buy_gem(void) {
    PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, note_below, &answer));
}
static void open_dead_store(void) {
    make_till();
    open_till();
    register_dead_store();
}

/* code 100; code 102 */
PROMISE("an order that the store never heard of is not pending: 110 with 100, or 101") {
    open_dead_store();
    begin_fails_with = NHNCloudHttpErrorNetworkNotAvailable;
    buy_gem();
    require_equal(answer.code, TCGB_ERROR_SOCKET_ERROR);
    require_equal(below, NHNCloudHttpErrorNetworkNotAvailable);
    require(strstr(answer.message, "the line is dead"));
    begin_fails_with = NHNCloudHttpErrorRequestTimeout;
    buy_gem();
    require_equal(answer.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require_equal(below, NHNCloudHttpErrorRequestTimeout);
    iap_initialize();
    begin_fails_with = NHNCloudHttpErrorNetworkNotAvailable;
    iap_buy("m.gem", NULL);
    require_equal(heard.failed, 1);
    require_equal(heard.code, NHNCloudHttpErrorNetworkNotAvailable);
    require_text(heard.domain, NHNCloudHttpErrorDomain);
    require_equal(begun, 3);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("reservations without an order are closed a quarter of an hour later by the next list") {
    open_dead_store();
    char user[128];
    copy_text(user, sizeof user, TCGBGamebase_userID());
    begin_fails_with = NHNCloudHttpErrorNetworkNotAvailable;
    for (int i = 0; i < 5; i++) buy_gem();
    require_equal(till_unconsumed(), 0);
    require_equal(in_state(user, "RESERVED"), 5);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(QUARTER_HOUR, on_error, &answer));
    require_equal(till_unconsumed(), 0);
    require_equal(in_state(user, "RESERVED"), 0);
    require_equal(in_state(user, "CANCELLED"), 5);
    till_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
