/* Who releases what, where it takes no service: the functions whose declaration has TCGB_OWNED, and those that lend. The others are reached
 * by the programs of their pages; Tests/suites/ownership.py plays all of them and compares with the headers. */
#include <HIVE/HIVE.h>
#include <NHNCloudIAP/NHNCloudIAP.h>

#include "../ncmb/backend.h"

/* What is made is one object, or one with what is in it, and goes with its release. */
#define REQUIRE_OWNED(expression) \
    do { \
        size_t alive_ = TCGBObject_aliveCount(); \
        const void *made_ = (expression); \
        if (!made_) broken(__FILE__, __LINE__, "made: " #expression); \
        require_equal(TCGBObject_retainCount(made_), 1); \
        require(TCGBObject_aliveCount() > alive_); \
        TCGBRelease(made_); \
        require_equal(TCGBObject_retainCount(made_), 0); \
        if (TCGBObject_aliveCount() != alive_) \
            broken_number(__FILE__, __LINE__, #expression, (long long)TCGBObject_aliveCount(), (long long)alive_); \
    } while (0)
/* What is lent is the same each time, and goes with the object that has it. */
#define REQUIRE_LENT(owner, expression) \
    do { \
        size_t alive_ = TCGBObject_aliveCount(); \
        void *from = (void *)(owner); \
        if (!from) broken(__FILE__, __LINE__, "made: " #owner); \
        const void *lent_ = (expression); \
        if (!lent_) broken(__FILE__, __LINE__, "lent: " #expression); \
        require(lent_ == (expression) && TCGBObject_retainCount(lent_) == 1); \
        TCGBRelease(from); \
        require_equal(TCGBObject_retainCount(lent_), 0); \
        require_equal(TCGBObject_aliveCount(), alive_); \
    } while (0)

#define TOKEN \
    "{\"token\":{\"accessToken\":\"t\"},\"member\":{\"userId\":\"u\",\"authList\":[{\"idPCode\":\"guest\"}]," \
    "\"temporaryWithdrawal\":{\"gracePeriodDate\":1}}}"
#define ACCOUNT \
    "{\"issuedType\":\"AUTO\",\"account\":{\"id\":\"i\",\"password\":\"p\"}," \
    "\"condition\":{\"transferAccountType\":\"ID\",\"expirationType\":\"NONE\"}}"
#define PRODUCTS "{\"products\":[{\"productIdentifier\":\"a\"}],\"invalidProducts\":[{\"productIdentifier\":\"b\"}]}"

#define REGISTRATION "{\"pushType\":\"LINUX\",\"token\":\"t\",\"userId\":\"u\",\"agreement\":{\"pushEnabled\":true}}"

PROMISE("what a game makes is gone with its one release") {
    REQUIRE_OWNED(TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(1));
    REQUIRE_OWNED(TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(1, 2));
    REQUIRE_OWNED(TCGBAuthToken_authTokenFromJsonString(TOKEN));
    REQUIRE_OWNED(TCGBConfiguration_configurationWithAppID_appVersion_zoneType("a", "1", "real"));
    REQUIRE_OWNED(TCGBContactConfiguration_create());
    REQUIRE_OWNED(TCGBImageNoticeConfiguration_create());
    REQUIRE_OWNED(TCGBError_resultWithCode(3));
    REQUIRE_OWNED(TCGBError_resultWithCode_message(3, "m"));
    TCGBError *cause = TCGBError_resultWithCode(4);
    REQUIRE_OWNED(TCGBError_resultWithDomain_code_description_underlyingError("d", 3, "m", cause));
    TCGBRelease(cause);
    REQUIRE_OWNED(TCGBError_errorFromJsonString("{\"domain\":\"d\",\"code\":3}"));
    REQUIRE_OWNED(TCGBPurchasableItem_purchasableItemFromJsonString("{\"gamebaseProductId\":\"a\"}"));
    REQUIRE_OWNED(TCGBPurchasableReceipt_purchasableReceiptFromJsonString("{\"gamebaseProductId\":\"a\",\"paymentSeq\":\"1\"}"));
    REQUIRE_OWNED(TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight(true, true, false));
    REQUIRE_OWNED(TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_alwaysAllowTokenRegistration(
        true, true, false, true));
    REQUIRE_OWNED(TCGBPushConfiguration_pushConfigurationWithJSONString("{\"pushEnabled\":true}"));
    REQUIRE_OWNED(TCGBNotificationOptions_notificationOptionsWithJSONString("{\"foregroundEnabled\":true}"));
    REQUIRE_OWNED(TCGBDataContainer_dataContainerFromJsonString("{}"));
    REQUIRE_OWNED(TCGBTransferAccountInfo_transferAccountInfoFromJsonString(ACCOUNT));
    REQUIRE_OWNED(TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget(0));
    REQUIRE_OWNED(TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountPassword("p"));
    REQUIRE_OWNED(TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountId_accountPassword("i", "p"));
    const char *const failure = "{\"code\":3042,\"extras\":{\"failTransferAccount\":\"{\\\"id\\\":\\\"i\\\"}\"}}";
    TCGBError *blocked = TCGBError_errorFromJsonString(failure);
    REQUIRE_OWNED(TCGBTransferAccountFailInfo_transferAccountFailInfoFromError(blocked));
    TCGBRelease(blocked);
    REQUIRE_OWNED(TCGBPushTokenInfo_pushTokenInfoFromJsonString(REGISTRATION));
    TCGBTransferAccountRenewConfiguration *renewal = TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget(0);
    const char *json = TCGBTransferAccountRenewConfiguration_jsonString(renewal);
    REQUIRE_OWNED(TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString(json));
    TCGBRelease(renewal);
}

PROMISE("what a game of Hive's, the mobile backend's or NHN Cloud's makes is gone with its one release") {
    REQUIRE_OWNED(HIVELocalPush_create());
    REQUIRE_OWNED(HIVELocalPush_initWithNoticeId_title_msg_after(1, "t", "m", 2));
    REQUIRE_OWNED(HIVELocalPush_localPushFromJsonString("{\"noticeId\":1,\"title\":\"t\",\"msg\":\"m\",\"after\":2}"));
    REQUIRE_OWNED(HIVEPushMessage_pushMessageFromJsonString("{\"id\":\"1\",\"title\":\"t\",\"body\":\"b\"}"));
    REQUIRE_OWNED(HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(true, false));
    REQUIRE_OWNED(HIVEPushSetting_initWithUseForegroundRemotePush_useForegroundLocalPush(true, false));
    REQUIRE_OWNED(NCMBGeoPoint_geoPoint());
    REQUIRE_OWNED(NCMBObject_initWithClassName("Horse"));
    REQUIRE_OWNED(NHNCloudIAPConfiguration_initWithAppKey("key"));
    NHNCloudIAPConfiguration *configuration = NHNCloudIAPConfiguration_initWithAppKey("key");
    REQUIRE_OWNED(NHNCloudIAPConfiguration_copy(configuration));
    TCGBRelease(configuration);
    REQUIRE_OWNED(NHNCloudIAPConfiguration_configurationFromJsonString("{\"appKey\":\"k\"}"));
    REQUIRE_OWNED(NHNCloudProduct_productFromJsonString("{\"productIdentifier\":\"a\"}"));
    REQUIRE_OWNED(NHNCloudProductsResponse_productsResponseFromJsonString(PRODUCTS));
    REQUIRE_OWNED(NHNCloudPurchaseResult_purchaseResultFromJsonString("{\"paymentSeq\":\"1\",\"accessToken\":\"t\"}"));
}

PROMISE("what an object lends is the same each time, and goes with it") {
    REQUIRE_LENT(TCGBAuthToken_authTokenFromJsonString(TOKEN), TCGBAuthToken_tcgbToken(from));
    REQUIRE_LENT(TCGBAuthToken_authTokenFromJsonString(TOKEN), TCGBMember_authList_at(TCGBAuthToken_tcgbMember(from), 0));
    REQUIRE_LENT(TCGBAuthToken_authTokenFromJsonString(TOKEN), TCGBMember_temporaryWithdrawal(TCGBAuthToken_tcgbMember(from)));
    REQUIRE_LENT(TCGBError_errorFromJsonString("{\"domain\":\"d\",\"code\":3,\"error\":{\"domain\":\"d\",\"code\":4}}"),
        TCGBError_underlyingError(from));
    REQUIRE_LENT(TCGBTransferAccountInfo_transferAccountInfoFromJsonString(ACCOUNT), TCGBTransferAccountInfo_account(from));
    REQUIRE_LENT(TCGBTransferAccountInfo_transferAccountInfoFromJsonString(ACCOUNT), TCGBTransferAccountInfo_condition(from));
    REQUIRE_LENT(NHNCloudProductsResponse_productsResponseFromJsonString(PRODUCTS), NHNCloudProductsResponse_products_at(from, 0));
    REQUIRE_LENT(NHNCloudProductsResponse_productsResponseFromJsonString(PRODUCTS), NHNCloudProductsResponse_invalidProducts_at(from, 0));
    REQUIRE_LENT(TCGBPushTokenInfo_pushTokenInfoFromJsonString(REGISTRATION), TCGBPushTokenInfo_agreement(from));
    const TCGBTermsContent *content = TCGBTermsContent_termsContentWithTermsContentSeq_agreed(1, true);
    REQUIRE_LENT(TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents("1", 1, &content, 1),
        TCGBUpdateTermsConfiguration_contents_at(from, 0));
    TCGBRelease(content);
    require(NHNCloudSDK_sharedInstance() == NHNCloudSDK_sharedInstance());
}

static void on_hive(const HIVEResultAPI *result, const HIVERemotePush *push, void *context) {
    (void)push;
    const TCGBError *error = HIVEResultAPI_error(result);
    require(error && error == HIVEResultAPI_error(result));
    require_equal(TCGBObject_retainCount(error), 1);
    came(context);
}

PROMISE("what a callback lends is gone after it, and what a search and a getter made is the game's") {
    set_keys();
    size_t alive = TCGBObject_aliveCount();
    PLAY(&answer, HIVEPush_getRemotePush(on_hive, &answer));
    require_equal(TCGBObject_aliveCount(), alive);
    NCMBUser *user = sign_up("rider");
    TCGBError *error = NULL;
    NCMBUser *again = NCMBQuery_getUserObjectWithId_error(NCMBObject_objectId(user), &error);
    require(again && !error);
    require_equal(TCGBObject_retainCount(again), 1);
    require(!NCMBQuery_getUserObjectWithId_error("nobody", &error) && error);
    require_equal(TCGBObject_retainCount(error), 1);
    TCGBRelease(error);
    TCGBRelease(again);
    NCMBGeoPoint *point = NCMBGeoPoint_geoPoint();
    require(NCMBObject_setObject_forKey_geoPoint(user, point, "place"));
    TCGBRelease(point);
    point = NCMBObject_objectForKey_geoPoint(user, "place");
    require_equal(TCGBObject_retainCount(point), 1);
    TCGBRelease(point);
    require(NCMBUser_currentUser() == user); /* the library keeps it until the shutdown */
    TCGBRelease(user);
    require(TCGBGamebase_shutdown(5000));
    require_equal(TCGBObject_aliveCount(), alive);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
