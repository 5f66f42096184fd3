/* What a player was told over all lives of the machine, kept where no cut reaches, and the job that is played: purchase, grant,
 * consume, renew, refund. After each restart what the library shows is compared with what it had said before. */
#ifndef STORY_H
#define STORY_H

#include "../contract/play.h"
#include "books.h"

enum { STORY_PAYMENTS_MAX = 1 << 14, BROKEN_PROMISE = 10 };
enum told { TOLD_NOTHING, TOLD_BOUGHT, TOLD_LEAVING /* a consume or refund is under way */, TOLD_GONE };
/* A crate comes anew every day, for a while. */
enum { STORY_PERIOD_MILLISECONDS = 86400000 };

struct story {
    char guest[64];
    int64_t purchases_begun, bought, consumed, refunded, renewals_due, renewed;
    size_t count;
    struct told_payment {
        char sequence[32];
        enum told told;
        bool listed;
    } payments[STORY_PAYMENTS_MAX];
    bool has_lost_payment; /* that was acknowledged: the worst there is */
};
static PLAY_STORAGE struct story *story;

/* The library broke its word: lost, doubled, or changed what it had acknowledged. */
#define keep_promise(condition, ...) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, __VA_ARGS__); \
            fprintf(stderr, " (%s:%d)\n", __FILE__, __LINE__); \
            fflush(NULL); \
            _exit(BROKEN_PROMISE); \
        } \
    } while (0)

static struct told_payment *told(const char *sequence) {
    for (size_t i = story->count; i-- > 0;)
        if (strcmp(story->payments[i].sequence, sequence) == 0) return &story->payments[i];
    require(story->count < STORY_PAYMENTS_MAX);
    struct told_payment *payment = &story->payments[story->count];
    memset(payment, 0, sizeof *payment);
    snprintf(payment->sequence, sizeof payment->sequence, "%s", sequence);
    story->count++;
    return payment;
}

static void hear_login(void) {
    const char *guest = TCGBGamebase_userID();
    if (story->guest[0]) keep_promise(strcmp(story->guest, guest) == 0, "the guest %s became %s", story->guest, guest);
    snprintf(story->guest, sizeof story->guest, "%s", guest);
}
static int64_t cents_of(const char *receipt) {
    char price[32];
    return (int64_t)(atof(json_member(receipt, "price", price, sizeof price)) * 100 + 0.5);
}

static PLAY_STORAGE struct answer list;

/* Compares the not-consumed list with the story. Returns the sum of its prices. */
static int64_t compare_list(void) {
    int64_t cents = 0;
    char sequence[128];
    PLAY_WELL(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
    require(list.count <= PLAY_LIST_MAX);
    for (size_t i = 0; i < story->count; i++) story->payments[i].listed = false;
    for (size_t i = 0; i < list.count; i++) {
        struct told_payment *payment = told(json_member(list.items[i], "paymentSeq", sequence, sizeof sequence));
        keep_promise(!payment->listed, "payment %s is listed twice", payment->sequence);
        /* invariant 7; invariant 10 */
        keep_promise(payment->told != TOLD_GONE, "payment %s was consumed or refunded and is open again", payment->sequence);
        payment->listed = true;
        /* Bought and killed before it was told, or consumed and not done: from now on it has been shown. */
        payment->told = TOLD_BOUGHT;
        cents += cents_of(list.items[i]);
    }
    for (size_t i = 0; i < story->count; i++) {
        struct told_payment *payment = &story->payments[i];
        story->has_lost_payment = !payment->listed && payment->told == TOLD_BOUGHT;
        /* invariant 5; invariant 8 */
        keep_promise(!story->has_lost_payment, "payment %s was acknowledged and is gone", payment->sequence);
        if (!payment->listed) payment->told = TOLD_GONE; /* what was under way with it was done */
    }
    keep_promise((int64_t)story->count <= story->purchases_begun + story->renewals_due,
        "%zu payments came of %lld purchases and %lld renewals", story->count, (long long)story->purchases_begun,
        (long long)story->renewals_due);
    return cents;
}

static void consume(const char *receipt) {
    char sequence[128], token[256], body[512], successful[16];
    json_member(receipt, "paymentSeq", sequence, sizeof sequence);
    json_member(receipt, "purchaseToken", token, sizeof token);
    told(sequence)->told = TOLD_LEAVING;
    snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
    serve(&answer, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body);
    keep_promise(strcmp(json_member(answer.json, "isSuccessful", successful, sizeof successful), "true") == 0,
        "an open payment could not be consumed: %s", answer.json);
    told(sequence)->told = TOLD_GONE;
    story->consumed++;
}
static void purchase(void) {
    char sequence[128];
    story->purchases_begun++;
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    json_member(answer.json, "paymentSeq", sequence, sizeof sequence);
    struct told_payment *payment = told(sequence);
    keep_promise(payment->told == TOLD_NOTHING, "payment %s was sold twice", sequence);
    payment->told = TOLD_BOUGHT;
    story->bought++;
}

/* The money goes back; the payment leaves the list. */
static void refund(const char *receipt) {
    char sequence[128];
    struct told_payment *payment = told(json_member(receipt, "paymentSeq", sequence, sizeof sequence));
    payment->told = TOLD_LEAVING;
    PLAY_WELL(
        &answer, TCGBConsole_refundPayment_kind_completion(sequence, story->refunded % 2 ? "REFUND" : "CHARGEBACK", on_error, &answer));
    payment->told = TOLD_GONE;
    story->refunded++;
}
/* Buys the subscription when none runs, and lets a day pass: each period is one entry more. */
static void renew(void) {
    char sequence[128];
    story->purchases_begun++;
    PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("crate", NULL, on_purchase, &answer));
    if (answer.code == 0) {
        told(json_member(answer.json, "paymentSeq", sequence, sizeof sequence))->told = TOLD_BOUGHT;
        story->bought++;
    } else {
        keep_promise(answer.code == 4201, "a second subscription was refused with %lld: %s", (long long)answer.code, answer.message);
        story->purchases_begun--;
    }
    story->renewals_due++;
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(STORY_PERIOD_MILLISECONDS, on_error, &answer));
    size_t before = story->count;
    compare_list();
    story->renewed += (int64_t)(story->count - before);
}
/* Has another store sell in place of the sandbox. */
static void (*open_store)(void);
static void load_story_settings(void) {
    static const char
        settings[] = SETTINGS,
        crate[] = "\"products\":[{\"gamebaseProductId\":\"crate\",\"productType\":\"CONSUMABLE_AUTO_RENEWABLE\",\"storeCode\":\"SANDBOX\","
                  "\"marketItemId\":\"market.crate\",\"price\":\"2.50\",\"currency\":\"USD\",\"subscriptionPeriodMilliseconds\":86400000},";
    char text[sizeof settings + sizeof crate];
    const char *products = strstr(settings, "\"products\":[");
    require(products);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(products - settings), settings, crate, products + strlen("\"products\":["));
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(text, on_error, &answer));
    if (open_store) open_store();
}

#endif
