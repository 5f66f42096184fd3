/* A store that takes the money last: what is stored before it is asked to, and what it is asked first by who comes back. */
#include "stores.h"

static char text[64];

static const char *state_of_last(void) {
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"paymentSeq\":\"%lld\"", (long long)last_order()->number);
    PLAY_WELL(&answer, TCGBConsole_paymentsOfUser_completion(last_order()->user, on_json, &answer));
    const char *at = strstr(answer.json, pattern);
    require(at);
    return json_member(at, "state", text, sizeof text);
}
static int polled_at_capture;
static void capture_when_asked(const TCGBStoreRequest *request, void *context) {
    polled_at_capture = order_of(TCGBStoreRequest_orderNumber(request))->polled;
    steam_capture(request, context);
}

/* invariant 15; crash 3 */
PROMISE("the approval is stored before the money is taken, and asked for again before a second capture") {
    make_world();
    world->authorizes = true;
    world->deaths = 1; /* in the capture, before any money moved */
    play_until_death("STEAM", "gem");
    require_equal(captured_in_all(), 0);
    require_equal(last_order()->polled, 0);
    initialize_here();
    require_text(state_of_last(), "APPROVED");
    require(TCGBGamebase_shutdown(2000));
    const TCGBStoreAdapter steam = {.structSize = sizeof steam,
        .capabilities = TCGBStoreCapabilityCaptureLast,
        .begin = steam_begin,
        .poll = steam_poll,
        .capture = capture_when_asked,
        .finish = steam_finish,
        .context = world};
    initialize_here();
    require(TCGBStoreAdapter_register("STEAM", &steam));
    TCGBPurchase_setStoreCode("STEAM");
    log_in();
    require_equal(unconsumed(), 1);
    require_equal(last_order()->captured, 1);
    require(polled_at_capture > 0);
    require_text(state_of_last(), "UNCONSUMED");
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an approved order is captured at most three times in a run, with a poll between") {
    make_world();
    world->authorizes = true;
    world->deaths = 1;
    play_until_death("STEAM", "gem");
    int before = last_order()->capture_asked;
    world->vain_captures = 100;
    open_game("STEAM", 0); /* the login resumes what was interrupted */
    await_for(last_order()->capture_asked >= before + 3, 3000, TCGBRunLoop_runUntil(20));
    pump_till(last_order()->capture_asked == before + 3, 100);
    require_equal(last_order()->capture_asked, before + 3);
    require(last_order()->polled >= 4); /* once before the first */
    world->vain_captures = 0;
    require_equal(unconsumed(), 1);
    require_equal(last_order()->captured, 1);
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
