/** @file
 * Push messages: registration, and the player's reaction to a notification. Mirrors TCGBPush, TCGBPushConfiguration,
 * TCGBNotificationOptions, TCGBPushTokenInfo and TCGBPushAgreement. Since 1.0.
 *
 * A player registers after every login. A message of the console (TCGBConsole_sendPush_completion) comes as kTCGBPushReceivedMessage, with
 * isForeground in its extras: true while the player was logged in, false for a message that waited.
 *
 * For a player who is not logged in on a device a message waits: at most 100 for each player and device (the oldest is dropped first), at
 * most 28 days. It comes after the next login, once. Only if the process is killed after its handlers and before the service has recorded
 * that does the message come again, with the same id. A message is shown as a notification (showNotification in TCGBHost.h; without it the
 * desktop, once a function of HIVE/HIVEPush.h was called) when it waited, when foregroundEnabled is set, or while HIVEPush_setActive says
 * that the player does not look at the game.
 *
 * A registration survives restart and logout, and ends with the member's withdrawal. A member has at most 32 devices registered; the oldest
 * registration ends first. */
#ifndef TCGB_PUSH_H
#define TCGB_PUSH_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** The player's consent, to be registered. Mirrors TCGBPushConfiguration. */
typedef struct TCGBPushConfiguration TCGBPushConfiguration;

/** How notifications appear while the game runs. Mirrors TCGBNotificationOptions. */
typedef struct TCGBNotificationOptions TCGBNotificationOptions;

/** A registration for push messages. Mirrors TCGBPushTokenInfo. */
typedef struct TCGBPushTokenInfo TCGBPushTokenInfo;

/** The consent of a registration. Mirrors TCGBPushAgreement. */
typedef struct TCGBPushAgreement TCGBPushAgreement;

/** How a query of the registration ended. tokenInfo: the registration, NULL after an error. error: NULL after success. Both are
 * borrowed. */
typedef void (*TCGBPushTokenInfoCompletion)(const TCGBPushTokenInfo *tokenInfo, const TCGBError *error, void *context);
/** The player's consent. configuration: what was agreed, NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBPushConfigurationCompletion)(const TCGBPushConfiguration *configuration, const TCGBError *error, void *context);
/** Whether notifications can be shown. isAllowed: whether notifications can be shown; false after an error. error: NULL after success;
 * borrowed. */
typedef void (*TCGBNotificationAllowedCompletion)(bool isAllowed, const TCGBError *error, void *context);

/** Registers the logged-in player on this device. Registering again keeps the push token and replaces the rest.
 * Mirrors +[TCGBPush registerPushWithPushConfiguration:completion:]. Notification options stay as they were; before the first registration
 * they are the defaults.
 * configuration: copied before the function returns.
 * completion: NULL allowed; after it the registration is stored.
 * Errors:
 * - 1 not initialized
 * - 2 nobody is logged in
 * - 3 no living configuration
 * - 5101 pushEnabled is true, but nobody shows notifications (see TCGBPush_queryNotificationAllowedWithCompletion) and
 *   alwaysAllowTokenRegistration is false: the detail code is 3
 * - 5102 another registration or query runs */
TCGB_API void TCGBPush_registerPushWithPushConfiguration_completion(
    const TCGBPushConfiguration *configuration, TCGBErrorCompletion completion, void *context);

/** The same with notification options. Mirrors +[TCGBPush registerPushWithPushConfiguration:notificationOptions:completion:].
 * notificationOptions: copied before the function returns, at most 4,096 bytes as JSON; NULL keeps those in effect. */
TCGB_API void TCGBPush_registerPushWithPushConfiguration_notificationOptions_completion(const TCGBPushConfiguration *configuration,
    const TCGBNotificationOptions *notificationOptions, TCGBErrorCompletion completion, void *context);

/** Gives the registration that the service has. Mirrors +[TCGBPush queryTokenInfoWithCompletion:].
 * completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 2 nobody is logged in
 * - 5101 the player has not registered on this device
 * - 5102 another registration or query runs */
TCGB_API void TCGBPush_queryTokenInfoWithCompletion(TCGBPushTokenInfoCompletion completion, void *context);

/** Gives what the player agreed to. Mirrors +[TCGBPush queryPushWithCompletion:], which the SDK deprecated in favour of
 * TCGBPush_queryTokenInfoWithCompletion. completion: NULL allowed. Errors: as there. */
TCGB_API void TCGBPush_queryPushWithCompletion(TCGBPushConfigurationCompletion completion, void *context);

/** The notification options of the registration. Mirrors +[TCGBPush notificationOptions].
 * Returns NULL before the player's first registration on this device and while nobody is logged in. Borrowed: the object lives until the
 * next registration, logout or shutdown; TCGBRetain keeps it longer. */
TCGB_API const TCGBNotificationOptions *TCGBPush_notificationOptions(void);

/** Asks whether notifications can be shown: whether the host's delegate has showNotification (TCGBHost.h), or a function of
 * HIVE/HIVEPush.h was called and HIVEPush_setDisplay did not choose Off.
 * Mirrors +[TCGBPush queryNotificationAllowedWithCompletion:]. completion: NULL allowed. Errors: 1. */
TCGB_API void TCGBPush_queryNotificationAllowedWithCompletion(TCGBNotificationAllowedCompletion completion, void *context);

/** Marks later registrations as those of a test build (TCGBPushTokenInfo_sandbox). Mirrors +[TCGBPush setSandboxMode:].
 * Default false; shutdown resets it. */
TCGB_API void TCGBPush_setSandboxMode(bool isSandbox);

/** --- The player's reaction to a notification. No Objective-C counterpart: there the system reports it. */

/** The player opened a notification: raises kTCGBPushClickMessage.
 * messageJson: the extras of showNotification. A notification may stay after the process that showed it has ended: a game that is started
 * by one calls this after adding its handlers. The operator's report counts it when the next registered player has logged in, if the
 * message was for that player; at most 16 wait for that.
 * Returns false, with a line in the log, for text that is not a TCGBPushMessage. */
TCGB_API bool TCGBPush_clickMessage(const char *messageJson);

/** The player pressed a button of a notification: raises kTCGBPushClickAction.
 * messageJson: as above. actionType: "OPEN_APP", "OPEN_URL", "REPLY" or "DISMISS". userText: what the player typed for "REPLY", else NULL.
 * Returns false, with a line in the log, for a bad argument. */
TCGB_API bool TCGBPush_clickAction_actionType_userText(const char *messageJson, const char *actionType, const char *userText);

/** --- TCGBPushConfiguration: the player's consent. For anything but a living one, getters return false or NULL. */

/** Makes a configuration. Mirrors +[TCGBPushConfiguration pushConfigurationWithPushEnable:ADAgreement:ADAgreementNight:].
 * enable: messages. ADAgree: advertisements too. ADAgreeNight: advertisements from 21:00 to 8:00 local time too.
 * Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBPushConfiguration *TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight(
    bool enable, bool ADAgree, bool ADAgreeNight);

/** The same with a language.
 * Mirrors +[TCGBPushConfiguration pushConfigurationWithPushEnable:ADAgreement:ADAgreementNight:displayLanguage:].
 * displayLanguage: the language of the messages, as in TCGBConstants.h; NULL and "" mean the display language.
 * Returns an object that the caller releases; NULL, with a line in the log, for a text that is not UTF-8. */
TCGB_API TCGB_OWNED TCGBPushConfiguration *
TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_displayLanguage(
    bool enable, bool ADAgree, bool ADAgreeNight, const char *displayLanguage);

/** The same with alwaysAllowTokenRegistration.
 * Mirrors +[TCGBPushConfiguration pushConfigurationWithPushEnable:ADAgreement:ADAgreementNight:alwaysAllowTokenRegistration:].
 * Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBPushConfiguration *
TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_alwaysAllowTokenRegistration(
    bool enable, bool ADAgree, bool ADAgreeNight, bool alwaysAllowTokenRegistration);

/** Reads a configuration from JSON text. Mirrors +[TCGBPushConfiguration pushConfigurationWithJSONString:].
 * jsonString: an object with pushEnabled, adAgreement, adAgreementNight, displayLanguageCode and alwaysAllowTokenRegistration, all
 * optional.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBPushConfiguration *TCGBPushConfiguration_pushConfigurationWithJSONString(const char *jsonString);

/** Mirrors .pushEnabled. */
TCGB_API bool TCGBPushConfiguration_pushEnabled(const TCGBPushConfiguration *configuration);
/** Mirrors .pushEnabled = . */
TCGB_API void TCGBPushConfiguration_setPushEnabled(TCGBPushConfiguration *configuration, bool pushEnabled);
/** Mirrors .ADAgreement. */
TCGB_API bool TCGBPushConfiguration_ADAgreement(const TCGBPushConfiguration *configuration);
/** Mirrors .ADAgreement = . */
TCGB_API void TCGBPushConfiguration_setADAgreement(TCGBPushConfiguration *configuration, bool ADAgreement);
/** Mirrors .ADAgreementNight. */
TCGB_API bool TCGBPushConfiguration_ADAgreementNight(const TCGBPushConfiguration *configuration);
/** Mirrors .ADAgreementNight = . */
TCGB_API void TCGBPushConfiguration_setADAgreementNight(TCGBPushConfiguration *configuration, bool ADAgreementNight);
/** Mirrors .displayLanguageCode. Returns NULL when none was set. */
TCGB_API const char *TCGBPushConfiguration_displayLanguageCode(const TCGBPushConfiguration *configuration);
/** Mirrors .displayLanguageCode = . NULL means the display language; text that is not UTF-8 changes nothing and is logged. */
TCGB_API void TCGBPushConfiguration_setDisplayLanguageCode(TCGBPushConfiguration *configuration, const char *displayLanguageCode);
/** Whether to register although the host shows no notifications; messages then come as events alone. Mirrors .alwaysAllowTokenRegistration.
 * Default false. */
TCGB_API bool TCGBPushConfiguration_alwaysAllowTokenRegistration(const TCGBPushConfiguration *configuration);
/** Mirrors .alwaysAllowTokenRegistration = . */
TCGB_API void TCGBPushConfiguration_setAlwaysAllowTokenRegistration(
    TCGBPushConfiguration *configuration, bool alwaysAllowTokenRegistration);
/** The whole as JSON text. Mirrors -JSONString. */
TCGB_API const char *TCGBPushConfiguration_JSONString(const TCGBPushConfiguration *configuration);
/** The same with line breaks, for people. Mirrors -JSONPrettyString. */
TCGB_API const char *TCGBPushConfiguration_JSONPrettyString(const TCGBPushConfiguration *configuration);

/** --- TCGBNotificationOptions: how messages are shown. */

/** Makes options. Mirrors +[TCGBNotificationOptions notificationOptionsWithForegroundEnabled:badgeEnabled:soundEnabled:].
 * foregroundEnabled: shows a message also while the player is logged in. badgeEnabled, soundEnabled: stored for the host, which may read
 * them. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBNotificationOptions *TCGBNotificationOptions_notificationOptionsWithForegroundEnabled_badgeEnabled_soundEnabled(
    bool foregroundEnabled, bool badgeEnabled, bool soundEnabled);

/** Reads options from JSON text. Mirrors +[TCGBNotificationOptions notificationOptionsWithJSONString:].
 * jsonString: an object with foregroundEnabled (default false), badgeEnabled and soundEnabled (default true), all optional.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBNotificationOptions *TCGBNotificationOptions_notificationOptionsWithJSONString(const char *jsonString);

/** Mirrors .foregroundEnabled. */
TCGB_API bool TCGBNotificationOptions_foregroundEnabled(const TCGBNotificationOptions *options);
/** Mirrors .foregroundEnabled = . */
TCGB_API void TCGBNotificationOptions_setForegroundEnabled(TCGBNotificationOptions *options, bool foregroundEnabled);
/** Mirrors .badgeEnabled. */
TCGB_API bool TCGBNotificationOptions_badgeEnabled(const TCGBNotificationOptions *options);
/** Mirrors .badgeEnabled = . */
TCGB_API void TCGBNotificationOptions_setBadgeEnabled(TCGBNotificationOptions *options, bool badgeEnabled);
/** Mirrors .soundEnabled. */
TCGB_API bool TCGBNotificationOptions_soundEnabled(const TCGBNotificationOptions *options);
/** Mirrors .soundEnabled = . */
TCGB_API void TCGBNotificationOptions_setSoundEnabled(TCGBNotificationOptions *options, bool soundEnabled);
/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBNotificationOptions_jsonString(const TCGBNotificationOptions *options);
/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBNotificationOptions_prettyJsonString(const TCGBNotificationOptions *options);

/** --- TCGBPushTokenInfo: a registration, as the service has it. A value that does not change. */

/** Reads the information from JSON text, as TCGBPushTokenInfo_jsonString writes it. No Objective-C counterpart.
 * jsonString: an object with pushType, token and userId. Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBPushTokenInfo *TCGBPushTokenInfo_pushTokenInfoFromJsonString(const char *jsonString);

/** The kind of token; "LINUX" for this library's. Mirrors .pushType. */
TCGB_API const char *TCGBPushTokenInfo_pushType(const TCGBPushTokenInfo *tokenInfo);
/** The token: 40 hexadecimal digits that name the player on this device. Mirrors .token. */
TCGB_API const char *TCGBPushTokenInfo_token(const TCGBPushTokenInfo *tokenInfo);
/** The player. Mirrors .userId. */
TCGB_API const char *TCGBPushTokenInfo_userId(const TCGBPushTokenInfo *tokenInfo);
/** The device's country in upper case, "ZZ" when unknown. Mirrors .deviceCountryCode. */
TCGB_API const char *TCGBPushTokenInfo_deviceCountryCode(const TCGBPushTokenInfo *tokenInfo);
/** The device's time zone, such as "Asia/Tokyo". Mirrors .timezone. */
TCGB_API const char *TCGBPushTokenInfo_timezone(const TCGBPushTokenInfo *tokenInfo);
/** When the player registered last, as ISO 8601. Mirrors .registeredDateTime. */
TCGB_API const char *TCGBPushTokenInfo_registeredDateTime(const TCGBPushTokenInfo *tokenInfo);
/** The language of the messages. Mirrors .languageCode. */
TCGB_API const char *TCGBPushTokenInfo_languageCode(const TCGBPushTokenInfo *tokenInfo);
/** The value of TCGBPush_setSandboxMode at the registration. Mirrors .sandbox. */
TCGB_API bool TCGBPushTokenInfo_sandbox(const TCGBPushTokenInfo *tokenInfo);
/** The player's consent; NULL when the data has none. Borrowed from the information. Mirrors .agreement. */
TCGB_API const TCGBPushAgreement *TCGBPushTokenInfo_agreement(const TCGBPushTokenInfo *tokenInfo);
/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBPushTokenInfo_jsonString(const TCGBPushTokenInfo *tokenInfo);
/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBPushTokenInfo_prettyJsonString(const TCGBPushTokenInfo *tokenInfo);

/** Mirrors .pushEnabled. */
TCGB_API bool TCGBPushAgreement_pushEnabled(const TCGBPushAgreement *agreement);
/** Mirrors .ADAgreement. */
TCGB_API bool TCGBPushAgreement_ADAgreement(const TCGBPushAgreement *agreement);
/** Mirrors .ADAgreementNight. */
TCGB_API bool TCGBPushAgreement_ADAgreementNight(const TCGBPushAgreement *agreement);

TCGB_END

#endif
