/* What a player was told over all lives of the machine, kept where no cut reaches, and the job that is played: purchase, grant,
 * consume. After each restart what the library shows is compared with what it had said before. */
#ifndef STORY_H
#define STORY_H

#include "../contract/play.h"
#include "books.h"

enum { STORY_PAYMENTS_MAX = 1 << 14, BROKEN_PROMISE = 10 };
enum told { TOLD_NOTHING, TOLD_BOUGHT, TOLD_CONSUMING, TOLD_CONSUMED };

struct story {
    char guest[64];
    int64_t purchases_begun, bought, consumed;
    size_t count;
    struct told_payment {
        char sequence[32];
        enum told told;
        bool listed;
    } payments[STORY_PAYMENTS_MAX];
};
static PLAY_STORAGE struct story *story;

/* The library broke its word: lost, doubled, or changed what it had acknowledged. */
#define keep_promise(condition, ...)                                  \
    do {                                                              \
        if (!(condition)) {                                           \
            fprintf(stderr, __VA_ARGS__);                             \
            fprintf(stderr, " (%s:%d)\n", __FILE__, __LINE__);        \
            fflush(NULL);                                             \
            _exit(BROKEN_PROMISE);                                    \
        }                                                             \
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
        keep_promise(payment->told != TOLD_CONSUMED, "payment %s was consumed and is open again", payment->sequence);
        payment->listed = true;
        /* Bought and killed before it was told, or consumed and not done: from now on it has been shown. */
        payment->told = TOLD_BOUGHT;
        cents += cents_of(list.items[i]);
    }
    for (size_t i = 0; i < story->count; i++) {
        struct told_payment *payment = &story->payments[i];
        keep_promise(payment->listed || payment->told != TOLD_BOUGHT, "payment %s was acknowledged and is gone", payment->sequence);
        if (!payment->listed) payment->told = TOLD_CONSUMED; /* its consume was under way: it was done */
    }
    keep_promise((int64_t)story->count <= story->purchases_begun, "%zu payments came of %lld purchases", story->count, (long long)story->purchases_begun);
    return cents;
}

static void consume(const char *receipt) {
    char sequence[128], token[256], body[512], successful[16];
    json_member(receipt, "paymentSeq", sequence, sizeof sequence);
    json_member(receipt, "purchaseToken", token, sizeof token);
    told(sequence)->told = TOLD_CONSUMING;
    snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
    serve(&answer, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body);
    keep_promise(strcmp(json_member(answer.json, "isSuccessful", successful, sizeof successful), "true") == 0,
                 "an open payment could not be consumed: %s", answer.json);
    told(sequence)->told = TOLD_CONSUMED;
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

#endif
