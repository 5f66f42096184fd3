/* Payments that come without the completion of a purchase call: who is told of them, once, and why they came. */
#include "iap.h"
#include "shop.h"

static struct {
    int times;
    char kind[32], seq[64], reference[64];
} event;
static void hear_event(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) != 0) return;
    const TCGBPurchasableReceipt *receipt = TCGBGamebaseEventMessage_purchasableReceipt(message);
    require(receipt);
    copy_text(event.kind, sizeof event.kind, TCGBPurchasableReceipt_updateKind(receipt));
    copy_text(event.seq, sizeof event.seq, TCGBPurchasableReceipt_paymentSeq(receipt));
    json_member(TCGBGamebaseEventMessage_data(message), "referenceStatus", event.reference, sizeof event.reference);
    event.times++;
}
static int handled;
static void hear_promotion(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    (void)error, (void)context;
    require(receipt && TCGBPurchasableReceipt_promotionPayment(receipt));
    require(!TCGBPurchasableReceipt_updateKind(receipt));
    handled++;
}
static void wait_for_event(const char *kind) {
    require(pump_until(&event.times, PLAY_LIMIT_MILLISECONDS));
    pump_till(event.times == 1, 60);
    require_equal(event.times, 1);
    require_text(event.kind, kind);
    memset(&event, 0, sizeof event);
}
static void pay(const char *outcome, int64_t delay) {
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(outcome, delay, on_error, &answer));
}
static void settle(void) {
    PLAY_WELL(&answer, TCGBConsole_settlePendingPurchasesOfUser_outcome_completion(NULL, "APPROVE", on_error, &answer));
}

PROMISE("purchaseUpdated says why each payment came") {
    char seq[64];
    open_shop();
    TCGBGamebase_addEventHandler(hear_event, NULL);
    TCGBPurchase_setPromotionIAPHandler(hear_promotion, NULL);
    iap_initialize();
    pay("APPROVE", 0);
    PLAY_WELL(&answer, TCGBConsole_startPromotionOfProduct_userId_paid_completion("gem", TCGBGamebase_userID(), true, on_error, &answer));
    wait_for_event("PROMOTION"); /* paid in the store */
    require_equal(handled, 1);
    require_equal(heard.received, 1);
    heard.answer = true;
    PLAY_WELL(&answer, TCGBConsole_startPromotionOfProduct_userId_paid_completion("gem", TCGBGamebase_userID(), false, on_error, &answer));
    wait_for_event("PROMOTION"); /* carried on here */
    require_equal(handled, 2);
    require_equal(heard.received, 2);
    TCGBRelease(heard.kept);
    pay("PENDING", 0);
    PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_PENDING);
    settle();
    wait_for_event("SETTLED");
    require_equal(heard.received, 3);
    pay("APPROVE", 0);
    shop_buy("crate", seq, sizeof seq);
    require_equal(event.times, 0);
    shop_pass_time(PERIOD);
    (void)shop_unconsumed();
    require(pump_until(&event.times, PLAY_LIMIT_MILLISECONDS));
    require_text(event.reference, "RENEWED"); /* as the list says */
    wait_for_event("RENEWAL");
    shop_change(seq, "FAIL_RENEWAL");
    shop_pass_time(PERIOD);
    (void)shop_active();
    shop_change(seq, "RECOVER");
    require(pump_until(&event.times, PLAY_LIMIT_MILLISECONDS));
    require_text(event.reference, "RECOVERED");
    wait_for_event("RENEWAL");
    require_equal(handled, 2);
    require_equal(heard.received, 3);
    pay("APPROVE", with_slowness(400));
    fresh(&answer);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, &answer);
    pump_for(100);
    require(TCGBGamebase_shutdown(2000));
    sleep_for(400);
    initialize_here();
    TCGBGamebase_addEventHandler(hear_event, NULL);
    log_in();
    wait_for_event("REPROCESSED");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("purchaseUpdated of a player who logged out is dropped") {
    static struct answer settled, left;
    open_shop();
    TCGBGamebase_addEventHandler(hear_event, NULL);
    pay("PENDING", 0);
    PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_PENDING);
    /* The game's frame is long: nothing is delivered meanwhile. */
    fresh(&settled);
    fresh(&left);
    TCGBConsole_settlePendingPurchasesOfUser_outcome_completion(NULL, "APPROVE", on_error, &settled);
    usleep(300000); /* the event waits */
    TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &left);
    for (int64_t began = milliseconds(); TCGBGamebase_userID(); usleep(5000)) require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
    require(pump_until(&left.times, PLAY_LIMIT_MILLISECONDS));
    pump_till(settled.times == 1, 60);
    require_equal(settled.times, 1);
    require_equal(settled.code, 0);
    require_equal(left.code, 0);
    require_equal(event.times, 0);
    log_in();
    require_equal(shop_unconsumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a game of NHN Cloud purchases alone gets settled payments through its delegate") {
    for (int restarts = 0; restarts < 2; restarts++) {
        iap_start("patient");
        PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(SHOP_SETTINGS, on_error, &answer));
        pay("PENDING", 0);
        iap_buy("gem", NULL);
        require_equal(heard.code, NHNCloudHttpErrorRequestTimeout);
        require_equal(heard.detail, TCGB_ERROR_PURCHASE_PENDING);
        if (restarts) require(TCGBGamebase_shutdown(2000));
        forget_heard();
        if (restarts) iap_start("patient");
        require_equal(iap_unconsumed(), (size_t)restarts); /* what began with the start is over */
        NHNCloudSDK_setUserID("somebody else");
        settle();
        pump_for(60);
        require_equal(heard.received + heard.failed, 0);
        NHNCloudSDK_setUserID("patient"); /* the payer, who comes back, is told; nobody else was */
        require(wait_heard(1, 0));
        require_text(heard.user, "patient");
        (void)iap_unconsumed();
        require(wait_heard(1, 0));
        require(TCGBGamebase_shutdown(2000));
    }
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
