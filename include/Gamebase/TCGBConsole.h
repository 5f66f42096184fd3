/* What an operator does at the vendor's console, for the service inside the library. No Objective-C counterpart. Since 1.0.
 *
 * The calls need an initialized instance, and no player. They change the service's data; what a completion told is stored.
 * Completions may be NULL. Each may bring 1 (not initialized), 3 (an argument, named by the message), 4 (text that is not JSON; the
 * message has line and column), 101 and 110. For a wrong value in JSON the message begins with its place, such as
 * "$.products[2].price: must be a decimal string". Nothing is changed when a call fails. */
#ifndef TCGB_CONSOLE_H
#define TCGB_CONSOLE_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/* json: what was asked for, NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBConsoleJsonCompletion)(const char *json, const TCGBError *error, void *context);

/* Replaces the settings of the app: products, clients, languages, addresses, status.
 * settingsJson: an object as in examples/console.json. Every part is optional; an unknown key is refused. */
TCGB_API void TCGBConsole_loadSettings_completion(const char *settingsJson, TCGBErrorCompletion completion, void *context);

/* The same from a file, which is read before the function returns.
 * path: a plain file of at most 1,048,576 bytes; anything else is error 3. */
TCGB_API void TCGBConsole_loadSettingsFromFile_completion(const char *path, TCGBErrorCompletion completion, void *context);

/* Hands over the settings in effect, in the form that loading takes. */
TCGB_API void TCGBConsole_saveSettingsWithCompletion(TCGBConsoleJsonCompletion completion, void *context);

/* Sets the launching status. Running games hear of a change by kTCGBObserverLaunching.
 * status: a TCGBLaunchingStatus. message: a text for players, or NULL. */
TCGB_API void TCGBConsole_setLaunchingStatus_message_completion(
    int32_t status, const char *message, TCGBErrorCompletion completion, void *context);

/* Sets or ends a maintenance. While it lasts, the launching status is 303, or 304 for the type SYSTEM.
 * maintenanceJson: an object with typeCode ("APP", "SYSTEM"), pageTypeCode, url, reason, message, timezone, beginDate and endDate (ISO 8601 texts)
 * and hideDate, all optional; NULL or "null" ends the maintenance. */
TCGB_API void TCGBConsole_setMaintenance_completion(const char *maintenanceJson, TCGBErrorCompletion completion, void *context);

/* Replaces the products.
 * productsJson: an array as "products" in examples/console.json; prices are decimal texts such as "1.99". */
TCGB_API void TCGBConsole_setCatalogue_completion(const char *productsJson, TCGBErrorCompletion completion, void *context);

/* Tells the sandbox store how to answer purchases from now on.
 * outcome: "APPROVE", "DECLINE", "CANCEL" or "PENDING". delayMilliseconds: how long the store takes, 0 or more. */
TCGB_API void TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(
    const char *outcome, int64_t delayMilliseconds, TCGBErrorCompletion completion, void *context);

/* Sends players out of the game: kTCGBServerPushAppKickoutMessageReceived, then kTCGBServerPushAppKickout.
 * kickoutJson: NULL or "{}" for everybody, or an object with any of userIds and clientVersions (arrays of texts: who is meant), popup
 * ({"defaultLanguage", "messages": {"en": {"title", "message"}}}), extras (a text for the game), logout, disconnect and stopHeartbeat (default true). */
TCGB_API void TCGBConsole_kickout_completion(const char *kickoutJson, TCGBErrorCompletion completion, void *context);

/* Sends a push message to registered players (TCGBPush.h); those who are not there get it after their next login.
 * pushJson: an object with title, body, messages ({"ko": {"title", "body"}}: texts for those who registered with that language), extras (an object
 * for the game, at most 8,192 bytes), userIds (an array of at most 1,000; without it everybody), advertisement (default false; true: only those
 * who agreed to advertisements, and from 21:00 to 8:00 where they are only those who agreed to them by night) and timeToLiveSeconds (1 to
 * 2,419,200, the default). A text is needed, the rest is optional. Players who registered with pushEnabled false get nothing.
 * completion: its json has messageId, accepted (how many registrations take the message) and withheld (how many do not). */
TCGB_API void TCGBConsole_sendPush_completion(const char *pushJson, TCGBConsoleJsonCompletion completion, void *context);

/* Bans a member. Its session ends with kTCGBObserverHeartbeat and code 7; its logins fail with error 7.
 * userId: the member. type: "TEMPORARY" or "PERMANENT". message: the reason as players read it, or NULL.
 * endDate: epoch milliseconds, in the future, for a temporary ban; not looked at for a permanent one.
 * Errors: 3003 there is no such member. */
TCGB_API void TCGBConsole_banUser_type_message_endDate_completion(
    const char *userId, const char *type, const char *message, int64_t endDate, TCGBErrorCompletion completion, void *context);

/* Ends a member's ban. userId: the member; one that is not banned is success. Errors: 3003. */
TCGB_API void TCGBConsole_releaseBanOfUser_completion(const char *userId, TCGBErrorCompletion completion, void *context);

/* Moves the service's clock forward, to see bans, maintenances and subscriptions end. Sandbox apps only; the move lasts.
 * milliseconds: 0 or more, together at most 3,660 days. */
TCGB_API void TCGBConsole_advanceClockByMilliseconds_completion(int64_t milliseconds, TCGBErrorCompletion completion, void *context);

/* Hands over a summary of the metrics: an object with date, users, events, levels, sales, revenue and unmatchedMoney. */
TCGB_API void TCGBConsole_reportWithCompletion(TCGBConsoleJsonCompletion completion, void *context);

/* Makes the service hold its answers, or give them again: how a game behaves when its service is out of reach.
 * suspended: true to hold. Shutdown works all the same. Returns false when the instance does not run. */
TCGB_API bool TCGBConsole_setServiceSuspended(bool suspended);

TCGB_END

#endif
