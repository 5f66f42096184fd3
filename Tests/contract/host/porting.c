/* What code that was written for the Objective-C SDKs relies on, and takes for granted. */
#include <stdlib.h>

#include "money/iap.h"

static const char *write_file(const char *name, const char *text) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "wb");
    require(file && fputs(text, file) >= 0 && fclose(file) == 0);
    return path;
}

PROMISE("a localizedstring.json is read from its file, and a bad one changes nothing") {
    require(TCGBHost_setLocalizedStringsFromFile(write_file("a.json", "\xEF\xBB\xBF{\"de\": {\"common_ok_button\": \"Gut\"}}")));
    require(!TCGBHost_setLocalizedStringsFromFile(write_file("b.json", "{\"de\": {\"common_ok_button\": 1}}")));
    require(!TCGBHost_setLocalizedStringsFromFile(write_file("c.json", "{\"fr\":")));
    require(!TCGBHost_setLocalizedStringsFromFile("/nowhere/localizedstring.json"));
    require(!TCGBHost_setLocalizedStringsFromFile(directory));
    require(!TCGBHost_setLocalizedStringsFromFile(NULL));
    initialize_here();
    TCGBGamebase_setDisplayLanguageCode("de");
    require_text(TCGBGamebase_displayLanguageCode(), "de");
    require(TCGBHost_setLocalizedStrings("\xEF\xBB\xBF{\"vi\": {\"common_ok_button\": \"OK\"}}"));
    TCGBGamebase_setDisplayLanguageCode("vi");
    require_text(TCGBGamebase_displayLanguageCode(), "vi");
    require(TCGBGamebase_shutdown(2000));
}

/* O4 */
PROMISE("four different texts of one class function live side by side, and the same text keeps its address") {
    char line[256];
    snprintf(line, sizeof line, "%s %s %s %s", TCGBUtil_URLEncodedString("a a"), TCGBUtil_URLEncodedString("b b"),
        TCGBUtil_URLEncodedString("c c"), TCGBUtil_URLEncodedString("d d"));
    require(strstr(line, "a%20a") && strstr(line, "b%20b") && strstr(line, "c%20c") && strstr(line, "d%20d"));
    const char *first = TCGBUtil_URLEncodedString("first first");
    require(first == TCGBUtil_URLEncodedString("first first"));
    for (int i = 0; i < 1000; i++) {
        char other[16];
        snprintf(other, sizeof other, "other %d", i);
        for (int j = 0; j < 3; j++) {
            TCGBUtil_URLEncodedString(other);
            other[0]++;
        }
        require(first == TCGBUtil_URLEncodedString("first first")); /* asked for again, it is the newest */
        require_text(first, "first%20first");
    }
}

static void on_transaction(const TCGBError *error, void *context) { on_json(TCGBError_transactionId(error), error, context); }
static void on_bought_transaction(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    require(!receipt);
    on_transaction(error, context);
}

PROMISE("the error of a refused request has a number, another one each time") {
    char before[64];
    start_playing();
    for (int i = 0; i < 2; i++) {
        static struct answer reply;
        PLAY(&reply, TCGBConsole_loadSettings_completion("{\"app\": 1}", on_transaction, &reply));
        require(reply.code != 0 && strlen(reply.json) >= 8);
        if (i > 0) require(strcmp(before, reply.json) != 0);
        copy_text(before, sizeof before, reply.json);
    }
    static struct answer bought;
    PLAY(&bought, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(
                      "nothing_of_ours", NULL, on_bought_transaction, &bought));
    require_equal(bought.code, TCGB_ERROR_PURCHASE_NOT_EXIST_PRODUCT_ID);
    require(strlen(bought.json) >= 8);
    require(TCGBGamebase_shutdown(2000));
}

static void on_domain(const TCGBError *error, void *context) { on_json(TCGBError_domain(error), error, context); }
static void on_bought_domain(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    (void)receipt;
    on_domain(error, context);
}
static void on_items_domain(const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *context) {
    (void)items, (void)count;
    on_domain(error, context);
}

PROMISE("a purchase call ended by shutdown or time has the domain of TCGBPurchase") {
    static struct answer bought, items, terms;
    start_playing();
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 60000, on_error, &answer));
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_bought_domain, &bought);
    pump_for(100);
    TCGBPurchase_requestItemListPurchasableWithCompletion(on_items_domain, &items);
    TCGBContact_openContactWithViewController_completion(NULL, on_domain, &terms);
    require(TCGBGamebase_shutdown(2000));
    require_equal(bought.code, TCGB_ERROR_SOCKET_ERROR);
    require_text(bought.json, "TCGB.Gamebase.TCGBPurchase");
    if (items.code != 0) require_text(items.json, "TCGB.Gamebase.TCGBPurchase");
    require(terms.code != 0);
    require_text(terms.json, "TCGB.Gamebase.TCGBContact");
}

PROMISE("a contact configuration has nil for parameters and extra data until an entry is set") {
    TCGBContactConfiguration *configuration = TCGBContactConfiguration_create();
    require(!TCGBContactConfiguration_additionalParameters(configuration) && !TCGBContactConfiguration_extraData(configuration));
    TCGBContactConfiguration_setExtraData(configuration, "guild", "Lions");
    require_text(TCGBContactConfiguration_extraData(configuration), "{\"guild\":\"Lions\"}");
    TCGBContactConfiguration_setExtraData(configuration, "guild", NULL);
    require(!TCGBContactConfiguration_additionalParameters(configuration) && !TCGBContactConfiguration_extraData(configuration));
    TCGBRelease(configuration);
}

PROMISE("the launching information has the header of the service's answer") {
    initialize_here();
    const char *launching = TCGBLaunching_launchingInformations();
    require_text(TCGBUtil_extractValueFrom_searchString(launching, "header.isSuccessful"), "true");
    require_text(TCGBUtil_extractValueFrom_searchString(launching, "header.resultCode"), "0");
    require_text(TCGBUtil_extractValueFrom_searchString(launching, "header.resultMessage"), "SUCCESS");
    require(strlen(TCGBUtil_extractValueFrom_searchString(launching, "header.transactionId")) >= 8);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("ignore_already_logged_in may be 1, as an NSNumber of YES is written, and 0 and texts do not count") {
    start_playing();
    PLAY(&answer, TCGBGamebase_loginWithType_additionalInfo_viewController_completion(
                      kTCGBAuthGuest, "{\"ignore_already_logged_in\":0}", NULL, on_login, &answer));
    require(answer.code != 0);
    PLAY(&answer, TCGBGamebase_loginWithType_additionalInfo_viewController_completion(
                      kTCGBAuthGuest, "{\"ignore_already_logged_in\":\"1\"}", NULL, on_login, &answer));
    require(answer.code != 0);
    PLAY_WELL(&answer, TCGBGamebase_loginWithType_additionalInfo_viewController_completion(
                           kTCGBAuthGuest, "{\"ignore_already_logged_in\":1}", NULL, on_login, &answer));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a store code without an adapter, such as AS, fails in every call") {
    start_playing();
    TCGBPurchase_setStoreCode("AS");
    PLAY(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET);
    require(strstr(answer.message, "AS") && strstr(answer.message, "TCGBStoreAdapter_register"));
    PLAY(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET);
    PLAY(&answer, TCGBPurchase_requestActivatedPurchasesWithCompletion(on_receipts, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET);
    TCGBPurchasableConfiguration *everywhere = TCGBPurchasableConfiguration_create();
    TCGBPurchasableConfiguration_setAllStores(everywhere, true);
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(everywhere, on_receipts, &answer));
    TCGBRelease(everywhere);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("products are listed without a user id, and one that is switched off is among the invalid ones") {
    iap_initialize();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(SETTINGS, on_error, &answer));
    require(!NHNCloudSDK_userID());
    PLAY_WELL(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_text(TCGBUtil_extractValueFrom_searchString(NHNCloudProductsResponse_jsonString(products), "products[0].productIdentifier"),
        "market.gem_100");
    require(!TCGBUtil_extractValueFrom_searchString(NHNCloudProductsResponse_jsonString(products), "products[1]"));
    require_text(
        TCGBUtil_extractValueFrom_searchString(NHNCloudProductsResponse_jsonString(products), "invalidProducts[0].productIdentifier"),
        "market.gem_old");
    require_text(
        TCGBUtil_extractValueFrom_searchString(NHNCloudProductsResponse_jsonString(products), "invalidProducts[0].active"), "false");
    PLAY(&payments, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.code, NHNCloudIAPErrorUserInvalid);
    require(TCGBGamebase_shutdown(2000));
}

/* Every member of `json` is one of `known`, a list with a space on both sides of each. */
static void require_members(const char *json, const char *known) {
    for (const char *at = json; (at = strchr(at, '"'));) {
        const char *end = strchr(at + 1, '"');
        char key[128];
        require(end && (size_t)(end - at) < sizeof key - 1);
        snprintf(key, sizeof key, " %.*s ", (int)(end - at - 1), at + 1);
        if (end[1] == ':' && !strstr(known, key)) broken_text(__FILE__, __LINE__, "an undocumented member", key, known);
        at = end + 1;
    }
}

PROMISE("products and payments of NHN Cloud have their own members in JSON, and a type that is a number") {
    iap_initialize();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(SETTINGS, on_error, &answer));
    NHNCloudSDK_setUserID("porter");
    PLAY_WELL(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_members(NHNCloudProductsResponse_jsonString(products),
        " products invalidProducts productIdentifier productSeq productName productType price priceString currency "
        "localizedTitle localizedDescription localizedPrice active storeCode ");
    require_text(TCGBUtil_extractValueFrom_searchString(NHNCloudProductsResponse_jsonString(products), "products[0].productType"), "1");
    iap_buy("market.gem_100", NULL);
    PLAY_WELL(&payments, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &payments));
    require_equal(payments.count, 1);
    require_members(payments.items[0],
        " userID storeCode productIdentifier productSeq productType price priceString currency paymentSeq accessToken "
        "transactionIdentifier originalTransactionIdentifier purchaseTimeMillis expiryTimeMillis storePayment sandboxPayment payload ");
    NHNCloudPurchaseResult *again = NHNCloudPurchaseResult_purchaseResultFromJsonString(payments.items[0]);
    require_equal(NHNCloudPurchaseResult_productType(again), NHNCloudProductTypeConsumable);
    require_text(NHNCloudPurchaseResult_jsonString(again), payments.items[0]);
    TCGBRelease(again);
    for (int type = 0; type < 4; type++) {
        char json[128];
        snprintf(json, sizeof json, "{\"productIdentifier\":\"a\",\"productType\":%d}", type);
        NHNCloudProduct *product = NHNCloudProduct_productFromJsonString(json);
        require(product);
        require_equal(NHNCloudProduct_productType(product), type);
        TCGBRelease(product);
    }
    require(!NHNCloudProduct_productFromJsonString("{\"productIdentifier\":\"a\",\"productType\":4}"));
    NHNCloudProduct *text = NHNCloudProduct_productFromJsonString("{\"productIdentifier\":\"a\",\"productType\":\"AUTO_RENEWABLE\"}");
    require_equal(NHNCloudProduct_productType(text), NHNCloudProductTypeAutoRenewableSubscription);
    TCGBRelease(text);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a price may be written as JSON writes numbers") {
    static const struct {
        const char *written, *exact;
    } prices[] = {
        {"1e22", "10000000000000000000000"},
        {"1.5e3", "1500"},
        {"99E-2", "0.99"},
        {"0.5E+1", "5"},
        {"1.250", "1.250"},
        {"0", "0"},
        {"0e0", "0"},
        {"1e-38", "0.00000000000000000000000000000000000001"},
        {"12.5e0", "12.5"},
    };
    for (size_t i = 0; i < sizeof prices / sizeof *prices; i++) {
        char json[128];
        snprintf(json, sizeof json, "{\"paymentSeq\":\"1\",\"price\":%s}", prices[i].written);
        NHNCloudPurchaseResult *payment = NHNCloudPurchaseResult_purchaseResultFromJsonString(json);
        require(payment);
        require_text(NHNCloudPurchaseResult_priceString(payment), prices[i].exact);
        NHNCloudPurchaseResult *again = NHNCloudPurchaseResult_purchaseResultFromJsonString(NHNCloudPurchaseResult_jsonString(payment));
        require_text(NHNCloudPurchaseResult_priceString(again), prices[i].exact);
        require(NHNCloudPurchaseResult_price(again) == strtod(prices[i].written, NULL));
        TCGBRelease(again);
        TCGBRelease(payment);
    }
    require(!NHNCloudPurchaseResult_purchaseResultFromJsonString("{\"paymentSeq\":\"1\",\"price\":1e39}"));
    require(!NHNCloudPurchaseResult_purchaseResultFromJsonString("{\"paymentSeq\":\"1\",\"price\":1e999999999999999999999}"));
    TCGBPurchasableReceipt *receipt = TCGBPurchasableReceipt_purchasableReceiptFromJsonString("{\"paymentSeq\":\"1\",\"price\":1e22}");
    require(TCGBPurchasableReceipt_price(receipt) == 1e22f);
    TCGBRelease(receipt);
}

PROMISE("a configuration of NHN Cloud purchases can be kept as JSON") {
    NHNCloudIAPConfiguration *configuration = NHNCloudIAPConfiguration_configurationWithAppKey("key");
    NHNCloudIAPConfiguration_setServiceZone(configuration, NHNCloudServiceZoneBeta);
    NHNCloudIAPConfiguration *again =
        NHNCloudIAPConfiguration_configurationFromJsonString(NHNCloudIAPConfiguration_jsonString(configuration));
    require_text(NHNCloudIAPConfiguration_appKey(again), "key");
    require_equal(NHNCloudIAPConfiguration_serviceZone(again), NHNCloudServiceZoneBeta);
    require(!NHNCloudIAPConfiguration_configurationFromJsonString("{}"));
    require(!NHNCloudIAPConfiguration_configurationFromJsonString("{\"appKey\":\"k\",\"serviceZone\":3}"));
    TCGBRelease(again);
    TCGBRelease(configuration);
}

PROMISE("NHN Cloud purchases may come first and Gamebase later under its own app id") {
    static struct answer start;
    require(TCGBHost_setStorageDirectory(directory));
    for (int run = 0; run < 2; run++) {
        NHNCloudIAPConfiguration *configuration = NHNCloudIAPConfiguration_configurationWithAppKey("another key");
        NHNCloudIAP_initWithConfiguration(configuration);
        TCGBRelease(configuration);
        NHNCloudSDK_setUserID("porter");
        PLAY_WELL(&payments, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &payments));
        initialize_in(NULL);
        require_text(TCGBGamebase_appID(), "Contract");
        require(TCGBGamebase_shutdown(2000));
        require(TCGBHost_setStorageDirectory(directory));
    }
    /* The app is Gamebase's from then on. */
    TCGBConfiguration *wrong = TCGBConfiguration_configurationWithAppID_appVersion("another key", "1.0.0");
    PLAY(&start, TCGBGamebase_initializeWithConfiguration_completion(wrong, on_json, &start));
    require(start.code != 0);
    TCGBRelease(wrong);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("any number of empty arrays and objects side by side is no nesting") {
    static char json[1 << 16];
    for (int kind = 0; kind < 2; kind++) {
        size_t length = 0;
        json[length++] = '[';
        for (int i = 0; i < 10000; i++) {
            memcpy(json + length, kind ? "{}," : "[],", 3);
            length += 3;
        }
        memcpy(json + length, "7]", 3);
        require_text(TCGBUtil_extractValueFrom_searchString(json, "[10000]"), "7");
    }
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
