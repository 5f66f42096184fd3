/* Plays without end and says on standard output what was acknowledged, until it is killed; then, as `check`, tells what a
 * fresh start on the same directory knows. Driven by Tests/suites/killed.py.
 *
 *     killed play DIRECTORY     lines: `guest ID`, `bought SEQUENCE`, `consumed SEQUENCE`, each after the acknowledgement, and
 *                             `consuming SEQUENCE` before the request
 *     killed check DIRECTORY    lines: `guest ID`, `open SEQUENCE` for what is not consumed, `end`
 */
#include "play.h"

static struct answer list;

static void say(const char *what, const char *which) {
    char line[256];
    int length = snprintf(line, sizeof line, "%s %s\n", what, which);
    if (write(1, line, (size_t)length) != length) _exit(3);
}

static void consume(const char *receipt) {
    char sequence[128], token[256], body[512], successful[16];
    json_member(receipt, "paymentSeq", sequence, sizeof sequence);
    json_member(receipt, "purchaseToken", token, sizeof token);
    say("consuming", sequence);
    snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
    serve(&answer, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body);
    require_text(json_member(answer.json, "isSuccessful", successful, sizeof successful), "true");
    say("consumed", sequence);
}

int main(int count, char **arguments) {
    require(count == 3);
    directory = arguments[2];
    bool play = strcmp(arguments[1], "play") == 0;
    srand((unsigned)getpid());
    initialize_here();
    load_settings();
    log_in();
    say("guest", TCGBGamebase_userID());
    if (play) {
        for (int round = 0;; round++) {
            char sequence[128];
            PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
            json_member(answer.json, "paymentSeq", sequence, sizeof sequence);
            say("bought", sequence);
            if (rand() % 2) {
                PLAY_WELL(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
                require(list.count > 0);
                consume(list.items[0]);
            }
        }
    }
    PLAY_WELL(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
    require(list.count <= PLAY_LIST_MAX);
    for (size_t i = 0; i < list.count; i++) {
        char sequence[128];
        say("open", json_member(list.items[i], "paymentSeq", sequence, sizeof sequence));
    }
    /* Whatever was open is delivered now, so that the list stays short over many kills. */
    for (size_t i = 0; i < list.count; i++) consume(list.items[i]);
    PLAY_WELL(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
    require_equal(list.count, 0);
    require(TCGBGamebase_shutdown(5000));
    say("end", "");
    return 0;
}
