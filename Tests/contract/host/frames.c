/* A host that draws slowly, is in the background, or is stopped by a debugger: what it was not asked in time is asked late, and nothing is
 * told as failed meanwhile. */
#include "money/stores.h"

enum { LIMIT_MILLISECONDS = 200, FRAME_MICROSECONDS = 700000, FRAMES_MAX = 24, STOPPED_SECONDS = 3, STOP_LIMIT_MILLISECONDS = 1500 };

/* The game's loop, whose frames are longer than the library lets a call take. */
static void play_frames(const struct answer *until) {
    for (int frame = 0; frame < FRAMES_MAX && !until->times; frame++) {
        usleep(FRAME_MICROSECONDS);
        TCGBRunLoop_drain();
    }
    require_equal(until->times, 1);
}
static void went_well(const struct answer *played) {
    if (played->code != 0) broken_text(__FILE__, __LINE__, "the call", played->message, "success");
}

PROMISE("a purchase whose store is asked a frame late is bought, however long the frame") {
    make_world();
    world->authorizes = true;
    open_game("STEAM", 0);
    TCGBRunLoop_setCallTimeout(LIMIT_MILLISECONDS);
    static struct answer purchase;
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, fresh(&purchase));
    play_frames(&purchase);
    went_well(&purchase);
    require_equal(last_order()->captured, 1);
    require_equal(last_order()->begun, 1);
}

PROMISE("lists that stores are asked for come whole, however long the frame") {
    make_world();
    world->authorizes = true;
    open_game("STEAM", 0);
    buy("gem");
    TCGBRunLoop_setCallTimeout(LIMIT_MILLISECONDS);
    static struct answer list, items;
    TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, fresh(&list));
    play_frames(&list);
    went_well(&list);
    require_equal(list.count, 1);
    TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, fresh(&items));
    play_frames(&items);
    went_well(&items);
}

static int shown;
static const TCGBWebViewRequest *page;
static void on_show(const TCGBWebViewRequest *request, void *context) {
    (void)context;
    shown++;
    page = TCGBRetain(request);
    TCGBWebViewRequest_didLoad(request);
}
static void on_control(const TCGBWebViewRequest *request, TCGBWebViewCommand command, const char *url, void *context) {
    (void)request, (void)command, (void)url, (void)context;
}

PROMISE("image notices that are shown a frame late have their time to load from then on") {
    static const TCGBHostDelegate host = {.structSize = sizeof host, .showWebView = on_show, .controlWebView = on_control};
    require(TCGBHost_setDelegate(&host));
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(
                           "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"imageNotice\":{\"type\":\"ROLLING\","
                           "\"address\":\"https://example.com/notices\",\"pageList\":[{\"imageNoticeId\":1,\"path\":\"/1.png\","
                           "\"width\":600,\"height\":400}]}}",
                           on_error, &answer));
    TCGBImageNoticeConfiguration *configuration = TCGBImageNoticeConfiguration_create();
    TCGBImageNoticeConfiguration_setTimeoutMS(configuration, LIMIT_MILLISECONDS);
    static struct answer closed_with;
    TCGBImageNotice_showImageNoticesWithViewController_configuration_closeCompletion_schemeEvent(
        NULL, configuration, on_error, fresh(&closed_with), NULL, NULL);
    TCGBRelease(configuration);
    for (int frame = 0; frame < FRAMES_MAX && !shown; frame++) {
        usleep(FRAME_MICROSECONDS);
        TCGBRunLoop_drain();
    }
    require_equal(shown, 1);
    usleep(FRAME_MICROSECONDS);
    TCGBRunLoop_drain();
    require_equal(closed_with.times, 0);
    require(TCGBWebViewRequest_finish(page, 0));
    TCGBRelease(page);
    play_frames(&closed_with);
    went_well(&closed_with);
}

static const TCGBAuthAdapterRequest *asked;
static void on_sign_in(const TCGBAuthAdapterRequest *request, void *context) {
    (void)context;
    asked = request;
    require(TCGBAuthAdapterRequest_succeed(request, "{\"access_token\":\"ann\"}"));
}

PROMISE("a sign-in whose adapter is asked a frame late ends as the adapter says") {
    static const TCGBAuthAdapter adapter = {.structSize = sizeof adapter, .requestCredential = on_sign_in};
    initialize_here();
    PLAY_WELL(&answer,
        TCGBConsole_loadSettings_completion(
            "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"idPs\":{\"google\":{\"clientId\":\"c\"}}}", on_error, &answer));
    require(TCGBAuthAdapter_register("google", &adapter));
    TCGBRunLoop_setCallTimeout(LIMIT_MILLISECONDS);
    static struct answer login;
    TCGBGamebase_loginWithType_viewController_completion("google", NULL, on_login, fresh(&login));
    play_frames(&login);
    require(asked);
    went_well(&login);
}

/* --- The process stops as a whole: SIGSTOP, a breakpoint, a sleeping computer. */
static const TCGBStoreRequest *waiting;
static void silent_begin(const TCGBStoreRequest *request, void *context) {
    (void)context;
    waiting = TCGBRetain(request);
}
static void unknown_poll(const TCGBStoreRequest *request, void *context) {
    (void)context;
    TCGBStoreRequest_succeed(request, "{\"status\":\"UNKNOWN\"}");
}
static void stand_still(void) {
    pid_t waker = fork();
    require(waker >= 0);
    if (waker == 0) {
        kill(getppid(), SIGSTOP);
        sleep(STOPPED_SECONDS);
        kill(getppid(), SIGCONT);
        _exit(0);
    }
    int status;
    while (waitpid(waker, &status, 0) != waker) {}
}
static void silent_products(const TCGBStoreRequest *request, void *context) { silent_begin(request, context); }

PROMISE("what the host was asked has as much time left after the process was stopped as before") {
    static const TCGBStoreAdapter store = {
        .structSize = sizeof store, .products = silent_products, .begin = silent_begin, .poll = unknown_poll, .finish = steam_finish};
    make_world();
    open_game("STEAM", 0);
    require(TCGBStoreAdapter_register("STEAM", &store));
    TCGBRunLoop_setCallTimeout(STOP_LIMIT_MILLISECONDS);
    static struct answer items;
    TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, fresh(&items));
    await_for(waiting, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    stand_still();
    pump_for(50); /* the watchdog looks at the clock */
    require_equal(items.times, 0);
    require(
        TCGBStoreRequest_succeed(waiting, "[{\"marketItemId\":\"1001\",\"price\":\"3\",\"currency\":\"JPY\",\"localizedPrice\":\"3\"}]"));
    TCGBRelease(waiting);
    require(pump_until(&items.times, PLAY_LIMIT_MILLISECONDS));
    went_well(&items);
    require_equal(items.count, 1);
}

PROMISE("a host that never answers still has its calls ended in time") {
    static const TCGBStoreAdapter store = {
        .structSize = sizeof store, .products = silent_products, .begin = silent_begin, .poll = unknown_poll, .finish = steam_finish};
    make_world();
    open_game("STEAM", 0);
    require(TCGBStoreAdapter_register("STEAM", &store));
    TCGBRunLoop_setCallTimeout(LIMIT_MILLISECONDS);
    static struct answer items;
    PLAY(&items, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &items));
    require(items.code != 0);
    TCGBRelease(waiting);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
