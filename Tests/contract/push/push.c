/* Registration for push: who is asked, what is kept, and what it is called. */
#include <sys/wait.h>

#include "pushing.h"

static TCGBPushConfiguration *agreed(void) {
    return TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight(true, true, false);
}
static void on_configuration(const TCGBPushConfiguration *configuration, const TCGBError *error, void *context) {
    on_json(TCGBPushConfiguration_JSONString(configuration), error, context);
}
static bool allowed;
static void on_allowed(bool is_allowed, const TCGBError *error, void *context) {
    allowed = is_allowed;
    on_error(error, context);
}

/* order: push registration */
PROMISE("push needs initialize, then a login, then a configuration") {
    TCGBPushConfiguration *configuration = agreed();
    PLAY(&answer, TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    PLAY(&answer, TCGBPush_queryNotificationAllowedWithCompletion(on_allowed, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    initialize_here();
    load_settings();
    PLAY(&answer, TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_LOGGED_IN);
    PLAY(&answer, TCGBPush_queryTokenInfoWithCompletion(on_token, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_LOGGED_IN);
    log_in();
    PLAY(&answer, TCGBPush_registerPushWithPushConfiguration_completion(NULL, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    require(strstr(answer.message, "configuration"));
    PLAY(&answer, TCGBPush_registerPushWithPushConfiguration_notificationOptions_completion(
                      configuration, (const TCGBNotificationOptions *)configuration, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    TCGBRelease(configuration);
    require(TCGBGamebase_shutdown(2000));
}

/* defect 14 */
PROMISE("a registration has what was agreed and its language, and keeps its push token") {
    char token[64], member[128];
    setenv("TZ", "Asia/Tokyo", 1);
    begin_pushing();
    TCGBPush_setSandboxMode(true);
    PLAY(&answer, TCGBPush_queryTokenInfoWithCompletion(on_token, &answer));
    require_equal(answer.code, TCGB_ERROR_PUSH_EXTERNAL_LIBRARY_ERROR); /* not registered yet */
    register_for(true, true, false, "ja", false);
    PLAY_WELL(&answer, TCGBPush_queryTokenInfoWithCompletion(on_token, &answer));
    TCGBPushTokenInfo *info = TCGBPushTokenInfo_pushTokenInfoFromJsonString(answer.json);
    require(info);
    require_text(TCGBPushTokenInfo_pushType(info), "LINUX");
    require_equal(strlen(TCGBPushTokenInfo_token(info)), 40);
    copy_text(token, sizeof token, TCGBPushTokenInfo_token(info));
    require_text(TCGBPushTokenInfo_userId(info), TCGBGamebase_userID());
    require_text(TCGBPushTokenInfo_languageCode(info), "ja");
    require_text(TCGBPushTokenInfo_timezone(info), "Asia/Tokyo");
    require_text(TCGBPushTokenInfo_deviceCountryCode(info), TCGBGamebase_deviceCountryCode());
    require(strstr(TCGBPushTokenInfo_registeredDateTime(info), "T"));
    require(TCGBPushTokenInfo_sandbox(info));
    const TCGBPushAgreement *agreement = TCGBPushTokenInfo_agreement(info);
    require(TCGBPushAgreement_pushEnabled(agreement) && TCGBPushAgreement_ADAgreement(agreement) &&
            !TCGBPushAgreement_ADAgreementNight(agreement));
    TCGBRelease(info);
    TCGBPush_setSandboxMode(false);
    register_for(true, false, false, NULL, false);
    PLAY_WELL(&answer, TCGBPush_queryTokenInfoWithCompletion(on_token, &answer));
    require_text(json_member(answer.json, "token", member, sizeof member), token);
    require_text(json_member(answer.json, "languageCode", member, sizeof member), TCGBGamebase_displayLanguageCode());
    require_text(json_member(answer.json, "adAgreement", member, sizeof member), "false");
    require_text(json_member(answer.json, "sandbox", member, sizeof member), "false");
    PLAY_WELL(&answer, TCGBPush_queryPushWithCompletion(on_configuration, &answer));
    require_text(json_member(answer.json, "pushEnabled", member, sizeof member), "true");
    require(TCGBGamebase_shutdown(2000));
    initialize_here(); /* the registration outlives the process's life, and the logout that ends a session */
    log_in();
    PLAY_WELL(&answer, TCGBPush_queryTokenInfoWithCompletion(on_token, &answer));
    require_text(json_member(answer.json, "token", member, sizeof member), token);
    require(TCGBGamebase_shutdown(2000));
}

/* order: push registration */
PROMISE("one registration or query runs at a time; a second is refused with 5102") {
    static struct answer second, third;
    begin_pushing();
    TCGBPushConfiguration *configuration = agreed();
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&answer), fresh(&second), fresh(&third);
    TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer);
    TCGBPush_queryTokenInfoWithCompletion(on_token, &second);
    require(pump_until(&second.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(second.code, TCGB_ERROR_PUSH_ALREADY_IN_PROGRESS_ERROR);
    require_equal(answer.times, 0);
    require(TCGBConsole_setServiceSuspended(false));
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, 0);
    TCGBPush_queryTokenInfoWithCompletion(on_token, &third);
    require(pump_until(&third.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(third.code, 0);
    TCGBRelease(configuration);
    require(TCGBGamebase_shutdown(2000));
}

/* defect 1 */
PROMISE("a registration that timed out lets the next one in") {
    begin_pushing();
    TCGBPushConfiguration *configuration = agreed();
    TCGBRunLoop_setCallTimeout(100);
    require(TCGBConsole_setServiceSuspended(true));
    PLAY(&answer, TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(TCGBConsole_setServiceSuspended(false));
    TCGBRunLoop_setCallTimeout(30000);
    PLAY_WELL(&answer, TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer));
    TCGBRelease(configuration);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("without a host that shows notifications only alwaysAllowTokenRegistration registers") {
    initialize_here();
    load_settings();
    log_in();
    PLAY_WELL(&answer, TCGBPush_queryNotificationAllowedWithCompletion(on_allowed, &answer));
    require(!allowed);
    TCGBPushConfiguration *configuration = agreed();
    PLAY(&answer, TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_PUSH_EXTERNAL_LIBRARY_ERROR);
    require(strstr(answer.message, "showNotification"));
    PLAY(&answer, TCGBPush_queryTokenInfoWithCompletion(on_token, &answer));
    require_equal(answer.code, TCGB_ERROR_PUSH_EXTERNAL_LIBRARY_ERROR); /* nothing was registered */
    TCGBPushConfiguration_setAlwaysAllowTokenRegistration(configuration, true);
    PLAY_WELL(&answer, TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer));
    /* To take an agreement back needs nobody's leave. */
    TCGBPushConfiguration_setAlwaysAllowTokenRegistration(configuration, false);
    TCGBPushConfiguration_setPushEnabled(configuration, false);
    PLAY_WELL(&answer, TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer));
    TCGBRelease(configuration);
    show_notifications();
    PLAY_WELL(&answer, TCGBPush_queryNotificationAllowedWithCompletion(on_allowed, &answer));
    require(allowed);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("notification options are those of the player's registration, and nobody's after a logout") {
    require(TCGBPush_notificationOptions() == NULL);
    begin_pushing();
    require(TCGBPush_notificationOptions() == NULL);
    register_for(true, false, false, NULL, true);
    const TCGBNotificationOptions *options = TCGBPush_notificationOptions();
    require(options && options == TCGBPush_notificationOptions()); /* the same object while they are the same */
    require(TCGBNotificationOptions_foregroundEnabled(options) && TCGBNotificationOptions_badgeEnabled(options));
    require(!TCGBNotificationOptions_soundEnabled(options));
    TCGBRetain(options);
    TCGBPushConfiguration *configuration = agreed();
    PLAY_WELL(&answer, TCGBPush_registerPushWithPushConfiguration_completion(configuration, on_error, &answer)); /* keeps them */
    TCGBRelease(configuration);
    require(TCGBNotificationOptions_foregroundEnabled(TCGBPush_notificationOptions()));
    require(TCGBNotificationOptions_foregroundEnabled(options)); /* retained */
    TCGBRelease(options);
    log_out();
    require(TCGBPush_notificationOptions() == NULL);
    log_in();
    await_for(TCGBPush_notificationOptions(), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require(TCGBNotificationOptions_foregroundEnabled(TCGBPush_notificationOptions())); /* the registration is still there */
    require(TCGBGamebase_shutdown(2000));
    require(TCGBPush_notificationOptions() == NULL);
}

static void query_token(void) { TCGBPush_queryTokenInfoWithCompletion(on_token, &answer); }
static void query_configuration(void) { TCGBPush_queryPushWithCompletion(on_configuration, &answer); }

/* O5 */
PROMISE("an answer for which no object can be made is an error, not nothing") {
    static void (*const queries[])(void) = {query_token, query_configuration};
    for (int i = 0; i < 2; i++) {
        pid_t child = fork(); /* each in a process that has asked for nothing else */
        if (child == 0) {
            char place[4096];
            snprintf(place, sizeof place, "%s/%d", directory, i);
            require(TCGBHost_setStorageDirectory(place));
            TCGBConfiguration *app = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
            TCGBGamebase_initializeWithConfiguration_completion(app, NULL, NULL);
            await_for(TCGBGamebase_isInitialized(), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
            TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, NULL, NULL);
            await_for(TCGBGamebase_userID(), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
            TCGBPushConfiguration *configuration = agreed();
            TCGBPushConfiguration_setAlwaysAllowTokenRegistration(configuration, true);
            TCGBPush_registerPushWithPushConfiguration_completion(configuration, NULL, NULL);
            pump_for(200);
            queries[i]();
            int made = 0;
            while (agreed()) require(++made <= 1048576);
            require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
            require_equal(answer.code, TCGB_ERROR_NOT_CALLABLE_STATE);
            require_text(answer.json, "");
            _exit(0);
        }
        int status = 0;
        require(waitpid(child, &status, 0) == child);
        require(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

PROMISE("push values have JSON both ways, keep unknown keys, and are whole or nothing") {
    TCGBPushConfiguration *configuration = TCGBPushConfiguration_pushConfigurationWithJSONString(
        "{\"pushEnabled\":true,\"ADAgreement\":true,\"adAgreementNight\":false,\"displayLanguageCode\":\"ko\",\"later\":[1]}");
    require(configuration);
    require(TCGBPushConfiguration_pushEnabled(configuration) && TCGBPushConfiguration_ADAgreement(configuration));
    require(!TCGBPushConfiguration_ADAgreementNight(configuration) && !TCGBPushConfiguration_alwaysAllowTokenRegistration(configuration));
    require_text(TCGBPushConfiguration_displayLanguageCode(configuration), "ko");
    TCGBPushConfiguration_setADAgreementNight(configuration, true);
    TCGBPushConfiguration_setADAgreement(configuration, false);
    TCGBPushConfiguration_setDisplayLanguageCode(configuration, NULL);
    require(TCGBPushConfiguration_displayLanguageCode(configuration) == NULL);
    require_text(TCGBPushConfiguration_JSONString(configuration),
        "{\"pushEnabled\":true,\"adAgreement\":false,\"adAgreementNight\":true,\"alwaysAllowTokenRegistration\":false,\"later\":[1]}");
    require(strchr(TCGBPushConfiguration_JSONPrettyString(configuration), '\n'));
    TCGBRelease(configuration);
    require(TCGBPushConfiguration_pushConfigurationWithJSONString("{\"pushEnabled\":1}") == NULL);
    require(TCGBPushConfiguration_pushConfigurationWithJSONString("[]") == NULL);
    require(TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_displayLanguage(true, true, true, "\xff") ==
            NULL);
    TCGBPushConfiguration *always =
        TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_alwaysAllowTokenRegistration(
            false, true, false, true);
    require(!TCGBPushConfiguration_pushEnabled(always) && TCGBPushConfiguration_alwaysAllowTokenRegistration(always));
    TCGBRelease(always);

    TCGBNotificationOptions *options = TCGBNotificationOptions_notificationOptionsWithJSONString("{\"x\":1}");
    require(options && !TCGBNotificationOptions_foregroundEnabled(options));
    require(TCGBNotificationOptions_badgeEnabled(options) && TCGBNotificationOptions_soundEnabled(options));
    TCGBNotificationOptions_setForegroundEnabled(options, true);
    TCGBNotificationOptions_setBadgeEnabled(options, false);
    TCGBNotificationOptions_setSoundEnabled(options, false);
    require_text(
        TCGBNotificationOptions_jsonString(options), "{\"foregroundEnabled\":true,\"badgeEnabled\":false,\"soundEnabled\":false,\"x\":1}");
    TCGBRelease(options);
    require(TCGBNotificationOptions_notificationOptionsWithJSONString("{\"badgeEnabled\":\"yes\"}") == NULL);

    const char *json = "{\"pushType\":\"LINUX\",\"token\":\"t\",\"userId\":\"u\",\"timezone\":\"UTC\",\"sandbox\":false,"
                       "\"agreement\":{\"pushEnabled\":true,\"adAgreement\":false,\"adAgreementNight\":false},\"later\":null}";
    TCGBPushTokenInfo *info = TCGBPushTokenInfo_pushTokenInfoFromJsonString(json);
    require(info);
    require_text(TCGBPushTokenInfo_jsonString(info), json);
    require(TCGBPushTokenInfo_languageCode(info) == NULL);
    TCGBRelease(info);
    require(TCGBPushTokenInfo_pushTokenInfoFromJsonString("{\"pushType\":\"LINUX\",\"token\":\"t\"}") == NULL);
    require(
        TCGBPushTokenInfo_pushTokenInfoFromJsonString("{\"pushType\":\"LINUX\",\"token\":\"t\",\"userId\":\"u\",\"agreement\":1}") == NULL);
    require(!TCGBPushAgreement_pushEnabled(NULL));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
