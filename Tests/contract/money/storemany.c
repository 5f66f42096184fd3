/* A store with more to tell than one answer may hold. */
#include "stores.h"

enum { SOLD = 1100, TAKEN_UP_MAX = 1000, ENDLESS = 32000 };
static bool finished[SOLD];
static bool is_endless;

static void many_open(const TCGBStoreRequest *request, void *context) {
    static char json[1 << 20];
    size_t length = 1;
    (void)context;
    json[0] = '[';
    for (int i = 0; i < (is_endless ? ENDLESS : SOLD); i++) {
        if (is_endless) length += (size_t)sprintf(json + length, "{\"status\":\"INIT\"},");
        else if (!finished[i])
            length += (size_t)sprintf(json + length,
                "{\"status\":\"PAID\",\"storeTransactionId\":\"m%d\",\"orderKey\":\"m%d\",\"marketItemId\":\"1001\",\"price\":\"0.99\",\"currency\":\"USD\"},",
                i, i);
    }
    strcpy(json + length - (length > 1), "]");
    require(TCGBStoreRequest_succeed(request, json[0] == '[' ? json : "[]"));
}
static void many_finish(const TCGBStoreRequest *request, void *context) {
    int number = -1;
    (void)context;
    require(sscanf(TCGBStoreRequest_orderKey(request), "m%d", &number) == 1 && number >= 0 && number < SOLD);
    finished[number] = true;
    TCGBStoreRequest_succeed(request, NULL);
}
static int unfinished(void) {
    int sum = 0;
    for (int i = 0; i < SOLD; i++) sum += !finished[i];
    return sum;
}
static int64_t listed(size_t *count) {
    static struct answer many;
    PLAY(&many, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &many));
    *count = many.count;
    require(many.code == 0 || strstr(many.message, "LIST_TOO_LONG"));
    return many.code;
}

PROMISE("of a store's list 1,000 are booked at a time, the rest is an error and comes next") {
    static const TCGBStoreAdapter store = {
        .structSize = sizeof store, .begin = steam_begin, .poll = steam_poll, .finish = many_finish, .open = many_open};
    size_t count;
    make_world();
    open_game("STEAM", 0);
    is_endless = true;
    require(TCGBStoreAdapter_register("STEAM", &store));
    require_equal(listed(&count), TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require_equal(count, 0);
    is_endless = false;
    require_equal(listed(&count), TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require_equal(count, TAKEN_UP_MAX);
    await_for(unfinished() <= SOLD - TAKEN_UP_MAX, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require_equal(listed(&count), 0);
    require_equal(count, SOLD);
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
