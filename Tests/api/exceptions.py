"""What the rules of this folder cannot know, each with its reason. All else about a call or a class follows from its declaration.
The suite `api` refuses what is here without need."""

# The end of a callback's name says how often it is called: as the completion of one call, or any number of times.
CALLED_ONCE = ("Completion", "CompletionHandler", "ResultBlock", "Callback", "ContentHandler")
CALLED_OFTEN = ("Event", "EventHandler", "IAPHandler", "NotificationHandler", "Progress", "ProgressBlock", "Sink", "Function")

# Objects of the mobile backend that are NCMBObjects of their own kind: a handle says NCMBObject of each, and its functions take all.
BASES = {name: "NCMBObject" for name in ("NCMBFile", "NCMBInstallation", "NCMBPush", "NCMBRole", "NCMBUser")}

# What a getter answers about anything but a living object, where 0 would be a value. The comment of the header says it, too.
NEUTRAL = {
    "TCGBPurchasableItem_price": "-1", "TCGBPurchasableItem_itemSeq": "-1",
    "TCGBPurchasableReceipt_price": "-1", "TCGBPurchasableReceipt_itemSeq": "-1",
    "NHNCloudPurchaseResult_productSeq": "-1", "NHNCloudPurchaseResult_price": "-1",
    "NHNCloudProduct_productSeq": "-1", "NHNCloudProduct_price": "-1",
    "NHNCloudIAPConfiguration_serviceZone": "-1",
    "NCMBObject_createDate": "-1", "NCMBObject_updateDate": "-1", "NCMBObject_objectForKey_date": "INT64_MIN",
    "NCMBQuery_limit": "-1", "NCMBQuery_skip": "-1",
    "HIVEResultAPI_errorCode": "-4", "HIVEResultAPI_code": "-4000007",
}

# The kind of a row, where the setters of its class do not say it.
KINDS = {
    "TCGBForcingMappingTicket_extraParams": "LATER_TEXT",  # JSON under another name
    "TCGBAuthProviderProfile_information": "LATER_TEXT",  # JSON under another name
    "NCMBRelation_targetClass": "CHANGING_TEXT",  # the first object that is added sets it
}
# Places for the texts of a list, which functions in Swift read: the last row of their class.
LISTS = {
    "TCGBAlert": "firstButton", "TCGBStoreRequest": "firstMarketItemId", "HIVEPushMessage": "buttons",
    "TCGBGamebaseEventIdPRevokedData": "firstMapping",
}

# Members of a JSON form whose key is not the getter's name, or that are no members (None).
KEYS = {
    "TCGBAuthToken_tcgbToken": "token", "TCGBAuthToken_tcgbMember": "member", "TCGBMember_graceBanInfo": "graceBan",
    "TCGBPushMessage_identifier": "id",
    "TCGBPushAgreement_ADAgreement": "adAgreement", "TCGBPushAgreement_ADAgreementNight": "adAgreementNight",
    "TCGBTransferAccountInfoAccount_accountId": "id", "TCGBTransferAccountInfoAccount_accountPassword": "password",
    "TCGBTransferAccountRenewConfiguration_renewalMode": "renewalModeType",
    "TCGBTransferAccountRenewConfiguration_renewalTarget": "renewalTargetType",
    "TCGBPushConfiguration_ADAgreement": "adAgreement", "TCGBPushConfiguration_ADAgreementNight": "adAgreementNight",
    "TCGBPurchasableReceipt_sandboxPayment": "isTestPurchase", "TCGBPurchasableReceipt_promotionPayment": "isPromotion",
    "NHNCloudProduct_isActive": "active", "NHNCloudPurchaseResult_isStorePayment": "storePayment",
    "NHNCloudPurchaseResult_isSandboxPayment": "sandboxPayment", "NHNCloudPurchaseResult_purchaseTime": "purchaseTimeMillis",
    "NHNCloudPurchaseResult_expiryTime": "expiryTimeMillis",
    # The same number as an exact text.
    "TCGBPaymentStatus_amountString": None, "TCGBReleaseRuleCondition_amountString": None,
    "HIVEPushMessage_identifier": "id", "HIVEPushMessage_buttonIds": None, "HIVEPushMessage_buttonTitles": None,
    # Read out of data.
    **{"TCGBGamebaseEventMessage_" + field: None for field in (
        "idPRevokedData", "loggedOutData", "serverPushData", "observerData", "pushMessage", "pushAction", "purchasableReceipt")},
    # Read out of what the error carries.
    **{"TCGBError_" + field: None for field in ("description", "detailErrorCode", "detailErrorMessage", "underlyingError")},
}
# Texts of JSON forms that mean something, by the getter; any other text is the getter's name.
TEXTS = {
    "idPCode": "google", "sourceIdPCode": "guest", "currency": "USD", "priceString": "0.5", "message": "a%20b",
    "actionType": "REPLY", "gamebaseProductId": "gem_100", "productIdentifier": "gem_100", "installUrl": "https://example.com/",
    "detailUrl": "https://example.com/d", "detailPageUrl": "https://example.com/", "pushType": "LINUX", "deviceCountryCode": "KR",
    "timezone": "Asia/Seoul", "registeredDateTime": "2026-01-01T00:00:00Z", "languageCode": "ko", "displayLanguageCode": "ko",
    "agreePush": "NONE", "transferAccountType": "ID_PASSWORD", "expirationType": "PERIOD", "issuedType": "AUTO", "conditionType": "OR",
    "termsCountryType": "ETC", "valid": "Y", "data": "{}",
}
# Values that a reader demands so, or members without a getter.
VALUES = {
    "NHNCloudPurchaseResult": {"purchaseTimeMillis": 1, "expiryTimeMillis": 1},
    "HIVEPushMessage": {"buttons": [{"id": "b", "name": "n"}]},
    "TCGBError": {"extras": {"k": "v"}, "error": {"code": 4, "domain": "E", "message": "n"}},
    "TCGBToken": {"extraParams": {"k": "v"}},
    "TCGBForcingMappingTicket": {"extraParams": {"k": "v"}},
    "TCGBGamebaseEventServerPushData": {"popup": {"k": "v"}},
    "TCGBPushMessage": {"extras": "{}"},
    "TCGBTransferAccountRenewConfiguration": {"renewalModeType": "MANUAL", "renewalTargetType": 1},
}

# How an object comes about of a class that no function makes out of JSON, texts and numbers, and that no other object has.
MADE = {
    # A ban and a failed transfer in it, so that their objects can be made of it.
    "TCGBError": ("errorFromJsonString", {"code": 7, "domain": "D", "message": "M", "extras": {
        "ban": '{"userId":"U","banType":"TEMPORARY","beginDate":1,"endDate":2,"message":"a%20b"}', "failTransferAccount": '{"id":"I"}'}}),
    "TCGBBanInfo": "TCGBBanInfo_banInfoFromError(own_live(CLASS_TCGBError))",
    "TCGBTransferAccountFailInfo": "TCGBTransferAccountFailInfo_transferAccountFailInfoFromError(own_live(CLASS_TCGBError))",
    # It has no getters.
    "TCGBDataContainer": ("dataContainerFromJsonString", {"isTermsUIOpened": True}),
    "TCGBShowTermsViewResult": "TCGBShowTermsViewResult_fromDataContainer(own_live(CLASS_TCGBDataContainer))",
    # Only a callback hands one over: hostile.h asks for one.
    "TCGBAlert": "an_alert()", "TCGBAuthAdapterRequest": "a_request()", "TCGBStoreRequest": "a_store_request()",
    "TCGBPurchasableRetryTransactionResult": "a_retry_result()", "TCGBWebViewRequest": "a_page()",
    # Only a callback hands one over, where the contract programs ask it. Only what was found is an array or data.
    "HIVEResultAPI": "NULL", "NCMBArray": "(void *)NULL", "NCMBData": "(void *)NULL", "NCMBScriptCall": "(void *)NULL",
    # Only a player who is logged in has one: most of the time this is NULL.
    "TCGBAuthProviderProfile": '(void *)TCGBGamebase_authProviderProfileWithIDPCode("guest")',
    # Nobody counts it, so that nobody is handed one.
    "TCGBInstance": "TCGBInstance_create()",
    # It takes bytes.
    "NCMBFile": 'NCMBFile_fileWithName_data("f", "bytes", 5)',
    # It takes a list.
    "TCGBUpdateTermsConfiguration": 'TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents("1", 1, NULL, 0)',
    # The one that there is.
    "NHNCloudSDK": "(void *)TCGBRetain(NHNCloudSDK_sharedInstance())",
    "TCGBWebView": "(void *)TCGBRetain(TCGBWebView_sharedTCGBWebView())",
    "NCMBInstallation": "(void *)TCGBRetain(NCMBInstallation_currentInstallation())",
}
