"""Writes a C program that calls every exported function with hostile arguments; hostile.h holds its runtime.

The headers are read for the prototypes, so a new function is attacked without anyone having to remember it. A type that is
not known here is an error: silence would be a hole.
"""
import re

# Besides those that hand over an error; and what leaves an instance.
WAITING = ["NCMBUser_currentUser", "NCMBInstallation_currentInstallation", "TCGBInstance_makeCurrent", "TCGBInstance_destroy"]

# How a valid object of each class comes about, so that functions get past the first check, too.
LIVE = {
    "TCGBConfiguration": 'TCGBConfiguration_configurationWithAppID_appVersion("Hostile", "1.0.0")',
    # A ban and a failed transfer in it, so that their objects can be made of it.
    "TCGBError": 'TCGBError_errorFromJsonString("{\\"code\\":7,\\"domain\\":\\"D\\",\\"message\\":\\"M\\",'
                 '\\"extras\\":{\\"ban\\":\\"{\\\\\\"userId\\\\\\":\\\\\\"U\\\\\\",\\\\\\"banType\\\\\\":\\\\\\"TEMPORARY\\\\\\",\\\\\\"beginDate\\\\\\":1,\\\\\\"endDate\\\\\\":2,\\\\\\"message\\\\\\":\\\\\\"a%20b\\\\\\"}\\",\\"failTransferAccount\\":\\"{\\\\\\"id\\\\\\":\\\\\\"I\\\\\\"}\\"}}")',
    "TCGBAuthToken": 'TCGBAuthToken_authTokenFromJsonString("{\\"token\\":{\\"sourceIdPCode\\":\\"guest\\",\\"accessToken\\":\\"T\\"},'
                     '\\"member\\":{\\"userId\\":\\"U\\",\\"appId\\":\\"A\\",\\"valid\\":\\"Y\\",\\"regDate\\":1,\\"authList\\":[{\\"userId\\":\\"U\\",'
                     '\\"authSystem\\":\\"gbid\\",\\"idPCode\\":\\"guest\\",\\"authKey\\":\\"K\\",\\"regDate\\":1}],\\"temporaryWithdrawal\\":{\\"gracePeriodDate\\":5},\\"graceBan\\":{\\"gracePeriodDate\\":5}}}")',
    "TCGBToken": "(void *)TCGBRetain(TCGBAuthToken_tcgbToken(own_live(CLASS_TCGBAuthToken)))",
    "TCGBMember": "(void *)TCGBRetain(TCGBAuthToken_tcgbMember(own_live(CLASS_TCGBAuthToken)))",
    "TCGBAuthMappingInfo": "(void *)TCGBRetain(TCGBMember_authList_at(TCGBAuthToken_tcgbMember(own_live(CLASS_TCGBAuthToken)), 0))",
    "TCGBTemporaryWithdrawalInfo": "(void *)TCGBRetain(TCGBMember_temporaryWithdrawal(TCGBAuthToken_tcgbMember(own_live(CLASS_TCGBAuthToken))))",
    "TCGBGamebaseEventMessage": 'TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString("{\\"category\\":\\"c\\",\\"data\\":\\"{}\\"}")',
    "TCGBGamebaseEventIdPRevokedData": 'TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString("{\\"code\\":600,\\"idPType\\":\\"x\\",\\"authMappingList\\":[\\"a\\"]}")',
    "TCGBGamebaseEventLoggedOutData": 'TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString("{\\"message\\":\\"m\\"}")',
    "TCGBGamebaseEventServerPushData": 'TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString("{\\"extras\\":\\"e\\"}")',
    "TCGBGamebaseEventObserverData": 'TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString("{\\"code\\":1,\\"message\\":\\"m\\"}")',
    "TCGBPushMessage": 'TCGBPushMessage_pushMessageFromJsonString("{\\"id\\":\\"1\\",\\"title\\":\\"t\\",\\"extras\\":\\"{}\\"}")',
    "TCGBPushAction": 'TCGBPushAction_pushActionFromJsonString("{\\"actionType\\":\\"REPLY\\",\\"message\\":{\\"id\\":\\"1\\",\\"extras\\":\\"{}\\"}}")',
    "TCGBPurchasableConfiguration": "TCGBPurchasableConfiguration_create()",
    "TCGBPurchasableItem": 'TCGBPurchasableItem_purchasableItemFromJsonString("{\\"gamebaseProductId\\":\\"gem_100\\",\\"price\\":0.99}")',
    "TCGBPurchasableReceipt": 'TCGBPurchasableReceipt_purchasableReceiptFromJsonString("{\\"paymentSeq\\":\\"1\\",\\"price\\":0.99}")',
    "TCGBAnalyticsGameUserData": "TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(1)",
    "TCGBAnalyticsLevelUpData": "TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(1, 1)",
    "TCGBInstance": "TCGBInstance_create()",
    "TCGBAlert": "an_alert()",
    "TCGBBanInfo": "TCGBBanInfo_banInfoFromError(own_live(CLASS_TCGBError))",
    "TCGBGraceBanInfo": 'TCGBGraceBanInfo_graceBanInfoWithJSONString("{\\"gracePeriodDate\\":5,\\"message\\":\\"a%20b\\",'
                        '\\"paymentStatus\\":{\\"amount\\":0.99,\\"count\\":1,\\"currency\\":\\"USD\\"},'
                        '\\"releaseRuleCondition\\":{\\"amount\\":9,\\"count\\":2,\\"currency\\":\\"USD\\",\\"conditionType\\":\\"OR\\"}}")',
    "TCGBPaymentStatus": "(void *)TCGBRetain(TCGBGraceBanInfo_paymentStatus(own_live(CLASS_TCGBGraceBanInfo)))",
    "TCGBReleaseRuleCondition": "(void *)TCGBRetain(TCGBGraceBanInfo_releaseRuleCondition(own_live(CLASS_TCGBGraceBanInfo)))",
    # Only a player who is logged in has one: most of the time this is NULL.
    "TCGBAuthProviderProfile": '(void *)TCGBGamebase_authProviderProfileWithIDPCode("guest")',
    "TCGBTransferAccountInfo": 'TCGBTransferAccountInfo_transferAccountInfoFromJsonString("{\\"issuedType\\":\\"AUTO\\",'
                               '\\"account\\":{\\"id\\":\\"I\\",\\"password\\":\\"P\\"},'
                               '\\"condition\\":{\\"transferAccountType\\":\\"ID\\",\\"expirationType\\":\\"PERIOD\\",\\"expirationDate\\":1}}")',
    "TCGBTransferAccountInfoAccount": "(void *)TCGBRetain(TCGBTransferAccountInfo_account(own_live(CLASS_TCGBTransferAccountInfo)))",
    "TCGBTransferAccountInfoCondition": "(void *)TCGBRetain(TCGBTransferAccountInfo_condition(own_live(CLASS_TCGBTransferAccountInfo)))",
    "TCGBTransferAccountFailInfo": "TCGBTransferAccountFailInfo_transferAccountFailInfoFromError(own_live(CLASS_TCGBError))",
    "TCGBTransferAccountRenewConfiguration": "TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget(1)",
    "TCGBAuthAdapterRequest": "a_request()",
    "TCGBStoreRequest": "a_store_request()",
    "TCGBPurchasableRetryTransactionResult": "a_retry_result()",
    "NHNCloudSDK": "(void *)TCGBRetain(NHNCloudSDK_sharedInstance())",
    "NHNCloudIAPConfiguration": 'NHNCloudIAPConfiguration_configurationWithAppKey("Hostile")',
    "NHNCloudProduct": 'NHNCloudProduct_productFromJsonString("{\\"productIdentifier\\":\\"gem_100\\",\\"price\\":0.99}")',
    "NHNCloudProductsResponse": 'NHNCloudProductsResponse_productsResponseFromJsonString("{\\"products\\":[{\\"productIdentifier\\":\\"a\\"}],'
                                '\\"invalidProducts\\":[{\\"productIdentifier\\":\\"b\\"}]}")',
    "NHNCloudPurchaseResult": 'NHNCloudPurchaseResult_purchaseResultFromJsonString("{\\"paymentSeq\\":\\"1\\",\\"accessToken\\":\\"t\\",\\"price\\":0.99}")',
    # Only a callback hands one over, where the contract programs ask it.
    "HIVEResultAPI": "NULL",
    "HIVELocalPush": 'HIVELocalPush_localPushFromJsonString("{\\"noticeId\\":1,\\"title\\":\\"t\\",\\"after\\":3600}")',
    "HIVERemotePush": "HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(true, true)",
    "HIVEPushSetting": "HIVEPushSetting_initWithUseForegroundRemotePush_useForegroundLocalPush(true, true)",
    "HIVEPushMessage": 'HIVEPushMessage_pushMessageFromJsonString("{\\"id\\":\\"1\\",\\"title\\":\\"t\\",\\"category\\":\\"C\\",'
                       '\\"buttons\\":[{\\"name\\":\\"b\\"}]}")',
    "TCGBPushConfiguration": "TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight(true, true, false)",
    "TCGBNotificationOptions": "TCGBNotificationOptions_notificationOptionsWithForegroundEnabled_badgeEnabled_soundEnabled(true, true, true)",
    "TCGBPushTokenInfo": 'TCGBPushTokenInfo_pushTokenInfoFromJsonString("{\\"pushType\\":\\"LINUX\\",\\"token\\":\\"T\\",\\"userId\\":\\"U\\",\\"agreement\\":{\\"pushEnabled\\":true}}")',
    "TCGBPushAgreement": "(void *)TCGBRetain(TCGBPushTokenInfo_agreement(own_live(CLASS_TCGBPushTokenInfo)))",
    "TCGBUpdateInfo": 'TCGBUpdateInfo_updateInfoFromJsonString("{\\"installUrl\\":\\"https://example.com/\\"}")',
    "TCGBForcingMappingTicket": 'TCGBForcingMappingTicket_forcingMappingTicketFromJsonString("{\\"userId\\":\\"U\\",\\"mappedUserId\\":\\"V\\",'
                                '\\"idPCode\\":\\"google\\",\\"forcingMappingKey\\":\\"K\\",\\"expirationDate\\":1,\\"accessToken\\":\\"T\\"}")',
    # What the host shows, and what belongs to it.
    "TCGBWebViewConfiguration": "TCGBWebViewConfiguration_create()",
    "TCGBWebViewRequest": "a_page()",
    "TCGBWebView": "(void *)TCGBRetain(TCGBWebView_sharedTCGBWebView())",
    "TCGBContactConfiguration": "TCGBContactConfiguration_create()",
    "TCGBTermsConfiguration": "TCGBTermsConfiguration_create()",
    "TCGBQueryTermsResult": 'TCGBQueryTermsResult_queryTermsResultFromJsonString("{\\"termsSeq\\":1,\\"termsVersion\\":\\"1\\",'
                            '\\"contents\\":[{\\"termsContentSeq\\":1,\\"name\\":\\"n\\"}]}")',
    "TCGBTermsContentDetail": "(void *)TCGBRetain(TCGBQueryTermsResult_contents_at(own_live(CLASS_TCGBQueryTermsResult), 0))",
    "TCGBTermsContent": "TCGBTermsContent_termsContentWithTermsContentSeq_agreed(1, true)",
    "TCGBUpdateTermsConfiguration": 'TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents("1", 1, NULL, 0)',
    "TCGBDataContainer": 'TCGBDataContainer_dataContainerFromJsonString("{\\"isTermsUIOpened\\":true}")',
    "TCGBShowTermsViewResult": "TCGBShowTermsViewResult_fromDataContainer(own_live(CLASS_TCGBDataContainer))",
    "TCGBImageNoticeConfiguration": "TCGBImageNoticeConfiguration_create()",
    "NCMBObject": 'NCMBObject_objectWithClassName("Horse")',
    "NCMBUser": "NCMBUser_user()",
    "NCMBRole": 'NCMBRole_roleWithName("guild")',
    "NCMBACL": "NCMBACL_ACL()",
    "NCMBGeoPoint": "NCMBGeoPoint_geoPoint()",
    "NCMBQuery": 'NCMBQuery_queryWithClassName("Horse")',
    "NCMBRelation": 'NCMBRelation_initWithClassName("Horse")',
    # Only what was found is one: most of the time this is NULL.
    "NCMBArray": "(void *)NULL",
    "NCMBData": "(void *)NULL",
    "NCMBInstallation": "(void *)TCGBRetain(NCMBInstallation_currentInstallation())",
    "NCMBPush": "NCMBPush_push()",
    "NCMBFile": 'NCMBFile_fileWithName_data("f", "bytes", 5)',
    "NCMBScript": 'NCMBScript_scriptWithName_method("s", NCMBExecuteWithPostMethod)',
    "NCMBScriptCall": "(void *)NULL",
}
SCALARS = {"int32_t": "any_int32(d)", "int64_t": "any_int64(d)", "size_t": "any_size(d)", "bool": "any_bool(d)", "float": "any_float(d)",
           "uint32_t": "(uint32_t)any_int32(d)", "uint64_t": "roll(d) % 64", "double": "any_float(d)", "const char *": "any_text(d)", "const void *": "any_handle(d, any_class(d))"}
# These may be called any number of times; every other callback is a completion.
REPEATED = {"TCGBGamebaseEventHandler", "TCGBLogSink", "TCGBWebViewSchemeEvent", "TCGBImageNoticeSchemeEvent", "TCGBPromotionIAPHandler",
            "NCMBRemoteNotificationHandler", "NCMBProgressBlock", "TCGBConsoleProgress", "NCMBScriptFunction", "NCMBMailFunction"}
# Functions whose result belongs to the caller; of the mobile backend also those whose name does not say so.
OWNED = re.compile(r"With|FromJsonString|FromError|fromDataContainer|_create|_copy|_query$|objectForKey_geoPoint|"
                   r"^NCMB(ACL_ACL|GeoPoint_geoPoint|Query_orQuery|User_user$|Query_find|Query_get|User_logIn|AnonymousUtils_logIn|"
                   r"Push_push|File_getData$|Script_execute)")
FUNCTIONS_AT_LEAST = 200


def joined(type):
    """`const char *const *`, as C writes it."""
    return re.sub(r"\s*\*\s*const\s*\*$", " *const *", type)


def class_of(type):
    return re.sub(r"^const |\s*\*$", "", type)


def program(declarations, main="hostile_main.h", more=()):
    """`main`: what is done with the table of calls. `more`: lines before it."""
    if len(declarations.functions) < FUNCTIONS_AT_LEAST:
        raise ValueError("only %d functions were found" % len(declarations.functions))
    missing = sorted(declarations.objects - set(LIVE))
    if missing:
        raise ValueError("say in LIVE how an object of these classes is made: %s" % missing)
    classes = [name for name in LIVE if name in declarations.objects]
    names = ("Gamebase", "NCMB", "NHNCloudIAP", "HIVE", "HIVEExtensions")
    lines = ["#include <%s/%s.h>" % (name, name) for name in names] + ['#include "hostile.h"', ""]
    lines += ["enum { %s, CLASSES };" % ", ".join("CLASS_" + name for name in classes)]
    lines.append("static void *make(int class_) {\n    switch (class_) {")
    lines += ["    case CLASS_%s: return (void *)%s;" % (name, LIVE[name]) for name in classes]
    lines.append("    }\n    return NULL;\n}")
    lines.append("enum { CLASS_OF_PAGES = CLASS_TCGBWebViewRequest, CLASS_OF_ALERTS = CLASS_TCGBAlert, CLASS_OF_REQUESTS = CLASS_TCGBAuthAdapterRequest, CLASS_OF_STORE_REQUESTS = CLASS_TCGBStoreRequest, CLASS_OF_RETRY_RESULTS = CLASS_TCGBPurchasableRetryTransactionResult, CLASS_OF_INSTANCES = CLASS_TCGBInstance, CLASSES_ = CLASSES };")
    for callback in declarations.callbacks.values():
        lines += callback_lines(callback)
    for number, function in enumerate(declarations.functions):
        lines += wrapper(number, function, declarations)
    lines.append("static const struct call calls[] = {")
    lines += ['    {"%s", call_%d},' % (function.name, number) for number, function in enumerate(declarations.functions)]
    lines += ["};", "enum { CALLS = sizeof calls / sizeof *calls };", *more, '#include "%s"' % main]
    return "\n".join(lines) + "\n"


def callback_lines(callback):
    arguments = ["%s %s" % (argument.type, argument.name) for argument in callback.arguments]
    body = ["    called(context, %s);" % ("true" if callback.name in REPEATED else "false")]
    for argument in callback.arguments:
        if argument.type == "const char *":
            body.append("    touch(%s);" % argument.name)
        elif argument.type == "const TCGBPurchasableRetryTransactionResult *":
            body.append("    keep_retry_result(%s);" % argument.name)
        elif argument.name != "context":
            body.append("    (void)%s;" % argument.name)
    return ["static %s cb_%s(%s) {" % (callback.result, callback.name, ", ".join(arguments)), *body, "}"]


def wrapper(number, function, declarations):
    lines = ["static void call_%d(struct dice *d) {" % number]
    passed, handles, completion, array, bytes_of, out = [], False, None, None, None, None
    for index, argument in enumerate(function.arguments):
        name, type = "a%d" % index, argument.type
        if type in declarations.callbacks:
            completion = "record_%d" % index
            lines.append("    %s %s = any_bool(d) || d->mode < 0 ? cb_%s : NULL;" % (type, name, type))
            lines.append('    void *' + completion + ' = %s ? begin_record("%s", %s) : NULL;' % (name, function.name, "true" if type in REPEATED else "false"))
        elif type == "void *":
            lines.append("    void *%s = %s;" % (name, completion or "any_pointer(d)"))
            completion = None
        elif type == "TCGBError **":
            lines.append("    TCGBError *%s_error = NULL;" % name)
            lines.append("    TCGBError **%s = any_bool(d) ? &%s_error : NULL;" % (name, name))
            out = name
        elif type == "const int64_t *":
            lines.append("    int64_t %s_items[3] = {any_int64(d), any_int64(d), any_int64(d)};" % name)
            lines.append("    %s %s = any_bool(d) ? %s_items : NULL;" % (type, name, name))
            array = name
        elif type.endswith("const *"):
            # An array, and after it how long it is: NULL, a part, or all of one that is as long as it says.
            element = type[:-len("const *")].strip()
            value = "any_text(d)" if element == "const char *" else "any_handle(d, CLASS_%s)" % class_of(element)
            handles |= element != "const char *"
            lines.append("    %s %s_items[3] = {%s};" % (element, name, ", ".join([value] * 3)))
            lines.append("    %s %s = any_bool(d) ? %s_items : NULL;" % (joined(type), name, name))
            array = name
        elif array:
            lines.append("    size_t %s = %s ? (any_bool(d) ? SIZE_MAX : pick(d, 4)) : any_size(d);" % (name, array))
            array = None
        elif type == "const void *" and argument.name == "data":
            lines.append("    const char *%s_text = any_text(d);" % name)
            lines.append("    const void *%s = %s_text;" % (name, name))
            bytes_of = name
        elif bytes_of:
            lines.append("    size_t %s = %s ? (any_bool(d) ? SIZE_MAX : strlen(%s_text)) : any_size(d);" % (name, bytes_of, bytes_of))
            bytes_of = None
        elif type == "const TCGBActionSheetBlock *":
            lines.append("    TCGBActionSheetBlock %s_items[3] = {{any_text(d), d_block, NULL}, {any_text(d), NULL, NULL}, {any_text(d), d_block, NULL}};" % name)
            lines.append("    %s %s = any_bool(d) ? %s_items : NULL;" % (type, name, name))
            array = name
        elif argument.name == "directory":
            # Whatever the text is, nothing is written beside the tests: no folder is below a device.
            lines.append("    char %s_path[256];" % name)
            lines.append("    const char *%s = any_text(d);" % name)
            lines.append("    if (%s && strlen(%s) < 200)" % (name, name))
            lines.append('        snprintf(%s_path, sizeof %s_path, "/dev/null/%%s", %s), %s = %s_path;' % ((name,) * 5))
        elif argument.name == "timeoutMilliseconds":
            lines.append("    %s %s = any_limit(d);" % (type, name))
        elif type in SCALARS:
            handles |= type == "const void *"
            lines.append("    %s %s = %s;" % (type, name, SCALARS[type]))
        elif type in declarations.enumerations:
            lines.append("    %s %s = (%s)any_int32(d);" % (type, name, type))
        elif class_of(type) in declarations.objects:
            handles = True
            lines.append("    %s %s = any_handle(d, CLASS_%s);" % (type, name, class_of(type)))
        elif class_of(type) == "TCGBHostDelegate":
            lines.append("    %s %s = any_delegate(d);" % (type, name))
        elif class_of(type) == "NCMBSubclass":
            lines.append("    %s %s = any_subclass(d);" % (type, name))
        elif class_of(type) == "TCGBStoreAdapter":
            lines.append("    %s %s = any_store(d);" % (type, name))
        elif class_of(type) == "TCGBHTTP":
            lines.append("    %s %s = any_http(d);" % (type, name))
        elif class_of(type) == "NHNCloudInAppPurchaseDelegate":
            lines.append("    %s %s = any_iap_delegate(d);" % (type, name))
        elif class_of(type) == "HIVEPushDelegate":
            lines.append("    %s %s = any_push_delegate(d);" % (type, name))
        elif class_of(type) == "TCGBAuthAdapter":
            lines.append("    %s %s = any_adapter(d);" % (type, name))
        else:
            raise ValueError("%s: no hostile value is known for the type %s" % (function.name, type))
        passed.append(name)
    call = "%s(%s)" % (function.name, ", ".join(passed))
    result = function.result
    if result == "void":
        lines.append("    %s;" % call)
    elif result == "const char *":
        lines.append("    const char *result = %s;" % call)
        lines.append("    %s;" % ("if (!threaded) touch(result)" if handles else "touch(result)"))
    elif result == "TCGBInstance *" and "current" not in function.name:
        lines.append("    keep_instance(%s);" % call)
    elif class_of(result) in declarations.objects and OWNED.search(function.name):
        lines.append("    TCGBRelease(%s);" % call)
    elif function.name == "TCGBRetain":
        lines.append("    TCGBRelease(%s);" % call)
    else:
        lines.append("    (void)%s;" % call)
    if out:
        lines.append("    TCGBRelease(%s_error);" % out)
    if function.name == "NCMB_setApplicationKey_clientKey":
        lines.append("    TCGBConsole_loadSettings_completion(CHEAP_PASSWORDS, NULL, NULL);")
    if out or function.name in WAITING:
        # What waits for the service waits seconds when that answers nothing. So does another thread when this one leaves it suspended.
        lines.insert(1, "    TCGBConsole_setServiceSuspended(false);")
    lines.append("    (void)d;\n}")
    return lines
