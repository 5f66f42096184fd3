/* Purchases that the player begins in the store's own window: when they begin, whom they wait for, and that what failed is over. */
#include <signal.h>
#include <sys/wait.h>

#include "iap.h"

#define SELLS(allowed) \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\"},\"idPs\":{\"guest\":{\"enabled\":true}}," \
    "\"stores\":[{\"storeCode\":\"SANDBOX\"},{\"storeCode\":\"X-OTHER\"}],\"products\":[{\"gamebaseProductId\":\"gem_100\"," \
    "\"productType\":\"CONSUMABLE\",\"marketItemId\":\"market.gem_100\",\"price\":\"0.99\",\"currency\":\"USD\"}]," \
    "\"purchases\":{\"allowed\":" allowed "}}"

static void load(const char *settings) { PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer)); }
static void pay(const char *outcome, int64_t delay) {
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(outcome, delay, on_error, &answer));
}
static void offer(const char *user) {
    PLAY_WELL(&answer, TCGBConsole_startPromotionOfProduct_userId_paid_completion("gem_100", user, false, on_error, &answer));
}
static size_t owned(void) {
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    return answer.count;
}
static void buy_into(struct answer *into) {
    fresh(into);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, into);
}

static struct {
    int paid, failed;
    int64_t code;
} told;
static void hear(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    (void)context;
    require(!receipt != !error && (!receipt || TCGBPurchasableReceipt_promotionPayment(receipt)));
    told.code = TCGBError_code(error);
    if (receipt) told.paid++;
    else told.failed++;
}
/* What a game does at its start: the handler, and a player. */
static void open_shop(const char *settings) {
    initialize_here();
    if (settings) load(settings);
    TCGBPurchase_setPromotionIAPHandler(hear, NULL);
    log_in();
}
static void log_out(void) { PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer)); }

PROMISE("a promotion that was told as failed is over: no later login, user or run charges it") {
    open_shop(SELLS("false"));
    offer(TCGBGamebase_userID());
    require(pump_until(&told.failed, PLAY_LIMIT_MILLISECONDS));
    require_equal(told.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    load(SELLS("true"));
    log_out();
    log_in();
    require_equal(owned(), 0);
    pump_for(150);
    require_equal(told.paid, 0);
    pay("DECLINE", 0); /* said by the store, not by the console */
    offer(TCGBGamebase_userID());
    TCGBRunLoop_runUntil(50);
    for (int64_t began = milliseconds(); told.failed < 2; TCGBRunLoop_runUntil(20))
        require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    pay("APPROVE", 0);
    require(TCGBGamebase_shutdown(2000));
    open_shop(NULL);
    require_equal(owned(), 0);
    pump_till(told.failed == 2, 150);
    require_equal(told.paid, 0);
    require_equal(told.failed, 2);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a promotion that meets another purchase waits for it, in the same session, and neither fails") {
    static struct answer own, again;
    open_shop(SELLS("true"));
    pay("APPROVE", 300);
    buy_into(&own);
    TCGBRunLoop_runUntil(50);
    for (int i = 0; i < 2; i++) offer(TCGBGamebase_userID());
    require_equal(own.times, 0);
    require(pump_until(&own.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(own.code, 0);
    for (int64_t began = milliseconds(); told.paid < 2; TCGBRunLoop_runUntil(20)) require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    require_equal(told.failed, 0);
    require_equal(owned(), 3);
    PLAY_WELL(&again, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &again));
    require(TCGBGamebase_shutdown(2000));
}

static struct answer first_buy;
static void buy_at_once(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    require(token && !error);
    buy_into(&first_buy);
    on_login(token, error, context);
}

PROMISE("a promotion does not break the game's own purchase in its login completion") {
    open_shop(SELLS("true"));
    char user[128];
    copy_text(user, sizeof user, TCGBGamebase_userID());
    pay("APPROVE", 400);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    TCGBPurchase_setPromotionIAPHandler(hear, NULL);
    offer(user);
    fresh(&answer);
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, buy_at_once, &answer);
    usleep(300000); /* a long frame: everything that can happen without the game has happened */
    require(pump_until(&first_buy.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(first_buy.code, 0);
    require(pump_until(&told.paid, PLAY_LIMIT_MILLISECONDS));
    require_equal(told.failed, 0);
    require_equal(owned(), 2);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a promotion not told yet survives the end of the process") {
    static struct answer own;
    for (int is_killed = 0; is_killed < 2; is_killed++) {
        pid_t child = fork();
        if (child == 0) {
            open_shop(SELLS("true"));
            pay("APPROVE", 60000);
            buy_into(&own);
            pump_for(100);
            offer(TCGBGamebase_userID());
            pump_for(100);
            pay("APPROVE", 0);
            if (is_killed) kill(getpid(), SIGKILL);
            require(TCGBGamebase_shutdown(2000));
            _exit(told.paid + told.failed == 0 ? 9 : 1);
        }
        int status = 0;
        require(waitpid(child, &status, 0) == child);
        require(is_killed ? WIFSIGNALED(status) : WEXITSTATUS(status) == 9);
        memset(&told, 0, sizeof told);
        open_shop(NULL);
        require(pump_until(&told.paid, PLAY_LIMIT_MILLISECONDS));
        pump_till(told.paid == 1, 100);
        require_equal(told.paid, 1);
        require_equal(told.failed, 0);
        require(TCGBGamebase_shutdown(2000));
    }
}

PROMISE("the delegate is asked once for one purchase, also after the player left and came back") {
    iap_start("asked once");
    load(SELLS("true"));
    pay("APPROVE", 400);
    heard.answer = true;
    NHNCloudIAP_purchaseWithProductIdentifier("market.gem_100");
    TCGBRunLoop_runUntil(50);
    offer("asked once");
    for (int64_t began = milliseconds(); !heard.asked; TCGBRunLoop_runUntil(20)) require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    require_equal(heard.received, 0);
    NHNCloudSDK_setUserID(NULL);
    pump_for(50);
    NHNCloudSDK_setUserID("asked once");
    require(wait_heard(2, 0));
    require_equal(heard.asked, 1);
    require_equal(iap_unconsumed(), 2);
    TCGBRelease(heard.kept);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a promotion that one player accepted is not bought for the next") {
    iap_start("agrees");
    load(SELLS("true"));
    pay("APPROVE", 500);
    heard.answer = true;
    NHNCloudIAP_purchaseWithProductIdentifier("market.gem_100");
    TCGBRunLoop_runUntil(50);
    offer(NULL); /* to whoever plays */
    for (int64_t began = milliseconds(); !heard.asked; TCGBRunLoop_runUntil(20)) require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    heard.answer = false;
    NHNCloudSDK_setUserID("plays next");
    for (int64_t began = milliseconds(); heard.asked < 2; TCGBRunLoop_runUntil(20))
        require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    pump_for(600);
    require_equal(iap_unconsumed(), 0);
    NHNCloudSDK_setUserID("agrees");
    require_equal(iap_unconsumed(), 1); /* the first purchase: the wish was dropped by who was asked last */
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a promotion behind that of a player who has left is offered to the present player") {
    iap_start("leaves");
    load(SELLS("true"));
    pay("APPROVE", 500);
    heard.answer = true;
    NHNCloudIAP_purchaseWithProductIdentifier("market.gem_100");
    TCGBRunLoop_runUntil(50);
    offer("leaves");
    offer(NULL); /* to whoever plays */
    await_for(heard.asked >= 2, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    NHNCloudSDK_setUserID("plays now");
    await_for(heard.asked >= 3, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    await_for(heard.received, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require_text(heard.user, "plays now");
    require_equal(iap_unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

static const NHNCloudInAppPurchaseDelegate asks_nobody = {sizeof asks_nobody, on_received, on_failed, NULL, &heard};
static void wish(const char *user) { TCGBConsole_startPromotionOfProduct_userId_paid_completion("gem_100", user, false, NULL, NULL); }
/* A long frame: what can happen without the game has happened; then one drain. */
static void frame(TCGBInstance *device) {
    usleep(150000);
    require(TCGBInstance_makeCurrent(device));
    TCGBRunLoop_drain();
}

PROMISE("a promotion ended on another device does not hold up the next one") {
    TCGBInstance *devices[2] = {TCGBInstance_create(), NULL};
    devices[1] = TCGBInstance_createSharingServiceOf(devices[0]);
    for (int i = 0; i < 2; i++) {
        require(TCGBInstance_makeCurrent(devices[i]));
        if (i == 0) require(TCGBHost_setStorageDirectory(directory));
        NHNCloudSDK_setUserID("has two");
        iap_initialize();
        NHNCloudIAP_setDelegate(&asks_nobody);
        if (i == 0) load(SELLS("false"));
        pump_for(100);
    }
    wish("has two"), wish("has two");
    frame(devices[0]), frame(devices[1]); /* both ask for the first one, which the console does not allow */
    frame(devices[0]), frame(devices[0]); /* the first device ends it, and does nothing more */
    require_equal(heard.failed, 1);
    require(TCGBInstance_makeCurrent(devices[1]));
    require(TCGBConsole_setServiceSuspended(true));
    for (int i = 0; i < 3; i++) TCGBRunLoop_drain(); /* it would end it, too, and waits for the answer */
    require(TCGBConsole_setServiceSuspended(false));
    for (int i = 0; i < 6; i++) frame(devices[1]);
    require_equal(heard.failed, 2);
    for (int i = 0; i < 2; i++) require(TCGBInstance_destroy(devices[i], 2000));
    require_equal(heard.failed, 2);
}

PROMISE("a promotion is bought unasked when its delegate was taken away") {
    iap_start("asks nobody");
    load(SELLS("true"));
    wish("asks nobody");
    usleep(300000); /* a long frame: all is ready for the question */
    NHNCloudIAP_setDelegate(&asks_nobody);
    require(wait_heard(1, 0));
    require_equal(heard.asked, 0);
    require_equal(iap_unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

static void receive_and_hear_no_more(const NHNCloudPurchaseResult *purchase, void *context) {
    on_received(purchase, context);
    TCGBPurchase_setPromotionIAPHandler(NULL, NULL);
}
PROMISE("a handler that the delegate took away hears nothing of the promotion that both were to hear of") {
    static const NHNCloudInAppPurchaseDelegate takes_away = {sizeof takes_away, receive_and_hear_no_more, on_failed, NULL, &heard};
    open_shop(SELLS("true"));
    iap_initialize();
    NHNCloudIAP_setDelegate(&takes_away);
    offer(TCGBGamebase_userID());
    require(wait_heard(1, 0));
    require_equal(told.paid + told.failed, 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a promotion is bought at the store in whose window it began, whatever store the game has chosen") {
    open_shop(SELLS("true"));
    TCGBPurchase_setStoreCode("X-OTHER");
    offer(TCGBGamebase_userID());
    require(pump_until(&told.paid, PLAY_LIMIT_MILLISECONDS));
    TCGBPurchase_setStoreCode("SANDBOX");
    require_equal(owned(), 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("the 1,100th promotion of one run is asked about like the first") {
    enum { WISHES = 1100 };
    iap_start("shops all day");
    load(SELLS("true"));
    heard.answer = false;
    for (int i = 1; i <= WISHES; i++) {
        offer("shops all day");
        for (int64_t began = milliseconds(); heard.asked < i; TCGBRunLoop_runUntil(1))
            require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
        TCGBRelease(heard.kept);
    }
    pump_till(heard.asked == WISHES, 50);
    require_equal(heard.asked, WISHES);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
