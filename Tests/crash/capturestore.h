/* The store that takes the money last, in the crash matrix: that of Tests/contract/stores.h, whose side of the world outlives the machine's
 * power. It sells the gems of the story instead of the sandbox. */
#ifndef CAPTURESTORE_H
#define CAPTURESTORE_H

#include "../contract/money/stores.h"

/* SANDBOX; the store's window over the game; or its page in a browser, whose approvals are called off when the player did not come back. */
enum session { NO_SESSION, CLIENT_SESSION, WEB_SESSION };

static enum session session;

static void open_capture_store(void) {
    static const char products[] =
        "\"stores\":[{\"storeCode\":\"SANDBOX\"},{\"storeCode\":\"STEAM\"}],\"products\":[{\"gamebaseProductId\":\"gem_100\",\"productType\":\"CONSUMABLE\","
        "\"storeCode\":\"STEAM\",\"marketItemId\":\"1001\",\"price\":\"0.99\",\"currency\":\"USD\"}]}",
                      settings[] = SETTINGS;
    static char text[sizeof settings + sizeof products];
    snprintf(text, sizeof text, "%.*s%s", (int)(strstr(settings, "\"stores\":") - settings), settings, products);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(text, on_error, &answer));
    require(register_steam(session == WEB_SESSION ? TCGBStoreCapabilityWebURL | TCGBStoreCapabilityAbandonsApproved : 0));
    TCGBPurchase_setStoreCode("STEAM");
}
static void use_capture_store(enum session which) {
    session = which;
    if (which == NO_SESSION) return;
    make_world();
    world->authorizes = true;
    open_store = open_capture_store;
}
/* The store took the money of each granted payment, once, and of nothing else. */
static void compare_captures(long long granted) {
    if (session == NO_SESSION) return;
    for (int i = 0; i < world->count; i++)
        keep_promise(world->orders[i].captured <= 1, "order %d was captured %d times", i, world->orders[i].captured);
    keep_promise(captured_in_all() == granted, "the store captured %d orders, %lld were granted", captured_in_all(), granted);
    for (int i = 0; i < world->count; i++) /* invariant 6 */
        keep_promise(!world->orders[i].captured || world->orders[i].finished, "the store was not told that order %d was granted", i);
}
/* The newest order is at the point before or behind its capture. */
static bool is_captured(int captured) { return last_order() && last_order()->captured == captured; }

#endif
