/* Whose a purchase is, and what of it comes back: the payer, the two keys of a payment, and the game's own note. */
#include "money.h"

static char text[8192];

static void payments_of(const char *user, char *into, size_t size) {
    PLAY_WELL(&till_answer, TCGBConsole_paymentsOfUser_completion(user, on_json, &till_answer));
    copy_text(into, size, till_answer.json);
}
/* A payment with other keys than it has. */
static NHNCloudPurchaseResult *forged(const char *sequence, const char *token) {
    static char json[1024];
    snprintf(json, sizeof json, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\",\"productIdentifier\":\"m.gem\"}", sequence, token);
    NHNCloudPurchaseResult *result = NHNCloudPurchaseResult_purchaseResultFromJsonString(json);
    require(result);
    return result;
}
static struct answer consumed;
static char consumed_domain[64];
static void on_consumed(const TCGBError *error, void *context) {
    copy_text(consumed_domain, sizeof consumed_domain, TCGBError_domain(error));
    on_error(error, context);
}
static void consume(const NHNCloudPurchaseResult *payment) {
    PLAY(&consumed, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(payment, on_consumed, &consumed));
}

/* invariant 12; code 7; code 13 */
PROMISE("to consume takes number, token and player of the same payment") {
    char sequence[2][64], token[2][128], before[2][8192], after[8192];
    make_till();
    open_iap_till("payer");
    for (int i = 0; i < 2; i++) {
        iap_buy("m.gem", NULL);
        require_equal(heard.received, 1);
    }
    require_equal(iap_unconsumed(), 2);
    for (int i = 0; i < 2; i++) {
        json_member(payments.items[i], "paymentSeq", sequence[i], sizeof sequence[i]);
        json_member(payments.items[i], "accessToken", token[i], sizeof token[i]);
    }
    payments_of("payer", before[0], sizeof before[0]);
    const struct {
        const char *user, *sequence, *token;
        int64_t code;
    } tries[] = {
        {"payer", sequence[0], token[1], NHNCloudIAPErrorPurchaseStatusInvalid},
        {"payer", sequence[1], token[0], NHNCloudIAPErrorPurchaseStatusInvalid},
        {"payer", sequence[0], "nonsense", NHNCloudIAPErrorPurchaseStatusInvalid},
        {"payer", "1", token[0], NHNCloudIAPErrorPurchaseStatusInvalid},
        {"thief", sequence[0], token[0], NHNCloudIAPErrorUserInvalid},
        {"thief", sequence[0], token[1], NHNCloudIAPErrorPurchaseStatusInvalid},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        NHNCloudSDK_setUserID(tries[i].user);
        NHNCloudPurchaseResult *payment = forged(tries[i].sequence, tries[i].token);
        consume(payment);
        if (consumed.code != tries[i].code) broken_number("try", (int)i, consumed.message, consumed.code, tries[i].code);
        require_text(consumed_domain, NHNCloudIAPErrorDomain);
        TCGBRelease(payment);
        payments_of("payer", after, sizeof after);
        require_text(after, before[0]);
        till_is_sound();
    }
    NHNCloudSDK_setUserID("payer");
    require_equal(iap_unconsumed(), 2);
    for (int i = 0; i < 2; i++) {
        NHNCloudPurchaseResult *payment = forged(sequence[i], token[i]);
        consume(payment);
        require_equal(consumed.code, 0);
        TCGBRelease(payment);
    }
    require_equal(iap_unconsumed(), 0);
    till_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

static void begin_waiting(const char *payload) {
    int before = till->count;
    till->answers = WAITS;
    forget_heard();
    NHNCloudIAP_purchaseWithProductIdentifier_payload("m.gem", payload);
    TILL_WAIT(till->count > before);
}
static void require_lists(size_t current, size_t all) {
    require_equal(iap_unconsumed(), current);
    PLAY_WELL(&payments, NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, all);
}

/* invariant 16 */
PROMISE("a player who takes over during a purchase sees nothing of it, and the payer has it") {
    for (int restarts = 0; restarts < 2; restarts++) {
        if (!restarts) make_till();
        open_iap_till("payer");
        begin_waiting("mine");
        NHNCloudSDK_setUserID("heir");
        require_lists(0, 0);
        if (restarts) {
            require(TCGBGamebase_shutdown(2000));
            open_iap_till("heir");
        }
        last_sale()->paid = true;
        pump_for(200);
        require_lists(0, 0);
        PLAY_WELL(&payments, NHNCloudIAP_restoreWithCompletionHandler(on_payments, &payments));
        require_equal(payments.count, 0);
        if (!restarts) { /* the call lives on, and is the payer's: whoever plays now bought nothing, and nothing has failed */
            require(wait_heard(0, 1));
            require_text(heard.domain, NHNCloudHttpErrorDomain);
            require_equal(heard.code, NHNCloudHttpErrorNetworkNotAvailable);
            require_equal(heard.detail, NHNCloudIAPErrorUserInvalid);
        }
        require_text(till_state("heir", last_sale()->number), "");
        till->answers = PAYS;
        iap_buy("m.gem", "the heir's"); /* and is one of the heir's own */
        require_equal(heard.received, 1);
        require_text(heard.user, "heir");
        require_lists((size_t)1, 1);
        const NHNCloudPurchaseResult *own = TCGBRetain(first_payment);
        consume(own);
        require_equal(consumed.code, 0);
        TCGBRelease(own);
        NHNCloudSDK_setUserID("payer");
        require_lists((size_t)restarts + 1, (size_t)restarts + 1);
        require_text(NHNCloudPurchaseResult_userID(first_payment), "payer");
        require_text(NHNCloudPurchaseResult_payload(first_payment), "mine");
        till_is_sound();
        require(TCGBGamebase_shutdown(2000));
    }
}

/* invariant 16 */
PROMISE("a player who logs out at the checkout finds the payment after the next login") {
    static struct answer purchase;
    make_till();
    till->answers = WAITS;
    open_till();
    fresh(&purchase);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, &purchase);
    TILL_WAIT(till->count == 1);
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    NHNCloudSDK_setUserID("heir");
    iap_initialize();
    last_sale()->paid = true;
    pump_for(300);
    require_lists(0, 0);
    NHNCloudSDK_setUserID(NULL);
    log_in();
    require_text(TCGBGamebase_userID(), last_sale()->user);
    require_equal(till_unconsumed(), 1);
    require_text(json_member(till_list.items[0], "userId", text, sizeof text), TCGBGamebase_userID());
    require(pump_until(&purchase.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(purchase.times, 1);
    require_equal(purchase.code, TCGB_ERROR_SOCKET_ERROR); /* the same on this surface */
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    NHNCloudSDK_setUserID("heir");
    require_lists(0, 0);
    till_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

/* 4,096 bytes: every control character, quotes, backslashes, what looks like an escape, separators, characters of two, three and four bytes,
 * combining ones in both orders, and a byte order mark. */
static void make_payload(char *to) {
    static const char tail[] = "\"\\/\\u0000 \\\" {\"a\":[1,2]} %s%n </script>\xc2\x85\xe2\x80\xa8\xe2\x80\xa9\xef\xbb\xbf"
                               "e\xcc\x81\xc3\xa9\xcc\xa3\xcc\x81 \xcc\x81\xcc\xa3 \xf0\x9f\x92\x8e \xef\xbf\xbf \x7f ";
    size_t length = 0;
    for (int c = 1; c < 32; c++) to[length++] = (char)c;
    while (length + sizeof tail - 1 <= 4096) memcpy(to + length, tail, sizeof tail - 1), length += sizeof tail - 1;
    while (length < 4096) to[length++] = '.';
    to[length] = 0;
}
static char payload[4097];
static void require_payload(const char *where, const char *found) {
    if (!found || strcmp(found, payload) != 0) broken_text(where, __LINE__, "the payload", found, payload);
}
static int served_payload(const char *json) {
    /* The server's answer has it as a JSON text: read back by the library's own reader of receipts. */
    char member[2 * sizeof payload + 32768];
    const char *at = strstr(json, "\"payload\":");
    require(at);
    at += strlen("\"payload\":");
    const char *end = at + 1;
    while (*end && *end != '"') end += *end == '\\' ? 2 : 1;
    snprintf(member, sizeof member, "{\"paymentSeq\":\"1\",\"payload\":%.*s}", (int)(end + 1 - at), at);
    NHNCloudPurchaseResult *result = NHNCloudPurchaseResult_purchaseResultFromJsonString(member);
    require(result);
    require_payload("server", NHNCloudPurchaseResult_payload(result));
    TCGBRelease(result);
    return 1;
}
static int receipts_seen;
static void require_payloads(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) {
    require(!error);
    for (size_t i = 0; i < count; i++) {
        require_payload("receipt", TCGBPurchasableReceipt_payload(receipts[i]));
        TCGBPurchasableReceipt *again =
            TCGBPurchasableReceipt_purchasableReceiptFromJsonString(TCGBPurchasableReceipt_jsonString(receipts[i]));
        require_payload("receipt from JSON", TCGBPurchasableReceipt_payload(again));
        TCGBRelease(again);
        receipts_seen++;
    }
    came(context);
}

/* invariant 21 */
PROMISE("the payload comes back byte for byte, everywhere and after a restart") {
    static struct answer served, list;
    char body[1024];
    make_payload(payload);
    make_till();
    till->answers = WAITS;
    till->death = AFTER_ORDER;
    pid_t child = fork();
    if (child == 0) {
        open_till();
        PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(
                          "gem", payload, NULL, on_purchase, &answer));
        _exit(9);
    }
    int status = 0;
    require(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    last_sale()->paid = true; /* reprocessed: only the number of the order joins the two lives */
    till->answers = PAYS;
    open_till();
    iap_initialize();
    for (int run = 0; run < 2; run++) {
        receipts_seen = 0;
        PLAY(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(require_payloads, &list));
        require_equal(receipts_seen, run + 1);
        require_equal(iap_unconsumed(), run + 1);
        require_payload("list", NHNCloudPurchaseResult_payload(first_payment));
        snprintf(body, sizeof body, "{\"userId\":\"%s\"}", TCGBGamebase_userID());
        serve(&served, "POST", "/tcgb-inapp/v1.3/apps/Contract/consumable", body);
        require(served_payload(served.json));
        if (run) break;
        iap_buy("m.gem", payload);
        require_equal(heard.received, 1);
        require_payload("delegate", heard.payload);
        require(TCGBGamebase_shutdown(2000));
        open_till();
        iap_initialize();
    }
    snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", NHNCloudPurchaseResult_paymentSeq(first_payment),
        NHNCloudPurchaseResult_accessToken(first_payment));
    serve(&served, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body);
    require(served_payload(served.json));
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
