/* The game server's side of purchases, in the Gamebase shape and in that of NHN Cloud IAP. */
#include "shop.h"

#define INAPP "/tcgb-inapp/v1.3/apps/Contract/"

static struct answer served;
static char sequence[64], token[256], keys[512], text[256];

static void keys_of(const char *receipt) {
    json_member(receipt, "paymentSeq", sequence, sizeof sequence);
    json_member(receipt, "purchaseToken", token, sizeof token);
    snprintf(keys, sizeof keys, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
}
static const char *of(const char *key) { return json_member(served.json, key, text, sizeof text); }
static void ask_iap(const char *path, const char *body, const char *app_key, const char *request) {
    PLAY_WELL(&served, TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
                           "POST", path, app_key, request, body, on_server, &served));
    require_equal(served.count, 200);
}

PROMISE("a game server sees, asks, cancels and revokes subscriptions") {
    char body[1024];
    open_shop();
    shop_buy("crate", sequence, sizeof sequence);
    keys_of(answer.json);
    snprintf(body, sizeof body, "{\"marketIds\":[],\"packageName\":\"game\",\"userId\":\"%s\"}", TCGBGamebase_userID());
    serve(&served, "POST", INAPP "active-subscriptions", body);
    require_text(of("referenceStatus"), "PURCHASED");
    require_text(of("price"), "2.50");
    shop_pass_time(PERIOD);
    serve(&served, "POST", INAPP "active-subscriptions", body);
    require_text(of("referenceStatus"), "RENEWED");
    require(strstr(served.json, "\"renewTime\""));
    snprintf(body, sizeof body, "{\"payments\":[%s]}", keys);
    serve(&served, "POST", INAPP "subscriptions/status", body);
    require_text(of("referenceStatus"), "RENEWED");
    require_text(of("paymentSeq"), sequence);
    serve(&served, "POST", INAPP "subscriptions/cancel", keys);
    require_text(of("isSuccessful"), "true");
    serve(&served, "POST", INAPP "subscriptions/status", body);
    require_text(of("referenceStatus"), "CANCELED_SUBSCRIPTION");
    require_equal(shop_active(), 1);
    serve(&served, "POST", INAPP "subscriptions/revoke", keys);
    require_text(of("isSuccessful"), "true");
    require_equal(shop_active(), 0);
    serve(&served, "POST", INAPP "subscriptions/status", body);
    require_text(of("referenceStatus"), "REVOKED");
    serve(&served, "POST", INAPP "subscriptions/revoke", keys);
    require_text(of("isSuccessful"), "false");
    require_equal(shop_unconsumed(), 1); /* the first period stays paid */
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 10 */
PROMISE("consume in either shape is once: the same request has the first answer, every other 5018") {
    open_shop();
    for (int shape = 0; shape < 2; shape++) {
        shop_buy("gem", sequence, sizeof sequence);
        keys_of(answer.json);
        const char *path = shape ? "/v1/service/consume" : INAPP "consume", *key = shape ? "contract-iap" : "contract-secret";
        ask_iap(path, keys, key, "lost");
        require_text(of("resultCode"), "0");
        require_text(of("price"), "0.99");
        static char first[sizeof served.json];
        copy_text(first, sizeof first, served.json);
        ask_iap(path, keys, key, "lost");
        require_text(served.json, first);
        ask_iap(path, keys, key, "another");
        require_text(of("resultCode"), "5018");
        ask_iap(path, keys, key, NULL);
        require_text(of("resultCode"), "5018");
        ask_iap(shape ? INAPP "consume" : "/v1/service/consume", keys, shape ? "contract-secret" : "contract-iap", "lost");
        require_text(of("resultCode"), "5018");
    }
    require_equal(shop_unconsumed(), 0);
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("the NHN Cloud IAP lists need the app key") {
    char body[512];
    open_shop();
    shop_buy("dinar", sequence, sizeof sequence);
    shop_buy("crate", sequence, sizeof sequence);
    snprintf(body, sizeof body, "{\"marketId\":\"SANDBOX\",\"userChannel\":\"GF\",\"packageName\":\"game\",\"userKey\":\"%s\"}",
        TCGBGamebase_userID());
    ask_iap("/v1/service/consumable", body, "contract-iap", NULL);
    require_text(of("price"), "3.125");
    require_text(of("currency"), "KWD");
    require(strstr(served.json, "\"accessToken\""));
    require(!strstr(served.json, "transactionId"));
    ask_iap("/v1/service/activeSubscriptionList", body, "contract-iap", NULL);
    require_text(of("productId"), "crate");
    require_text(of("channel"), "GF");
    require(strtoll(of("expiryTimeMillis"), NULL, 10) ==
            strtoll(json_member(served.json, "purchaseTimeMillis", shop_text, sizeof shop_text), NULL, 10) + PERIOD);
    const char *wrong[] = {NULL, "", "contract-secret"};
    for (int i = 0; i < 3; i++) {
        ask_iap("/v1/service/consumable", body, wrong[i], NULL);
        require_text(of("isSuccessful"), "false");
        require_text(of("resultCode"), "1100");
    }
    ask_iap("/v1/service/nothing", body, "contract-iap", NULL);
    require_text(of("resultCode"), "1100");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("lists have the stores asked for, and subscriptions on hold only on request") {
    char body[1024];
    const char *const lists[] = {INAPP "consumable", INAPP "active-subscriptions"};
    open_shop();
    shop_buy("crate", sequence, sizeof sequence);
    for (int i = 0; i < 2; i++) {
        for (int shape = 0; shape < 2; shape++) {
            const char *const forms[] = {"\"marketIds\":[\"%s\"],\"packageName\":\"game\",\"userId\":\"%s\"}",
                "\"marketId\":\"%s\",\"packageName\":\"game\",\"userId\":\"%s\"}"};
            body[0] = '{';
            snprintf(body + 1, sizeof body - 1, forms[shape], "ELSEWHERE", TCGBGamebase_userID());
            serve(&served, "POST", lists[i], body);
            require_text(of("isSuccessful"), "true");
            require(!strstr(served.json, sequence));
            snprintf(body + 1, sizeof body - 1, forms[shape], "SANDBOX", TCGBGamebase_userID());
            serve(&served, "POST", lists[i], body);
            require(strstr(served.json, sequence));
        }
    }
    shop_change(sequence, "HOLD");
    snprintf(body, sizeof body, "{\"marketIds\":[],\"packageName\":\"game\",\"userId\":\"%s\"}", TCGBGamebase_userID());
    serve(&served, "POST", INAPP "active-subscriptions", body);
    require(!strstr(served.json, sequence));
    snprintf(body, sizeof body,
        "{\"marketIds\":[],\"packageName\":\"game\",\"userId\":\"%s\",\"includeInactiveGoogleStatuses\":[\"ON_HOLD\"]}",
        TCGBGamebase_userID());
    serve(&served, "POST", INAPP "active-subscriptions", body);
    require_text(of("referenceStatus"), "ON_HOLD");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a subscription is not consumed and names the payment that it replaced") {
    char body[8192], first[128];
    open_shop();
    shop_buy("pass", sequence, sizeof sequence);
    keys_of(answer.json);
    json_member(answer.json, "paymentId", first, sizeof first);
    serve(&served, "POST", INAPP "consume", keys);
    require_text(of("resultCode"), "5000");
    require_equal(shop_active(), 1);
    for (int count = 10; count <= 11; count++) {
        size_t length = (size_t)snprintf(body, sizeof body, "{\"payments\":[");
        for (int i = 0; i < count; i++) length += (size_t)snprintf(body + length, sizeof body - length, "%s%s", i ? "," : "", keys);
        snprintf(body + length, sizeof body - length, "]}");
        serve(&served, "POST", INAPP "subscriptions/status", body);
        require_text(of("isSuccessful"), count == 10 ? "true" : "false");
    }
    snprintf(body, sizeof body, "{\"marketIds\":[],\"packageName\":\"game\",\"userId\":\"%s\"}", TCGBGamebase_userID());
    serve(&served, "POST", INAPP "active-subscriptions", body);
    require(!strstr(of("linkedPaymentId"), first));
    shop_change(sequence, "EXPIRE");
    shop_buy("gold", sequence, sizeof sequence);
    serve(&served, "POST", INAPP "active-subscriptions", body);
    require_text(of("linkedPaymentId"), first);
    shop_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
